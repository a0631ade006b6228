"""Shared by commands: common arguments, and the printing of results."""

import argparse
import json
import sys
from typing import TYPE_CHECKING, Any

from ..errors import BadEdition, ZauberError

if TYPE_CHECKING:
    from rich.console import Console

    from ..games.contract.editions import Edition
    from ..games.game import Game

Commands = Any  # argparse's group of subcommands has no public name


def command(commands: Commands, name: str, run: Any, summary: str, examples: str = "") -> argparse.ArgumentParser:
    """Declare a command with its summary and, below the options, examples."""
    made: argparse.ArgumentParser = commands.add_parser(
        name,
        help=summary,
        description=summary[0].upper() + summary[1:] + ".",
        epilog=f"examples:\n{examples}" if examples else None,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.set_defaults(run=run)
    return made


def add_json(parser: argparse.ArgumentParser) -> None:
    """The argument --json."""
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")


def add_edition(parser: argparse.ArgumentParser) -> None:
    """The arguments that choose an edition and its options."""
    parser.add_argument("--edition", default="", metavar="NAME|FILE", help="an edition by name, or a TOML file")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="change an option of the edition; may be repeated (see 'zauber games GAME')",
    )


def options_of(chosen: argparse.Namespace) -> dict[str, Any]:
    """The options given by --option."""
    options = {}
    for text in chosen.option:
        key, equals, value = text.partition("=")
        if not equals:
            raise BadEdition(f"An option is written KEY=VALUE, not “{text}”.")
        options[key.strip()] = value.strip()
    return options


def edition_of(game: "Game", chosen: argparse.Namespace, by_programs: bool = False) -> "Edition":
    """The edition chosen on the command line; `by_programs` sets a turn limit if the game has that option."""
    options = options_of(chosen)
    if by_programs:
        from ..engines.batch import program_options

        given = game.edition(chosen.edition, options).options
        if not given.get("turn_limit"):
            options = program_options(game, options)
    return game.edition(chosen.edition, options)


def positive(text: str) -> int:
    """A whole number of at least 1, for argparse; 1_000 and 1e6 are understood."""
    try:
        number = int(text.replace("_", "").replace(",", "")) if "e" not in text else int(float(text))
    except (ValueError, OverflowError):
        number = 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of at least 1")
    return number


MOST_SEED = 2**62


def seed(text: str) -> int:
    """A seed, for argparse: the same bounds for every command."""
    if not text.isdecimal() or not text.isascii() or int(text) >= MOST_SEED:
        raise ZauberError(f"A seed is a whole number from 0 to {MOST_SEED - 1:,}, not “{text}”.")
    return int(text)


def port(text: str) -> int:
    """A port of this computer, for argparse; 0 means any free one."""
    if not text.isdecimal() or not text.isascii() or int(text) > 65_535:
        raise ZauberError(f"A port is a whole number from 0 to 65535, not “{text}”.")
    return int(text)


def console() -> "Console":
    """Where tables go."""
    from rich.console import Console

    return Console(highlight=False, soft_wrap=not sys.stdout.isatty())


def show_json(data: Any) -> None:
    """Print a result as JSON."""
    print(json.dumps(data, indent=2, ensure_ascii=False))
