"""Our game beside the naive one: matches recorded at full speed, then played again by the naive game."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from tests.papageno import naive
from zauber.games.compiling.link import compiled
from zauber.games.contract.editions import Edition
from zauber.games.contract.kernel import HIDDEN, Array, Record, apply, below, moves, setup, sow
from zauber.games.papageno import GAME, rules
from zauber.games.papageno.cards import CAPTURE, EGG, FLUTE, LIGHTEST
from zauber.games.papageno.position import CHOOSE_EGG, OVER, PLACE_DRAWN, REVEAL

NAMES = {CAPTURE: "C", FLUTE: "F", EGG: "E", HIDDEN: "."}
NAMES |= {kind: str(kind + LIGHTEST) for kind in range(CAPTURE)}
STEPS = ("reveal", "take", "drawn", "taken", "swap", "eggs", "over")


def record_match(
    e: Record,
    states: Array,
    seats: int,
    seed: int,
    number: int,
    patience: int,
    options: Array,
    kept: Array,
    actors: Array,
    actions: Array,
    counts: Array,
) -> int:
    """Play one match at random, any seat acting that may; keep every position.

    `patience` (0 to 100) is how often a drawn card is thrown away, so that piles run out.
    """
    s = states[0]
    states[0] = states[1]
    sow(s, seed, number)
    setup(e, s, seats)
    kept[0] = states[0]
    steps = 0
    while s.turn >= 0 and steps + 1 < len(kept):
        seat = below(s, seats)
        n = moves(e, s, seat, options)
        while n == 0:
            seat = (seat + 1) % seats
            n = moves(e, s, seat, options)
        action = options[below(s, n)]
        if s.phase == PLACE_DRAWN and below(s, 100) < patience:
            action = options[n - 1]
        apply(e, s, seat, action)
        actors[steps] = seat
        actions[steps] = action
        counts[steps] = n
        steps += 1
        kept[steps] = states[0]
    return steps


class Step(NamedTuple):
    """One decision: the positions before and after, as plain numbers."""

    seat: int
    action: int
    options: int
    before: dict[str, Any]
    after: dict[str, Any]


FIELDS = [
    *("area", "shown", "score", "wins", "starter", "active", "phase", "rounds", "turns", "top", "discarded"),
    *("pile_left", "discards", "held"),
]


class Recorder:
    """Plays matches of an edition and gives their decisions."""

    def __init__(self, edition: Edition, seats: int, most: int = 20_000) -> None:
        self.edition = edition
        self.seats = seats
        self.run = GAME.linker(compiled)(record_match)
        self.states = np.zeros(2, rules.State)
        self.options = np.zeros(rules.MOST_MOVES, "i4")
        self.kept = np.zeros(most, rules.State)
        self.numbers = np.zeros((3, most), "i4")

    def match(self, seed: int, number: int, patience: int) -> list[Step]:
        record = self.edition.record
        n = self.run(record, self.states, self.seats, seed, number, patience, self.options, self.kept, *self.numbers)
        seen = self.kept[: n + 1]
        columns = [seen[name].tolist() for name in FIELDS]
        positions = [dict(zip(FIELDS, values, strict=True)) for values in zip(*columns, strict=True)]
        seats, actions, counts = self.numbers[:, :n].tolist()
        return [
            Step(*row)
            for row in zip(seats, actions, counts, positions, positions[1:], strict=False)
        ]  # fmt: skip


def naive_pack(edition: Edition) -> naive.Pack:
    values = edition.values
    assert values["capture_counts"] == values["flute_counts"]
    return naive.Pack(
        birds={i + LIGHTEST: n for i, n in enumerate(values["bird_copies"])},
        captures=values["capture_copies"],
        flutes=values["flute_copies"],
        eggs=values["egg_copies"],
        special_counts=values["capture_counts"],
        rounds_to_win=values["rounds_to_win"],
        reshuffle=str(edition.options["reshuffle"]),
        egg_choice=str(edition.options["egg_choice"]),
        turn_limit=int(edition.options["turn_limit"]),
    )


def chance_of(step: Step, seats: int) -> Iterator[str]:
    """The cards that chance brought in this step, in the order in which they were turned."""
    before, after = step.before, step.after
    counted = after["rounds"] != before["rounds"] or after["phase"] == OVER
    wires = after["shown"] if counted else after["area"]
    move = GAME.notation(step.action)
    turned = [[False] * 6 for _ in range(seats)]
    if before["phase"] == REVEAL:
        if after["phase"] != REVEAL:
            for i in range(seats):
                wire = after["area"][(after["starter"] + i) % seats]
                (kind,) = (kind for kind in wire if kind != HIDDEN)
                yield NAMES[kind]
            yield NAMES[after["top"]]
        return
    if move == "draw":
        yield NAMES[after["held"]]
    if move.startswith("place"):
        place = int(move.split()[1]) - 1
        reached = seats if wires[step.seat][place] == FLUTE and before["held"] == FLUTE else 1
        for i in range(reached):
            seat, following = (step.seat + i) % seats, (step.seat + i + 1) % seats
            turned[seat][place] = True
            if before["area"][seat][place] == HIDDEN:
                yield NAMES[after["discarded"] if i == reached - 1 else wires[following][place]]
    if all(kind != HIDDEN for kind in wires[0]) and (counted or after["phase"] == CHOOSE_EGG):
        for i in range(seats):
            seat = (before["active"] + i) % seats
            for place in range(6):
                if before["area"][seat][place] == HIDDEN and not turned[seat][place]:
                    yield NAMES[wires[seat][place]]
