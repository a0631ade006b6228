"""The pages of the environments are what the command makes, and say what the games declare."""

from pathlib import Path

import pytest

from zauber import games
from zauber.envs import pages

ROOT = Path(__file__).parent.parent.parent
FOLDER = ROOT / "docs" / "environments"
GAMES = [game.name for game in games.all_games()]


@pytest.mark.parametrize("name", GAMES)
def test_the_page_is_up_to_date(name: str) -> None:
    """When this fails: `python -m zauber.envs.pages docs/environments` writes the pages again."""
    assert (FOLDER / f"{name}.md").read_text("utf-8") == pages.page(games.get(name))


@pytest.mark.parametrize("name", GAMES)
def test_the_page_names_every_part_and_every_kind_of_action(name: str) -> None:
    game = games.get(name)
    text = pages.page(game)
    assert all(f"`{part}`" in text for part in game.layout.parts)
    assert all(f"`{option.key}`" in text for option in game.options)
    assert game.designer in text
    assert "unofficial" in text


def test_the_command_writes_all_pages(tmp_path: Path) -> None:
    pages.main([str(tmp_path / "made")])
    assert sorted(file.stem for file in (tmp_path / "made").iterdir()) == sorted(GAMES)
    assert sorted(file.stem for file in FOLDER.glob("*.md")) == sorted(GAMES)
