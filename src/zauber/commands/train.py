"""`zauber train`: a network learns a game by self-play, or in the game's own way."""

import argparse
import importlib.util
import os
from pathlib import Path
from typing import Any

from .. import games
from ..errors import ZauberError
from ..games.game import Game
from .common import Commands, add_json, command, console, positive, seed, show_json

EXAMPLES = """\
  zauber train papageno --minutes 10                    on a GPU, if PyTorch finds one
  zauber train magi --seats 4,5 --minutes 10 --folder runs/magi
  zauber train papageno --seats 2 --minutes 5 --lanes 2048 --width 128 --device cpu
  zauber train magicians_night --minutes 6 --workers 14   in its own way, on a CPU and without PyTorch
"""


def add(commands: Commands) -> None:
    """Declare the command."""
    made = command(
        commands,
        "train",
        run,
        "train a network: by self-play (needs the extra “train”), or in the game’s own way",
        EXAMPLES,
    )
    made.add_argument("game", help="a game's name")
    made.add_argument("--minutes", type=float, default=10.0, metavar="M", help="minutes of training in total (10)")
    made.add_argument("--folder", metavar="DIR", help="the folder of the run; a stopped run is resumed (runs/GAME)")
    made.add_argument("--seats", default="", metavar="N,N,…", help="numbers of seats, the most important first (all)")
    made.add_argument("--lanes", type=positive, default=65536, metavar="N", help="matches at once (65536)")
    made.add_argument("--width", type=positive, default=512, metavar="N", help="width of the network's layers (512)")
    made.add_argument("--seed", type=seed, default=1, metavar="S", help="equal seeds start equally (1)")
    made.add_argument("--device", choices=("auto", "cpu", "cuda"), default="auto", help="where to train")
    made.add_argument("--look-every", type=float, default=30.0, metavar="S", help="seconds between evaluations (30)")
    made.add_argument("--matches", type=positive, default=8192, metavar="N", help="matches per evaluation (8192)")
    made.add_argument("--rate", type=float, default=1e-3, metavar="R", help="learning rate (0.001)")
    made.add_argument("--entropy", type=float, default=8e-3, metavar="E", help="weight of trying things out (0.008)")
    made.add_argument("--start", default="", metavar="PLAYER", help="begin with “network” or with the folder of a run")
    made.add_argument(
        "--against", default="", metavar="PLAYER", help="train a best response to “network” or to the folder of a run"
    )
    made.add_argument(
        "--workers", type=positive, default=os.cpu_count() or 1, metavar="N",
        help="processes, for a game that has its own way of training (all cores)",
    )  # fmt: skip
    add_json(made)


def run(chosen: argparse.Namespace) -> int:
    """Run the command."""
    if not 0 < chosen.minutes < 100_000:
        raise ZauberError("--minutes must be more than 0.")
    game = games.get(chosen.game)
    if game.training:
        return run_own(game, chosen)
    if importlib.util.find_spec("torch") is None:
        raise ZauberError("Training needs PyTorch: pip install 'zauber[train]'.")
    from ..learning.ppo import PpoSettings
    from ..learning.run import Run, TrainingPlan

    try:
        seats = tuple(int(part) for part in chosen.seats.split(",") if part.strip())
    except ValueError:
        raise ZauberError(f"Numbers of seats are written like 3,2,4, not “{chosen.seats}”.") from None
    if not (0 < chosen.rate < 1 and 0 <= chosen.entropy < 10):
        raise ZauberError("--rate must be between 0 and 1, and --entropy between 0 and 10.")
    plan = TrainingPlan(
        chosen.game, chosen.minutes, seats, chosen.lanes, chosen.width, chosen.seed, chosen.device,
        look_every=chosen.look_every, matches=chosen.matches, start=chosen.start, against=chosen.against,
        ppo=PpoSettings(rate=chosen.rate, entropy=chosen.entropy),
    )  # fmt: skip
    folder = Path(chosen.folder or f"runs/{chosen.game}{'-response' if chosen.against else ''}")
    out = console()

    def tell(line: dict[str, Any]) -> None:
        if not chosen.json:
            out.print(
                f"{line['seconds']:7.0f} s  {line['decisions'] / 1e6:8.1f} M decisions  {line['pace'] / 1e6:6.2f} M/s  "
                f"share of {line['seats']}: {line['share']:.3f} ± {line['within']:.3f}"
            )

    training = Run(plan, folder, tell)
    try:
        training.train()
    except KeyboardInterrupt:
        training.save()
        out.print(f"Stopped. The same command resumes from {folder}.")
        return 130
    found = training.finish()
    if chosen.json:
        shares = {number: list(share) for number, share in found.items()}
        show_json({"game": chosen.game, "folder": str(folder), "shares": shares})
    else:
        others = chosen.against or "rules of thumb"
        for number, share in found.items():
            out.print(f"{number} seats: {share} of the wins against {others} (fair: {1 / int(number):.3f})")
        out.print(f"Weights and curve are in {folder}.")
    return 0


def run_own(game: Game, chosen: argparse.Namespace) -> int:
    """Train in the game's own way, for which only the folder, the minutes, the seed and the processes matter."""
    folder = Path(chosen.folder or f"runs/{game.name}")
    out = console()
    train = game.own(game.training)
    tell = (lambda line: None) if chosen.json else out.print
    found = train(game, folder, chosen.minutes, chosen.seed, chosen.workers, tell)
    if chosen.json:
        show_json({"game": game.name, "folder": str(folder), "gains": found})
    else:
        for name, gain in found.items():
            out.print(f"{name}: {gain}")
        out.print(f"Weights and record are in {folder}.")
    return 0
