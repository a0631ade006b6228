"""The declared layouts of observations are true: what each part is made from, its range, and that parts cover all.

Positions of random matches are concealed; then one field after another is changed, an item at a time, to another value
that the item takes in what the same seat knows of other positions. A part that changes must name the field; a part that
names it must change somewhere.
"""

import functools
import random
from typing import Any

import numpy as np
import pytest

from zauber import Position, games
from zauber.errors import BrokenRules
from zauber.games.contract.layout import ANY, Each, Layout, Part, undeclared
from zauber.games.game import Game

GAMES = [game.name for game in games.all_games()]
# Seats, how many decisions are played, every how many of them one is looked at, edition and options.
TABLES: dict[str, list[tuple[int, int, int, str, dict[str, Any]]]] = {
    "papageno": [(2, 400, 8, "", {}), (5, 400, 8, "", {})],
    "magi": [(4, 1600, 16, "", {}), (8, 900, 16, "", {})],
    "magic_flute": [(2, 1500, 8, "", {"sarastro": "lot"})],
    "mago_magino": [(2, 500, 10, "", {}), (5, 500, 10, "", {"length": "short"})],
    "magicians_night": [
        (2, 24, 1, "quick", {"light": "light", "turn_limit": 2}),
        (4, 36, 1, "quick", {"turn_limit": 3}),
        (3, 12, 1, "quick", {}),
    ],
}
UNTOUCHED = {"rng"}
# Values that hardly come up in random matches: they are put into every third position.
RARE = {
    "papageno": {"lone": 3},
    "magi": {"follows": 2},
    "mago_magino": {"brought": 1},
    "magicians_night": {"here": 0, "out": 1, "felt": 2, "lost": 5},
}
ENOUGH = 20  # positions in which every field is changed


@functools.cache
def concealed(name: str) -> list[tuple[Any, Any, int]]:
    """Edition, concealed record and seat, from random matches."""
    dice = random.Random(name)
    found = []
    for seats, decisions, every, edition, options in TABLES[name]:
        number = 0
        position = Position(name, seats, seed=number, edition=edition, options=options, compiled=False)
        for turn in range(decisions):
            if turn % every == 0:
                seat = dice.randrange(seats)
                found.append((position.edition.record, position.known_to(seat).record.copy(), seat))
            first = 2 if name == "magicians_night" and dice.random() < 0.5 else None  # turn-ending ones
            position.play(dice.choice(position.moves()[:first]))
            if position.over:
                found += [(position.edition.record, position.known_to(seat).record.copy(), seat) for seat in (0, 1)]
                number += 1
                position = Position(name, seats, seed=number, edition=edition, options=options, compiled=False)
    for _, record, _ in found[::3]:
        for field, value in RARE.get(name, {}).items():
            often = [dice.random() < 0.3 for _ in range(np.size(record[field]))]
            record[field] = np.where(np.reshape(often, np.shape(record[field])), value, record[field])
    return found


def observed(game: Game, edition: Any, record: Any, seat: int) -> Any:
    out = np.zeros(game.observation_size, np.float32)
    game.interpreted.observe(edition, record, seat, out)
    return out


def changed(game: Game, before: Any, after: Any) -> set[str]:
    """The parts in which two observations differ."""
    differing = before != after
    if not differing.any():
        return set()
    return {name for name in game.layout.parts if differing[game.layout.places(name)].any()}


@pytest.mark.parametrize("name", GAMES)
def test_parts_cover_the_observation_without_gap_or_overlap(name: str) -> None:
    game = games.get(name)
    places = np.concatenate([game.layout.places(part).ravel() for part in game.layout.parts])
    assert sorted(places.tolist()) == list(range(game.observation_size))
    assert all(part.meaning and part.least < part.most for part in game.layout.parts.values())


@pytest.mark.no_cover  # repeats much: other tests cover these lines
@pytest.mark.parametrize("name", GAMES)
def test_numbers_stay_in_the_declared_ranges(name: str) -> None:
    game = games.get(name)
    low, high = game.layout.bounds(1000.0)
    for edition, record, seat in concealed(name):
        seen = observed(game, edition, record, seat)
        outside = np.flatnonzero((seen < low) | (seen > high))
        parts = [part for part in game.layout.parts if np.isin(outside, game.layout.places(part)).any()]
        assert not len(outside), parts


@pytest.mark.no_cover  # repeats much: other tests cover these lines
@pytest.mark.parametrize("name", GAMES)
def test_parts_depend_on_the_fields_that_they_name_and_on_no_others(name: str) -> None:
    game, dice = games.get(name), random.Random(1)
    samples = concealed(name)
    declared = {(part.name, field) for part in game.layout.parts.values() for field in part.fields}
    seen: set[tuple[str, str]] = set()
    for field in game.rules.State.names:
        wanted = {pair for pair in declared if pair[1] == field}
        if field in UNTOUCHED:
            continue
        values = {seat: taken(samples, field, seat) for seat in {seat for *_, seat in samples}}
        for tried, (edition, record, seat) in enumerate(dice.sample(samples, len(samples))):
            if tried >= ENOUGH and wanted <= seen:
                break
            before = observed(game, edition, record, seat)
            for _ in range(6 if wanted and np.ndim(record[field]) else 1):
                other = record.copy()
                change(other, field, values[seat], dice)
                seen |= {(part, field) for part in changed(game, before, observed(game, edition, other, seat))}
    assert sorted(seen - declared) == [], "parts that depend on fields which they do not name"
    assert sorted(declared - seen) == [], "parts that name fields which do not matter to them"


def taken(samples: list[tuple[Any, Any, int]], field: str, seat: int) -> Any:
    """The values of a field in all that a seat knows: a row for each position."""
    return np.array([record[field] for _, record, viewer in samples if viewer == seat])


def change(record: Any, field: str, values: Any, dice: random.Random) -> None:
    """Give one item of a field another of the values that it takes, if it takes several."""
    if values.ndim == 1:
        if choices := sorted({*values.tolist()} - {record[field].item()}):
            record[field] = dice.choice(choices)
        return
    varied = np.argwhere((values != values[0]).any(axis=0))
    if len(varied):
        place = tuple(dice.choice(varied.tolist()))
        if choices := sorted({*values[:, *place].tolist()} - {record[field][place].item()}):
            record[field][place] = dice.choice(choices)


@pytest.mark.no_cover  # repeats much: other tests cover these lines
@pytest.mark.parametrize("name", GAMES)
def test_parts_depend_on_the_numbers_of_the_edition_that_they_name(name: str) -> None:
    game = games.get(name)
    samples = concealed(name)[::3]
    declared = {(part.name, field) for part in game.layout.parts.values() for field in part.edition}
    seen: set[tuple[str, str]] = set()
    for field in game.rules.Edition.names:
        for edition, record, seat in samples:
            other = edition.copy()
            now = edition[field]
            other[field] = np.where(np.asarray(now) > 0, np.asarray(now) - 1, np.asarray(now) + 1)
            if field in ("steps", "plate", "target", "crystals", "crystals_to_win", "rounds_to_win"):
                other[field] = now + 1  # they divide
            before, after = (observed(game, e, record, seat) for e in (edition, other))
            seen |= {(part, field) for part in changed(game, before, after)}
    assert seen == declared


def test_a_layout_is_a_tree_of_parts() -> None:
    places = Each("place", 3, "places", Part("b", (2,), "b", 0, ANY, ()))
    layout = Layout(
        Each("seat", 2, "seats", Part("a", (), "a", 0, 1, ()), places),
        Part("c", (2, 2), "c", -1, 1, ("turn",)),
    )  # fmt: skip
    assert (layout.size, layout.at("b"), layout.step("seat"), layout.step("place")) == (18, 1, 7, 2)
    parts = layout.split(np.arange(36).reshape(2, 18))
    assert parts["a"].tolist() == [[0, 7], [18, 25]]
    assert parts["b"].shape == (2, 2, 3, 2)
    assert parts["b"][0, 1].tolist() == [[8, 9], [10, 11], [12, 13]]
    assert parts["c"][1].tolist() == [[32, 33], [34, 35]]
    low, high = layout.bounds(100)
    assert (low.min(), high.max(), high[0]) == (-1, 100, 1)
    assert [(row.what.name, row.depth, row.first) for row in layout.rows()] == [
        ("seat", 0, 0), ("a", 1, 0), ("place", 1, 1), ("b", 2, 0), ("c", 0, 14),
    ]  # fmt: skip
    assert undeclared(5).size == 5


def test_a_layout_that_does_not_fit_is_refused_in_a_sentence() -> None:
    part = Part("a", (2,), "a", 0, 1, ("turn",), ("steps",))
    with pytest.raises(BrokenRules, match="two parts called a"):
        Layout(part, part)
    layout = Layout(part)
    layout.check("here", 2, {"turn": 0}, {"steps": 0})
    for size, state, edition, said in (
        (3, {"turn": 0}, {"steps": 0}, "hold 2 numbers, but OBSERVATION is 3"),
        (2, {}, {"steps": 0}, "State has no such field"),
        (2, {"turn": 0}, {}, "Edition has no such field"),
    ):
        with pytest.raises(BrokenRules, match=said):
            layout.check("here", size, state, edition)
