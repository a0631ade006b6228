"""The contract, asserted for every game of the house in all its editions, options and numbers of seats."""

import pytest

from tests.sizes import FULL, PATIENCE
from zauber import games
from zauber.games.contract.conformance import Report, Trial

DECISIONS = 60
QUICK = [game.name for game in games.all_games() if not game.heavy]  # Magicians' Night: tests/magicians_night


@pytest.mark.no_cover
@pytest.mark.timeout(PATIENCE)
@pytest.mark.parametrize("name", QUICK)
def test_the_contract_is_kept(name: str) -> None:
    report = games.check(name) if FULL else games.check(name, matches=1, decisions=DECISIONS, soaked=600)
    game = games.get(name)
    assert report.matches >= len(game.editions) * len(game.seats)
    assert report.decisions > 20 * report.matches
    assert report.out_of_turn > 0 or name != "magi", "a forgotten word was caught"


@pytest.mark.no_cover
@pytest.mark.parametrize("name", QUICK)
def test_the_contract_is_kept_interpreted(name: str) -> None:
    """A few decisions with every function interpreted, as in a debugger, imagining worlds at each."""
    game = games.get(name)
    report = Report(name)
    for number, seats in enumerate((game.seats[0], game.seats[-1], game.seats[-1])):
        edition = game.edition("", {"turn_limit": 60} if game.turn_limit else {})
        Trial(game, edition, seats, number, report, deep=6, compiled=False).play(60)
    assert report.decisions >= 40
