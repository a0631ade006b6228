"""A copy of an example game with faults planted: some text of its files replaced."""

import importlib
import itertools
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from zauber.games.game import Game

_numbers = itertools.count()


def planted(folder: Path, changes: Mapping[str, Sequence[tuple[str, str]]], example: str = "examples.lantern") -> Game:
    """The example's game, imported from a copy in which texts of files are replaced: (old, new) by file."""
    package = f"planted_{next(_numbers)}"
    shutil.copytree(Path(str(importlib.import_module(example).__file__)).parent, folder / package)
    for file, replaced in changes.items():
        path = folder / package / file
        text = path.read_text("utf-8")
        for old, new in replaced:
            assert old in text, f"{file} does not hold {old!r}"
            text = text.replace(old, new, 1)
        path.write_text(text, "utf-8")
    sys.path.insert(0, str(folder))
    try:
        importlib.invalidate_caches()
        game: Game = importlib.import_module(package).GAME
        for module in ("rules", "words"):
            importlib.import_module(f"{package}.{module}")
    finally:
        sys.path.remove(str(folder))
    return game
