"""What a move tells, and so whether it can be taken back, is decided from what everybody knows (A60)."""

import random
from collections.abc import Iterator

from zauber import Match, games
from zauber.games.compiling.link import plain
from zauber.games.contract.kernel import NOBODY
from zauber.games.magi import knowledge
from zauber.games.magi.cards import KINDS, matching
from zauber.games.magi.rules import has_to_stop
from zauber.match import Position
from zauber.match.moves import Ply
from zauber.match.undo import is_said_to_reveal, look_into_worlds

GAME = games.get("magi")
LINK = GAME.linker(plain)
WORLDS = 8  # as few as an offer of undo looks at: with more, a rare fact is only missed less often


def quiet_moves(matches: int) -> Iterator[tuple[Match, Ply, Position, Position]]:
    """Moves without chance in random matches, other than cards played, with the positions before and after."""
    for seed in range(matches):
        match, dice = Match("magi", seats=4, seed=seed, options={"turn_limit": 60}), random.Random(seed)
        while match.turn >= 0:
            before = match._position(len(match.plies))
            ply = match.play(dice.choice(match.moves.actions))
            if ply.action >= KINDS and not match.used_chance(ply.number):
                yield match, ply, before, match._position(ply.number)


def test_A60_two_worlds_that_nobody_can_tell_apart_get_the_same_answer() -> None:
    pairs, told = 0, 0
    for match, ply, before, after in quiet_moves(8):
        for number in range(3):
            other = before.imagine(NOBODY, seed=number)
            other.set_chance(before.chance)
            if ply.action not in other.moves(ply.seat):
                continue
            then = other.fork().play(ply.action, ply.seat)
            if then.chance != other.chance or bytes(then.known_to(NOBODY)) != bytes(after.known_to(NOBODY)):
                continue
            answers = [
                [all(look_into_worlds(b, a, ply, viewer, match._chance, WORLDS)) for viewer in (NOBODY, *range(4))]
                for b, a in ((before, after), (other, then))
            ]
            assert answers[0] == answers[1], (match.save(), ply)
            pairs, told = pairs + 1, told + (not all(answers[0]))
    assert pairs > 60
    assert 0 < told < pairs


def test_A60_a_hand_without_a_card_to_play_is_found_whenever_there_is_one() -> None:
    both = {True: 0, False: 0}
    e = GAME.edition("", {"turn_limit": 60}).record
    for _match, ply, _before, after in quiet_moves(10):
        public = after.known_to(NOBODY).record
        if public.turn < 0 or not LINK(knowledge.has_a_card_to_play)(e, public):
            continue
        found = bool(LINK(knowledge.may_have_none)(e, public))
        both[found] += 1
        seen = False
        for number in range(60):  # hands as they come, without the condition that one can be played
            world = public.copy()
            GAME.interpreted.sow(world, 1, number)
            LINK(knowledge.imagine_hand)(world, int(world.turn))
            seen = seen or not LINK(has_to_stop)(e, world, int(world.turn))
        assert found or not seen
        assert is_said_to_reveal(after, after, ply, NOBODY) is found
    assert both[True] > 10


def test_A60_who_is_known_to_have_a_card_reveals_nothing_by_having_one() -> None:
    e = GAME.edition("", {"turn_limit": 60}).record
    after = next(
        found for found in quiet_moves(10) if LINK(knowledge.has_a_card_to_play)(e, found[3].known_to(NOBODY).record)
    )[3]
    public = after.known_to(NOBODY).record.copy()
    assert LINK(knowledge.may_have_none)(e, public)
    fitting = int(LINK(matching)(public))
    for kind in range(KINDS):
        if not fitting >> kind & 1:
            public.talon[kind] = public.past[kind] = 0  # only cards that fit are unseen
    assert not LINK(knowledge.may_have_none)(e, public)
