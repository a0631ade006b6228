"""The strength of the rule-of-thumb player."""

import pytest

from zauber.engines import Batch
from zauber.games.magic_flute import GAME


@pytest.mark.parametrize(("edition", "least"), [("house", 0.87), ("short", 0.8), ("long", 0.89), ("double", 0.87)])
def test_the_rule_of_thumb_clearly_beats_chance(edition: str, least: float) -> None:
    """On the first seat, against chance."""
    batch = Batch(GAME, edition=GAME.edition(edition), players=["thumb", "random"], seed=3)
    assert batch.play(4000).outcomes[:, 0].mean() > least
