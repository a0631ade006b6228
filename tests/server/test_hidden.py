"""Nothing hidden leaves the server: every frame of a viewer is the same, byte for byte, in every world that the viewer
holds for possible. Played with every game of the house, in all numbers of seats."""

import random
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace

from tests.sizes import FULL
from zauber import games
from zauber.games.compiling.records import record_of
from zauber.games.contract.kernel import HIDDEN, NOBODY, Record
from zauber.games.game import Game
from zauber.match import fairness
from zauber.server.access.tokens import token_hash
from zauber.server.frames.sight import Scene, Sight, line
from zauber.server.protocol.encoding import encode
from zauber.server.table import entries
from zauber.server.table.look import looker
from zauber.server.table.parts import Step
from zauber.server.table.summary import summary_of
from zauber.server.table.table import Table

pytestmark = pytest.mark.no_cover  # repeats much: other tests cover these lines

MATCHES = 20 if FULL else 1  # for every game and number of seats: some hundreds in all
LOOKS = 10_000 if FULL else 25  # positions of a match at which worlds are compared
TRIES = 12  # worlds in which an action is tried out
LONGEST = 3_000  # actions of a random match

CASES = [(game.name, seats) for game in games.all_games() for seats in game.seats]


@pytest.fixture(autouse=True, scope="module")
def _compiled_looks() -> Iterator[None]:
    """As on a server that has been up for a minute. That interpreted looks are the same is seen in test_quickness."""
    lookers = [looker(game) for game in games.all_games()]
    before = [one.compiled for one in lookers]
    for one in lookers:
        one.use_compiled()
    yield
    for one, was in zip(lookers, before, strict=True):
        one.compiled = was


@dataclass
class Told:
    """Everything that a viewer would be sent about a position."""

    event: bytes
    state: bytes
    position: bytes
    line: bytes


def told(scene: Scene, step: Step | None, viewer: int) -> Told:
    """All frames of one viewer."""
    sight = Sight(scene, step)
    return Told(
        sight.event(viewer, True) + sight.event(viewer, False) if step else b"",
        encode(sight.state(viewer, True, [])),
        encode(sight.position([viewer])),
        encode(line(scene, step, viewer, True)) if step else b"",
    )


class Worlds:
    """Other worlds that fit all that a viewer knows."""

    def __init__(self, scene: Scene, dice: random.Random) -> None:
        self.scene, self.dice = scene, dice
        self.rules, self.e = scene.rules, scene.edition.record

    def other(self, truth: bytes, viewer: int) -> bytes:
        """Another position that looks the same to the viewer."""
        world = self.record(truth)
        self.rules.conceal(self.e, world, viewer)
        self.rules.sow(world, self.dice.getrandbits(60), 0)
        self.rules.imagine(self.e, world, viewer)
        return bytes(world.tobytes())

    def record(self, data: bytes) -> Record:
        return record_of(self.scene.game.rules.State, data)

    def action(self, world: bytes, step: Step, viewer: int) -> int:
        """The action that the viewer saw; one that might have been it when the viewer did not see which."""
        before = self.record(world)
        seen = self.rules.witness(self.e, self.record(step.before), step.seat, step.action, viewer)
        if seen != HIDDEN:
            return int(seen)
        options = np.zeros(self.scene.game.rules.MOST_MOVES, np.int64)
        count = self.rules.moves(self.e, before, step.seat, options)
        hidden = [
            int(action)
            for action in options[:count]
            if self.rules.witness(self.e, before, step.seat, action, viewer) == HIDDEN
        ]
        return self.dice.choice(hidden) if hidden else step.action

    def leads(self, before: bytes, seat: int, action: int, viewer: int) -> bool:
        """Whether the action leads from another world to what the viewer now knows."""
        options = np.zeros(self.scene.game.rules.MOST_MOVES, np.int64)
        if action not in options[: self.rules.moves(self.e, self.record(before), seat, options)]:
            return False
        after, now = self.record(before), self.record(self.scene.truth)
        self.rules.apply(self.e, after, seat, action)
        for one in (after, now):
            self.rules.conceal(self.e, one, viewer)
        return bool(after.tobytes() == now.tobytes())

    def compare(self, step: Step | None, viewer: int) -> None:
        """Assert that a viewer is told the same in another world."""
        other = replace(self.scene, truth=self.other(self.scene.truth, viewer))
        look = looker(other.game)
        if step is None:
            other = replace(other, look=look.look(self.e, other.truth, other.truth))
        other_step = None
        if step is not None:
            before = self.other(step.before, viewer)
            action, heard = self.action(before, step, viewer), step.notes
            for _ in range(TRIES if other.game.events else 0):  # until the same would have been seen to happen there
                if self.leads(before, step.seat, action, viewer):
                    heard = other.game.hear(self.e, before, b"", step.seat, action)
                    break
                before = self.other(step.before, viewer)
                action = self.action(before, step, viewer)
            other_step = replace(step, pinned=zlib.compress(before + other.truth), heard=heard, action=action)
            other = replace(other, look=look.look(self.e, before, other.truth, step.seat, action))
        assert told(self.scene, step, viewer) == told(other, other_step, viewer)


def new_table(game: Game, seats: int, dice: random.Random) -> Table:
    """A table where everybody sits and the match has begun."""
    edition = game.edition(dice.choice(game.editions))
    secret = fairness.secret_from_seed(dice.getrandbits(60)).hex()
    sitting = [entries.Sitting(seat, f"Player {seat}", token_hash(f"token {seat}")) for seat in range(seats)]
    table = Table("testtable", compiled=True)
    table.fold(
        1,
        entries.Created(
            game=game.name, edition=edition.name, hash=edition.hash, options=dict(edition.options), seats=seats,
            host=token_hash("host"), secret=secret, sit=sitting,
        ),
    )  # fmt: skip
    table.fold(2, entries.Began())
    return table


def random_steps(table: Table, dice: random.Random) -> Iterator[Step]:
    """Play at random, also out of turn where the game allows it; mostly sensibly, so that matches end."""
    seats = range(len(table.seats))
    while not table.match.over and table.at < LONGEST:
        seat = table.match.turn
        if dice.random() < 0.3:
            able = [other for other in seats if len(table.match.moves_of(other))]
            seat = dice.choice(able)
        action = dice.choice(table.match.moves_of(seat).actions)
        table.fold(table.n + 1, entries.Acted(s=seat, a=action))
        yield table.steps[-1]


@pytest.mark.parametrize(("name", "seats"), CASES)
@pytest.mark.slow
def test_every_frame_is_the_same_in_every_world_that_its_viewer_thinks_possible(name: str, seats: int) -> None:
    game = games.get(name)
    dice = random.Random(f"{name} {seats}")
    for _ in range(MATCHES):
        table = new_table(game, seats, dice)
        Worlds(Scene.of(table), dice).compare(None, dice.randrange(-1, seats))
        every = max(1, round(120 / LOOKS)) if not FULL else 1
        for number, step in enumerate(random_steps(table, dice)):
            if number > 400 and not FULL:
                break
            if dice.randrange(every) and not table.match.over:
                continue
            worlds = Worlds(Scene.of(table), dice)
            viewers = range(NOBODY, seats) if FULL else [dice.randrange(-1, seats)]
            for viewer in viewers:
                worlds.compare(step, viewer)


@pytest.mark.parametrize(("name", "seats"), [(game.name, game.seats[-1]) for game in games.all_games()])
def test_no_frame_holds_the_secret_a_token_or_another_seats_moves(name: str, seats: int) -> None:
    game = games.get(name)
    dice = random.Random(name)
    table = new_table(game, seats, dice)
    hidden = [bytes.fromhex(_secret_of(table)), _secret_of(table).encode()]
    hidden += [holder.token.encode() for holder in table.seats] + [table.host.encode()]
    hidden += [f"token {seat}".encode() for seat in range(seats)]
    for number, step in enumerate(random_steps(table, dice)):
        if number > 60 or table.match.over:
            break
        scene = Scene.of(table)
        for viewer in range(NOBODY, seats):
            found = told(scene, step, viewer)
            text = found.event + found.state + found.position + found.line
            assert not any(secret in text for secret in hidden)
            state: dict[str, Any] = msgspec.json.decode(found.state)
            own = list(table.match.moves_of(viewer).actions) if viewer != NOBODY else []
            assert [move["action"] for move in state["moves"]] == own
    if not table.match.over:  # then the secret is shown to all
        assert all(secret not in encode(summary_of(table)) for secret in hidden)


def _secret_of(table: Table) -> str:
    return table.match.record().secret or ""


def test_A34_who_comes_later_to_mago_magino_cannot_look_up_who_is_under_a_frog() -> None:
    """Everybody at the table sees a child turn over; neither a welcome's lines nor what a log keeps says it again."""
    game, dice, struck = games.get("mago_magino"), random.Random("frogs"), 0
    table = new_table(game, 4, dice)
    for step in random_steps(table, dice):
        if table.match.over or struck > 3:
            break
        scene = Scene.of(table)
        event: dict[str, Any] = msgspec.json.decode(Sight(scene, step).event(NOBODY, True))
        keys = [phrase["key"] for phrase in event["phrases"]]
        struck += "tell.bewitched" in keys
        late: dict[str, Any] = msgspec.json.decode(encode(line(scene, step, NOBODY, True)))
        assert late["action"] is None
        assert late["phrases"] == event["later"]
        for phrase in event["later"]:
            assert not phrase["args"].keys() & {"flips", "frog", "frogs", "space", "path", "from", "to", "steps"} or (
                phrase["key"] == "tell.magician"
            )
            assert phrase["key"] not in ("tell.moved", "tell.hopped", "tell.spun", "tell.threw", "tell.bewitched")
        assert "meadow" not in late["sentence"] or "magician" in late["sentence"]
    assert struck > 3
