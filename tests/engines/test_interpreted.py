"""The engine's loops also run interpreted, for debugging, and give the same bytes as when compiled."""

from typing import Any

import numpy as np
import pytest

from zauber import IllegalMove, games
from zauber.bots.levels import Apprentice
from zauber.engines import Batch, cpu, loops
from zauber.games.compiling.link import compiled, plain

SHORT: dict[str, dict[str, Any]] = {
    "papageno": {"turn_limit": 6},
    "magi": {"turn_limit": 6},
    "mago_magino": {"turn_limit": 6},
    "magic_flute": {"turn_limit": 6},
}


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Makes a batch whose loops are not compiled."""

    def make(*arguments: Any, **options: Any) -> Batch:
        with monkeypatch.context() as patch:
            patch.setattr(cpu, "compiled", plain)
            return Batch(*arguments, threads=1, **options)

    return make


def state_of(batch: Batch) -> list[bytes]:
    """Everything that a batch shows, as bytes."""
    lists, counts = batch.moves()
    listed = b"".join(lists[i, : counts[i]].tobytes() for i in range(batch.n))
    shown = [batch.observe(), batch.legal(), batch.turn, batch.positions, batch.finals, batch.numbers, batch.lengths]
    return [np.ascontiguousarray(each).tobytes() for each in shown] + [listed]


@pytest.mark.parametrize("name", SHORT)
def test_interpreted_and_compiled_batches_show_the_same_at_every_step(name: str, interpreted: Any) -> None:
    made: dict[str, Any] = {"n": 3, "seed": 5, "options": SHORT[name]}
    slow, quick = interpreted(name, **made), Batch(name, **made)
    for step in range(30):
        assert state_of(slow) == state_of(quick), step
        lists, counts = quick.moves()
        actions = lists[np.arange(3), (np.arange(3) + step) % counts]
        ended, same = slow.step(actions), quick.step(actions)
        assert [np.asarray(each).tobytes() for each in vars_of(ended)] == [
            np.asarray(e).tobytes() for e in vars_of(same)
        ]
    for copy in ("conceal", "imagine"):
        given = (0,) if copy == "conceal" else (6, 1)
        assert getattr(slow, copy)(*given).tobytes() == getattr(quick, copy)(*given).tobytes()
    for batch in (slow, quick):
        batch.reseed(np.arange(3), 9)
    assert slow.positions.tobytes() == quick.positions.tobytes()


def vars_of(ended: Any) -> list[Any]:
    """The arrays of what has ended."""
    return [ended.lanes, ended.numbers, ended.lengths, ended.outcomes]


@pytest.mark.parametrize("name", SHORT)
@pytest.mark.parametrize("players", [("learner", "random"), ("learner", "thumb"), ("random", "random")])
def test_players_inside_an_interpreted_loop_play_the_same(
    name: str, players: tuple[str, ...], interpreted: Any
) -> None:
    seats = games.get(name).seats[0]
    sitting = (players * seats)[:seats]
    made: dict[str, Any] = {
        "seats": seats,
        "n": 2,
        "seed": 3,
        "players": sitting,
        "options": SHORT[name],
        "rotate": True,
    }
    slow, quick = interpreted(name, **made), Batch(name, **made)
    if "learner" not in sitting:
        found, same = slow.play(3, finals=True), quick.play(3, finals=True)
        for part in ("outcomes", "lengths", "finals"):
            assert getattr(found, part).tobytes() == getattr(same, part).tobytes(), part
        return
    for _ in range(4):
        assert state_of(slow) == state_of(quick)
        lists, _ = quick.moves()
        slow.step(lists[:, 0])
        quick.step(lists[:, 0])


@pytest.mark.parametrize("name", [*SHORT, "magicians_night"])
def test_an_apprentice_plays_the_same_by_interpreted_and_compiled_rules(name: str) -> None:
    game = games.get(name)
    assert game.extra("naive") is not None
    edition, seats = game.edition(), game.seats[0]
    batch = Batch(name, n=40, seats=seats, seed=11, players=("learner",) * seats)
    for step in range(6):
        lists, counts = batch.moves()
        batch.step(lists[np.arange(40), (np.arange(40) * 5 + step) % counts])
    known = batch.conceal(batch.turn)
    for i in range(batch.n):
        seat, moves = int(batch.turn[i]), [int(action) for action in batch.moves()[0][i, : batch.moves()[1][i]]]
        chosen = []
        for rules in (game.interpreted, game.compiled):
            player = Apprentice(game, edition, seats, seat)
            player.rules = rules
            chosen.append(player.choose(known[i].copy(), moves, 100 + i))
        assert chosen[0] == chosen[1], i


@pytest.mark.parametrize("name", ["papageno", "magi"])
def test_a_position_is_judged_the_same_by_interpreted_and_compiled_rules(name: str) -> None:
    game = games.get(name)
    edition, seats = game.edition().record, game.seats[-1]
    batch = Batch(name, n=20, seats=seats, seed=2, players=("learner",) * seats)
    for step in range(60):
        lists, counts = batch.moves()
        batch.step(lists[np.arange(20), (np.arange(20) * 3 + step) % counts])
    nothing = np.zeros(1, np.float32)
    for record in batch.positions.copy():
        judged = []
        for wrap in (plain, compiled):
            shares = np.zeros(seats)
            game.linker(wrap)(game.extra("judge"))(edition, record, nothing, nothing, shares)
            judged.append((game.linker(wrap)(game.extra("round_number"))(edition, record), shares))
        assert judged[0][0] == judged[1][0]
        assert judged[0][1] == pytest.approx(judged[1][1], abs=1e-12)
        assert sum(judged[0][1]) == pytest.approx(1)


def test_worlds_of_magicians_night_are_imagined_the_same_by_interpreted_rules() -> None:
    game = games.get("magicians_night")
    edition = game.edition()
    batch = Batch("magicians_night", n=2, seats=2, seed=8, players=("learner",) * 2)
    for step in range(500):
        lists, counts = batch.moves()
        batch.step(lists[np.arange(2), (np.arange(2) * 7 + step * 5) % counts], check=False)
    for lane in range(2):
        seat = int(batch.turn[lane])
        known = batch.conceal(batch.turn)[lane]
        worlds = []
        for rules in (game.interpreted, game.compiled):
            world = known.copy()
            rules.sow(world, 4, lane)
            rules.imagine(edition.record, world, seat)
            worlds.append(world.tobytes())
        assert worlds[0] == worlds[1]


def test_masks_are_made_and_actions_checked_the_same_by_interpreted_loops() -> None:
    batch = Batch("magi", n=4, seats=4, seed=1)
    lists, counts = (each.copy() for each in batch.moves())
    masks = np.ones((4, batch.legal().shape[1]), np.bool_)
    loops.mask_lanes(0, 4, lists, counts, masks)
    assert (masks == batch.legal()).all()
    actions = lists[:, 0].copy()
    assert loops.check_lanes(0, 4, batch.turn, actions, lists, counts) == -1
    actions[2] = int(np.flatnonzero(~masks[2])[0])
    assert loops.check_lanes(0, 4, batch.turn, actions, lists, counts) == 2
    with pytest.raises(IllegalMove):
        batch.step(actions)
