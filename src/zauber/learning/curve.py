"""Draws a training run: the share of the wins over the minutes, with its interval, as SVG."""

from collections.abc import Mapping, Sequence
from typing import Any
from xml.sax.saxutils import escape

WIDTH, HEIGHT, LEFT, BOTTOM, MARGIN = 640, 360, 56, 44, 16
STEPS = 5  # lines across


def draw(lines: Sequence[Mapping[str, Any]], fair: float, title: str) -> str:
    """The picture. Each line has `seconds`, `share` and `within`; a dashed line marks the fair share."""
    title = escape(title)
    longest = max(line["seconds"] for line in lines) / 60 or 1.0
    low = min(fair, *(line["share"] - line["within"] for line in lines))
    high = max(fair, *(line["share"] + line["within"] for line in lines))
    room = 0.1 * (high - low) or 0.05
    low, high = max(0.0, low - room), min(1.0, high + room)

    def x(minutes: float) -> float:
        return LEFT + (WIDTH - LEFT - MARGIN) * minutes / longest

    def y(share: float) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - 2.5 * MARGIN) * (share - low) / (high - low)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'font-family="sans-serif" font-size="13" fill="#3b2f2a"><title>{title}</title>',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fbf6ec"/><text x="{LEFT}" y="{MARGIN + 6}">{title}</text>',
    ]
    for step in range(STEPS + 1):
        share, minutes = low + (high - low) * step / STEPS, longest * step / STEPS
        parts += [
            f'<path d="M{LEFT} {y(share):.1f}H{WIDTH - MARGIN}" stroke="#e4d9c8"/>',
            f'<text x="{LEFT - 8}" y="{y(share) + 4:.1f}" text-anchor="end">{share:.2f}</text>',
            f'<text x="{x(minutes):.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{minutes:.1f}</text>',
        ]
    parts.append(f'<path d="M{LEFT} {y(fair):.1f}H{WIDTH - MARGIN}" stroke="#8a7b6c" stroke-dasharray="5 4"/>')
    places = [(x(line["seconds"] / 60), line) for line in lines]
    for at, line in places:
        top, bottom = y(line["share"] + line["within"]), y(line["share"] - line["within"])
        parts.append(f'<path d="M{at:.1f} {top:.1f}V{bottom:.1f}" stroke="#7a2e3a"/>')
        parts.append(f'<circle cx="{at:.1f}" cy="{y(line["share"]):.1f}" r="3" fill="#7a2e3a"/>')
    way = " ".join(f"{at:.1f},{y(line['share']):.1f}" for at, line in places)
    parts.append(f'<polyline points="{way}" fill="none" stroke="#7a2e3a" stroke-width="2"/>')
    middle = (LEFT + WIDTH - MARGIN) / 2
    parts.append(f'<text x="{middle:.0f}" y="{HEIGHT - 8}" text-anchor="middle">minutes of training</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"
