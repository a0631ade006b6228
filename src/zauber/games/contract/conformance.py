"""The conformance suite: random matches that every game must pass, including games from other packages.

`zauber.games.check("papageno")` reads the rules' text, plays in every edition and number of seats, and asserts the
contract of `contract.kernel` and `contract.words`. The first violation is raised as `BrokenRules`, in a sentence that
names the game, the edition, the seats, the seed and the step; `only=SEED` repeats that match.
"""

import itertools
from collections.abc import Iterator

from ...errors import BrokenRules, ZauberError
from ..game import PROGRAM_TURN_LIMIT, Game
from .disclosure import Disclosure
from .editions import Edition
from .guarded import CALL_SECONDS, CallWatch, Guarded, in_words
from .hearing import listen
from .odds import Odds
from .report import Report
from .soaking import check_starts, soak
from .source import check_source
from .trial import Trial

WORLDS = {False: 300, True: 500}  # worlds imagined to judge the odds, interpreted and compiled
HEAVY_WORLDS = 100
SOAKED = 6000  # decisions

__all__ = ["Report", "Trial", "check_game", "settings"]


def check_game(
    game: Game,
    matches: int = 3,
    seed: int = 1,
    decisions: int = 400,
    deep: int = 12,
    compiled: bool = True,
    worlds: int | None = None,
    only: int | None = None,
    patience: float = CALL_SECONDS,
    soaked: int = SOAKED,
) -> Report:
    """Play `matches` random matches in every setting; raise `BrokenRules` at the first violation.

    The first `decisions` decisions of each match are checked one by one (every `deep`-th of them with imagined worlds
    and all unlisted actions); then the match is played to its end. With `compiled`, steps are also made by the compiled
    rules and compared byte for byte. `worlds` is how many worlds are imagined to test the odds; 0 skips that test.
    Then `soaked` more decisions are made with fewer checks, for what is rare; 0 skips that, the question who begins
    and the search for events that never happen.
    `only` plays just the match with that seed. An interpreted call may take `patience` seconds.
    """
    report = Report(game.name)
    try:
        with CallWatch(patience) as watch:
            _load(game, watch)
            check_source(game.bindings)
            guarded = Guarded(game, watch, compiled)
            _check_declared(game, guarded)
            _play(game, guarded, report, matches, seed, decisions, deep, only)
            if only is None:
                _check_odds(game, guarded, report, seed, worlds)
            if only is None and soaked:
                check_starts(game, guarded, seed)
                soak(game, guarded, list(settings(game)), soaked, seed)
                listen(game, guarded, list(settings(game)), seed)
    except BrokenRules as error:
        said = str(error)
        raise BrokenRules(said if said.startswith(game.name) else f"{game.name}: {said}") from None
    return report


def _load(game: Game, watch: CallWatch) -> None:
    """Load the game; a module that fails, or a notation that does not end, is reported like any other fault."""
    steps = (("rules.py", lambda: game.bindings), ("notation()", lambda: game.notations), ("loading", game.load))
    for what, step in steps:
        try:
            watch.call(what, step)
        except ZauberError:
            raise
        except Exception as error:
            raise BrokenRules(f"{what} {in_words(error, game)}") from None


def _play(
    game: Game, guarded: Guarded, report: Report, matches: int, seed: int, decisions: int, deep: int, only: int | None
) -> None:
    disclosure = Disclosure(game)
    chosen = list(settings(game))
    for number, (edition, seats) in enumerate(itertools.product(chosen, game.seats)):
        report.settings.append(f"{edition.name} {dict(edition.options)} for {seats}")
        for match in range(matches):
            its_seed = seed + 1000 * number + match
            if only in (None, its_seed):
                trial = Trial(game, edition, seats, its_seed, report, deep, guarded=guarded, disclosure=disclosure)
                trial.play(decisions)
    report.fields = disclosure.rows()
    if only is None:
        disclosure.check()


def _check_odds(game: Game, guarded: Guarded, report: Report, seed: int, worlds: int | None) -> None:
    if worlds is None:
        worlds = HEAVY_WORLDS if game.heavy else WORLDS[guarded.fast is not None]
    edition = next(iter(settings(game)))
    for seats in {game.seats[0], game.seats[-1]}:
        if worlds and seats > 1:
            try:
                report.odds += Odds(game, guarded, edition, seats, seed).check(worlds)
            except BrokenRules as error:
                raise BrokenRules(f"{game.name}, {edition.name}, {seats} seats, seed {seed}: {error}") from None


def settings(game: Game) -> Iterator[Edition]:
    """Every edition, and the default edition with each option changed once."""
    limit = {"turn_limit": PROGRAM_TURN_LIMIT} if game.turn_limit else {}
    for name in game.editions:
        yield game.edition(name, limit)
    for option in game.options:
        if not option.whole:
            for choice in list(option.choices)[1:]:
                yield game.edition("", {**limit, option.key: choice})


def _check_declared(game: Game, guarded: Guarded) -> None:
    """Check what the game declares as a whole: notations, bound, turn limit."""
    seen: dict[str, int] = {}
    for action, text in enumerate(game.notations):
        if not isinstance(text, str):
            raise BrokenRules(f"notation({action}) gives {text!r}, not a text.")
        if text and text.casefold() in seen:
            raise BrokenRules(f"actions {seen[text.casefold()]} and {action} have the same notation, “{text}”.")
        seen[text.casefold()] = action
    for action, text in enumerate(game.notations):
        if text and game.parse(text) != action:
            raise BrokenRules(f"“{text}” is not read back as action {action}.")
    endless = bool(game.rules.ENDLESS)
    if (guarded.bound(game.edition().record, game.seats[0]) == 0) != endless:
        raise BrokenRules("state a bound in bound(), or in ENDLESS the reason why there is none.")
    limit = game.turn_limit
    if limit and (not limit.whole or limit.least != 0 or limit.default != 0):
        raise BrokenRules("the option turn_limit must be a whole number from 0, and 0 (no limit) by default.")
    if endless and not limit:
        raise BrokenRules("a game that need not end (ENDLESS) needs an option turn_limit, which programs set.")
