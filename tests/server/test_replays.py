"""Replays of records: each frame is what that viewer knew then, and a record that does not verify is refused."""

import json
from typing import Any

import msgspec
import pytest

from zauber import Match, bots, games
from zauber.errors import BadRecord
from zauber.games.contract.kernel import NOBODY
from zauber.server.http.replays import check, replay
from zauber.server.live.pool import BotQuestion, choose, knows
from zauber.server.protocol.encoding import encode


def finished(name: str) -> Match:
    game = games.get(name)
    short = {"turn_limit": 3 if game.heavy else 8} if game.turn_limit else {}
    match = Match(name, seats=game.seats[0], seed=11, options=short)
    level = bots.get("thumb")
    while not match.over:
        match.play(level.move(match, seed=len(match.plies)))
    return match


@pytest.fixture(scope="module", params=games.names())
def match(request: pytest.FixtureRequest) -> Match:
    return finished(request.param)


def frames(match: Match, viewer: Any, **more: Any) -> dict[str, Any]:
    body = {"record": json.loads(match.save()), "viewer": viewer, **more}
    answer: dict[str, Any] = json.loads(replay(json.dumps(body).encode()))
    return answer


def test_a_replay_shows_what_the_viewer_knew(match: Match) -> None:
    for viewer, seat in ((0, 0), (None, NOBODY)):
        shown = frames(match, viewer, first=0, count=40)
        assert shown["plies"] == len(match.plies)
        assert shown["outcome"]["winners"] == list(match.outcome.winners if match.outcome else ())
        for frame in shown["frames"]:
            assert frame["view"] == json.loads(encode(match.at(frame["ply"]).view(seat)))


def test_with_everything_open_the_last_frames_are_the_end(match: Match) -> None:
    last = len(match.plies)
    shown = frames(match, "open", first=last - 1, count=200)
    assert [frame["ply"] for frame in shown["frames"]] == [last - 1, last]
    assert shown["frames"][-1]["over"]
    assert shown["frames"][-1]["action"] == match.plies[-1].notation
    assert shown["frames"][-1]["sentence"]


def test_what_cannot_be_replayed_is_refused_in_a_sentence(match: Match) -> None:
    with pytest.raises(BadRecord, match="seats"):
        frames(match, 7)
    for given in (7, None, "rubbish", {"game": "chess"}):
        with pytest.raises(BadRecord):
            replay(json.dumps({"record": given, "viewer": None}).encode())


def test_a_record_is_checked_and_a_changed_one_is_found_out(match: Match) -> None:
    record = json.loads(match.save())
    answer = json.loads(check(json.dumps({"record": record}).encode()))
    assert answer["fair"], answer
    assert len(answer["checks"]) >= 6
    record["moves"][0], record["moves"][-1] = record["moves"][-1], record["moves"][0]
    answer = json.loads(check(json.dumps({"record": record}).encode()))
    assert not answer["fair"]
    assert answer["checks"][0]["sentence"]
    assert not json.loads(check(b'{"record": 5}'))["fair"]


@pytest.mark.parametrize("name", games.names())
def test_a_worker_chooses_a_legal_move_from_what_the_seat_knows(name: str) -> None:
    match = Match(name, seats=games.get(name).seats[0], seed=3)
    moves = list(match.moves.actions)
    seen = [(-1, -1, match.position(match.turn).tobytes())]
    edition = match.edition
    asked = BotQuestion(
        "thumb", name, edition.name, dict(edition.options), edition.hash, seen, match.seats, match.turn, moves
    )
    assert choose(asked) in moves
    assert knows(asked)
    assert not knows(msgspec.structs.replace(asked, hash="of another edition"))
    assert not knows(msgspec.structs.replace(asked, game="chess"))
