"""`zauber verify`: was a match fair? Checks the commitment and recomputes all chance."""

import argparse
import os
import sys
from pathlib import Path

from ..errors import BadRecord, UnreadableFile
from .common import Commands, add_json, command, console, show_json

EXAMPLES = """\
  zauber verify match.json
  zauber verify - < match.json
  zauber verify 'z1.eNp9…'          the end of a shared link, or the whole link
"""


def add(commands: Commands) -> None:
    """Declare the command."""
    made = command(commands, "verify", run, "check the record of a match: commitment, moves, chance, result", EXAMPLES)
    made.add_argument("file", metavar="FILE", help="a record, in either form; - for standard input")
    add_json(made)


def source_of(text: str) -> str | bytes | Path:
    """A record named on the command line: a file, standard input, or a link."""
    if text == "-":
        return sys.stdin.buffer.read(2_000_000)
    from ..match.compact import looks_compact

    return text if looks_compact(os.fsencode(text)) else Path(text)


def run(chosen: argparse.Namespace) -> int:
    """Run the command."""
    from ..match import verify

    try:
        found = verify(source_of(chosen.file))
    except UnreadableFile:
        raise  # the command line is wrong, not a record
    except BadRecord as error:
        if chosen.json:
            show_json({"right": False, "disagreement": str(error)})
        else:
            print(f"Not right: {error}", file=sys.stderr)
        return 1
    if chosen.json:
        events = [
            {"number": event.number, "move": event.move, "bytes": event.bytes, "words": event.words}
            for event in found.events
        ]
        show_json({"right": True, "checks": found.checks, "chance": events})
        return 0
    screen = console()
    screen.print(f"[bold]{found.match.game.title}[/bold], {found.match.seats} seats")
    for event in found.events:
        screen.print(f"{event.number:>5}  {event.move:<14} chance {event.bytes}", style="dim", markup=False)
        for words in event.words:
            screen.print(f"       {words}", markup=False)
    screen.print("\n[bold]Checked:[/bold]")
    for check in found.checks:
        screen.print(f"  ✓ {check}", markup=False)
    return 0
