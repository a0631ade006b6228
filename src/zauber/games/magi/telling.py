"""What happened in Magi, event by event: one phrase for each thing that a spectator would see.

One action may cause many events: forced steps are taken automatically (A60), turns pass, a round ends and the next is
dealt. All of that follows from public information, so it is reconstructed here, phase by phase, up to where the table
stopped.
"""

import operator
from collections.abc import Iterator

from ..contract.kernel import NOBODY, Record
from ..contract.phrases import Phrase
from .cards import AGAIN, FREE, KINDS, ORIGINAL, RESET, REVERSE, SELECT, SHOT, abilities_of, draws
from .names import COLOUR_NAMES, ability_words, section_name, word, words_of
from .position import (
    BUTTON,
    CATCH,
    CLOSING,
    COLOUR,
    DRAW,
    DRAWING,
    DRAWN,
    FIRST,
    MAGIC,
    MAIN,
    NAME,
    OVER,
    PASS,
    SAY,
    SECTION_1,
    SHOOT,
    SILENT,
    TAKE,
    TARGET,
    THIRD,
)
from .rules import chosen_abilities
from .talon import AT_ONCE, NOTHING


def tell(e: Record, before: Record, after: Record, seat: int, action: int, viewer: int) -> list[Phrase]:
    """What `viewer` saw of that action of `seat` and of all that followed, in order.

    | phrase | arguments besides the words |
    | --- | --- |
    | tell.played | who, card, abilities, n (cards left in hand) |
    | tell.chose | who, ability (of a section of Original) |
    | tell.reset | who, n (the sum that is removed) |
    | tell.drawcount | n (added), sum |
    | tell.colour, tell.free | who, colour |
    | tell.reversed | clockwise |
    | tell.shot, tell.again | who, whom |
    | tell.took, tell.took_seen | who, n, cards (only those of the viewer): the cards of a DRAWCOUNT |
    | tell.drew, tell.drew_seen | who, n, cards |
    | tell.passed, tell.stuck | who; stuck: nothing could be drawn |
    | tell.magi, tell.silent | who |
    | tell.caught | who, whom, n (cards drawn), then tell.drew for the one caught |
    | tell.rebuilt | n (cards in the new talon) |
    | tell.waits | who: no cards, but a DRAWCOUNT lies there |
    | tell.out, tell.limit | who; n: the round ends |
    | tell.score | who, n (points), total, cards |
    | tell.next_round | who (starts), number, card (turned up) |
    | ending.… | at the end of the game |
    """
    story = Story(e, before, after, viewer)
    return [*story.act(seat, action), *story.follow(), *story.count()]


class Story:
    """The public part of a position, advanced from `before` to `after`."""

    def __init__(self, e: Record, before: Record, after: Record, viewer: int) -> None:
        self.e, self.before, self.after, self.viewer = e, before, after, viewer
        self.counted = bool(after.rounds != before.rounds or after.phase == OVER)
        self.turn, self.phase = before.turn, before.phase
        self.turns, self.follows, self.direction = before.turns, before.follows, before.direction
        self.drawcount, self.marked = before.drawcount, bool(before.marked)
        self.cards = before.cards.tolist()
        self.talon, self.pile = before.talon_left, before.pile_left
        self.news: list[str] = []  # the cards that the viewer has drawn
        self.ended = False

    def act(self, seat: int, action: int) -> Iterator[Phrase]:
        """The action itself, up to the phases that pass automatically."""
        who = {"who": seat}
        self.learn(seat, action)
        if action >= CATCH:
            caught = action - CATCH
            yield Phrase("tell.caught", {**who, "whom": caught, "n": min(1, self.talon + self.pile)})
            yield from self.take("drew", caught, 1)
        elif action < KINDS:
            yield from self.play(seat, action)
        elif action == TAKE:
            self.phase = DRAWING
        elif action == DRAW:
            yield from self.take("drew", seat, 1)
            self.phase = DRAWN
        elif action == PASS:
            yield Phrase("tell.passed", who)
            self.phase = CLOSING
        elif action in (SAY, SILENT):
            yield Phrase("tell.magi" if action == SAY else "tell.silent", who)
            yield from self.end_turn()
        elif action < FIRST:
            yield Phrase("tell.colour", {**who, "colour": f"@colour.{COLOUR_NAMES[action - NAME]}"})
            yield from self.order(seat, self.abilities())
        elif action < SHOOT:
            yield Phrase("tell.chose", {**who, "ability": f"@ability.{section_name(action)}"})
            self.phase += 1
            if action >= THIRD:
                yield from self.draw_and_colour(seat, self.abilities(), action - THIRD, True)
        else:
            yield Phrase("tell.shot", {**who, "whom": action - SHOOT})
            self.follows, self.phase = action - SHOOT, CLOSING

    def learn(self, seat: int, action: int) -> None:
        """Record which cards the viewer has drawn, in the order of their kinds."""
        if self.viewer == NOBODY:
            return
        then = self.before.hand[self.viewer].tolist()
        now = (self.after.shown if self.counted else self.after.hand)[self.viewer].tolist()
        if seat == self.viewer and action < KINDS:
            then[action] -= 1
        for kind, more in enumerate(map(operator.sub, now, then)):
            if more > 0:
                self.news += [word(kind)] * more

    def abilities(self) -> int:
        """The abilities of the card on top, as chosen for an Original."""
        if self.before.section[1]:
            return int(chosen_abilities(self.before))
        return int(abilities_of(self.e, self.before.top))

    def play(self, seat: int, kind: int) -> Iterator[Phrase]:
        self.cards[seat] -= 1
        self.pile += 1
        words = {"card": word(kind), "abilities": ability_words(self.e, kind), "n": self.cards[seat]}
        yield Phrase("tell.played", {"who": seat, **words})
        can, x = int(abilities_of(self.e, kind)), int(draws(self.e, kind))
        if can & ORIGINAL:
            self.phase = SECTION_1
        else:
            yield from self.draw_and_colour(seat, can, x, x > 0)

    def draw_and_colour(self, seat: int, can: int, x: int, drawing: bool) -> Iterator[Phrase]:
        if can & RESET:
            if self.marked:
                yield Phrase("tell.reset", {"who": seat, "n": self.drawcount})
            self.drawcount, self.marked = 0, False
        if drawing and (x > 0 or self.e.zero_marker):
            self.drawcount, self.marked = self.drawcount + x, True
            yield Phrase("tell.drawcount", {"n": x, "sum": self.drawcount})
        if self.cards[seat] == 0 and not self.marked:
            self.phase = CLOSING
        elif can & SELECT:
            self.phase = COLOUR
        else:
            if can & FREE:
                yield Phrase("tell.free", {"who": seat, "colour": "@colour.any"})
            yield from self.order(seat, can)

    def order(self, seat: int, can: int) -> Iterator[Phrase]:
        self.phase = CLOSING
        if can & REVERSE:
            self.direction = -self.direction
            yield Phrase("tell.reversed", {"who": seat, "clockwise": self.direction > 0})
        if can & AGAIN:
            self.follows = seat
            yield Phrase("tell.again", {"who": seat, "whom": seat})
        if can & SHOT:
            self.phase = TARGET

    def take(self, verb: str, who: int, n: int) -> Iterator[Phrase]:
        """Draw that many cards, rebuilding the talon where it is empty."""
        drawn, rebuilt = 0, 0
        while drawn < n:
            if self.talon == 0:
                self.talon, self.pile = self.pile, 0
                rebuilt = self.talon
            if self.talon == 0:
                break
            drawn += 1
            self.talon -= 1
            if self.talon == 0 and self.e.rebuild == AT_ONCE and self.pile:
                self.talon, self.pile = self.pile, 0
                rebuilt = self.talon
        self.cards[who] += drawn
        if rebuilt:
            yield Phrase("tell.rebuilt", {"n": rebuilt})
        if who == self.viewer and 0 < drawn <= len(self.news):
            seen, self.news = self.news[:drawn], self.news[drawn:]
            yield Phrase(f"tell.{verb}_seen", {"who": who, "n": drawn, "cards": seen})
        elif drawn or verb == "took":
            yield Phrase(f"tell.{verb}", {"who": who, "n": drawn})

    # Automatic steps ----------------------------------------------------------------------------------------

    def stopped(self) -> bool:
        """Whether the story has arrived at `after`, or at the end of the round."""
        here = not self.counted and self.turns == self.after.turns and self.phase == self.after.phase
        return self.ended or here

    def follow(self) -> Iterator[Phrase]:
        while not self.stopped():
            yield from self.pass_phase()

    def pass_phase(self) -> Iterator[Phrase]:
        """One phase without a decision, as the rules pass through it."""
        who = {"who": self.turn}
        out = self.cards[self.turn] == 0 and not self.marked
        if self.phase in (MAGIC, CLOSING) and out:
            self.ended = True
            yield Phrase("tell.out", who)
        elif self.phase == MAGIC:
            self.phase = DRAWING if self.marked else MAIN
        elif self.phase == DRAWING:
            yield from self.take("took", self.turn, self.drawcount)
            self.drawcount, self.marked, self.phase = 0, False, CLOSING
        elif self.phase == MAIN:
            if self.talon + self.pile:
                yield from self.take("drew", self.turn, 1)
                self.phase = DRAWN
            else:
                yield Phrase("tell.stuck", who)
                self.phase = CLOSING
        elif self.phase == DRAWN:
            yield Phrase("tell.passed", who)
            self.phase = CLOSING
        else:
            if self.cards[self.turn] == 1 and self.e.calling != BUTTON:
                yield Phrase("tell.magi", who)
            elif self.cards[self.turn] == 0:
                yield Phrase("tell.waits", who)
            yield from self.end_turn()

    def end_turn(self) -> Iterator[Phrase]:
        if 0 < self.e.turn_limit <= self.turns:
            self.ended = True
            yield Phrase("tell.limit", {"n": self.e.turn_limit})
            return
        self.turns += 1
        seats = self.after.seats
        self.turn = self.follows if self.follows != NOBODY else (self.turn + self.direction) % seats
        self.follows, self.phase = NOBODY, MAGIC

    # The count, and the next round ---------------------------------------------------------------------------

    def count(self) -> Iterator[Phrase]:
        after = self.after
        if not self.counted:
            return
        for seat in range(after.seats):
            points = {"n": after.last[seat], "total": after.score[seat]}
            yield Phrase("tell.score", {"who": seat, **points, "cards": words_of(after.shown[seat])})
        if after.phase == OVER:
            yield ending(self.e, after)
            return
        self.counted, self.ended = False, False
        self.turn, self.phase, self.turns = after.starter, MAGIC, after.first_turn + 1
        self.follows, self.direction, self.drawcount, self.marked = NOBODY, 1, 0, False
        self.cards = [self.e.hand_size] * after.seats
        self.talon, self.pile = int(sum(self.e.copies)) - sum(self.cards) - 1, 0
        yield Phrase("tell.next_round", {"who": self.turn, "number": after.rounds, "card": word(after.top)})
        self.news = []
        yield from self.name_drawn(list(self.follow()))

    def name_drawn(self, phrases: list[Phrase]) -> list[Phrase]:
        """Name the card that the viewer drew last in a round just dealt: the hand alone does not show which it was."""
        kind = NOTHING if self.viewer == NOBODY else self.after.drawn[self.viewer]
        mine = [i for i, p in enumerate(phrases) if p.key == "tell.drew" and p.args["who"] == self.viewer]
        if mine and kind != NOTHING:
            drew = phrases[mine[-1]]
            phrases[mine[-1]] = Phrase("tell.drew_seen", {**drew.args, "cards": [word(kind)]})
        return phrases


def ending(e: Record, s: Record) -> Phrase:
    """Who has won the game: the fewest minus points."""
    scores = s.score.tolist()[: s.seats]
    winners = [i for i, score in enumerate(scores) if score == min(scores)]
    if len(winners) == 1:
        return Phrase("ending.won", {"who": winners[0], "n": min(scores)})
    return Phrase("ending.shared", {"whos": winners, "n": min(scores)})
