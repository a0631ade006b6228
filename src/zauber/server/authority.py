"""The match as the server keeps it: with the one door to what is not concealed."""

from ..games.kernel import Record
from ..match import Match


class Authority(Match):
    """A match whose keeper needs the true position, to conceal it for every viewer at once.

    `truth` must not leave the server, nor be changed: `zauber.server.frames` makes from it what each viewer
    may see.
    """

    @property
    def truth(self) -> Record:
        """The position, nothing concealed."""
        return self._states[-1]

    @property
    def ply(self) -> int:
        """How many actions the record has."""
        return len(self._plies)

    @property
    def last_actor(self) -> int | None:
        """The seat whose action was the last, if there is one."""
        return self._plies[-1].seat if self._plies else None

    def truth_at(self, ply: int) -> Record:
        """The position after that many plies, nothing concealed."""
        return self._states[self._ply(ply)]
