"""What a seat may know: the card in another's hand and the first choices are hidden, nothing else is there to see."""

import numpy as np
import pytest

from tests.papageno.table import Table
from zauber.games.contract.kernel import HIDDEN, NOBODY
from zauber.games.papageno import GAME, layout, rules
from zauber.games.papageno.cards import EGG, KINDS, LIGHTEST
from zauber.games.papageno.names import card
from zauber.games.papageno.position import DISCARD, DRAW, LAST_OF_PILE, SECRET

F = GAME.interpreted


def two_worlds(table: Table, viewer: int) -> list[str]:
    """The cards that may be in hand, as the viewer imagines them."""
    found = set()
    concealed = table.seen_by(viewer)
    for seed in range(400):
        world = concealed.copy()
        F.sow(world, seed, 1)
        F.imagine(table.e, world, viewer)
        assert F.account(table.e, world) == 0
        found.add(rules_name(int(world.held)))
        F.conceal(table.e, world, viewer)
        assert world.tobytes() == concealed.tobytes()
    return sorted(found)


def rules_name(kind: int) -> str:
    return str(card(kind))


@pytest.mark.no_cover
def test_R9_a_drawn_card_can_be_any_unseen_card_for_the_others() -> None:
    table = Table.with_wires("5 . . / . . .", "6 . . / . . .", hand="E", edition="b")
    assert two_worlds(table, 0) == ["egg"]
    assert set(two_worlds(table, 1)) == {"egg", "capture", *(f"bird:{weight}" for weight in range(-2, 10))}


def test_R7_R9_from_a_rebuilt_pile_only_its_cards_can_be_in_hand() -> None:
    table = Table.with_wires("5 . . / . . .", "6 . . / . . .", pile="-2 -2 7", hand="9")
    assert two_worlds(table, 1) == ["bird:-2", "bird:7", "bird:9"]


def test_A28_the_last_card_of_a_rebuilt_pile_can_be_remembered_but_is_not_told() -> None:
    table = Table.with_wires("5 . . / . . .", "6 . . / . . .", pile="7")
    told = table.play("draw")
    assert told[0] == "Anna draws a card."
    assert table.view(1)["held"]["card"] == "hidden"
    assert two_worlds(table, 1) == ["bird:7"]


def test_R12_a_card_taken_from_the_discards_is_known_to_all() -> None:
    table = Table.with_wires("5 . . / . . .", "6 . . / . . .", top="3")
    table.play("take")
    assert two_worlds(table, 1) == ["bird:3"]


def test_A31_first_choices_are_hidden_until_all_have_chosen() -> None:
    table = Table(3)
    first = table.turn
    action = GAME.parse("turn 4")
    assert F.witness(table.e, table.s, first, action, first) == action
    assert F.witness(table.e, table.s, first, action, (first + 1) % 3) == HIDDEN
    assert F.witness(table.e, table.s, first, action, NOBODY) == HIDDEN
    table.play("turn 4")
    other = (first + 1) % 3
    assert table.seen_by(other).chosen[first] == SECRET
    places = set()
    for seed in range(100):
        world = table.seen_by(other)
        F.sow(world, seed, 1)
        F.imagine(table.e, world, other)
        places.add(int(world.chosen[first]))
    assert places == set(range(6))


def test_R10_every_other_action_is_seen_by_all() -> None:
    table = Table.with_wires("5 . . / . . .", "6 . . / . . .", hand="3")
    for move in ("place 1", "discard", "draw"):
        assert F.witness(table.e, table.s, 0, GAME.parse(move), 1) == GAME.parse(move)


@pytest.mark.parametrize("viewer", [0, 1, NOBODY])
def test_chance_to_come_is_never_shown(viewer: int) -> None:
    table = Table.with_wires("5 . . / . . .", "6 . . / . . .")
    assert not table.seen_by(viewer).rng.any()


def test_an_observation_shows_what_the_seat_knows_and_no_more() -> None:
    table = Table.with_wires("5 . . / . . .", "6 . . / . . .", "C . . / . . .", hand="E")
    seen = np.zeros((3, layout.OBSERVATION), "f4")
    for seat in range(3):
        F.observe(table.e, table.s, seat, seen[seat])
        blind = np.zeros(layout.OBSERVATION, "f4")
        F.observe(table.e, table.seen_by(seat), seat, blind)
        assert (blind == seen[seat]).all()
    hand = layout.AT_HELD
    assert seen[0, hand + EGG + 1] == 1.0
    assert seen[1, hand] == seen[2, hand] == 1.0
    assert seen[1, 6 - LIGHTEST + 1] == 1.0, "the observer comes first: Ben's 6"
    unseen = seen[:, -KINDS:] * 4
    assert unseen[0].sum() == pytest.approx(50 - 3 - 1 - 1)
    assert unseen[1].sum() == pytest.approx(50 - 3 - 1)


@pytest.mark.no_cover
def test_R9_the_last_card_of_a_rebuilt_pile_is_not_shown_to_others_though_it_can_be_remembered() -> None:
    game, e = GAME, GAME.edition("", {"turn_limit": 1000}).record
    options, dice = np.zeros(rules.MOST_MOVES, np.int32), np.random.default_rng(4)
    seen = 0
    for match in range(3):
        s = game.new_state()
        game.compiled.sow(s, 11, match)
        game.compiled.setup(e, s, 5)
        while s.turn >= 0:
            if s.origin == LAST_OF_PILE:
                seen += 1
                for viewer in range(-1, 5):
                    hidden = s.copy()
                    game.compiled.conceal(e, hidden, viewer)
                    held = game.words.view(e, hidden, viewer)["held"]
                    assert (held["card"] == "hidden") == (viewer != s.turn)
                    game.compiled.sow(hidden, match, viewer + 1)
                    game.compiled.imagine(e, hidden, viewer)
                    assert hidden.held == s.held
            n = game.compiled.moves(e, s, s.turn, options)
            likely = [a for a in options[:n] if a in (DRAW, DISCARD)] or list(options[:n])
            game.compiled.apply(e, s, s.turn, int(dice.choice(likely)))
    assert seen > 10
