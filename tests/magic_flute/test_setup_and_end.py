"""Set-up, the board, both ways to win, and what is ours to decide about them."""

import tomllib
from collections import Counter
from importlib import resources
from typing import Any

import numpy as np
import pytest

from tests.chance import fits
from zauber.errors import BadEdition, BadSeats
from zauber.games.contract.editions import edition_from
from zauber.games.contract.kernel import NOBODY, sow
from zauber.games.magic_flute import GAME

from .table import QUEEN, RULES, SARASTRO, Table, edition_record

HOUSE = edition_record("")


def dealt(number: int, **options: object) -> Any:
    state = GAME.new_state()
    sow(state, 11, number)
    RULES.setup(edition_record("", *options.items()), state, 2)
    return state


def shares(table: Table) -> list[float]:
    out = np.zeros(2, np.float32)
    RULES.outcome(table.e, table.s, out)
    return [float(share) for share in out]


# The board and the players ----------------------------------------------------------------------------------


def test_R1_exactly_two_play() -> None:
    assert list(GAME.seats) == [2]
    for wrong in (1, 3):
        with pytest.raises(BadSeats):
            GAME.check_seats(wrong)


def test_R4_A2_A3_one_line_of_spaces_with_the_tower_in_the_middle() -> None:
    assert HOUSE.steps == 6
    assert {name: int(edition_record(name).steps) for name in GAME.editions} == {
        "house": 6,
        "short": 4,
        "long": 8,
        "double": 6,
    }
    assert "ours" in GAME.edition("house").sources["steps"]


def test_A3_pieces_pass_and_share_spaces_freely() -> None:
    table = Table(["Tamino", "Night"], sun=5, pamina=-0).do("play Tamino")
    assert (table.pamina, table.sun) == (-1, 5)  # both on the space before the Tower


def test_R5_who_is_sarastro_is_agreed() -> None:
    assert all(dealt(i).sarastro == 0 for i in range(20))
    assert all(dealt(i, sarastro="second").sarastro == 1 for i in range(20))
    assert {int(dealt(i, sarastro="lot").sarastro) for i in range(20)} == {0, 1}


def test_R5_the_second_seat_may_be_sarastro() -> None:
    table = Table(["Be Welcome Again", "To the Rescue!", "Night"], seat=1)
    table.s.sarastro = 1
    table.do("play Be Welcome Again")
    assert (table.sun, table.moon) == (1, 0)
    table.s.turn = 1
    table.s.phase = 0
    assert table.do("play To the Rescue!").pamina == -1


def test_R6_R7_sun_moon_and_pamina_start_at_home_and_in_the_tower() -> None:
    state = dealt(1)
    assert (list(state.symbol), int(state.pamina)) == ([0, 0], 0)


def test_R8_R9_R10_A34_A40_three_cards_each_one_drawn_by_the_first_player_and_the_rest_is_the_pile() -> None:
    for number in range(10):
        state = dealt(number)
        assert state.held[state.starter] == 4  # three dealt, and the first player draws on the first turn
        assert state.held[1 - state.starter] == 3
        assert state.pile_left == 29
        assert state.discards == 0
        assert list(state.unseen) == [1, 1, 1]
        assert state.trial == -1


@pytest.mark.no_cover
def test_R8_every_card_is_equally_likely_to_be_dealt() -> None:
    seen: Counter[int] = Counter()
    for number in range(1500):
        state = dealt(number)
        seen.update(int(card) for card in state.hand[1 - state.starter, :3])
    assert fits(seen, dict.fromkeys(range(36), 1 / 36)) > 0.001


@pytest.mark.no_cover
def test_R11_A35_a_coin_decides_who_begins() -> None:
    seen = Counter(int(dealt(number).starter) for number in range(1000))
    assert fits(seen, {0: 0.5, 1: 0.5}) > 0.001


# Winning ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seat", "pamina"), [(SARASTRO, -5), (QUEEN, 5)])
def test_R2_pamina_reaching_a_place_wins_for_whose_place_it_is(seat: int, pamina: int) -> None:
    table = Table(["Tamino", "Magic Flute"], pamina=pamina, seat=seat).do("play Tamino")
    assert table.over
    assert table.winner == seat
    assert shares(table) == [float(seat == 0), float(seat == 1)]
    assert table.legal == set()


@pytest.mark.parametrize("seat", [SARASTRO, QUEEN])
def test_R3_a_symbol_reaching_the_tower_wins(seat: int) -> None:
    table = Table(["Be Welcome Again", "Night"], sun=5, moon=5, seat=seat).do("play Be Welcome Again")
    assert table.over
    assert table.winner == seat


def test_A21_a_move_past_the_end_stops_there() -> None:
    tower = Table(["Victorious", "Night"], sun=5).do("play Victorious")
    assert (tower.sun, tower.winner) == (6, SARASTRO)
    home = Table(["Night's Dagger", "Night"], moon=1).do("play Night's Dagger")
    assert (home.moon, home.over) == (0, False)
    temple = Table(["Quick Feet, Quick Courage!", "Night"], pamina=-5).do("play Quick Feet, Quick Courage!")
    assert (temple.pamina, temple.winner) == (-6, SARASTRO)


def test_A22_the_owner_wins_also_when_the_other_brings_the_piece_home() -> None:
    moon = Table(["Night", "Halt!"], moon=5).do("play Night")
    assert moon.winner == QUEEN
    pamina = Table(["Night's Dagger", "Halt!"], pamina=5, moon=3).do("play Night's Dagger")
    assert pamina.winner == QUEEN
    sun = Table(["Heralding the Morning", "Halt!"], sun=5, seat=QUEEN).do("play Heralding the Morning")
    assert sun.winner == SARASTRO
    fire = Table(["Victorious", "Halt!"], moon=4, trial="Fire").do("play Victorious")
    assert fire.winner == QUEEN


def test_A23_when_both_reach_the_tower_the_player_of_the_card_wins_or_by_option_it_is_a_draw() -> None:
    card = "Everything Feels the Joys of Love"
    for seat in (SARASTRO, QUEEN):
        table = Table([card, "Night"], sun=5, moon=5, seat=seat).do(f"play {card}")
        assert table.winner == seat
    draw = Table([card, "Night"], sun=5, moon=5, both_at_tower="draw").do(f"play {card}")
    assert draw.over
    assert draw.winner == NOBODY
    assert shares(draw) == [0.5, 0.5]
    alone = Table([card, "Night"], sun=4, moon=5, both_at_tower="draw").do(f"play {card}")
    assert alone.winner == QUEEN


def test_A37_the_dagger_pushes_as_far_as_it_can_and_pamina_moves_all_the_same() -> None:
    for moon, after in ((0, 0), (1, 0), (2, 0), (3, 1)):
        table = Table(["Night's Dagger", "Night"], moon=moon).do("play Night's Dagger")
        assert (table.moon, table.pamina) == (after, 1)


def test_A24_a_dagger_under_water_brings_pamina_home_when_the_symbol_does_not_win() -> None:
    table = Table(["Night's Dagger", "Night"], trial="Water", moon=3, pamina=-5).do("play Night's Dagger")
    assert (table.moon, table.winner) == (5, SARASTRO)


def test_A40_a_match_may_be_stopped_after_so_many_turns_as_a_draw() -> None:
    other = ["To the Rescue!", "Tremble Not", "Come In My Dove"]
    table = Table(["Night", "Halt!", "Tamino"], other=other, turn_limit=2)
    table.do("play Night")
    assert not table.over
    table.do("play Tremble Not")
    assert table.over
    assert (table.winner, shares(table)) == (NOBODY, [0.5, 0.5])
    assert RULES.bound(HOUSE, 2) == 0


# Editions ---------------------------------------------------------------------------------------------------


def test_an_edition_that_makes_no_sense_is_refused_by_the_number_of_its_card() -> None:
    text = resources.files(GAME.package).joinpath("editions/house.toml").read_text("utf-8")

    def complaint(card: str, column: int, value: int) -> str:
        table = tomllib.loads(text)
        table["numbers"][card]["value"][column] = value
        with pytest.raises(BadEdition) as refused:
            edition_from(GAME, table, "mine.toml", {})
        return str(refused.value)

    assert "R28" in complaint("tamino", 1, 9)
    assert "steps" in complaint("night", 9, 0)
    assert "ascending" in complaint("oh_what_luck", 8, 4)
    assert "A31" in complaint("halt", 6, 3)
    assert "A31" in complaint("isis_and_osiris", 6, 37)
    assert "A12" in complaint("night", 5, 1)
    assert "effect" in complaint("nights_dagger", 8, 0)
    assert "gap" in complaint("night", 12, 8)
    assert "Trial 1" in complaint("silence", 1, 2)
    table = tomllib.loads(text)
    for card in list(table["numbers"])[5:]:
        table["numbers"][card]["value"][0] = 0
    with pytest.raises(BadEdition, match="too few"):
        edition_from(GAME, table, "mine.toml", {})
