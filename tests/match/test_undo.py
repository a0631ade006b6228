"""Honest undo: nothing that was seen or left to chance is taken back."""

import pytest

from zauber import CannotUndo, Match


def first_turn(seed: int = 1) -> Match:
    match = Match("papageno", seats=3, seed=seed)
    for _ in range(3):
        match.play("turn 1")
    return match


def test_nothing_to_undo() -> None:
    with pytest.raises(CannotUndo, match="nobody has acted"):
        Match("papageno").undo()


def test_a_secret_choice_can_be_taken_back() -> None:
    match = Match("papageno", seats=3, seed=1)
    before = match.save()
    done = match.play("turn 1")
    assert match.undo() == done
    assert match.save() == before
    match.play("turn 2")
    assert match.plies[0].notation == "turn 2"


def test_taking_an_open_card_can_be_taken_back() -> None:
    match = first_turn()
    before = match.record()
    match.play("take")
    match.undo()
    assert match.record() == before


def test_a_drawn_card_cannot_be_put_back() -> None:
    match = first_turn()
    match.play("draw")
    assert match.used_chance(4)
    with pytest.raises(CannotUndo, match="chance has decided"):
        match.undo()
    assert len(match.plies) == 4


def test_turning_the_cards_up_cannot_be_taken_back() -> None:
    match = first_turn()
    with pytest.raises(CannotUndo, match="chance"):
        match.undo()


def test_a_card_that_others_have_seen_cannot_be_taken_back() -> None:
    match = first_turn()
    match.play("draw")
    match.play("discard")
    assert not match.used_chance(5)
    with pytest.raises(CannotUndo, match="somebody has seen something"):
        match.undo()


def test_an_open_card_in_an_open_place_can_be_taken_back() -> None:
    match = first_turn(seed=2)  # the open card is no Capture and no Pan flute
    match.play("take")
    match.play("place 1")
    assert match.undo().notation == "place 1"
    assert match.undo().notation == "take"


def test_a_swap_of_open_cards_can_be_taken_back() -> None:
    for seed in range(400):
        match = first_turn(seed)
        match.play("take")
        match.play("place 2")
        swaps = [move for move in match.moves if move.startswith("swap")]
        if swaps:
            break
    match.play(swaps[0])
    assert match.undo().notation == swaps[0]
