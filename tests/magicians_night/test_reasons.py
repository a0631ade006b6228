"""Why a move of Magicians' Night is good or bad, in sentences."""

from tests.reasons import reasons
from zauber.games.magicians_night.table import CAULDRON

from .night import FIRE, GAME, MOON_CAULDRONS, SUN, SUN_CAULDRONS, TREES, Night


def why(night: Night, move: str) -> list[str]:
    return reasons(GAME, night.e, night.s, int(night.s.turn), move)


def test_an_entry_names_the_cauldron_where_it_stands_and_its_way() -> None:
    night = Night()
    assert why(night, "enter 0") == [
        "From 3 o'clock you come in straight behind your sun cauldron at 3 o'clock, which has 50 mm to go to the ring.",
        "The fire still covers the ring and must be pushed aside too.",
    ]
    assert why(night, "enter 32")[0].startswith("From 1 o'clock you come in beside your sun cauldron at ")


def test_with_the_light_on_the_way_in_is_seen_too() -> None:
    night = Night(light="light").clear().spare_cauldrons().put(SUN_CAULDRONS[1], 0.0, 60.0).put(TREES[0], 10.0, 100.0)
    assert why(night, "enter 48")[1:] == ["1 tree or disc stands in the way there."]
    night.put(TREES[0], 100.0, 100.0).put(FIRE, 0.0, 0.0)
    assert why(night, "enter 48")[1:] == [
        "The way there is clear.",
        "The fire still covers the ring and must be pushed aside too.",
    ]


def test_going_on_and_passing_at_the_beginning_of_a_turn() -> None:
    night = Night().clear().spare_cauldrons().put(SUN_CAULDRONS[1], 0.0, 60.0).put(SUN, 0.0, 100.0)
    assert why(night, "go on") == [
        "Your magician stands straight behind your sun cauldron at 12 o'clock, which has 55 mm to go to the ring."
    ]
    night.put(SUN, 40.0, 60.0)
    assert why(night, "go on")[0].startswith("Your magician stands beside your sun cauldron at 12 o'clock")
    night.put(MOON_CAULDRONS[1], -30.0, 0.0)
    assert why(night, "stop") == [
        "You shift nothing that could help Ben, whose moon cauldron at 9 o'clock has 25 mm to go to the ring."
    ]


def test_a_stroke_nears_pushes_or_shoves_aside() -> None:
    night = Night().clear().spare_cauldrons().put(SUN_CAULDRONS[1], 0.0, 60.0).put(SUN, 0.0, 110.0)
    night.do("go on")
    assert why(night, "push 48") == [
        "It brings your magician closer behind your sun cauldron at 12 o'clock, which is still 14 mm away."
    ]
    assert why(night, "push 16") == ["It leads away from your sun cauldron at 12 o'clock."]
    night.put(SUN, 0.0, 97.0)
    assert why(night, "push 48") == ["It pushes your sun cauldron at 12 o'clock towards the ring, 55 mm away."]
    night.put(SUN, 37.0, 60.0)
    assert why(night, "push 32") == ["It would only shove your sun cauldron at 12 o'clock aside."]
    assert why(night, "stop") == [
        "Your magician has got beside your sun cauldron at 12 o'clock: another push would only shove it aside."
    ]


def test_a_draw_is_judged_by_whose_cauldron_is_nearer() -> None:
    night = Night().clear().spare_cauldrons().put(SUN_CAULDRONS[1], 0.0, 60.0).put(MOON_CAULDRONS[1], -30.0, 0.0)
    night.s.phase = GAME.rules.OFFER
    assert why(night, "agree") == ["Ben's moon cauldron at 9 o'clock is the nearest to the ring, with 25 mm to go."]
    night.put(CAULDRON, 20.0, 0.0)
    assert why(night, "play on") == ["Your sun cauldron at 3 o'clock is the nearest to the ring, with 15 mm to go."]
    night.put(CAULDRON, 30.0, 0.0)
    assert why(night, "agree") == ["Your sun cauldron at 3 o'clock is as near to the ring as Ben's, with 25 mm to go."]
