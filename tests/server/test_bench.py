"""`zauber bench server` measures what it says, at a size that says nothing about speed."""

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from zauber import games
from zauber.cli import main
from zauber.server.bench import cluster
from zauber.server.bench import measure as bench


@pytest.mark.parametrize("form", ["--json", "--no-sentences"])
def test_the_bench_runs_tables_and_an_echo_room(
    form: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """However busy the machine is, there are figures: a run goes on until every table has made a few moves."""
    command = bench._serve_command
    monkeypatch.setattr(bench, "_serve_command", lambda database: [*command(database), "--no-compile"])
    monkeypatch.setattr(bench, "WARM", 0.2)
    monkeypatch.setattr(bench.MeasuredServer, "wait", lambda self: None)
    words = ["bench", "server", "--tables", "2", "--rate", "20", "--seconds", "0.4", form]
    assert main(words if form == "--json" else [*words, "--steady"]) == 0
    out = capsys.readouterr().out
    if form != "--json":
        assert "echo steady" in out
        assert "kib_per_table" in out
        return
    found = json.loads(out)
    assert set(found["runs"]) == {"steady", "echo steady", "flat out", "echo flat out"}
    for figures in found["runs"].values():
        assert figures["moves_per_second"] > 0
        assert figures["messages_per_second"] >= 4 * figures["moves_per_second"]
        assert figures["refused"] == 0
    assert found["ratio"] > 0


def test_memory_of_a_process_that_is_gone_is_nothing(tmp_path: Path) -> None:
    from zauber.server.bench.load import cpu_of

    assert cpu_of(2**22 + 5) == 0.0


COMPILES = """
import http.server, json, signal, subprocess, sys
signal.signal(signal.SIGTERM, lambda *_: sys.exit())
work = "import time\\nwhile time.process_time() < 1.5: pass\\nopen('compiled', 'w').close()\\ntime.sleep(60)"
worker = subprocess.Popen([sys.executable, "-S", "-c", work])

class Health(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps({"compiled": sys.argv[1:]}).encode())

server = http.server.HTTPServer(("127.0.0.1", 0), Health)
print(f"open: http://127.0.0.1:{server.server_port}", flush=True)
try:
    server.serve_forever()
finally:
    worker.kill()
"""


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the workers' CPU time is read from /proc")
def test_a_measurement_begins_when_the_workers_have_compiled_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    names = [game.name for game in games.all_games()]
    with bench.MeasuredServer([sys.executable, "-c", COMPILES, *names], None) as server:
        server.wait()
        assert Path("compiled").exists()


@pytest.mark.full
def test_the_bench_of_a_cluster_runs_servers_on_one_postgres(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], postgres: Callable[[], str], tmp_path: Path
) -> None:
    command = bench._serve_command
    monkeypatch.setattr(cluster, "_serve_command", lambda database: [*command(database), "--no-compile"])
    monkeypatch.setattr(cluster, "WARM", 0.2)
    monkeypatch.setattr(bench.MeasuredServer, "wait", lambda self: None)
    page = tmp_path / "page.md"
    page.write_text("# A page\n\n<!-- cluster -->\nold\n<!-- /cluster -->\n\nmore\n")
    words = ["bench", "cluster", "--processes", "2", "--tables", "2", "--rate", "10", "--seconds", "2"]
    assert main([*words, "--database", postgres(), "--json", "--into", str(page)]) == 0
    found = json.loads(capsys.readouterr().out)
    [figures] = found["runs"]
    written = page.read_text()
    assert written.startswith("# A page\n\n<!-- cluster -->\n")
    assert written.endswith("\n<!-- /cluster -->\n\nmore\n")
    assert "old" not in written
    assert "| processes | moves/s |" in written
    assert "Estimate: 10,000 tables" in written
    assert figures["processes"] == 2
    assert figures["moves_per_second"] > 0
    assert figures["refused"] == 0
    assert figures["postgres_cpu"] >= 0


def test_the_estimate_of_what_a_house_takes_follows_from_what_its_moves_cost() -> None:
    found = cluster.estimate({"moves_per_second": 1000.0, "server_cpu": 0.5, "postgres_cpu": 0.2})
    assert (found["moves_per_second"], found["server_cores"], found["postgres_cores"]) == (2000, 1.0, 0.4)
    assert found["processes"] == 2


def test_a_page_without_a_place_for_the_figures_is_said_before_anything_is_measured(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "page.md").write_text("nothing here")
    for page in ("page.md", "none.md"):
        assert main(["bench", "cluster", "--into", str(tmp_path / page)]) == 2
    said = capsys.readouterr().err
    assert "no place for the figures" in said
    assert "cannot be read" in said
