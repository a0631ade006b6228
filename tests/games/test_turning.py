"""No seat is preferred for its number: by a game's rules of thumb, by search and network, and in a long run."""

from typing import Any

import numpy as np
import pytest

from examples.lantern import GAME as LANTERN
from tests.games.planted import planted
from zauber import bots, games
from zauber.bots.player import Budget
from zauber.errors import BrokenRules
from zauber.games.contract.guarded import CallWatch, Guarded
from zauber.games.contract.kernel import Array, Record
from zauber.games.contract.turning import Turning
from zauber.games.magi.position import MOST_MOVES, SHOOT, TARGET
from zauber.games.papageno.position import MOST_MOVES as MOST_SWAPS
from zauber.games.papageno.position import SWAP
from zauber.lab import seats

MAGI, PAPAGENO = games.get("magi"), games.get("papageno")


def positions(game: Any, count: int, wanted: Any) -> list[tuple[Record, list[int]]]:
    """Positions from random matches, as the seat on turn knows them, with its moves."""
    rules, e, found = game.interpreted, game.edition().record, []
    chance, out = np.random.default_rng(1), np.zeros(max(MOST_MOVES, MOST_SWAPS), np.int32)
    for number in range(200):
        s = game.new_state()
        rules.sow(s, 1, number)
        rules.setup(e, s, 4)
        for _ in range(400):
            if s.turn < 0:
                break
            options = [int(action) for action in out[: rules.moves(e, s, int(s.turn), out)]]
            if wanted(s, options):
                known = s.copy()
                rules.conceal(e, known, int(s.turn))
                found.append((known, options))
                if len(found) == count:
                    return found
            rules.apply(e, s, int(s.turn), options[chance.integers(len(options))])
    raise AssertionError("there are too few such positions")


def turning(game: Any) -> Turning:
    return Turning(game, Guarded(game, CallWatch(), False), game.edition().record, 4)


def first_listed(e: Record, s: Record, seat: int, options: Array, n: int) -> int:
    return int(options[0])


def last_listed(e: Record, s: Record, seat: int, options: Array, n: int) -> int:
    return int(options[n - 1])


@pytest.mark.parametrize("unfair", [first_listed, last_listed])
def test_a_rule_of_thumb_that_takes_the_first_or_last_seat_of_the_list_is_refused(unfair: Any) -> None:
    check = turning(MAGI)
    check._choices = {"advise": unfair}
    known, options = positions(MAGI, 1, lambda s, options: s.phase == TARGET)[0]
    with pytest.raises(BrokenRules, match=r"advise\(\) prefers seats by their number: seat \d"):
        check.check_choices(known, int(known.turn), options, 1)


def test_whom_the_rule_of_thumb_and_a_child_shoot_or_rob_goes_by_no_number() -> None:
    shooting = positions(MAGI, 6, lambda s, options: s.phase == TARGET)
    for known, options in shooting:
        known.cards[:4] = 5  # all alike
        turning(MAGI).check_choices(known, int(known.turn), options, 1)
        options_there = np.array(options, np.int32)
        seat = int(known.turn)
        chosen = MAGI.interpreted.advise(MAGI.edition().record, known.copy(), seat, options_there, len(options))
        assert chosen == SHOOT + (seat + 1) % 4
    for known, options in positions(PAPAGENO, 4, lambda s, options: options[-1] >= SWAP and s.turn >= 0):
        turning(PAPAGENO).check_choices(known, int(known.turn), options, 1)


def test_search_and_network_shoot_whom_they_would_from_any_other_seat() -> None:
    edition, turns = MAGI.edition(), turning(MAGI)
    for known, options in positions(MAGI, 3, lambda s, options: s.phase == TARGET):
        seat = int(known.turn)
        there, neighbour = turns.turned(known), (seat + 1) % 4
        moves = sorted(int(MAGI.interpreted.turned(edition.record, action, 1, 4)) for action in options)
        for name, budget in (("network", bots.OWN), ("search", Budget(iterations=5)), ("guided", Budget(iterations=5))):
            kind = bots.get(name, "magi")
            action = kind(MAGI, edition, 4, seat).choose(known.copy(), options, 7, budget)
            other = kind(MAGI, edition, 4, neighbour).choose(there.copy(), moves, 7, budget)
            assert other == MAGI.interpreted.turned(edition.record, action, 1, 4), name


def test_a_judge_that_favours_a_seat_is_refused() -> None:
    check = turning(PAPAGENO)
    known = positions(PAPAGENO, 1, lambda s, options: True)[0][0]
    check.check_judge(known)

    def unfair(e: Record, s: Record, mind: Array, desk: Array, out: Array) -> None:
        out[:4] = 0.4, 0.2, 0.2, 0.2

    check._judge = unfair
    with pytest.raises(BrokenRules, match=r"judge\(\) treats the seats unequally"):
        check.check_judge(known)


def test_a_long_run_compares_the_seats_of_every_player(tmp_path: Any) -> None:
    assert [one.player for one in seats.check(LANTERN, 400)][:2] == ["random", "thumb"]
    wise = "return KEEP if s.lantern[seat] >= KINDS // 2 else DRAW"
    lazy = (wise, "return KEEP if (s.lantern[seat] >= KINDS // 2) != (seat == 0) else DRAW")
    with pytest.raises(BrokenRules, match="players of the kind “thumb” the seats win"):
        seats.check(planted(tmp_path, {"rules.py": [lazy]}), 4000)
