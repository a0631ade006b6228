"""The Magic Flute in words: the notation of actions, the view of a table, and its sentences. It contains no rules.

A card's name is its key in the edition file (`tamino`), with `:2` for a second copy; in a phrase it is `@card.tamino`.
"""

from collections.abc import Sequence
from typing import Any

from ..contract.kernel import NOBODY, Record
from ..contract.phrases import Phrase, say
from . import rules
from .cardtext import card_facts, effects_of
from .deck import CARDS, CHOICE, FACES, NOTHING, OWN, PAMINA, PLAY_TRIAL, VERB, exists, follows, muted
from .effects import carry_out
from .names import EFFECTS, PHASES, TRIALS, key_of, name_of, said, trial_said
from .position import (
    BY_BOTH,
    BY_LIMIT,
    BY_PAMINA,
    CHAIN,
    CHOOSE,
    CHOOSE_EFFECT,
    DISCARD,
    DISCARD_CARD,
    DONE,
    NO_CARD,
    NO_TRIAL,
    OVER,
    PLAY_CARD,
    SEATS,
    SECOND,
    STOP,
)
from .reasons import reasons

__all__ = ["ending", "label", "notation", "preview", "reasons", "text", "view", "why"]

EFFECT_COLUMNS = [VERB, VERB + 2, VERB + 4]
REASONS = (None, "pamina", "power", "both", "limit")


# Actions ------------------------------------------------------------------------------------------------


def notation(action: int) -> str:
    """What a player says: play tamino, discard night, choose pamina, choose own back, stop, done."""
    if action < CHOOSE_EFFECT:
        verb, card = ("play", action) if action < DISCARD_CARD else ("discard", action - DISCARD_CARD)
        return f"{verb} {key_of(card).replace('_', ' ')}" + (" 2" if card >= FACES else "")
    if action < STOP:
        effect, back = _choice(action)
        if back and effect not in (PAMINA, OWN):
            return ""
        return f"choose {EFFECTS[effect]}" + (" back" if back else "")
    return "stop" if action == STOP else "done"


def _choice(action: int) -> tuple[int, bool]:
    """The effect that an action chooses, and whether backwards."""
    return (action - CHOOSE_EFFECT) // 2 + 1, (action - CHOOSE_EFFECT) % 2 == 1


def label(e: Record, s: Record, seat: int, action: int) -> Phrase:
    """What the action's button says; `moves` is what it would move now (see `preview`)."""
    shown = {"moves": preview(e, s, seat, action)}
    if action < DISCARD_CARD:
        return Phrase("label.play", {"card": said(action - PLAY_CARD), **shown})
    if action < CHOOSE_EFFECT:
        return Phrase("label.discard", {"card": said(action - DISCARD_CARD)})
    if action < STOP:
        effect, back = _choice(action)
        steps = dict(effects_of(e, s.card % FACES)).get(effect, 0)
        key = f"label.choose_{EFFECTS[effect]}" + ("_back" if back else "")
        return Phrase(key, {"n": abs(steps), **shown})
    return Phrase("label.stop" if action == STOP else "label.done")


def preview(e: Record, s: Record, seat: int, action: int) -> list[dict[str, Any]]:
    """What an action would move under the Trial in effect: `piece`, `from` and `to`, as in the view."""
    if action < DISCARD_CARD:
        row = action % FACES
        effects = [] if e.cards[row, CHOICE] else EFFECT_COLUMNS
        back = False
    elif CHOOSE_EFFECT <= action < STOP and s.card != NO_CARD:
        row = s.card % FACES
        chosen, back = _choice(action)
        effects = [column for column in EFFECT_COLUMNS if e.cards[row, column] == chosen]
    else:
        return []
    copy = s.copy()
    for column in effects:
        # which Trial comes is left to chance
        if e.cards[row, column] not in (NOTHING, PLAY_TRIAL) and copy.phase != OVER:
            carry_out(e, copy, seat, row, column, -1 if back else 1)
    old, new = _pieces(s), _pieces(copy)
    return [{"piece": piece, "from": old[piece], "to": new[piece]} for piece in old if old[piece] != new[piece]]


# The view -----------------------------------------------------------------------------------------------


def _pieces(s: Record) -> dict[str, int]:
    return {"sun": s.symbol[0], "moon": s.symbol[1], "pamina": s.pamina}


def view(e: Record, s: Record, seat: int) -> dict[str, Any]:
    """The table as that seat sees it (NOBODY: a spectator). Lists are by seat.

    - `seats`, `starter`, `turns` completed; `sarastro`, `queen`: their seats
    - `phase`: play (one card must be played), second (another must follow), chain (one of `follow` may follow), choose
      (an effect of `card`), discard (Silence: throw cards away), over; `active`: the seat on turn, null when over;
      `waiting`: that seat in a list
    - `steps`: from an edge to the Tower; `sun`, `moon`: steps from home (0 to `steps`); `pamina`: from -`steps` (the
      Temple) over 0 (the Tower) to `steps` (the Castle); `spaces`: where the three stand on the line of
      2 x `steps` + 1 spaces, counted from the Temple as 0
    - `trial`: silence, fire, water or null; `trials`: `{unseen, known}`: the Trials that nobody has seen yet, on top of
      their pile in no order, and below them those known, the uppermost first
    - `card`: the card last played in this turn, or null; `follow`: the cards that may follow it
    - `pile`: how many cards; `discard`: the open cards, the oldest first
    - `hands`: per seat a list of `{card}`, null for another's card, also where it could be worked out (A36, A41)
    - `unseen`: the cards that lie neither open nor in a hand that is shown here
    - `cards`: for every card named here `{kind, muted, text, now}`: person, item or song; whether Silence forbids it;
      its text as phrases `[key, arguments]`; its effects under the Trial in effect, null when they are as printed
    - `winner`: a seat or null; `reason`: pamina, power, both, limit or null
    """
    shown = {
        "discard": [name_of(card) for card in s.discard[: s.discards]],
        "hands": [
            [{"card": None if card < 0 else name_of(card)} for card in _seen_in(s, i, seat)] for i in range(SEATS)
        ],
        "card": None if s.card == NO_CARD else name_of(s.card),
        "follow": _follow(e, s),
        "unseen": [name_of(card) for card in _unseen(e, s, seat)],
    }
    named = _named(shown)
    n = e.steps
    pieces = _pieces(s)
    return {
        "seats": SEATS,
        "starter": s.starter,
        "turns": s.turns,
        "sarastro": s.sarastro,
        "queen": 1 - s.sarastro,
        "phase": PHASES[s.phase],
        "active": None if s.turn == NOBODY else s.turn,
        "waiting": [] if s.turn == NOBODY else [s.turn],
        "steps": n,
        **pieces,
        "spaces": {"sun": pieces["sun"], "moon": 2 * n - pieces["moon"], "pamina": n + pieces["pamina"]},
        "trial": None if s.trial == NO_TRIAL else TRIALS[s.trial],
        "trials": {
            "unseen": [TRIALS[i] for i in range(len(TRIALS)) for _ in range(s.unseen[i])],
            "known": [TRIALS[i] for i in s.queue[: s.queued]],
        },
        "pile": s.pile_left,
        **shown,
        "cards": {key: card_facts(e, row, s) for row, key in enumerate(map(key_of, range(FACES))) if key in named},
        "winner": None if s.winner == NOBODY else s.winner,
        "reason": REASONS[s.reason],
    }


def _seen_in(s: Record, seat: int, viewer: int) -> list[int]:
    """A hand as it is shown: the other's cards face down (-1), with nothing that would tell them apart."""
    hand = s.hand[seat, : s.held[seat]].tolist()
    return [card if card >= 0 and viewer in (seat, NOBODY) else -1 for card in hand]


def _follow(e: Record, s: Record) -> list[str]:
    if s.phase != CHAIN:
        return []
    row = s.card % FACES
    return [key_of(other) for other in range(FACES) if follows(e, row, other)]


def _unseen(e: Record, s: Record, viewer: int) -> list[int]:
    """The cards that lie neither open nor in a hand where the viewer is shown them."""
    seen = {card for i in range(SEATS) for card in _seen_in(s, i, viewer)}
    return [card for card in range(CARDS) if exists(e, card) and s.age[card] >= 0 and card not in seen]


def _named(shown: dict[str, Any]) -> set[str]:
    """The keys of all cards in a part of the view, whichever copy it is."""
    named = {*shown["discard"], *shown["unseen"], shown["card"], *shown["follow"]}
    named |= {held["card"] for hand in shown["hands"] for held in hand}
    return {name.removesuffix(":2") for name in named if name is not None}


def obvious(action: int) -> bool:
    """A26: the program answers for a player who holds no card that may follow."""
    return action == STOP


# Why an action is not legal -------------------------------------------------------------------------------


def why(e: Record, s: Record, seat: int, action: int) -> tuple[str, Phrase]:
    """The number of the rule that forbids the action now, and a sentence."""
    if s.phase == OVER:
        return "R2" if s.reason == BY_PAMINA else "R3", Phrase("why.over")
    if seat != s.turn:
        return "R12", Phrase("why.turn", {"whom": s.turn})
    if s.phase == CHOOSE:
        return _why_not_chosen(e, s, action)
    if CHOOSE_EFFECT <= action < STOP:
        return "R18", Phrase("why.no_choice")
    if action < DISCARD_CARD:
        return _why_not_played(e, s, seat, action - PLAY_CARD)
    if s.phase == DISCARD:
        if action == STOP:
            return "R20", Phrase("why.say_done")
        return "R20", Phrase("why.not_held", {"card": said(action - DISCARD_CARD)})
    if action in (STOP, DONE):
        if s.phase == CHAIN:
            return "R15", Phrase("why.say_stop")
        return ("A26", Phrase("why.second")) if s.phase == SECOND else ("R17", Phrase("why.must_play"))
    return "R21", Phrase("why.no_discard")


def _why_not_chosen(e: Record, s: Record, action: int) -> tuple[str, Phrase]:
    card = {"card": said(s.card)}
    if not CHOOSE_EFFECT <= action < STOP:
        return "R18", Phrase("why.choose_first", card)
    effect, back = _choice(action)
    if back and effect in dict(effects_of(e, s.card % FACES)):
        return "A12", Phrase("why.direction", card)
    return "R18", Phrase("why.not_offered", card)


def _why_not_played(e: Record, s: Record, seat: int, card: int) -> tuple[str, Phrase]:
    name = {"card": said(card)}
    if not exists(e, card):
        return "A1", Phrase("why.not_in_pack", name)
    if card not in s.hand[seat, : s.held[seat]]:
        return "R14", Phrase("why.not_held", name)
    if rules.is_silent(e, s) and muted(e, card % FACES):
        return "R25", Phrase("why.silence", {**name, "trial": trial_said(s.trial)})
    return "R15", Phrase("why.not_following", {**name, "last": said(s.card)})


def ending(e: Record, s: Record) -> Phrase:
    """Who has won, and how."""
    if s.reason == BY_LIMIT:
        return Phrase("ending.limit", {"n": e.turn_limit})
    if s.reason == BY_BOTH and s.winner == NOBODY:
        return Phrase("ending.draw")
    side = "sun" if s.winner == s.sarastro else "moon"
    how = {BY_PAMINA: "pamina", BY_BOTH: "both"}.get(s.reason, "power")
    return Phrase(f"ending.{how}_{side}" if how != "both" else "ending.both", {"who": s.winner, "side": side})


# The table as text ----------------------------------------------------------------------------------------


def text(e: Record, s: Record, seat: int, names: Sequence[str]) -> str:
    """The table for a terminal: the board as a line, the Trial, the piles and the hands."""
    from . import GAME

    def says(key: str, **args: Any) -> str:
        return say(GAME.catalogue, Phrase(key, args), names, None if seat == NOBODY else seat)

    lines = [_board(e, s, says), ""]
    if s.trial == NO_TRIAL:
        lines.append(says("text.no_trial"))
    else:
        lines.append(says("text.trial", trial=trial_said(s.trial)))
    top = f"@card.{key_of(s.discard[s.discards - 1])}" if s.discards else "@text.nothing"
    lines += [says("text.piles", n=s.pile_left, discards=s.discards, top=top), ""]
    for i in range(SEATS):
        sign = "▸" if i == s.turn else " "
        side = "@text.sarastro" if i == s.sarastro else "@text.queen"
        lines.append(f"{sign} {says('text.seat', who=i, side=side, n=s.held[i])}")
        shown = _seen_in(s, i, seat)
        for card in shown:
            if card >= 0:
                facts = card_facts(e, card % FACES)["text"]
                printed = " ".join(says(key, **args) for key, args in facts if key != "effect.muted")
                lines.append(f"    {says('text.card', card=said(card))}: {printed}")
        if -1 in shown:
            lines.append("    " + says("text.hidden", n=shown.count(-1)))
    if s.phase == CHOOSE:
        lines.append(says("text.choosing", card=said(s.card)))
    return "\n".join(lines)


def _board(e: Record, s: Record, says: Any) -> str:
    spaces = ["·"] * (2 * e.steps + 1)
    spaces[e.steps] = "T"
    places = {
        "S": s.symbol[0],
        "P": e.steps + s.pamina,
        "M": 2 * e.steps - s.symbol[1],
    }
    for piece, space in places.items():
        spaces[space] = (spaces[space] if spaces[space] in ("S", "P", "SP") else "") + piece
    return says("text.temple") + " |" + "".join(f"{space:^3}" for space in spaces) + "| " + says("text.castle")
