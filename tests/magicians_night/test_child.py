"""How a child plays Magicians' Night: what the lower levels' lapses are."""

from tests.magicians_night.night import SUN, SUN_CAULDRONS, Night
from zauber import games
from zauber.games.compiling.link import plain
from zauber.games.magicians_night.headings import POINTS
from zauber.games.magicians_night.naive import ASIDE
from zauber.games.magicians_night.rules import ENTER
from zauber.match.position import Position


def test_a_child_comes_in_only_roughly_behind_its_cauldron() -> None:
    """The right place is at 12 o'clock, which the rule of thumb finds; a child misses it to both sides, not by far."""
    game, night = games.get("magicians_night"), Night().clear().put(SUN_CAULDRONS[1], 0.0, 60.0).put(SUN, 60.0, 0.0)
    position = Position.of("magicians_night", night.edition, night.s)
    options = game.new_options()
    moves = position.moves()
    options[: len(moves)] = moves

    def missed(rule: str, seed: int) -> int:
        s = position.record.copy()
        game.interpreted.sow(s, seed, 0)
        play = game.linker(plain)(game.rules_of(rule) if rule == "advise" else game.extra(rule))
        return int(play(position.edition.record, s, position.turn, options, len(moves))) - ENTER - POINTS // 4

    found = {missed("naive", seed) for seed in range(300)}
    assert found == set(range(-ASIDE, ASIDE + 1))
    assert {missed("advise", seed) for seed in range(20)} == {0}
