"""`zauber games`: the list of games, and the editions, numbers and options of one."""

import argparse
import sys
import textwrap
from typing import TYPE_CHECKING, Any

from .common import Commands, add_json, command, console, show_json

if TYPE_CHECKING:
    from rich.console import Console

EXAMPLES = """\
  zauber games               all games
  zauber games papageno      the editions, numbers and options of one
"""


def add(commands: Commands) -> None:
    """Declare the command."""
    made = command(commands, "games", run, "list the games, or the editions, numbers and options of one", EXAMPLES)
    made.add_argument("game", nargs="?", help="a game's name")
    add_json(made)


def run(chosen: argparse.Namespace) -> int:
    """Run the command."""
    from .. import bots, games

    if chosen.game:
        game = games.get(chosen.game)
        details = _details(game)
        if chosen.json:
            show_json(details)
        else:
            _show_one(details)
        return 0
    listed = [_summary(game) for game in games.all_games()]
    if chosen.json:
        show_json(listed)
    else:
        _show_all(listed)
    for trouble in (*games.troubles(), *bots.troubles()):
        print(trouble, file=sys.stderr)
    return 0


def _summary(game: Any) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title,
        "designer": game.designer,
        "seats": [game.seats[0], game.seats[-1]],
        "age": game.age,
        "minutes": game.minutes,
        "status": game.status,
        "blurb": game.blurb,
    }


def _details(game: Any) -> dict[str, Any]:
    editions = [game.edition(name) for name in game.editions]
    return _summary(game) | {
        "editions": [
            {"name": edition.name, "title": edition.title, "about": edition.about, "hash": edition.hash}
            for edition in editions
        ],
        "numbers": [
            {
                "key": number.key,
                "words": number.words,
                "values": {edition.name: edition.values[number.key] for edition in editions},
                "sources": {edition.name: edition.sources[number.key] for edition in editions},
            }
            for number in game.numbers
        ],
        "options": [
            {
                "key": option.key,
                "words": option.words,
                "rule": option.rule,
                "default": option.default,
                "choices": [option.least, option.most] if option.whole else dict(option.choices),
            }
            for option in game.options
        ],
    }


def _show_all(listed: list[dict[str, Any]]) -> None:
    from rich.table import Column, Table

    table = Table(Column("name", no_wrap=True), "game", "by", "players", "age", "minutes", "status")
    for game in listed:
        first, last = game["seats"]
        players = str(first) if first == last else f"{first}–{last}"
        row = (game["title"], game["designer"], players, f"{game['age']}+", game["minutes"], game["status"])
        table.add_row(f"[bold]{game['name']}[/bold]", *row)
    console().print(table)


def _show_one(game: dict[str, Any]) -> None:
    screen = console()
    screen.print(f"[bold]{game['title']}[/bold] by {game['designer']}. {game['blurb']}\n")
    screen.print("[bold]Editions[/bold]")
    for edition in game["editions"]:
        _put(screen, 2, f"{edition['name']}  {edition['title']}: {edition['about']}")
    screen.print("\n[bold]Numbers[/bold] (in the edition files, each with its source)")
    for number in game["numbers"]:
        _put(screen, 2, f"{number['key']}  {number['words']}")
        for names, value in _alike(number["values"]).items():
            _put(screen, 4, f"{names}: {value}" if names else value)
    if game["options"]:
        screen.print("\n[bold]Options[/bold] (--option key=value)")
    for option in game["options"]:
        _put(screen, 2, f"{option['key']}  {option['words']} ({option['rule']})")
        if isinstance(option["choices"], dict):
            for value, words in option["choices"].items():
                mark = " (default)" if value == option["default"] else ""
                _put(screen, 4, f"{value}: {words}{mark}")
        else:
            least, most = option["choices"]
            _put(screen, 4, f"{least} to {most}; default {option['default']}")


def _alike(values: dict[str, Any]) -> dict[str, str]:
    """Values by the editions that have them; those that all have, by no name."""
    found: dict[str, list[str]] = {}
    for edition, value in values.items():
        found.setdefault(str(value).strip("[]"), []).append(edition)
    return {", ".join(editions) if len(found) > 1 else "": value for value, editions in found.items()}


def _put(screen: "Console", indent: int, text: str) -> None:
    """A line, wrapped at the width of the terminal and indented."""
    wide = max(40, screen.width) if not screen.soft_wrap else len(text) + indent + 1
    lines = textwrap.wrap(text, wide, initial_indent=" " * indent, subsequent_indent=" " * (indent + 4))
    screen.print("\n".join(lines), markup=False)
