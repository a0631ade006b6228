"""The record of a match: both forms say everything, and whatever is wrong gets a sentence."""

import base64
import json
import re
import stat
import zlib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.match.short import played
from zauber import BadRecord, Match, games
from zauber.match import read_record
from zauber.match.shapes import LARGEST

TEXT = played(seats=3, names=["Anna", "Ben", "Çleo 🐦"], kinds=["person", "thumb", "random"]).save()


def edited(**changes: Any) -> str:
    """The record with some keys changed, or left out where the change is None."""
    data = json.loads(TEXT) | changes
    return json.dumps({key: value for key, value in data.items() if value is not None})


def complaint(source: str | bytes | Path) -> str:
    with pytest.raises(BadRecord) as refused:
        Match.load(source)
    assert str(refused.value).endswith((".", ")"))  # a sentence, perhaps with the number of a rule
    return str(refused.value)


def test_a_record_is_readable_json() -> None:
    data = json.loads(TEXT)
    assert list(data) == [
        "zauber", "game", "rules", "edition", "seats", "commitment", "secret", "moves", "result", "digest",
    ]  # fmt: skip
    assert data["zauber"] == 1
    assert data["game"] == "papageno"
    assert data["edition"]["name"] == "a"
    assert data["edition"]["options"]["turn_limit"] == 1
    assert "numbers" not in data["edition"]
    assert data["seats"][2] == {"name": "Çleo 🐦", "kind": "random", "entropy": ""}
    assert set(data["moves"]) <= set(games.get("papageno").notations)
    assert max(map(len, TEXT.splitlines())) < 240


def test_saving_and_loading_is_a_round_trip() -> None:
    match = Match.load(TEXT)
    assert match.save() == TEXT
    assert Match.load(TEXT.encode()).save() == TEXT
    assert Match.load("\ufeff \n" + TEXT.replace("\n", "\r\n")).save() == TEXT
    assert Match.load(match.record()).save() == TEXT


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "a match.json"
    assert played(seats=3).save(path) == path.read_text("utf-8")
    assert Match.load(path).over
    assert "cannot be read" in complaint(tmp_path / "none.json")
    assert "cannot be read" in complaint(tmp_path)


def test_an_unfinished_match_goes_on_where_it_was() -> None:
    whole, part = played(seats=3), played(7, seats=3)
    resumed = Match.load(part.save())
    assert resumed.record().result is None
    for ply in whole.plies[7:]:
        resumed.play(ply.action, ply.seat)
    assert resumed.save() == whole.save()


def test_moves_out_of_turn_carry_their_letter() -> None:
    match = Match("papageno", seats=3, seed=1)
    others = [seat for seat in range(3) if seat != match.turn]
    for seat in others:
        match.play("turn 6", seat)
    match.play("turn 5")
    assert match.record().moves == ("ABC"[others[0]] + ": turn 6", "ABC"[others[1]] + ": turn 6", "turn 5")
    for form in (match.save(), match.record().link()):
        assert Match.load(form).plies == match.plies


def test_the_compact_form_fits_a_link() -> None:
    record = Match.load(TEXT).record()
    link = record.link()
    assert re.fullmatch(r"z1\.[A-Za-z0-9_-]+", link)
    assert len(link) < len(TEXT) / 2
    assert read_record(link) == record
    assert Match.load(f"https://example.org/replay#{link}").save() == TEXT
    long = Match("papageno", seats=2, seed=3)
    for _ in range(2):
        long.play("turn 1")
    while len(long.plies) < 400 and not long.over:
        long.play("draw")
        long.play("discard")
    assert len(long.record().link()) < 600
    assert Match.load(long.record().link()).save() == long.save()


def test_repeated_moves_are_counted_in_the_compact_form() -> None:
    from zauber.match import compact

    game = games.get("papageno")
    moves = ("draw",) * 1000 + ("B: turn 3", "B: turn 3", "place 2")
    packed = b"".join(compact._packed_moves(game, moves))
    assert len(packed) < 20
    assert tuple(compact._unpacked_moves(game, packed)) == moves


def test_an_edition_of_ones_own_travels_with_the_record(tmp_path: Path) -> None:
    source = Path(str(games.__file__)).parent / "papageno" / "editions" / "a.toml"
    path = tmp_path / "mine.toml"
    text = source.read_text("utf-8") + "\n"
    text = re.sub(r"about = .*", "about = \"A line with “quotes”, 'others' and = signs\"", text)
    path.write_text(text.replace("rounds_to_win = { value = 2", "rounds_to_win = { value = 1"), "utf-8")
    match = played(seats=2, edition=str(path))
    path.unlink()
    for form in (match.save(), match.record().link()):
        loaded = Match.load(form)
        assert loaded.edition.record.rounds_to_win == 1
        assert loaded.save() == match.save()
        assert json.loads(loaded.save())["edition"]["numbers"]["rounds_to_win"]["value"] == 1


def test_what_others_may_see_of_an_unfinished_match() -> None:
    match = Match("papageno", seats=3, seed=1)
    match.play("turn 1")
    shown = match.public_record()
    assert (shown.secret, shown.digest, shown.result) == (None, None, None)
    assert shown.moves == ("?",)
    assert shown.commitment == match.commitment
    assert match._chance.secret.hex() not in shown.text()
    assert read_record(shown.text()) == shown
    assert "not revealed yet" in complaint(shown.text())
    with pytest.raises(BadRecord, match="cannot be made compact"):
        shown.link()
    whole = played()
    assert whole.public_record() == whole.record()


def test_a_compact_record_may_keep_its_secret() -> None:
    match = played(3)
    shown = msgspec.structs.replace(match.record(), secret=None, digest=None)
    assert read_record(shown.link()) == shown


def test_damaged() -> None:
    assert "damaged" in complaint(TEXT.replace('"game"', 'game"'))
    assert "damaged" in complaint(TEXT.encode().replace(b"Anna", b"\xff\xfe"))
    assert "an incomplete character" in complaint(TEXT.replace("Anna", "\ud800"))
    assert "neither JSON nor the compact form" in complaint("hello")
    assert "neither JSON nor the compact form" in complaint("")
    assert "neither JSON nor the compact form" in complaint("[1, 2]")


def test_truncated() -> None:
    for cut in range(0, len(TEXT) - 2, 97):
        assert complaint(TEXT[:cut]).startswith(("The record is cut off", "This is not a match record"))
    link = Match.load(TEXT).record().link()
    for cut in range(0, len(link) - 1, 13):
        complaint(link[:cut])


def test_oversized(tmp_path: Path) -> None:
    huge = TEXT.replace("Anna", "A" * LARGEST)
    assert "too large" in complaint(huge)
    path = tmp_path / "huge.json"
    path.write_text(huge)
    assert "too large" in complaint(path)
    bomb = base64.urlsafe_b64encode(zlib.compress(bytes(50_000_000), 9)).decode()
    assert len(bomb) < LARGEST
    assert "too large" in complaint(f"z1.{bomb}")
    assert "100000" in complaint(edited(moves=["a"] * 100_001))


def test_from_the_future() -> None:
    assert "a newer Zauber" in complaint(edited(zauber=99, sorcery=True))
    assert "a newer Zauber" in complaint("z99.AAAA")
    assert "does not exist" in complaint(edited(zauber=0))
    assert "does not exist" in complaint("z0.AAAA")
    assert "version 7 of the rules" in complaint(edited(rules=7))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"moves": json.loads(TEXT)["moves"][:-1]}, "claims a result"),
        ({"moves": [*json.loads(TEXT)["moves"], "draw"]}, "The match is over"),
        ({"moves": ["fly", *json.loads(TEXT)["moves"]]}, "Move 1 of the record cannot be read: “fly”"),
        ({"moves": ["draw"]}, "Move 1 of the record, “draw”, is not legal there"),
        ({"moves": ["H: turn 1"]}, "Move 1 of the record, “H: turn 1”, is not legal there: There is no seat"),
        ({"moves": ["?"]}, "Move 1 of the record is hidden"),
        ({"result": None}, "gives no result"),
        ({"result": [0.5, 0.5, 0.0]}, "claims another result"),
        ({"result": [0.0, 1.0]}, "claims another result"),
        ({"result": [2.0, -1.0, 0.0]}, "result"),
        ({"digest": None}, "has no digest"),
        ({"digest": "00" * 16}, "changed or damaged"),
        ({"secret": "00" * 32}, "not the one that was committed to"),
        ({"secret": None}, "not revealed"),
        ({"secret": "zz" * 32}, "secret"),
        ({"commitment": "00" * 32}, "not the one that was committed to"),
        ({"game": "poker"}, "unknown game"),
        ({"game": "../poker"}, "game"),
        ({"seats": []}, "seats"),
        ({"seats": [{"name": "Anna"}]}, "2 to 5 players"),
        ({"seats": [{"name": "A\nB"}] * 3}, "name"),
        ({"seats": [{"name": "Anna", "cheats": True}] * 3}, "cheats"),
        ({"seats": [{"name": "Anna"}, {"name": "Ben"}, {"name": "Cleo"}]}, "changed or damaged"),
        ({"more": 1}, "more"),
        ({"moves": 3}, "moves"),
        ({"zauber": "one"}, "zauber"),
        ({"zauber": None}, "zauber"),
        ({"zauber": 10**40}, "The record"),
    ],
)
def test_hand_edited(changes: dict[str, Any], words: str) -> None:
    assert words in complaint(edited(**changes))


def edition(**changes: Any) -> dict[str, Any]:
    kept: dict[str, Any] = json.loads(TEXT)["edition"]
    return kept | changes


@pytest.mark.parametrize(
    ("kept", "words"),
    [
        (edition(name="c"), "no edition “c”"),
        (edition(name="/etc/hosts"), "its numbers are not given"),
        (edition(hash="00" * 32), "another edition “a”"),
        (edition(options={"turn_limit": 2}), "another edition “a”"),
        (edition(options={"turn_limit": 10**12}), "turn_limit"),
        (edition(options={"colour": "red"}), "colour"),
        (edition(numbers={"egg_copies": {"value": 1, "source": "mine"}}), "cannot be played"),
        (edition(numbers={"egg_copies": {"value": 1}}), "source"),
    ],
)
def test_hand_edited_edition(kept: dict[str, Any], words: str) -> None:
    assert words in complaint(edited(edition=kept))


def test_reordered_moves_are_noticed_even_where_they_change_nothing() -> None:
    match = Match("papageno", seats=3, seed=1)
    first, second = match.turn, next(seat for seat in range(3) if seat != match.turn)
    match.play("turn 1", first)
    match.play("turn 2", second)
    data = json.loads(match.save())
    data["moves"] = ["ABC"[second] + ": turn 2", "turn 1"]
    assert "changed or damaged" in complaint(json.dumps(data))


def squeezed(data: bytes) -> str:
    return "z1." + base64.urlsafe_b64encode(zlib.compress(data)).decode().rstrip("=")


def repacked(**changes: Any) -> str:
    """The compact form with some of its parts changed."""
    from zauber.match import compact

    link = Match.load(TEXT).record().link()
    packed = compact._decode(link[3:].encode())
    return squeezed(msgspec.msgpack.encode(msgspec.structs.replace(packed, **changes)))


@pytest.mark.parametrize(
    ("link", "words"),
    [
        ("z1.", "cut off"),
        ("z1.A", "damaged"),
        ("z1.AAAAAAAA", "damaged"),
        (squeezed(b""), "damaged"),
        (squeezed(b"\x93\x01\x02\x03"), "damaged"),
        (repacked(game="poker"), "unknown game"),
        (repacked(committed=b"short"), "wrong length"),
        (repacked(committed=b"short", revealed=False), "damaged"),
        (repacked(digest=b"short"), "damaged"),
        (repacked(rules=-1), "damaged"),
        (repacked(moves=b"\x00\x00\x05"), "repeated in an impossible way"),
        (repacked(moves=b"\x01\x00\x00\xff\xff\xff\x7f"), "repeated in an impossible way"),
        (repacked(moves=b"\xff\xff\x03"), "move 1 is not an action"),
        (repacked(moves=b"\x00\x1b\x01"), "move 1 is not an action"),
        (repacked(moves=b"\x00\x01"), "move 1 is not an action"),
        (repacked(moves=b"\x00"), "move 1 is not an action"),
        (repacked(moves=b"\x01\x80"), "last move is incomplete"),
        (repacked(moves=b"\xff" * 9), "is too large"),
        (repacked(moves=b"\x01" * 100_001), "too large"),
    ],
)
def test_a_damaged_link(link: str, words: str) -> None:
    assert words in complaint(link)


def test_deep_nesting_is_refused() -> None:
    assert complaint(edited(result=None).replace('"rules": 1', '"rules": ' + "[" * 100_000))
    assert complaint('{"a": ' * 50_000)
    assert complaint('{"zauber": 1, "x": ' + "[" * 5000 + "]" * 5000 + "}")


def test_a_saved_match_is_for_its_owners_eyes(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    path.write_text("something else")
    path.chmod(0o644)
    match = played(4)
    assert match.save(path) == path.read_text()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
