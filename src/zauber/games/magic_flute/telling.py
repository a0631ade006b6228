"""What happened in The Magic Flute, event by event: one phrase for each thing that a spectator would see."""

from collections.abc import Iterator
from typing import Any

from ..contract.kernel import NOBODY, Record
from ..contract.phrases import Phrase
from .cardtext import effects_of
from .deck import CENTRE, CHOICE, FACES, OR, PAMINA, PLAY_TRIAL, REMOVE, THEN
from .effects import is_reversed, is_swapped
from .names import EFFECTS, cards_said, said, trial_said
from .position import (
    BY_BOTH,
    BY_LIMIT,
    BY_PAMINA,
    CHAIN,
    CHOOSE,
    CHOOSE_EFFECT,
    DISCARD,
    DISCARD_CARD,
    MOON,
    NO_TRIAL,
    OVER,
    PLAY_CARD,
    SEATS,
    SECOND,
    STOP,
    SUN,
)

PIECES = ("sun", "moon")


def tell(e: Record, before: Record, after: Record, seat: int, action: int, viewer: int) -> list[Phrase]:
    """What `viewer` saw of that action of `seat` and of all that followed, in order.

    | phrase | arguments besides the words |
    | --- | --- |
    | `played` | `who`, `card` |
    | `to_choose`, `chose` | `who`, `card`; `who`, `choice`, `card` |
    | `fire`, `water` | the Trial that changes what the card does |
    | `sun_forward`, `sun_back`, `moon_…` | `piece`, `from`, `to` (as in the view), `n` steps, `way` |
    | `pamina_temple`, `pamina_castle` | the same |
    | `stays`, `pamina_stays` | `piece` that should have moved and cannot |
    | `trial_ends`, `trial_begins`, `no_trial` | `trial` |
    | `may_follow`, `may_follow_either`, `must_follow` | `who`; `card`; `other` |
    | `stopped`, `discarded`, `done` | `who`; `who`, `card`; `who`, `n` cards left |
    | `drew` / `drew_seen` | `who`, `n` / and `cards` (and their `titles` in quotation marks) |
    | `rebuilt` | `n` cards now in the draw pile |
    | `empty`, `stuck` | `who` has no card; may play none |
    | `ending.…` | as `ending` |
    """
    return list(_events(e, before, after, int(seat), int(action), viewer))


def _events(e: Record, before: Record, after: Record, seat: int, action: int, viewer: int) -> Iterator[Phrase]:
    who = {"who": seat}
    if action < DISCARD_CARD:
        card = action - PLAY_CARD
        yield Phrase("tell.played", {**who, "card": said(card)})
        if after.phase == CHOOSE:
            yield Phrase("tell.to_choose", {**who, "card": said(card)})
            return
        effects = effects_of(e, card % FACES)
        if e.cards[card % FACES, CHOICE]:  # A9 b: nothing else was left to choose
            effects = [(REMOVE, 0)]
        yield from _effects(e, before, after, card % FACES, effects)
    elif action < CHOOSE_EFFECT:
        yield Phrase("tell.discarded", {**who, "card": said(action - DISCARD_CARD)})
        return
    elif action < STOP:
        card = before.card
        verb = (action - CHOOSE_EFFECT) // 2 + 1
        yield Phrase("tell.chose", {**who, "choice": f"@choice.{EFFECTS[verb]}", "card": said(card)})
        yield from _effects(e, before, after, card % FACES, [(verb, 0)])
    elif action == STOP:
        yield Phrase("tell.stopped", who)
    else:
        yield Phrase("tell.done", {**who, "n": after.held[seat]})
    yield from _what_follows(e, before, after, seat, action, viewer)


def _effects(e: Record, before: Record, after: Record, row: int, effects: list[tuple[int, int]]) -> Iterator[Phrase]:
    """What a card's effects changed, in their order."""
    moving = [verb for verb, _ in effects if verb not in (REMOVE, PLAY_TRIAL)]
    if is_swapped(e, before, row) and any(verb not in (PAMINA, CENTRE) for verb in moving):
        yield Phrase("tell.fire")
    if is_reversed(e, before, row) and moving:
        yield Phrase("tell.water")
    for verb, _ in effects:
        if verb in (REMOVE, PLAY_TRIAL):
            yield from _trials(before, after)
        elif verb in (PAMINA, CENTRE):
            if after.phase != OVER or after.reason == BY_PAMINA or after.pamina != before.pamina:
                yield _pamina(before.pamina, after.pamina)
        else:
            yield from _symbols(before, after)


def _trials(before: Record, after: Record) -> Iterator[Phrase]:
    if before.trial == NO_TRIAL and after.trial == NO_TRIAL:
        yield Phrase("tell.no_trial")
    if before.trial not in (NO_TRIAL, after.trial):
        yield Phrase("tell.trial_ends", {"trial": trial_said(before.trial)})
    if after.trial not in (NO_TRIAL, before.trial):
        yield Phrase("tell.trial_begins", {"trial": trial_said(after.trial)})


def _symbols(before: Record, after: Record) -> Iterator[Phrase]:
    moved = False
    for symbol in (SUN, MOON):
        old, new = before.symbol[symbol], after.symbol[symbol]
        if old != new:
            moved = True
            piece = PIECES[symbol]
            way = "forward" if new > old else "back"
            words: dict[str, Any] = {"piece": piece, "from": old, "to": new, "way": way, "n": abs(new - old)}
            yield Phrase(f"tell.{piece}_{way}", words)
    if not moved:
        yield Phrase("tell.stays", {"piece": "symbol"})


def _pamina(old: int, new: int) -> Phrase:
    if old == new:
        return Phrase("tell.pamina_stays", {"piece": "pamina"})
    way = "temple" if new < old else "castle"
    return Phrase(f"tell.pamina_{way}", {"piece": "pamina", "from": old, "to": new, "way": way, "n": abs(new - old)})


def _what_follows(e: Record, before: Record, after: Record, seat: int, action: int, viewer: int) -> Iterator[Phrase]:
    """The next card of a chain, the end, or the next player's draw."""
    if after.phase == CHAIN:
        row = after.card % FACES
        either = {"card": said(e.cards[row, THEN] - 1)}
        if e.cards[row, OR]:
            yield Phrase("tell.may_follow_either", {"who": seat, **either, "other": said(e.cards[row, OR] - 1)})
        else:
            yield Phrase("tell.may_follow", {"who": seat, **either})
    elif after.phase == SECOND:
        yield Phrase("tell.must_follow", {"who": seat})
    if after.turns > before.turns:
        yield from _draws(before, after, seat, action, viewer)
    if after.phase == OVER:
        yield ending(e, after)
    elif after.phase == DISCARD:
        yield Phrase("tell.stuck", {"who": after.turn, "trial": trial_said(after.trial)})


def _draws(before: Record, after: Record, seat: int, action: int, viewer: int) -> Iterator[Phrase]:
    played = action < DISCARD_CARD
    for i in range(1, int(after.turns - before.turns) + 1):
        who = (seat + i) % SEATS
        had = before.hand[who, : before.held[who]].tolist()
        if played and who == seat:
            had.remove(action)
        has = after.hand[who, : after.held[who]].tolist()
        n = len(has) - len(had)
        if n == 0 and not has and after.phase != OVER:
            yield Phrase("tell.empty", {"who": who})
        elif n > 0 and who == viewer:
            yield Phrase("tell.drew_seen", {"who": who, "n": n, **cards_said(c for c in has if c not in had)})
        elif n > 0:
            yield Phrase("tell.drew", {"who": who, "n": n})
    lain = before.discards + (1 if played or CHOOSE_EFFECT <= action < STOP else 0)
    if after.discards < lain:
        yield Phrase("tell.rebuilt", {"n": lain})


def ending(e: Record, s: Record) -> Phrase:
    """Who has won, and how."""
    if s.reason == BY_LIMIT:
        return Phrase("ending.limit", {"n": e.turn_limit})
    if s.reason == BY_BOTH and s.winner == NOBODY:
        return Phrase("ending.draw")
    side = "sun" if s.winner == s.sarastro else "moon"
    how = {BY_PAMINA: "pamina", BY_BOTH: "both"}.get(s.reason, "power")
    return Phrase(f"ending.{how}_{side}" if how != "both" else "ending.both", {"who": s.winner, "side": side})
