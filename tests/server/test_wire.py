"""What is posted arrives whole and in order, whatever its size, and before whatever is sent or closed after it."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any

import uvicorn
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from zauber.server.authority import Authority, Positions
from zauber.server.guests import Guest
from zauber.server.serving import listening_socket
from zauber.server.wire import WIRE, Wire

Talk = Callable[[Any, Any, Callable[[bytes], bool]], Awaitable[None]]  # receive, send, post
SIZES = (0, 1, 125, 126, 127, 65_535, 65_536, 200_000)


async def served(talk: Talk, hear: Callable[[ClientConnection], Awaitable[None]], deflate: bool = False) -> None:
    """Serve one kind of talk and let a client hear it."""

    async def application(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await talk(receive, send, scope["extensions"][WIRE].post)

    listener = listening_socket("127.0.0.1", 0)
    config = uvicorn.Config(
        application, ws=Wire, lifespan="off", log_config=None, access_log=False, ws_per_message_deflate=deflate
    )
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        async with connect(f"ws://127.0.0.1:{listener.getsockname()[1]}/", max_size=2**24) as socket:
            await hear(socket)
    finally:
        server.should_exit = True
        await serving


async def all_of(socket: ClientConnection) -> list[str]:
    """Everything until the other side closes."""
    heard = []
    with contextlib.suppress(ConnectionClosed):
        while True:
            heard.append(str(await asyncio.wait_for(socket.recv(), 20)))
    assert socket.close_code in (1000, 1012), "closed without a word"
    return heard


def test_frames_of_every_size_come_whole_and_in_order() -> None:
    texts = ["é" * (size // 2) + "x" * (size % 2) for size in SIZES]

    async def talk(receive: Any, send: Any, post: Callable[[bytes], bool]) -> None:
        for text in texts:
            assert post(text.encode())
        await send({"type": "websocket.send", "text": "sent after what was posted"})
        assert post(b"posted after what was sent")
        await send({"type": "websocket.close", "code": 1000})
        assert not post(b"too late")

    async def hear(socket: ClientConnection) -> None:
        assert await all_of(socket) == [*texts, "sent after what was posted", "posted after what was sent"]

    asyncio.run(served(talk, hear))


def test_what_was_posted_comes_before_the_end_of_the_server() -> None:
    async def talk(receive: Any, send: Any, post: Any) -> None:
        assert post(b"goodbye")
        post.__self__.shutdown()  # as the server does with every connection, in the same moment

    async def hear(socket: ClientConnection) -> None:
        assert await all_of(socket) == ["goodbye"]

    asyncio.run(served(talk, hear))


def test_compressed_connections_are_sent_to_the_usual_way() -> None:
    async def talk(receive: Any, send: Any, post: Callable[[bytes], bool]) -> None:
        assert not post(b"not this way")
        guest = Guest(send, post=post)
        guest.post(b"but this way")
        await send({"type": "websocket.close", "code": 1000})

    async def hear(socket: ClientConnection) -> None:
        assert await all_of(socket) == ["but this way"]

    asyncio.run(served(talk, hear, deflate=True))


def test_a_client_that_reads_late_gets_everything() -> None:
    frames = [f"{number} " + "x" * 100_000 for number in range(150)]
    waited: list[bool] = []

    async def talk(receive: Any, send: Any, post: Callable[[bytes], bool]) -> None:
        def noted(frame: bytes) -> bool:
            waited.append(not post(frame))
            return not waited[-1]

        guest = Guest(send, post=noted)
        for frame in frames:
            guest.post(frame.encode())
            while guest._writer is not None:
                await asyncio.sleep(0.01)
            await asyncio.sleep(0)
        await send({"type": "websocket.close", "code": 1000})

    async def hear(socket: ClientConnection) -> None:
        await asyncio.sleep(0.5)
        assert await all_of(socket) == frames
        assert any(waited), "the client read as quickly as it was sent to: nothing was tested"

    asyncio.run(served(talk, hear))


def test_positions_are_records_to_whoever_asks() -> None:
    match = Authority("papageno", 3, seed=4, compiled=False)
    first = match.truth_at(0).tobytes()
    for _ in range(12):
        match.play(match.moves.actions[0])
    kept = match._states
    assert isinstance(kept, Positions)
    assert len(kept) == 13
    assert kept[0].tobytes() == first == kept[-13].tobytes()
    assert [state.tobytes() for state in kept[:5]] == [match.at(ply).truth for ply in range(5)]
    kept[1] = kept[0]
    del kept[2:]
    kept.insert(0, kept[1])
    assert [state.tobytes() for state in kept] == [first] * 3
