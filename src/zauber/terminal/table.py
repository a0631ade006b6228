"""A table in the terminal: people at one keyboard and bots, playing any game.

It knows no rules: it shows the text that a game's words make of what a seat may see, lists the legal moves by number
and notation, and passes on what is typed.
"""

import copy
import itertools
import operator
import random
import secrets
import time
from collections.abc import Mapping

from ..bots import WAIT, Partner, Player
from ..bots.answers import acceptable, by_thumb, failure, refusal
from ..errors import IllegalMove, ZauberError
from ..games.contract.kernel import NOBODY
from ..match import Match, Ply, letter
from ..match.moves import split_seat
from .screen import Screen

HELP = """\
Type the number or the notation of a move. Besides:
  table        show the table again        log       all that happened so far
  moves        list all the moves          rules     where to read the rules
  undo         take your last move back, with the bots' replies, if nobody has learned anything from it
  save FILE    write the match to a file   quit      stop; you are asked where to save
  B: MOVE      a move of another person at this keyboard, out of turn
  help         this"""

MANY = 30  # with more moves than this, similar ones are listed on one line
FEW = 6
PACE = 0.6  # seconds after a bot's action, so that people can follow


class Quit(Exception):
    """Somebody wants to stop."""


class TerminalTable:
    """One match in a terminal; seats that are not in `bots` are people."""

    def __init__(
        self,
        match: Match,
        bots: Mapping[int, type[Player]],
        screen: Screen,
        seed: int | None = None,
        pace: float = PACE,
    ) -> None:
        self.match = match
        self.bots = {seat: Partner(kind, match, seat) for seat, kind in bots.items()}
        self.screen = screen
        self.people = [seat for seat in range(match.seats) if seat not in bots]
        self._seed = seed
        self._pace = pace if screen.live else 0.0
        self._looking = self.people[0] if len(self.people) == 1 else NOBODY
        self._told = {seat: len(match.plies) for seat in (NOBODY, *range(match.seats))}
        self._offered: dict[int, tuple[int, ...]] = {}

    def play(self) -> bool:
        """Play to the end; False when somebody stopped before."""
        self.screen.say(f"{self.match.game.title}, edition {self.match.edition.name}", "bold")
        self.screen.say(f"Commitment to the shuffle: {self.match.commitment}", "dim")
        try:
            while not self.match.over:
                self._next()
        except Quit:
            return False
        self._tell(self._looking)
        self.screen.say(f"\n{self.match.text(self._looking)}\n")
        outcome = self.match.outcome
        assert outcome is not None
        self.screen.say(outcome.sentence, "bold green")
        return True

    def _next(self) -> None:
        """One action, or a question to somebody who may act out of turn."""
        match = self.match
        waits_for_a_bot = match.turn in self.bots
        if waits_for_a_bot and self._offer():
            return
        for seat in self.bots:
            if seat != match.turn and match.moves_of(seat) and self._bot(seat):
                return
        if waits_for_a_bot:
            self._bot(match.turn)
        else:
            self._person(match.turn)

    # Bots -------------------------------------------------------------------------------------------------

    def _bot(self, seat: int) -> bool:
        """Ask a bot for its move; whether it made one."""
        number = len(self.match.plies)
        seed = secrets.randbelow(2**62) if self._seed is None else (self._seed * 1_000_003 + number) % 2**62
        action = self._chosen(seat, seed)
        if action == WAIT:
            return False
        self.match.play(action, seat)
        if len(self.people) < 2 and not self._goes_on(seat):
            self._tell(self._looking)
            time.sleep(self._pace)
        return True

    def _chosen(self, seat: int, seed: int) -> int:
        """A bot's answer. If it cannot be used, a line says so, and the bot waits or the rule of thumb moves for it."""
        match, moves = self.match, self.match.moves_of(seat).actions
        on_turn = seat == self.match.turn
        try:
            action = operator.index(self.bots[seat].move(seed))
            if acceptable(action, moves, on_turn):
                return action
            why = refusal(action)
        except (Exception, SystemExit) as error:  # anybody's bot, at a table of people
            why = failure(error)
        what = "the rule of thumb moves for it" if on_turn else "it waits"
        self.screen.say(f"{match.names[seat]}, a bot, gave no move that can be played, so {what}: {why}.", "red")
        if not on_turn:
            return WAIT
        try:
            return by_thumb(match.game, match.edition, match.seats, seat, match.position(seat), moves, seed)
        except Exception as error:
            self.screen.say(f"The rule of thumb failed too, so chance decides: {failure(error)}.", "red")
            return random.Random(seed).choice(moves)

    def _goes_on(self, seat: int) -> bool:
        """Whether the bot is in the middle of connected actions, such as strokes, which are reported when they end."""
        flows = getattr(self.match.game.words, "flows", None)
        return flows is not None and self.match.turn == seat and bool(flows(self.match.plies[-1].action))

    # People -----------------------------------------------------------------------------------------------

    def _person(self, seat: int) -> None:
        """Ask the person that the table waits for."""
        self._forget_typed()
        if self._looking != seat:
            if not self.screen.curtain(self.match.names[seat]):
                raise Quit
            self._looking = seat
        self._tell(seat)
        if self._answered(seat):
            return
        self.screen.say(f"\n{self.match.text(seat)}\n")
        self._list(seat)
        before = len(self.match.plies)
        while len(self.match.plies) == before:
            self._obey(seat, self._ask(f"{self.match.names[seat]} ({letter(seat)})>"))
        self._tell(seat)

    def _forget_typed(self) -> None:
        """Discard what was typed while bots moved: it was not meant as an answer to what comes now."""
        if self.match.plies and self.match.plies[-1].seat in self.bots:
            self.screen.forget_typed()

    def _answered(self, seat: int) -> bool:
        """Give the only possible answer for a person, at a person's pace; whether there was one."""
        obvious = getattr(self.match.game.words, "obvious", None)
        moves = self.match.moves_of(seat)
        if obvious is None or len(moves) != 1 or not obvious(moves.actions[0]):
            return False
        self.screen.say(
            f"You have no choice, so the program answers for you: {self.match.label(moves[0], seat)}.", "dim"
        )
        time.sleep(self._pace * random.uniform(2, 6))
        self.match.play(moves[0], seat)
        self._tell(seat)
        return True

    def _offer(self) -> bool:
        """Ask people who may act while the table waits for a bot, once for every new choice; whether one did."""
        self._forget_typed()
        for seat in self.people:
            actions = self.match.moves_of(seat).actions
            if not actions or self._offered.get(seat) == actions:
                continue
            self._offered[seat] = actions
            name = self.match.names[seat]
            if len(self.people) == 1:
                self.screen.say(f"{name}, you may act already:")
                self._list(seat)
            answer = self._ask(f"{name} ({letter(seat)}) may act out of turn; Enter waits>")
            before = len(self.match.plies)
            while answer:
                self._obey(seat, answer)
                if len(self.match.plies) != before:
                    self._tell(self._looking)
                    return True
                answer = self._ask("Enter waits>")
        return False

    def _ask(self, prompt: str) -> str:
        answer = self.screen.ask(prompt)
        if answer is None:
            raise Quit
        return answer

    def _obey(self, seat: int, line: str) -> None:
        """Do what a person typed."""
        word, _, rest = line.partition(" ")
        if line in ("help", "?", "h"):
            self.screen.say(HELP)
        elif line in ("quit", "exit", "q"):
            raise Quit
        elif line == "table":
            self.screen.say(self.match.text(seat))
        elif line in ("moves", ""):
            self._list(seat, everything=line == "moves")
        elif line == "log":
            self.screen.say("\n".join(self.match.log(seat)) or "Nothing has happened yet.")
        elif line == "rules":
            self.screen.say(f"Read them with: zauber rules {self.match.game.name}")
        elif word == "save" and rest:
            self._save(rest)
        elif line == "undo":
            self._undo()
        else:
            self._move(seat, line)

    def _move(self, seat: int, line: str) -> None:
        moves = self.match.moves_of(seat)
        try:
            if line.isdecimal() and 1 <= int(line) <= len(moves):
                self.match.play(moves.actions[int(line) - 1], seat)
                return
            given, text = split_seat(line)
            actor = seat if given is None else ord(given) - ord("A")
            if actor not in self.people:
                self.screen.say(f"Nobody at this keyboard plays seat {given}.", "red")
                return
            self.match.play(text, actor)
        except IllegalMove as error:
            self.screen.say(f"{error} “moves” lists what you may do, “help” the rest.", "red")

    def _undo(self) -> None:
        """Take back the last move of a person here, with what bots have done since: all of it or nothing."""
        trial, taken = copy.copy(self.match), list[Ply]()
        try:
            while not taken or taken[-1].seat in self.bots:
                taken.append(trial.undo())
        except ZauberError as error:
            self.screen.say(str(error), "red")
            return
        for ply in taken:
            self.match.undo()
            self.screen.say(f"“{ply}” is taken back.")
        self._told = {seat: min(told, len(self.match.plies)) for seat, told in self._told.items()}
        self._offered.clear()

    def _save(self, path: str) -> None:
        try:
            self.match.save(path)
            self.screen.say(f"Saved to {path}. Go on later with: zauber play --resume {path}")
        except OSError as error:
            self.screen.say(f"{path} cannot be written: {error.strerror}.", "red")

    # Showing ----------------------------------------------------------------------------------------------

    def _list(self, seat: int, everything: bool = False) -> None:
        """List the moves by number, notation and label; similar ones on one line, unless `everything`."""
        moves = list(self.match.moves_of(seat))
        lines: list[tuple[str, str, str]] = []
        for _, group in itertools.groupby(enumerate(moves, 1), lambda move: move[1].split()[0]):
            kind = list(group)
            if everything or len(moves) <= MANY or len(kind) <= FEW:
                lines += [(f"{number}", text, self.match.label(text, seat)) for number, text in kind]
            else:
                (first, low), (last, high) = kind[0], kind[-1]
                lines.append((f"{first}-{last}", f"{low} … {high}", "“moves” lists them all"))
        numbers, texts = (max((len(line[i]) for line in lines), default=0) for i in (0, 1))
        for number, text, label in lines:
            self.screen.say(f"  {number:>{numbers}}  {text:<{texts}}  {label}")

    def _tell(self, viewer: int) -> None:
        """Print what the viewer has not been told yet."""
        for sentence, same in itertools.groupby(self.match.news(viewer, self._told[viewer])):
            times = len(list(same))
            self.screen.say(f"· {sentence} ({times} times)" if times > 1 else f"· {sentence}", "cyan")
        self._told[viewer] = len(self.match.plies)
