"""The drivers play the same matches however they are linked."""

from typing import Any

import numpy as np
import pytest

from zauber import games
from zauber.engines import driver
from zauber.engines.gpu import draw_walking
from zauber.games.kernel import Record, draw
from zauber.games.link import compiled, plain

GAME = games.get("papageno")


def streamed(wrap: Any, turns: int, number: int = 5) -> tuple[bytes, list[int]]:
    own, blank = np.zeros(1, GAME.rules.State), np.zeros(1, GAME.rules.State)
    options, counts = np.zeros(GAME.rules.MOST_MOVES, np.int16), np.zeros(2, np.int64)
    GAME.linker(wrap)(driver.stream)(GAME.edition().record, own, blank, 3, 9, number, 10, options, turns, counts)
    assert blank[0].tobytes() == bytes(GAME.rules.State.itemsize)
    return own[0].tobytes(), counts.tolist()


@pytest.mark.parametrize("turns", [1, 40, 260])
def test_a_stream_is_the_same_interpreted_and_compiled(turns: int) -> None:
    assert streamed(plain, turns) == streamed(compiled, turns)


def test_a_stream_plays_one_match_after_another() -> None:
    _, (ended, decisions) = streamed(compiled, 4000)
    assert ended > 20
    assert decisions > 4000


def test_a_stream_begins_with_the_match_of_its_number() -> None:
    s = GAME.new_state()
    options = np.zeros(GAME.rules.MOST_MOVES, np.int16)
    linker = GAME.linker(compiled)
    linker(driver.begin)(GAME.edition().record, s, 3, 9, 5)
    starter = int(s.turn)
    while s.turn == starter:
        assert linker(driver.finish)(GAME.edition().record, s, options, 1) == 1
    assert streamed(compiled, 1)[0] == s.tobytes()


def test_both_ways_to_draw_from_a_bag_take_the_same_card() -> None:
    def drawn(how: Any, s: Record) -> list[int]:
        GAME.interpreted.sow(s, 3, 4)
        s.dealt[:] = GAME.edition().record.copies
        return [int(how(s, s.dealt, 50 - i)) for i in range(50)]

    assert drawn(draw, GAME.new_state()) == drawn(draw_walking, GAME.new_state())
