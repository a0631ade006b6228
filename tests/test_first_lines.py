"""Every file says in its first line what it is for, CONTRIBUTING names every folder, and a word has one sense."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PYTHON = [*ROOT.glob("*.py"), *(file for part in ("src", "tests", "benchmarks", "examples") for file in
          (ROOT / part).rglob("*.py"))]  # fmt: skip
WEB = [file for file in (ROOT / "web" / "src").rglob("*") if file.suffix in (".ts", ".svelte", ".css")]
SCRIPT = re.compile(r"(<script[^>]*>\s*)?(//|/\*|<!--) ?\S")


@pytest.mark.parametrize("files", [PYTHON, WEB], ids=["python", "web"])
def test_a_file_opens_with_what_it_is_for(files: list[Path]) -> None:
    silent = []
    for file in files:
        text = file.read_text("utf-8")
        says = ast.get_docstring(ast.parse(text)) if file.suffix == ".py" else SCRIPT.match(text)
        if not says:
            silent.append(str(file.relative_to(ROOT)))
    assert len(files) > 100
    assert silent == []


def test_contributing_names_every_folder() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    source = ROOT / "src" / "zauber"
    packages = [file.parent.name for file in source.glob("*/__init__.py")]
    inside = [file.parent.name for file in (source / "server").glob("*/__init__.py")]
    assert len(packages) > 8
    assert len(inside) > 6
    assert [name for name in packages if f"`{name}/`" not in text] == []
    assert [name for name in inside if f"`{name}`" not in text] == []


def test_a_word_of_the_glossary_names_what_there_is() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    glossary = text.partition("Words that are used in one sense:")[2].partition("\nThe pages in")[0]
    rows = re.findall(r"^\| ([a-z].*?) \| (.*?) \|$", glossary, re.MULTILINE)
    assert len(rows) > 12
    words = [word for names, _ in rows for word in names.split(", ")]
    assert len(words) == len(set(words))
    for _, meaning in rows:
        for path in re.findall(r"`([a-z_]+/[\w/.]*)`", meaning):
            places = [base / path for base in (ROOT, ROOT / "src" / "zauber")]
            assert any(place.exists() for place in places), path


def test_a_class_has_a_name_of_its_own() -> None:
    """Except in the folders of games, which have the same parts, and for the messages of the wire."""
    found: dict[str, list[str]] = {}
    games = ROOT / "src" / "zauber" / "games"
    for file in (ROOT / "src" / "zauber").rglob("*.py"):
        of_a_game = file.parent.parent == games and (file.parent / "rules.py").exists()
        if of_a_game or "protocol" in file.parts:
            continue
        for node in ast.parse(file.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found.setdefault(node.name, []).append(str(file.relative_to(ROOT)))
    assert len(found) > 200
    assert {name: files for name, files in found.items() if len(files) > 1} == {}
