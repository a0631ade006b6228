"""Text seats: what a language model reads is what its seat knows, and what it answers is understood or asked again."""

import copy
import json
import random
from typing import Any

import pytest

import zauber
from zauber import ZauberError, games
from zauber.envs.language import WAIT, meant

LABELS = {
    "draw": "Draw from the pile",
    "take": "Take the 4",
    "place 1": "Place it top left",
    "place 12": "Place it last",
}


@pytest.mark.parametrize("game", games.NAMES)
def test_whole_matches_are_played_in_words(game: str) -> None:
    """Every move that is listed is understood, by its words, by what it means and by its number."""
    luck, again = random.Random(5), []
    env = zauber.envs.text(game, seed=7, options={"turn_limit": 12})
    for number in range(150):
        if env.done:
            break
        prompt, move = env.prompt(), luck.choice(env.moves)
        assert env.rules_page().splitlines()[0] in prompt
        assert env.observation() in prompt
        assert json.loads(json.dumps(env.view())), "plain data"
        numbered = f"{env.moves.index(move) + 1}. {move}: " in prompt
        said = [move, f"Let me think.\nMove: **{move}**", f'{{"move": "{move}"}}', str(env.moves.index(move) + 1)]
        assert env.answer(said[number % (4 if numbered else 3)]).move == move
        again.append((prompt, move))
    assert env.forfeits == ()
    twin = zauber.envs.text(game, seed=7, options={"turn_limit": 12})
    for prompt, move in again:
        assert twin.prompt() == prompt, "the seed is honoured"
        twin.answer(move)


@pytest.mark.parametrize("game", games.NAMES)
def test_a_prompt_tells_no_more_than_its_seat_knows(game: str) -> None:
    luck, compared = random.Random(1), 0
    env = zauber.envs.text(game, seed=3, options={"turn_limit": 12})
    for number in range(60):
        if env.done:
            break
        seat, match = env.seat, env.match
        env._read[seat] = len(match.plies)  # what happened is told from the position before, which is another world too
        twin = copy.deepcopy(env)
        world = match.known_to(seat).imagine(seed=number)
        twin.match._history = [*match._history[:-1], bytes(world)]
        twin.match._now = None
        compared += bytes(world) != match._history[-1]
        assert twin.prompt() == env.prompt()
        assert twin.view() == env.view()
        env.answer(luck.choice(env.moves))
    assert compared > 5


def test_a_sentence_that_names_one_move_is_that_move() -> None:
    env = zauber.envs.text("papageno", seats=3, seed=7)
    for _ in range(3):
        assert env.answer(env.moves[0]).move
    assert env.answer("I take the discard.").move == "take"
    assert "**R9**" in env.rules_page(whole=True)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("draw", {"draw"}),
        ("  Draw. ", {"draw"}),
        ("I would not place 12 there.\n\nMy final move is: take", {"take"}),
        ("**take**", {"take"}),
        ('Either way.\n```json\n{"why": "draw is worse", "action": "take"}\n```', {"take"}),
        ('{"move": 1}', {"draw"}),
        ("2", {"take"}),
        ("Between draw and take I choose “take”", {"take"}),
        ("Take the 4!", {"take"}),
        ("place 12", {"place 12"}),
        ("I place 12", {"place 12"}),
        ("draw or take?", {"draw", "take"}),
        ("“draw” “take”", {"draw", "take"}),
        ("withdraw", set()),
        ("place 3", set()),
        ("", set()),
        ("5", set()),
        ("[]{}", set()),
        ('{"move": ["draw"]}', {"draw"}),
    ],
)
def test_an_answer_is_understood_or_not_but_never_guessed(text: str, expected: set[str]) -> None:
    assert meant(text, LABELS, numbered=True) == expected


def test_who_means_nothing_is_told_why_and_forfeits_in_the_end() -> None:
    env = zauber.envs.text("papageno", seats=3, seed=7, options={"turn_limit": 12}, names=["Ada", "Bo", "Cy"])
    while env.moves != ["draw", "take"]:
        env.answer(env.moves[0])
    seat = env.seat
    assert "“draw” or “take”" in env.answer("draw, or rather take").again
    told = env.answer("place 3").again
    assert "“place 3” cannot be played" in told
    assert "(R" in told
    assert "1 try is left" in told
    assert told in env.prompt()
    assert env.answer("nonsense").forfeited
    assert (env.done, env.seat, env.moves, env.forfeits, env.invalid[seat]) == (True, -1, [], (seat,), 3)
    assert env.outcome is not None
    assert env.outcome.shares == tuple(0.0 if one == seat else 0.5 for one in range(3))
    assert "forfeits" in str(env.outcome)
    for use in (env.prompt, lambda: env.answer("draw")):
        with pytest.raises(ZauberError, match="The match is over"):
            use()


def test_magis_calls_and_catches_are_questions() -> None:
    """Who may act out of turn is asked, may wait, and the seat on turn is asked after it."""
    luck, asked, reacted = random.Random(2), 0, 0
    env = zauber.envs.text("magi", seats=5, seed=4, options={"turn_limit": 200})
    while not env.done:
        move = luck.choice(env.moves)
        if WAIT in env.moves:
            asked += 1
            reacted += move != WAIT
            assert env.seat != env.match.turn
            assert "react now, or answer “wait”" in env.prompt()
        env.answer(move)
    assert asked > reacted > 0
    silent = zauber.envs.text("magi", seats=5, seed=4, options={"turn_limit": 200}, out_of_turn=False)
    while not silent.done:
        assert WAIT not in silent.moves
        silent.answer(luck.choice(silent.moves))


def test_what_cannot_be_is_said_in_a_sentence() -> None:
    with pytest.raises(ZauberError, match="none, short, long"):
        zauber.envs.text("papageno", rules="all")
    with pytest.raises(ZauberError, match="at least one try"):
        zauber.envs.text("papageno", tries=0)
    wrong: Any = None
    with pytest.raises(ZauberError, match="An answer is text"):
        zauber.envs.text("papageno").answer(wrong)


def test_any_number_of_matches_at_once() -> None:
    many = [zauber.envs.text("magic_flute", seed=seed, list_moves=False, rules="none") for seed in range(20)]
    while running := [env for env in many if not env.done]:
        for env in running:
            assert "\n1. " not in env.prompt()
            env.answer(env.moves[-1])
    assert {env.outcome is not None for env in many} == {True}
    assert len({str(env.match.plies) for env in many}) > 10
