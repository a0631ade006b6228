"""Magi: the cards, the deal, and what matches what (R1 to R14, R40 to R42, and the open points that belong there)."""

from collections import Counter

import pytest

from zauber.errors import BadEdition, BadSeats
from zauber.games.magi import GAME
from zauber.games.magi.cards import KINDS
from zauber.games.magi.names import abilities_named, card, face_of

from .table import Table
from .test_second_opinion import smaller

FILL = (
    ["blue coin", "blue sword", "yellow cup", "yellow balance"],
    ["blue broom", "blue shield", "yellow crystal", "yellow broom"],
    ["blue crystal", "blue balance", "yellow shield", "yellow coin"],
)
HOUSE = GAME.edition()
FACES = [face_of(HOUSE.record, kind) for kind in range(KINDS)]
COPIES = HOUSE.values["copies"]


def cards(sort: str) -> int:
    return sum(n for face, n in zip(FACES, COPIES, strict=True) if face["sort"] == sort)


def kinds_with(ability: str) -> int:
    """How many cards have an ability."""
    return sum(n for kind, n in enumerate(COPIES) if any(a == ability for a in abilities_named(HOUSE.record, kind)))


def test_R1_A27_four_to_eight_players_from_ten_years() -> None:
    assert list(GAME.seats) == [4, 5, 6, 7, 8]
    assert GAME.age == 10
    for seats in (2, 3, 9):
        with pytest.raises(BadSeats):
            GAME.check_seats(seats)


def test_R2_A2_ninety_nine_cards() -> None:
    assert (cards("guild"), cards("item"), cards("magi")) == (51, 27, 21)
    assert sum(COPIES) == 99


def test_A1_three_colours_alike() -> None:
    per_colour = Counter[str]()
    for face, n in zip(FACES, COPIES, strict=True):
        per_colour[face["colour"]] += n
    assert per_colour == {"red": 26, "blue": 26, "yellow": 26, "grey": 21}


def test_A3_points_are_ours_and_say_so() -> None:
    assert sum(face["points"] * n for face, n in zip(FACES, COPIES, strict=True)) == 336
    assert "ours" in HOUSE.sources["points"]
    assert "ours" in HOUSE.sources["copies"]


def test_R7_seven_guild_pictures_without_abilities() -> None:
    guild = [face for face in FACES if face["sort"] == "guild"]
    pictures = {"balance", "broom", "coin", "sword", "crystal", "shield", "cup"}
    assert {face["picture"] for face in guild} == pictures
    assert not any(face["abilities"] or face["star"] for face in guild)
    assert all(face["points"] > 0 for face in guild)


def test_R8_A4_five_item_pictures_with_abilities() -> None:
    items = {f["picture"]: f["abilities"] for f in FACES if f["sort"] == "item"}
    assert items == {
        "amulet": ["through"],
        "hourglass": ["again"],
        "coat": ["reverse"],
        "parchment": ["shot"],
        "sceptre I": ["draw_1"],
        "sceptre II": ["draw_2"],
    }


def test_R10_magi_are_grey_and_of_many_kinds() -> None:
    magi = [face for face in FACES if face["sort"] == "magi"]
    assert len(magi) == 19
    assert {face["colour"] for face in magi} == {"grey"}
    assert sum(len(face["abilities"]) > 1 for face in magi) > len(magi) / 2
    binding = [{"select", "free", "original"} & set(face["abilities"]) for face in magi]
    assert all(len(found) == 1 for found in binding)


def test_A5_which_cards_carry_the_sign() -> None:
    wants = {"again", "reverse", "shot", "through", "reset", "original"}
    for face in FACES:
        assert face["star"] == bool(wants & set(face["abilities"])), face["card"]
    assert sum(n for face, n in zip(FACES, COPIES, strict=True) if face["star"] and face["sort"] == "magi") == 16


def test_R44_reverse_shot_and_original_can_be_used_against_a_drawcount() -> None:
    hand = ["red coat", "red parchment", "archmage", "mirror-mage", "archer", "red cup"]
    table = Table().lay([hand, *FILL], drawcount=7)
    assert set(table.moves()) == {*(f"play {name}" for name in hand[:-1]), "take"}


def test_every_ability_is_on_some_card() -> None:
    counted = {a: kinds_with(a) for a in ("select", "free", "again", "reverse", "shot", "through", "reset", "original")}
    assert counted == {
        "select": 11, "free": 8, "again": 5, "reverse": 9, "shot": 9, "through": 10, "reset": 2, "original": 2,
    }  # fmt: skip
    assert [kinds_with(f"draw_{x}") for x in (1, 2, 3)] == [6, 8, 2]


# Editions -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("numbers", "complaint"),
    [
        ({"copies": [2] * 39 + [0] * 18 + [1]}, "two magi"),
        ({"copies": [1] * 20 + [0] * 38}, "too few"),
        ({"copies": [3] * 58}, "too many"),
        ({"abilities": [32, 4, 8, 16, 0, 0, 3] + [0] * 18}, "both Select and Free"),
        ({"abilities": [20] + [0] * 24}, "both Again and Shot"),
        ({"abilities": [0] * 24 + [129]}, "alone"),
        ({"abilities": [1] + [0] * 24}, "colour of its own"),
    ],
)
def test_an_edition_that_cannot_be_played_is_refused(numbers: dict[str, list[int]], complaint: str) -> None:
    with pytest.raises(BadEdition, match=complaint):
        smaller(HOUSE, **numbers)


# The deal -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", GAME.seats)
def test_R11_six_cards_each_and_one_face_up(seats: int) -> None:
    table = Table(seats, forced_steps="ask")
    assert table.counts == [6] * seats
    assert table.s.talon_left == 99 - 6 * seats - 1
    assert table.s.pile_left == 0
    assert table.s.direction == 1


def test_A8_the_first_start_player_is_drawn_by_lot() -> None:
    starters = {int(Table(4, seed, forced_steps="ask").s.starter) for seed in range(40)}
    assert starters == {0, 1, 2, 3}


def test_A8_a_table_may_let_seat_a_begin() -> None:
    tables = [Table(4, seed, forced_steps="ask", first="seat_a") for seed in range(10)]
    assert {int(table.s.starter) for table in tables} == {0}
    assert {int(table.s.turn) for table in tables} == {0}


def test_R30_the_short_game_of_ours_ends_at_25_points() -> None:
    house, short = GAME.edition("house"), GAME.edition("quick")
    assert (house.values["target"], short.values["target"]) == (50, 25)
    assert "ours" in short.sources["target"]
    assert {**house.values, "target": 25} == short.values


def test_A9_the_start_player_has_the_first_turn() -> None:
    for seed in range(10):
        table = Table(5, seed, forced_steps="ask")
        assert table.s.turn == table.s.starter


def first_card(sort: str) -> Table:
    for seed in range(300):
        table = Table(4, seed, forced_steps="ask")
        if face_of(table.e, int(table.s.top))["sort"] == sort:
            return table
    raise AssertionError(f"no {sort} turned up")


def test_A10_a_magus_turned_up_first_lets_anything_follow() -> None:
    table = first_card("magi")
    hand = table.hand(table.turn)
    assert table.moves() == [f"play {name}" for name in sorted(set(hand), key=card_order)] + ["draw"]
    assert not table.s.marked
    assert table.phase == "main"


def card_order(name: str) -> int:
    return [card(kind) for kind in range(KINDS)].index(name)


def test_A11_an_item_turned_up_first_does_nothing() -> None:
    table = first_card("item")
    assert not table.s.marked
    assert table.s.direction == 1
    assert table.s.turn == table.s.starter


# Matching -------------------------------------------------------------------------------------------------------


def test_R3_R12_a_card_matches_by_picture_or_by_colour() -> None:
    hand = ["red cup", "blue coin", "blue cup", "yellow sword"]
    table = Table().lay([hand, *FILL], top="red coin")
    assert table.moves() == ["play red cup", "play blue coin", "draw"]


def test_R9_R42_the_two_sceptres_are_the_same_picture() -> None:
    table = Table().lay([["blue sceptre II", "yellow cup"], *FILL], top="red sceptre I")
    assert table.moves() == ["play blue sceptre II", "draw"]


def test_R42_draw_2_on_draw_1_in_the_magic_phase_by_the_variation() -> None:
    hands = [["blue sceptre II", "yellow cup"], ["blue amulet", "blue cup"], *FILL[1:]]
    table = Table(sceptres="magic").lay(hands, top="red sceptre I", drawcount=1)
    assert (table.phase, table.moves()) == ("magic", ["play blue sceptre II", "take"])
    table.do("play blue sceptre II", "magi")
    assert (table.turn, table.s.drawcount) == ("B", 3)


def test_R14_R41_magi_go_on_every_card() -> None:
    for top in ("red coin", "blue sceptre I", "ghost"):
        table = Table().lay([["summoner", "hermit", "yellow cup"], *FILL], top=top, colour="red")
        assert table.moves() == ["play summoner", "play hermit", "draw"]


def test_R41_in_the_magic_phase_a_magus_needs_the_sign() -> None:
    table = Table().lay([["summoner", "hermit", "yellow cup"], *FILL], drawcount=2)
    assert table.moves() == ["play hermit", "take"]


def test_A12_a_coloured_card_must_match_in_the_magic_phase_too() -> None:
    table = Table().lay([["red amulet", "blue amulet", "yellow coat"], *FILL], top="red coin", drawcount=2)
    assert table.moves() == ["play red amulet", "take"]


def test_A18_on_a_magus_only_the_named_colour_counts() -> None:
    table = Table().lay([["red cup", "blue cup", "archer"], *FILL], top="ghost", colour="blue")
    assert table.moves() == ["play blue cup", "play archer", "draw"]


def test_A20_after_free_any_card_at_all() -> None:
    hand = ["red cup", "blue sword", "yellow coat", "archer"]
    table = Table().lay([hand, *FILL], top="wanderer", colour="any")
    assert table.moves() == [*(f"play {name}" for name in hand), "draw"]


def test_A21_a_magus_that_binds_nothing_counts_as_free() -> None:
    abilities = list(HOUSE.values["abilities"])
    abilities[6] = 8  # the apprentice: Reverse alone
    table = Table(edition=smaller(HOUSE, abilities=abilities))
    table.lay([["apprentice", "red cup", "red cup"], *FILL])
    table.do("play apprentice")
    assert (table.turn, table.s.colour) == ("D", 3)
    assert table.moves() == [f"play {name}" for name in sorted(FILL[2], key=card_order)] + ["draw"]


def test_R40_A30_sceptres_are_for_the_main_phase_only() -> None:
    hand = ["red sceptre I", "red sceptre II", "red amulet"]
    assert Table().lay([hand, *FILL], drawcount=1).moves() == ["play red amulet", "take"]
    assert "play red sceptre II" in Table().lay([hand, *FILL]).moves()


def test_R40_by_the_variation_sceptres_have_the_sign() -> None:
    hand = ["red sceptre I", "red sceptre II", "red amulet"]
    table = Table(sceptres="magic").lay([hand, *FILL], drawcount=1)
    assert table.moves() == ["play red amulet", "play red sceptre I", "play red sceptre II", "take"]


def test_A44_points_stand_on_the_card_wherever_they_are_printed() -> None:
    assert face_of(HOUSE.record, KINDS - 1)["points"] == 10
