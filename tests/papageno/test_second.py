"""Two implementations, one game: every position of many random rounds, and the statistics of whole rounds."""

import random

import pytest

from tests.chance import same_distribution
from tests.papageno import naive
from tests.papageno.second import NAMES, STEPS, Recorder, Step, chance_of, naive_pack
from tests.sizes import PATIENCE, size
from zauber.games.contract.kernel import HIDDEN
from zauber.games.papageno import GAME

pytestmark = pytest.mark.no_cover  # repeats much: other tests cover these lines

SETTINGS = [  # edition, options, patience (see `record_match`), rounds: with four numbers of players 20,000 in full
    ("a", {}, 0, size(2_000, 60)),
    ("b", {}, 50, size(1_000, 60)),
    ("a", {"reshuffle": "keep_top"}, 90, size(500, 50)),
    ("b", {"reshuffle": "all"}, 90, size(500, 50)),
    ("a", {"egg_choice": "best"}, 90, size(500, 50)),
    ("a", {"turn_limit": "8"}, 20, size(500, 200)),
]


def follow(game: naive.Game, step: Step, seats: int) -> None:
    """Let the naive game take the same step, and compare everything that lies open."""
    game.fate.extend(chance_of(step, seats))
    move = GAME.notation(step.action)
    options = game.moves(step.seat)
    assert move in options
    assert len(options) == step.options
    game.act(step.seat, move)
    assert not game.fate, "ours turned up more cards than there were to turn"
    after = step.after
    assert game.over == (after["phase"] == STEPS.index("over"))
    assert game.wins == after["wins"][:seats]
    if after["rounds"] != step.before["rounds"] or game.over:
        counted = game.history[-1]
        assert counted.scores == after["score"][:seats]
        assert counted.wires == [[NAMES[kind] for kind in wire] for wire in after["shown"][:seats]]
    if game.over:
        return
    assert (game.step, game.starter, game.turns) == (STEPS[after["phase"]], after["starter"], after["turns"])
    assert game.active == after["active"]
    assert (len(game.pile), len(game.discards)) == (after["pile_left"], after["discards"])
    if game.step == "take":
        assert (game.discards[-1].name if game.discards else ".") == NAMES[after["top"]]
    if after["area"] == step.before["area"] and not move.startswith("place"):
        return
    for wire, theirs in zip(game.wires, after["area"], strict=False):
        assert [s.card.name if s.open else "." for s in wire.values()] == [NAMES[kind] for kind in theirs]


@pytest.mark.timeout(PATIENCE)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize(("edition", "options", "patience", "least"), SETTINGS)
def test_every_position_agrees(edition: str, options: dict[str, str], patience: int, least: int, seats: int) -> None:
    chosen = GAME.edition(edition, options)
    recorder = Recorder(chosen, seats)
    rounds = number = rebuilt = 0
    while rounds < least:
        steps = recorder.match(11, number, patience)
        starter = steps[0].before["starter"]
        game = naive.Game(naive_pack(chosen), seats, starter, random.Random(number), told=True)
        for step in steps:
            follow(game, step, seats)
            rebuilt += game.pile_is_rebuilt
        assert game.over
        rounds += len(game.history)
        number += 1
    assert rebuilt > 0 or patience < 90


def test_the_comparison_notices_a_card_that_cannot_be_there() -> None:
    game = naive.Game(naive.Pack({0: 20}, eggs=0), 2, 0, told=True)
    game.play(0, "turn 1")
    game.fate.extend(["E", "0", "0"])
    with pytest.raises(naive.NotPossible):
        game.play(1, "turn 1")


@pytest.mark.parametrize("seats", [2, 5])
def test_whole_rounds_have_the_same_statistics(seats: int) -> None:
    edition = GAME.edition("a", {"turn_limit": "40"})
    recorder = Recorder(edition, seats, most=140)
    ours, theirs = [], []
    for number in range(size(1_000, 400)):
        first = next(step for step in recorder.match(5, number, 0) if step.after["shown"][0][0] != HIDDEN)
        unfinished = first.before["phase"] != STEPS.index("eggs")  # this very step ended the last turn
        ours.append((first.before["turns"] + unfinished, min(first.after["score"][:seats])))
        theirs.append(naive_round(naive_pack(edition), seats, random.Random(number)))
    for mine, other in zip(zip(*ours, strict=True), zip(*theirs, strict=True), strict=True):
        assert same_distribution([x // 4 for x in mine], [x // 4 for x in other]) > 0.001
    assert same_distribution([x // 4 for x, _ in ours], [x // 4 + 1 for x, _ in theirs]) < 0.001


def naive_round(pack: naive.Pack, seats: int, luck: random.Random) -> tuple[int, int]:
    """Turns and lightest score of one round with a really shuffled pack."""
    game = naive.Game(pack, seats, luck.randrange(seats), luck)
    while not game.history:
        seat = luck.randrange(seats)
        if options := game.moves(seat):
            game.act(seat, luck.choice(options))
    return game.history[0].turns, min(game.history[0].scores)
