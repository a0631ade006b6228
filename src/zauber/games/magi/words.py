"""Magi in words: the notation of actions, the view of a table, and its sentences. It contains no rules.

A card's name is its colour and picture, “red coin” to “yellow sceptre II”, or the magus's name, “archmage”;
in a phrase it is `@card.red_coin`. An ability's name is `select`, `free`, `again`, `reverse`, `shot`,
`through`, `reset`, `original`, or `draw_1` and so on: the catalogue has `ability.…`, its name, and `does.…`,
what it does. Seats are letters in the notation.
"""

from collections.abc import Sequence
from typing import Any

from ..contract.kernel import NOBODY, Record
from ..contract.phrases import Phrase, say
from .cards import COLOURED, KINDS, starred
from .names import (
    COLOUR_NAMES,
    ability_words,
    cards_of,
    face_of,
    letter,
    notation,
    section_name,
    word,
)
from .position import (
    CATCH,
    CLOSING,
    COLOUR,
    DRAW,
    DRAWN,
    FIRST,
    MAGIC,
    NAME,
    OVER,
    SAY,
    SECTION_1,
    SHOOT,
    SILENT,
    TAKE,
    TARGET,
)
from .reasons import reasons

__all__ = ["ending", "label", "notation", "reasons", "text", "view", "why"]

PHASES = (
    "magic",
    "drawing",
    "main",
    "drawn",
    "original_1",
    "original_2",
    "original_3",
    "colour",
    "target",
    "closing",
    "over",
)


# Actions -------------------------------------------------------------------------------------------------------


def label(e: Record, s: Record, seat: int, action: int) -> Phrase:
    """What the action's button says."""
    if action < KINDS:
        can = ability_words(e, action)
        return Phrase("label.play_power" if can else "label.play", {"card": word(action), "abilities": can})
    if action == TAKE:
        return Phrase("label.take", {"n": s.drawcount})
    if action < NAME:
        return Phrase(f"label.{notation(action)}")
    if action < FIRST:
        return Phrase("label.colour", {"colour": f"@colour.{COLOUR_NAMES[action - NAME]}"})
    if action < SHOOT:
        name = section_name(action)
        return Phrase("label.section", {"ability": f"@ability.{name}", "does": f"@does.{name}"})
    if action < CATCH:
        return Phrase("label.shoot", {"whom": action - SHOOT})
    return Phrase("label.catch", {"whom": action - CATCH})


# The view ------------------------------------------------------------------------------------------------------


def view(e: Record, s: Record, seat: int) -> dict[str, Any]:
    """The table as that seat sees it (NOBODY: a spectator). Lists are by seat.

    A card is `{card, sort, colour, picture, points, star, abilities}`: sort is guild, item or magi; colour is red,
    blue, yellow or grey; abilities are names in the order in which they work, this edition's.

    - `seats`, `round` (from 1), `target` (points that end the game), `scores` so far, `starter` of this round
    - `phase`: magic, drawing, main, drawn (the main phase after drawing), original_1, original_2, original_3, colour,
      target, closing, over; `turn`: whose turn it is, null when over; `turns` begun in this round
    - `clockwise`: the direction of play; `drawcount`: the sum, null when no DRAWCOUNT lies there (0 is possible with
      the option `zero_marker`)
    - `top`: the card on top; `colour`: what the next card must be, red, blue, yellow, or any; `sections`: what has
      been chosen so far for an Original, else empty
    - `talon`, `played`: how many cards lie face down, and face up under the top card
    - `hand`: the viewer's cards, [] for a spectator; `hands`: for a spectator, the names of all cards that lie open in
      everybody's hand (in a replay of a finished match; else none), [] for a player
    - `counts`: how many cards everybody holds (and not which of them are old: A61)
    - `out`: the seats without cards that wait for their turn; `silent`: the seats that may be caught
    - `last`: null before the first count, then `{round, hands, points}`: the round counted last, card names and sums
    """
    seats = range(s.seats)
    counted = s.rounds > 1 or s.phase == OVER
    return {
        "seats": len(seats),
        "round": s.rounds,
        "target": e.target,
        "scores": s.score.tolist()[: s.seats],
        "starter": s.starter,
        "phase": PHASES[s.phase],
        "turn": None if s.turn == NOBODY else s.turn,
        "turns": s.turns - s.first_turn,
        "clockwise": s.direction > 0,
        "drawcount": s.drawcount if s.marked else None,
        "top": face_of(e, s.top),
        "colour": COLOUR_NAMES[s.colour],
        "sections": [section_name(int(action)) for action in s.section if action],
        "talon": s.talon_left,
        "played": s.pile_left,
        "hand": [] if seat == NOBODY else _hand(e, s, seat),
        "hands": [cards_of(s.hand[i]) for i in seats] if seat == NOBODY else [],
        "counts": s.cards.tolist()[: s.seats],
        "out": [i for i in seats if s.cards[i] == 0 and s.phase != OVER],
        "silent": [i for i in seats if s.silent[i]],
        "last": _last(s) if counted else None,
    }


def _hand(e: Record, s: Record, seat: int) -> list[dict[str, Any]]:
    hand = s.hand[seat].tolist()
    return [face_of(e, kind) for kind in range(KINDS) for _ in range(hand[kind])]


def _last(s: Record) -> dict[str, Any]:
    seats = range(s.seats)
    return {
        "round": s.rounds - (0 if s.phase == OVER else 1),
        "hands": [cards_of(s.shown[i]) for i in seats],
        "points": s.last.tolist()[: s.seats],
    }


# Why an action is not legal ------------------------------------------------------------------------------------


def why(e: Record, s: Record, seat: int, action: int) -> tuple[str, Phrase]:
    """The number of the rule that forbids the action now, and a sentence."""
    if s.phase == OVER:
        return "R30", Phrase("why.over")
    if action >= CATCH:
        return _why_not_catch(s, seat, action - CATCH)
    if seat != s.turn:
        return "R15", Phrase("why.turn", {"whom": s.turn})
    if s.phase == CLOSING:
        return "R23", Phrase("why.closing")
    if action in (SAY, SILENT):
        return "R23", Phrase("why.not_closing")
    if SECTION_1 <= s.phase <= TARGET:
        return _why_not_answer(s, action)
    if action >= NAME:
        return _why_no_question(action)
    if action < KINDS:
        return _why_not_play(e, s, seat, action)
    if s.phase == MAGIC:
        return "R21", Phrase("why.magic", {"n": s.drawcount})
    if action == TAKE:
        return "R20", Phrase("why.no_drawcount")
    if s.phase == DRAWN:
        return "A16", Phrase("why.drawn")
    if action == DRAW:
        return "A40", Phrase("why.no_cards")
    return "A17", Phrase("why.no_pass")


def _why_not_catch(s: Record, seat: int, whom: int) -> tuple[str, Phrase]:
    if whom >= s.seats:
        return "R24", Phrase("why.no_seat", {"seat": letter(whom)})
    if whom == seat:
        return "R24", Phrase("why.catch_self")
    return "A50", Phrase("why.not_silent", {"whom": whom})


def _why_not_answer(s: Record, action: int) -> tuple[str, Phrase]:
    if s.phase == TARGET:
        if action >= SHOOT:
            whom = action - SHOOT
            if whom >= s.seats:
                return "R36", Phrase("why.no_seat", {"seat": letter(whom)})
            return "R36", Phrase("why.shoot_self")
        return "R36", Phrase("why.target")
    if s.phase == COLOUR:
        return "R31", Phrase("why.colour")
    return "R39", Phrase("why.section", {"n": s.phase - SECTION_1 + 1})


def _why_no_question(action: int) -> tuple[str, Phrase]:
    if action < FIRST:
        return "R31", Phrase("why.no_select")
    if action < SHOOT:
        return "R39", Phrase("why.no_original")
    return "R36", Phrase("why.no_shot")


def _why_not_play(e: Record, s: Record, seat: int, kind: int) -> tuple[str, Phrase]:
    if s.hand[seat, kind] == 0:
        return "R12", Phrase("why.not_held", {"card": word(kind)})
    if s.phase == MAGIC and not starred(e, kind):
        return "R16", Phrase("why.no_star", {"card": word(kind)})
    if s.top >= COLOURED:
        return "R31", Phrase("why.named", {"card": word(kind), "colour": f"@colour.{COLOUR_NAMES[s.colour]}"})
    return "R12", Phrase("why.no_match", {"card": word(kind), "top": word(s.top)})


def ending(e: Record, s: Record) -> Phrase:
    """Who has won the game: the fewest minus points."""
    scores = s.score.tolist()[: s.seats]
    winners = [i for i, score in enumerate(scores) if score == min(scores)]
    if len(winners) == 1:
        return Phrase("ending.won", {"who": winners[0], "n": min(scores)})
    return Phrase("ending.shared", {"whos": winners, "n": min(scores)})


# The table as text ---------------------------------------------------------------------------------------------


def text(e: Record, s: Record, seat: int, names: Sequence[str]) -> str:
    """The table for a terminal: the players in order, the top card, and the viewer's hand."""
    from . import GAME

    def said(key: str, **args: Any) -> str:
        return say(GAME.catalogue, Phrase(key, args), names, None if seat == NOBODY else seat)

    arrow = "↓" if s.direction > 0 else "↑"
    lines = [said("text.round", number=s.rounds, whom=s.starter, n=e.target, arrow=arrow), ""]
    for i in range(s.seats):
        sign = "▸" if i == s.turn else " "
        note = said("text.silent") if s.silent[i] else ""
        place = said("text.seat", who=i, letter=letter(i), n=s.cards[i], points=s.score[i])
        lines.append(f"{sign} {place}{note}")
    lines.append("")
    lines.append(said("text.top", card=word(s.top)) + _binding(s, said))
    if s.marked:
        lines.append(said("text.drawcount", n=s.drawcount))
    lines.append(said("text.talon", n=s.talon_left))
    if seat != NOBODY:
        lines.append("")
        lines.append(said("text.hand"))
        hand = s.hand[seat].tolist()
        lines += [
            f"   {said('text.card', card=word(kind))}{_powers(e, kind, said)}"
            for kind in range(KINDS)
            for _ in range(hand[kind])
        ]
    if (s.rounds > 1 and s.turns - s.first_turn <= 1) or s.phase == OVER:
        last = _last(s)
        scores = ", ".join(f"{said('text.name', whom=i)} {n}" for i, n in enumerate(last["points"]))
        lines += ["", said("text.last", number=last["round"], scores=scores)]
    return "\n".join(lines)


def _binding(s: Record, said: Any) -> str:
    if s.top < COLOURED:
        return ""
    return " " + str(said("text.binds", colour=f"@colour.{COLOUR_NAMES[s.colour]}"))


def _powers(e: Record, kind: int, said: Any) -> str:
    can = ability_words(e, kind)
    star = " ✦" if starred(e, kind) else ""
    return star + (": " + str(said("text.powers", abilities=can)) if can else "")
