"""Which rules have tests: the numbers of a game's rules page against the names of its test functions.

A rule (R) or a decision about an open point (A) is a bold marker on the page, `**R21**`. A test cites
numbers in its name: `test_R21_A11_pan_flute_passes_the_replaced_card_on`.
"""

import ast
import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from ..errors import ZauberError
from ..games.game import Game

MARKER = re.compile(r"\*\*([RA]\d+)\*\*")
CITATION = re.compile(r"(?<![A-Z0-9])[RA]\d+(?!\d)")


@dataclass(frozen=True)
class RuleCoverage:
    """A game's rule numbers, the tests that cite each of them, and errors in the page or the citations."""

    game: str
    tests: dict[str, list[str]]
    unknown: dict[str, list[str]] = field(default_factory=dict)  # cited, but not on the page
    repeated: list[str] = field(default_factory=list)  # marked more than once
    gaps: list[str] = field(default_factory=list)  # missing in the sequence

    def count(self, kind: str) -> tuple[int, int]:
        """How many numbers of a kind (R or A) are cited, and how many there are."""
        mine = [cited for number, cited in self.tests.items() if number.startswith(kind)]
        return sum(1 for cited in mine if cited), len(mine)

    @property
    def missing(self) -> list[str]:
        """The numbers that no test cites."""
        return [number for number, cited in self.tests.items() if not cited]

    @property
    def complete(self) -> bool:
        """Whether there are numbers, and each has a test."""
        return bool(self.tests) and not self.missing


def rule_coverage(game: Game, tests: Path) -> RuleCoverage:
    """The coverage of one game by the tests in `tests/<game>/`."""
    page = page_of(game)
    marked = Counter(MARKER.findall(page))
    numbers = numbers_of(page)
    cited = citations(tests / game.name)
    return RuleCoverage(
        game=game.name,
        tests={number: cited.get(number, []) for number in numbers},
        unknown={number: cited[number] for number in sorted(cited, key=in_order) if number not in marked},
        repeated=[number for number in numbers if marked[number] > 1],
        gaps=_gaps(numbers),
    )


def page_of(game: Game) -> str:
    """The rules page of a game, or nothing when it has none yet."""
    try:
        return game.page
    except FileNotFoundError:
        return ""


def numbers_of(page: str) -> list[str]:
    """The numbers of a rules page, R before A."""
    return sorted(set(MARKER.findall(page)), key=in_order)


def in_order(number: str) -> tuple[bool, int]:
    """Sort R before A, and each by number."""
    return number[0] == "A", int(number[1:])


def _gaps(numbers: list[str]) -> list[str]:
    found = set(numbers)
    most = {kind: max((int(n[1:]) for n in numbers if n[0] == kind), default=0) for kind in "RA"}
    return [f"{kind}{i}" for kind in "RA" for i in range(1, most[kind] + 1) if f"{kind}{i}" not in found]


def citations(folder: Path) -> dict[str, list[str]]:
    """The numbers cited by test functions in a folder, each with the names of those functions."""
    cited: dict[str, list[str]] = {}
    for path in sorted(folder.glob("test_*.py")):
        for name in functions_of(path):
            for number in CITATION.findall(name):
                cited.setdefault(number, []).append(f"{path.name}::{name}")
    return cited


def functions_of(path: Path) -> list[str]:
    """The names of a file's test functions, those in classes included."""
    try:
        tree = ast.parse(path.read_text("utf-8"), str(path))
    except SyntaxError as error:
        raise ZauberError(f"{path} cannot be read as Python: {error}.") from None
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return [node.name for node in ast.walk(tree) if isinstance(node, kinds) and node.name.startswith("test_")]


def folder_of_tests(given: str = "") -> Path:
    """The folder of tests: as given, of the clone that this package runs from, or of the current folder."""
    clone = Path(__file__).parents[3] / "tests"
    choices = [Path(given)] if given else [clone, Path("tests")]
    for folder in choices:
        if folder.is_dir():
            return folder
    raise ZauberError("There is no folder of tests here: start this in a clone of Zauber, or name it with --tests.")
