"""The Zauber benchmark: the score of every player among players by rule of thumb, and docs/benchmark.md.

    python benchmarks/scores.py --minutes 30                      the quick players
    python benchmarks/scores.py --minutes 600 --players mage,archmage
    python benchmarks/scores.py --minutes 0                       only the page

A score is the mean share of the win of one player whose other seats are all played by `thumb`, every deal being played
once from every seat: what `zauber arena GAME --players PLAYER,thumb,…` measures. Results are kept after every deal in
benchmarks/results/scores.json, so a run that was stopped goes on where it was. Players that search are given their
iterations and no clock, so that a busy machine plays no worse.
"""

import argparse
import json
import math
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from zauber import bots, games
from zauber.bots.levels import Archmage, Mage
from zauber.lab.arena import Contest, play_deal

ROOT = Path(__file__).parent.parent
STORE = Path(__file__).parent / "results" / "scores.json"
PAGE = ROOT / "docs" / "benchmark.md"
QUICK = ("random", "apprentice", "adept", "network")
SLOW = ("mage", "archmage")
STAGES = (40, 200, 1000)  # matches of every row, before any row gets more
Z95 = 1.96

Row = dict[str, Any]


def tables() -> Iterator[tuple[str, str, int]]:
    """Game, edition and seats: the first edition with all numbers of seats, the others with the fewest."""
    for game in games.all_games():
        if game.name in games.NAMES:
            for edition in game.editions:
                for seats in game.seats if edition == game.editions[0] else game.seats[:1]:
                    yield game.name, edition, seats


def rows(players: tuple[str, ...]) -> Iterator[Row]:
    """Everything that is to be measured, not yet measured."""
    for player in players:
        for name, edition, seats in tables():
            if player in bots.players(name) and can_play(player, name):
                yield {"game": name, "edition": edition, "seats": seats, "player": player}


def can_play(player: str, name: str) -> bool:
    """Whether a player has what it needs for a game: not every game comes with a network."""
    folder = ROOT / "src" / "zauber" / "bots" / "networks"
    return player != "network" or (folder / f"{name}.npz").is_file()


def key(row: Row) -> str:
    """What tells a row from the others."""
    return "/".join(str(row[part]) for part in ("game", "edition", "seats", "player"))


def contest_of(row: Row) -> Contest:
    """The contest that measures a row."""
    return Contest(row["game"], (row["player"], *["thumb"] * (row["seats"] - 1)), row["edition"])


def command_of(row: Row, player: str, matches: int) -> str:
    """The command that measures the same for another player."""
    players = ",".join([player, *["thumb"] * (row["seats"] - 1)])
    return f"zauber arena {row['game']} --edition {row['edition']} --players {players} --games {matches} --json"


def measure(minutes: float, players: tuple[str, ...], store: Path, only: tuple[str, ...] = ()) -> None:
    """Play until the time is up, row by row, first a few matches of all and then more."""
    for level in (Mage, Archmage):
        level.budget = bots.Budget(level.budget.iterations)
    known = {key(row): row for row in read(store)}
    until = time.monotonic() + 60 * minutes
    for matches in STAGES:
        for fresh in rows(players):
            if only and fresh["game"] not in only:
                continue
            row = known.setdefault(key(fresh), {**fresh, "deals": 0, "sum": 0.0, "squares": 0.0})
            while row["deals"] * row["seats"] < matches:
                if time.monotonic() > until:
                    return
                played = play_deal(contest_of(row), row["deals"])
                share = sum(line[0] for line in played) / len(played)
                row |= {"deals": row["deals"] + 1, "sum": row["sum"] + share, "squares": row["squares"] + share**2}
                keep(store, known)
            print(f"{key(row)} {said(row)}", flush=True)


def read(store: Path) -> list[Row]:
    """The rows kept so far."""
    return json.loads(store.read_text("utf-8"))["rows"] if store.is_file() else []


def keep(store: Path, known: dict[str, Row]) -> None:
    """Write the rows that have been played."""
    played = [row for row in known.values() if row["deals"]]
    lines = ",\n".join(json.dumps(row) for row in sorted(played, key=key))
    store.write_text(f'{{"rows": [\n{lines}\n]}}\n', "utf-8")


def score(row: Row) -> tuple[float, float]:
    """The mean share, and half the 95 % interval. The matches of one deal belong together, so deals are counted."""
    n, mean = row["deals"], row["sum"] / row["deals"]
    if n < 2:
        return mean, 1.0
    spread = math.sqrt(max(row["squares"] - n * mean**2, 0.0) / (n - 1))
    return mean, Z95 * max(spread, 0.5 / n) / math.sqrt(n)


def said(row: Row) -> str:
    """A score as people write it."""
    mean, half = score(row)
    return f"{mean:.3f} ± {half:.3f}"


# The page ------------------------------------------------------------------------------------------------------------

HEAD = """# The Zauber benchmark

One player among players by rule of thumb (`thumb`): its mean share of the win, with the 95 % interval. Every deal is
played once from every seat, so that neither chance nor the seat favours anybody. A fair share is 1 / seats, and it is
what `thumb` itself has. This page is made from `benchmarks/results/scores.json` by `python benchmarks/scores.py`.

## Measure an agent of your own

Write a class with a name and a method `choose` (see [players](players.md)), give it the entry point `zauber.players` in
your package, and let it take the place of the first player:

```sh
{command}
```

In the answer `players` has the share of each with its interval (`share`, `low`, `high`). Name in a paper: the
environment with its version (`magi_v0`), edition and seats, the release of Zauber, the share, the interval and the
number of matches; for a player that searches also its budget (`--iterations`). The default seed (0) gives the deals
that were played for this page.

A trained policy is measured alike through [Gymnasium](environments.md): `envs.gym(game, seats=…, against="thumb")` puts
it into all seats in turn, and `info["share"]` is the share of a match.
"""


def page(found: list[Row]) -> str:
    """The whole page."""
    known = {key(row): row for row in found}
    example = {"game": "magi", "edition": "house", "seats": 4}
    parts = [HEAD.format(command=command_of(example, "mage", 1000))]
    missing: dict[str, int] = {}
    for name in games.NAMES:
        parts += [f"## {games.get(name).title} (`{name}_v0`)\n"]
        for edition in games.get(name).editions:
            parts += [table(name, edition, known, missing), ""]
    parts += ["## What is missing\n", absent(missing)]
    return "\n".join(parts).rstrip() + "\n"


def table(name: str, edition: str, known: dict[str, Row], missing: dict[str, int]) -> str:
    """The scores in one edition: a line for each player, a column for each number of seats."""
    counts = [seats for game, of, seats in tables() if (game, of) == (name, edition)]
    lines = [[f"edition `{edition}`", *(f"{seats} seats" for seats in counts)], ["---"] * (1 + len(counts))]
    lines.append(["fair (`thumb`)", *(f"{1 / seats:.3f}" for seats in counts)])
    for player in (*QUICK, *SLOW):
        if not can_play(player, name):
            continue
        cells = []
        for seats in counts:
            row = known.get(f"{name}/{edition}/{seats}/{player}")
            cells.append(f"{said(row)} ({row['deals'] * seats:,})" if row else "–")
            missing[player] = missing.get(player, 0) + (row is None)
        lines.append([f"`{player}`", *cells])
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def absent(missing: dict[str, int]) -> str:
    """Which rows have not been measured yet."""
    told = [f"`{player}` in {count}" for player, count in missing.items() if count]
    scores = f"Not measured yet: {', '.join(told)} of the cells above (–)." if told else "Nothing."
    return f"{scores} In brackets stands the number of matches; the intervals shrink as `scores.py` is run for longer."


def main(given: list[str] | None = None) -> None:
    """Measure, and write the page."""
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--minutes", type=float, default=10.0, help="how long to play (10)")
    parser.add_argument("--players", default=",".join(QUICK), help=f"which players ({','.join(QUICK)})")
    parser.add_argument("--games", default="", help="only these games, with commas between them")
    parser.add_argument("--store", type=Path, default=STORE, help="where results are kept")
    parser.add_argument("--page", type=Path, default=PAGE, help="the page to write")
    chosen = parser.parse_args(given)
    only = tuple(name for name in chosen.games.split(",") if name)
    measure(chosen.minutes, tuple(chosen.players.split(",")), chosen.store, only)
    chosen.page.write_text(page(read(chosen.store)), "utf-8")


if __name__ == "__main__":
    main()
