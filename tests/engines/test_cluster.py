"""A run on a real Ray cluster on this machine gives the same results, even if a worker is lost."""

import json
import os
import secrets
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from zauber import ZauberError, bots, games
from zauber.cli import main
from zauber.engines import cluster
from zauber.engines.runs import Simulation, simulate

GAME = games.get("papageno")
EDITION = GAME.edition("", {"turn_limit": 50})


CLUSTER = """
import sys, ray
for attempt in range(4):  # Ray gives up after 30 s, and a busy machine may take longer
    try:
        made = ray.init(
            num_cpus=2, object_store_memory=80_000_000,
            include_dashboard=False, log_to_driver=False, logging_level="error",
        )
        break
    except Exception:
        ray.shutdown()
print(made.address_info["gcs_address"], flush=True)
sys.stdin.read()
ray.shutdown()
"""

pytestmark = pytest.mark.filterwarnings("ignore")  # Ray's own


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A cluster of two cores in processes of its own, with a token of its own; it ends when its standard input does."""
    patch = pytest.MonkeyPatch()
    patch.delenv("COVERAGE_PROCESS_CONFIG", raising=False)
    patch.setenv("RAY_AUTH_MODE", "token")
    patch.setenv("RAY_AUTH_TOKEN", secrets.token_hex(32))
    with subprocess.Popen(
        [sys.executable, "-c", CLUSTER],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        yield next(line.strip() for line in process.stdout if ":" in line)
        process.stdin.close()
    patch.undo()


def test_a_cluster_plays_what_one_machine_plays(address: str) -> None:
    assert EDITION.reading.tobytes() == EDITION.array.tobytes()  # both are cached now, and stay on this machine
    told: list[int] = []
    found = cluster.simulate_on_ray(GAME, EDITION, 3, 5000, 4, told.append, address)
    assert found.same_results(simulate(GAME, EDITION, 3, 5000, 4))
    assert sum(told) == found.games == 5000
    assert len(told) > 2  # in parts
    assert found.decisions_per_second > 0
    thumbs = cluster.simulate_on_ray(GAME, EDITION, 2, 40, 4, address=address, by="thumb")
    assert thumbs.same_results(simulate(GAME, EDITION, 2, 40, 4, by="thumb"))


@pytest.mark.full
def test_a_part_whose_worker_is_lost_is_played_by_another(address: str, tmp_path: Path) -> None:
    mark = tmp_path / "killed"

    def dying(package: str, edition: Any, seats: int, matches: int, seed: int, first: int, how: Any) -> Simulation:
        if first > 0 and not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return cluster.play_part(package, edition, seats, matches, seed, first, how)

    found = cluster.simulate_on_ray(GAME, EDITION, 2, 2000, 4, address=address, part=dying)
    assert mark.exists()
    assert found.same_results(simulate(GAME, EDITION, 2, 2000, 4))


@pytest.mark.full
def test_a_run_that_is_stopped_gives_the_results_so_far(address: str) -> None:
    told: list[int] = []

    def stop(done: int) -> None:
        told.append(done)
        if len(told) == 3:
            raise KeyboardInterrupt

    found = cluster.simulate_on_ray(GAME, EDITION, 2, 10_000_000, 4, stop, address)
    assert found.stopped
    assert found.games == sum(told) < 10_000_000


@pytest.mark.full
def test_the_command_plays_on_a_cluster(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    outputs = []
    for on, at in (("ray", ["--cluster", address]), ("here", [])):
        assert main(["simulate", "papageno", "--games", "500", "--seats", "4", "--on", on, *at, "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        assert found["on"] == on
        outputs.append([found[key] for key in ("games", "decisions", "wins", "lengths", "shared", "unfinished")])
    assert outputs[0] == outputs[1]


@pytest.mark.full
def test_tournaments_are_played_on_a_cluster(
    address: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RAY_ADDRESS", address)  # where Ray looks for its cluster
    outputs = []
    for on in ("ray", "here"):
        assert main(["arena", "papageno", "--players", "mage,random", "--games", "6", "--on", on, "--json"]) == 0
        outputs.append(json.loads(capsys.readouterr().out))
    assert outputs[0] == outputs[1]


@pytest.mark.full
def test_a_player_that_the_cluster_does_not_know_is_not_mistaken_for_another(
    address: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RAY_ADDRESS", address)
    monkeypatch.setitem(bots.PLAYERS, "thumb", type("Hasty", (bots.Random,), {}))
    assert main(["arena", "papageno", "--players", "thumb,random", "--games", "2", "--on", "ray"]) == 2
    told = capsys.readouterr().err
    assert told.startswith("zauber: Other processes do not know the player “thumb”")
    assert "Traceback" not in told


def test_a_cluster_that_cannot_help_says_so(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ZauberError, match="no CPU for a task"):
        cluster.simulate_on_ray(GAME, EDITION, 2, 10, address=address, threads=64)
    with pytest.raises(ZauberError, match="no GPU for a task"):
        cluster.simulate_on_ray(GAME, EDITION, 2, 10, address=address, engine="gpu")
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ZauberError, match=r"zauber\[ray\]"):
        cluster.ray_module()
