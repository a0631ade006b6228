"""The page on performance says what the stored results say."""

import importlib.util
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
