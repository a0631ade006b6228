"""Mutated records: reading one gives the match that was saved, or `BadRecord`, and never anything else."""

import base64
import json
import zlib
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.match.short import played
from zauber import BadRecord, Match
from zauber.match import MatchRecord

FINISHED = played(seed=3).record()
RECORDS = [played(6, seats=3, names=["Anna", "Ben", "Cleo"]).record(), FINISHED]
TEXTS = [record.text().encode() for record in RECORDS]
LINKS = [record.link().encode() for record in RECORDS]
PAYLOADS = [zlib.decompress(base64.urlsafe_b64decode(link[3:] + b"==")) for link in LINKS]
TREES: list[Any] = [json.loads(text) for text in TEXTS]

# How to change bytes: where (as a share of the length), what to do, and with what.
Edit = tuple[float, str, bytes]
edits = st.lists(
    st.tuples(
        st.floats(0, 1),
        st.sampled_from(["flip", "insert", "delete", "cut", "double", "replace"]),
        st.binary(min_size=1, max_size=4)
        | st.sampled_from([b'"', b"{", b"]", b",", b"0", b"9e999", b"\\u", b"\xed"]),
    ),
    min_size=1,
    max_size=4,
)
values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(
        ["", "?", "A: draw", "draw", "Z: draw", "a", "ff" * 32, -1, 0, 2, 10**30, "papageno", "../a"]
    ),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=5,
)


def mutated(data: bytes, changes: list[Edit]) -> bytes:
    for share, what, by in changes:
        at = int(share * len(data))
        if what == "flip" and at < len(data):
            data = data[:at] + bytes([data[at] ^ (by[0] or 1)]) + data[at + 1 :]
        elif what == "insert":
            data = data[:at] + by + data[at:]
        elif what == "delete":
            data = data[:at] + data[at + len(by) :]
        elif what == "cut":
            data = data[:at]
        elif what == "double":
            data = data[:at] + data[max(0, at - 20) :]
        elif what == "replace":
            data = data[:at] + by + data[at + len(by) :]
    return data


def survives(source: str | bytes, record: MatchRecord) -> None:
    """Either a complaint in a sentence, or the very match that was saved."""
    match, complaint = None, "."
    try:
        match = Match.load(source)
    except BadRecord as error:
        complaint = str(error)
    assert complaint.endswith((".", ")"))  # a sentence, perhaps with the number of a rule
    assert match is None or match.record() == record


def branches(tree: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths to all parts of a tree of JSON."""
    inner = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    found = [path] if path else []
    for key, part in inner:
        found += branches(part, (*path, key))
    return found


@settings(max_examples=3500)
@given(which=st.integers(0, 1), changes=edits)
def test_mutated_text(which: int, changes: list[Edit]) -> None:
    survives(mutated(TEXTS[which], changes), RECORDS[which])


@settings(max_examples=3000)
@given(which=st.integers(0, 1), changes=edits)
def test_mutated_links(which: int, changes: list[Edit]) -> None:
    survives(mutated(LINKS[which], changes), RECORDS[which])


@settings(max_examples=1500)
@given(which=st.integers(0, 1), changes=edits)
def test_mutated_contents_of_links(which: int, changes: list[Edit]) -> None:
    payload = mutated(PAYLOADS[which], changes)
    survives(b"z1." + base64.urlsafe_b64encode(zlib.compress(payload, 1)).rstrip(b"="), RECORDS[which])


@settings(max_examples=3000)
@given(
    which=st.integers(0, 1), where=st.floats(0, 1), how=st.sampled_from(["set", "drop", "double"]), by=values
)
def test_mutated_structure(which: int, where: float, how: str, by: Any) -> None:
    tree = json.loads(TEXTS[which])
    paths = branches(tree)
    *path, last = paths[min(int(where * len(paths)), len(paths) - 1)]
    parent = tree
    for key in path:
        parent = parent[key]
    if how == "set":
        parent[last] = by
    elif how == "drop":
        del parent[last]
    elif isinstance(parent, list):
        parent.insert(last, parent[last])
    else:
        parent[str(last) + "s"] = parent[last]
    survives(json.dumps(tree), RECORDS[which])
