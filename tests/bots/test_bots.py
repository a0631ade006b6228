"""Bots: legal moves, from what the seat knows and nothing else, the same for the same seed."""

import pytest

from tests.match.short import played
from zauber import Match, bots
from zauber.games.kernel import NOBODY

LEVELS = list(bots.levels("papageno"))


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_plays_a_whole_match(level: str) -> None:
    match = Match("papageno", seats=3, seed=1, options={"turn_limit": 30})
    bot = bots.get(level)
    while not match.over:
        match.play(bot.move(match))
    assert match.outcome is not None


@pytest.mark.parametrize("level", LEVELS)
def test_equal_seeds_give_equal_moves(level: str) -> None:
    match = Match("papageno", seats=3, seed=1)
    bot = bots.get(level)
    choices = [bot.move(match, seed=seed) for seed in range(40)]
    assert choices == [bot.move(match, seed=seed) for seed in range(40)]
    assert len(set(choices)) > 2
    assert set(choices) <= set(match.moves.actions)


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_cannot_tell_apart_what_its_seat_cannot(level: str) -> None:
    match = played(30, seats=3, options={"turn_limit": 100})
    bot, seat = bots.get(level), match.turn
    concealed = match.position(seat)
    world = concealed.copy()
    match.rules.sow(world, 7, 7)
    match.rules.imagine(match.edition.record, world, seat)
    match.rules.conceal(match.edition.record, world, seat)
    moves = match.moves_of(seat).actions
    answers = {bot.choose(match.game, match.edition, p, seat, moves, 5) for p in (concealed, world)}
    assert len(answers) == 1


def test_a_bot_may_be_asked_for_a_seat_out_of_turn() -> None:
    match = Match("papageno", seats=3, seed=1)
    other = (match.turn + 1) % 3
    assert bots.get("random").move(match, other) in match.moves_of(other).actions


@pytest.mark.no_cover
def test_the_rule_of_thumb_beats_chance() -> None:
    wins = 0.0
    for seed in range(30):
        match = Match("papageno", seats=2, seed=seed, options={"turn_limit": 40})
        thumb = seed % 2
        while not match.over:
            bot = bots.get("thumb" if match.turn == thumb else "random")
            match.play(bot.move(match, seed=seed))
        assert match.outcome is not None
        wins += match.outcome.shares[thumb]
    assert wins > 20
    assert match.turn == NOBODY


def test_levels_are_a_registry() -> None:
    class Shy(bots.Random):
        name = "shy"

    bots.register(Shy())
    try:
        assert bots.get("shy").name == "shy"
        assert repr(bots.get("shy")) == "<Bot shy>"
    finally:
        del bots.LEVELS["shy"]
    with pytest.raises(bots.BotError, match=r"no bot “shy”\. The levels are: random, thumb, planner"):
        bots.get("shy")
    with pytest.raises(bots.BotError, match=r"no bot “shy”\. The levels are: random, thumb\.$"):
        bots.get("shy", "papageno")
    for bot in bots.LEVELS.values():
        assert bot.title
        assert bot.about


def test_a_level_may_be_for_some_games_only() -> None:
    assert list(bots.levels("magicians_night")) == ["random", "thumb", "planner"]
    assert list(bots.levels("papageno")) == ["random", "thumb"]
    assert bots.get("planner", "magicians_night").title == "Planner"
    with pytest.raises(bots.BotError, match=r"“planner” does not play this game\. The levels are: random, thumb\."):
        bots.get("planner", "papageno")


@pytest.mark.no_cover
def test_the_planner_thinks_before_a_turn_and_then_goes_by_rule_of_thumb() -> None:
    match = Match("magicians_night", names=["Anna", "Ben"], seed=3, options={"light": "light"})
    match.play("take sun")
    match.play("take moon")
    planner, thumb = bots.get("planner"), bots.get("thumb")
    match.play(planner.move(match, seed=4))
    for _ in range(5):
        move = planner.move(match, seed=4)
        assert move == thumb.move(match, seed=4)
        match.play(move)
