"""Bots play legal moves, use only what their seat knows, and play the same with the same seed."""

from pathlib import Path
from typing import Any

import pytest

from tests.games.plugins import forget, install
from tests.match.short import played
from zauber import Match, bots, games
from zauber.bots import registry
from zauber.cli import main
from zauber.games.contract.kernel import HIDDEN, NOBODY
from zauber.games.game import Game
from zauber.games.magi.cards import KINDS
from zauber.games.magi.naive import excitement
from zauber.games.papageno.cards import weight
from zauber.games.papageno.naive import LIGHT
from zauber.lab.arena import Contest, hold
from zauber.server.run import doctor

LEVELS = ["apprentice", "adept", "random", "thumb"]  # the searching ones are tested in test_search.py


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
    seat = match.turn
    bot = bots.get(level)(match.game, match.edition, match.seats, seat)
    concealed = match.position(seat)
    world = concealed.copy()
    match.rules.sow(world, 7, 7)
    match.rules.imagine(match.edition.record, world, seat)
    match.rules.conceal(match.edition.record, world, seat)
    moves = match.moves_of(seat).actions
    answers = {bot.choose(position, moves, 5) for position in (concealed, world)}
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


def test_players_are_a_registry() -> None:
    class Shy(bots.Random):
        name = "shy"

    assert bots.register(Shy) is Shy
    try:
        assert bots.get("shy") is Shy
        match = Match("papageno", seats=3, seed=1)
        assert repr(Shy(match.game, match.edition, 3, 2)) == "<Shy at seat 2 of papageno>"
    finally:
        del bots.PLAYERS["shy"]
    with pytest.raises(bots.BotError, match=r"no bot “shy”\. There are: apprentice, adept, .*planner") as everywhere:
        bots.get("shy")
    with pytest.raises(bots.BotError, match=r"no bot “shy”\. There are: apprentice, adept, ") as here:
        bots.get("shy", "papageno")
    assert str(here.value).endswith(f"{', '.join(bots.players('papageno'))}.")
    assert "planner" not in str(here.value)
    assert all(name in str(everywhere.value) for name in bots.PLAYERS)
    for player in bots.PLAYERS.values():
        assert player.title
        assert player.about


@pytest.fixture
def as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "PLAYERS", dict(registry.PLAYERS))
    forget(registry, monkeypatch)


HASTY = """
from zauber import bots

class Hasty(bots.Thumb):
    name = "hasty"
    title = "Hasty"
    about = "does not think twice"
"""


@pytest.mark.usefixtures("as_before")
def test_a_player_of_another_package_comes_by_its_entry_point(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(bots.BotError):
        bots.get("hasty")
    monkeypatch.syspath_prepend(install(tmp_path, "hasty", "hasty_one:Hasty", "zauber.players", hasty_one=HASTY))
    assert bots.get("hasty").title == "Hasty"
    assert "hasty" in bots.players("magi")
    assert bots.troubles() == []


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("import no_such_module_here", "No module named 'no_such_module_here'"),
        ("raise SystemExit('not on this machine')", "SystemExit: not on this machine"),
        ("Hasty = 5", "5 is not a class derived from zauber.bots.Player"),
        ("class Hasty:\n    name = title = about = 'hasty'", "is not a class derived from zauber.bots.Player"),
        (HASTY + "Hasty = Hasty(None, None, 2, 0)", "object has no attribute"),
        (HASTY.replace('name = "hasty"', "name = 5"), "The class Hasty has no `name`, which must be a text"),
        (HASTY.replace("bots.Thumb", "bots.Player"), "The class Hasty has no method `choose`"),
        (
            "from zauber import bots\nclass Hasty(bots.Player):\n    name = 'hasty'\n    about = 'is quick'",
            "The class Hasty has no `title`, which must be a text",
        ),
        (HASTY + "    games = 'magi'", "`games` of the class Hasty must be a tuple of games' names"),
        (HASTY.replace('"hasty"', '"mage"'), "There is already a bot called “mage”: choose another name"),
    ],
)
@pytest.mark.usefixtures("as_before")
def test_a_broken_player_is_named_and_the_others_stand(
    text: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before, mage = set(bots.players("magi")), bots.get("mage")
    module = f"hasty_{abs(hash(text))}"
    monkeypatch.syspath_prepend(install(tmp_path, "hasty", f"{module}:Hasty", "zauber.players", **{module: text}))
    (trouble,) = bots.troubles()
    assert trouble.startswith(f"The bot “hasty” of hasty-plugin ({module}:Hasty) cannot be loaded: ")
    assert sentence in trouble
    assert set(bots.players("magi")) == before
    assert bots.get("mage") is mage
    with pytest.raises(bots.BotError, match="“hasty” of hasty-plugin"):
        bots.get("hasty", "magi")
    assert main(["games"]) == 0
    assert trouble in capsys.readouterr().err
    assert doctor._bots("", 0) == doctor.Finding("note", trouble)


@pytest.mark.usefixtures("as_before")
def test_only_a_player_can_be_registered() -> None:
    with pytest.raises(bots.BotError, match="'mage' is not a class"):
        bots.register("mage")  # type: ignore[type-var]


def test_a_player_may_be_for_some_games_only() -> None:
    assert list(bots.levels("magicians_night")) == ["apprentice", "adept", "mage", "archmage"]
    assert list(bots.levels("papageno")) == ["apprentice", "adept", "mage", "archmage"]
    assert {"random", "thumb", "search", "planner"} <= set(bots.players("magicians_night"))
    assert bots.get("planner", "magicians_night").title == "Planner"
    with pytest.raises(bots.BotError, match=r"“planner” does not play this game\. Those that do: apprentice, "):
        bots.get("planner", "papageno")


def test_a_player_that_remembers_sees_what_its_seat_saw_and_an_undo_begins_its_memory_anew() -> None:
    class Witness(bots.Random):
        def __init__(self, *given: Any) -> None:
            super().__init__(*given)
            self.seen: list[bots.Seen] = []

        def see(self, seen: bots.Seen) -> None:
            self.seen.append(seen)

        @classmethod
        def remembers(cls, game: Game) -> bool:
            return True

    match = Match("magi", seats=4, seed=1)
    partner = bots.Partner(Witness, match, 1)
    turns: list[int] = []  # after how many actions it was seat 1's turn
    while len(turns) < 2 or match.turn != 1:
        if match.turn == 1:
            turns.append(len(match.plies))
        match.play(bots.get("thumb").move(match, seed=len(match.plies)))
    partner.move(seed=1)
    player = partner.player
    assert isinstance(player, Witness)
    assert [seen.actor for seen in player.seen] == [ply.seat for ply in match.plies]
    for number, seen in enumerate(player.seen):
        assert seen.before == match.position(1, number)
        assert seen.after == match.position(1, number + 1)
        assert seen.action in (match.plies[number].action, HIDDEN)
    shorter = bots.Partner(Witness, match.at(turns[1]), 1)
    shorter.move(seed=1)
    shorter.match = match.at(turns[0])
    shorter.move(seed=1)
    assert isinstance(shorter.player, Witness)
    assert len(shorter.player.seen) == turns[0] < turns[1]


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


CHILDREN = {"papageno": 2, "mago_magino": 2}


@pytest.mark.parametrize("game", CHILDREN)
def test_an_apprentice_makes_a_childs_mistakes_and_not_random_ones(game: str) -> None:
    """It nearly always beats a random player, and loses more than half of its matches to the rule of thumb."""
    seats = CHILDREN[game]

    def share(above: str, below: str) -> float:
        results = hold(Contest(game, (above, *[below] * (seats - 1)), seed=2), 10 * seats)
        return next(one.share for one in results.standings() if one.name == above)

    assert share("apprentice", "random") > 1.8 / seats
    assert share("thumb", "apprentice") > 1.1 / seats


def test_a_child_takes_the_light_bird_and_plays_the_grandest_card() -> None:
    match = Match("papageno", seats=2, seed=3)
    e, apprentice = match.edition.record, bots.get("apprentice")
    left = 0
    for seed in range(60):
        s, action = match.position(match.turn), apprentice.move(match, seed=seed)
        if len(match.moves.actions) > 1 and match.game.notation(action) in ("take", "draw"):
            light = weight(e, int(s.top)) <= LIGHT
            assert match.game.notation(action) == ("take" if light else "draw")
            left += not light
        match.play(action)
    assert left > 3
    magi = games.get("magi").edition().record
    assert excitement(magi, KINDS - 1) > excitement(magi, 0)
