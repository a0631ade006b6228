"""Text seats: a match whose seats are asked in words and answer in words, as language models do.

Everything that a seat reads is made from what that seat knows. An answer is understood when it means exactly one move.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from .. import games
from ..engines.batch import program_options
from ..errors import BadNotation, ZauberError
from ..match import Match
from ..match.match import Outcome

WAIT = "wait"  # the answer of a seat that is asked out of turn and lets it pass
RULES = ("none", "short", "long")
LISTED = 40  # with more moves than this, those that differ in a number alone are listed as a range, and not numbered
READ_CHARACTERS = 20_000  # characters of an answer that are read, from its end
KEYS = ("move", "action", "answer", "choice")  # of a move in JSON
QUOTED = re.compile(r"“([^“”]{1,200})”|\"([^\"]{1,200})\"|'([^']{1,200})'|`([^`]{1,200})`|\*\*([^*]{1,200})\*\*")
ANNOUNCED = re.compile(r"\s*(?:my |the |final )*(?:move|action|answer|choice)(?: is)?\s*[:=]\s*(.+)", re.IGNORECASE)
LAST_NUMBER = re.compile(r"(\d+)(?!.*\d)")


class Heard(NamedTuple):
    """What came of an answer: the move that was played, in notation; or why the seat should think again; or that it has
    forfeited the match, its tries being used up."""

    move: str = ""
    again: str = ""
    forfeited: bool = False


class TextMatch:
    """A match as language models play it; see `zauber.envs.text`.

    `seat` is to answer `prompt()`; `moves` are its legal moves as words. Whoever could act out of turn is asked first,
    clockwise from the seat on turn, and may answer “wait” (unless `out_of_turn` is false). After `tries` answers that
    mean no legal move a seat forfeits: the match ends, the others share the win, and the seat is in `forfeits`.
    `invalid` counts such answers by seat.
    """

    def __init__(
        self,
        game: str,
        seats: int | None,
        seed: int | str | None,
        edition: str,
        options: Mapping[str, Any] | None,
        names: Sequence[str] | None,
        rules: str,
        list_moves: bool,
        tries: int,
        out_of_turn: bool,
    ) -> None:
        if rules not in RULES:
            raise ZauberError(f"The rules in a prompt are one of {', '.join(RULES)}, not “{rules}”.")
        if tries < 1:
            raise ZauberError("A seat has at least one try.")
        found = games.get(game)
        more = program_options(found, options or {})
        self.match = Match(found, seats, edition=edition, options=more, seed=seed, names=names)
        self.rules, self.list_moves, self.tries, self.out_of_turn = rules, list_moves, tries, out_of_turn
        self.forfeits: tuple[int, ...] = ()
        self.invalid = [0] * self.match.seats
        self._failed = 0  # answers to the present question that meant no legal move
        self._again = ""
        self._read = [0] * self.match.seats  # the plies that each seat had read of when it last answered
        self._asked: list[int] = []
        self._ask_aside()

    # What is asked ----------------------------------------------------------------------------------------

    @property
    def seat(self) -> int:
        """The seat that is asked; -1 when the match is over."""
        if self.done:
            return -1
        return self._asked[0] if self._asked else self.match.turn

    @property
    def done(self) -> bool:
        """Whether the match is over."""
        return self.match.over or bool(self.forfeits)

    @property
    def moves(self) -> list[str]:
        """What the seat that is asked may do, in the words that it may answer with."""
        if self.done:
            return []
        return [*map(str, self.match.moves_of(self.seat)), *([WAIT] if self._asked else [])]

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, or None while it goes on."""
        if not self.forfeits:
            return self.match.outcome
        lost, seats = self.forfeits[0], self.match.seats
        shares = tuple(float(seat != lost) / max(seats - 1, 1) for seat in range(seats))
        winners = tuple(seat for seat in range(seats) if seat != lost)
        return Outcome(shares, winners, f"{self.match.names[lost]} forfeits: {self.tries} answers meant no legal move.")

    def prompt(self) -> str:
        """Everything that the seat that is asked needs in order to answer."""
        if self.done:
            raise ZauberError("The match is over: nobody is asked.")
        seat, match = self.seat, self.match
        parts = [f"You play {match.game.title} as {match.names[seat]}, one of {match.seats} players."]
        if self.rules != "none":
            parts.append(self.rules_page(self.rules == "long"))
        if happened := match.news(seat, self._read[seat]):
            parts.append("What happened since your last answer:\n" + "\n".join(f"- {line}" for line in happened))
        parts.append(f"What you see:\n{self.observation(seat)}")
        parts.append(self._question())
        if self._again:
            parts.append(self._again)
        return "\n\n".join(parts)

    def rules_page(self, whole: bool = False) -> str:
        """The rules in words: the whole page, or what a first match needs."""
        page = self.match.game.page
        if whole:
            return page.strip()
        paragraphs = page.partition("\n## ")[0].split("\n\n")
        return "\n\n".join(part.strip() for part in paragraphs[2:] if "**R…**" not in part and part.strip())

    def observation(self, seat: int | None = None) -> str:
        """What a seat (the one that is asked) sees, as text."""
        return self.match.text(self._whose(seat)).rstrip()

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """The same as plain data, for JSON."""
        return self.match.view(self._whose(seat))

    def _whose(self, seat: int | None) -> int:
        return self.seat if seat is None else seat

    def _ask_aside(self) -> None:
        """Ask those who could act out of turn, clockwise from the seat on turn."""
        match = self.match
        quiet = match.over or not self.out_of_turn
        others = [] if quiet else [(match.turn + i) % match.seats for i in range(1, match.seats)]
        self._asked = [seat for seat in others if match.moves_of(seat)]

    def _question(self) -> str:
        how = "Answer with one of these moves, in these words"
        if self._asked:
            question = f"It is not your turn yet. You may react now, or answer “{WAIT}”. {how}:"
        else:
            question = f"It is your turn. {how}:"
        if not self.list_moves:
            return question.rpartition(" Answer with")[0] + " Answer with one move."
        return question + "\n" + "\n".join(self._listed())

    def _listed(self) -> Iterator[str]:
        labels = self._labels()
        if not self._numbered():
            yield from _ranges(labels)
            return
        for number, (move, label) in enumerate(labels.items(), 1):
            yield f"{number}. {move}: {label}"

    def _numbered(self) -> bool:
        return self.list_moves and len(self.moves) <= LISTED

    def _labels(self) -> dict[str, str]:
        """The moves of the seat that is asked, with what they mean."""
        seat, match = self.seat, self.match
        labels = {str(move): match.label(str(move), seat) for move in match.moves_of(seat)}
        return labels | ({WAIT: "Let it pass"} if self._asked else {})

    # What is answered -------------------------------------------------------------------------------------

    def answer(self, text: str) -> Heard:
        """Play the move that an answer means; if it means none, or more than one, say why, so that the seat can try
        again."""
        if self.done:
            raise ZauberError("The match is over: nobody is asked.")
        if not isinstance(text, str):
            raise ZauberError(f"An answer is text, not {type(text).__name__}.")
        seat, text = self.seat, text[-READ_CHARACTERS:]
        found = meant(text, self._labels(), self._numbered())
        if len(found) != 1:
            return self._unclear(seat, text, sorted(found, key=self.moves.index))
        (move,) = found
        self._failed, self._again = 0, ""
        self._read[seat] = len(self.match.plies)
        if move == WAIT and self._asked:
            del self._asked[0]
        else:
            self.match.play(move, seat)
            self._ask_aside()
        return Heard(move)

    def _unclear(self, seat: int, text: str, found: list[str]) -> Heard:
        self.invalid[seat] += 1
        self._failed += 1
        if self._failed >= self.tries:
            self.forfeits = (seat,)
            return Heard(forfeited=True)
        left = self.tries - self._failed
        why = f"Your answer could mean {_either(found)}." if found else self._refusal(seat, text)
        self._again = f"{why} Answer with one move alone. {left} {'try is' if left == 1 else 'tries are'} left."
        return Heard(again=self._again)

    def _refusal(self, seat: int, text: str) -> str:
        """Why an answer that means no legal move cannot be played: the rule, if it names a move of this game."""
        match = self.match
        for part in (text, *_parts(text)):
            try:
                action = match.game.parse(_plain(part))
            except (BadNotation, ZauberError):
                continue
            error = match.game.refusal(match.edition.record, match.position(seat), seat, action, match.names)
            return f"“{_plain(part)}” cannot be played: {error}"
        return "Your answer names no move that can be played."


def meant(text: str, labels: Mapping[str, str], numbered: bool) -> set[str]:
    """The moves that an answer may mean; `labels` are the legal moves and what they mean in plain words.

    The clearest part of the answer counts: the whole of it, a move in JSON, one that is announced, a last line, what is
    quoted, and at last every move that is named anywhere.
    """
    known: dict[str, set[str]] = {}
    for number, (move, label) in enumerate(labels.items(), 1):
        for name in (move, label, f"{move}: {label}", *((str(number),) if numbered else ())):
            known.setdefault(_plain(name), set()).add(move)
    for part in (text, *_parts(text)):
        if found := known.get(_plain(part)) or known.get(_plain(part).rstrip(".)")):
            return found
    quoted = [known.get(_plain("".join(groups)), set()) for groups in QUOTED.findall(text)]
    if found := set().union(*quoted):
        return found
    names = {name: moves for name, moves in known.items() if not name.isdigit()}
    return _named(_last_line(text), names) or _named(text, names)


def _parts(text: str) -> Iterator[str]:
    """Parts of an answer that stand for the whole of it, the clearest first."""
    for found in reversed(re.findall(r"\{[^{}]*\}", text)):
        try:
            told = json.loads(found)
        except ValueError:
            continue
        for key in KEYS:
            if isinstance(told.get(key), str | int):
                yield str(told[key])
    lines = [line for line in text.splitlines() if line.strip()]
    for line in reversed(lines):
        if announced := ANNOUNCED.fullmatch(line.strip().strip("*")):
            yield announced[1]
    if lines:
        yield lines[-1]


def _last_line(text: str) -> str:
    return next((line for line in reversed(text.splitlines()) if line.strip()), "")


def _named(text: str, names: Mapping[str, set[str]]) -> set[str]:
    """The moves that are named anywhere in a text. Of names within each other the longest counts."""
    plain, found = _plain(text), set[str]()
    for name in sorted(names, key=len, reverse=True):
        named = rf"(?<!\w){re.escape(name)}(?!\w)"
        if re.search(named, plain):
            found |= names[name]
            plain = re.sub(named, "\0", plain)
    return found


def _plain(text: str) -> str:
    """A text without what does not matter: capitals, spaces, quotes, marks at its ends."""
    return " ".join(text.casefold().replace("’", "'").split()).strip(" .!?,;:\"'`*_“”()[]")


def _either(moves: Sequence[str]) -> str:
    shown = [f"“{move}”" for move in moves[:4]]
    return ", ".join(shown[:-1]) + " or " + (shown[-1] if len(moves) <= 4 else "others")


def _ranges(labels: Mapping[str, str]) -> Iterator[str]:
    """Many moves in few lines: those that follow each other and differ in their last number alone are one range."""
    runs: list[list[str]] = []
    for move in labels:
        if runs and _next(runs[-1][-1]) == move:
            runs[-1].append(move)
        else:
            runs.append([move])
    for run in runs:
        if len(run) == 1:
            yield f"- {run[0]}: {labels[run[0]]}"
        else:
            yield f"- from {run[0]}: {labels[run[0]]}, to {run[-1]}: {labels[run[-1]]}"


def _next(move: str) -> str:
    """The same move with its last number one higher."""
    return LAST_NUMBER.sub(lambda number: str(int(number[1]) + 1), move)
