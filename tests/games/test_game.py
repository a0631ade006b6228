"""A game as a whole: how it is found, its words, and its functions in three forms."""

import dataclasses
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest

from zauber import games
from zauber.errors import BadNotation, BadSeats, BrokenRules, IllegalMove, UnknownGame
from zauber.games.contract import kernel
from zauber.games.papageno import GAME


def test_games_are_found_by_name() -> None:
    assert games.get("papageno") is GAME
    assert GAME in games.all_games()
    assert repr(GAME) == "<Game papageno>"
    with pytest.raises(UnknownGame, match=r"There is no game “chess”. The games are: .*papageno"):
        games.get("chess")


def test_a_game_from_elsewhere_can_join(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "_others", {})
    guest = dataclasses.replace(GAME, name="guest", title="Guest")
    games.register(guest)
    assert games.get("guest") is guest
    assert games.all_games()[-1] is guest


@pytest.mark.parametrize("name", games.NAMES)
def test_every_action_has_a_notation_of_its_own(name: str) -> None:
    game = games.get(name)
    assert len(game.notations) == game.rules.ACTIONS
    spoken = [text for text in game.notations if text]
    assert len({text.casefold() for text in spoken}) == len(spoken)
    for action, text in enumerate(game.notations):
        if text:
            assert game.parse(text) == action
            assert text == " ".join(text.split())


def test_notation_is_read_whatever_its_case_and_spaces() -> None:
    assert GAME.parse("  SWAP   2 b5 ") == GAME.parse("swap 2 B5")
    assert GAME.notation(GAME.parse("draw")) == "draw"
    with pytest.raises(BadNotation, match="“fly away” is not an action of Papageno"):
        GAME.parse("fly away")
    with pytest.raises(BadNotation, match="…” is not"):
        GAME.parse("x" * 500)
    with pytest.raises(BadNotation):
        GAME.parse("")


def test_numbers_of_seats_are_checked() -> None:
    for seats in GAME.seats:
        GAME.check_seats(seats)
    with pytest.raises(BadSeats, match="Papageno is played by 2 to 5 players, not 6"):
        GAME.check_seats(6)
    solo = dataclasses.replace(GAME, name="solo", title="Solo", seats=range(3, 4))
    with pytest.raises(BadSeats, match="Solo is played by 3 players, not 2"):
        solo.check_seats(2)


def test_every_function_of_the_contract_is_bound_in_three_forms() -> None:
    for form in (GAME.interpreted, GAME.compiled):
        assert isinstance(form, SimpleNamespace)
        assert {stub.__name__ for stub in kernel.CONTRACT} <= set(vars(form))
    assert GAME.bindings[kernel.conceal].__module__.endswith("papageno.knowledge")
    assert GAME.observation_size == GAME.bindings[kernel.observe].__globals__["OBSERVATION"]


def test_interpreted_and_compiled_set_up_the_same_table() -> None:
    e = GAME.edition().record
    slow, fast = GAME.new_state(), GAME.new_state()
    for s, f in ((slow, GAME.interpreted), (fast, GAME.compiled)):
        f.sow(s, 3, 4)
        f.setup(e, s, 4)
    assert slow.tobytes() == fast.tobytes()


def test_a_missing_function_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    game = dataclasses.replace(GAME, name="half")
    monkeypatch.setitem(game.__dict__, "_modules", [ModuleType("empty")])
    with pytest.raises(BrokenRules, match="does not define setup"):
        _ = game.bindings


def test_an_illegal_action_is_refused_with_its_rule() -> None:
    e, s = GAME.edition().record, GAME.new_state()
    GAME.interpreted.sow(s, 1, 0)
    GAME.interpreted.setup(e, s, 2)
    GAME.check_move(e, s, int(s.turn), GAME.parse("turn 1"))
    with pytest.raises(IllegalMove) as refusal:
        GAME.check_move(e, s, int(s.turn), GAME.parse("draw"))
    assert (refusal.value.rule, refusal.value.sentence) == ("R5", "First every player turns up one card.")
    assert str(refusal.value) == "First every player turns up one card. (R5)"
    for number in (-1, GAME.rules.ACTIONS):
        with pytest.raises(IllegalMove, match=f"There is no action number {number} in Papageno"):
            GAME.check_move(e, s, 0, number)


def test_a_new_state_is_all_zeros() -> None:
    assert not np.frombuffer(GAME.new_state().tobytes(), "u1").any()


@pytest.mark.parametrize("name", games.NAMES)
def test_every_game_has_its_rules_page(name: str) -> None:
    game = games.get(name)
    assert game.page.startswith("# ")
    assert game.designer in game.page
    assert "unofficial" in game.page
