"""How a match ends: by a landing, by players who are out, by a draw."""

from typing import Any

import pytest

from zauber.games.contract.kernel import NOBODY
from zauber.games.magicians_night import physics
from zauber.games.magicians_night.table import CAULDRON

from .night import BIGS, FIRE, GAME, LEFT, MOON, RIGHT, SMALL, SUN, Night, edition_with

SUN_CAULDRON, MOON_CAULDRON, LIGHTNING_CAULDRON, STAR_CAULDRON = (CAULDRON + 4 + k for k in range(4))


def empty(seats: int = 2, **options: Any) -> Night:
    return Night(seats, **options).clear().spare_cauldrons()


def shares(night: Night) -> list[float]:
    import numpy as np

    out = np.zeros(4, np.float32)
    night.f.outcome(night.e, night.s, out)
    return [float(x) for x in out[: int(night.s.seats)]]


def pushing_in(night: Night, cauldron: int) -> Night:
    """The sun magician is about to push that cauldron into the open ring from the right."""
    return night.put(cauldron, 12, 0).put(SUN, 48, 0).do("go on")


def test_R2_R25_R26_an_own_cauldron_in_the_ring_wins_at_once() -> None:
    night = pushing_in(empty(), SUN_CAULDRON).push(LEFT, 9)
    assert night.s.turn == NOBODY
    assert shares(night) == [1, 0]
    assert night.seen(0)["landed"] == SUN_CAULDRON
    assert night.moves(0) == night.moves(1) == []
    assert GAME.words.ending(night.e, night.s).key == "end.landed"


def test_R26_the_owner_wins_whoever_pushed() -> None:
    night = pushing_in(empty(), MOON_CAULDRON).push(LEFT, 9)
    assert shares(night) == [0, 1]
    assert GAME.words.ending(night.e, night.s).key == "end.helped"


def test_R25_A5_A39_it_lands_as_soon_as_the_rim_no_longer_carries_it() -> None:
    night = pushing_in(empty(), SUN_CAULDRON).push(LEFT, 9)
    assert 5.25 < night.at(SUN_CAULDRON)[0] <= 5.386  # √(15² − 14²), not a step later
    assert night.at(SUN)[0] == pytest.approx(night.at(SUN_CAULDRON)[0] + 36, abs=0.03)


def test_A5_a_cauldron_that_passes_the_middle_too_far_away_does_not_land() -> None:
    night = empty().put(SUN_CAULDRON, 12, 5.5).put(SUN, 48, 5.5).do("go on").push(LEFT, 9)
    assert night.s.turn == 0
    assert night.at(SUN_CAULDRON)[0] < -10


def test_A6_other_pieces_slide_over_the_ring() -> None:
    night = empty().put(SMALL[0], 12, 0).put(SUN, 51, 0).do("go on").push(LEFT, 9)
    assert night.s.turn == 0
    assert night.at(SMALL[0])[0] == pytest.approx(-15, abs=0.03)


def test_R3_A7_while_the_fire_covers_the_middle_no_cauldron_lands() -> None:
    night = empty().put(FIRE, 0, 0).put(SUN_CAULDRON, 55, 0).put(SUN, 92, 0).do("go on").push(LEFT, 16)
    assert night.s.turn == 0
    assert night.at(FIRE)[0] == pytest.approx(night.at(SUN_CAULDRON)[0] - 54, abs=0.03)
    night.push(LEFT, 1)
    assert night.s.turn == NOBODY  # with the fire 48.6 mm away, still over a part of the ring
    assert -49 < night.at(FIRE)[0] < -48.5


def test_R27_with_the_light_on_the_same_pushes_do_the_same() -> None:
    dark, light = Night(3), Night(3, light="light")
    for night in (dark, light):
        night.do("enter 10").push(33, 12).do("stop") if night.s.turn == 0 else None
    assert dark.s.tobytes() == light.s.tobytes()
    assert len(light.seen(0)["pieces"]) > len(dark.seen(0)["pieces"])


def test_R28_A28_an_unowned_cauldron_is_taken_off_and_the_next_player_goes_on() -> None:
    night = pushing_in(empty(), LIGHTNING_CAULDRON).push(LEFT, 9)
    assert night.on(LIGHTNING_CAULDRON) == [False]
    assert night.s.turn == 1
    assert night.s.taken == 1
    assert night.heard == 0
    night.do("stop").put(SUN_CAULDRON, 6, 0).do("go on").push(LEFT, 3)  # A28: the ring is open again
    assert shares(night) == [1, 0]


def test_A15_a_landing_counts_before_a_clack_in_the_same_instant() -> None:
    night, chain = landing_and_clack(SUN_CAULDRON)
    night.push(LEFT)
    assert shares(night) == [1, 0]
    assert night.on(chain[-1]) == [False]
    assert night.heard == 1


def test_A41_an_unowned_landing_and_a_clack_are_one_end_of_turn() -> None:
    night, chain = landing_and_clack(LIGHTNING_CAULDRON)
    night.push(LEFT)
    assert night.on(LIGHTNING_CAULDRON, chain[-1]) == [False, False]
    assert night.s.taken == 1
    assert night.heard == 1
    assert night.s.turns == 1
    assert night.s.turn == 1


def landing_and_clack(cauldron: int) -> tuple[Night, list[int]]:
    """A cauldron just before the ring, and a row of pieces from it to the edge, so that one step does both."""
    night = Night(edition=edition_with(plate=339.3)).clear().spare_cauldrons()
    night.put(cauldron, 5.4, 0).put(SUN, 41.4, 0)
    x = 5.4 - 14
    chain = [SMALL[0], SMALL[1], SMALL[2], BIGS[0], STAR_CAULDRON]
    for piece, size in zip(chain, (17, 17, 17, 22.5, 14), strict=True):
        night.put(piece, x - size, 0)
        x -= 2 * size
    return night.do("go on"), chain


def test_A17_of_two_cauldrons_in_the_ring_the_nearer_one_lands() -> None:
    night = Night(edition=edition_with(cauldron=16)).clear()
    night.put(SUN, 100, 0).put(SUN_CAULDRON, 9.0, 0).put(MOON_CAULDRON, -7.5, 0)
    night.s.landed = -1
    for piece in (SUN, SUN_CAULDRON, MOON_CAULDRON):
        physics.add_mover(night.s, piece)
    physics.take_events(night.e, night.s)
    assert night.s.landed == MOON_CAULDRON


def test_A25_the_last_player_left_wins_at_once() -> None:
    night = Night().clear().put(CAULDRON, 0, 150).put(MOON_CAULDRON, 165, 0).put(SUN, 125, 0)
    night.do("go on").push(RIGHT, 4)
    assert night.s.turn == NOBODY
    assert shares(night) == [1, 0]
    assert GAME.words.ending(night.e, night.s).key == "end.last"


def test_A26_when_all_fall_out_together_nobody_wins() -> None:
    m = 133.0
    night = Night().clear().put(SUN, m, 0)
    for cauldron, side in ((SUN_CAULDRON, 1), (MOON_CAULDRON, -1)):
        night.put(cauldron, m + 36 * 0.9, side * 36 * 0.43589)
    night.do("go on").push(RIGHT, 3)
    assert night.s.turn == NOBODY
    assert shares(night) == [0, 0]
    assert GAME.words.ending(night.e, night.s).key == "end.all_out"


def test_A27_unowned_cauldrons_put_nobody_out() -> None:
    night = Night().clear().put(CAULDRON, 0, 150).put(CAULDRON + 1, 0, -150)
    night.put(LIGHTNING_CAULDRON, 165, 0).put(SUN, 125, 0).do("go on").push(RIGHT, 4)
    assert night.heard == 1
    assert list(night.s.out[:2]) == [0, 0]
    assert night.s.turn == 1


def passing(night: Night, turns: int) -> Night:
    for _ in range(turns):
        night.do("stop")
    return night


def test_A34_after_three_rounds_of_passing_a_draw_is_offered_and_needs_everybody() -> None:
    night = passing(empty(3), 8)
    assert night.s.phase != GAME.rules.OFFER
    passing(night, 1)
    assert night.moves() == ["agree", "play on"]
    night.do("agree", "agree")
    assert night.s.turn == 2
    night.do("agree")
    assert night.s.turn == NOBODY
    assert shares(night) == [0, 0, 0]
    assert GAME.words.ending(night.e, night.s).key == "end.agreed"


def test_A34_refused_it_is_offered_again_after_three_more_rounds() -> None:
    night = passing(empty(2), 6).do("agree", "play on")
    assert night.s.phase == GAME.rules.BEGIN
    assert night.s.turn == 0
    passing(night, 5)
    assert night.s.phase != GAME.rules.OFFER
    passing(night, 1)
    assert night.s.phase == GAME.rules.OFFER


def test_A34_ten_rounds_without_a_fall_offer_a_draw_too() -> None:
    night = empty().put(SUN, 0, 0).put(MOON, 60, 60)
    for turn in range(20):
        assert night.s.phase == GAME.rules.BEGIN
        night.do("go on").push(RIGHT if turn % 4 < 2 else LEFT).do("stop")
    assert night.s.phase == GAME.rules.OFFER


def test_A34_programs_end_in_a_draw_at_the_turn_limit() -> None:
    night = passing(Night(turn_limit=5), 5)
    assert night.s.turn == NOBODY
    assert shares(night) == [0, 0]
    assert GAME.words.ending(night.e, night.s).key == "end.limit"
    assert night.f.bound(night.e, 2) > 0
