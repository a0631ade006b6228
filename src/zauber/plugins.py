"""Games and players of other packages, found by their entry points; one that cannot be loaded is skipped and named."""

import sys
from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points

from .errors import ZauberError


class Plugins:
    """The entry points of one group. `take` gets each of them once, and raises what is wrong with it."""

    def __init__(self, group: str, kind: str, take: Callable[[EntryPoint], None]) -> None:
        self.group, self.kind = group, kind
        self.troubles: dict[str, str] = {}  # what could not be loaded, and why
        self._take = take
        self._tried: set[tuple[str, str]] = set()
        self._searched: list[str] = []

    def load(self) -> None:
        """Take the entry points that are new. Looking for them takes milliseconds: only if `sys.path` has changed."""
        if self._searched == sys.path:
            return
        self._searched = sys.path.copy()
        for point in sorted(entry_points(group=self.group), key=lambda point: (point.name, point.value)):
            if (point.name, point.value) not in self._tried:
                self._tried.add((point.name, point.value))
                self._load_one(point)

    def _load_one(self, point: EntryPoint) -> None:
        try:
            self._take(point)
        except (Exception, SystemExit) as error:  # foreign code may raise anything, and must not break everything else
            package = point.dist.name if point.dist else "an installed package"
            said = str(error) if isinstance(error, ZauberError) else f"{type(error).__name__}: {error}"
            sentence = f"The {self.kind} “{point.name}” of {package} ({point.value}) cannot be loaded: {said}"
            self.troubles.setdefault(point.name, sentence)
