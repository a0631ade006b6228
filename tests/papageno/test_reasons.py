"""Why a move of Papageno is good or bad, in sentences."""

from tests.papageno.table import Table
from tests.reasons import reasons
from zauber.games.papageno import GAME
from zauber.games.papageno.position import CHOOSE_EGG, SWAP_CARDS


def why(table: Table, move: str) -> list[str]:
    return reasons(GAME, table.e, table.s, int(table.s.turn), move)


def test_a_card_that_replaces_another_says_what_is_gained() -> None:
    table = Table.with_wires("9 1 . / . . .", "6 . . / . . .", hand="0")
    assert why(table, "place 1") == ["The 0 replaces your 9, top left: 9 points less."]
    assert why(table, "place 2") == ["The 0 replaces your 1, top middle: 1 point less."]
    assert why(table, "place 3") == ["The 0 replaces your face-down card, top right; unseen cards weigh 5 on average."]
    assert why(table, "discard") == []


def test_two_equal_birds_in_a_column_cancel_and_a_pair_can_be_broken() -> None:
    table = Table.with_wires("9 5 . / 3 5 .", "6 . . / . . .", hand="3")
    assert why(table, "place 1") == [
        "The 3 makes a pair with your other 3, bottom left: together they count nothing.",
        "The 3 replaces your 9, top left: 12 points less.",
    ]
    assert why(table, "place 2") == [
        "It breaks up your pair of 5s, which count nothing together.",
        "The 3 replaces your 5, top middle: 8 points more.",
    ]


def test_the_last_face_down_card_ends_the_round_ahead_or_behind() -> None:
    ahead = Table.with_wires("0 1 3 / 4 0 .", "9 . 8 / 8 9 .", hand="3")
    assert why(ahead, "place 6")[0] == (
        "It ends the round while you look lightest: you count 5, and Ben, who comes nearest, shows 9, 8, 8 and 9 with"
        " 2 cards face down."
    )
    behind = Table.with_wires("9 8 7 / 5 6 .", "0 . 1 / -2 1 0", hand="3")
    assert why(behind, "place 6")[0] == (
        "It ends the round while Ben looks lighter: you count 38, and Ben shows 0, 1, −2, 1 and 0 with 1 card face"
        " down."
    )
    waits = Table.with_wires("0 1 3 / 1 0 .", "0 . 1 / -2 1 0", hand="4")
    assert why(waits, "discard") == [
        "The 4 would go only where your last face-down card lies, and that would end the round."
    ]


def test_capture_flute_and_egg_say_what_they_do() -> None:
    table = Table.with_wires("9 . . / . . .", "-2 . . / . . .", "6 . . / . . .", hand="C")
    assert why(table, "place 4") == [
        "With the Capture you can then take Ben’s −2 (top left) for your 9, top left.",
    ]
    assert why(table, "place 1") == ["You have no other open card to give, so the Capture would catch nothing."]
    table.s.area[0, 3], table.s.phase, table.s.spot, table.s.held = table.s.held, SWAP_CARDS, 3, -1
    assert why(table, "swap 1 B1") == [
        "You get Ben’s −2 for your 9, top left: 11 points less for you, and 11 more for Ben."
    ]
    assert why(table, "leave") == []
    flute = Table.with_wires("9 . . / . . .", "-2 . . / . . .", "6 . . / . . .", hand="F")
    assert why(flute, "place 1") == [
        "The Pan flute sends your 9, top left, to Ben, and everybody else passes on the card at that place."
    ]
    egg = Table.with_wires("-2 . . / 7 . .", "6 . . / . . .", hand="E")
    assert why(egg, "place 2") == ["Beside your −2 the Egg counts −2."]
    assert why(egg, "place 6") == ["The Egg counts as much as the face-down card beside it."]
    beside = Table.with_wires("9 E 5 / 3 4 8", "6 . . / . . .", hand="E")
    assert why(beside, "place 1")[0] == "The Egg counts as much as the other Egg beside it."


def test_drawing_and_taking_speak_of_the_open_card() -> None:
    heavy = Table.with_wires("5 . . / . . .", "6 . . / . . .", top="9")
    assert why(heavy, "draw") == [
        "The 9 on the discard pile would not make your wire lighter, and a card that you draw need not be kept."
    ]
    assert why(heavy, "take") == ["Nowhere would the 9 make your wire lighter, and it may not go straight back."]
    light = Table.with_wires("9 . . / . . .", "6 . . / . . .", top="0")
    assert why(light, "take") == ["The 0 can replace your 9, top left: 9 points less."]
    pair = Table.with_wires("9 . . / 3 . .", "6 . . / . . .", top="3")
    assert why(pair, "take") == ["The 3 makes a pair with your other 3, bottom left: together they count nothing."]
    flute = Table.with_wires("9 . . / . . .", "-2 . . / . . .", "6 . . / . . .", top="F")
    assert why(flute, "take") == [
        "With the Pan flute you can send a card of yours to Ben, and everybody else passes one on."
    ]
    assert why(flute, "draw") == [
        "On your wire the Pan flute from the discard pile would count 10, and a card that you draw need not be kept."
    ]


def test_a_side_for_an_egg_says_what_the_wire_counts_with_either() -> None:
    table = Table.with_wires("3 E 6 / 3 8 6", "9 9 9 / 7 7 7", top="0")
    table.s.phase = CHOOSE_EGG
    assert why(table, "egg top left") == [
        "Beside the 3 the Egg counts 3 and your whole wire 11; with the other side it would be 14."
    ]
