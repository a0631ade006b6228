"""The page on performance says what the stored results say."""

import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent.parent


def page_program() -> Any:
    spec = importlib.util.spec_from_file_location("page", ROOT / "benchmarks" / "page.py")
    assert spec is not None
    assert spec.loader is not None
    program = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(program)
    return program


@pytest.mark.filterwarnings("ignore")  # the plotting library's own
def test_the_page_is_made_from_the_stored_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = page_program()
    monkeypatch.setattr(program, "PICTURES", tmp_path)
    assert program.page() == (ROOT / "docs" / "performance.md").read_text("utf-8")
    drawn = {path.name for path in tmp_path.iterdir()}
    assert drawn == {path.name for path in (ROOT / "docs" / "pictures").glob("performance-*")}


def paced(bench: str, unit: str, value: float, **about: Any) -> dict[str, Any]:
    spread = {"least": value, "most": value}
    return {"bench": bench, **about, "unit": unit, "median": value, "spread": spread, "runs": [value]}


def stored(program: Any, folder: Path, name: str, rows: list[dict[str, Any]]) -> Any:
    machine = {"cpu": "abacus", "cores": 1, "system": "S", "python": "3", "versions": {}, "load": [0.0]}
    report = {"when": "2026-01-01T00:00:00", "command": "zauber bench", "machine": machine, "rows": rows}
    (folder / f"{name}.json").write_text(json.dumps(report))
    return program.Report(name)


def test_the_page_says_where_peers_are_better(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = page_program()
    monkeypatch.setattr(program, "RESULTS", tmp_path)
    rows = [
        paced("search", "decisions/s", 6e6, game="magi", seats=4, by="random"),
        paced("search", "iterations/s", 1e5, game="magi", seats=4, by="random"),
        {"bench": "search", "game": "magicians_night", "note": "plans whole turns"},
        paced("peers", "decisions/s", 1e6, peer="OpenSpiel", game="hearts", by="IS-MCTS"),
    ]
    text = program.search(stored(program, tmp_path, "search", rows))
    assert "| Magi | random | 6.0 | 5 | 20 | reached |" in text
    assert "| OpenSpiel | hearts | IS-MCTS |" in text
    assert program.search(program.Report("nothing")) == ""

    ours = [paced("faces", "steps/s", 100.0, game="papageno", seats=2, face=face) for face in program.LIKE]
    for theirs, said in ((90.0, "No peer is faster"), (110.0, "hearts, tuned (0.91 times)")):
        peer = paced("peers", "steps/s", theirs, peer="OpenSpiel", game="hearts", by="tuned")
        assert said in program.faces(stored(program, tmp_path, "faces", [*ours, peer]))

    step = paced("batch", "steps/s", 3e6, game="papageno", seats=2, lanes=4096)
    clear = {**step, "median": 9e6, "without": "everything but clearing observations"}
    missed = "In none of these. The target of five times Pgx's fastest game is missed."
    for pgx, said in ((4e6, "Pgx steps kuhn_poker faster"), (1e6, missed), (1e5, "In none of")):
        vector = paced("peers", "steps/s", pgx, peer="Pgx", game="kuhn_poker", by="vector steps", lanes=4096)
        text = program.peers(stored(program, tmp_path, "cpu", [step, clear, vector]))
        assert said in text
        assert "reaches, per second: Papageno 9 M." in text

    slow = paced("peers", "steps/s", 3e4, peer="Pgx", game="chess", by="vector steps", lanes=4096)
    assert "| 3 M | 100 |" in program.peers(stored(program, tmp_path, "cpu", [step, clear, slow]))  # and not 1e+02
