"""The conformance suite's checks of a game's words: every phrase can be said, its key exists, and all data is plain."""

import re
from collections.abc import Iterable
from typing import Any

from ...errors import BrokenRules
from ..game import Game
from .guarded import Guarded
from .phrases import Phrase, say

KINDS = ("card", "die", "token", "note")
PLAIN = (type(None), bool, int, float, str)


class Sayings:
    """Calls a game's words and checks the results."""

    def __init__(self, game: Game, guarded: Guarded, e: Any, seats: int) -> None:
        self.game, self.guarded, self.e, self.seats = game, guarded, e, seats
        self._names = [f"Seat {i}" for i in range(seats)]
        self._rules = set(re.findall(r"\b[RA]\d+\b", game.page))

    def label(self, s: Any, seat: int, action: int) -> None:
        """Check that a legal action has a label, and what the game says of the action itself."""
        self._said(f"label() of action {action}", self.guarded.words("label", self.e, s, seat, action), seat)
        for name in ("flows", "obvious"):
            if hasattr(self.game.words, name):
                found = self.guarded.words(name, action)
                if not isinstance(found, bool):
                    raise BrokenRules(f"{name}() gives {found!r} for action {action}, not True or False.")

    def why(self, s: Any, seat: int, action: int) -> None:
        """Check that an illegal action is refused with a rule and a sentence."""
        answer = self.guarded.words("why", self.e, s, seat, action)
        if not isinstance(answer, tuple) or len(answer) != 2:
            raise BrokenRules(f"why() gives {answer!r} for action {action}, not the number of a rule and a Phrase.")
        rule, phrase = answer
        if rule not in self._rules:
            raise BrokenRules(f"why() names rule {rule!r} for action {action}, which is not in rules.md.")
        self._said(f"why() of action {action}", phrase, seat)

    def view(self, s: Any, viewer: int, again: bool = False) -> Any:
        """Check that the view is plain data; `again` conceals the record first."""
        if again:
            s = s.copy()
            self.guarded.conceal(self.e, s, viewer)
        else:
            text = self.guarded.words("text", self.e, s, viewer, self._names)
            if not isinstance(text, str) or not text.strip():
                raise BrokenRules(f"text() gives {text!r} for viewer {viewer}, not a text.")
        found = self.guarded.words("view", self.e, s, viewer)
        if not isinstance(found, dict):
            raise BrokenRules(f"view() gives {type(found).__name__}, not a dict.")
        _check_plain("view()", found)
        if not again:
            self._check_areas(found.get("tableau", []), viewer)
        return found

    def waiting(self, s: Any, may_move: Iterable[int]) -> None:
        """Check that the seats that must choose, if the game names them, are different and have a choice."""
        if hasattr(self.game.words, "waiting"):
            found = self.guarded.words("waiting", self.e, s)
            if not isinstance(found, list) or len(set(found)) != len(found) or not set(found) <= set(may_move):
                raise BrokenRules(f"waiting() gives {found!r}, but the seats that have a move are {[*may_move]}.")

    def shared(self, what: str, made: Iterable[tuple[int, bytes, Any, Any]]) -> None:
        """Check that what is made for several viewers is the same where `same_for_all` says so. For each viewer: what
        it knows as bytes, the concealed record, and what is made for it."""
        if not hasattr(self.game.words, "same_for_all"):
            return
        first: dict[bytes, tuple[int, Any]] = {}
        for viewer, known, s, found in made:
            other, same = first.setdefault(known, (viewer, found))
            if same != found and self.guarded.words("same_for_all", s):
                raise BrokenRules(
                    f"same_for_all() says that all who know the same get the same {what}(), but viewers {other} and"
                    f" {viewer} do not."
                )

    def tell(self, before: Any, after: Any, seat: int, action: int, viewer: int, notes: bytes) -> list[Phrase]:
        """Check that an action is described by at least one phrase; return the phrases."""
        if self.game.events:
            phrases: Any = self.game.tell(self.e, before, after, seat, action, viewer, notes)
        else:
            phrases = self.guarded.words("tell", self.e, before, after, seat, action, viewer)
        if not isinstance(phrases, list) or not phrases:
            raise BrokenRules(f"tell() gives {phrases!r} for action {action} to viewer {viewer}: nothing is told.")
        for phrase in phrases:
            self._said(f"tell() of action {action} to viewer {viewer}", phrase, viewer)
        if hasattr(self.game.words, "afterwards"):
            kept = self.guarded.words("afterwards", phrases)
            if not isinstance(kept, list):
                raise BrokenRules(f"afterwards() gives {kept!r}, not a list.")
            for phrase in kept:
                self._said(f"afterwards() of action {action}", phrase, viewer)
        return phrases

    def reasons(self, before: Any, worlds: list[Any], seat: int, action: int) -> None:
        """Check the reasons for an action, if the game gives any: each can be said, and they are the same in all these
        worlds, given as the seat would know them after the action."""
        if not hasattr(self.game.words, "reasons"):
            return
        said = []
        for after in worlds:
            phrases = self.guarded.words("reasons", self.e, before, after, seat, action)
            if not isinstance(phrases, list):
                raise BrokenRules(f"reasons() gives {phrases!r} for action {action}, not a list.")
            for phrase in phrases:
                self._said(f"reasons() of action {action}", phrase, seat)
            said.append(phrases)
        if any(phrases != said[0] for phrases in said):
            raise BrokenRules(f"reasons() of action {action} of seat {seat} depend on what it does not know.")

    def ending(self, s: Any) -> None:
        """Check that every viewer is told how the match ended."""
        for viewer in range(-1, self.seats):
            self._said("ending()", self.guarded.words("ending", self.e, s), viewer)

    def _said(self, what: str, phrase: Any, reader: int) -> None:
        if not isinstance(phrase, Phrase):
            raise BrokenRules(f"{what} gives {phrase!r}, not a Phrase.")
        if phrase.key not in self.game.catalogue:
            raise BrokenRules(f"{what} uses the phrase “{phrase.key}”, which en.json does not have.")
        _check_plain(f"{what}, “{phrase.key}”", dict(phrase.args))
        try:
            if not say(self.game.catalogue, phrase, self._names, reader).strip():
                raise BrokenRules(f"{what}: “{phrase.key}” says nothing.")
        except (KeyError, IndexError) as error:
            missing = error.args[0] if error.args else ""
            raise BrokenRules(
                f"{what}: “{phrase.key}” needs {missing!r}, which is neither among its arguments {dict(phrase.args)}"
                " nor in en.json."
            ) from None

    def _check_areas(self, areas: Any, viewer: int) -> None:
        if not isinstance(areas, list):
            raise BrokenRules(f"view(): tableau is a {type(areas).__name__}, not a list.")
        for area in areas:
            if not isinstance(area, dict) or set(area) != {"title", "seat", "pieces"}:
                raise BrokenRules(f"view(): {area!r} is not an area; make it with contract.views.area().")
            if isinstance(area["title"], dict):
                self._said("view(): the title of an area", Phrase(area["title"]["key"], area["title"]["args"]), viewer)
            if area["seat"] is not None and area["seat"] not in range(self.seats):
                raise BrokenRules(f"view(): an area belongs to seat {area['seat']}, of {self.seats} seats.")
            for piece in area["pieces"]:
                if not isinstance(piece, dict) or piece.get("kind") not in KINDS:
                    raise BrokenRules(f"view(): {piece!r} is not a piece; make it with contract.views.piece().")
                action = piece.get("action")
                if action is not None and action not in range(self.game.rules.ACTIONS):
                    raise BrokenRules(f"view(): a piece plays action {action}; ACTIONS is {self.game.rules.ACTIONS}.")


def _check_plain(where: str, value: Any) -> None:
    """Check that a value has only JSON's types, as plain Python objects (no NumPy numbers)."""
    if isinstance(value, dict):
        for key, item in value.items():
            if not isinstance(key, str):
                raise BrokenRules(f"{where}: the key {key!r} is not a text.")
            _check_plain(f"{where}[{key!r}]", item)
    elif isinstance(value, (list, tuple)):
        for i, item in enumerate(value):
            _check_plain(f"{where}[{i}]", item)
    elif type(value) not in PLAIN:
        raise BrokenRules(f"{where} is {value!r} of type {type(value).__name__}; views and phrases hold plain data.")
