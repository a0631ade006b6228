"""`zauber games`: the list of games, and the editions, numbers and options of one."""

import argparse
import sys
from typing import Any

from .common import Commands, add_json, command, console, show_json

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
        screen.print(f"  {edition['name']}  {edition['title']}: {edition['about']}", markup=False)
    _show_numbers(game)
    if game["options"]:
        screen.print("\n[bold]Options[/bold] (--option key=value)")
    for option in game["options"]:
        screen.print(f"  {option['key']}  {option['words']} ({option['rule']})", markup=False)
        if isinstance(option["choices"], dict):
            for value, words in option["choices"].items():
                mark = " (default)" if value == option["default"] else ""
                screen.print(f"    {value}: {words}{mark}", markup=False)
        else:
            least, most = option["choices"]
            screen.print(f"    {least} to {most}; default {option['default']}", markup=False)


def _show_numbers(game: dict[str, Any]) -> None:
    """The numbers of every edition; in one column where they agree."""
    from rich.table import Table

    names = [edition["name"] for edition in game["editions"]]
    table = Table(
        "number", *names, "", title="Numbers (in the edition files, each with its source)", title_justify="left"
    )
    for number in game["numbers"]:
        values = (str(value).strip("[]") for value in number["values"].values())
        table.add_row(number["key"], *values, number["words"])
    console().print()
    console().print(table)
