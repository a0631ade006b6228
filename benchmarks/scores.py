"""The Zauber benchmark: the score of every player among players by rule of thumb, and docs/benchmark.md.

    python benchmarks/scores.py --minutes 600 --workers 16
    python benchmarks/scores.py --minutes 600 --workers 16 --matches 400 --games magi,papageno --again thumb
    python benchmarks/scores.py --minutes 30 --players random,apprentice,adept
    python benchmarks/scores.py --minutes 0                       only the page

A score is the mean share of the win of one player whose other seats are all played by `thumb`, every deal being played
once from every seat: what `zauber arena GAME --players PLAYER,thumb,…` measures. Results are kept in one file,
benchmarks/results/scores.json, so a run that was stopped goes on where it was. Players that search are given their
iterations and no clock, so that a busy machine plays no worse. NumPy and Numba are all it needs: from a source tree
that is not installed, set PYTHONPATH=src.
"""

import argparse
import os
from collections.abc import Iterator
from pathlib import Path

from zauber import bots, games
from zauber.lab.measure import MeasuredRow, measure

ROOT = Path(__file__).parent.parent
STORE = Path(__file__).parent / "results" / "scores.json"
PAGE = ROOT / "docs" / "benchmark.md"
PLAYERS = ("random", "apprentice", "adept", "mage", "archmage", "network")
STAGES = (40, 200, 1000, 4000)  # matches of every row, before any row gets more


def tables() -> Iterator[tuple[str, str, int]]:
    """Game, edition and seats: every edition with every number of seats."""
    for game in games.all_games():
        if game.name in games.NAMES:
            for edition in game.editions:
                for seats in game.seats:
                    yield game.name, edition, seats


def rows(players: tuple[str, ...], only: tuple[str, ...] = ()) -> Iterator[MeasuredRow]:
    """Everything that is to be measured, not yet measured: all players of a table, then the next table."""
    for name, edition, seats in tables():
        for player in players:
            if player in bots.players(name) and (not only or name in only):
                yield MeasuredRow(name, edition, seats, player)


def command_of(row: MeasuredRow, matches: int) -> str:
    """The command that measures the same in the arena."""
    players = ",".join(row.contest.players)
    return f"zauber arena {row.game} --edition {row.edition} --players {players} --games {matches} --json"


# The page ------------------------------------------------------------------------------------------------------------

HEAD = """# The Zauber benchmark

One player among players by rule of thumb (`thumb`): its mean share of the win, the 95 % interval (over deals, and right
near 0 and 1 too), and the number of matches. Every deal is played once from every seat, so that neither chance nor the
seat favours anybody. A fair share is 1 / seats, which `thumb` itself gets. This page is generated from
`benchmarks/results/scores.json` by `python benchmarks/scores.py`.

Before `thumb` was made fair to every seat ([players](players.md)), it preferred seats by their number: among four in
Magi seat A won 22.1 % and D 26.7 %. All rows of Magi and Papageno have been played again since. Each player sits in
every seat here, so the unfair rule had hardly changed them: the 70 rows that can be compared are lower by 0.004 on
average, and each differs about as much as chance makes it.

## Measure your own agent

Write a class with a name and a method `choose` (see [players](players.md)), give it the entry point `zauber.players` in
your package, and let it take the place of the first player:

```sh
{command}
```

In the output, `players` has the share of each player with its interval (`share`, `low`, `high`). A paper should state
the environment with its version (`magi_v0`), the edition and seats, the release of Zauber, the share, the interval
and the number of matches, and for a player that searches also its budget (`--iterations`). The default seed (0) gives
the deals that were used for this page.

A trained policy is measured in the same way through [Gymnasium](environments.md):
`envs.gym(game, seats=…, against="thumb")` puts it into all seats in turn, and `info["share"]` is its share of a match.
"""


def page(found: list[MeasuredRow]) -> str:
    """The whole page."""
    known = {row.key: row for row in found}
    parts = [HEAD.format(command=command_of(MeasuredRow("magi", "house", 4, "mage"), 1000))]
    missing: dict[str, int] = {}
    for name in games.NAMES:
        parts += [f"## {games.get(name).title} (`{name}_v0`)\n"]
        for edition in games.get(name).editions:
            parts += [table(name, edition, known, missing), ""]
    parts += ["## What is missing\n", absent(missing)]
    return "\n".join(parts).rstrip() + "\n"


def table(name: str, edition: str, known: dict[str, MeasuredRow], missing: dict[str, int]) -> str:
    """The scores in one edition: a line for each player, a column for each number of seats."""
    counts = [seats for game, of, seats in tables() if (game, of) == (name, edition)]
    lines = [[f"edition `{edition}`", *(f"{seats} seats" for seats in counts)], ["---"] * (1 + len(counts))]
    lines.append(["fair (`thumb`)", *(f"{1 / seats:.3f}" for seats in counts)])
    for player in (player for player in PLAYERS if player in bots.players(name)):
        cells = []
        for seats in counts:
            row = known.get(MeasuredRow(name, edition, seats, player).key)
            cells.append(f"{row.said()} of {row.matches:,}" if row else "–")
            missing[player] = missing.get(player, 0) + (row is None)
        lines.append([f"`{player}`", *cells])
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def absent(missing: dict[str, int]) -> str:
    """Which rows have not been measured yet."""
    told = [f"`{player}` in {count}" for player, count in missing.items() if count]
    scores = f"Not measured yet: {', '.join(told)} of the cells above (–)." if told else "Nothing."
    return f"{scores} The intervals shrink the longer `scores.py` runs."


def main(given: list[str] | None = None) -> None:
    """Measure, and write the page."""
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--minutes", type=float, default=10.0, help="how long to play (10)")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="processes (one for each core)")
    parser.add_argument("--matches", type=int, default=STAGES[-1], help=f"of each row at most ({STAGES[-1]})")
    parser.add_argument("--players", default=",".join(PLAYERS), help=f"which players ({','.join(PLAYERS)})")
    parser.add_argument("--games", default="", help="only these games, with commas between them")
    parser.add_argument("--again", default="", help="players whose rows begin anew, because they have changed")
    parser.add_argument("--store", type=Path, default=STORE, help="where results are kept")
    parser.add_argument("--page", type=Path, default=PAGE, help="the page to write")
    chosen = parser.parse_args(given)
    players, only, again = (
        tuple(name for name in said.split(",") if name) for said in (chosen.players, chosen.games, chosen.again)
    )
    stages = (*(stage for stage in STAGES if stage < chosen.matches), chosen.matches)
    found = measure(rows(players, only), stages, chosen.store, chosen.minutes, chosen.workers, again)
    chosen.page.write_text(page([row for row in found if row.deals]), "utf-8")


if __name__ == "__main__":
    main()
