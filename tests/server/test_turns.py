"""Turns are taken one at a time and in order, and none is lost when somebody leaves."""

import asyncio
from typing import Any

from zauber.server.live.turns import Turn


def test_turns_are_taken_in_order() -> None:
    async def story() -> None:
        turn, order = Turn(), []

        async def one(number: int) -> None:
            async with turn:
                assert turn.locked()
                order.append(number)
                await asyncio.sleep(0)
                order.append(number)

        assert turn.take()
        assert not turn.take()
        tasks = [asyncio.create_task(one(number)) for number in range(5)]
        await asyncio.sleep(0)
        assert order == []
        turn.release()
        assert not turn.take(), "it is the turn of the first in the line, who has not noticed yet"
        await asyncio.gather(*tasks)
        assert order == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]
        assert turn.take()

    asyncio.run(story())


def test_who_goes_while_waiting_holds_nobody_up() -> None:
    async def story() -> None:
        turn, had = Turn(), []

        async def one(name: str) -> None:
            async with turn:
                had.append(name)

        def come(name: str) -> asyncio.Task[Any]:
            return asyncio.create_task(one(name))

        assert turn.take()
        first, second, third = come("first"), come("second"), come("third")
        await asyncio.sleep(0)
        first.cancel()  # in the line
        await asyncio.sleep(0)
        turn.release()
        second.cancel()  # in the moment in which it becomes its turn
        await asyncio.gather(first, second, third, return_exceptions=True)
        assert had == ["third"]
        fourth = come("fourth")
        assert turn.take()
        await asyncio.sleep(0)
        fourth.cancel()
        turn.release()  # before the one in the line has noticed that it is to go
        await asyncio.gather(fourth, return_exceptions=True)
        assert had == ["third"]
        assert turn.take(), "nobody has it"

    asyncio.run(story())


def test_an_error_ends_the_turn() -> None:
    async def story() -> None:
        turn = Turn()
        try:
            async with turn:
                raise ValueError
        except ValueError:
            assert not turn.locked()

    asyncio.run(story())
