"""The reference site builds without a warning, and its page of the command line says what the commands say."""

import argparse
import subprocess
import sys
from pathlib import Path

from zauber.cli import parser

ROOT = Path(__file__).parent.parent
CLI_PAGE = ROOT / "docs" / "reference" / "cli.md"


def cli_page() -> str:
    """Every command with its summary and its arguments, from the parser itself."""
    lines = ["# The command line", "", "Every command says more with `--help`.", ""]
    [commands] = [action for action in parser()._actions if isinstance(action, argparse._SubParsersAction)]
    for name, command in sorted(commands.choices.items()):
        lines += [f"## zauber {name}", "", str(command.description), ""]
        for action in command._actions:
            if action.dest != "help":
                what = ", ".join(action.option_strings) or str(action.metavar or action.dest)
                assert action.help, f"zauber {name}: {what} has no help"
                lines.append(f"- `{what}`: {action.help}")
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def test_the_page_of_the_command_line_is_up_to_date() -> None:
    """When this fails: `python -m tests.test_site` writes the page again."""
    assert CLI_PAGE.read_text("utf-8") == cli_page()


def test_the_site_builds_without_warnings(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path / "site")]
    done = subprocess.run(build, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    api = (tmp_path / "site" / "reference" / "api" / "index.html").read_text("utf-8")
    contract = (tmp_path / "site" / "reference" / "contract" / "index.html").read_text("utf-8")
    assert "known_to" in api
    assert "One random world that a seat" in api
    assert "conceal" in contract
    for page in (ROOT / "docs").glob("**/*.md"):
        name = page.relative_to(ROOT / "docs").with_suffix("")
        folder = tmp_path / "site" / (name.parent if name.name == "index" else name)
        assert (folder / "index.html").is_file(), page


if __name__ == "__main__":
    CLI_PAGE.write_text(cli_page(), "utf-8")
