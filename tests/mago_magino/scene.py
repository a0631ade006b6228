"""A table laid out by hand and played in words, with chance told in advance: what the scenario tests are written in.

    scene = Scene(throw=3, A1="meadow 4", crystals={"meadow 7": 1})
    scene.play("child 1 forward 3")
    assert scene.moves == ["take", "leave"]

Pieces are called A1 (seat A's child 1) and so on; places are house, forest 1, hiding-place, meadow 1 … A piece that is
not named stands in the house. A piece is laid out as a frog with `A1="frog 3 on meadow 2"`.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from zauber.games.compiling.link import Linker, plain
from zauber.games.compiling.listening import NoteRoom
from zauber.games.contract import kernel
from zauber.games.contract.editions import Edition
from zauber.games.contract.kernel import HIDDEN, Record, below
from zauber.games.contract.phrases import say
from zauber.games.mago_magino import GAME
from zauber.games.mago_magino.board import FROG, NOWHERE
from zauber.games.mago_magino.memory import Flip, flips

from .boards import edition

SCRIPT: list[int] = []  # what chance brings next


def scripted(s: Record, n: int) -> int:
    return SCRIPT.pop(0)


BINDINGS = {**GAME.bindings, below: scripted}
LINKER = Linker(BINDINGS, plain)
RULES = {stub.__name__: LINKER(stub) for stub in kernel.CONTRACT}
HEARD = Linker({**BINDINGS, kernel.note: kernel.write_note}, plain)(kernel.apply)


class Scene:
    """A position, and the same after every play."""

    def __init__(
        self,
        throw: int | str = 2,
        *,
        seats: int = 2,
        turn: str = "A",
        magician: str = "house",
        crystals: dict[str, int] | None = None,
        brought: dict[str, int] | None = None,
        ed: Edition | None = None,
        options: dict[str, Any] | None = None,
        **pieces: str,
    ) -> None:
        self.ed = ed or edition(options=options)
        self.e = self.ed.record
        self.s = GAME.new_state()
        GAME.compiled.sow(self.s, 1, 0)  # a generator of zeros would reject its numbers for ever
        SCRIPT[:] = [_seat(turn), self._face(max(self.e.die))]
        RULES["setup"](self.e, self.s, seats)
        self.s.points = self.e.witch_steps if throw == "witch" else throw
        self.s.witch = throw == "witch"
        self.s.magician = self.space(magician)
        for name, n in (crystals or {}).items():
            self.s.loose[self.space(name)] = n
            self.s.loose[self.space("hiding-place")] -= n
        for seat, n in (brought or {}).items():
            self.s.brought[_seat(seat)] = n
            self.s.loose[self.space("hiding-place")] -= n
        for name, where in pieces.items():
            self._lay(_seat(name[0]), int(name[1]) - 1, where)
        assert RULES["account"](self.e, self.s) == 0, "the scene is not a possible position"
        self.flipped: list[Flip] = []
        self.told: list[str] = []

    def _lay(self, seat: int, i: int, where: str) -> None:
        if where.startswith("frog"):
            _, number, _, *place = where.split()
            token = int(number) - 1
            self.s.child[seat, i] = FROG
            self.s.frog[token] = self.space(" ".join(place))
            self.s.whose[token] = seat
            self.s.which[token] = i
            self.s.frogs += 1
            return
        self.s.carries[seat, i] = where.endswith("with a crystal")
        self.s.loose[self.space("hiding-place")] -= where.endswith("with a crystal")
        self.s.child[seat, i] = self.space(where.removesuffix(" with a crystal"))

    # Words for places ---------------------------------------------------------------------------------------

    def space(self, name: str) -> int:
        """The number of a place."""
        hiding = int(self.e.forest) + 1
        if name in ("house", "hiding-place"):
            return 0 if name == "house" else hiding
        kind, number = name.split()
        return int(number) if kind == "forest" else hiding + int(number)

    def name(self, space: int) -> str:
        """A place by its number."""
        hiding = int(self.e.forest) + 1
        if space in (0, hiding):
            return "hiding-place" if space else "house"
        return f"forest {space}" if space < hiding else f"meadow {space - hiding}"

    # What is there -------------------------------------------------------------------------------------------

    def at(self, piece: str) -> str:
        """Where a piece stands: its place, or `frog 3 on meadow 2`; with or without a crystal."""
        seat, i = _seat(piece[0]), int(piece[1]) - 1
        if self.s.child[seat, i] == FROG:
            [token] = [
                t
                for t in range(len(self.s.frog))
                if (self.s.whose[t], self.s.which[t]) == (seat, i) and self.s.frog[t] != NOWHERE
            ]
            return f"frog {token + 1} on {self.name(int(self.s.frog[token]))}"
        return self.name(int(self.s.child[seat, i])) + (" with a crystal" if self.s.carries[seat, i] else "")

    def is_frog(self, piece: str) -> bool:
        return self.at(piece).startswith("frog")

    def lying(self, place: str) -> int:
        """How many crystals lie on a place."""
        return int(self.s.loose[self.space(place)])

    @property
    def magician(self) -> str:
        return self.name(int(self.s.magician))

    @property
    def brought(self) -> list[int]:
        return [int(n) for n in self.s.brought[: self.s.seats]]

    @property
    def turn(self) -> str:
        return "nobody" if self.s.turn == HIDDEN else "ABCDE"[self.s.turn]

    @property
    def moves(self) -> list[str]:
        """What the seat on turn may do."""
        out = np.zeros(GAME.rules.MOST_MOVES, np.int32)
        n = RULES["moves"](self.e, self.s, int(self.s.turn), out)
        return [GAME.notation(int(action)) for action in out[:n]]

    def moves_of(self, what: str) -> list[str]:
        """The moves of one piece: `child 1` (loading or not), `magician`, `frog 3`."""
        return [move for move in self.moves if what in move]

    @property
    def shares(self) -> list[float]:
        out = np.zeros(5, np.float32)
        RULES["outcome"](self.e, self.s, out)
        return [float(share) for share in out[: self.s.seats]]

    def why(self, action: str, seat: str = "") -> str:
        """The rule that forbids an action; its sentence must be sayable."""
        who = _seat(seat) if seat else int(self.s.turn)
        rule, phrase = GAME.words.why(self.e, self.s, who, GAME.parse(action))
        assert say(GAME.catalogue, phrase, ["Anna", "Ben", "Cleo", "Dan", "Eve"])
        return str(rule)

    # Playing -------------------------------------------------------------------------------------------------

    def play(self, action: str, throw: int | str = 2, arrow: str = "house", numbers: Sequence[int] = ()) -> "Scene":
        """Carry an action out; `throw`, `arrow` and the `numbers` of new frogs (counted among those that are free) are
        what chance brings if it is asked."""
        assert action in self.moves, f"{action} is not one of {self.moves}"
        before = self.s.copy()
        SCRIPT[:] = [self._face(throw), self.space(arrow), *numbers, *[0] * 15]
        seat, number = int(self.s.turn), GAME.parse(action)
        room = NoteRoom(GAME.rules.State)
        room.put(self.s.tobytes(), b"")
        HEARD(self.e, room.array[0], seat, number)
        self.s = room.state[0].copy()
        assert RULES["account"](self.e, self.s) == 0
        hidden = []
        for s in (before, self.s):
            copy = s.copy()
            RULES["conceal"](self.e, copy, HIDDEN)
            hidden.append(copy)
        was, now = hidden
        self.flipped = flips(now)
        names = ["Anna", "Ben", "Cleo", "Dan", "Eve"]
        self.events = GAME.tell(self.e, was, now, seat, number, HIDDEN, room.notes())
        self.told = [say(GAME.catalogue, phrase, names) for phrase in self.events]
        return self

    def _face(self, throw: int | str) -> int:
        faces = [int(face) for face in self.e.die]
        return faces.index(0 if throw == "witch" else int(throw))


def _seat(letter: str) -> int:
    return "ABCDE".index(letter)
