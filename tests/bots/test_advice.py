"""Advice: which moves are judged, what is said of them and in which order, and what it may be based on."""

import random
from typing import Any

import pytest

from tests.magi.table import Table as MagiTable
from tests.magic_flute.table import Table as FluteTable
from tests.magicians_night.night import SUN, SUN_CAULDRONS, Night
from tests.sizes import size
from zauber import Match, Position, bots, games
from zauber.bots import advice
from zauber.bots.levels import Adviser
from zauber.bots.player import Move
from zauber.errors import ZauberError
from zauber.games.contract.kernel import NOBODY
from zauber.games.magicians_night.rules import ENTER

NAMES = ["Anna", "Ben", "Cleo", "Dora"]
LONG = 100_000  # milliseconds: only the iterations count


def of(game: str, e: Any, s: Any, seat: int | None = None) -> list[advice.Advice]:
    """Advice for a seat of a position that a test has laid out, in the default edition."""
    position = Position.of(game, "", s)
    seat = position.turn if seat is None else seat
    known, budget = position.known_to(seat), bots.Budget(iterations=200)
    return advice.advise_from(
        position.game, position.edition, position.seats, seat, known.record, position.moves(seat), NAMES, budget
    )


@pytest.fixture
def estimates(monkeypatch: pytest.MonkeyPatch) -> list[tuple[float, float]]:
    """Shares and errors that the search is to find for the moves in order; the others remain untried."""
    given: list[tuple[float, float]] = []

    def rank(self: Any, position: Any, moves: Any, seed: int, budget: Any) -> list[Move]:
        tried = [Move(action, 50, *found) for action, found in zip(moves, given, strict=False)]
        return tried + [Move(action, 0, 0.0, 1.0) for action in moves[len(given) :]]

    monkeypatch.setattr(Adviser, "rank", rank)
    return given


# What is said --------------------------------------------------------------------------------------------------------


def test_the_reason_comes_first_then_the_comparison_in_percentage_points(
    estimates: list[tuple[float, float]],
) -> None:
    table = FluteTable(["Victorious", "To the Rescue!", "Vengeance", "Night"], moon=2)
    estimates += [(0.43, 0.001), (0.38, 0.001), (0.379, 0.001)]
    found = of("magic_flute", table.e, table.s)
    assert [one.label for one in found] == ["Play Night", "Play To the Rescue!", "Play Vengeance"]
    assert found[0].why.startswith(
        "It brings Ben’s moon within 3 spaces of the Tower. "
        "Your chance is 5 percentage points higher than with “Play To the Rescue!”."
    )
    assert found[1].why.startswith(
        "Pamina comes within 5 spaces of the Temple of the Sun, where you want her. "
        "Your chance is 5 percentage points lower than with “Play Night”."
    )


@pytest.mark.parametrize("share", [0.427, 0.4299])
def test_moves_that_cannot_be_told_apart_are_called_about_as_good(
    share: float, estimates: list[tuple[float, float]]
) -> None:
    table = FluteTable(["Victorious", "To the Rescue!", "Vengeance", "Night"])
    estimates += [(0.43, 0.02 if share == 0.427 else 0.0), (share, 0.0)]
    first, second = of("magic_flute", table.e, table.s)
    assert "“Play To the Rescue!” is about as good." in first.why
    assert "“Play Night” is about as good." in second.why


def test_it_wins_at_once_only_if_the_move_itself_ends_the_match(estimates: list[tuple[float, float]]) -> None:
    table = FluteTable(["Victorious", "Tamino", "Magic Flute"], sun=4)
    estimates += [(0.9, 0.01), (0.9, 0.01), (0.9, 0.01)]
    by_label = {one.label: one.why for one in of("magic_flute", table.e, table.s)}
    assert by_label["Play Victorious"].startswith("Your sun reaches the Tower. “Play ")
    assert by_label["Play Victorious"].endswith(" It wins at once.")
    won = " In all of the matches that can follow you have won before your next turn."
    assert by_label["Play Tamino"].endswith(won)
    fire = FluteTable(["Victorious", "Tamino", "Night"], moon=5, trial="Fire")
    by_label = {one.label: one.why for one in of("magic_flute", fire.e, fire.s)}
    assert by_label["Play Victorious"].endswith(" You lose at once.")


def test_what_others_may_do_out_of_turn_is_looked_ahead_too() -> None:
    """Whoever keeps silent with one card and has another turn at once is caught before it, and so does not go out."""
    table = MagiTable().lay([["red hourglass", "red cup"], *[["yellow sword", "yellow cup", "blue sword"]] * 3])
    table.do("play red hourglass")
    game = games.get("magi")
    known = Position.of("magi", "", table.s).known_to(0)
    counsel = advice._Counsel(game, game.edition(), 4, 0, known.record, NAMES, seed=1)
    world = counsel._world(0)
    game.compiled.apply(table.e, world, 0, game.parse("silent"))
    assert world.turn == 0
    counsel._play_on(world)
    assert (world.turn, world.rounds) == (0, 1)


# Which moves are judged ---------------------------------------------------------------------------------------------


def test_only_moves_with_a_judgement_are_returned(estimates: list[tuple[float, float]]) -> None:
    table = FluteTable(["Victorious", "To the Rescue!", "Vengeance", "Night"])
    estimates += [(0.4, 0.01)]
    [only] = of("magic_flute", table.e, table.s)
    assert (only.label, only.share) == ("Play Night", 0.4)
    assert "Your chance" not in only.why
    assert "about as good" not in only.why


@pytest.mark.parametrize(
    ("name", "options"),
    [("magic_flute", {}), ("magi", {"forced_steps": "ask"})],
)
def test_a_forced_move_is_the_only_advice(name: str, options: dict[str, str]) -> None:
    luck = random.Random(1)
    for seed in range(100):
        position = Position(name, seed=seed, options=options)
        while len(position.moves()) > 1:
            position.play(luck.choice(position.moves()))
        if not position.over:
            break
    [only] = bots.advise(position)
    assert [only.action] == position.moves()
    assert (only.share, only.why) == (None, "It is your only move.")


def test_out_of_turn_the_advice_is_by_rule_of_thumb_and_says_so() -> None:
    table = MagiTable().lay([["red sword", "blue cup"], *[["yellow sword", "yellow cup", "blue sword"]] * 3])
    table.do("play red sword", "silent")
    [caught] = of("magi", table.e, table.s, seat=2)
    assert (caught.notation, caught.share) == ("catch A", None)
    assert caught.why == "By rule of thumb: Anna has not said “Magi!” and draws a card."


def test_magicians_night_judges_beginnings_and_advises_one_stroke_within_a_turn() -> None:
    night = Night().clear().spare_cauldrons().put(SUN_CAULDRONS[1], 0.0, 60.0).put(SUN, 0.0, 100.0)
    position = Position.of("magicians_night", night.edition, night.s)
    begins = bots.advise(position, iterations=400)
    assert 1 < len(begins) < len(position.moves())
    assert all(one.share is not None for one in begins)
    shares = [one.share or 0.0 for one in begins[:3]]
    assert shares == sorted(shares, reverse=True)
    assert any("straight behind your sun cauldron at 12 o'clock, which has 55 mm to go" in one.why for one in begins)
    assert all("is about as good" in one.why or "Your chance is" in one.why for one in begins)
    [stroke] = bots.advise(position.play("go on"))
    assert stroke.notation.startswith("push ")
    assert stroke.share is None
    assert stroke.why.startswith(
        "By rule of thumb: It brings your magician closer behind your sun cauldron at 12 o'clock"
    )
    tired = Night(stroke_limit=2).clear().spare_cauldrons().put(SUN, 0.0, 100.0)
    position = Position.of("magicians_night", tired.edition, tired.s).play("go on").play("push 0")
    assert [(one.notation, one.why) for one in bots.advise(position)] == [("stop", "It is your only move.")]


@pytest.mark.parametrize("seed", range(size(12, 4)))
def test_hints_of_magicians_night_come_best_first_and_are_never_certain(seed: int) -> None:
    position = Position("magicians_night", 2, seed=seed)
    while position.moves()[-1] < ENTER:  # symbols are chosen first
        position.play(position.moves()[seed % len(position.moves())])
    begins = bots.advise(position, iterations=400)
    shares = [one.share or 0.0 for one in begins]
    assert shares == sorted(shares, reverse=True)
    assert all(one.error > 0.01 for one in begins)


def test_a_game_without_reasons_gives_chances_and_comparisons_alone() -> None:
    from examples import cupful

    game = cupful.GAME
    assert not hasattr(game.words, "reasons")
    found = bots.advise(Position(game, seats=2, seed=3), iterations=100, milliseconds=LONG)
    assert found[0].share is not None
    assert found[0].why.startswith(("Your chance is ", "“"))


# Who may ask, and what is known --------------------------------------------------------------------------------------


def test_a_seat_that_has_nothing_to_decide_is_told_so() -> None:
    position = Position("magi", 4, seed=1)
    waiting = "ABCD"[(position.turn + 1) % 4]
    with pytest.raises(ZauberError, match=rf"^{waiting} has nothing to decide here.$"):
        bots.advise(position, waiting)
    with pytest.raises(ZauberError, match=r"^A spectator has nothing to decide here.$"):
        bots.advise(position.known_to(NOBODY))
    match = Match("magic_flute", seed=2, names=["Anna", "Ben"])
    with pytest.raises(ZauberError, match=rf"^{match.names[1 - match.turn]} has nothing to decide here.$"):
        bots.advise(match, 1 - match.turn)
    while not match.over:
        match.play(bots.get("thumb").move(match, seed=len(match.plies)))
    for ended in (match, match.known_to(0), Position.of(match.game, match.edition, match.open_position())):
        with pytest.raises(ZauberError, match=r"^The match is over.$"):
            bots.advise(ended)


def frogs_remembered() -> tuple[Match, int]:
    """A match of Mago Magino in which the seat to act knows a frog of its own among others, if it remembers."""
    for seed in range(200):
        match, luck = Match("mago_magino", 2, seed=seed, names=["Anna", "Ben"]), random.Random(seed)
        for _ in range(40):
            match.play(luck.choice(match.moves.actions))
            s = match._here.record
            own = [token for token in range(len(s.frog)) if s.frog[token] > 0 and s.whose[token] == match.turn]
            if s.phase == 1 and len(own) == 1 and s.frogs > 1 and not any(s.struck):
                return match, own[0]
    raise AssertionError("no such match")


def test_a_match_advises_from_what_the_seat_has_seen_and_a_position_has_no_history() -> None:
    match, frog = frogs_remembered()
    move = f"frog {frog + 1} forward"
    remembered = {one.notation: one.why for one in bots.advise(match, iterations=600, milliseconds=LONG)}
    forgotten = {
        one.notation: one.why for one in bots.advise(match.known_to(match.turn), iterations=600, milliseconds=LONG)
    }
    child = int(match._here.record.which[frog]) + 1
    assert f"your child {child}" in remembered[move]
    assert "may be yours" in forgotten[move]
