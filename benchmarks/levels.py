"""The figures of docs/players.md: every level against the one below, in every game with every number of seats.

    python benchmarks/levels.py --minutes 600 --workers 16
    python benchmarks/levels.py --minutes 60 --games magi,papageno --again archmage
    python benchmarks/levels.py --minutes 0                       only the table

One player of the higher level sits among players of the level below, every deal being played once from every seat.
The last column shows what knowing everything is worth: `peeking`, which searches in the true position, among Mages.
Results are kept in one file, benchmarks/results/levels.json, so a run that was stopped goes on where it was, and the
table in docs/players.md between its two marks is written again. Players that search are given their iterations and no
clock, so that a busy machine plays no worse. NumPy and Numba are all it needs: from a source tree that is not
installed, set PYTHONPATH=src.
"""

import argparse
import itertools
import os
from collections.abc import Iterator
from pathlib import Path

from zauber import bots, games
from zauber.bots.levels import Peeking
from zauber.lab.measure import MeasuredRow, measure

STORE = Path(__file__).parent / "results" / "levels.json"
PAGE = Path(__file__).parent.parent / "docs" / "players.md"
STAGES = (40, 200, 400, 1000, 4000)  # matches of every row, before any row gets more
SEED = 2026  # not the default: the levels were adjusted on matches of seed 0
FRESH = {"magicians_night": 2027, "magicians_night 2": 2028, "mago_magino 3": 2027}  # the others had been looked at
BEGIN, END = "<!-- levels: made by benchmarks/levels.py -->", "<!-- end of levels -->"


def steps(name: str) -> list[tuple[str, str]]:
    """The levels of a game, each with the one below."""
    return [(above, below) for below, above in itertools.pairwise(bots.levels(name))]


def upper(name: str) -> list[tuple[str, str]]:
    """How far the search would get that knows everything, among the level below the highest."""
    return [(Peeking.name, list(bots.levels(name))[-2])]


def rows(only: tuple[str, ...] = (), seed: int | None = None) -> Iterator[MeasuredRow]:
    """Everything that is to be measured, not yet measured, on deals of one seed or on each game's own."""
    for name in only or games.NAMES:
        game = games.get(name)
        for seats in game.seats:
            for above, below in [*steps(name), *upper(name)]:
                yield MeasuredRow(name, game.editions[0], seats, above, below, seed_for(name, seats, seed))


def seed_for(name: str, seats: int, seed: int | None) -> int:
    """The seed that was asked for, or that of deals on which nothing was adjusted."""
    return FRESH.get(f"{name} {seats}", FRESH.get(name, SEED)) if seed is None else seed


def wanted(seats: int) -> float:
    """The share that is promised: 60 : 40 between two, otherwise 1.4 times the fair share."""
    return 0.6 if seats == 2 else 1.4 / seats


def verdict(row: MeasuredRow) -> str:
    """Whether the promise is kept with 95 % confidence, broken, or open."""
    _, low, high = row.score()
    aim = wanted(row.seats)
    return "yes" if low >= aim else "no" if high < aim else "open"


def table(found: list[MeasuredRow], seed: int | None = None) -> str:
    """One line for each game and number of seats: share, interval and matches of each step, and what it means."""
    known = {row.key: row for row in found if row.deals}
    if not known:
        return "Not measured yet in this way."
    heads = dict.fromkeys([*(step for name in games.NAMES for step in steps(name)), *upper(games.NAMES[0])])
    lines = [["game", "seats", "wanted", *(f"{above} / {below}" for above, below in heads)], ["---"] * (3 + len(heads))]
    for name in games.NAMES:
        game = games.get(name)
        for seats in game.seats:
            cells = []
            for above, below in heads:
                row = known.get(
                    MeasuredRow(name, game.editions[0], seats, above, below, seed_for(name, seats, seed)).key
                )
                judged = "" if above == Peeking.name else f": {verdict(row)}" if row else ""
                cells.append(f"{row.said()} of {row.matches:,}{judged}" if row else "–")
            lines.append([game.title, str(seats), f"{wanted(seats):.3f}", *cells])
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def written(text: str, told: str) -> str:
    """A page with a new table between its marks."""
    before, rest = text.split(BEGIN)
    return f"{before}{BEGIN}\n\n{told}\n\n{END}{rest.split(END)[1]}"


def main(given: list[str] | None = None) -> None:
    """Measure, and write the table."""
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--minutes", type=float, default=10.0, help="how long to play (10)")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="processes (one for each core)")
    parser.add_argument("--matches", type=int, default=STAGES[-1], help=f"of each row at most ({STAGES[-1]})")
    parser.add_argument("--games", default="", help="only these games, with commas between them")
    parser.add_argument("--again", default="", help="levels whose rows begin anew, because they have changed")
    parser.add_argument("--seed", type=int, help="of all deals (for each game one on which nothing was adjusted)")
    parser.add_argument("--store", type=Path, default=STORE, help="where results are kept")
    parser.add_argument("--page", type=Path, default=PAGE, help="the page with the table")
    chosen = parser.parse_args(given)
    only, again = (tuple(name for name in said.split(",") if name) for said in (chosen.games, chosen.again))
    stages = (*(stage for stage in STAGES if stage < chosen.matches), chosen.matches)
    asked = rows(only, chosen.seed)
    found = measure(asked, stages, chosen.store, chosen.minutes, chosen.workers, again)
    told = table(found, chosen.seed)
    print(told)
    chosen.page.write_text(written(chosen.page.read_text("utf-8"), told), "utf-8")


if __name__ == "__main__":
    main()
