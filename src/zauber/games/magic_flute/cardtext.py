"""The text of a card, generated from the edition's data, so that text and effect always agree."""

from typing import Any

from ..contract.kernel import Record
from ..contract.phrases import Phrase
from .deck import (
    ANY_CARD,
    CHOICE,
    FREE,
    IGNORES,
    KIND,
    MOON_MOVES,
    NOTHING,
    OR,
    OTHER,
    OWN,
    PLAY_TRIAL,
    REMOVE,
    SOUNDS,
    SUN_MOVES,
    THEN,
    VERB,
    counters,
    muted,
)
from .effects import is_reversed, is_swapped
from .names import EFFECTS, KINDS, said, trial_said
from .position import EITHER_WAY, NO_TRIAL, SPARED


def effect_text(verb: int, steps: int) -> Phrase:
    """One effect of a card: “Pamina goes 1 space towards your side”."""
    name = EFFECTS[verb]
    if verb in (REMOVE, PLAY_TRIAL):
        return Phrase(f"effect.{name}")
    return Phrase(f"effect.{name}" if steps > 0 else f"effect.{name}_back", {"n": abs(steps)})


def effects_of(e: Record, row: int) -> list[tuple[int, int]]:
    """A card's effects: what, and how many steps."""
    columns = range(VERB, VERB + 6, 2)
    return [(e.cards[row, c], e.cards[row, c + 1]) for c in columns if e.cards[row, c] != NOTHING]


def card_text(e: Record, row: int) -> list[Phrase]:
    """All that a card says, line by line."""
    lines = [effect_text(verb, steps) for verb, steps in effects_of(e, row)]
    if e.cards[row, CHOICE]:
        lines.insert(0, Phrase("effect.choose"))
    if e.cards[row, FREE] and e.direction == EITHER_WAY:
        lines.append(Phrase("effect.free"))
    then, other = e.cards[row, THEN], e.cards[row, OR]
    if then == ANY_CARD:
        lines.append(Phrase("effect.then_any"))
    elif then and other:
        lines.append(Phrase("effect.then_either", {"card": said(then - 1), "other": said(other - 1)}))
    elif then:
        lines.append(Phrase("effect.then", {"card": said(then - 1)}))
    if e.cards[row, IGNORES]:
        lines.append(Phrase("effect.ignores", {"trial": trial_said(e.cards[row, IGNORES] - 1)}))
    if muted(e, row):
        lines.append(Phrase("effect.muted"))
    elif e.cards[row, SOUNDS] and counters(e, row):
        lines.append(Phrase("effect.counters"))
    return lines


def changed_effect(e: Record, s: Record, row: int, verb: int, steps: int) -> tuple[int, int]:
    """R26, R27: an effect of a card as the Trial in effect has it."""
    if is_swapped(e, s, row) and not (verb == OTHER and e.fire_pushes == SPARED):
        verb = _SWAPPED.get(verb, verb)
    if is_reversed(e, s, row):
        steps = -steps
    return verb, steps


_SWAPPED = {OWN: OTHER, OTHER: OWN, SUN_MOVES: MOON_MOVES, MOON_MOVES: SUN_MOVES}


def changed_text(e: Record, s: Record, row: int) -> list[Phrase] | None:
    """A card's effects as the Trial in effect has them; None when it leaves them as printed."""
    printed = effects_of(e, row)
    changed = [changed_effect(e, s, row, verb, steps) for verb, steps in printed]
    if changed == printed:
        return None
    return [effect_text(verb, steps) for verb, steps in changed]


def card_facts(e: Record, row: int, s: Record | None = None) -> dict[str, Any]:
    """A card for the screen: its kind, whether Silence forbids it, its text, and what the Trial makes of it."""
    key = (e.tobytes(), row, NO_TRIAL if s is None else s.trial)
    found = _facts.get(key)
    if found is None:
        if len(_facts) >= MOST_FACTS:
            _facts.clear()
        found = _facts[key] = _card_facts(e, row, s)
    return dict(found)


MOST_FACTS = 2_000
_facts: dict[tuple[bytes, int, int], dict[str, Any]] = {}


def _card_facts(e: Record, row: int, s: Record | None) -> dict[str, Any]:
    now = None if s is None or s.trial == NO_TRIAL else changed_text(e, s, row)
    return {
        "kind": KINDS[e.cards[row, KIND]],
        "muted": bool(muted(e, row)),
        "text": [[phrase.key, dict(phrase.args)] for phrase in card_text(e, row)],
        "now": None if now is None else [[phrase.key, dict(phrase.args)] for phrase in now],
    }
