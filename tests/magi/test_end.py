"""Magi: going out, counting, and the end of the game (R4, R26 to R30, R43, and the open points that belong there)."""

import numpy as np
import pytest

from zauber.games.magi import GAME, accounts, rules

from .table import Table
from .test_abilities import READY
from .test_cards_and_deal import FILL
from .test_second_opinion import smaller

TWO = ["blue cup", "blue cup"]  # a hand without ✦


def test_R4_R26_R28_A41_out_without_a_drawcount_ends_the_round_and_everybody_notes_his_own_hand() -> None:
    table = Table().lay([["red coin"], ["red cup", "red crystal"], ["ghost"], ["archmage", "red coin"]])
    table.do("play red coin")
    assert table.s.rounds == 2
    assert table.scores == [0, 1 + 3, 6, 10 + 1]
    assert table.s.last[:4].tolist() == table.scores


@pytest.mark.parametrize(
    "card", ["hermit", "arbiter", "apprentice", "red parchment", "red coat", "archer", "mirror-mage"]
)
def test_R43_A37_the_last_card_without_draw_ends_the_round_at_once(card: str) -> None:
    table = Table().lay([[card], *READY]).do(f"play {card}")
    assert table.s.rounds == 2
    assert table.s.last[0] == 0


@pytest.mark.parametrize("card", ["hermit", "arbiter"])
def test_A37_reset_as_the_last_card_clears_the_table_and_ends_the_round(card: str) -> None:
    assert Table().lay([[card], *READY], drawcount=4).do(f"play {card}").s.rounds == 2


def test_A55_no_colour_and_no_target_is_asked_when_the_round_ends_at_once() -> None:
    table = Table().lay([["archer"], *READY]).do("play archer")
    assert table.s.rounds == 2
    table = Table().lay([["archer"], *READY], drawcount=1).do("play archer")
    assert (table.turn, table.phase) == ("A", "colour")  # the round goes on


def test_A55_original_is_asked_its_three_sections_first() -> None:
    table = Table().lay([["archmage"], *READY]).do("play archmage", "select", "shot")
    assert (table.s.rounds, table.phase) == (1, "section 3")
    assert Table().lay([["archmage"], *READY]).do("play archmage", "select", "shot", "draw 0").s.rounds == 2
    table.do("draw 1")
    assert (table.s.rounds, table.phase) == (1, "colour")


def test_A33_A57_the_last_card_is_a_draw_card_and_the_player_waits() -> None:
    table = Table().lay([["red sceptre I"], *READY]).do("play red sceptre I")
    assert (table.s.rounds, table.turn, table.phase, table.counts[0]) == (1, "B", "magic", 0)


def test_R27_R43_A33_a_drawcount_that_comes_round_must_be_drawn() -> None:
    through = ["red amulet", "blue cup", "blue cup"]
    hands = [
        ["red sceptre II"],
        through,
        ["red amulet", "blue sword", "blue sword"],
        ["blue amulet", "red sword", "red sword"],
    ]
    table = Table().lay(hands).do("play red sceptre II", "play red amulet", "play red amulet", "play blue amulet")
    assert table.counts[0] == 2
    assert (table.s.rounds, table.turn, table.s.marked) == (1, "B", 0)


def test_R27_R43_A33_the_round_ends_if_nothing_lies_there_at_his_next_turn() -> None:
    """C sends it back to B, who has no way out and draws; then the turn comes to A."""
    table = Table().lay([["red sceptre II"], *READY]).do("play red sceptre II", "play red amulet", "play red coat")
    assert table.s.rounds == 2
    assert table.s.last[0] == 0


def test_A34_the_round_ends_at_the_waiting_players_own_turn_not_before() -> None:
    table = Table().lay([["red sceptre I"], TWO, ["red coin", "red coin"], ["red cup", "red cup"]])
    table.do("play red sceptre I")
    assert table.counts[1] == 3  # B drew: nothing lies there any more
    assert (table.s.rounds, table.turn) == (1, "C")
    table.do("play red coin", "magi")
    assert (table.s.rounds, table.turn) == (1, "D")
    table.do("play red cup", "magi")
    assert table.s.rounds == 2


def test_A35_again_as_the_last_card_ends_the_round_or_makes_its_player_draw() -> None:
    assert Table().lay([["red hourglass"], *READY]).do("play red hourglass").s.rounds == 2
    table = Table().lay([["red hourglass"], *READY], drawcount=3).do("play red hourglass")
    assert (table.s.rounds, table.counts[0], table.turn) == (1, 3, "B")


def test_A36_of_two_waiting_players_the_first_to_have_a_turn_ends_the_round() -> None:
    hands = [["red sceptre I"], ["red amulet"], TWO, ["red cup", "archmage"]]
    table = Table().lay(hands).do("play red sceptre I", "play red amulet")
    assert (table.counts[:3], table.turn) == ([0, 0, 3], "D")
    table.do("play red cup", "magi")
    assert table.s.rounds == 2
    assert table.scores[:2] == [0, 0]


def test_A38_the_last_starred_card_under_a_drawcount_means_waiting() -> None:
    table = Table().lay([["red amulet"], *READY], drawcount=2).do("play red amulet")
    assert (table.s.rounds, table.counts[0], table.turn, table.phase) == (1, 0, "B", "magic")


def test_A54_a_waiting_player_who_finds_no_card_to_draw_ends_the_round() -> None:
    table = Table().lay([[], ["red coin", "red cup"], TWO, ["blue sword"]], talon=[], drawcount=3)
    assert table.s.rounds == 2


def test_R29_the_left_neighbour_of_the_last_start_player_begins() -> None:
    table = Table(forced_steps="ask")
    starter = int(table.s.starter)
    table.lay([["red coin"], *FILL]).do("play red coin")
    assert table.s.starter == (starter + 1) % 4
    assert table.s.turn == table.s.starter


def test_A46_a_new_round_starts_afresh() -> None:
    table = Table(forced_steps="ask").lay([["hermit"], *FILL], drawcount=5, direction=-1).do("play hermit")
    assert (table.s.direction, table.s.drawcount, table.s.marked, table.s.pile_left) == (1, 0, 0, 0)


def test_A59_all_cards_are_collected_for_a_new_round() -> None:
    table = Table(forced_steps="ask").lay([["red coin"], *FILL], pile=["archmage", "ghost"]).do("play red coin")
    assert table.counts == [6] * 4
    assert table.s.talon_left == 74
    assert accounts.account(table.e, table.s) == 0


# The game -------------------------------------------------------------------------------------------------------


def finished(scores: list[int], hands: list[list[str]]) -> Table:
    table = Table().lay(hands)
    table.s.score[:4] = scores
    return table.do("play red coin")


def shares(table: Table) -> list[float]:
    out = np.zeros(8, np.float32)
    rules.outcome(table.e, table.s, out)
    return [float(share) for share in out[:4]]


def test_R30_A42_at_fifty_points_the_lowest_total_wins() -> None:
    table = finished([20, 44, 30, 49], [["red coin"], ["red cup"], TWO, ["blue coin"]])
    assert (table.phase, table.turn) == ("over", "")
    assert table.scores == [20, 45, 32, 50]
    assert shares(table) == [1, 0, 0, 0]


def test_R30_below_fifty_the_game_goes_on() -> None:
    table = finished([20, 44, 30, 48], [["red coin"], ["red cup"], TWO, ["blue coin"]])
    assert table.scores == [20, 45, 32, 49]
    assert table.phase != "over"


def test_A43_a_tie_for_the_lowest_total_is_shared() -> None:
    table = finished([32, 44, 30, 49], [["red coin"], ["red cup"], TWO, ["blue coin"]])
    assert shares(table) == [0.5, 0, 0.5, 0]


def test_the_game_can_be_counted_after_a_number_of_turns() -> None:
    table = Table(turn_limit=3, forced_steps="ask")
    while table.turn:
        table.do("draw" if "draw" in table.moves() else "pass")
    assert table.s.turns == 3
    assert sum(table.scores) > 0
    assert table.scores == table.s.last[:4].tolist()
    assert accounts.bound(table.e, 4) > 0


def test_a_small_target_ends_the_game_sooner() -> None:
    edition = smaller(GAME.edition(), target=1)
    assert Table(edition=edition).lay([["red coin"], *FILL]).do("play red coin").phase == "over"
