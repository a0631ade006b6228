"""How the pieces of Magicians' Night look from above: cut paper by lamplight, phosphor green in the dark."""

import math

WOOD, WOOD_DARK, WOOD_RIM = "#c99a5b", "#8f6230", "#e2bd82"
GREEN, GREEN_DEEP = "#3f6b4a", "#29493a"
RED, RED_DEEP = "#a9382c", "#7a241d"
GLOW, NIGHT = "#b8ffc6", "#050807"
PAPER, INK = "#fffaf0", "#221b2e"

DEFINITIONS = """<defs>
<filter id="glow" x="-60%" y="-60%" width="220%" height="220%"><feGaussianBlur stdDeviation="3.2" result="b"/>
<feMerge><feMergeNode in="b"/><feMergeNode in="b"/><feMergeNode in="SourceGraphic"/></feMerge></filter>
<filter id="shadow" x="-40%" y="-40%" width="180%" height="190%">
<feDropShadow dx="0" dy="2.2" stdDeviation="1.8" flood-color="#2b1606" flood-opacity=".5"/></filter>
<filter id="tall" x="-50%" y="-50%" width="200%" height="220%">
<feDropShadow dx="0" dy="5" stdDeviation="3.2" flood-color="#2b1606" flood-opacity=".5"/></filter>
<radialGradient id="lamp" cx="50%" cy="36%" r="72%"><stop offset="0" stop-color="#fff3d2"/>
<stop offset=".6" stop-color="#f0d9a8"/><stop offset="1" stop-color="#c79a5e"/></radialGradient>
<radialGradient id="table" cx="50%" cy="40%" r="75%"><stop offset="0" stop-color="#6d4a2b"/>
<stop offset="1" stop-color="#2e1c10"/></radialGradient>
<radialGradient id="dusk" cx="50%" cy="50%" r="50%"><stop offset="0" stop-color="#12251b"/>
<stop offset=".55" stop-color="#0b1611"/><stop offset="1" stop-color="#070d0a"/></radialGradient>
</defs>
"""

BACKGROUND = {
    "light": (
        '<rect x="-{room}" y="-{room}" width="{side}" height="{side}" fill="url(#table)"/>\n'
        '<circle r="{edge}" cy="9" fill="#1c0f06" opacity=".55"/>'
        '<circle r="{edge}" cy="4" fill="#9c7440"/>'
        '<circle r="{edge}" fill="url(#lamp)"/>'
        '<circle r="{edge}" fill="none" stroke="#fff8e6" stroke-opacity=".5" stroke-width="1.2"/>\n'
    ),
    "dark": (
        '<rect x="-{room}" y="-{room}" width="{side}" height="{side}" fill="#050807"/>\n'
        '<circle r="{edge}" fill="url(#dusk)"/>'
        '<circle r="{edge}" fill="none" stroke="#b8ffc6" stroke-opacity=".13" stroke-width=".8"/>\n'
    ),
    "night": '<rect x="-{room}" y="-{room}" width="{side}" height="{side}" fill="#050807"/>\n',  # A31: no edge
}


def polygon(corners: int, outer: float, inner: float, turn: float = -90.0) -> str:
    """A star or a gear as the points of a polygon."""
    points = []
    for k in range(2 * corners):
        size = outer if k % 2 == 0 else inner
        angle = math.radians(turn + 180 * k / corners)
        points.append(f"{size * math.cos(angle):.2f},{size * math.sin(angle):.2f}")
    return " ".join(points)


def symbol_shape(symbol: str, size: float, fill: str) -> str:
    """Sun, moon, lightning or star, drawn to fit a circle of that size."""
    if symbol == "sun":
        rays = "".join(
            f'<path d="M{-0.13 * size:.2f} {-0.66 * size:.2f} L0 {-size:.2f} L{0.13 * size:.2f} {-0.66 * size:.2f}Z" '
            f'transform="rotate({45 * k})"/>'
            for k in range(8)
        )
        return f'<g fill="{fill}"><circle r="{0.52 * size:.2f}"/>{rays}</g>'
    if symbol == "moon":
        r = 0.92 * size
        return (
            f'<path d="M{0.34 * r:.2f} {-0.94 * r:.2f} A{r:.2f} {r:.2f} 0 1 0 {0.34 * r:.2f} {0.94 * r:.2f} '
            f'A{0.98 * r:.2f} {0.98 * r:.2f} 0 0 1 {0.34 * r:.2f} {-0.94 * r:.2f}Z" fill="{fill}"/>'
        )
    if symbol == "lightning":
        shape = ((0.22, -1.0), (-0.52, 0.14), (-0.06, 0.14), (-0.26, 1.0), (0.54, -0.24), (0.06, -0.24), (0.5, -1.0))
        points = " ".join(f"{x * size:.2f},{y * size:.2f}" for x, y in shape)
        return f'<polygon points="{points}" fill="{fill}"/>'
    return f'<polygon points="{polygon(5, size, 0.42 * size)}" fill="{fill}"/>'


FLAME = (
    "M0 -1C.12 -.55 .62 -.35 .6 .25C.6 .62 .36 .86 0 .86C-.36 .86 -.6 .62 -.6 .25"
    "C-.62 -.02 -.3 -.1 -.34 -.36C-.3 -.52 -.16 -.52 0 -1Z"
)


def flame(size: float, fill: str, core: str) -> str:
    """A cut-out flame with a smaller one inside."""
    outer = f'<path d="{FLAME}" transform="scale({size:.2f})" fill="{fill}"/>'
    return (
        outer + f'<path d="{FLAME}" transform="translate(0 {0.2 * size:.2f}) scale({0.5 * size:.2f})" fill="{core}"/>'
    )


def piece_shape(kind: str, symbol: str | None, radius: float, lit: bool, own: bool, landed: bool) -> str:
    """One piece round the origin, `radius` being that of its base."""
    if not lit:
        return _glowing(kind, symbol or "", radius, own, landed)
    if kind in ("small", "big"):
        return _disc(radius)
    if kind == "tree":
        return _tree(radius)
    if kind == "fire":
        return _fire(radius)
    if kind == "cauldron":
        return _cauldron(symbol or "", radius, own, landed)
    return _magician(symbol or "", radius, own)


def _fire(radius: float) -> str:
    """A hearth of dark stone with logs round the flame."""
    log = (
        f'<rect x="{-0.1 * radius:.2f}" y="{-0.84 * radius:.2f}" width="{0.2 * radius:.2f}" '
        f'height="{0.4 * radius:.2f}" rx="{0.07 * radius:.2f}" fill="#7a4f2c"'
    )
    logs = "".join(f'{log} transform="rotate({turn})"/>' for turn in range(10, 370, 60))
    return (
        f'<g filter="url(#shadow)"><circle r="{radius}" fill="#2c2422"/></g>'
        f'<circle r="{0.93 * radius:.2f}" fill="#41352f"/>{logs}' + flame(0.66 * radius, "#f08a24", "#ffe391")
    )


def _disc(radius: float) -> str:
    rings = "".join(
        f'<circle r="{radius * part:.2f}" fill="none" stroke="{WOOD_DARK}" stroke-opacity=".35" stroke-width=".7"/>'
        for part in (0.3, 0.52, 0.74)
    )
    return (
        f'<g filter="url(#shadow)"><circle r="{radius}" fill="{WOOD}"/></g>{rings}'
        f'<circle r="{radius - 0.8:.2f}" fill="none" stroke="{WOOD_RIM}" stroke-width="1.2"/>'
    )


def _tree(radius: float) -> str:
    layers = "".join(
        f'<polygon points="{polygon(9, radius * outer, radius * inner, turn)}" fill="{fill}"/>'
        for outer, inner, turn, fill in (
            (0.99, 0.78, 0, GREEN_DEEP),
            (0.74, 0.54, 11, GREEN),
            (0.46, 0.3, 0, "#5c8c5f"),
        )
    )
    base = f'<circle r="{radius}" fill="{GREEN_DEEP}"/>'
    return f'<g filter="url(#tall)">{base}{layers}</g><circle r="{0.07 * radius:.2f}" fill="#dcebc8"/>'


def _cauldron(symbol: str, radius: float, own: bool, landed: bool) -> str:
    shadow = "" if landed else ' filter="url(#tall)"'
    ring = f'<circle r="{radius - 0.6:.2f}" fill="none" stroke="#f0cf7a" stroke-width="1.6"/>' if own else ""
    well = f'<circle r="{radius + 2:.2f}" fill="#fff6c9" filter="url(#glow)"/>' if landed else ""
    return (
        f'{well}<g{shadow}><circle r="{radius}" fill="{RED}"/></g>'
        f'<circle r="{0.8 * radius:.2f}" fill="{RED_DEEP}"/><circle r="{0.7 * radius:.2f}" fill="#efe6c0"/>'
        f"{ring}{symbol_shape(symbol, 0.54 * radius, RED_DEEP)}"
    )


CONE = "M-.62 .16A.62 .43 0 0 0 .62 .16Q.46 -.55 .44 -1.18Q.37 -1.36 .26 -1.23Q-.14 -.5 -.62 .16Z"
CONE_SIDE = "M.44 -1.18Q.46 -.55 .62 .16A.62 .43 0 0 1 .18 .55Q.36 -.27 .35 -1.27Q.41 -1.29 .44 -1.18Z"
BAND = "M-.62 .16A.62 .43 0 0 0 .62 .16L.58 .02A.56 .4 0 0 1 -.53 .04Z"


def _magician(symbol: str, radius: float, own: bool) -> str:
    """A hat from above: the brim is the base, and the cone leans away from the viewer."""
    ring = "#f0cf7a" if own else "#7f76c4"
    cone = (
        f'<g transform="scale({radius:.2f})">'
        f'<path d="{CONE}" transform="translate(.12 .16)" fill="#14123a" opacity=".4"/>'
        f'<path d="{CONE}" fill="#4a45b0"/><path d="{CONE_SIDE}" fill="#363287"/><path d="{BAND}" fill="{ring}"/></g>'
    )
    sign = symbol_shape(symbol, 0.29 * radius, "#f7e7a6")
    return (
        f'<g filter="url(#tall)"><circle r="{radius}" fill="#262560"/></g>'
        f'<circle r="{radius - 1.6:.2f}" fill="#312f7c" stroke="{ring}" stroke-width="1.4"/>{cone}'
        f'<g transform="translate({0.05 * radius:.2f} {-0.28 * radius:.2f})">{sign}</g>'
    )


def _glowing(kind: str, symbol: str, radius: float, own: bool, landed: bool) -> str:
    """A31: what the lamp has charged: the symbols of the cauldrons, the brims of the hats, the flames."""
    if kind == "fire":
        body = f'<circle r="{radius}" fill="{NIGHT}"/>'
        return body + f'<g filter="url(#glow)">{flame(0.6 * radius, GLOW, "#e9ffe9")}</g>'
    if kind == "cauldron":
        ring = ""
        if own or landed:
            ring = f'<circle r="{0.82 * radius:.2f}" fill="none" stroke="{GLOW}" stroke-width=".9"/>'
        body = f'<circle r="{radius}" fill="{NIGHT}"/>'
        return f'{body}<g filter="url(#glow)">{ring}{symbol_shape(symbol, 0.58 * radius, GLOW)}</g>'
    width = 2.6 if own else 1.2
    sign = symbol_shape(symbol, 0.32 * radius, NIGHT)
    return (
        f'<circle r="{radius}" fill="{NIGHT}"/><g filter="url(#glow)" opacity="{1 if own else 0.8}">'
        f'<circle r="{0.93 * radius:.2f}" fill="none" stroke="{GLOW}" stroke-width="{width}"/>'
        f'<path d="{CONE}" transform="scale({radius:.2f})" fill="{GLOW}"/></g>'
        f'<g transform="translate({0.05 * radius:.2f} {-0.16 * radius:.2f})">{sign}</g>'
    )
