"""Why a move is good, in every game: always sayable, and never by what the seat cannot know."""

import random
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.games.planted import planted
from tests.reasons import NAMES, phrases
from tests.sizes import size
from zauber import games
from zauber.errors import BrokenRules
from zauber.games.contract import words
from zauber.games.contract.loading import check_words

GAMES = [game.name for game in games.all_games()]


@pytest.mark.parametrize("name", GAMES)
def test_reasons_can_be_said_and_are_the_same_in_all_worlds_that_the_seat_cannot_tell_apart(name: str) -> None:
    game = games.get(name)
    f = game.compiled if game.heavy else game.interpreted
    options, luck, given = game.new_options(), random.Random(name), set()
    for number, seats in enumerate((game.seats[0], game.seats[-1])):
        limit = {"turn_limit": 60} if game.turn_limit else {}
        edition, s = game.edition(luck.choice(game.editions), limit), game.new_state()
        e = edition.record
        f.sow(s, number, 0)
        f.setup(e, s, seats)
        for _ in range(size(1500, 40 if game.heavy else 150)):
            asked = [seat for seat in range(seats) if f.moves(e, s, seat, options)]
            if not asked:
                break
            seat = luck.choice(asked)
            moves = options[: f.moves(e, s, seat, options)].tolist()
            action = luck.choice(moves)
            one, other = (phrases(game, e, s, seat, action, world) for world in (1, 2))
            assert one == other, f"{game.notation(action)} gives away what {NAMES[seat]} cannot know"
            for phrase in one:
                assert phrase.key.startswith("reason.")
                assert phrase.key in game.catalogue
                assert game.speaker.say(phrase, NAMES, seat).endswith((".", "”"))
                given.add(phrase.key)
            f.sow(s, luck.randrange(2**32), 1)
            known = s.copy()
            f.conceal(e, known, seat)
            f.sow(known, luck.randrange(2**32), 2)
            options[: len(moves)] = moves
            best = int(f.advise(e, known, seat, options, len(moves)))
            f.apply(e, s, seat, best if luck.random() < 0.7 else action)
    assert len(given) >= 6


def test_the_contract_of_reasons_is_checked_when_a_game_is_loaded() -> None:
    module: Any = ModuleType("dim.words")
    for stub in words.WORDS:
        setattr(module, stub.__name__, stub)
    check_words(module, {})
    module.reasons = lambda e, before, action: []
    with pytest.raises(
        BrokenRules, match=r"reasons\(e, before, action\) cannot be called as reasons\(e, before, after"
    ):
        check_words(module, {})


TELLING = """def reasons(e: Record, before: Record, after: Record, seat: int, action: int) -> list[Phrase]:
    return {}


def notation("""


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (
            '[Phrase("label.doubt", {"stars": _stars(after)})]',
            r"reasons\(\) of action \d+ of seat \d depend on what it",
        ),
        ('[Phrase("label." + "dream")]', r"reasons\(\) of action \d+ uses the phrase “label.dream”, which en.json"),
        ('"It wins."', r"reasons\(\) gives 'It wins.' for action \d+, not a list"),
    ],
)
def test_the_suite_names_a_reason_that_tells_what_is_hidden_or_cannot_be_said(
    given: str, sentence: str, tmp_path: Path
) -> None:
    changes = {"words.py": [("def notation(", TELLING.format(given))]}
    game = planted(tmp_path, changes, "examples.cupful")
    with pytest.raises(BrokenRules, match=sentence):
        games.check(game, matches=2, compiled=False, worlds=0)
