"""What the conformance suite asks of Papageno: cards are counted, and seats can be turned round the table."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.papageno.table import Table
from zauber.games.papageno import GAME, accounts
from zauber.games.papageno.cards import EGG


def spoil(change: Callable[[Any], None], **how: Any) -> int:
    table = Table.with_wires("9 . . / . . .", "1 . . / . . .", hand="0", **how)
    assert accounts.account(table.e, table.s) == 0
    change(table.s)
    return accounts.account(table.e, table.s)


def lose_an_egg(s: Any) -> None:
    s.dealt[EGG] -= 1


def double_a_discard(s: Any) -> None:
    s.discard[0] += 1


def forget_a_hidden_card(s: Any) -> None:
    s.down[1] = 4


def miscount_the_discards(s: Any) -> None:
    s.discards += 1


def miscount_the_pile(s: Any) -> None:
    s.pile_left += 1


def test_every_card_is_accounted_for() -> None:
    assert spoil(lose_an_egg) == EGG + 1
    assert spoil(double_a_discard) == 1
    assert spoil(forget_a_hidden_card) == 21
    assert spoil(miscount_the_discards) == 30
    assert spoil(miscount_the_pile) == 32
    assert spoil(miscount_the_pile, pile="7 7") == 31


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_actions_turn_with_the_seats(seats: int) -> None:
    e = GAME.edition().record
    for move in ("turn 1", "draw", "place 6", "egg top left", "leave"):
        assert accounts.turned(e, GAME.parse(move), 1, seats) == GAME.parse(move)
    last = "ABCDE"[seats - 1]
    assert GAME.notation(accounts.turned(e, GAME.parse(f"swap 2 {last}5"), 1, seats)) == "swap 2 A5"
    assert GAME.notation(accounts.turned(e, GAME.parse("swap 6 A1"), 1, seats)) == "swap 6 B1"
