"""The network of Magicians' Night: what it sees of a plan, how it is trained, and what it remembers."""

import io
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from zauber import Match, bots
from zauber.cli import main
from zauber.errors import ZauberError
from zauber.games.magicians_night import network, study
from zauber.games.magicians_night.network import Judge, Network, goes_on, load, roughly, shipped
from zauber.games.magicians_night.plans import Planner
from zauber.games.magicians_night.rules import BEGIN, ENTER, GO_ON, STOP
from zauber.games.magicians_night.sketch import AT_SCALARS, NODES, OWN, SIZE, sketch
from zauber.games.magicians_night.table import CAULDRON, MAGICIAN, TREE
from zauber.lab.arena import Contest, hold
from zauber.lab.peeking import peeks

from .night import GAME, SUN, Night

KIND = bots.get("network", "magicians_night")


def known(night: Night, seat: int = 0) -> Any:
    hidden = night.s.copy()
    night.f.conceal(night.e, hidden, seat)
    return hidden


def seen_of(night: Night, start: int) -> Any:
    """What the network sees of a plan in the true world."""
    worlds, out = np.array([night.s, night.s], night.s.dtype), np.zeros(SIZE)
    sketch(night.e, worlds, 0, 1, 0, start, out)
    return out


def test_a_sketch_is_the_same_when_the_plate_is_turned_or_mirrored() -> None:
    """A quarter turn, and a mirror along the way in: the table of headings is exactly symmetric."""
    here = Night(2, light="light").clear().put(CAULDRON, 80, 30).put(CAULDRON + 1, -20, 60).put(TREE, 110, -10)
    turned = Night(2, light="light").clear().put(CAULDRON, -30, 80).put(CAULDRON + 1, -60, -20).put(TREE, 10, 110)
    mirrored = Night(2, light="light").clear().put(CAULDRON, 80, -30).put(CAULDRON + 1, -20, -60).put(TREE, 110, 10)
    wanted = seen_of(here, ENTER)
    np.testing.assert_allclose(seen_of(turned, ENTER + 48), wanted, atol=1e-9)
    np.testing.assert_allclose(seen_of(mirrored, ENTER), wanted, atol=1e-9)
    assert not np.allclose(seen_of(here, ENTER + 8), wanted)


def test_a_sketch_shows_each_piece_once_and_where_it_lies() -> None:
    night = Night(2, light="light").clear().put(CAULDRON, 84, 28).put(CAULDRON + 1, 0, -100).put(SUN, 140, 0)
    grid = seen_of(night, GO_ON)[OWN * NODES * NODES : (OWN + 1) * NODES * NODES].reshape(NODES, NODES)
    assert grid.sum() == pytest.approx(1)
    assert grid[NODES // 2 + 3, NODES // 2 + 1] == pytest.approx(1, abs=1e-4), "three nodes ahead, one to the left"
    assert seen_of(night, GO_ON)[AT_SCALARS + 4] == 1
    assert seen_of(night, ENTER)[AT_SCALARS + 4] == 0


def test_sketches_of_several_worlds_are_averaged() -> None:
    one = Night(2, light="light").clear().put(CAULDRON, 84, 28).put(TREE, 100, 40)
    two = Night(2, light="light").clear().put(CAULDRON, 84, 28).put(TREE, 60, -70)
    worlds, out = np.array([one.s, two.s, one.s], one.s.dtype), np.zeros(SIZE)
    sketch(one.e, worlds, 0, 2, 0, ENTER, out)
    np.testing.assert_allclose(out, (seen_of(one, ENTER) + seen_of(two, ENTER)) / 2)


def test_the_network_fits_and_tells_how_it_was_made() -> None:
    assert len(shipped().layers[0][0]) == SIZE
    told = json.loads(Path(network.__file__).with_name("network.json").read_text("utf-8"))
    assert told["rules"] == GAME.version
    assert {"command", "device", "positions", "plans", "figures", "matches"} <= set(told)
    assert Path(network.__file__).with_name("network.npz").stat().st_size < 2_000_000


def test_what_is_not_a_network_is_refused() -> None:
    with pytest.raises(ZauberError, match=r"cannot be read"):
        load(io.BytesIO(b"nothing"))
    with pytest.raises(ZauberError, match=r"“?'?weight_0'?”? is missing"):
        Judge({})
    arrays = {f"{part}_{i}": np.zeros((2, 2)) for part in ("weight", "bias") for i in range(3)}
    with pytest.raises(ZauberError, match=f"for 2 numbers of a plan, not {SIZE}"):
        Judge(arrays)


def test_R2_every_plan_is_judged_once_and_few_are_tried_out() -> None:
    night = Night(by_hand=True)
    plans = Network(GAME).judged(night.e, known(night), 0, seed=4)
    assert sorted(plan.start for plan in plans) == sorted(Planner(GAME).starts(known(night), 0))
    tried = [plan for plan in plans if plan.worlds]
    assert 0 < len(tried) <= (len(plans) + 1) // 2
    assert sum(plan.worlds for plan in tried) < 80, "the planner tries them out about 264 times"
    assert plans[0].worlds == sum(network.PORTIONS)


def test_R26_the_network_pushes_a_cauldron_in_when_it_can() -> None:
    night = Night(2, light="light").clear().put(CAULDRON, 30, 0).put(CAULDRON + 1, -100, 0).put(SUN, 80, 0)
    bot = KIND(GAME, night.edition, 2, 0)
    while night.s.turn == 0:
        moves = [GAME.parse(move) for move in night.moves()]
        night.do(GAME.notation(bot.choose(known(night), moves, 1)))
    assert night.s.winner == 0


def test_A31_plans_do_not_depend_on_what_lies_in_the_dark() -> None:
    night, other = Night(), Night()
    other.s.x[TREE + 3] += 0.2
    assert Network(GAME).judged(night.e, night.s, 0, seed=1) == Network(GAME).judged(other.e, other.s, 0, seed=1)


def test_A31_the_network_does_not_peek() -> None:
    assert peeks(KIND, GAME, 2, deals=1, every=7) == []


def test_a_player_that_is_asked_again_gives_the_same_answer() -> None:
    """Although it remembers the worlds of its turns: only those of earlier turns count."""
    match = Match("magicians_night", seats=2, seed=3, edition="quick")
    players = {seat: KIND(match.game, match.edition, 2, seat) for seat in range(2)}
    asked = 0
    while asked < 6:
        seat = match.turn
        answers = {players[seat].choose(match.position(seat), match.moves.actions, 5) for _ in range(2)}
        assert len(answers) == 1
        asked += int(match.position(seat).phase == BEGIN)
        match.play(answers.pop())


def test_worlds_are_remembered_from_turn_to_turn_and_fit_what_is_seen() -> None:
    """The second time they are continued; another match, or one that was taken back, begins anew."""
    night = Night(2, by_hand=True)
    mind = Network(GAME)
    rough = roughly(night.e)
    first = mind.worlds(rough, known(night), 0, 1, 4, lit=False).copy()
    night.do("enter 0").push(32, 4).do("stop", "stop")
    then = known(night)
    assert goes_on(first[-1], then)
    worlds = mind.worlds(rough, then, 0, 2, 4, lit=False)
    fresh = Network(GAME).worlds(rough, then, 0, 2, 4, lit=False)
    for world, other in zip(worlds[:-1], fresh, strict=False):
        for piece in [*range(TREE), *range(MAGICIAN, MAGICIAN + 4)]:
            assert (world.x[piece], world.y[piece], world.here[piece]) == (
                then.x[piece], then.y[piece], then.here[piece],
            )  # fmt: skip
        assert sum(world.here[TREE:MAGICIAN] == 0) == then.lost
        assert not np.array_equal(world.x, other.x)
    far = [k for k in range(TREE, MAGICIAN) if first[0].x[k] < -130]  # the push was on the right
    np.testing.assert_array_equal(worlds[0].x[far], first[0].x[far])
    assert not goes_on(worlds[-1], first[-1]), "taken back"
    elsewhere = Night(2, by_hand=True).do("enter 100").push(0, 10).do("stop", "stop", "enter 4").push(30, 5).do("stop")
    assert not goes_on(worlds[-1], known(elsewhere))


def test_every_seat_of_a_match_has_a_memory_of_its_own() -> None:
    one, two = (KIND(GAME, GAME.edition(), 2, seat) for seat in range(2))
    night = Night(by_hand=True)
    one.choose(known(night), [STOP, *range(ENTER, ENTER + 192)], 1)
    assert len(vars(one)["_mind"]._earlier) == 1
    assert vars(two)["_mind"]._earlier == vars(KIND)["mind"]._earlier == []


def test_rough_editions_have_strokes_of_the_same_length() -> None:
    for name in GAME.editions:
        e = GAME.edition(name).record
        assert roughly(e).step * roughly(e).stroke_steps == pytest.approx(e.step * e.stroke_steps)
        assert roughly(e).step == pytest.approx(5 * e.step)


def test_it_plays_whole_matches_in_the_arena_and_is_known_in_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    results = hold(Contest("magicians_night", ("network", "thumb"), edition="quick"), 2, 1)
    assert {standing.name for standing in results.standings()} == {"network", "thumb"}
    monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
    assert main(["play", "magicians_night", "--seats", "2", "--bots", "network", "--edition", "quick"]) == 0
    assert "Bot 1 (network)" in capsys.readouterr().out


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few worlds, and the edition in which matches are short."""
    monkeypatch.setattr(study, "LEARNING", 3)
    monkeypatch.setattr(study, "TESTING", 6)
    monkeypatch.setattr(study, "REFERENCE", 3)
    monkeypatch.setattr(study, "EDITIONS", ("quick",))
    monkeypatch.setattr(study, "PORTION", 64)
    monkeypatch.setattr(study, "EPOCHS", 30)


@pytest.mark.usefixtures("small")
def test_a_network_learns_in_seconds_to_choose_better_plans() -> None:
    gatherer = study.Gatherer(GAME, 5)
    positions = [position for _ in range(2) for position in gatherer.positions(6)]
    plans = study.Tried(
        np.concatenate([sketches for sketches, _ in positions]).astype(np.float16),
        np.concatenate([gains for _, gains in positions]).astype(np.float32),
        np.repeat(np.arange(len(positions)), [len(gains) for _, gains in positions]),
    )
    trained = study.fit(plans, 1)
    rng = np.random.default_rng(1)
    untrained = {name: (rng.normal(size=array.shape) / 30).astype(np.float16) for name, array in trained.items()}
    better, before = (study.gains_of_choices(Judge(weights), plans)["network"][0] for weights in (trained, untrained))
    any_plan = study.gains_of_choices(Judge(trained), plans)["any"][0]
    assert better > max(before, any_plan) + 0.02


def test_the_slopes_are_those_of_the_error() -> None:
    rng = np.random.default_rng(3)
    shapes = [(5, 4), (4,), (4, 3), (3,), (3, 1), (1,)]
    weights = [rng.normal(size=shape) for shape in shapes]
    x, wanted = rng.normal(size=(7, 5)), rng.normal(size=7)

    def error() -> float:
        y = x
        for i in range(3):
            y = y @ weights[2 * i] + weights[2 * i + 1]
            y = np.maximum(y, 0) if i < 2 else y
        return float(np.mean((y[:, 0] - wanted) ** 2))

    for array, slope in zip(weights, study.slopes_of(weights, x, wanted), strict=True):
        before = error()
        array.flat[0] += 1e-6
        assert (error() - before) / 1e-6 == pytest.approx(slope.flat[0], abs=1e-4)


@pytest.mark.full
@pytest.mark.usefixtures("small")
def test_the_command_trains_and_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["train", "magicians_night", "--minutes", "0.01", "--workers", "1", "--folder", str(tmp_path)]
    assert main(command) == 0
    assert "network: " in capsys.readouterr().out
    first = json.loads((tmp_path / "made.json").read_text())
    assert main([*command, "--json"]) == 0
    assert set(json.loads(capsys.readouterr().out)["gains"]) >= {"network", "1 worlds", "any", "best"}
    second = json.loads((tmp_path / "made.json").read_text())
    assert second["positions"] > first["positions"]
    with (tmp_path / "weights.npz").open("rb") as file:
        assert isinstance(load(file)(np.zeros(SIZE, np.float32)), float)
