"""Magicians' Night as pictures: a position as SVG, with the light on or in the dark, and a turn that moves.

`svg` draws what a viewer may see: give it a concealed record, or a full one with `light=True`. `animated` shows a row
of positions, one after another, as one SVG that needs no script. Lengths are in millimetres; y points upwards.
"""

from collections.abc import Sequence

from ..kernel import NOBODY, Record
from .knowledge import is_dark
from .names import kind_of, symbol_name
from .shapes import BACKGROUND, DEFINITIONS, piece_shape
from .table import CAULDRON, MAGICIAN, PIECES, TREE, glows, radius

ROOM = 226  # half of the picture's side, in mm
SECONDS = 0.12  # a position of a moving picture
REST = 1.2  # seconds before it begins again


def svg(e: Record, s: Record, light: bool | None = None, viewer: int | None = None) -> str:
    """A position as an SVG picture.

    `light` is whether the lamp is on (default: as the edition says, and on when the match is over). In the dark only
    what glows is drawn, whatever the record holds. `viewer` is a seat whose cauldrons and magician are marked.
    """
    lit = _lit(e, s, light)
    parts = [_shape(e, s, piece, viewer, lit) for piece in _order(s, lit)]
    return _page(e, s, lit, "".join(parts), _title(s, lit))


def animated(
    e: Record, states: Sequence[Record], light: bool | None = None, viewer: int | None = None, seconds: float = SECONDS
) -> str:
    """A row of positions, such as the strokes of a turn, as one SVG that moves and begins again."""
    last = states[-1]
    lit = _lit(e, last, light)
    clock = len(states) * seconds + REST
    parts = []
    for piece in _order(states[0], lit, states):
        first = next(s for s in states if s.here[piece])
        moves = _motion(piece, states, clock)
        parts.append(_shape(e, first, piece, viewer, lit, moves))
    return _page(e, last, lit, "".join(parts), _title(last, lit))


def _lit(e: Record, s: Record, light: bool | None) -> bool:
    return not is_dark(e, s) if light is None else light


def _order(s: Record, lit: bool, states: Sequence[Record] = ()) -> list[int]:
    """What is drawn, from the bottom up: flat discs, then what stands on them; a landed cauldron last of its kind."""
    rows = states or [s]
    seen = [i for i in range(PIECES) if any(t.here[i] for t in rows) and (lit or glows(i))]
    height = {"small": 0, "big": 0, "fire": 1, "cauldron": 2, "tree": 3, "magician": 5}
    landed = int(rows[-1].landed)
    return sorted(seen, key=lambda i: (6 if i == landed else height[kind_of(i)], -float(rows[-1].y[i]), i))


def _shape(e: Record, s: Record, piece: int, viewer: int | None, lit: bool, inner: str = "") -> str:
    own = viewer is not None and viewer != NOBODY and _owns(s, viewer, piece)
    name = " landed" if piece == s.landed else ""
    drawing = piece_shape(kind_of(piece), symbol_name(piece), float(radius(e, piece)), lit, own, piece == s.landed)
    place = f"translate({float(s.x[piece]):.2f} {-float(s.y[piece]):.2f})"
    return f'<g class="{kind_of(piece)}{name}" transform="{place}">{inner}{drawing}</g>\n'


def _owns(s: Record, seat: int, piece: int) -> bool:
    symbol = (piece - CAULDRON) % 4 if CAULDRON <= piece < TREE else piece - MAGICIAN
    return (CAULDRON <= piece < TREE or piece >= MAGICIAN) and int(s.symbol[seat]) == symbol


def _motion(piece: int, states: Sequence[Record], clock: float) -> str:
    """How a piece moves and, if it falls, fades; nothing when it stays."""
    steps = len(states)
    share = steps / (steps + REST / ((clock - REST) / steps))
    times = [share * i / max(1, steps - 1) for i in range(steps)] + [1.0]
    places, there = [], []
    x = y = 0.0
    for s in states:
        if s.here[piece]:
            x, y = float(s.x[piece]), -float(s.y[piece])
        places.append(f"{x:.2f} {y:.2f}")
        there.append("1" if s.here[piece] else "0")
    first = next(i for i, s in enumerate(states) if s.here[piece])
    places[:first] = [places[first]] * first
    found = ""
    timing = f'dur="{clock:.2f}s" repeatCount="indefinite" keyTimes="{";".join(f"{t:.4f}" for t in times)}"'
    if len(set(places)) > 1:
        values = ";".join([*places, places[-1]])
        found += f'<animateTransform attributeName="transform" type="translate" values="{values}" {timing}/>'
    if "0" in there:
        found += f'<animate attributeName="opacity" values="{";".join([*there, there[-1]])}" {timing}/>'
    return found


def _title(s: Record, lit: bool) -> str:
    where = "with the light on" if lit else "in the dark"
    return f"Magicians' Night {where}, after {int(s.turns)} turns"


def _page(e: Record, s: Record, lit: bool, pieces: str, title: str) -> str:
    theme = "light" if lit else "dark"
    ring = _ring(e, s, lit)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-ROOM} {-ROOM} {2 * ROOM} {2 * ROOM}" '
        f'role="img" class="{theme}">\n<title>{title}</title>\n{DEFINITIONS}'
        f"{BACKGROUND[theme].format(edge=float(e.plate) / 2, room=ROOM, side=2 * ROOM)}{ring}{pieces}</svg>\n"
    )


def _ring(e: Record, s: Record, lit: bool) -> str:
    """The ring of light, flush in the plate: in the dark it shows only where nothing seen lies over it."""
    size = float(e.ring) / 2
    glow = "" if lit else ' filter="url(#glow)"'
    colour = "#e9e3b4" if lit else "#b8ffc6"
    well = f'<circle r="{size}" fill="{"#8d7a55" if lit else "#0a120c"}"/>'
    return (
        f'<g class="ring">{well}<circle r="{size + 1.5}" fill="none" stroke="{colour}" stroke-width="3"{glow}/></g>\n'
    )


__all__ = ["animated", "svg"]
