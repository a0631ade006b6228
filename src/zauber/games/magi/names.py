"""The names of cards, colours, abilities and actions of Magi, shared by views and sentences."""

from typing import Any

from ..contract.kernel import Record
from ..contract.phrases import letter as letter
from .cards import (
    AGAIN,
    COLOURED,
    FREE,
    KINDS,
    ORIGINAL,
    PICTURES,
    RESET,
    REVERSE,
    SELECT,
    SHOT,
    THROUGH,
    abilities_of,
    draws,
    points_of,
    starred,
)
from .position import CATCH, DRAW, FIRST, NAME, PASS, SAY, SHOOT, SILENT, TAKE, THIRD

COLOUR_NAMES = ("red", "blue", "yellow", "any")
PICTURE_NAMES = (
    "coin",
    "sword",
    "cup",
    "balance",
    "broom",
    "shield",
    "crystal",
    "amulet",
    "hourglass",
    "coat",
    "parchment",
    "sceptre I",
    "sceptre II",
)
MAGI_NAMES = (
    "apprentice",
    "wanderer",
    "summoner",
    "storm-caller",
    "twin-caster",
    "dreamer",
    "mirror-mage",
    "mirror-elder",
    "mirror-master",
    "archer",
    "falconer",
    "star-shooter",
    "mist-walker",
    "ghost",
    "shade",
    "phantom",
    "hermit",
    "arbiter",
    "archmage",
)
ABILITY_NAMES = {
    RESET: "reset",
    SELECT: "select",
    FREE: "free",
    REVERSE: "reverse",
    SHOT: "shot",
    AGAIN: "again",
    THROUGH: "through",
    ORIGINAL: "original",
}
SECTIONS = ("select", "free", "again", "reverse", "shot", "through")  # actions FIRST to THIRD - 1
PLAIN = {TAKE: "take", DRAW: "draw", PASS: "pass", SAY: "magi", SILENT: "silent"}


def card(kind: int) -> str:
    """A card's name, as in “red sceptre II” or “mirror-elder”."""
    return _CARDS[kind]


_CARDS = (
    *(f"{COLOUR_NAMES[kind // PICTURES]} {PICTURE_NAMES[kind % PICTURES]}" for kind in range(COLOURED)),
    *MAGI_NAMES,
)


def word(kind: int) -> str:
    """A card's key in the catalogue."""
    return WORDS[kind]


WORDS = tuple("@card." + name.replace(" ", "_") for name in _CARDS)


def cards_of(counts: Any) -> list[str]:
    """The names of the cards in a hand or bag, in the order of their kinds, copies one after another."""
    return [card(kind) for kind, n in enumerate(counts.tolist()) for _ in range(n)]


def abilities_named(e: Record, kind: int) -> list[str]:
    """What a card does, in the order in which it is done (A22): reset, draw_2, select …"""
    return abilities_in(int(abilities_of(e, kind)), int(draws(e, kind)))


def abilities_in(can: int, x: int) -> list[str]:
    """The same, of a sum of abilities and the x of Draw (x)."""
    named = [name for bit, name in ABILITY_NAMES.items() if can & bit]
    if x:
        named.insert(1 if "reset" in named else 0, f"draw_{x}")
    return named


def ability_words(e: Record, kind: int) -> list[str]:
    """The catalogue's keys of what a card does."""
    return [f"@ability.{name}" for name in abilities_named(e, kind)]


def section_name(action: int) -> str:
    """An answer to a section of Original: select … through, draw_0 to draw_3."""
    return SECTIONS[action - FIRST] if action < THIRD else f"draw_{action - THIRD}"


def face_of(e: Record, kind: int) -> dict[str, Any]:
    """A card as data: its name, sort, colour, picture, points, sign and abilities in this edition."""
    key = (e.tobytes(), kind)
    found = _faces.get(key)
    if found is None:
        if len(_faces) >= MOST_FACES:
            _faces.clear()
        found = _faces[key] = _face(e, kind)
    return dict(found)


MOST_FACES = 2_000
_faces: dict[tuple[bytes, int], dict[str, Any]] = {}


def _face(e: Record, kind: int) -> dict[str, Any]:
    magus = kind >= COLOURED
    picture = card(kind) if magus else PICTURE_NAMES[kind % PICTURES]
    sort = "magi" if magus else ("guild" if kind % PICTURES < 7 else "item")
    return {
        "card": card(kind),
        "sort": sort,
        "colour": "grey" if magus else COLOUR_NAMES[kind // PICTURES],
        "picture": picture,
        "points": int(points_of(e, kind)),
        "star": bool(starred(e, kind)),
        "abilities": abilities_named(e, kind),
    }


def notation(action: int) -> str:
    """What a player says: play red cup, take, draw, pass, magi, silent, blue, again, draw 2, shoot C, catch B."""
    if action < KINDS:
        return f"play {card(action)}"
    if action in PLAIN:
        return PLAIN[action]
    if action < FIRST:
        return COLOUR_NAMES[action - NAME]
    if action < THIRD:
        return SECTIONS[action - FIRST]
    if action < SHOOT:
        return f"draw {action - THIRD}"
    if action < CATCH:
        return f"shoot {letter(action - SHOOT)}"
    return f"catch {letter(action - CATCH)}"
