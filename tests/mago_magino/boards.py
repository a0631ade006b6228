"""What the tests of Mago Magino share: editions with other numbers, traces of compiled games, positions by hand."""

import functools
import tomllib
from importlib import resources
from typing import Any

import numpy as np

from zauber.games.compiling.link import compiled
from zauber.games.contract.editions import Edition, edition_from
from zauber.games.contract.kernel import HIDDEN, Array, Record, advise, apply, below, conceal, moves, setup, sow
from zauber.games.mago_magino import GAME
from zauber.games.mago_magino.board import NOWHERE, State
from zauber.games.mago_magino.rules import MOST_MOVES

from .naive import HIDING, HOUSE, Chance, Place, Table


def edition(base: str = "house", options: dict[str, Any] | None = None, **numbers: Any) -> Edition:
    """A shipped edition with some numbers changed."""
    table = tomllib.loads(resources.files(GAME.package).joinpath(f"editions/{base}.toml").read_text("utf-8"))
    for key, value in numbers.items():
        table["numbers"][key] = {"value": value, "source": "the tests"}
    if ("meadow" in numbers or "forest" in numbers) and "sectors" not in numbers:
        spaces = table["numbers"]["forest"]["value"] + table["numbers"]["meadow"]["value"] + 2
        table["numbers"]["sectors"]["value"] = [1] * spaces
    return edition_from(GAME, table, "the tests", options or {})


def place(e: Record, space: int) -> Place:
    """A space of the record as the naive table calls it."""
    if space == 0:
        return HOUSE
    if space <= e.forest:
        return ("forest", space)
    return HIDING if space == e.forest + 1 else ("meadow", space - int(e.forest) - 1)


# Traces ----------------------------------------------------------------------------------------------------------


def trace(
    e: Record,
    states: Array,
    seats: int,
    seed: int,
    number: int,
    legal: Array,
    counts: Array,
    actions: Array,
    eager: int,
) -> int:
    """Play one match; note every position, its legal moves and the action taken; return the number of actions.

    `eager` of 100 actions are those of the rule of thumb, the others are random. The last state is scratch.
    """
    last = len(states) - 1
    s = states[0]
    sow(s, seed, number)
    setup(e, s, seats)
    for k in range(last - 1):
        s = states[k]
        if s.turn < 0:
            return k
        counts[k] = moves(e, s, s.turn, legal[k])
        states[k + 1] = states[k]
        s = states[k + 1]
        choice = legal[k][below(s, counts[k])]
        if below(s, 100) < eager:
            states[last] = states[k]
            thinking = states[last]
            conceal(e, thinking, thinking.turn)
            sow(thinking, seed, number * 1000 + k)
            choice = advise(e, thinking, thinking.turn, legal[k], counts[k])
        actions[k] = choice
        apply(e, s, s.turn, choice)
    return last - 1


@functools.cache
def compiled_trace() -> Any:
    return GAME.linker(compiled)(trace)


class Traced:
    """Buffers for traces of games that are not longer than `most` actions."""

    def __init__(self, most: int = 400) -> None:
        self.states = np.zeros(most + 2, State)
        self.legal = np.zeros((most + 1, MOST_MOVES), np.int32)
        self.counts = np.zeros(most + 1, np.int32)
        self.actions = np.zeros(most + 1, np.int32)

    def play(self, e: Record, seats: int, seed: int, number: int, eager: int) -> int:
        """Trace one match; return how many actions it had."""
        self.states[0] = np.zeros(1, State)[0]
        return int(compiled_trace()(e, self.states, seats, seed, number, self.legal, self.counts, self.actions, eager))


# The naive table beside the record -------------------------------------------------------------------------------


def table_for(e: Record, seats: int, starter: int) -> Table:
    """A naive table for the same edition."""
    return Table(
        seats,
        starter,
        forest=int(e.forest),
        meadow=int(e.meadow),
        children=int(e.children),
        crystals=int(e.crystals),
        to_win=int(e.crystals_to_win_short if e.length else e.crystals_to_win),
        witch_steps=int(e.witch_steps),
        frogs_both_ways=bool(e.frogs),
        limit=int(e.turn_limit),
    )


def chance_of(e: Record, before: dict[str, Any], after: dict[str, Any]) -> Chance:
    """What chance brought between two positions (as `plain` gives them)."""
    if after["throws"] == before["throws"]:
        return Chance()
    face = 0 if after["witch"] else after["points"]
    if face:
        return Chance(face)
    made = {
        (after["whose"][t], after["which"][t] + 1): t + 1
        for t, space in enumerate(after["frog"])
        if space != NOWHERE and before["frog"][t] == NOWHERE
    }
    return Chance(0, place(e, after["arrow"]), made)


FIELDS = [name for name in State.names or () if name not in ("rng", "circle", "widest", "hopped")]


def plain(states: Array) -> list[dict[str, Any]]:
    """Records as plain numbers and lists, made column by column, which is quick."""
    columns = [states[name].tolist() for name in FIELDS]
    return [dict(zip(FIELDS, row, strict=True)) for row in zip(*columns, strict=True)]


def same(ring: dict[Place, int], table: Table, s: dict[str, Any]) -> str:
    """What the naive table and the record do not agree upon; "" when they agree."""
    turn = HIDDEN if table.player is None else table.player
    if s["turn"] != turn or s["throws"] != table.throws:
        return "turn"
    if table.player is not None:
        if s["points"] != table.points or s["phase"] != ("", "move", "pick up", "again").index(table.asks):
            return "phase"
        if s["arrow"] != (NOWHERE if table.arrow is None else ring[table.arrow]):
            return "arrow"
    if s["magician"] != ring[table.magician] or s["brought"][: table.players] != table.brought:
        return "magician or crystals brought"
    if s["loose"][: len(ring)] != list(table.crystals.values()):
        return "crystals"
    return _same_pieces(ring, table, s)


def _same_pieces(ring: dict[Place, int], table: Table, s: dict[str, Any]) -> str:
    frogs = 0
    for piece in table.pieces:
        i = piece.number - 1
        space = ring[piece.place]
        frog = piece.side == "frog"
        if s["child"][piece.player][i] != (-1 if frog else space) or s["carries"][piece.player][i] != piece.crystal:
            return f"piece {piece}"
        if frog:
            frogs += 1
            token = piece.frog_number - 1
            if (s["frog"][token], s["whose"][token], s["which"][token]) != (space, piece.player, i):
                return f"frog {piece}"
    return "" if s["frogs"] == frogs else "frogs"


def ring_of(table: Table) -> dict[Place, int]:
    return {at: i for i, at in enumerate(table.ring)}
