"""The compiled rules agree with the naive table, action by action, over tens of thousands of games."""

from typing import Any

import pytest

from tests.sizes import FULL, PATIENCE, size
from zauber.games.contract.editions import Edition
from zauber.games.mago_magino import GAME

from .boards import Traced, chance_of, edition, plain, ring_of, same, table_for

pytestmark = pytest.mark.no_cover  # repeats much: other tests cover these lines

GAMES = size(20_500, 1_500)

# Other boards, dice and options in turn, so that every number of an edition is exercised.
SETTINGS: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("house", {}, {}),
    ("long_board", {}, {}),
    ("short_game", {}, {}),
    ("house", {"frogs": "both"}, {}),
    ("house", {"arrow": "outside", "length": "short"}, {}),
    ("house", {"frogs": "both"}, {"forest": 1, "meadow": 4, "die": [0, 0, 0, 2, 3, 4], "children": 3}),
    ("short_game", {}, {"forest": 2, "meadow": 6, "die": [0, 0, 1, 2, 3, 4], "witch_steps": 2}),
    ("house", {}, {"forest": 4, "meadow": 8, "die": [0, 0, 2, 2, 3, 6], "children": 1, "crystals": 11}),
]


def follow(traced: Traced, played: int, ed: Edition, seats: int) -> str:
    """Drive the naive table along a trace; return the first disagreement, or ""."""
    e = ed.record
    states = plain(traced.states[: played + 1])
    table = table_for(e, seats, states[0]["starter"])
    ring = ring_of(table)
    nothing = {"throws": 0, "frog": [-1] * len(states[0]["frog"])}
    table.throw(chance_of(e, nothing, states[0]))
    legal = traced.legal[:played].tolist()
    counts = traced.counts[:played].tolist()
    actions = traced.actions[:played].tolist()
    names = GAME.notations
    for k in range(played):
        if trouble := same(ring, table, states[k]):
            return f"action {k}: {trouble}"
        expected = table.moves()
        listed = legal[k][: counts[k]]
        if sorted(listed) != listed or sorted(names[a] for a in listed) != sorted(expected):
            return f"action {k}: {[names[a] for a in listed]} against {expected}"
        if names[actions[k]] not in expected:
            return f"action {k}: {names[actions[k]]} is not legal"
        table.play(names[actions[k]], chance_of(e, states[k], states[k + 1]))
    return same(ring, table, states[played])


@pytest.mark.timeout(PATIENCE)
def test_the_compiled_rules_and_the_naive_table_agree_after_every_action() -> None:
    traced = Traced()
    actions = 0
    wins = 0
    for number in range(GAMES):
        base, options, numbers = SETTINGS[number % len(SETTINGS)]
        seats = 2 + number // len(SETTINGS) % 4
        long = FULL or number % 31 == 0  # in short runs most games are cut by the limit, some are played to the end
        ed = EDITIONS[number % len(SETTINGS), long]
        played = traced.play(ed.record, seats, 7, number, 60 if number % 3 else 0)
        actions += played
        wins += traced.states[played].phase == 4 and traced.states[played].throws < ed.record.turn_limit
        trouble = follow(traced, played, ed, seats)
        assert not trouble, f"match {number} ({seats} seats, {base} {options} {numbers}): {trouble}"
    assert actions > 25 * GAMES
    assert wins > GAMES // 60


EDITIONS = {
    (i, long): edition(base, {**options, "turn_limit": 150 if long else 24}, **numbers)
    for i, (base, options, numbers) in enumerate(SETTINGS)
    for long in (False, True)
}
