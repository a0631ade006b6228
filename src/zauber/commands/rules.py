"""`zauber rules`: a game's rules page, or which rules have tests."""

import argparse
import sys
from typing import TYPE_CHECKING, Any

from ..errors import ZauberError
from .common import Commands, add_json, command, console, show_json

if TYPE_CHECKING:
    from ..lab.rule_coverage import RuleCoverage

EXAMPLES = """\
  zauber rules papageno             read the rules
  zauber rules papageno --json      the page and its rule numbers, as data
  zauber rules --coverage           which rules have tests, for every game
  zauber rules --coverage papageno  the same for one
"""


def add(commands: Commands) -> None:
    """Declare the command."""
    made = command(commands, "rules", run, "show a game's rules, or which of them have tests", EXAMPLES)
    made.add_argument("game", nargs="?", help="a game's name")
    made.add_argument("--coverage", action="store_true", help="report which rules are cited by tests")
    made.add_argument("--tests", default="", metavar="FOLDER", help="where the tests are (default: in this clone)")
    add_json(made)


def run(chosen: argparse.Namespace) -> int:
    """Run the command."""
    from .. import games
    from ..lab.rule_coverage import numbers_of

    if chosen.coverage:
        return _coverage(chosen)
    if not chosen.game:
        raise ZauberError(f"Name a game to read its rules: {', '.join(games.NAMES)}.")
    game = games.get(chosen.game)
    page = _page(game)
    if chosen.json:
        show_json({"game": game.name, "title": game.title, "numbers": numbers_of(page), "page": page})
        return 0
    if sys.stdout.isatty():
        from rich.markdown import Markdown

        screen = console()
        with screen.pager(styles=True):
            screen.print(Markdown(page))
    else:
        print(page)
    return 0


def _page(game: Any) -> str:
    from ..lab.rule_coverage import page_of

    page = page_of(game)
    if not page:
        raise ZauberError(f"{game.title} has no rules page yet.")
    return page


def _coverage(chosen: argparse.Namespace) -> int:
    from .. import games
    from ..lab.rule_coverage import folder_of_tests, rule_coverage

    folder = folder_of_tests(chosen.tests)
    asked = [games.get(chosen.game)] if chosen.game else games.all_games()
    reports = [rule_coverage(game, folder) for game in asked]
    if chosen.json:
        show_json([_as_data(report) for report in reports])
    else:
        _show(reports)
    return 0 if all(report.complete for report in reports) else 1


def _as_data(report: "RuleCoverage") -> dict[str, Any]:
    return {
        "game": report.game,
        "complete": report.complete,
        **{kind: dict(zip(("tested", "all"), report.count(kind), strict=True)) for kind in "RA"},
        "missing": report.missing,
        "unknown": report.unknown,
        "repeated": report.repeated,
        "gaps": report.gaps,
        "tests": report.tests,
    }


def _show(reports: "list[RuleCoverage]") -> None:
    from rich.table import Table

    screen = console()
    table = Table("game", "rules (R)", "decisions (A)", "state")
    for report in reports:
        counts = (f"{tested} of {all_of}" for tested, all_of in map(report.count, "RA"))
        state = "[green]complete[/green]" if report.complete else "[red]not complete[/red]"
        table.add_row(report.game, *counts, state)
    screen.print(table)
    for report in reports:
        if not report.tests:
            screen.print(f"{report.game}: the rules page is missing or has no numbers.")
        notes = (
            ("without a test", report.missing),
            ("cited by tests, but not on the page", [*report.unknown]),
            ("marked more than once on the page", report.repeated),
            ("skipped in the counting", report.gaps),
        )
        for words, numbers in notes:
            if numbers:
                screen.print(f"{report.game}: {words}: {', '.join(numbers)}")
