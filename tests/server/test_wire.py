"""What is posted arrives whole and in order, whatever its size, and before whatever is sent or closed after it."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
import uvicorn
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from zauber.server.live.guests import Guest
from zauber.server.live.wire import WIRE, Wire
from zauber.server.protocol.fields import LARGEST_FRAME
from zauber.server.run.serving import listening_socket
from zauber.server.table.authority import Authority

Talk = Callable[[Any, Any, Callable[[bytes], bool]], Awaitable[None]]  # receive, send, post
SIZES = (0, 1, 125, 126, 127, 4_095, 4_096, 65_535, 65_536, 200_000)


@contextlib.asynccontextmanager
async def serving(application: Any, deflate: bool = False) -> AsyncIterator[int]:
    """Serve an application at the port that is given."""
    listener = listening_socket("127.0.0.1", 0)
    config = uvicorn.Config(
        application, ws=Wire, lifespan="off", log_config=None, access_log=False, ws_per_message_deflate=deflate,
        ws_max_size=LARGEST_FRAME,
    )  # fmt: skip
    server = uvicorn.Server(config)
    running = asyncio.create_task(server.serve(sockets=[listener]))
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        yield listener.getsockname()[1]
    finally:
        server.should_exit = True
        await running


async def served(talk: Talk, hear: Callable[[ClientConnection], Awaitable[None]], deflate: bool = False) -> None:
    """Serve one kind of talk and let a client hear it."""

    async def application(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await talk(receive, send, scope["extensions"][WIRE].post)

    async with serving(application, deflate) as port, connect(f"ws://127.0.0.1:{port}/", max_size=2**24) as socket:
        await hear(socket)


async def all_of(socket: ClientConnection) -> list[str]:
    """Everything until the other side closes."""
    heard = []
    with contextlib.suppress(ConnectionClosed):
        while True:
            heard.append(str(await asyncio.wait_for(socket.recv(), 60)))
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
        async with asyncio.timeout(60):
            while not any(waited):
                await asyncio.sleep(0.01)
        assert await all_of(socket) == frames

    asyncio.run(served(talk, hear))


# Hearing ----------------------------------------------------------------------------------------------------


def frame(payload: bytes, first: int = 0x81) -> bytes:
    """A client's frame."""
    size, mask = len(payload), b"\x01\xfe\x33\x80"
    if size < 126:
        head = bytes((first, 0x80 + size))
    elif size < 65_536:
        head = bytes((first, 0xFE)) + size.to_bytes(2, "big")
    else:
        head = bytes((first, 0xFF)) + size.to_bytes(8, "big")
    return head + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))


async def heard(pieces: list[bytes], takes: Callable[[bytes], bool]) -> tuple[list[str], list[str], int]:
    """Send bytes in pieces: what the listener took, what went the usual way, and the code of the server's close."""
    taken: list[str] = []
    usual: list[str] = []

    def listen(text: bytes) -> bool:
        if takes(text):
            taken.append(text.decode())
            return True
        return False

    async def application(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        scope["extensions"][WIRE].listener = listen
        await send({"type": "websocket.accept"})
        while (event := await receive())["type"] != "websocket.disconnect":
            usual.append(event.get("text") or repr(event["bytes"]))
        await send({"type": "websocket.close"})

    async with serving(application) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(
            b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 60)
        for piece in pieces:
            writer.write(piece)
            await writer.drain()
            await asyncio.sleep(0.002)  # so that the pieces come as pieces
        answer = (await asyncio.wait_for(reader.read(), 60)).removeprefix(b"\x8a\x00")  # a pong, where there was a ping
        writer.close()
    assert answer[0] == 0x88, "the server says that it closes"
    return taken, usual, int.from_bytes(answer[2:4], "big")


CLOSE = frame((1000).to_bytes(2, "big"), 0x88)
TEXTS = ["a", "x" * 125, "y" * 126, "é" * 40, "z" * 5_000, "", "b"]


def all_but_x(text: bytes) -> bool:
    return not text.startswith(b"x")


def test_short_texts_are_heard_at_once_and_all_else_goes_the_usual_way() -> None:
    pieces = [*(frame(text.encode()) for text in TEXTS), frame(b"\x00\xff", 0x82), CLOSE]
    taken, usual, code = asyncio.run(heard(pieces, all_but_x))
    assert taken == ["a", "é" * 40, "", "b"]
    assert usual == ["x" * 125, "y" * 126, "z" * 5_000, repr(b"\x00\xff")]
    assert code == 1000


@pytest.mark.parametrize("size", [1, 7, 4_000])
def test_frames_are_whole_however_they_are_cut(size: int) -> None:
    texts = ["a", "x" * 125, "y" * 126, "é" * 40, "", "b"] if size < 64 else TEXTS
    stream = b"".join(frame(text.encode()) for text in texts) + CLOSE
    pieces = [stream[at : at + size] for at in range(0, len(stream), size)]
    taken, usual, code = asyncio.run(heard(pieces, all_but_x))
    assert taken == [text for text in texts if len(text) < 100]
    assert usual == [text for text in texts if len(text) >= 100]
    assert code == 1000


def test_many_frames_may_come_in_one_piece() -> None:
    texts = [str(number) for number in range(5_000)]
    taken, usual, code = asyncio.run(heard([b"".join(frame(text.encode()) for text in texts) + CLOSE], all_but_x))
    assert (taken, usual, code) == (texts, [], 1000)


def test_a_frame_in_the_middle_of_a_message_is_not_heard() -> None:
    parts = [frame(b"one ", 0x01), frame(b"", 0x89), frame(b"two", 0x80), frame(b"three"), CLOSE]
    taken, usual, code = asyncio.run(heard([b"".join(parts)], all_but_x))
    assert (taken, usual, code) == (["three"], ["one two"], 1000)
    taken, usual, code = asyncio.run(heard([frame(b"begun ", 0x01) + frame(b"another")], all_but_x))
    assert (taken, usual, code) == ([], [], 1002), "a new message before the end of the last is an error"


def test_what_is_too_big_is_refused_before_it_has_come() -> None:
    for head in (b"\x81\xfe\x40\x01", b"\x81\xff" + (2**40).to_bytes(8, "big")):
        taken, usual, code = asyncio.run(heard([frame(b"a"), head + b"mask" + b"x" * 100], all_but_x))
        assert (taken, usual, code) == (["a"], [], 1009)


def test_positions_are_records_to_whoever_asks() -> None:
    match = Authority("papageno", 3, seed=4, compiled=False)
    first = match.truth_at(0).tobytes()
    for _ in range(12):
        match.play(match.moves.actions[0])
    assert match.truth_at(0).tobytes() == first
    assert [match.truth_at(ply).tobytes() for ply in range(13)] == [match.at(ply).truth for ply in range(13)]
