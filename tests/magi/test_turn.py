"""Magi: the four phases of a turn, drawing, and “Magi!” (R13, R15 to R25, and the open points that belong there)."""

from .table import Table
from .test_cards_and_deal import FILL

STUCK = ["blue sword", "blue sword", "yellow cup"]  # nothing for a red coin


def test_R15_R20_without_a_drawcount_the_turn_comes_to_its_main_phase() -> None:
    table = Table().lay([["red cup", "red amulet"], *FILL])
    assert (table.turn, table.phase) == ("A", "main")


def test_A14_a_starred_card_may_be_played_without_a_drawcount() -> None:
    table = Table().lay([["red amulet", "red cup", "red cup"], ["red coin", "red coin"], *FILL[1:]])
    assert "play red amulet" in table.moves()
    table.do("play red amulet")
    assert (table.turn, table.phase) == ("B", "main")


def test_R16_only_starred_cards_in_the_magic_phase_and_then_the_turn_closes() -> None:
    table = Table().lay([["red amulet", "red cup", "red cup", "summoner"], *FILL], drawcount=3)
    assert (table.phase, table.moves()) == ("magic", ["play red amulet", "take"])
    table.do("play red amulet")
    assert table.counts[0] == 3
    assert table.turn != "A"


def test_R16_all_abilities_of_the_card_must_be_used() -> None:
    """A Mirror-master names a colour, reverses and draws, whether its player likes it or not."""
    table = Table().lay([["mirror-master", "red cup", "red cup"], *FILL[:2], ["red amulet", "red coin"]])
    table.do("play mirror-master")
    assert table.moves() == ["red", "blue", "yellow"]
    table.do("red")
    assert (table.s.direction, table.s.drawcount, table.turn) == (-1, 2, "D")


def test_R17_playing_a_starred_card_avoids_the_drawing() -> None:
    table = Table().lay([["red amulet", "red cup", "red cup"], ["blue amulet", "blue cup"], *FILL[1:]], drawcount=3)
    table.do("play red amulet")
    assert table.counts[:2] == [2, 2]
    assert (table.turn, table.phase, table.s.drawcount) == ("B", "magic", 3)


def test_R18_draw_in_the_magic_phase_adds_to_the_drawcount() -> None:
    table = Table().lay([["ghost", "red cup", "red cup"], ["blue amulet", "blue cup"], *FILL[1:]], drawcount=3)
    table.do("play ghost", "blue")
    assert (table.turn, table.s.drawcount) == ("B", 4)


def test_R19_A60_without_a_starred_card_the_drawing_comes_by_itself() -> None:
    table = Table().lay([["red cup", "summoner"], *FILL], drawcount=3)
    assert table.counts[0] == 5
    assert table.turn == "B"
    assert not table.s.marked


def test_A60_a_table_may_ask_all_the_same_so_that_nothing_is_given_away() -> None:
    table = Table(forced_steps="ask").lay([["red cup", "summoner"], *FILL], drawcount=3)
    assert (table.turn, table.phase, table.moves()) == ("A", "magic", ["take"])
    table = Table(forced_steps="ask").lay([STUCK, *FILL])
    assert table.moves() == ["draw"]


def test_A13_a_player_may_decline_to_play_in_the_magic_phase() -> None:
    table = Table().lay([["red amulet", "red cup"], *FILL], drawcount=3)
    table.do("take")
    assert table.counts[0] == 5


def test_R21_draw_the_sum_play_nothing_and_close() -> None:
    table = Table().lay([["red amulet", "red cup"], *FILL], drawcount=5)
    top = int(table.s.top)
    table.do("take")
    assert table.counts[0] == 7
    assert table.s.top == top
    assert (table.s.drawcount, table.s.marked, table.turn) == (0, 0, "B")


def test_A58_no_magus_after_a_forced_draw_and_none_out_of_turn() -> None:
    table = Table().lay([["red amulet", "summoner"], ["hermit", "red coin"], *FILL[1:]], drawcount=2)
    assert table.moves("B") == []
    table.do("take")
    assert table.turn == "B"
    assert "summoner" in table.hand("A")


def test_A48_draw_does_not_pile_up_in_the_main_phase() -> None:
    """The main phase is reached only without a DRAWCOUNT, so a sceptre there starts from nothing."""
    table = Table().lay([["red sceptre II", "red cup", "red cup"], ["red sceptre I", "blue cup"], *FILL[1:]])
    table.do("play red sceptre II")
    assert table.counts[1] == 4  # no ✦: drew two, could not answer with a sceptre
    assert not table.s.marked


def test_R22_A15_in_the_main_phase_play_or_draw_even_if_one_could_play() -> None:
    table = Table().lay([["red cup", "red sword", "blue cup"], *FILL])
    assert table.moves() == ["play red sword", "play red cup", "draw"]
    table.do("draw")
    assert (table.turn, table.phase, table.counts[0]) == ("A", "drawn", 4)


def test_R22_after_drawing_any_matching_card_may_be_played() -> None:
    table = Table().lay([["red cup", "red sword", "blue cup"], *FILL])
    table.do("draw")
    assert {"play red cup", "play red sword", "pass"} <= set(table.moves())
    table.do("play red sword")
    assert table.counts[0] == 3


def test_R13_without_a_match_one_card_is_drawn_and_may_be_played() -> None:
    table = Table().lay([STUCK, *FILL], talon=["red shield"])
    assert (table.turn, table.phase, table.counts[0]) == ("A", "drawn", 4)
    assert table.moves() == ["play red shield", "pass"]
    table.do("play red shield")
    assert table.counts[0] == 3


def test_A16_only_one_card_is_drawn_and_then_the_turn_ends() -> None:
    table = Table().lay([STUCK, *FILL], talon=["yellow broom", "yellow broom"])
    assert table.counts[0] == len(STUCK) + 1
    assert table.turn == "B"


def test_A17_one_may_not_pass_without_drawing() -> None:
    table = Table().lay([["red cup", "blue cup"], *FILL])
    assert "pass" not in table.moves()


def test_A53_with_nothing_left_to_draw_one_may_pass_with_a_playable_card() -> None:
    table = Table().lay([["red cup", "blue cup", "blue cup"], *FILL], talon=[])
    assert table.moves() == ["play red cup", "pass"]
    table.do("pass")
    assert table.turn == "B"
    assert table.counts[0] == 3


def test_A40_draw_as_many_as_there_are_and_the_rest_is_waived() -> None:
    table = Table().lay([["red cup", "blue cup"], *FILL], drawcount=9, talon=["red shield"], pile=["blue coat"])
    assert table.counts[0] == 4
    assert (table.s.drawcount, table.s.marked) == (0, 0)


def test_A39_an_empty_talon_is_rebuilt_from_the_played_cards_but_the_top_one() -> None:
    pile = ["yellow broom", "yellow crystal", "blue coat"]
    table = Table().lay([["red cup", "blue cup"], *FILL], talon=[], pile=pile)
    table.do("draw")
    assert (table.s.talon_left, table.s.pile_left) == (2, 0)
    assert len(set(table.hand("A")) & set(pile)) == 1


def test_A52_the_talon_is_rebuilt_when_a_card_is_needed_or_the_moment_it_is_empty() -> None:
    hands = [["red cup", "blue cup"], *FILL]
    table = Table().lay(hands, talon=["red broom"], pile=["blue coat"]).do("draw")
    assert (table.s.talon_left, table.s.pile_left) == (0, 1)
    table = Table(rebuild="at_once").lay(hands, talon=["red broom"], pile=["blue coat"]).do("draw")
    assert (table.s.talon_left, table.s.pile_left) == (1, 0)


def test_A47_there_is_no_hand_limit() -> None:
    table = Table().lay([["red amulet", "red cup"], *FILL], drawcount=60)
    table.do("take")
    assert table.counts[0] == 62


# Saying “Magi!” ------------------------------------------------------------------------------------------------


def one_left() -> Table:
    """A has played down to one card and the table waits for the word."""
    return Table().lay([["red cup", "blue sword"], *FILL]).do("play red cup")


def test_R23_with_a_single_card_left_one_must_say_magi() -> None:
    table = one_left()
    assert (table.turn, table.phase, table.moves()) == ("A", "closing", ["magi", "silent"])
    table.do("magi")
    assert table.turn == "B"
    assert all("catch A" not in table.moves(seat) for seat in "BCD")


def test_R24_whoever_forgets_and_is_noticed_draws_a_card() -> None:
    table = one_left().do("silent")
    assert "catch A" in table.moves("C")
    table.do("C catch A")
    assert table.counts[0] == 2
    assert table.turn == "B"


def test_R25_A31_nobody_can_catch_once_the_player_has_acted_again() -> None:
    hands = [
        ["red cup", "blue amulet"],
        ["red balance", "red sword"],
        ["red broom", "red coin"],
        ["red coat", "red coin"],
    ]
    table = Table().lay(hands).do("play red cup", "silent")
    for action in ("play red balance", "magi", "play red broom", "magi", "play red coat", "magi"):
        assert "catch A" in table.moves("C")
        table.do(action)
    assert table.turn == "C"  # the coat has turned the direction
    table.do("play red coin")
    assert table.s.rounds == 2


def test_R25_the_window_closes_with_the_first_decision_of_the_next_turn() -> None:
    hands = [["red cup", "blue amulet"], ["red balance", "red sword", "red sword"], *FILL[1:]]
    table = Table(forced_steps="ask").lay(hands).do("play red cup", "silent", "play red balance")
    for _ in range(2):
        table.do("draw", "pass")
    assert table.turn == "A"
    assert "catch A" in table.moves("B")
    table.do("draw")
    assert table.moves("B") == []
    assert table.s.silences == 0


def test_A31_after_again_the_silent_player_can_still_be_caught_before_he_goes_on() -> None:
    table = Table().lay([["red hourglass", "blue sword"], *FILL]).do("play red hourglass", "silent")
    assert (table.turn, table.phase) == ("A", "main")
    assert table.moves() == ["draw"]  # the table waits, to leave the others time
    table.do("D catch A")
    assert table.counts[0] >= 2
    assert table.s.silences == 0


def test_A31_the_word_can_be_said_automatically() -> None:
    table = Table(calling="automatic").lay([["red cup", "blue sword"], *FILL]).do("play red cup")
    assert table.turn == "B"
    assert table.s.silences == 0


def test_A32_a_single_card_reached_by_drawing_must_be_called_too() -> None:
    table = Table().lay([[], *FILL], drawcount=1)
    assert (table.turn, table.phase, table.counts[0]) == ("A", "closing", 1)
    assert table.moves() == ["magi", "silent"]


def test_A49_the_word_is_due_in_every_closing_phase_with_one_card() -> None:
    after_draw_and_play = Table().lay([["red cup"], *FILL], talon=["red broom"]).do("draw", "play red cup")
    assert after_draw_and_play.phase == "closing"
    after_a_pass = Table().lay([["red cup"], *FILL], talon=[]).do("pass")
    assert (after_a_pass.turn, after_a_pass.phase) == ("A", "closing")
    after_a_forced_draw = Table().lay([[], *FILL], drawcount=4, talon=["red broom"])
    assert (after_a_forced_draw.turn, after_a_forced_draw.phase) == ("A", "closing")


def test_A50_every_other_seat_may_catch_once_even_amid_anothers_choices() -> None:
    hands = [["red cup", "blue sword"], ["archmage", "red coin", "red coin"], *FILL[1:]]
    table = Table().lay(hands).do("play red cup", "silent", "play archmage")
    assert (table.turn, table.phase) == ("B", "section 1")
    assert table.moves("A") == []
    assert table.moves("B") == ["select", "free", "catch A"]
    assert table.moves("C") == table.moves("D") == ["catch A"]
    table.do("D catch A")
    assert (table.turn, table.phase, table.moves()) == ("B", "section 1", ["select", "free"])
    assert table.moves("C") == []
    assert table.counts[0] == 2


def test_A50_a_waiting_seat_may_catch_too() -> None:
    hands = [["red amulet", "blue sword"], ["red coin", "red coin"], [], ["blue cup", "blue cup"]]
    table = Table().lay(hands, drawcount=2).do("play red amulet", "silent")
    assert table.counts[2] == 0
    assert table.moves("C") == ["catch A"]


def test_A50_if_the_round_ends_first_the_silence_is_forgotten() -> None:
    hands = [["red cup", "blue sword"], ["red coin"], *FILL[1:]]
    table = Table().lay(hands).do("play red cup", "silent", "play red coin")
    assert table.s.rounds == 2
    assert table.s.silences == 0
    assert not table.s.silent.any()


def test_A51_a_catch_when_no_card_can_be_drawn_ends_the_silence_all_the_same() -> None:
    table = Table().lay([["red cup"], *FILL], talon=[]).do("pass", "silent", "C catch A")
    assert table.counts[0] == 1
    assert table.s.silences == 0
