"""Mutated records, more than 10,000: reading one gives the match that was saved, or `BadRecord`, and nothing else.

Hypothesis chooses the seeds of whole batches of mutations, so that the time goes into reading and not into choosing.
"""

import base64
import json
import random
import zlib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.match.short import played
from zauber import BadRecord, Match

pytestmark = pytest.mark.no_cover  # repeats much: other tests cover these lines

RECORDS = [played(6, seats=3, names=["Anna", "Ben", "Cleo"]).record(), played(seed=3).record()]
TEXTS = [record.text().encode() for record in RECORDS]
LINKS = [record.link().encode() for record in RECORDS]
PAYLOADS = [zlib.decompress(base64.urlsafe_b64decode(link[3:] + b"==")) for link in LINKS]
BATCH = 20

seeds = st.integers(0, 2**32)
pieces = [b'"', b"{", b"]", b",", b"0", b"-", b"9e999", b"\\u", b"\xed", b"\x00", b"null", b"?", b"\xff\xff"]
values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["", "?", "A: draw", "draw", "Z: draw", "a", "ff" * 32, -1, 0, 2, 10**30, "../a"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=5,
)


def mutated(dice: random.Random, data: bytes) -> bytes:
    """The data after one to three changes of some bytes."""
    for _ in range(dice.randint(1, 3)):
        at = dice.randrange(len(data) + 1)
        by = dice.choice(pieces) if dice.random() < 0.5 else dice.randbytes(dice.randint(1, 3))
        change = dice.randrange(6)
        if change == 0 and at < len(data):
            data = data[:at] + bytes([data[at] ^ 1 << dice.randrange(8)]) + data[at + 1 :]
        elif change == 1:
            data = data[:at] + by + data[at:]
        elif change == 2:
            data = data[:at] + data[at + len(by) :]
        elif change == 3:
            data = data[:at] + by + data[at + len(by) :]
        elif change == 4:
            data = data[:at] + data[max(0, at - 20) :]
        elif dice.random() < 0.2:
            data = data[:at]
    return data


def survives(source: str | bytes, which: int) -> None:
    """Either a complaint in a sentence, or the very match that was saved."""
    match, complaint = None, "."
    try:
        match = Match.load(source)
    except BadRecord as error:
        complaint = str(error)
    assert complaint.endswith((".", ")"))  # a sentence, perhaps with the number of a rule
    assert match is None or match.record() == RECORDS[which]


def branches(tree: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths to all parts of a tree of JSON."""
    inner = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    found = [path] if path else []
    for key, part in inner:
        found += branches(part, (*path, key))
    return found


def restructured(dice: random.Random, text: bytes, by: Any) -> str:
    """The record with one part replaced, left out, doubled, or exchanged for another part of it."""
    tree = json.loads(text)
    paths = branches(tree)
    *path, last = dice.choice(paths)
    parent = tree
    for key in path:
        parent = parent[key]
    how = dice.randrange(4)
    if how == 0:
        parent[last] = by
    elif how == 1:
        del parent[last]
    elif how == 2 and isinstance(parent, list):
        parent.insert(dice.randrange(len(parent)), parent[last])
    else:
        parent[last] = parent[dice.choice(list(parent) if isinstance(parent, dict) else range(len(parent)))]
    return json.dumps(tree)


@settings(max_examples=200)
@given(seeds)
def test_mutated_text(seed: int) -> None:
    dice = random.Random(seed)
    for which in dice.choices((0, 1), (4, 1), k=BATCH):
        survives(mutated(dice, TEXTS[which]), which)


@settings(max_examples=150)
@given(seeds)
def test_mutated_links(seed: int) -> None:
    dice = random.Random(seed)
    for which in dice.choices((0, 1), (4, 1), k=BATCH):
        survives(mutated(dice, LINKS[which]), which)


@settings(max_examples=100)
@given(seeds)
def test_mutated_contents_of_links(seed: int) -> None:
    dice = random.Random(seed)
    for which in dice.choices((0, 1), (4, 1), k=BATCH):
        payload = zlib.compress(mutated(dice, PAYLOADS[which]), 1)
        survives(b"z1." + base64.urlsafe_b64encode(payload).rstrip(b"="), which)


@settings(max_examples=150)
@given(seeds, values)
def test_mutated_structure(seed: int, by: Any) -> None:
    dice = random.Random(seed)
    for which in dice.choices((0, 1), (4, 1), k=BATCH):
        survives(restructured(dice, TEXTS[which], by), which)
