"""`zauber bench server` measures what it says, at a size that says nothing about speed."""

import argparse
import json
from pathlib import Path
from typing import Any

import pytest

from zauber.cli import main
from zauber.server import bench


@pytest.fixture(scope="module")
def found() -> dict[str, Any]:
    """What a run of everything finds, on tables whose rules are not compiled."""
    words = ["--tables", "2", "--rate", "20", "--seconds", "0.4", "--no-sentences"]
    parser = argparse.ArgumentParser()
    bench.add_arguments(parser)
    command = bench._serve_command
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bench, "_serve_command", lambda database: [*command(database), "--no-compile"])
        patch.setattr(bench, "WARM", 0.2)
        patch.setattr(bench.Server, "wait", lambda self: None)
        return bench.measure(parser.parse_args(words))


def test_the_bench_runs_tables_and_an_echo_room(found: dict[str, Any]) -> None:
    assert set(found["runs"]) == {"steady", "echo steady", "flat out", "echo flat out"}
    for figures in found["runs"].values():
        assert figures["moves_per_second"] > 0
        assert figures["messages_per_second"] >= 4 * figures["moves_per_second"]
        assert figures["refused"] == 0
    assert found["ratio"] > 0


@pytest.mark.parametrize("form", ["--json", "--steady"])
def test_the_bench_tells_what_it_found(
    form: str, found: dict[str, Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def measured(chosen: argparse.Namespace) -> dict[str, Any]:
        assert (chosen.json, chosen.steady) == (form == "--json", form == "--steady")
        return found

    monkeypatch.setattr(bench, "measure", measured)
    assert main(["bench", "server", form]) == 0
    out = capsys.readouterr().out
    if form == "--json":
        assert json.loads(out) == found
    else:
        assert [line.split("  ")[0] for line in out.splitlines()[:4]] == list(found["runs"])
        assert "kib_per_table" in out


def test_memory_of_a_process_that_is_gone_is_nothing(tmp_path: Path) -> None:
    from zauber.server.load import _cpu_of

    assert _cpu_of(2**22 + 5) == 0.0
