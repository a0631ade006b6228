"""Why a move of The Magic Flute is good or bad, in sentences that name pieces, cards and Trials: for hints.

What could be worked out about the other hand is not said (A36).
"""

from collections.abc import Iterator, Sequence
from typing import Any

from ..contract.kernel import Record
from ..contract.phrases import Phrase
from .cardtext import changed_effect
from .deck import (
    CHOICE,
    FACES,
    NOTHING,
    PLAY_TRIAL,
    REMOVE,
    REVERSES,
    SILENCES,
    SWAPS,
    TRIALS,
    VERB,
    face,
    follows,
)
from .effects import carry_out, is_reversed
from .names import cards_said, said, trial_said
from .position import CHAIN, CHOOSE, CHOOSE_EFFECT, DISCARD_CARD, NO_TRIAL, OVER, SECOND, STOP, SUN, role
from .rules import may_play
from .thumb import JUNK, card_score, effect_score, standing, worth

PIECES = ("@reason.sun", "@reason.moon")
HOUSES = ("@reason.temple", "@reason.castle")  # of the sun and of the moon
COLUMNS = (VERB, VERB + 2, VERB + 4)
DOES = {SILENCES: "silence", SWAPS: "fire", REVERSES: "water"}  # what a Trial does, as a part of a key


def reasons(e: Record, before: Record, after: Record, seat: int, action: int) -> list[Phrase]:
    """Which pieces go where, which Trial comes or goes, and what may follow."""
    if action < DISCARD_CARD:
        row = face(action)
        if after.phase == CHOOSE:
            return list(_done_by(e, before, seat, row, [_best_effect(e, before, seat, row)]))
        return [*_done_by(e, before, seat, row, COLUMNS), *_followed(e, after, seat)]
    if action < CHOOSE_EFFECT:
        return [_discarded(e, action - DISCARD_CARD)]
    if action < STOP:
        verb = (action - CHOOSE_EFFECT) // 2 + 1
        row, way = face(before.card), -1 if (action - CHOOSE_EFFECT) % 2 else 1
        return list(_done_by(e, before, seat, row, [at for at in COLUMNS if e.cards[row, at] == verb], way))
    if action == STOP:
        return _kept(e, before, seat)
    return _kept_back(e, before, seat)


def _done_by(e: Record, s: Record, seat: int, row: int, columns: Sequence[int], way: int = 1) -> Iterator[Phrase]:
    """What these effects of a card do."""
    moved = _moved(e, s, _carried_out(e, s, seat, row, columns, way), seat)
    trials = list(_trials(e, s, seat, row, columns))
    yield from moved
    yield from trials
    if not moved and not trials:
        yield Phrase("reason.nothing")
    if moved and is_reversed(e, s, row):
        yield Phrase("reason.reversed", {"trial": trial_said(s.trial)})
    elif any(changed_effect(e, s, row, verb, 1)[0] != verb for verb in (int(e.cards[row, at]) for at in columns)):
        yield Phrase("reason.swapped", {"trial": trial_said(s.trial)})


# Pieces ------------------------------------------------------------------------------------------------------------


def _best_effect(e: Record, s: Record, seat: int, row: int) -> int:
    """The column of the best of the effects that a card offers."""
    offered = [column for column in COLUMNS if e.cards[row, column] != NOTHING]
    return max(offered, key=lambda at: effect_score(e, s, seat, row, e.cards[row, at], e.cards[row, at + 1]))


def _carried_out(e: Record, s: Record, seat: int, row: int, columns: Sequence[int], way: int = 1) -> Any:
    """A copy of the position after these effects of a card, except for a Trial: which one comes is left to chance."""
    copy = s.copy()
    for column in columns:
        if e.cards[row, column] not in (NOTHING, PLAY_TRIAL) and copy.phase != OVER:
            carry_out(e, copy, seat, row, column, way)
    return copy


def _moved(e: Record, before: Record, after: Record, seat: int) -> list[Phrase]:
    """One phrase for each piece that has moved, the most important first."""
    mine, whom = role(before, seat), {"whom": 1 - seat}
    own, other = PIECES[mine], PIECES[1 - mine]
    home, theirs = HOUSES[mine], HOUSES[1 - mine]
    then, now = _distances(e, before, mine), _distances(e, after, mine)
    found: list[tuple[float, Phrase]] = []
    if now[0] != then[0]:
        key = "own_closer" if now[0] < then[0] else "own_back"
        found.append((_weight(e, then, now, 0), _to("tower", key, now[0], {"symbol": own})))
    if now[1] != then[1]:
        key = "other_closer" if now[1] < then[1] else "other_back"
        found.append((_weight(e, then, now, 1), _to("other_tower", key, now[1], {"symbol": other, **whom})))
    if now[2] < then[2]:
        found.append((_weight(e, then, now, 2), _to("pamina", "pamina_closer", now[2], {"house": home})))
    elif now[2] > then[2]:
        left, words = 2 * e.steps - now[2], {"house": theirs, **whom}
        found.append((_weight(e, then, now, 2), _to("other_pamina", "pamina_away", left, words)))
    return [phrase for _, phrase in sorted(found, key=lambda one: -one[0])]


def _distances(e: Record, s: Record, mine: int) -> tuple[int, int, int]:
    """Steps that are left: of the own symbol and of the other's to the Tower, and of Pamina to the own house."""
    pamina = -s.pamina if mine == SUN else s.pamina
    return e.steps - s.symbol[mine], e.steps - s.symbol[1 - mine], e.steps - pamina


def _weight(e: Record, then: tuple[int, int, int], now: tuple[int, int, int], piece: int) -> float:
    """How much one piece's way matters."""
    moved = [now[i] if i == piece else then[i] for i in range(3)]
    return abs(_standing(e, *moved) - _standing(e, *then))


def _standing(e: Record, own: int, other: int, pamina: int) -> float:
    return float(standing(e, e.steps - own, e.steps - other, e.steps - pamina))


def _to(arrived: str, key: str, left: int, words: dict[str, Any]) -> Phrase:
    """A piece that has arrived, or has so many steps left."""
    return Phrase(f"reason.{arrived}", words) if left == 0 else Phrase(f"reason.{key}", {**words, "n": left})


# Trials ------------------------------------------------------------------------------------------------------------


def _trials(e: Record, s: Record, seat: int, row: int, columns: Sequence[int]) -> Iterator[Phrase]:
    for column in columns:
        if e.cards[row, column] == REMOVE:
            if s.trial == NO_TRIAL:
                yield Phrase("reason.no_trial")
            else:
                yield Phrase("reason.trial_ends", {"trial": trial_said(s.trial), "whom": 1 - seat})
        elif e.cards[row, column] == PLAY_TRIAL:
            yield _trial_comes(e, s, seat)


def _trial_comes(e: Record, s: Record, seat: int) -> Phrase:
    """A4: the Trial on top of the pile, as far as it is known."""
    words: dict[str, Any] = {"whom": 1 - seat}
    trials = [trial for trial in range(TRIALS) if s.unseen[trial]] or list(s.queue[: min(1, s.queued)])
    if len(trials) != 1:
        return Phrase("reason.trial_unknown", words)
    trial = trials[0]
    does = [name for column, name in DOES.items() if e.trials[trial, column]]
    key = f"reason.trial_{does[0]}" if len(does) == 1 else "reason.trial_begins"
    return Phrase(key, {**words, "trial": trial_said(trial)})


# Cards in hand -----------------------------------------------------------------------------------------------------


def _followed(e: Record, after: Record, seat: int) -> list[Phrase]:
    """The card of the hand that may follow, or the best to be played as the second."""
    if after.phase not in (CHAIN, SECOND):
        return []
    row = face(after.card)
    hand = [card for card in after.hand[seat, : after.held[seat]] if may_play(e, after, card)]
    if after.phase == CHAIN:
        hand = [card for card in hand if follows(e, row, face(card))]
    if not hand:
        return []
    card = max(hand, key=lambda held: (_wins(e, after, seat, held), card_score(e, after, seat, face(held))))
    key = "second" if after.phase == SECOND else "follows"
    return [Phrase(f"reason.{key}_wins" if _wins(e, after, seat, card) else f"reason.{key}", {"card": said(card)})]


def _wins(e: Record, s: Record, seat: int, card: int) -> bool:
    """Whether the card would win on the spot."""
    row = face(card)
    offered = [column for column in COLUMNS if e.cards[row, column] != NOTHING]
    ways = [[column] for column in offered] if e.cards[row, CHOICE] else [offered]
    return any(_carried_out(e, s, seat, row, way).winner == seat for way in ways)


def _discarded(e: Record, card: int) -> Phrase:
    key = "discard" if worth(e, card % FACES) < JUNK else "discard_good"
    return Phrase(f"reason.{key}", {"card": said(card), "n": e.hand})


def _kept(e: Record, s: Record, seat: int) -> list[Phrase]:
    """R15: a card that may follow and is not played."""
    row = face(s.card)
    kept = [card for card in s.hand[seat, : s.held[seat]] if follows(e, row, face(card)) and may_play(e, s, card)]
    return [Phrase("reason.stop", cards_said(kept))] if kept else []


def _kept_back(e: Record, s: Record, seat: int) -> list[Phrase]:
    """R20: the cards that are not thrown away."""
    kept = s.hand[seat, : s.held[seat]].tolist()
    return [Phrase("reason.done", {**cards_said(kept), "trial": trial_said(s.trial)})] if kept else []
