"""Every file says in its first line what it is for, and CONTRIBUTING names every folder."""

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
