"""A training run and its folder: settings, curve, checkpoints, weights. A run can be stopped and resumed.

The folder holds `settings.json`, `curve.jsonl` (a line for every evaluation) and `curve.svg` (the same as a picture),
`checkpoint.pt` (to resume), `weights.npz` (the best network so far, to play) and `made.json` (how it was made, and its
share of the wins against every player that it can meet on the device).
"""

import dataclasses
import json
import platform
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch

from .. import games
from ..bots.network import Network, weights_in, weights_of
from ..engines.batch import MOST_SEED
from ..errors import ZauberError
from .curve import draw
from .judge import Share, judge
from .net import Net
from .ppo import Group, Learner, PpoSettings
from .tensors import TensorBatch, device_named

TURN_LIMIT = 300  # for games whose matches need not end


@dataclass(frozen=True)
class TrainingPlan:
    """What is trained and how long. The lanes of a number of seats are shared out to self-play and to matches against
    rules of thumb and earlier selves."""

    game: str
    minutes: float
    seats: tuple[int, ...] = ()  # all of the game's; the first counts most
    lanes: int = 65536
    width: int = 512
    seed: int = 1
    device: str = "auto"
    thumbs: float = 0.5  # share of lanes in which the others play by rule of thumb
    earlier: float = 0.15  # share of the first number's lanes in which the others are an earlier self
    first_share: float = 0.5  # share of all lanes that have the first number of seats
    look_every: float = 30.0  # seconds
    # at most this many rounds of play and learning; 0: no limit. With a limit a run on a CPU is reproducible
    rounds: int = 0
    matches: int = 8192  # per evaluation
    start: str = ""  # begin with these weights instead of random ones: `network` or the folder of a run
    against: str = ""  # train a best response to these weights: `network` (the shipped ones) or the folder of a run
    ppo: PpoSettings = field(default_factory=PpoSettings)


OnReport = Callable[[dict[str, Any]], None]


class Run:
    """One training run."""

    def __init__(self, plan: TrainingPlan, folder: Path, tell: OnReport = lambda line: None) -> None:
        self.plan, self.folder, self.tell = plan, folder, tell
        self.game = games.get(plan.game)
        self.seats = plan.seats or tuple(self.game.seats)
        for seats in self.seats:
            self.game.check_seats(seats)
        self.device = device_named(plan.device)
        torch.manual_seed(plan.seed)
        if self.device.type == "cuda":
            torch.backends.cuda.matmul.allow_tf32 = True
        self.width = plan.width
        self.net = self._known_net(plan.start) if plan.start else self._new_net()
        self.width = self.net.width
        self.rival = self._known_net(plan.against).requires_grad_(False) if plan.against else None
        self.best = -1.0
        self.seconds = 0.0  # of training so far, over all restarts
        self.decisions = 0
        self.rounds = 0
        self.earlier: list[dict[str, torch.Tensor]] = []
        self.learner = Learner(self.net, self._groups(), plan.ppo)

    def _new_net(self) -> Net:
        return Net(self.game.observation_size, self.game.rules.ACTIONS, self.width).to(self.device)

    def _known_net(self, name: str) -> Net:
        """`network` is the one that comes with the package; any other name is the folder of a run."""
        weights = weights_of(self.game) if name == "network" else weights_in(self.game, Path(name))
        net = Net(weights.observation, weights.actions, weights.width).to(self.device)
        net.load_arrays(weights.arrays)
        return net

    def _share_of(self, seats: int) -> float:
        """The share of the lanes that have this number of seats."""
        if len(self.seats) == 1:
            return 1.0
        first = self.plan.first_share
        return first if seats == self.seats[0] else (1 - first) / (len(self.seats) - 1)

    def _groups(self) -> list[Group]:
        plan = self.plan
        options = {"turn_limit": TURN_LIMIT} if self.game.turn_limit else {}
        made: list[Group] = []

        def batch(seats: int, lanes: float, players: Any) -> TensorBatch:
            seed = (plan.seed * 1000 + len(made)) % MOST_SEED
            return TensorBatch(self.game, seats, max(int(lanes), 64), seed, self.device, players, options)

        for seats in self.seats:
            lanes = plan.lanes * self._share_of(seats)
            if self.rival is not None:
                made.append(Group(batch(seats, lanes, "learner"), self.rival, fixed=True))
                continue
            earlier = plan.earlier * lanes if seats == self.seats[0] else 0
            made.append(Group(batch(seats, lanes * (1 - plan.thumbs) - earlier, "learner")))
            if plan.thumbs:
                made.append(Group(batch(seats, lanes * plan.thumbs, ["learner", *["thumb"] * (seats - 1)])))
            if earlier:
                made.append(Group(batch(seats, earlier, "learner"), self._new_net().requires_grad_(False)))
        return made

    # The folder ------------------------------------------------------------------------------------------------------

    def open(self) -> None:
        """Create the folder, or resume the run in it."""
        self.folder.mkdir(parents=True, exist_ok=True)
        settings = self.folder / "settings.json"
        wanted = json.loads(json.dumps(dataclasses.asdict(self.plan)))
        if settings.is_file():
            found = json.loads(settings.read_text())
            free = ("minutes", "device", "rounds", "look_every")
            differing = [key for key in wanted if key not in free and found.get(key) != wanted[key]]
            if differing:
                raise ZauberError(f"{self.folder} holds a run with other settings ({', '.join(differing)}).")
        settings.write_text(json.dumps(wanted, indent=1) + "\n")
        checkpoint = self.folder / "checkpoint.pt"
        if checkpoint.is_file():
            self._restore(torch.load(checkpoint, map_location=self.device, weights_only=True))

    def _restore(self, kept: dict[str, Any]) -> None:
        self.net.load_state_dict(kept["net"])
        self.learner.optimizer.load_state_dict(kept["optimizer"])
        self.best, self.seconds, self.decisions = kept["best"], kept["seconds"], kept["decisions"]
        self.rounds, self.earlier = kept["rounds"], kept["earlier"]

    def save(self) -> None:
        """Write the checkpoint atomically: an interruption leaves the previous one."""
        kept = {
            "net": self.net.state_dict(), "optimizer": self.learner.optimizer.state_dict(), "best": self.best,
            "seconds": self.seconds, "decisions": self.decisions, "rounds": self.rounds, "earlier": self.earlier,
        }  # fmt: skip
        fresh = self.folder / "checkpoint.new"
        torch.save(kept, fresh)
        fresh.replace(self.folder / "checkpoint.pt")

    def _keep_weights(self, net: Net, figures: dict[str, Any]) -> None:
        with open(self.folder / "weights.npz", "wb") as file:
            np.savez_compressed(file, **net.arrays())
        device = torch.cuda.get_device_name() if self.device.type == "cuda" else platform.processor() or "CPU"
        made = {
            "game": self.game.name, "rules": self.game.version, "observation": self.game.observation_size,
            "actions": int(self.game.rules.ACTIONS), "width": self.width, "seats": list(self.seats),
            "device": device, "torch": torch.__version__.split("+")[0], "minutes": round(self.seconds / 60, 2),
            "decisions": self.decisions, "settings": dataclasses.asdict(self.plan), "figures": figures,
        }  # fmt: skip
        (self.folder / "made.json").write_text(json.dumps(made, indent=1) + "\n")

    # Training --------------------------------------------------------------------------------------------------------

    def train(self) -> None:
        """Train until the plan's minutes are over, counting all restarts."""
        self.open()
        limit = self.plan.minutes * 60
        looked = self.seconds
        last = time.monotonic()
        sitting, before = last, self.decisions
        losses: dict[str, float] = {}
        while self.seconds < limit and not 0 < self.plan.rounds <= self.rounds:
            self._meet_earlier_self()
            self.learner.play()
            done = self.rounds / self.plan.rounds if self.plan.rounds else self.seconds / limit
            losses = self.learner.learn(min(done, 1.0))
            self.decisions += self.learner.decisions
            self.rounds += 1
            now = time.monotonic()
            self.seconds += now - last
            last = now
            ending = self.seconds >= limit or self.rounds == self.plan.rounds
            if self.seconds - looked >= self.plan.look_every or ending:
                if self.device.type == "cuda":
                    torch.cuda.synchronize()
                pace = (self.decisions - before) / (time.monotonic() - sitting)
                self._look(losses, pace)
                looked = self.seconds
                last = time.monotonic()  # evaluation does not count as training
                sitting, before = last, self.decisions

    def _meet_earlier_self(self) -> None:
        """From time to time, add an earlier self and change the rivals."""
        if self.rounds % 40 == 0:
            self.earlier.append({name: value.detach().clone() for name, value in self.net.state_dict().items()})
            if len(self.earlier) > 16:
                del self.earlier[1 + self.rounds // 40 % 8]
        for group in self.learner.groups:
            if group.rival is not None and not group.fixed and self.rounds % 10 == 0:
                group.rival.load_state_dict(self.earlier[int(torch.randint(len(self.earlier), ()))])

    def _look(self, losses: dict[str, float], pace: float) -> None:
        share = self._judge(self.net, self.seats[0], self.plan.matches)
        line = {
            "seconds": round(self.seconds, 1), "decisions": self.decisions, "pace": round(pace),
            "share": round(share.share, 4), "within": round(share.within, 4), "seats": self.seats[0],
            **{key: round(value, 5) for key, value in losses.items()},
        }  # fmt: skip
        with open(self.folder / "curve.jsonl", "a") as file:
            file.write(json.dumps(line) + "\n")
        if share.share > self.best:
            self.best = share.share
            self._keep_weights(self.net, {str(self.seats[0]): [share.share, share.within, share.matches]})
        self.save()
        self._draw()
        self.tell(line)

    def _draw(self) -> None:
        """The curve so far, as a picture."""
        lines = [json.loads(line) for line in (self.folder / "curve.jsonl").read_text().splitlines()]
        others = self.plan.against or "rules of thumb"
        title = f"{self.game.title}, {self.seats[0]} seats: share of the wins among {others}"
        (self.folder / "curve.svg").write_text(draw(lines, 1 / self.seats[0], title))

    def _judge(self, net: Net, seats: int, matches: int) -> Share:
        """The share of the wins among players by rule of thumb, or among those to be beaten."""
        return judge(net, self.game, seats, matches, self.device, others=self.rival or "thumb")

    def finish(self, matches: int = 32768) -> dict[str, Share]:
        """Judge the best network with all numbers of seats and against all players that it can meet on the device,
        and add that to the record of how it was made. Return the shares by number of seats."""
        best = self._new_net()
        with np.load(self.folder / "weights.npz") as arrays:
            best.load_arrays(dict(arrays))
        found = {str(seats): self._judge(best, seats, matches) for seats in self.seats}
        made = json.loads((self.folder / "made.json").read_text())
        made["figures"] = {seats: _rounded(share) for seats, share in found.items()}
        made["others"] = {
            name: _rounded(judge(best, self.game, self.seats[0], matches, self.device, others=others))
            for name, others in self._others().items()
        }
        (self.folder / "made.json").write_text(json.dumps(made, indent=1) + "\n")
        return found

    def _others(self) -> dict[str, str | Net]:
        """The players that a network can meet on the device."""
        found: dict[str, str | Net] = {"random": "random"}
        if self.rival is not None:  # otherwise `figures` has it
            found["thumb"] = "thumb"
        if self.game.name in Network.games and self.plan.against != "network":
            found["network"] = self._known_net("network")
        return found


def _rounded(share: Share) -> list[float]:
    return [round(share.share, 4), round(share.within, 4), share.matches]
