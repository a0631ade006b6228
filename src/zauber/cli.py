"""The command `zauber`.

A module in `zauber.commands` declares a command (or several) with its function `add`. What a command needs is imported
when it runs, so that `zauber --help` is fast.
"""

import argparse
import errno
import importlib
import os
import re
import sys
from collections.abc import Sequence

from .errors import ZauberError

COMMANDS = (
    "games",
    "edition",
    "rules",
    "play",
    "simulate",
    "sweep",
    "arena",
    "train",
    "replay",
    "verify",
    "check",
    "bench",
)
MODULES = (*COMMANDS, "server")  # `server` declares several commands

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)  # errors of a disk to which the output is written

DESCRIPTION = """\
A parlour of magical tabletop games: play them, study them, replay and check matches.

First steps:
  zauber games                       which games there are
  zauber rules papageno              how one is played
  zauber play papageno               play it here, against two bots
  zauber simulate papageno --games 100000 --seats 3
"""

EXIT_CODES = """\
exit codes:
  0    done, and whatever was checked is right
  1    a check failed: a record that does not verify, a rule without a test, a game that breaks the contract
  2    the command line, a file or an edition is wrong; a sentence says what
  130  stopped at the keyboard
"""


def parser() -> argparse.ArgumentParser:
    """The parser of the command line."""
    made = argparse.ArgumentParser(
        prog="zauber",
        description=DESCRIPTION,
        epilog=EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.add_argument("--version", action="store_true", help="print the version")
    commands = made.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    for name in MODULES:
        importlib.import_module(f".commands.{name}", __package__).add(commands)
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit code."""
    _speak_utf8()
    try:
        code = _run(list(sys.argv[1:] if arguments is None else arguments))
        sys.stdout.flush()
        return code
    except ZauberError as error:
        print(f"zauber: {error}", file=sys.stderr)
        return 2
    except ModuleNotFoundError as error:
        if (error.name or "zauber").split(".")[0] == "zauber":
            raise
        print(f"zauber: {_missing(str(error.name))}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        return 130
    except BrokenPipeError:  # the reader closed our output, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 0
    except OSError as error:
        if error.errno not in FULL or error.filename is not None:
            raise
        print(f"zauber: The output cannot be written: {error.strerror}.", file=sys.stderr)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # or Python fails again when it ends
        return 2


def _run(arguments: list[str]) -> int:
    from .commands.bench import OTHERS, run_other

    if arguments[:1] == ["bench"] and arguments[1:2] and arguments[1] in OTHERS:
        return run_other(arguments[1], arguments[2:])
    known = parser()
    chosen = known.parse_args(arguments)
    if chosen.version:
        from . import __version__

        print(f"zauber {__version__}")
        return 0
    if chosen.command is None:
        known.print_help()
        return 0
    code: int = chosen.run(chosen)
    return code


def _missing(module: str) -> str:
    """The extra that installs a missing package."""
    from importlib.metadata import PackageNotFoundError, requires

    package, extras = module.split(".")[0], list[str]()
    try:
        requirements = requires("zauber") or []
    except PackageNotFoundError:  # run from the sources, without being installed
        requirements = []
    for requirement in requirements:
        name, _, marker = requirement.partition(";")
        if re.split(r"[^\w.-]", name.strip())[0].replace("-", "_").lower() == package.lower():
            extras += re.findall(r"extra == ['\"]([\w-]+)['\"]", marker)
    for extra in sorted(extras, key=lambda extra: extra == "dev"):  # “dev” is for developers of Zauber
        return f"This needs {package}, which the extra “{extra}” installs: pip install 'zauber[{extra}]'."
    return f"This needs the Python package {package}, which is not installed."


def _speak_utf8() -> None:
    """Write UTF-8 if possible; a console that cannot show a character shows a question mark."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


if __name__ == "__main__":
    sys.exit(main())
