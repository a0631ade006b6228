"""A match, as somebody meets it who writes Python."""

import copy
import doctest
import importlib

import numpy as np
import pytest

import zauber
from tests.match.short import played
from zauber import BadEdition, BadNotation, BadSeats, IllegalMove, Match, UnknownGame, ZauberError, games
from zauber.games.kernel import HIDDEN, NOBODY
from zauber.match import Moves, Ply, letter, seat_of


@pytest.fixture
def match() -> Match:
    return Match("papageno", seats=3, seed=1, names=["Anna", "Ben", "Cleo"])


def to_take(match: Match) -> Match:
    """Let everybody turn a card up, so that the first turn begins."""
    for _ in range(match.seats):
        match.play("turn 1")
    return match


def test_a_match_begins_with_moves_of_the_seat_on_turn(match: Match) -> None:
    assert match.turn in range(3)
    assert list(match.moves) == [f"turn {place}" for place in range(1, 7)]
    assert match.moves.seat == match.turn
    assert not match.over
    assert match.outcome is None


def test_moves_read_like_a_list(match: Match) -> None:
    moves = match.moves
    assert len(moves) == 6
    assert "turn 3" in moves
    assert "TURN  3" in moves
    assert "draw" not in moves
    assert "nonsense" not in moves
    by_number: list[object] = [2, 6, None]
    assert [move in moves for move in by_number] == [True, False, False]
    assert moves[0] == "turn 1"
    assert moves[-2:] == ["turn 5", "turn 6"]
    assert moves == [f"turn {place}" for place in range(1, 7)]
    assert moves != 6
    assert moves.actions == (0, 1, 2, 3, 4, 5)
    assert {moves: 1}[moves] == 1
    assert repr(moves).startswith(f"<moves of {letter(match.turn)}: turn 1 · turn 2")


def test_playing_moves_on(match: Match) -> None:
    first = match.turn
    ply = match.play("turn 3")
    assert ply == Ply(1, first, 2, "turn 3")
    assert str(ply) == f"{letter(first)}: turn 3"
    assert repr(ply) == f"<1. {letter(first)}: turn 3>"
    assert match.turn != first
    assert match.plies == (ply,)
    assert match.moves_of(first) == []
    assert repr(match.moves_of(first)) == f"<moves of {letter(first)}: none now>"


def test_a_seat_is_a_number_or_a_letter(match: Match) -> None:
    assert seat_of("b", 3) == seat_of(1, 3) == 1
    assert match.moves_of("B") == match.moves_of(1)
    for wrong in ("D", "AB", 3, -1, ""):
        with pytest.raises(BadSeats, match="A to C"):
            seat_of(wrong, 3)


def test_another_seat_may_act_where_the_rules_let_it(match: Match) -> None:
    waiting = match.turn
    others = [seat for seat in range(3) if seat != waiting]
    assert match.play("turn 2", seat=others[0]).seat == others[0]
    assert match.play(f"{letter(others[1])}: turn 2").seat == others[1]
    assert match.turn == waiting
    assert match.play(0).seat == waiting


def test_an_illegal_move_names_the_rule(match: Match) -> None:
    with pytest.raises(IllegalMove) as refused:
        match.play("draw")
    assert refused.value.rule.startswith(("R", "A"))
    assert refused.value.rule in str(refused.value)
    assert refused.value.sentence.endswith(".")


def test_out_of_turn_says_whose_turn_it_is(match: Match) -> None:
    to_take(match)
    other = (match.turn + 1) % 3
    with pytest.raises(IllegalMove, match=match.names[match.turn]):
        match.play("draw", seat=other)


def test_text_that_is_no_action(match: Match) -> None:
    with pytest.raises(BadNotation, match="“fly away” is not an action of Papageno"):
        match.play("fly away")
    with pytest.raises(IllegalMove, match="no action number 100000"):
        match.play(100_000)
    with pytest.raises(BadSeats):
        match.play("turn 1", seat=7)
    assert match.plies == ()


def test_nothing_can_be_played_after_the_end() -> None:
    match = played()
    assert match.over
    assert match.turn == NOBODY
    assert match.moves == []
    assert repr(match.moves) == "<no moves: the match is over>"
    assert match.moves_of(0) == []
    with pytest.raises(IllegalMove, match="The match is over"):
        match.play("draw")


def test_the_outcome_has_shares_winners_and_a_sentence() -> None:
    outcome = played(seats=3).outcome
    assert outcome is not None
    assert sum(outcome.shares) == pytest.approx(1)
    assert outcome.winners == tuple(seat for seat in range(3) if outcome.shares[seat])
    assert str(outcome) == outcome.sentence
    assert outcome.sentence.endswith(".")


def test_equal_seeds_give_equal_matches_and_others_do_not() -> None:
    one, two, three = (played(seed=seed) for seed in (5, 5, 6))
    assert one.save() == two.save()
    assert one.commitment != three.commitment
    assert Match("papageno").commitment != Match("papageno").commitment


def test_a_view_shows_only_what_a_seat_may_know(match: Match) -> None:
    to_take(match)
    drawer = match.turn
    match.play("draw")
    other = (drawer + 1) % 3
    assert match.view(drawer) != match.view(other)
    assert match.view(other) == match.view("ABC"[other])
    assert int(match.position(drawer).held) != HIDDEN
    assert int(match.position(other).held) == int(match.position().held) == HIDDEN
    assert not match.position(drawer).rng.any()


def test_a_position_is_a_copy(match: Match) -> None:
    copied = match.position(0)
    copied.turn = 2 if match.turn != 2 else 1
    assert int(match.position(0).turn) == match.turn != int(copied.turn)


def test_the_table_prints(match: Match) -> None:
    assert "Anna" in str(match)
    assert "Anna" in match.text(1)
    assert match.text(1) != match.text(0)
    assert repr(match) == f"<Match of Papageno, 3 seats, 0 plies, {letter(match.turn)} to act>"
    assert repr(played()).endswith("over>")


def test_labels_are_in_context(match: Match) -> None:
    assert match.label("turn 1") != match.label("turn 2")
    assert match.label(0, match.turn) == match.label("turn 1")


def test_the_log_says_you_to_the_reader(match: Match) -> None:
    first = match.turn
    match.play("turn 1")
    assert match.log(first)[0].startswith("You")
    assert match.log()[0].startswith(match.names[first])
    assert match.log(first, since=1) == []
    assert match.log(first, since=0, until=0) == []
    assert match.tell(1, first)[0].key
    for ply in (0, 2):
        with pytest.raises(ZauberError, match=f"no action {ply}"):
            match.tell(ply)
    with pytest.raises(ZauberError, match="no ply 9"):
        match.log(until=9)


def test_a_hidden_action_is_witnessed_as_a_question_mark(match: Match) -> None:
    first = match.turn
    match.play("turn 4")
    assert match.witnessed(first) == ["turn 4"]
    assert match.witnessed() == match.witnessed((first + 1) % 3) == ["?"]


def test_any_ply_can_be_looked_at_again() -> None:
    match = played()
    early = match.at(3)
    assert len(early.plies) == 3
    assert early.plies == match.plies[:3]
    assert not early.over
    early.play(early.moves.actions[0])
    assert len(match.plies) > 4
    assert match.at(0).plies == ()
    assert match.at(len(match.plies)).save() == match.save()
    for ply in (-1, len(match.plies) + 1):
        with pytest.raises(ZauberError, match="no ply"):
            match.at(ply)


def test_seats_names_and_kinds_must_fit() -> None:
    assert Match("papageno").seats == 2
    assert Match("papageno", names=["Anna", "Ben", "Cleo"]).seats == 3
    assert Match("papageno", seats=2).names == ("A", "B")
    with pytest.raises(BadSeats, match="2 to 5"):
        Match("papageno", seats=6)
    with pytest.raises(BadSeats, match="2 seats, but 1 names"):
        Match("papageno", seats=2, names=["Anna"])
    with pytest.raises(BadSeats, match="64 bytes"):
        Match("papageno", seats=2, entropy=[b"x" * 65, b""])
    for name in ("", "x" * 41, "two\nlines", "back\u202ewards"):
        with pytest.raises(BadSeats, match="A name is one line"):
            Match("papageno", names=["Anna", name])
    with pytest.raises(UnknownGame):
        Match("poker")


def test_editions_and_options_reach_the_rules() -> None:
    game = games.get("papageno")
    match = Match(game, edition="b", options={"egg_choice": "best"})
    assert match.edition.name == "b"
    assert match.edition.options["egg_choice"] == "best"
    assert Match(game, edition=game.edition("b")).edition.hash == game.edition("b").hash
    with pytest.raises(BadEdition):
        Match(game, options={"colour": "red"})


def test_compiled_rules_play_the_same_match() -> None:
    interpreted = played(12, seats=3)
    compiled = Match("papageno", seats=3, seed=1, options={"turn_limit": 1}, compiled=True)
    for ply in interpreted.plies:
        assert compiled.moves == interpreted.at(ply.number - 1).moves
        compiled.play(ply.action, ply.seat)
    assert compiled.save() == interpreted.save()


def test_the_package_offers_its_parts() -> None:
    assert zauber.Match is Match
    assert zauber.games is games
    assert zauber.__version__
    assert {"Match", "games", "IllegalMove"} <= set(dir(zauber))
    with pytest.raises(AttributeError, match="no attribute 'chess'"):
        _ = zauber.chess
    assert copy.copy(Moves(games.get("papageno"), 0, (0,))) == ["turn 1"]


def test_numpy_numbers_are_moves_too(match: Match) -> None:
    assert match.play(int(np.int64(3))).notation == "turn 4"


@pytest.mark.parametrize("name", ["zauber", "zauber.match.match", "zauber.bots", "zauber.games"])
def test_the_examples_in_the_documentation(name: str) -> None:
    found = doctest.testmod(importlib.import_module(name))
    assert found.attempted > 0
    assert found.failed == 0
