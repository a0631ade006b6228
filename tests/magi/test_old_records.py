"""Magi: matches that were saved by older versions of the rules."""

import json
from pathlib import Path

import pytest

from zauber import Match
from zauber.match.record import read_record

SAVED = Path(__file__).parent.parent / "web" / "moments" / "magi.json"
RECORDS = [one["record"] for one in json.loads(SAVED.read_text("utf-8")).values()]


@pytest.mark.parametrize("record", RECORDS[:4])
def test_a_match_saved_before_positions_noted_what_was_drawn_still_loads(record: str) -> None:
    assert read_record(record).rules == 1
    assert Match.load(record).save() is not None
