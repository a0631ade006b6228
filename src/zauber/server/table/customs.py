"""What all tables share: chat phrases and symbols, seat badges, and the names and pace of bots."""

import functools
import json
from importlib import resources
from typing import Any

from ...match import resigning

SYMBOLS = ("👏", "🎉", "😀", "😮", "😢", "🤔", "👍", "❤️", "⏳", "🙏", "🍀", "✨")
BADGES = (
    "🦉", "🦊", "🐻", "🐸", "🦋", "🐢", "🐧", "🦄", "🌙", "⭐", "☀️", "⚡", "🔥", "🌲",
    "🍄", "🎩", "🔮", "🎻", "🪶", "🗝️",
)  # fmt: skip
BOT_BADGE = "⚙️"
BOT_NAMES = ("Astra", "Bruno", "Celeste", "Dorian", "Elvira", "Fausto", "Greta", "Horatio")
PACES = {
    "instant": (0.0, 0.0),
    "fast": (0.25, 0.5),
    "normal": (0.7, 1.4),
    "slow": (1.5, 3.0),
}  # seconds per move
STROKE = 0.05  # seconds before an action that continues the previous one


@functools.cache
def catalogue() -> dict[str, Any]:
    """The house's own English texts."""
    text = resources.files(__package__).joinpath("en.json").read_text("utf-8")
    texts: dict[str, Any] = json.loads(text)
    return {**resigning.catalogue(), **texts}


@functools.cache
def names() -> list[str]:
    """Friendly names, for those who choose none, and for everybody in a house for children."""
    text = resources.files(__package__).joinpath("names.json").read_text("utf-8")
    found: list[str] = json.loads(text)
    return found


@functools.cache
def phrases() -> dict[str, str]:
    """The chat phrases: key and English text."""
    return {key.removeprefix("chat."): str(text) for key, text in catalogue().items() if key.startswith("chat.")}


def bot_name(seat: int) -> str:
    """The name of a bot at that seat."""
    return BOT_NAMES[seat % len(BOT_NAMES)]
