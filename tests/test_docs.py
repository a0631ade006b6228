"""What the pages say is true: code blocks run, commands parse, links lead somewhere."""

import doctest
import json
import re
import shlex
from pathlib import Path

import pytest

from zauber import games
from zauber.cli import parser
from zauber.games.contract.phrases import Phrase

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("src/zauber/games/*/rules.md")])
COMMAND = re.compile(r"(\$ )?(\.venv/bin/)?zauber [a-z]")
FENCE = re.compile(r"^( *)```(\w*)\n(.*?)^\1```", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"^`([\w./-]+)`:\n\n```\w+\n(.*?)^```", re.MULTILINE | re.DOTALL)  # a block that is a whole file


def blocks(page: Path, *languages: str) -> list[str]:
    found = FENCE.findall(page.read_text("utf-8"))
    return [
        "\n".join(line[len(indent) :] for line in text.split("\n")) for indent, kind, text in found if kind in languages
    ]


def name(page: Path) -> str:
    return str(page.relative_to(ROOT))


def test_there_are_pages_with_code() -> None:
    assert len(PAGES) >= 10
    assert blocks(ROOT / "README.md", "python")


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_python_blocks_run(page: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(games, "_others", {})
    monkeypatch.syspath_prepend(tmp_path)
    scope: dict[str, object] = {}
    files = {text.rstrip("\n"): file for file, text in FILE.findall(page.read_text("utf-8"))}
    for text, file in files.items():
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text(text + "\n", "utf-8")
    for number, block in enumerate(blocks(page, "python")):
        if block.rstrip("\n") in files:
            continue
        if ">>>" in block:
            test = doctest.DocTestParser().get_doctest(block, scope, name(page), name(page), 0)
            runner = doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
            said: list[str] = []
            runner.run(test, out=said.append, clear_globs=False)
            assert runner.failures == 0, "".join(said)
            scope = test.globs
        else:
            exec(compile(block, f"{name(page)}[{number}]", "exec"), scope)


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_commands_are_understood(page: Path) -> None:
    for block in blocks(page, "sh", "bash", "console", ""):
        for line in block.splitlines():
            if COMMAND.match(line):
                parser().parse_args(shlex.split(line.removeprefix("$ "), comments=True)[1:])


def test_the_phrases_of_the_protocol_say_their_sentences() -> None:
    page = (ROOT / "docs" / "protocol.md").read_text("utf-8")
    told = re.findall(r'"phrases": (\[\{.*?\}\]),\s*"sentence": "(.*?)"', page)
    assert len(told) == 2
    for phrases, sentence in told:
        said = [games.get("papageno").speaker.say(Phrase(**phrase), "ABC") for phrase in json.loads(phrases)]
        assert " ".join(said) == sentence


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)", page.read_text("utf-8")):
        if "://" not in target and not target.startswith("mailto:"):
            assert (page.parent / target).exists(), f"{name(page)} links to {target}"


def test_the_map_names_what_is_there() -> None:
    rows = re.findall(
        r"^\|[^|]*\| `([^`|]+)` \| `(\w+)` \|", (ROOT / "docs" / "map.md").read_text("utf-8"), re.MULTILINE
    )
    assert len(rows) > 12
    for file, what in rows:
        assert re.search(rf"\b{what}\b", (ROOT / file).read_text("utf-8")), f"docs/map.md looks for {what} in {file}"


def test_cited_tests_exist() -> None:
    """Pages cite tests by function or by file: both must be there."""
    sources = "".join(file.read_text("utf-8") for file in ROOT.glob("tests/**/*.py"))
    functions = set(re.findall(r"def (test_\w+)", sources))
    cited = 0
    for page in (*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")):
        for quoted in re.findall(r"`([^`\s]+)`", page.read_text("utf-8")):
            if re.fullmatch(r"(?!.*\.)test_\w+", quoted) and not re.match(r"test_[RA]\d", quoted):
                cited += 1
                assert quoted in functions, f"{name(page)} cites {quoted}"
            elif re.fullmatch(r"(tests|web|src|benchmarks|examples|deploy)/[\w./-]+\.\w+", quoted):
                cited += 1
                assert (ROOT / quoted).exists(), f"{name(page)} names {quoted}"
    assert cited > 50
