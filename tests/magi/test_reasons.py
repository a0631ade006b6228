"""Why a move of Magi is good or bad, in sentences."""

from tests.reasons import reasons
from zauber.games.magi import GAME

from .table import Table, seat_of


def why(table: Table, move: str, letter: str = "") -> list[str]:
    return reasons(GAME, table.e, table.s, seat_of(letter) if letter else int(table.s.turn), move)


OTHERS = [["yellow sword", "yellow cup"], ["yellow coin", "yellow broom", "blue cup"], ["blue broom"] * 2]


def test_a_plain_card_says_what_can_follow_and_what_it_counts() -> None:
    table = Table().lay([["red sword", "red cup", "blue sword", "yellow broom"], *OTHERS])
    assert why(table, "play red sword") == [
        "2 of your other cards fit on the red sword.",
        "In your hand the red sword would count 1 point against you.",
    ]
    assert why(table, "draw") == ["You keep the red sword and red cup for later."]


def test_the_last_cards_end_the_round_or_call_for_magi() -> None:
    one = Table().lay([["red sword"], *OTHERS])
    assert why(one, "play red sword") == [
        "The red sword is your last card: the round is over, and the others count what they hold."
    ]
    two = Table().lay([["red sword", "blue cup"], *OTHERS])
    assert why(two, "play red sword")[:2] == [
        "You then have a single card and must say “Magi!”",
        "None of your other cards fits on the red sword.",
    ]
    two.do("play red sword")
    assert why(two, "magi") == ["It costs nothing, and whoever is caught without it draws a card."]
    two.do("silent")
    assert why(two, "catch A", "C") == ["Anna has not said “Magi!” and draws a card."]


def test_who_must_draw_is_named() -> None:
    table = Table().lay([["red sceptre II", "red sword", "red coat", "red parchment"], *OTHERS])
    assert why(table, "play red sceptre II")[0] == (
        "Ben, who has only 2 cards left, must then dodge a DRAWCOUNT of 2 or draw."
    )
    assert why(table, "play red coat")[0] == "Dora is next instead of Ben."
    assert why(table, "play red parchment")[0] == "You choose who is next."


def test_a_star_card_hands_the_drawcount_on() -> None:
    hand = ["red amulet", "red coat", "red hourglass", "red parchment", "hermit", "shade"]
    table = Table().lay([hand, *OTHERS], drawcount=2)
    assert why(table, "play red amulet")[0] == "Instead of you, Ben must then dodge a DRAWCOUNT of 2 or draw."
    assert why(table, "play shade")[0] == "Instead of you, Ben must then dodge a DRAWCOUNT of 4 or draw."
    assert why(table, "play red coat")[0] == "Instead of you, Dora must then dodge a DRAWCOUNT of 2 or draw."
    assert why(table, "play red parchment")[0] == "You choose who must then dodge a DRAWCOUNT of 2 or draw."
    assert why(table, "play hermit")[0] == "It takes the DRAWCOUNT of 2 away."
    assert why(table, "play red hourglass")[0] == (
        "You escape the DRAWCOUNT only until your next turn, which is at once, and then it is 2."
    )
    assert why(Table().lay([["red amulet", "red sword"], *OTHERS], drawcount=3), "take") == [
        "You keep the red amulet for later, and draw 3 cards."
    ]


def test_answers_to_a_card_say_what_is_held_and_by_whom() -> None:
    table = Table().lay([["archer", "red sword", "red cup", "blue sword"], *OTHERS])
    assert why(table, "play archer")[1] == "You name the colour: 2 of your other cards fit on red."
    table.do("play archer")
    assert why(table, "red") == ["You hold 2 red cards."]
    assert why(table, "yellow") == ["You hold no yellow card."]
    table.do("red")
    assert why(table, "shoot C") == ["Cleo holds 3 cards."]
    original = Table().lay([["archmage", "red sword", "red cup", "blue sword"], *OTHERS])
    original.do("play archmage")
    assert why(original, "free") == ["Any card may follow, so the next player can always play."]
    original.do("free")
    assert why(original, "reverse") == ["Dora is next."]
    original.do("reverse")
    assert why(original, "draw 3") == ["Dora must then dodge a DRAWCOUNT of 3 or draw."]
    assert why(original, "draw 0") == ["Nobody has anything to draw."]
