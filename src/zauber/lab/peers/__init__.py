"""Other libraries' random play, measured in the same run on the same machine, each by its fastest documented path.

Every library gets its own environment, created by uv in the cache folder, and runs one of the programs next to this
file, pinned to one core. A program prints JSON lines: what it measured and the pace of each run, in wall time and in
CPU time. They share no code with Zauber, so that anybody can read and criticise them independently.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ...errors import ZauberError
from ...games.compiling.link import cache_folder
from ..bench import BenchRow, BenchSettings, paced


@dataclass(frozen=True)
class Peer:
    """A library, what to install, and the program that measures it, with what it is to measure."""

    name: str
    packages: tuple[str, ...]
    program: str
    of: str = ""  # what the program measures; nothing: random play
    face: bool = True  # whether it is stepped from Python, action by action, as our environments are


PEERS = (
    Peer("OpenSpiel", ("open_spiel==2.0.2",), "openspiel_pace.py"),
    Peer("Pgx", ("pgx==2.6.0", "jax"), "pgx_pace.py", face=False),
    Peer("RLCard", ("rlcard==1.2.0",), "rlcard_pace.py"),
    Peer("PettingZoo", ("pettingzoo[classic]==1.27.0",), "pettingzoo_pace.py"),
)


SEARCH_PEERS = (Peer("OpenSpiel", ("open_spiel==2.0.2",), "openspiel_pace.py", "search"),)


def bench_search_peers(settings: BenchSettings) -> Iterator[BenchRow]:
    """Search for the best move in hidden-information games of other libraries."""
    return bench_peers(settings, SEARCH_PEERS)


def bench_face_peers(settings: BenchSettings) -> Iterator[BenchRow]:
    """Random play of those peers that are stepped from Python as our environments are."""
    return bench_peers(settings, tuple(peer for peer in PEERS if peer.face))


def bench_peers(settings: BenchSettings, chosen: tuple[Peer, ...] = ()) -> Iterator[BenchRow]:
    """Random play of the peers, one after another."""
    for peer in chosen or PEERS:
        try:
            lines = measured(peer, settings)
        except ZauberError as error:
            yield {"bench": "peers", "peer": peer.name, "note": str(error)}
            continue
        for line in lines:
            found = json.loads(line)
            paces = [tuple(pace) for pace in found.pop("paces")]
            yield paced("peers", {"peer": peer.name, **found}, found.pop("unit", "steps/s"), paces)


def measured(peer: Peer, settings: BenchSettings) -> list[str]:
    """The lines that a peer's program prints."""
    python = environment(peer)
    program = Path(__file__).parent / peer.program
    done = _run([str(python), str(program), str(settings.runs), str(settings.seconds), peer.of], JAX_PLATFORMS="cpu")
    return [line for line in done.splitlines() if line.startswith("{")]


def environment(peer: Peer) -> Path:
    """The Python of a peer's environment, created on first use."""
    uv = shutil.which("uv") or shutil.which("uv", path=str(Path(sys.executable).parent))
    if uv is None:
        raise ZauberError("Environments for the peers are made by uv, which is not installed here.")
    folder = cache_folder().parent / "peers" / "-".join((peer.name.lower(), *peer.packages))
    python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    ready = folder / "ready"
    if not ready.exists():
        version = f"{sys.version_info.major}.{sys.version_info.minor}"
        _run([uv, "venv", "--quiet", "--clear", "--python", version, str(folder)])
        if peer.packages:
            _run([uv, "pip", "install", "--quiet", "--python", str(python), *peer.packages])
        ready.touch()
    return python


def _run(command: list[str], **variables: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ | variables)
    if done.returncode != 0:
        last = (done.stderr.strip().splitlines() or ["it says nothing"])[-1]
        raise ZauberError(f"{Path(command[0]).name} {Path(command[1]).name} failed: {last}")
    return done.stdout
