"""A turn: coming in, pushing, stopping, falling."""

import math
from typing import Any

import pytest

from zauber.errors import IllegalMove
from zauber.games.magicians_night.table import CAULDRON, MAGICIAN, PIECES

from .night import (
    BIGS,
    DOWN,
    FIRE,
    GAME,
    LEFT,
    MOON,
    RIGHT,
    SMALL,
    SUN,
    SUN_CAULDRONS,
    TREES,
    UP,
    Night,
    edition_with,
)


def empty(seats: int = 2, **options: Any) -> Night:
    return Night(seats, **options).clear().spare_cauldrons()


def test_R11_R18_turns_go_clockwise() -> None:
    night = empty(3)
    order = []
    for _ in range(6):
        order.append(int(night.s.turn))
        night.do("stop")
    assert order == [0, 1, 2, 0, 1, 2]


@pytest.mark.no_cover
@pytest.mark.parametrize("heading", range(0, 64, 3))
def test_R12_A14_any_piece_is_shifted_in_any_direction(heading: int) -> None:
    angle = math.radians(heading * 360 / 64)
    for piece in (FIRE, SUN_CAULDRONS[1], TREES[0], SMALL[0], BIGS[0]):
        night = empty()
        away = 22 + {FIRE: 40, SUN_CAULDRONS[1]: 14, TREES[0]: 22, SMALL[0]: 17, BIGS[0]: 22.5}[piece]
        night.put(piece, away * math.cos(angle) + 30, away * math.sin(angle)).put(SUN, 30, 0)
        before = night.at(piece)
        night.do("go on").push(heading)
        moved = (night.at(piece)[0] - before[0], night.at(piece)[1] - before[1])
        assert moved == pytest.approx((3 * math.cos(angle), 3 * math.sin(angle)), abs=0.02)


def test_A14_the_direction_may_change_with_every_stroke() -> None:
    night = empty().put(SUN, 0, 0).do("go on").push(RIGHT, 2).push(UP, 3).push(LEFT).push(DOWN, 4)
    assert night.at(SUN) == pytest.approx((3, -3))


@pytest.mark.parametrize("point", [0, 1, 47, 96, 191])
def test_R13_A8_a_magician_comes_in_at_any_point_of_the_edge(point: int) -> None:
    night = empty().do(f"enter {point}")
    angle = math.radians(point * 360 / 192)
    assert night.at(SUN) == pytest.approx((192 * math.cos(angle), 192 * math.sin(angle)))
    assert len([text for text in night.moves() if text.startswith("enter")]) == 192


def test_R14_A8_A11_A37_the_hand_is_held_back_at_the_last_contact_with_the_plate() -> None:
    night = empty().put(SUN, 190, 0).do("go on").push(RIGHT)
    assert 191.9 < night.at(SUN)[0] <= 192
    assert night.s.turn == 0  # the turn goes on
    there = night.at(SUN)
    night.push(RIGHT)
    assert night.at(SUN) == there
    night.push(LEFT)
    assert night.at(SUN)[0] == pytest.approx(there[0] - 3)


def test_R15_who_is_not_on_turn_touches_nothing() -> None:
    night = empty(3)
    assert night.moves(1) == night.moves(2) == []
    with pytest.raises(IllegalMove, match="touch nothing"):
        GAME.check_move(night.e, night.s, 1, GAME.parse("enter 3"))


def test_R16_R18_a_turn_ends_whenever_its_player_likes_and_the_magician_stays() -> None:
    night = empty().do("enter 0").push(LEFT, 10)
    there = night.at(SUN)
    night.do("stop")
    assert night.s.turn == 1
    assert night.at(SUN) == there
    assert night.on(SUN) == [True]


def test_R17_R22_the_turn_is_over_as_soon_as_something_falls_and_it_stays_off() -> None:
    night = empty().put(SUN, 120, 0).put(SMALL[0], 160, 0).do("go on").push(RIGHT, 5)
    assert night.s.turn == 1
    assert night.on(SMALL[0]) == [False]
    assert night.heard == 1
    assert night.at(SUN)[0] == pytest.approx(120 + 11.1, abs=0.11)  # 1 mm of gap, 10 to the edge, and not a step more
    for _ in range(4):
        night.do("stop")
    assert night.on(SMALL[0]) == [False]


def test_R19_A9_a_clack_before_the_magician_can_stand_sends_him_back_to_the_hand() -> None:
    night = empty().put(SMALL[0], 145.5, 36.3).put(SMALL[1], 155.39, 68.83).do("enter 0")
    while night.s.turn == 0:
        night.do("push 25")
    assert night.heard == 1
    assert night.on(SUN) == [False]
    assert night.seen(0)["hand"] == ["sun", "moon"]


def test_R19_A9_with_its_centre_over_the_plate_a_magician_stands() -> None:
    night = empty().put(SUN, 165, 0).put(SMALL[0], 155, 38).put(TREES[0], 128, 78).put(BIGS[0], 100, 112)
    night.put(SMALL[1], 91, 143.2).do("go on")
    while night.s.turn == 0:
        night.do("push 18")
    assert night.heard == 1
    assert math.hypot(*night.at(SUN)) <= 170
    assert night.on(SUN) == [True]


def test_R20_a_standing_magician_pushes_on_or_comes_in_anew() -> None:
    night = empty().put(SUN, 50, 20)
    assert night.moves()[:3] == ["go on", "stop", "enter 0"]
    assert "push 0" not in night.moves()
    night.do("go on")
    assert night.at(SUN) == (50, 20)
    assert "enter 0" not in night.moves()


def test_R20_A19_A21_lifting_moves_nothing_and_any_point_will_do() -> None:
    night = empty().put(SUN, 50, 20).put(SMALL[0], 89, 20).put(TREES[0], 6, 20)
    night.do("enter 100")
    assert night.at(SMALL[0]) == (89, 20)
    assert night.at(TREES[0]) == (6, 20)
    assert math.hypot(*night.at(SUN)) == pytest.approx(192)
    night.do("stop", "stop", "enter 100")  # A19: the same point again
    assert night.s.phase == 2


def test_R21_once_pushed_a_magician_is_not_lifted_any_more() -> None:
    night = empty().do("enter 0").push(LEFT)
    assert {text.split()[0] for text in night.moves()} == {"stop", "push"}
    with pytest.raises(IllegalMove, match="may not be lifted"):
        night.do("enter 3")


def test_R23_A12_a_magician_pushed_off_comes_in_again_at_its_next_turn() -> None:
    night = empty().put(MOON, 165, 0).put(SUN, 120, 0).do("go on").push(RIGHT, 5)
    assert night.heard == 1
    assert night.s.turn == 1
    assert night.on(MOON) == [False]
    assert "go on" not in night.moves()
    night.do("enter 0")
    assert night.on(MOON) == [True]


def test_R24_A24_who_has_lost_all_cauldrons_is_out_and_skipped_and_the_magician_stays() -> None:
    night = empty(3).put(MOON, -40, 40).put(CAULDRON + 1, 165, 0).put(SUN, 125, 0)
    night.do("go on").push(RIGHT, 4)
    assert list(night.s.out[:3]) == [0, 1, 0]
    assert night.s.turn == 2
    assert night.on(MOON) == [True]
    night.do("stop")
    assert night.s.turn == 0
    night.do("stop")
    assert night.s.turn == 2


def test_A24_an_own_last_cauldron_pushed_off_puts_its_player_out() -> None:
    night = empty(3).put(CAULDRON, 165, 0).put(SUN, 125, 0).do("go on").push(RIGHT, 4)
    assert list(night.s.out[:3]) == [1, 0, 0]
    assert night.s.turn == 1
    assert night.on(SUN) == [True]


def test_A4_A38_a_piece_falls_when_its_centre_is_beyond_the_edge_not_on_it() -> None:
    night = empty().put(SMALL[0], 167.05, 0).put(SUN, 128.05, 0).do("go on").push(RIGHT)
    assert night.at(SUN)[0] + 39 + 0.06 > 170  # 170.05 would be beyond
    assert night.on(SMALL[0]) == [False]
    night = empty().put(SMALL[0], 167, 0).put(SUN, 128, 0).do("go on").push(RIGHT)
    if night.at(SMALL[0])[0] <= 170:
        assert night.on(SMALL[0]) == [True]
    night = empty().put(SUN, 170, 0).do("go on", "stop")
    assert night.on(SUN) == [True]  # A38: exactly on the edge it stands
    night = empty().put(SUN, 170.001, 0)
    night.s.phase = 3
    night.do("stop")
    assert night.on(SUN) == [False]


def test_A10_A36_stopping_before_the_magician_can_stand_takes_him_back() -> None:
    night = empty().do("enter 0").push(LEFT, 5).do("stop")
    assert night.on(SUN) == [False]
    night = empty().put(SUN, 150, 0).do("enter 40", "stop")  # lifted, not pushed
    assert night.on(SUN) == [False]
    night = empty().put(SUN, 168, 0).do("go on").push(RIGHT, 3).do("stop")  # drawn back over the edge
    assert night.on(SUN) == [False]


def test_A13_nothing_slides_on_after_the_push() -> None:
    night = empty().put(SUN, 0, 0).put(SMALL[0], 39, 0).do("go on").push(RIGHT)
    there = night.at(SMALL[0])
    night.push(LEFT)
    assert night.at(SMALL[0]) == there  # neither on nor pulled back


@pytest.mark.parametrize(("near", "far"), [(SMALL[0], BIGS[0]), (BIGS[0], SMALL[0]), (FIRE, SMALL[0])])
def test_A13_yielding_is_shared_in_inverse_proportion_to_the_base(near: int, far: int) -> None:
    """A magician pushes one piece and that another, 40° off; the ways by hand, for half a millimetre."""
    size = {SMALL[0]: 17.0, BIGS[0]: 22.5, FIRE: 40.0}
    night = Night(edition=edition_with(stroke_steps=5)).clear().spare_cauldrons().put(SUN, -60, 0)
    x = -60 + 22 + size[near]
    c, s = math.cos(math.radians(40)), math.sin(math.radians(40))
    apart = size[near] + size[far]
    night.put(near, x, 0).put(far, x + apart * c, apart * s).do("go on").push(RIGHT)
    ratio = size[far] ** 2 / size[near] ** 2
    straight = 0.5 / (1 - ratio / (1 + ratio) * c * c)  # how far the near piece would go with nothing behind it
    yields = straight * c / (1 + ratio)  # how far the far piece gives way along its line
    assert night.at(near) == pytest.approx((x + straight - ratio * yields * c, -ratio * yields * s), abs=0.025)
    assert night.at(far) == pytest.approx((x + (apart + yields) * c, (apart + yields) * s), abs=0.025)


def test_A16_several_pieces_fall_at_once_and_it_is_one_end_of_turn() -> None:
    m = 135.09
    night = empty().put(SUN, m, 0).put(SMALL[0], m + 33.775, 19.5).put(SMALL[1], m + 33.775, -19.5)
    night.do("go on").push(RIGHT)
    assert night.on(SMALL[0], SMALL[1]) == [False, False]
    assert night.heard == 2
    assert night.s.turns == 1
    assert night.s.turn == 1


def test_A18_a_turn_may_be_passed() -> None:
    night = empty()
    night.do("stop")
    assert night.s.turn == 1
    assert night.s.passed == 1


def test_A20_a_blocked_entry_is_pushed_and_an_overhang_only_moves_the_start_outwards() -> None:
    night = empty().put(BIGS[0], 168, 0).do("enter 0")
    assert night.at(SUN) == pytest.approx((168 + 44.5, 0))
    assert night.fault() == 0
    night.push(LEFT, 3)
    assert night.at(SUN)[0] == pytest.approx(168 + 44.5 - 9)
    assert night.at(BIGS[0])[0] == pytest.approx(168 - 9, abs=0.03)
    night = empty().put(MOON, 160, 0).do("enter 0").push(LEFT, 5)
    assert night.at(MOON)[0] < 160


def test_A22_what_hangs_over_the_edge_stays_there() -> None:
    night = empty().put(FIRE, 169, 0)
    for _ in range(4):
        night.do("stop")
    assert night.at(FIRE) == (169, 0)


def test_A23_the_fire_falls_like_any_piece() -> None:
    night = empty().put(FIRE, 160, 0).put(SUN, 98, 0).do("go on").push(RIGHT, 5)
    assert night.on(FIRE) == [False]
    assert night.s.turn == 1


def test_A33_there_is_no_limit_of_time_but_one_of_strokes_for_machines() -> None:
    night = empty(stroke_limit=4).do("enter 0", "enter 1").push(LEFT, 2)
    assert night.moves() == ["stop"]
    with pytest.raises(IllegalMove, match="at most 4 strokes"):
        night.do("push 0")
    night = empty(stroke_limit=0).do("enter 0").push(LEFT, 50).push(RIGHT, 50).push(LEFT, 50)
    assert len(night.moves()) == 65


def test_A35_the_entry_may_be_chosen_again_before_the_first_push_but_the_old_place_is_lost() -> None:
    night = empty().put(SUN, 50, 0).do("enter 0", "enter 50")
    assert "enter 3" in night.moves()
    assert "go on" not in night.moves()
    with pytest.raises(IllegalMove, match="cannot go back"):
        night.do("go on")


def test_A44_the_magician_of_a_player_who_is_out_stays_off_when_pushed_off() -> None:
    night = empty(3).put(MOON, 165, 0).put(SUN, 120, 0)
    night.s.here[CAULDRON + 1] = 0
    night.s.x[CAULDRON + 1] = night.s.y[CAULDRON + 1] = 0.0
    night.s.out[1] = 1
    night.do("go on").push(RIGHT, 5)
    assert night.heard == 1
    for _ in range(6):
        assert night.s.turn != 1
        night.do("stop")
    assert night.on(MOON) == [False]


def test_every_piece_number_is_a_kind() -> None:
    night = Night(light="light")
    assert {piece["id"] for piece in night.seen(0)["pieces"]} == set(range(MAGICIAN))
    assert PIECES == 65
    assert edition_with(magician=46).record.magician == 46
