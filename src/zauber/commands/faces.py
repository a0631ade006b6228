"""`zauber bench faces`: steps per second through each interface for learners, on one core."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..lab.bench import BenchRow, BenchSettings

TURNS = 100  # after which a match is counted as it stands
HEAVY_TURNS = 4
WARM = 4_500  # steps before anything is measured: by then the rules are compiled


def bench_faces(settings: "BenchSettings") -> Iterator["BenchRow"]:
    """Random play through PettingZoo, Gymnasium (one by one and as a vector) and OpenSpiel, each by its usual loop."""
    from ..envs.pace import FACES
    from ..lab.bench import paced, timed

    for game in settings.games:
        seats = settings.seats or game.seats[0]
        options: dict[str, Any] = {"turn_limit": HEAVY_TURNS if game.heavy else TURNS}
        for name, make in FACES.items():
            work, steps = make(game.name, seats, options), 0
            while steps < (WARM if not game.heavy else 1):
                steps += work()
            paces = [timed(_numbered(work), run, settings.seconds) for run in range(settings.runs)]
            yield paced("faces", {"game": game.name, "seats": seats, "face": name}, "steps/s", paces)


def _numbered(work: Callable[[], int]) -> Callable[[int], int]:
    """Give every run the same seeds."""
    return lambda run: work()
