"""A picture of an arena's results: every player's share with its interval, as SVG."""

from xml.sax.saxutils import escape

from .arena import Results

WIDTH, ROW, LEFT, RIGHT, TOP = 640, 34, 150, 70, 46
INK, FAINT, MARK = "#3b2f2a", "#b8a99a", "#7a2e3a"


def draw(results: Results) -> str:
    """A dot and whiskers for each player, and a dashed line at the fair share."""
    standings, fair = results.standings(), 1 / len(results.contest.players)
    reach = min(1.0, max([one.high for one in standings] + [2 * fair]) * 1.05)
    height = TOP + ROW * len(standings) + 34

    def x(share: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * share / reach

    title = f"{results.contest.game}: {results.games} matches, share of a seat with 95 % interval"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" '
        f'font-family="sans-serif" font-size="14" fill="{INK}">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="#fbf6ec"/>',
        f'<text x="14" y="24" font-weight="bold">{escape(title)}</text>',
        f'<line x1="{x(fair):.1f}" x2="{x(fair):.1f}" y1="{TOP - 8}" y2="{height - 30}" stroke="{FAINT}" '
        f'stroke-dasharray="4 4"/>',
        f'<text x="{x(fair):.1f}" y="{height - 12}" text-anchor="middle" fill="{FAINT}">fair: {fair:.0%}</text>',
    ]
    for row, one in enumerate(standings):
        y = TOP + ROW * row + ROW / 2
        parts += [
            f'<text x="{LEFT - 12}" y="{y + 5:.1f}" text-anchor="end">{escape(one.name)}</text>',
            f'<line x1="{x(one.low):.1f}" x2="{x(one.high):.1f}" y1="{y}" y2="{y}" stroke="{MARK}" stroke-width="2"/>',
            f'<circle cx="{x(one.share):.1f}" cy="{y}" r="5" fill="{MARK}"/>',
            f'<text x="{WIDTH - 12}" y="{y + 5:.1f}" text-anchor="end">{one.share:.1%}</text>',
        ]
    return "\n".join([*parts, "</svg>"]) + "\n"
