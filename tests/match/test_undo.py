"""Honest undo: nothing that was seen or left to chance is taken back."""

import random
from collections.abc import Iterator

import pytest

from zauber import CannotUndo, Match, games
from zauber.games.compiling.link import plain
from zauber.games.contract.kernel import NOBODY
from zauber.games.magi import knowledge
from zauber.games.magi.cards import KINDS, matching
from zauber.games.magi.position import MAIN
from zauber.games.magi.rules import has_to_stop
from zauber.match import Position
from zauber.match.moves import Ply
from zauber.match.undo import tells_nothing


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


# What a move tells is decided from what everybody knows -----------------------------------------------------------

Quiet = tuple[Ply, Position, Position]
MATCHES = {"magic_flute": 20, "papageno": 8, "magicians_night": 4, "magi": 24, "mago_magino": 8}


def quiet_moves(name: str, matches: int, seats: int = 0) -> Iterator[Quiet]:
    """Moves without chance in random matches, with the positions before and after."""
    game = games.get(name)
    for seed in range(matches):
        options = {"turn_limit": 60, **({"stroke_limit": 6} if name == "magicians_night" else {})}
        edition = game.editions[seed % len(game.editions)]
        count = seats or game.seats[seed % len(game.seats)]
        match, dice = Match(name, seats=count, seed=seed, edition=edition, options=options), random.Random(seed)
        while match.turn >= 0:
            before = match._position(len(match.plies))
            ply = match.play(dice.choice(match.moves.actions))
            if not match.used_chance(ply.number):
                yield ply, before, match._position(ply.number)


def after(world: Position, ply: Ply) -> Position | None:
    """The same move in another world, if it is possible there."""
    return world.fork().play(ply.action, ply.seat) if ply.action in world.moves(ply.seat) else None


@pytest.mark.parametrize("name", games.NAMES)
def test_what_tells_nothing_looks_the_same_in_all_worlds_and_worlds_that_are_alike_to_all_get_one_answer(
    name: str,
) -> None:
    answers = {True: 0, False: 0}
    pairs = 0
    for number, (ply, before, then) in enumerate(quiet_moves(name, MATCHES[name])):
        viewers = (NOBODY, *range(before.seats))
        silent = {viewer: tells_nothing(before, then, ply, viewer) for viewer in viewers}
        for answer in silent.values():
            answers[answer] += 1
        if number % (8 if before.game.heavy else 1):
            continue
        for viewer in [viewer for viewer, nothing in silent.items() if nothing]:
            world = before.imagine(viewer, seed=number)
            there = after(world, ply)
            assert there is not None, (ply, viewer)
            assert bytes(there.known_to(viewer)) == bytes(then.known_to(viewer)), (ply, viewer)
        world = before.imagine(NOBODY, seed=number)
        there = after(world, ply)
        if there is None or bytes(there.known_to(NOBODY)) != bytes(then.known_to(NOBODY)):
            continue
        pairs += 1
        for viewer in viewers:
            alike = there.chance == world.chance and tells_nothing(world, there, ply, viewer)
            assert alike is silent[viewer], (ply, viewer)
    assert pairs > 20
    assert min(answers.values()) > 20, answers


def test_a_game_that_does_not_say_what_tells_lets_nothing_be_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match("papageno", seats=3, seed=1)
    match.play("turn 1")
    monkeypatch.delattr("zauber.games.papageno.knowledge.reveals")
    with pytest.raises(CannotUndo, match="somebody has seen something"):
        match.undo()
    monkeypatch.setitem(vars(match.game), "open_fields", "Everything lies open.")
    assert match.undo().notation == "turn 1"


def test_A60_a_hand_without_a_card_to_play_is_found_whenever_there_is_one() -> None:
    both = {True: 0, False: 0}
    game = games.get("magi")
    link = game.linker(plain)
    for ply, _, then in quiet_moves("magi", 10, 4):
        e, public = then.edition.record, then.known_to(NOBODY).record
        if ply.action < KINDS or public.turn < 0 or not link(knowledge.has_a_card_to_play)(e, public):
            continue
        found = bool(link(knowledge.may_have_none)(e, public))
        both[found] += 1
        seen = False
        for number in range(60):  # hands as they come, without the condition that one can be played
            world = public.copy()
            game.interpreted.sow(world, 1, number)
            link(knowledge.imagine_hand)(world, int(world.turn))
            seen = seen or not link(has_to_stop)(e, world, int(world.turn))
        assert found or not seen
        assert not (found and tells_nothing(then, then, ply, NOBODY))
        if public.phase == MAIN:
            fitting = int(link(matching)(public))
            for kind in range(KINDS):
                if not fitting >> kind & 1:
                    public.talon[kind] = public.past[kind] = 0  # only cards that fit are unseen
            assert not link(knowledge.may_have_none)(e, public)
    assert both[True] > 10
