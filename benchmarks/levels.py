"""The figures of docs/players.md: every level against the one below. `python benchmarks/levels.py [GAME …]`.

Results are kept in benchmarks/results/levels/, so a run that was stopped goes on where it was. Budgets are in
iterations here, so that a busy machine plays no worse.
"""

import itertools
import sys
from pathlib import Path

from zauber import bots, games
from zauber.bots.levels import Archmage, Mage
from zauber.lab.arena import Contest, hold

LEVELS = ("apprentice", "adept", "mage", "archmage")
MATCHES = {"adept": 400, "mage": 300, "archmage": 200}
KEPT = Path(__file__).parent / "results" / "levels"


def main(names: list[str]) -> None:
    """Play and print one line for each pair of levels."""
    for level in (Mage, Archmage):
        level.budget = bots.Budget(level.budget.iterations)
    KEPT.mkdir(parents=True, exist_ok=True)
    for name in names or list(games.NAMES):
        seats = games.get(name).seats[0]
        for below, above in itertools.pairwise(LEVELS):
            contest = Contest(name, (above, *[below] * (seats - 1)))
            path = KEPT / f"{name}-{seats}-{above}.jsonl"
            found = {one.name: one for one in hold(contest, MATCHES[above], resume=path).standings()}[above]
            print(f"{name} {seats} {above} {found.share:.3f} ({found.low:.3f} to {found.high:.3f})", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
