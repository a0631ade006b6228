"""Rule of thumb, search, network, and the network in search at equal time: the figures of docs/players.md.

    python benchmarks/minds.py --minutes 60 --workers 14 --out minds.json
    python benchmarks/minds.py --minutes 30 --workers 14 --out minds.json --games papageno --ways all

One player sits among players of another kind, every deal being played once from every seat. All who search have the
same time for a move, by the clock: use fewer workers than there are cores. Results are kept in one file, so a run that
was stopped goes on where it was. `--ways` compares several ways of using the network. NumPy and Numba are all it needs:
from a source tree that is not installed, set PYTHONPATH=src.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from zauber import bots, games
from zauber.bots.levels import Guided
from zauber.bots.network import Network
from zauber.bots.search import SearchSettings
from zauber.lab.measure import MeasuredRow, measure

STAGES = (40, 200, 400, 1000, 4000)  # matches of every row, before any row gets more
SEED = 2027
ODDS = 55 / 45  # wanted against the search alone

WAYS: dict[str, dict[str, Any]] = {
    "root": {"heed": 0.7, "heed_depth": 1},
    "tree": {"heed": 0.7, "heed_visits": 4},
    "half": {"heed": 0.7, "credit": 0.5},
    "value": {"heed": 0.7, "credit": 1.0},
    "warm": {"heed": 0.7, "credit": 1.0, "warmth": 2.0},
    "narrow": {"heed": 0.7, "credit": 1.0, "explore": 0.7},
    "everybody": {"heed": 0.7, "credit": 1.0, "judges": "everybody"},
}


def way(name: str, settings: dict[str, Any]) -> type[bots.Player]:
    """A player that uses the network in one way, in every game."""
    made = SearchSettings(**settings)
    body = {"name": name, "settings_for": classmethod(lambda cls, game: made), "games": Network.games}
    return type("Way", (Guided,), body)


for _name, _settings in WAYS.items():
    bots.register(way(_name, _settings))  # processes that play import this file


def rows(
    only: tuple[str, ...], ways: tuple[str, ...], milliseconds: int, seed: int, many: tuple[int, ...] = ()
) -> Iterator[MeasuredRow]:
    """Everything that is to be measured, not yet measured."""
    for name in only or games.NAMES:
        game = games.get(name)
        minded = name in Network.games
        own = next(iter(set(bots.players(name)) - set(bots.PLAYERS)), "")  # the game's own player
        best = own or "search"
        for seats in [number for number in game.seats if number in many] or [game.seats[0]]:
            pairs = [] if ways else [(best, "thumb")]
            if minded and not ways:
                pairs += [("network", "thumb"), ("guided", "thumb"), ("network", best), ("guided", "network")]
            if minded:
                pairs += [(player, best) for player in ways or ("guided",)]
            for player, against in pairs:
                yield MeasuredRow(name, game.editions[0], seats, player, against, seed, milliseconds=milliseconds)


def wanted(row: MeasuredRow) -> str:
    """What is wanted of the network in search against search alone: 55 : 45, with more seats the same odds."""
    if row.against == "thumb" or row.player in ("network", "search"):
        return ""
    return f"{ODDS / (ODDS + row.seats - 1):.3f}"


def table(found: list[MeasuredRow]) -> str:
    """One line for each row."""
    lines = [["game", "seats", "ms", "player", "against", "share", "matches", "fair", "wanted"], ["---"] * 9]
    for row in found:
        if row.deals:
            lines.append(
                [games.get(row.game).title, str(row.seats), str(row.milliseconds), row.player, row.against, row.said(),
                 f"{row.matches:,}", f"{1 / row.seats:.3f}", wanted(row)]
            )  # fmt: skip
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def main(given: list[str] | None = None) -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--minutes", type=float, default=10.0, help="how long to play (10); 0: only the table")
    parser.add_argument("--workers", type=int, default=1, help="processes (1)")
    parser.add_argument("--matches", type=int, default=STAGES[-1], help=f"of each row at most ({STAGES[-1]})")
    parser.add_argument("--milliseconds", type=int, default=50, help="for a move of those who search (50)")
    parser.add_argument("--games", default="", help="only these games, with commas between them")
    parser.add_argument("--seats", default="", help="with so many seats, e.g. 2,3,4 (the fewest of each game)")
    parser.add_argument("--ways", default="", help=f"compare these with the search alone; or “all”: {', '.join(WAYS)}")
    parser.add_argument("--again", default="", help="players whose rows begin anew, because they have changed")
    parser.add_argument("--seed", type=int, default=SEED, help=f"of all deals ({SEED})")
    parser.add_argument("--out", type=Path, required=True, help="where results are kept")
    chosen = parser.parse_args(given)
    only, ways, again = (
        tuple(name for name in said.split(",") if name) for said in (chosen.games, chosen.ways, chosen.again)
    )
    ways = tuple(WAYS) if ways == ("all",) else ways
    stages = (*(stage for stage in STAGES if stage < chosen.matches), chosen.matches)
    many = tuple(int(number) for number in chosen.seats.split(",") if number)
    asked = rows(only, ways, chosen.milliseconds, chosen.seed, many)
    print(table(measure(asked, stages, chosen.out, chosen.minutes, chosen.workers, again)))


if __name__ == "__main__":
    main()
