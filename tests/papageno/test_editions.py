"""Changing a number of an edition changes the game; a number that breaks it is refused by name."""

from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.papageno.table import CARDS, Table, edited
from zauber.errors import BadEdition
from zauber.games.contract.editions import Edition
from zauber.games.papageno import GAME, accounts, rules
from zauber.games.papageno.cards import CAPTURE, FLUTE, weight


def dealt(edition: Edition, seats: int) -> dict[str, int]:
    s = GAME.new_state()
    GAME.interpreted.sow(s, 1, 0)
    GAME.interpreted.setup(edition.record, s, seats)
    return {CARDS[kind]: int(n) for kind, n in enumerate(s.dealt) if n}


def play(edition: Edition, seats: int = 3) -> Any:
    """Play a match at random, checked at every step; the last position."""
    s, out = GAME.new_state(), np.zeros(rules.MOST_MOVES, "i4")
    f = GAME.compiled
    f.sow(s, 4, 2)
    f.setup(edition.record, s, seats)
    while s.turn >= 0:
        n = f.moves(edition.record, s, s.turn, out)
        f.apply(edition.record, s, s.turn, out[f.below(s, n)])
        assert f.account(edition.record, s) == 0
    return s


def test_A1_another_count_is_another_pack() -> None:
    birds = [0] * 11 + [20]
    assert dealt(edited(bird_copies=birds, capture_copies=9), 3) == {"9": 20, "C": 9, "F": 4, "E": 2}
    assert play(edited(bird_copies=birds, capture_copies=9)).turn == -1


def test_R3_the_flutes_may_be_used_with_more_players_only() -> None:
    assert "F" not in dealt(edited(flute_seats=4), 3)
    assert dealt(edited(flute_seats=4), 4)["F"] == 4


def test_A2_what_specials_count_can_be_changed() -> None:
    e = edited(capture_counts=0, flute_counts=-5).record
    assert (weight(e, CAPTURE), weight(e, FLUTE)) == (0, -5)


def test_R2_the_rounds_needed_can_be_changed() -> None:
    for rounds in (1, 4):
        s = play(edited(rounds_to_win=rounds))
        assert s.wins.max() == rounds
    table = Table.with_wires("1 0 3 / 1 0 .", "9 8 7 / 6 5 .", hand="3", edition=edited(rounds_to_win=1))
    table.play("place 6")
    assert table.turn == -1


def test_R1_A30_a_pack_that_cannot_be_dealt_is_refused() -> None:
    with pytest.raises(
        BadEdition, match=r"mine.toml: numbers: 30 cards are too few for 5 players; 32 are needed .A30."
    ):
        edited(bird_copies=[20] + [0] * 11)
    with pytest.raises(BadEdition, match=r"mine.toml: numbers: 246 cards are too many"):
        edited(bird_copies=[20] * 12)


def test_R1_a_bad_count_is_refused_by_name(tmp_path: Path) -> None:
    text = resources.files(GAME.package).joinpath("editions/b.toml").read_text("utf-8")
    path = tmp_path / "owls.toml"
    path.write_text(text.replace("egg_copies = { value = 2", "egg_copies = { value = 3"), "utf-8")
    with pytest.raises(BadEdition, match=r"owls.toml: numbers.egg_copies must be a whole number from 0 to 2 .*, not 3"):
        GAME.edition(str(path))


def test_the_largest_pack_and_the_longest_game_stay_in_range() -> None:
    large = edited(bird_copies=[20, 0, 0, 0, 0, 0, 0, 0, 0, 20, 20, 20], capture_copies=20, flute_copies=18)
    assert sum(dealt(large, 5).values()) == 120
    for seats in GAME.seats:
        assert play(large, seats).turn == -1


def test_A39_a_limit_bounds_a_match() -> None:
    e = GAME.edition("a", {"turn_limit": "3"}).record
    out = np.zeros(rules.MOST_MOVES, "i4")
    for seats in GAME.seats:
        for seed in range(40):
            s, f, decisions = GAME.new_state(), GAME.compiled, 0
            f.sow(s, seed, 0)
            f.setup(e, s, seats)
            while s.turn >= 0:
                n = f.moves(e, s, s.turn, out)
                f.apply(e, s, s.turn, out[f.below(s, n)])
                decisions += 1
            assert decisions <= accounts.bound(e, seats)
    assert accounts.bound(GAME.edition().record, 3) == 0
