"""The fast paths are right: sentences compared with a plain second implementation, shared views with separate ones,
compiled looks with interpreted ones, and frames put together from parts with what the types of the messages say."""

import itertools
import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import msgspec
import pytest

from tests import plain_say
from tests.server.test_hidden import new_table, random_steps
from tests.sizes import FULL
from zauber import games
from zauber.games.contract.kernel import NOBODY
from zauber.games.contract.phrases import Phrase
from zauber.match import Match
from zauber.server.frames.sight import Scene, Sight
from zauber.server.frames.speech import house
from zauber.server.live.pool import warm
from zauber.server.protocol.encoding import encode
from zauber.server.protocol.fields import Said
from zauber.server.protocol.frames import Event
from zauber.server.table import customs
from zauber.server.table.look import Looker, looker
from zauber.server.table.parts import Step
from zauber.server.table.table import Table

STEPS = 2_000 if FULL else 60
CASES = [(game.name, game.seats[-1]) for game in games.all_games()]


@pytest.mark.no_cover
@pytest.mark.parametrize(("name", "seats"), CASES)
def test_words_say_the_same_of_a_reading_as_of_its_record(name: str, seats: int) -> None:
    game = games.get(name)
    dice = random.Random(name)
    table = new_table(game, seats, dice)
    e, quick, names = table.edition.record, table.edition.reading, table.names
    for step in _some(table, dice):
        look = table.match.look
        before = looker(game).look(e, step.before, step.before)
        for viewer in range(NOBODY, seats):
            after, was = look.reading(viewer), before.reading(viewer)
            assert after.record().tobytes() == look.data(viewer)
            view = game.words.view(quick, after, viewer)
            assert encode(view) == encode(game.words.view(e, after.record(), viewer))
            seen = look.action(viewer)
            told = game.tell(quick, was, after, step.seat, seen, viewer, step.notes)
            true = game.tell(e, was.record(), after.record(), step.seat, seen, viewer, step.notes)
            assert encode(told) == encode(true)
            reader = None if viewer == NOBODY else viewer
            for phrase in told:
                assert game.speaker.say(phrase, names, reader) == plain_say.say(game.catalogue, phrase, names, reader)
            actions = look.moves(viewer)[:20]
            for action, label in zip(actions, game.words.labels(quick, after, viewer, actions), strict=True):
                assert label == game.words.label(e, after.record(), viewer, action)
                assert game.speaker.say(label, names, viewer) == plain_say.say(game.catalogue, label, names, viewer)


@pytest.mark.parametrize(("name", "seats"), CASES)
def test_what_is_shared_is_the_same_for_all_who_know_the_same(name: str, seats: int) -> None:
    game = games.get(name)
    same_for_all = getattr(game.words, "same_for_all", None)
    if same_for_all is None:
        return  # then nothing is shared
    dice = random.Random(name)
    table = new_table(game, seats, dice)
    e, shared = table.edition.record, 0
    for step in _some(table, dice):
        look = table.match.look
        before = looker(game).look(e, step.before, step.before)
        for viewer in range(seats):
            known = look.data(viewer) == look.data(NOBODY) and before.data(viewer) == before.data(NOBODY)
            if not known or look.action(viewer) != look.action(NOBODY) or not same_for_all(look.reading(viewer)):
                continue
            shared += 1
            after, was, seen = look.reading(viewer), before.reading(viewer), look.action(viewer)
            assert encode(game.words.view(e, after.record(), viewer)) == encode(
                game.words.view(e, after.record(), NOBODY)
            )
            records = was.record(), after.record()
            told = [game.tell(e, *records, step.seat, seen, v, step.notes) for v in (viewer, NOBODY)]
            assert told[0] == told[1]
    assert shared


@pytest.mark.no_cover
@pytest.mark.parametrize(("name", "seats"), CASES)
def test_compiled_and_interpreted_tables_are_the_same(name: str, seats: int) -> None:
    game = games.get(name)
    if game.heavy:
        return  # its tables are always compiled
    dice = random.Random(name)
    table = new_table(game, seats, dice)
    plain, quick = Looker(game), Looker(game)
    quick.use_compiled()
    looker(game).use_compiled()
    slow = Match(
        game, seats, edition=table.edition, secret=bytes.fromhex(table.match.record().secret or ""),
        names=table.names, compiled=False,
    )  # fmt: skip
    for step in _some(table, dice):
        slow.play(step.action, step.seat)
        assert slow.record().digest == table.match.record().digest
        assert table.match.look.notes in (None, step.notes)
        looks = [
            one.look(table.edition.record, step.before, step.after, step.seat, step.action) for one in (plain, quick)
        ]
        for viewer in range(NOBODY, seats):
            assert looks[0].data(viewer) == looks[1].data(viewer) == table.match.look.data(viewer)
            assert looks[0].moves(viewer) == looks[1].moves(viewer)
            assert looks[0].action(viewer) == looks[1].action(viewer)


def test_tables_look_on_undisturbed_while_rules_are_made_ready() -> None:
    game = games.get("papageno")
    warm(game.name)
    truth = Match(game, 3, seed=5, compiled=False)
    data = truth.position().tobytes()
    expected = looker(game).look(truth.edition.record, data, data)

    def make_ready() -> None:
        for _ in range(3):
            warm(game.name)

    with ThreadPoolExecutor(1) as beside:
        ready = beside.submit(make_ready)
        while not ready.done():
            seen = looker(game).look(truth.edition.record, data, data)
            for viewer in range(NOBODY, 3):
                assert seen.data(viewer) == expected.data(viewer)
                assert seen.moves(viewer) == expected.moves(viewer)


@pytest.mark.no_cover
@pytest.mark.parametrize(("name", "seats"), CASES)
def test_frames_that_share_parts_are_what_the_types_say(name: str, seats: int) -> None:
    table = new_table(games.get(name), seats, random.Random(3))
    last = Sight(Scene.of(table), None)
    for step in _some(table, random.Random(4)):
        sight = Sight(Scene.of(table), step, last)
        for viewer in range(NOBODY, seats):
            for sentences in (True, False):
                frame = msgspec.json.decode(sight.event(viewer, sentences), type=Event)
                assert (frame.n, frame.viewer) == (step.n, None if viewer == NOBODY else viewer)
                assert (frame.sentence is not msgspec.UNSET) == sentences
                alone = msgspec.json.decode(Sight(Scene.of(table), step).event(viewer, sentences), type=Event)
                assert (frame.view, frame.phrases, frame.waiting) == (alone.view, alone.phrases, alone.waiting)
                if sentences:
                    assert frame.sentence == " ".join(_said(table, said, frame.viewer) for said in frame.phrases)
                if frame.moves is not msgspec.UNSET:
                    assert frame.moves == alone.moves
                    for move in frame.moves:
                        assert move.sentence == (_said(table, move.label, viewer) if sentences else msgspec.UNSET)
        last = sight


def test_the_house_says_what_a_plain_say_says() -> None:
    names = ["Ann", "Ben"]
    for phrase in (Phrase("undone", {"who": 1}), Phrase("lobby.named", {"seat": 0, "old": "Ann", "name": "Eva"})):
        for reader in (None, 0, 1):
            assert house().say(phrase, names, reader) == plain_say.say(customs.catalogue(), phrase, names, reader)


def _said(table: Table, said: Said, reader: int | None) -> str:
    return plain_say.say(table.game.catalogue, Phrase(said.key, said.args), table.names, reader)


def _some(table: Table, dice: random.Random) -> Iterator[Step]:
    return itertools.islice(random_steps(table, dice), STEPS)
