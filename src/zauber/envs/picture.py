"""Pictures of a table in plain text: as SVG and as pixels."""

import importlib.util
import struct
import zlib
from typing import Any
from xml.sax.saxutils import escape

import numpy as np

from ..errors import ZauberError

LINE, LETTER, MARGIN = 20, 9.6, 16  # pixels
GROUND, INK = "#0d1230", "#f4ecd8"
SIGNATURE = b"\x89PNG\r\n\x1a\n"


def svg(text: str) -> str:
    """The text in a monospaced font on a dark background."""
    lines = text.splitlines() or [""]
    width = round(2 * MARGIN + LETTER * max(map(len, lines)))
    height = 2 * MARGIN + LINE * len(lines)
    rows = "".join(
        f'<text x="{MARGIN}" y="{MARGIN + LINE * i + 15}" xml:space="preserve">{escape(line)}</text>'
        for i, line in enumerate(lines)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">'
        f'<rect width="100%" height="100%" fill="{GROUND}"/>'
        f'<g font-family="DejaVu Sans Mono, monospace" font-size="16" fill="{INK}">{rows}</g></svg>'
    )


def check_drawing() -> None:
    """Raise an error if pixels cannot be drawn here."""
    if importlib.util.find_spec("vl_convert") is None:
        raise ZauberError("Pixels (rgb_array) are drawn by vl-convert: pip install 'zauber[plots]'.")


def pixels(drawing: str) -> Any:
    """An SVG as height x width x 3 bytes. Needs the extra `plots` for drawing."""
    check_drawing()
    import vl_convert

    return _read_png(vl_convert.svg_to_png(drawing))


def _read_png(data: bytes) -> Any:
    """The pixels of an 8-bit PNG without interlacing, which is all that occurs here."""
    if data[:8] != SIGNATURE:
        raise ZauberError("This is not a PNG.")
    at, packed, width, height, channels = 8, b"", 0, 0, 4
    while at < len(data):
        (length,), kind = struct.unpack(">I", data[at : at + 4]), data[at + 4 : at + 8]
        body = data[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            width, height, depth, colour, _, _, interlace = struct.unpack(">IIBBBBB", body)
            if depth != 8 or colour not in (2, 6) or interlace:
                raise ZauberError("This kind of PNG cannot be read.")
            channels = 4 if colour == 6 else 3
        elif kind == b"IDAT":
            packed += body
        at += length + 12
    raw = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(height, 1 + width * channels)
    rows = np.zeros((height, width, channels), np.uint8)
    above = np.zeros((width, channels), np.uint8)
    for y in range(height):
        above = rows[y] = _unfiltered(int(raw[y, 0]), raw[y, 1:].reshape(width, channels), above)
    return np.ascontiguousarray(rows[:, :, :3])


def _unfiltered(kind: int, row: Any, above: Any) -> Any:
    """A row of a PNG without its filter: a difference from the left, from above, or from both."""
    if kind == 0:
        return row.copy()
    if kind == 2:
        return row + above
    if kind == 1:
        return np.add.accumulate(row, axis=0, dtype=np.uint8)
    out = np.zeros_like(row)
    left = corner = np.zeros(row.shape[1], np.int64)
    for x in range(len(row)):
        up = above[x].astype(np.int64)
        if kind == 3:
            guess = (left + up) // 2
        else:
            a, b, c = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
            guess = np.where((a <= b) & (a <= c), left, np.where(b <= c, up, corner))
        out[x] = (row[x] + guess) & 255
        left, corner = out[x].astype(np.int64), up
    return out
