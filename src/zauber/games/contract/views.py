"""Parts of views: `Kept` parts whose encoding is cached, and areas that the house can draw.

Areas
-----
A game without its own stage in the browser puts a list of areas into its view, under the key `tableau`. The house draws
them with their titles and pieces, the viewer's own nearest. `area` and `piece` make them:

>>> area("Your dice", [piece("5", "die"), piece(None, "die")], seat=0)["pieces"][1]
{'kind': 'die', 'face': None, 'action': None, 'marked': False}
"""

from collections.abc import Sequence
from typing import Any, Literal

from .phrases import Phrase


class Kept(dict[str, Any]):
    """A part that is the same in many views and never changes. Its encoding may be cached in `written`."""

    __slots__ = ("written",)
    written: Any


class KeptList(list[Any]):
    """The same for a part that is a list."""

    __slots__ = ("written",)
    written: Any


def own(part: Any) -> Any:
    """A view, or a part of one, as plain dicts and lists that the caller may change."""
    if isinstance(part, dict):
        return {key: own(value) for key, value in part.items()}
    if isinstance(part, list):
        return [own(value) for value in part]
    return part


Kind = Literal["card", "die", "token", "note"]


def piece(
    face: str | int | None, kind: Kind = "card", action: int | None = None, marked: bool = False
) -> dict[str, Any]:
    """A piece on the table. `face` is the text on it (None: face down); for a die, a number from 1 to 6. `action` is
    what a click plays, if it is legal. `marked` highlights the piece."""
    return {"kind": kind, "face": face, "action": action, "marked": marked}


def area(title: str | Phrase, pieces: Sequence[dict[str, Any]], seat: int | None = None) -> dict[str, Any]:
    """A place on the table and the pieces there; `seat` is its owner. A `Phrase` as a title is shown in the reader's
    language."""
    said = {"key": title.key, "args": dict(title.args)} if isinstance(title, Phrase) else title
    return {"title": said, "seat": seat, "pieces": list(pieces)}
