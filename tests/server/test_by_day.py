"""Tables by the day: deadlines that survive restarts, and messages, read by a push service of our own."""

import asyncio
import base64
import contextlib
import json
import time
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from zauber import games
from zauber.errors import ZauberError
from zauber.match import fairness
from zauber.server.access.tokens import token_hash
from zauber.server.access.webpush import encrypt, from_text, point_of, to_text
from zauber.server.live.house import HouseSettings
from zauber.server.live.post import MOST_PER_HOLDER, Post, Subscription, checked_endpoint, is_public
from zauber.server.live.slow import AGAIN, ALARM, HOST
from zauber.server.protocol.bodies import NewTable, Sitter
from zauber.server.protocol.commands import Start
from zauber.server.storage.base import Note, Storage
from zauber.server.table import entries
from zauber.server.table.decisions import Caller
from zauber.server.table.entries import Acted, BotSeated, Created, Sitting

from .helpers import OPEN_HANDED, Running, client, running

New = Callable[[], Storage]
DAY = 86_400.0


class Browser:
    """A browser's side of a subscription: it alone can read what is sent."""

    def __init__(self) -> None:
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.point = point_of(self.private)
        self.auth = b"sixteen bytes it"

    def read(self, sealed: bytes) -> Any:
        salt, ours, sent = sealed[:16], sealed[21:86], sealed[86:]
        assert sealed[16:21] == (4096).to_bytes(4) + b"A"
        shared = self.private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), ours))

        def derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
            return HKDF(hashes.SHA256(), length, salt, info).derive(secret)

        secret = derived(shared, self.auth, b"WebPush: info\0" + self.point + ours, 32)
        key = derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = derived(secret, salt, b"Content-Encoding: nonce\0", 12)
        opened = AESGCM(key).decrypt(nonce, sent, None)
        assert opened.endswith(b"\2")
        return json.loads(opened[:-1])


class Service:
    """A push service on this machine."""

    def __init__(self) -> None:
        self.got: asyncio.Queue[tuple[str, dict[str, str], bytes]] = asyncio.Queue()
        self.status = 201
        self.address = ""

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncIterator["Service"]:
        server = await asyncio.start_server(self._answer, "127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        try:
            yield self
        finally:
            server.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().strip().split("\r\n")
        head = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
        body = await reader.readexactly(int(head["content-length"]))
        writer.write(f"HTTP/1.1 {self.status} There\r\nContent-Length: 0\r\n\r\n".encode())
        await writer.drain()
        writer.close()
        await self.got.put((first.split()[1], head, body))

    async def next(self) -> tuple[str, dict[str, str], bytes]:
        return await asyncio.wait_for(self.got.get(), 30)


SETTINGS = HouseSettings(limits=OPEN_HANDED, compile=False, push_to_loopback=True)
TOKENS = ["a" * 32, "b" * 32]


def request(service: Service, browser: Browser, name: str, *tokens: str, on: bool = True) -> dict[str, Any]:
    keys = {"p256dh": to_text(browser.point), "auth": to_text(browser.auth)}
    return {"endpoint": f"{service.address}/{name}", "tokens": list(tokens), "on": on, **keys}


async def lay(house: Running, **more: Any) -> tuple[str, str, list[str]]:
    """A running match by the day."""
    sit = [Sitter(seat, f"Player {seat}") for seat in range(2)]
    room, host, tokens = await house.house.create(NewTable("magic_flute", 2, sit=sit, **{"days": 2, **more}))
    await room.carry_out(Caller(host=True), Start("start"))
    return room.table.name, host, [token.token for token in tokens]


def long_ago(days: float, decides: Any = "bot") -> list[entries.AnyEntry]:
    """The log of a table by the day whose match began so many days ago."""
    edition = games.get("magic_flute").edition()
    then = round(time.time() - days * DAY, 3)
    sit = [Sitting(seat, f"Player {seat}", token_hash(TOKENS[seat])) for seat in range(2)]
    created = Created(
        t=then, game="magic_flute", edition=edition.name, hash=edition.hash, options=dict(edition.options), seats=2,
        host=token_hash("h" * 32), secret=fairness.new_secret().hex(), sit=sit, pace="instant", days=2, decides=decides,
    )  # fmt: skip
    return [created, entries.Began(t=then, chance=2)]


async def stored(storage: Storage, log: str) -> list[entries.AnyEntry]:
    return [entries.decode(entry) for entry in await storage.read(log)]


def test_the_example_of_the_standard_comes_out() -> None:
    """RFC 8291, section 5."""
    own = ec.derive_private_key(
        int.from_bytes(from_text("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")), ec.SECP256R1()
    )
    theirs = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    salt = from_text("DGv6ra1nlYgDCS1FRnbzlw")
    sealed = encrypt(b"When I grow up, I want to be a watermelon", theirs, "BTBZMqHH6r4Tts7J_aSIgg", salt, own)
    assert to_text(sealed) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl"
        "7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_who_is_away_is_told_of_their_turn_and_who_is_here_is_not(new_storage: New) -> None:
    async def story() -> None:
        storage = new_storage()
        async with Service().open() as service, running(storage, SETTINGS) as house:
            name, _, tokens = await lay(house)
            away, here = Browser(), Browser()
            seat = house.house.rooms[name].table.match.turn
            for who, browser, path in ((1 - seat, away, "away?a=1"), (seat, here, "here")):
                body = request(service, browser, path, tokens[who])
                assert (await house.post(f"/api/tables/{name}/push", body))[0] == 200
            async with client(house.ws, name, [tokens[seat]]) as guest:
                while guest.position["turn"] == seat:
                    await guest.ask("play", seat=seat, action=guest.moves[seat][0]["action"])
                path, head, sealed = await service.next()
                assert path == "/away?a=1"
                message = away.read(sealed)
                assert message == {"title": games.get("magic_flute").title, "body": "It is your turn.", "table": name}
                # Nobody else can read it, and the signature is the house's, for this service alone.
                with pytest.raises(InvalidTag):
                    here.read(sealed)
                check_signature(head, service.address, json.loads((await house.get("/api/house"))[1])["push"])
                assert (head["content-encoding"], head["topic"]) == ("aes128gcm", name)
                assert service.got.empty()
            # A service that says that the subscription is gone is believed.
            service.status = 410
            await house.house.post.tell(name, token_hash(tokens[1 - seat]), b"{}")
            assert (await service.next())[0] == "/away?a=1"
            while any(note.key.startswith("push ") and b"away" in note.body for note in await storage.notes(name)):
                await asyncio.sleep(0.02)
            # Whoever no longer wants it is not told.
            assert (
                await house.post(f"/api/tables/{name}/push", request(service, here, "here", tokens[seat], on=False))
            )[0] == 200
            assert [note.key for note in await storage.notes(name)] == [ALARM]

    asyncio.run(story())


def check_signature(head: dict[str, str], audience: str, key: str) -> None:
    scheme, _, rest = head["authorization"].partition(" ")
    given = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert (scheme, given["k"]) == ("vapid", key)
    signed, _, signature = given["t"].rpartition(".")
    claims = json.loads(from_text(signed.split(".")[1]))
    assert claims["aud"] == audience
    assert time.time() < claims["exp"] <= time.time() + DAY
    raw = base64.urlsafe_b64decode(signature + "==")
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), from_text(key))
    der = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    public.verify(der, signed.encode(), ec.ECDSA(hashes.SHA256()))


def test_of_several_processes_one_tells_and_all_have_the_same_key(postgres: Callable[[], str]) -> None:
    from zauber.server.storage.postgres import PostgresStorage

    address = postgres()

    async def story() -> None:
        async with (
            Service().open() as service,
            running(PostgresStorage(address), SETTINGS) as one,
            running(PostgresStorage(address), SETTINGS) as two,
        ):
            keys = {json.loads((await house.get("/api/house"))[1])["push"] for house in (one, two)}
            assert len(keys) == 1
            name, _, tokens = await lay(one)
            seat = one.house.rooms[name].table.match.turn
            browser = Browser()
            body = request(service, browser, "away", tokens[1 - seat])
            assert (await two.post(f"/api/tables/{name}/push", body))[0] == 200
            async with client(one.ws, name, [tokens[seat]]) as guest, client(two.ws, name) as watcher:
                while guest.position["turn"] == seat:
                    await guest.ask("play", seat=seat, action=guest.moves[seat][0]["action"])
                await watcher.until(lambda frame: frame["type"] == "event" and frame["turn"] == 1 - seat)
                assert browser.read((await service.next())[2])["body"] == "It is your turn."
                for house in (one, two):  # both have looked at it by then
                    await house.house.rooms[name].slow.look()  # type: ignore[union-attr]
                assert one.house.post.sent + two.house.post.sent + service.got.qsize() == 1

    asyncio.run(story())


def test_a_deadline_that_passes_while_the_house_is_closed_is_kept_with_nobody_there(new_storage: New) -> None:
    async def story() -> None:
        storage = new_storage()
        await storage.open()
        await storage.append("slowtable", 1, [entries.encode(entry) for entry in long_ago(days=2.1)])
        await storage.swap(None, Note("slowtable", ALARM, time.time() - DAY, b'{"told":{}}'))
        await storage.close()
        async with running(new_storage(), SETTINGS) as house:
            log = await stored(house.house.storage, "slowtable")
            while not any(isinstance(entry, Acted) for entry in log):
                await asyncio.sleep(0.05)
                log = await stored(house.house.storage, "slowtable")
            late = [entry for entry in log if isinstance(entry, BotSeated)]
            assert [entry.auto for entry in late] == [True]
            assert late[0].t == pytest.approx(time.time(), abs=60)
            # Whoever comes back plays again, and has the full time.
            seat = late[0].seat
            async with client(house.ws, "slowtable", [TOKENS[seat]]) as guest:
                assert (await guest.found(lambda f: f["type"] == "lobby" and f["what"]["key"] == "lobby.given_back"))[
                    "n"
                ]

    asyncio.run(story())


def test_reminders_come_at_most_twice_a_day_and_the_host_is_told_when_time_is_up(new_storage: New) -> None:
    async def story() -> None:
        storage = new_storage()
        await storage.open()
        await storage.append("slowtable", 1, [entries.encode(entry) for entry in long_ago(1.9, decides="host")])
        await storage.close()
        async with running(new_storage(), SETTINGS) as house:
            room = await house.house.room("slowtable")
            assert room is not None
            assert room.slow is not None
            table, slow, began = room.table, room.slow, room.table.moved
            turn = table.match.turn
            told, messages = slow.plan({}, began)
            assert messages == [(turn, "turn")]
            heard, now = 0, began
            while now < began + 1.9 * DAY:
                now += 600
                told, messages = slow.plan(told, now)
                assert messages in ([], [(turn, "again")])
                heard += len(messages)
            assert heard == 3  # in less than two days
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr("zauber.server.live.slow.AGAIN", 100 * DAY)
                told, messages = slow.plan(told, began + 2 * DAY + 1)
                assert messages == [(HOST, "host")]
                assert slow.plan(told, began + 2 * DAY + 60)[1] == []
            assert slow.overdue(began + 3 * DAY) == []  # the host decides
            assert AGAIN == DAY / 2
            view = json.loads((await house.get("/api/tables/slowtable"))[1])
            assert (view["days"], view["decides"], view["due"]) == (2, "host", pytest.approx(began + 2 * DAY))

    asyncio.run(story())


NOWHERE = [
    "http://push.example.org/a", "https://127.0.0.1/a", "https://[::1]/a", "https://10.0.0.5/",
    "https://push.example.org:22/", "https://user@push.example.org/", "https://push.example.org/#a",
    "ftp://push.example.org/", "https:///a", "https://x y/",
    "https://2130706433.example.org:99999/", "https://push.example.org/\r\nhost: other",
]  # fmt: skip
PRIVATE = [
    "127.0.0.1", "10.1.2.3", "192.168.1.1", "172.16.0.1", "169.254.169.254", "0.0.0.0", "100.64.0.1",
    "224.0.0.1", "::1", "fe80::1", "fc00::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "255.255.255.255",
]  # fmt: skip


def test_no_message_goes_into_a_private_network(new_storage: New) -> None:
    for endpoint in NOWHERE:
        with pytest.raises(ZauberError):
            checked_endpoint(endpoint)
    assert [address for address in PRIVATE if is_public(address)] == []
    assert is_public("93.184.216.34")
    assert is_public("2606:2800:220:1::1")

    async def story() -> None:
        async with running(new_storage(), HouseSettings(limits=OPEN_HANDED, compile=False)) as house:
            post = house.house.post
            with pytest.raises(ZauberError, match="private network"):
                await post._send("https://localhost/a", {}, b"")  # a name that leads here
            name, _, tokens = await lay(house)
            service, browser = Service(), Browser()
            service.address = "https://push.example.org"
            for wrong in (
                {"endpoint": "https://10.0.0.1/"},
                {"p256dh": "A" * 87},
                {"auth": "A" * 24},
                {"tokens": ["x" * 32]},
            ):
                status, body, _ = await house.post(
                    f"/api/tables/{name}/push", {**request(service, browser, "a", tokens[0]), **wrong}
                )
                assert status in (400, 403)
                assert json.loads(body)["sentence"]
            # Nobody takes more than a few places, and a table not by the day takes none.
            for i in range(MOST_PER_HOLDER + 2):
                assert (await house.post(f"/api/tables/{name}/push", request(service, browser, str(i), tokens[0])))[
                    0
                ] == 200
            kept = [note for note in await house.house.storage.notes(name) if note.key != ALARM]
            assert len(kept) == MOST_PER_HOLDER
            room, _, quick = await house.table()
            assert (await house.post(f"/api/tables/{room.table.name}/push", request(service, browser, "a", quick[0])))[
                0
            ] == 409
            assert (await house.post("/api/tables", {"game": "magic_flute", "seats": 2, "days": 1, "takeover": 60}))[
                0
            ] == 400

    asyncio.run(story())


def test_a_service_that_hangs_delays_no_table_and_is_forgotten(
    new_storage: New, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zauber.server.live.post.SECONDS", 0.05)

    async def story() -> None:
        async def hang(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.read()
            writer.close()

        storage = new_storage()
        await storage.open()
        server = await asyncio.start_server(hang, "127.0.0.1", 0)
        post, browser = Post(storage, loopback=True), Browser()
        address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
        await post.keep("t", Subscription(address, to_text(browser.point), to_text(browser.auth), ["x"]))
        began = time.monotonic()
        for failed in range(5):
            await post.tell("t", "x", b"{}")  # returns at once
            while [int(json.loads(note.body).get("failed", 0)) for note in await storage.notes("t")] == [failed]:
                await asyncio.sleep(0.01)
        assert await storage.notes("t") == []
        assert time.monotonic() - began < 60
        server.close()
        await post.close()
        await storage.close()

    asyncio.run(story())
