"""Games of other packages are found by entry point or `register`; a taken name is refused, a broken game is skipped."""

import dataclasses
from pathlib import Path

import pytest

from examples.lantern import GAME
from tests.games.plugins import forget, install
from zauber import games
from zauber.errors import BrokenRules, UnknownGame


@pytest.fixture(autouse=True)
def _as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "_others", {})
    forget(games, monkeypatch)


def test_a_game_comes_by_its_entry_point(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert games.names() == list(games.NAMES)
    monkeypatch.syspath_prepend(install(tmp_path, "lantern", "examples.lantern:GAME"))
    assert games.get("lantern") is GAME
    assert games.names() == [*games.NAMES, "lantern"]
    assert games.all_games()[-1] is GAME
    assert games.troubles() == []


def test_a_name_that_is_taken_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BrokenRules, match="already a game called “papageno”"):
        games.register(dataclasses.replace(GAME, name="papageno"))
    games.register(GAME)
    games.register(GAME)  # the same once more does no harm
    with pytest.raises(BrokenRules, match="already a game called “lantern”"):
        games.register(dataclasses.replace(GAME))
    text = "import dataclasses\nfrom examples.lantern import GAME\nGAME = dataclasses.replace(GAME, name='magi')"
    monkeypatch.syspath_prepend(install(tmp_path, "magi", "second_magi:GAME", second_magi=text))
    assert games.get("magi").designer != "Zauber contributors"
    (trouble,) = games.troubles()
    assert trouble.startswith("The game “magi” of magi-plugin (second_magi:GAME) cannot be loaded: There is already")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("import sys; sys.exit('enough')", "SystemExit: enough"),
        ("import no_such_module_here", "No module named 'no_such_module_here'"),
        ("GAMES = 1", "has no attribute 'GAME'"),
        ("GAME = 5", "it is int, not a Game"),
        ("from examples.lantern import GAME", "its name is “lantern”; the entry point must have the same"),
        (
            "import dataclasses\nfrom examples.lantern import GAME\n"
            "GAME = dataclasses.replace(GAME, name='dim', package='examples')",
            "examples has no module rules.py",
        ),
        (
            "import dataclasses\nfrom examples.lantern import GAME\n"
            "GAME = dataclasses.replace(GAME, name='dim', editions=('long',))",
            "examples.lantern has no file editions/long.toml",
        ),
    ],
)
def test_a_broken_plugin_is_named_and_the_others_stand(
    text: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = f"dim_{abs(hash(text))}"
    monkeypatch.syspath_prepend(install(tmp_path, "dim", f"{module}:GAME", **{module: text}))
    assert games.names() == list(games.NAMES)
    assert len(games.all_games()) == len(games.NAMES)
    (trouble,) = games.troubles()
    assert sentence in trouble
    with pytest.raises(BrokenRules, match="“dim” of dim-plugin"):
        games.get("dim")
    with pytest.raises(UnknownGame, match="The games are"):
        games.get("bright")


def test_only_a_game_can_be_registered() -> None:
    with pytest.raises(BrokenRules, match="'papageno' is not a"):
        games.register("papageno")  # type: ignore[arg-type]
