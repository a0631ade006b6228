"""Magicians' Night as SVG: a position with the light on or in the dark, and an animated turn.

`svg` draws what a viewer may see: give it a concealed record, or a full one with `light=True`. `animated` shows several
positions one after another in one SVG without scripts. Lengths are in millimetres; y points upwards.
"""

import math
from collections.abc import Sequence

from ..contract.kernel import NOBODY, Record
from .knowledge import by_lamplight, is_dark, shown
from .names import kind_of, symbol_name
from .shapes import BACKGROUND, DEFINITIONS, piece_shape
from .table import CAULDRON, MAGICIAN, PIECES, TREE, glows, radius

MARGIN = 6  # mm around everything visible
SECONDS = 0.12  # per position of an animation
REST = 1.2  # seconds before the animation repeats


def svg(e: Record, s: Record, light: bool | None = None, viewer: int | None = None) -> str:
    """A position as an SVG picture.

    `light` is whether the lamp is on (default: as the edition says, and on when the match is over). In the dark only
    what glows is drawn, whatever the record holds. `viewer` is a seat whose cauldrons and magician are marked.
    """
    if light is None:
        s = shown(e, s)
    lit = _lit(e, s, light)
    parts = [_shape(e, s, piece, viewer, lit) for piece in _order(s, lit)]
    return _page(e, [s], lit, "".join(parts), _title(s, lit))


def animated(
    e: Record, states: Sequence[Record], light: bool | None = None, viewer: int | None = None, seconds: float = SECONDS
) -> str:
    """Several positions, such as the strokes of a turn, as one SVG animation that repeats."""
    last = states[-1]
    lit = _lit(e, last, light)
    parts = []
    for piece in _order(states[0], lit, states):
        first = next(s for s in states if s.here[piece])
        moves = _motion(piece, states, seconds)
        parts.append(_shape(e, first, piece, viewer, lit, moves))
    return _page(e, states, lit, "".join(parts), _title(last, lit))


def _lit(e: Record, s: Record, light: bool | None) -> bool:
    return (not is_dark(e, s) or by_lamplight(e, s)) if light is None else light


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


def _motion(piece: int, states: Sequence[Record], seconds: float) -> str:
    """How a piece moves and, if it falls, fades; nothing when it stays. The last position is held for a while."""
    first = next(i for i, s in enumerate(states) if s.here[piece])
    places, there = [], []
    x, y = float(states[first].x[piece]), -float(states[first].y[piece])
    for s in states:
        if s.here[piece]:
            x, y = float(s.x[piece]), -float(s.y[piece])
        places.append(f"{x:.1f} {y:.1f}")
        there.append("1" if s.here[piece] else "0")
    rest = round(REST / seconds)
    timing = f'dur="{(len(states) - 1 + rest) * seconds:.2f}s" repeatCount="indefinite"'
    found = ""
    if len(set(places)) > 1:
        values = ";".join([*places, *places[-1:] * rest])
        found += f'<animateTransform attributeName="transform" type="translate" values="{values}" {timing}/>'
    if "0" in there:
        found += f'<animate attributeName="opacity" values="{";".join([*there, *there[-1:] * rest])}" {timing}/>'
    return found


def _title(s: Record, lit: bool) -> str:
    where = "with the light on" if lit else "in the dark"
    return f"Magicians' Night {where}, after {int(s.turns)} turns"


def _page(e: Record, states: Sequence[Record], lit: bool, pieces: str, title: str) -> str:
    theme = "light" if lit else "dark"
    ground = theme if lit or e.edge else "night"
    room = _room(e, states)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-room} {-room} {2 * room} {2 * room}" '
        f'role="img" class="{theme}">\n<title>{title}</title>\n{DEFINITIONS}'
        f"{BACKGROUND[ground].format(edge=float(e.plate) / 2, room=room, side=2 * room)}{_ring(e, lit)}{pieces}</svg>\n"
    )


def _room(e: Record, states: Sequence[Record]) -> int:
    """Half the side of the picture, in mm: the plate, pieces that hang over its edge, and magicians outside it."""
    reach = (float(e.plate) + max(float(e.big_disc), float(e.tree), float(e.small_disc))) / 2
    for s in states:
        for piece in range(MAGICIAN, PIECES):
            if s.here[piece]:
                across = max(abs(float(s.x[piece])), abs(float(s.y[piece])))
                reach = max(reach, across + float(radius(e, piece)))
    return math.ceil(reach) + MARGIN


def _ring(e: Record, lit: bool) -> str:
    """The ring of light, flush with the plate; pieces that cover it are drawn later."""
    size = float(e.ring) / 2
    if lit:
        ring = (
            f'<circle r="{size + 2}" fill="#f8ffe9" stroke="#b08a52" stroke-width="1"/>'
            f'<circle r="{size}" fill="#5e4022"/>'
        )
    else:
        ring = (
            f'<circle r="{size}" fill="#0a120c"/>'
            f'<circle r="{size + 1.5}" fill="none" stroke="#b8ffc6" stroke-width="3" filter="url(#glow)"/>'
        )
    return f'<g class="ring">{ring}</g>\n'


__all__ = ["animated", "svg"]
