"""What is seen, heard and felt in the dark."""

from typing import Any

import numpy as np
import pytest

from zauber.games.contract.kernel import NOBODY
from zauber.games.contract.phrases import say
from zauber.games.magicians_night.table import CAULDRON, MAGICIAN, TREE

from .night import BIGS, FIRE, GAME, LEFT, RIGHT, SMALL, SUN, TREES, Night


def empty(seats: int = 2, **options: Any) -> Night:
    return Night(seats, **options).clear().spare_cauldrons()


def test_A31_hats_cauldrons_and_fire_are_seen_but_no_tree_or_disc() -> None:
    night = Night(2).do("enter 0").push(LEFT, 4)
    for viewer in (0, 1, NOBODY):
        view = night.seen(viewer)
        assert {piece["kind"] for piece in view["pieces"]} <= {"fire", "cauldron", "magician"}
        assert any(piece["kind"] == "magician" for piece in view["pieces"])
        assert not view["light"]


def test_A31_two_worlds_that_differ_in_the_dark_are_one_record() -> None:
    one, other = Night().do("enter 0"), Night().do("enter 0")
    other.s.x[TREES[3]] += 0.1
    for viewer in (0, 1, NOBODY):
        records = []
        for night in (one, other):
            record = night.s.copy()
            night.f.conceal(night.e, record, viewer)
            records.append(record.tobytes())
        assert records[0] == records[1]


def test_A31_the_ring_is_seen_where_nothing_covers_it() -> None:
    assert Night().seen(0)["covered"]
    assert not empty().seen(0)["covered"]
    assert empty().put(FIRE, 50, 0).seen(0)["covered"]  # in part


def test_A32_in_the_dark_only_the_sound_is_told() -> None:
    for viewer in (0, 1, NOBODY):
        night = empty().put(SUN, 130, 0).put(SMALL[0], 169.5, 0).do("go on")
        said = night.told("push 0", viewer)
        clack = next(phrase for phrase in said if phrase.key == "tell.clack")
        assert dict(clack.args) == {"who": 0, "n": 1}
        assert not any(phrase.key == "tell.fell" for phrase in said)


def test_R27_A32_with_the_light_on_it_is_shown_what_fell() -> None:
    night = empty(light="light").put(SUN, 130, 0).put(SMALL[0], 169.5, 0).do("go on")
    said = night.told("push 0", 1)
    fell = next(phrase for phrase in said if phrase.key == "tell.fell")
    assert fell.args["what"] == ["@piece.small"]
    assert "a small disc" in say(GAME.catalogue, fell)


def test_A43_that_somebody_is_out_is_told_in_the_dark_but_not_what_fell() -> None:
    night = empty(3).put(CAULDRON + 1, 169.5, 0).put(SUN, 133, 0).do("go on")
    said = night.told("push 0", 2)
    assert any(phrase.key == "tell.out" and phrase.args["who"] == 1 for phrase in said)
    clack = next(phrase for phrase in said if phrase.key == "tell.clack")
    assert dict(clack.args) == {"who": 0, "n": 1}
    assert night.seen(2)["out"] == [False, True, False]


def test_R27_when_somebody_has_won_the_light_goes_on() -> None:
    night = Night().clear().put(CAULDRON, 6, 0).put(SUN, 44, 0).put(TREES[0], 100, 100).do("go on").push(LEFT, 3)
    assert night.s.turn == NOBODY
    assert night.seen(1)["light"]
    assert any(piece["kind"] == "tree" for piece in night.seen(1)["pieces"])


@pytest.mark.parametrize(
    ("pieces", "level"), [([], 0), ([SMALL[0]], 1), ([BIGS[0]], 2), ([BIGS[0], TREES[0], SMALL[0]], 3)]
)
def test_A45_the_hand_feels_how_much_it_shifts(pieces: list[int], level: int) -> None:
    night = empty().put(SUN, -100, 0)
    x = -78.0
    for piece in pieces:
        size = 22.5 if piece in BIGS else 22.0 if piece in TREES else 17.0
        night.put(piece, x + size, 0)
        x += 2 * size
    night.do("go on").push(RIGHT)
    assert night.seen(0)["felt"] == level


def test_A45_only_the_player_on_turn_feels_it() -> None:
    night = empty().put(SUN, -100, 0).put(BIGS[0], -55.5, 0).do("go on").push(RIGHT)
    assert night.seen(0)["felt"] == 2
    assert night.seen(1)["felt"] is None
    hidden = night.s.copy()
    night.f.conceal(night.e, hidden, 1)
    assert hidden.felt == 0
    said = empty().put(SUN, -100, 0).put(BIGS[0], -55.5, 0).do("go on").told("push 0", 1)
    assert said[0].key == "tell.push"
    assert "felt" not in said[0].args


def test_A46_everybody_hears_how_many_have_fallen() -> None:
    m = 135.09
    night = empty().put(SUN, m, 0).put(SMALL[0], m + 33.775, 19.5).put(SMALL[1], m + 33.775, -19.5)
    night.do("go on")
    before = night.seen(1)
    said = night.told("push 0", 1)
    assert next(phrase for phrase in said if phrase.key == "tell.clack").args["n"] == 2
    after = night.seen(1)
    assert after["clacks"] - before["clacks"] == after["lost"] - before["lost"] == 2


def imagined(night: Night, viewer: int, seed: int) -> Night:
    world = Night(int(night.s.seats), night.edition)
    world.s = night.s.copy()
    world.f.conceal(world.e, world.s, viewer)
    world.f.sow(world.s, seed, 0)
    world.f.imagine(world.e, world.s, viewer)
    return world


def after_turns(seats: int, turns: int, seed: int) -> Night:
    """A position after some turns by rule of thumb."""
    night = Night(seats)
    options = np.zeros(GAME.rules.MOST_MOVES, np.int32)
    step = 0
    while night.s.turns < turns and night.s.turn != NOBODY:
        seat = int(night.s.turn)
        n = night.f.moves(night.e, night.s, seat, options)
        known = night.s.copy()
        night.f.conceal(night.e, known, seat)
        night.f.sow(known, seed, step)
        night.f.apply(night.e, night.s, seat, int(night.f.advise(night.e, known, seat, options, n)))
        step += 1
    return night


@pytest.mark.parametrize("turns", [0, 3, 8, 12])
def test_A31_A46_imagined_worlds_fit_what_is_seen_and_heard(turns: int) -> None:
    night = after_turns(3, turns, 5)
    for seed in range(5):
        world = imagined(night, 1, seed)
        assert world.fault() == 0  # nothing overlaps, nothing is beyond the edge, as many are lost as were heard
        for piece in [*range(TREE), *range(MAGICIAN, MAGICIAN + 4)]:
            assert world.at(piece) == night.at(piece)
            assert world.on(piece) == night.on(piece)


def test_A31_imagined_worlds_start_from_the_set_up() -> None:
    """Before anything has moved, a seat knows where everything is."""
    night = Night()
    world = imagined(night, 0, 3)
    assert np.abs(world.s.x - night.s.x).max() < 0.01


def test_A31_A46_imagined_worlds_remember_the_ways_of_the_hats() -> None:
    """After some turns half of the unseen pieces are thought within two millimetres, far nearer than at the set-up."""
    night = after_turns(2, 5, 11)
    world = imagined(night, 0, 3)
    both = (world.s.here[TREE:MAGICIAN] > 0) & (night.s.here[TREE:MAGICIAN] > 0)
    off = np.hypot(world.s.x - night.s.x, world.s.y - night.s.y)[TREE:MAGICIAN][both]
    home = Night().s
    moved = np.hypot(home.x - night.s.x, home.y - night.s.y)[TREE:MAGICIAN][both]
    assert np.median(off) < 2
    assert off.mean() < 0.2 * moved.mean()
