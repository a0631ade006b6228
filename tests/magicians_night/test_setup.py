"""Material, set-up, who owns what, and who begins."""

import math

import pytest

from zauber.errors import BadEdition
from zauber.games.magicians_night.table import BIG, CAULDRON, INNER, OUTER, TREE, lay_out, radius

from .night import BIGS, FIRE, GAME, SMALL, SUN_CAULDRONS, TREES, Night, edition_with


def polar(night: Night, piece: int) -> tuple[float, float]:
    x, y = night.at(piece)
    return math.hypot(x, y), math.degrees(math.atan2(y, x)) % 360


def test_R1_the_pieces_are_all_there() -> None:
    night = Night(4, light="light")
    kinds = [piece["kind"] for piece in night.seen(0)["pieces"]]
    assert {kind: kinds.count(kind) for kind in set(kinds)} == {
        "fire": 1,
        "cauldron": 12,
        "tree": 12,
        "big": 12,
        "small": 24,
    }
    assert sorted(night.seen(0)["symbols"]) == ["lightning", "moon", "star", "sun"]
    cauldrons = [piece["symbol"] for piece in night.seen(0)["pieces"] if piece["kind"] == "cauldron"]
    assert all(cauldrons.count(symbol) == 3 for symbol in ("sun", "moon", "lightning", "star"))


def test_R3_R4_the_fire_lies_exactly_in_the_middle_and_covers_the_ring() -> None:
    night = Night()
    assert night.at(FIRE) == (0.0, 0.0)
    assert night.e.fire > night.e.ring
    assert night.seen(0)["covered"]


def test_R5_cauldrons_stand_close_round_the_fire() -> None:
    night = Night()
    for k in range(12):
        away, angle = polar(night, CAULDRON + k)
        assert away == pytest.approx(55.5)
        assert angle == pytest.approx(30 * k)
    assert 0 < 55.5 - 40 - 14 < 2  # between fire and cauldrons


def test_R6_R7_trees_and_discs_lie_in_the_gaps_of_the_circle_before() -> None:
    night = Night()
    circles = [(CAULDRON, 55.5, 0), (TREE, 87, 15), (INNER, 116.5, 0), (BIG, 139, 15), (OUTER, 152, 0)]
    for first, away, start in circles:
        for k in range(12):
            there, angle = polar(night, first + k)
            assert there == pytest.approx(away)
            assert angle == pytest.approx(start + 30 * k)
    sizes = [float(radius(night.e, first)) for first in (INNER, BIG, OUTER)]
    assert sizes[0] == sizes[2] < sizes[1]  # small, big, small


def test_R8_A42_the_first_player_chooses_a_magician_first_then_clockwise() -> None:
    night = Night(4)
    s = GAME.new_state()
    night.f.sow(s, 9, 0)
    night.f.setup(GAME.edition().record, s, 4)
    night.s = s
    first = int(s.turn)
    asked = []
    for symbol in ("star", "sun", "moon", "lightning"):
        asked.append(int(s.turn))
        assert not night.moves((int(s.turn) + 1) % 4)
        night.do(f"take {symbol}")
    assert asked == [(first + i) % 4 for i in range(4)]
    assert s.turn == first
    assert night.seen(0)["hand"] == ["sun", "moon", "lightning", "star"]  # in front of their players


def test_R8_a_magician_is_taken_only_once() -> None:
    night = Night(3)
    s = GAME.new_state()
    night.f.setup(night.e, s, 3)
    night.s = s
    night.do("take moon")
    assert night.moves() == ["take sun", "take lightning", "take star"]


def test_R9_the_symbol_on_the_hat_owns_three_cauldrons() -> None:
    owners = [piece["owner"] for piece in Night(3).seen(0)["pieces"] if piece["kind"] == "cauldron"]
    assert owners == [0, 1, 2, None] * 3


def test_R10_after_lights_out_only_what_glows_is_seen() -> None:
    kinds = {piece["kind"] for piece in Night().seen(0)["pieces"]}
    assert kinds == {"fire", "cauldron"}


def test_R11_A30_chance_or_the_first_seat_begins() -> None:
    starters = set()
    for seed in range(40):
        s = GAME.new_state()
        GAME.compiled.sow(s, seed, 0)
        GAME.compiled.setup(GAME.edition().record, s, 4)
        starters.add(int(s.starter))
    assert starters == {0, 1, 2, 3}
    assert Night(4, first="first_seat").s.starter == 0


def test_R28_A29_with_two_players_the_set_up_is_the_same_and_the_rest_is_unowned() -> None:
    two, four = Night(2), Night(4)
    assert (two.s.x == four.s.x).all()
    assert (two.s.here == four.s.here).all()
    assert two.seen(0)["free"] == ["lightning", "star"]


def test_A1_the_sizes_are_numbers_of_the_edition() -> None:
    values = GAME.edition().values
    assert (values["plate"], values["ring"], values["fire"], values["cauldron"]) == (340, 30, 80, 28)
    assert (values["tree"], values["small_disc"], values["big_disc"], values["magician"]) == (44, 34, 45, 44)
    assert all(GAME.edition().sources[key].startswith("ours") for key in values)


def test_A1_editions_quick_and_tight() -> None:
    quick, tight = GAME.edition("quick").values, GAME.edition("tight").values
    assert (quick["small_disc"], quick["big_disc"], quick["tree"]) == (30.5, 41, 40)
    assert tight["magician"] == 47


def test_A1_nothing_overlaps_in_the_set_up_of_any_edition() -> None:
    for name in GAME.editions:
        s = GAME.new_state()
        record = GAME.edition(name).record
        lay_out(record, s)
        gaps = []
        for a in range(61):
            for b in range(a):
                apart = math.hypot(s.x[a] - s.x[b], s.y[a] - s.y[b])
                gaps.append(apart - float(radius(record, a) + radius(record, b)))
        assert min(gaps) > 0.3
        if name == "house":
            assert min(gaps) == pytest.approx(0.35, abs=0.01)


def test_A1_an_edition_whose_pieces_overlap_is_refused_by_their_names() -> None:
    with pytest.raises(BadEdition, match=r"cauldron 1 and tree 1 overlap by 0\.\d+ mm"):
        edition_with(tree=45)
    with pytest.raises(BadEdition, match="outer small disc 1 reaches over the edge"):
        edition_with(outer_circle=154)


def test_A2_A3_sun_moon_lightning_star_anticlockwise_from_three_o_clock() -> None:
    night = Night()
    symbols = [piece["symbol"] for piece in night.seen(0)["pieces"] if piece["kind"] == "cauldron"]
    assert symbols == ["sun", "moon", "lightning", "star"] * 3
    assert polar(night, SUN_CAULDRONS[0])[1] == 0
    assert polar(night, CAULDRON + 1)[1] == pytest.approx(30)


def test_A6_everything_but_a_cauldron_is_wider_than_the_ring() -> None:
    night = Night()
    for piece in (FIRE, TREES[0], SMALL[0], BIGS[0]):
        assert 2 * float(radius(night.e, piece)) > night.e.ring
    for key in ("tree", "small_disc", "big_disc", "magician"):
        with pytest.raises(BadEdition, match=f"numbers.{key} must be wider than the ring"):
            edition_with(**{key: 30})
    with pytest.raises(BadEdition, match="cannot sink"):
        edition_with(cauldron=30)
