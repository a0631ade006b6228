"""The file of a contest's results: a header, then one line for each deal as it is played. So a run that was stopped is
continued, by the same players under the same rules or not at all."""

import json
import os
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import ZauberError

Rows = list[list[float]]  # of one deal: the shares of each player, rotation by rotation


class PlayedDeal(NamedTuple):
    """A deal: the shares, and what was wrong with players that forfeited, by their names."""

    rows: Rows
    faults: dict[str, str]


TORN = object()  # in place of a line that is not JSON, as when a run was stopped while it wrote
CHANGES = {  # what a header says under "made_with", in words
    "zauber": "another version of Zauber",
    "rules": "another version of the rules",
    "edition": "other numbers in the edition",
    "players": "other players (their sources, rules of thumb, levels or networks)",
}


def read(path: Path, header: dict[str, Any]) -> dict[int, PlayedDeal]:
    """The deals in a file, which must have been begun with the same header. A line that was cut off is ignored."""
    try:
        if path.exists() and not path.is_file():  # a folder, or a device without an end
            raise ZauberError(f"{path} is not a file of an arena's results: name another one.")
        text = path.read_text("utf-8") if path.exists() else ""
    except OSError as error:
        raise ZauberError(f"{path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise ZauberError(f"{path} is not a file of an arena's results: it is not text.") from None
    if _begins(header).startswith(text):
        return {}
    first, *lines = text.splitlines()
    _check_header(path, _parsed(first), json.loads(json.dumps(header)))
    found = {}
    for number, line in enumerate(lines, 2):
        row = _parsed(line)
        if row is TORN:
            continue
        if not _is_deal(row, len(header["players"])):
            raise ZauberError(f"Line {number} of {path} is not a deal of this contest: mend it, or begin a new file.")
        found[row["deal"]] = PlayedDeal(row["shares"], row.get("faults", {}))
    return found


def begin(path: Path, header: dict[str, Any]) -> None:
    """Make the file ready for more deals: with its header, and without a line that was cut off at the end."""
    first = _begins(header)
    try:
        written = path.read_text("utf-8") if path.exists() else ""
        if first.startswith(written):  # nothing yet, or a header that was cut off
            path.write_text(first, "utf-8")
        elif not written.endswith("\n"):
            _append(path, "\n")
    except OSError as error:
        raise ZauberError(f"{path} cannot be written: {error.strerror}.") from None


def add(path: Path, deal: int, played: PlayedDeal) -> None:
    """Write a deal at the end of the file."""
    try:
        faults = {"faults": played.faults} if played.faults else {}
        _append(path, json.dumps({"deal": deal, "shares": played.rows, **faults}) + "\n")
    except OSError as error:
        raise ZauberError(
            f"{path} cannot be written: {error.strerror}. It keeps the deals that were written before: once it can be "
            f"written again, the same command continues it."
        ) from None


def _append(path: Path, text: str) -> None:
    """Opened and closed each time, so that what does not fit on the disk is known at once. A file that has been moved
    away is missed, and not begun anew without its header."""
    with path.open("r+b") as file:
        file.seek(0, os.SEEK_END)
        file.write(text.encode())


def _begins(header: dict[str, Any]) -> str:
    """The first line."""
    return json.dumps(header) + "\n"


def _parsed(line: str) -> Any:
    """What a line says, or TORN."""
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return TORN


def _check_header(path: Path, found: Any, wanted: dict[str, Any]) -> None:
    if not isinstance(found, dict) or found.get("arena") != wanted["arena"]:
        raise ZauberError(f"{path} is not a file of an arena's results: name another one.")
    before, now = found.pop("made_with", None), wanted.pop("made_with")
    if found != wanted:
        raise ZauberError(f"{path} holds another contest: game, players, edition, options and seed must be the same.")
    if not isinstance(before, dict):
        raise ZauberError(
            f"{path} does not say which version of Zauber and which levels played in it, so nothing can be added: "
            f"begin a new file."
        )
    changed = [
        f"{words} ({before.get(key)}, now {now[key]})" for key, words in CHANGES.items() if before.get(key) != now[key]
    ]
    if changed:
        raise ZauberError(f"{path} was begun with {' and '.join(changed)}: begin a new file.")


def _is_deal(row: Any, seats: int) -> bool:
    if not isinstance(row, dict):
        return False
    deal: Any = row.get("deal")
    rows: Any = row.get("shares")
    return (
        type(deal) is int
        and deal >= 0
        and _is_list(rows, seats)
        and all(_is_list(shares, seats) for shares in rows)
        and all(type(share) in (int, float) and 0 <= share <= 1 for shares in rows for share in shares)
        and isinstance(faults := row.get("faults", {}), dict)
        and all(isinstance(said, str) for said in faults.values())
    )


def _is_list(given: Any, length: int) -> bool:
    return isinstance(given, list) and len(given) == length
