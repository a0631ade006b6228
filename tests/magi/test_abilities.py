"""Magi: what the cards do, alone and together (R5, R6, R31 to R39, and the open points that belong there)."""

from typing import Any

import pytest

from zauber.games.magi import GAME

from .table import Table
from .test_second_opinion import smaller

SPARE = ["red cup", "red cup"]  # so that nobody goes out or has to say “Magi!”
READY = (
    ["blue amulet", "yellow amulet", "red amulet"],
    ["blue coat", "yellow coat", "red coat"],
    ["blue parchment", "yellow parchment", "red parchment"],
)  # hands with a ✦ card of every colour: the table stops for each of them, with a DRAWCOUNT or without


def after(*actions: str, hand: list[str], drawcount: int = 0, direction: int = 1, **options: Any) -> Table:
    """A plays from that hand (and two spare cards); B, C and D are ready for anything."""
    table = Table(**options).lay([[*hand, *SPARE], *READY], drawcount=drawcount, direction=direction)
    return table.do(*actions)


def test_R31_select_names_the_colour_that_must_follow() -> None:
    table = after("play apprentice", hand=["apprentice"])
    assert table.moves() == ["red", "blue", "yellow"]
    table.do("yellow")
    assert (table.turn, table.moves()) == ("B", ["play yellow amulet", "draw"])


def test_R32_free_lets_the_next_player_choose() -> None:
    table = after("play wanderer", hand=["wanderer"])
    assert table.moves() == ["play red amulet", "play blue amulet", "play yellow amulet", "draw"]


def test_A19_select_lasts_until_a_card_is_played_however_many_pass() -> None:
    hands = [["apprentice", *SPARE], ["red coin", "red coin"], ["red sword", "red sword"], ["blue coin", "red coat"]]
    table = Table().lay(hands, talon=["red broom", "red broom"]).do("play apprentice", "blue")
    assert table.counts[1:3] == [3, 3]  # B and C drew and passed
    assert (table.turn, table.moves()) == ("D", ["play blue coin", "draw"])


def test_A19_free_lasts_until_a_card_is_played() -> None:
    table = after("play wanderer", "draw", "pass", hand=["wanderer"])
    assert (table.turn, len(table.moves())) == ("C", 4)


def test_R6_R33_draw_puts_down_a_drawcount_and_raises_the_sum() -> None:
    table = after("play summoner", "blue", hand=["summoner"])
    assert (table.turn, table.phase, table.s.drawcount) == ("B", "magic", 2)
    hands = [["phantom", *SPARE], *READY]
    table = Table().lay(hands, drawcount=2).do("play phantom", "blue")
    assert table.s.drawcount == 5


def test_A6_one_running_sum_stands_for_the_markers() -> None:
    hands = [["storm-caller", *SPARE], ["shade", *SPARE[:1]], ["ghost", "red sword"], READY[2]]
    table = Table().lay(hands).do("play storm-caller", "play shade", "magi", "play ghost")
    assert table.s.drawcount == 3 + 2 + 1


def test_R34_again_is_a_whole_new_turn() -> None:
    table = after("play red hourglass", hand=["red hourglass"])
    assert (table.turn, table.phase) == ("A", "main")
    assert table.s.turns == 3  # the one dealt, the one laid out, and another


def test_R34_again_in_the_magic_phase_meets_the_drawcount_once_more() -> None:
    table = after("play red hourglass", hand=["red hourglass"], drawcount=3)
    assert table.counts[0] == 2 + 3  # no ✦ card for the second turn
    assert table.turn == "B"
    table = after("play red hourglass", hand=["red hourglass", "red amulet"], drawcount=3)
    assert (table.turn, table.phase, table.moves()) == ("A", "magic", ["play red amulet", "take"])


def test_A23_again_with_draw_hits_the_player_himself() -> None:
    table = after("play archmage", "free", "again", "draw 2", hand=["archmage"])
    assert table.counts[0] == 2 + 2
    assert table.turn == "B"


def test_A56_select_with_again_binds_the_player_himself() -> None:
    table = after("play twin-caster", "blue", hand=["twin-caster", "blue coin"])
    assert (table.turn, table.moves()) == ("A", ["play blue coin", "draw"])
    table = after("play dreamer", hand=["dreamer", "blue coin"])
    assert (table.turn, table.moves()) == ("A", ["play red cup", "play blue coin", "draw"])


def test_R5_R35_reverse_turns_the_direction() -> None:
    table = after("play red coat", hand=["red coat"])
    assert (table.turn, table.s.direction) == ("D", -1)
    table = after("play red coat", hand=["red coat"], direction=-1)
    assert (table.turn, table.s.direction) == ("B", 1)


def test_A24_draw_with_reverse_hits_the_previous_player() -> None:
    table = after("play mirror-elder", hand=["mirror-elder"])
    assert (table.turn, table.phase, table.s.drawcount) == ("D", "magic", 1)


def test_A24_draw_with_shot_hits_the_one_who_is_shot() -> None:
    table = after("play star-shooter", "blue", "shoot C", hand=["star-shooter"])
    assert (table.turn, table.phase, table.s.drawcount) == ("C", "magic", 2)


def test_R36_shot_chooses_the_next_player_but_not_oneself() -> None:
    table = after("play red parchment", hand=["red parchment"])
    assert table.moves() == ["shoot B", "shoot C", "shoot D"]
    table.do("shoot D")
    assert (table.turn, table.s.direction) == ("D", 1)


@pytest.mark.parametrize(("direction", "follower"), [(1, "D"), (-1, "B")])
def test_A25_after_a_shot_the_neighbour_of_the_one_shot_follows(direction: int, follower: str) -> None:
    table = after("play red parchment", "shoot C", "draw", "pass", hand=["red parchment"], direction=direction)
    assert table.turn == follower


def test_A26_a_waiting_player_may_be_shot() -> None:
    hands = [["falconer", *SPARE], READY[0], [], READY[2]]
    table = Table().lay(hands, drawcount=2).do("play falconer")
    assert "shoot C" in table.moves()
    table.do("shoot C")
    assert table.counts[2] == 3  # had to draw
    assert table.turn == "D"


def test_R37_through_only_avoids_the_drawing() -> None:
    table = after("play red amulet", hand=["red amulet"], drawcount=4)
    assert (table.turn, table.s.drawcount, table.s.direction) == ("B", 4, 1)


@pytest.mark.parametrize(
    ("item", "actions", "follower"),
    [("amulet", (), "B"), ("hourglass", (), "A"), ("coat", (), "D"), ("parchment", ("shoot C",), "C")],
)
def test_A29_items_are_playable_in_the_main_phase(item: str, actions: tuple[str, ...], follower: str) -> None:
    table = after(f"play red {item}", *actions, hand=[f"red {item}"])
    assert (table.turn, table.phase, table.s.marked) == (follower, "main", 0)


def test_R38_reset_removes_every_drawcount() -> None:
    table = after("play arbiter", "blue", hand=["arbiter"], drawcount=6)
    assert (table.turn, table.phase, table.s.drawcount, table.s.marked) == ("B", "main", 0, 0)
    assert table.counts == [2, 3, 3, 3]


def test_A28_reset_with_nothing_on_the_table_is_legal() -> None:
    table = after("play hermit", hand=["hermit"])
    assert (table.turn, table.phase) == ("B", "main")


def test_R39_original_chooses_one_ability_from_each_section() -> None:
    table = after("play archmage", hand=["archmage"])
    assert table.moves() == ["select", "free"]
    table.do("select")
    assert table.moves() == ["again", "reverse", "shot", "through"]
    table.do("shot")
    assert table.moves() == ["draw 0", "draw 1", "draw 2", "draw 3"]
    table.do("draw 3")
    assert table.moves() == ["red", "blue", "yellow"]
    table.do("yellow")
    assert table.moves() == ["shoot B", "shoot C", "shoot D"]
    table.do("shoot D")
    assert (table.turn, table.s.drawcount, table.moves()) == ("D", 3, ["play yellow parchment", "take"])
    assert not table.s.section.any()


@pytest.mark.no_cover
@pytest.mark.parametrize("first", ["select", "free"])
@pytest.mark.parametrize("second", ["again", "reverse", "shot", "through"])
@pytest.mark.parametrize("third", [0, 1, 2, 3])
@pytest.mark.parametrize("lying", [0, 2])
def test_R39_A45_every_combination_of_original(first: str, second: str, third: int, lying: int) -> None:
    table = after("play archmage", first, second, f"draw {third}", hand=["archmage", "blue amulet"], drawcount=lying)
    if first == "select":
        table.do("blue")
    if second == "shot":
        table.do("shoot C")
    assert table.turn == {"again": "A", "reverse": "D", "shot": "C", "through": "B"}[second]
    assert table.s.direction == (-1 if second == "reverse" else 1)
    assert table.s.drawcount == lying + third
    assert table.phase == ("magic" if lying + third else "main")
    assert table.s.colour == (1 if first == "select" else 3)


def test_A7_draw_0_puts_nothing_down() -> None:
    table = after("play archmage", "free", "through", "draw 0", hand=["archmage"])
    assert (table.turn, table.phase, table.s.marked) == ("B", "main", 0)


def test_A7_as_an_option_draw_0_is_a_drawcount_of_nothing_that_must_be_evaded() -> None:
    table = after("play archmage", "free", "through", "draw 0", hand=["archmage"], zero_marker="yes")
    assert (table.turn, table.phase, table.s.marked, table.s.drawcount) == ("B", "magic", 1, 0)
    table.do("take")
    assert table.counts[1] == 3  # no card, but no main phase either
    assert (table.turn, table.phase) == ("C", "main")


def test_A22_reset_works_before_draw() -> None:
    """No card of the house has both; were there one, its own DRAWCOUNT would stay."""
    house = GAME.edition()
    draw = list(house.values["draw"])
    draw[22] = 2  # the hermit: Free, Reset and now Draw (2)
    table = Table(edition=smaller(house, draw=draw)).lay([["hermit", *SPARE], *READY], drawcount=5)
    table.do("play hermit")
    assert (table.turn, table.s.drawcount) == ("B", 2)


def test_A22_the_colour_is_named_before_the_target() -> None:
    table = after("play archer", hand=["archer"])
    assert table.phase == "colour"
    table.do("blue")
    assert table.phase == "target"


@pytest.mark.parametrize(
    ("magus", "actions", "turn", "drawcount", "direction", "colour"),
    [
        ("apprentice", ("blue",), "B", 0, 1, 1),
        ("wanderer", (), "B", 0, 1, 3),
        ("summoner", ("blue",), "B", 2, 1, 1),
        ("storm-caller", (), "B", 3, 1, 3),
        ("twin-caster", ("blue",), "A", 0, 1, 1),
        ("dreamer", (), "A", 0, 1, 3),
        ("mirror-mage", ("blue",), "D", 0, -1, 1),
        ("mirror-elder", (), "D", 1, -1, 3),
        ("mirror-master", ("blue",), "D", 2, -1, 1),
        ("archer", ("blue", "shoot C"), "C", 0, 1, 1),
        ("falconer", ("shoot C",), "C", 1, 1, 3),
        ("star-shooter", ("blue", "shoot C"), "C", 2, 1, 1),
        ("mist-walker", (), "B", 0, 1, 3),
        ("ghost", ("blue",), "B", 1, 1, 1),
        ("shade", (), "B", 2, 1, 3),
        ("phantom", ("blue",), "B", 3, 1, 1),
        ("hermit", (), "B", 0, 1, 3),
        ("arbiter", ("blue",), "B", 0, 1, 1),
    ],
)
def test_R31_R32_R33_R34_R35_R36_R37_R38_every_magus(
    magus: str, actions: tuple[str, ...], turn: str, drawcount: int, direction: int, colour: int
) -> None:
    table = after(f"play {magus}", *actions, hand=[magus, "blue coin"])
    assert (table.turn, table.s.drawcount, table.s.direction) == (turn, drawcount, direction)
    assert table.s.colour == colour
    assert table.phase == ("magic" if drawcount else "main")
