"""A match from the point of view of somebody who writes Python."""

import copy
import doctest
import importlib
import pickle
from pathlib import Path

import numpy as np
import pytest

import zauber
from tests.match.short import played
from zauber import (
    BadEdition,
    BadNotation,
    BadRecord,
    BadSeats,
    CannotUndo,
    IllegalMove,
    Match,
    UnknownGame,
    ZauberError,
    games,
)
from zauber.games.contract.kernel import HIDDEN, NOBODY
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


def test_a_view_belongs_to_whoever_asked_for_it() -> None:
    for whole in (Match("papageno", seats=2, seed=1), zauber.Position("papageno", seats=2, seed=1)):
        view = whole.view(0)
        view["areas"][0][0] = "scribbled"
        assert whole.view(0)["areas"][0] == [None] * 6


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


@pytest.mark.parametrize("number", [-1, 10**6])
def test_only_actions_have_labels_and_notations(match: Match, number: int) -> None:
    for asked in (match.label, match.game.notation):
        with pytest.raises(IllegalMove, match=f"no action number {number} in Papageno"):
            asked(number)


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


def test_equal_moves_have_equal_hashes() -> None:
    match = Match("papageno", seats=2, seed=1)
    first = match.moves
    match.play("turn 1")
    assert first == match.moves == list(match.moves)
    assert len({first, match.moves, tuple(first)}) == 1


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


def test_a_match_is_loaded_from_the_path_it_was_saved_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = played(4)
    monkeypatch.chdir(tmp_path)
    match.save("x.json")
    assert (
        Match.load("x.json").plies == Match.load(Path("x.json")).plies == Match.load(match.save()).plies == match.plies
    )
    with pytest.raises(BadRecord, match=r"There is no file y\.json"):
        Match.load("y.json")


@pytest.mark.parametrize("wrong", [1.7, 1.0, True, None, b"turn 1", [1]])
def test_only_whole_numbers_and_notations_are_moves(match: Match, wrong: object) -> None:
    with pytest.raises(IllegalMove, match="whole number or a notation"):
        match.play(wrong)  # type: ignore[arg-type]
    assert not match.plies


def test_a_numpy_number_is_a_move(match: Match) -> None:
    assert match.play(np.int64(2)).notation == "turn 3"


def test_forks_have_chance_of_their_own(match: Match) -> None:
    to_take(match)
    seat, before = match.turn, match.save()
    held = set()
    for _ in range(40):
        fork = match.fork()
        fork.play("draw")
        held.add(int(fork.position(seat).held))
    assert len(held) > 3
    assert match.save() == before
    match.play("draw")
    told = {int(fork.position(seat).held) for fork in (match.fork() for _ in range(5))}
    assert told == {int(match.position(seat).held)}  # what has happened is the same


def test_a_fork_with_a_seed_comes_out_the_same_every_time(match: Match) -> None:
    to_take(match)
    ends = []
    for seed in (1, 1, 2):
        fork = match.fork(seed)
        while not fork.over and len(fork.plies) < 60:
            fork.play(fork.moves.actions[-1])
        ends.append(bytes(fork.known_to(0)))
    assert ends[0] == ends[1] != ends[2]


def test_a_fork_keeps_no_promise_that_it_cannot_hold(match: Match) -> None:
    for forked in (match.fork(), to_take(match).fork(), match.fork().fork()):
        for ask in (forked.record, forked.public_record, forked.save):
            with pytest.raises(ZauberError, match="A fork has no record"):
                ask()
        assert forked.commitment != match.commitment
    fork = match.fork()
    with pytest.raises(CannotUndo, match="before the fork"):
        fork.undo()
    assert fork.at(1).moves_of(0) == match.at(1).moves_of(0)


def test_copies_are_matches_of_their_own(match: Match) -> None:
    to_take(match)
    for again in (copy.copy(match), copy.deepcopy(match), pickle.loads(pickle.dumps(match))):
        assert again.save() == match.save()
        again.play("draw")
        assert len(again.plies) == len(match.plies) + 1
        assert again.moves != match.moves
        twin = copy.copy(match)
        twin.play("draw")
        assert again.save() == twin.save()  # the same match, so the same chance
    fork = pickle.loads(pickle.dumps(match.fork(1)))
    assert fork.play("draw") == match.fork(1).play("draw")
    with pytest.raises(ZauberError, match="A fork has no record"):
        fork.record()


def test_an_own_edition_and_its_match_are_pickled(tmp_path: Path) -> None:
    source = Path(zauber.__file__).parent / "games/papageno/editions/a.toml"
    (tmp_path / "own.toml").write_text(source.read_text("utf-8"), "utf-8")
    match = Match("papageno", edition=str(tmp_path / "own.toml"), seed=3)
    assert pickle.loads(pickle.dumps(match)).save() == match.save()


def test_a_match_says_what_a_seat_knows_and_may_do(match: Match) -> None:
    to_take(match)
    match.play("draw")
    for seat in range(3):
        known = match.known_to(seat)
        assert known.viewer == seat
        assert bytes(known) == match.position(seat).tobytes()
        assert match.observe(seat).tolist() == known.observe().tolist()
        assert match.mask(seat).nonzero()[0].tolist() == list(match.moves_of(seat).actions)
        assert known.imagine().known_to(seat) == known
    assert match.mask().tolist() == match.mask(match.turn).tolist()
    assert match.known_to(0, 2) == match.at(2).known_to(0)
