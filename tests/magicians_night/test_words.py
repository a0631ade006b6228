"""What is said: every refusal has a rule and a sentence, every action a name, every event a phrase."""

import pytest

from zauber.errors import IllegalMove
from zauber.games.contract.kernel import NOBODY
from zauber.games.contract.phrases import say
from zauber.games.magicians_night.table import CAULDRON

from .night import BIGS, DOWN, GAME, LEFT, RIGHT, SMALL, SUN, Night

NAMES = ["Anna", "Ben", "Cleo"]


def refused(night: Night, text: str, seat: int = 0) -> str:
    with pytest.raises(IllegalMove) as refusal:
        GAME.check_move(night.e, night.s, seat, GAME.parse(text))
    return f"{refusal.value.rule}: {refusal.value.sentence}"


def test_the_notation_is_short_and_sayable() -> None:
    assert [GAME.notation(action) for action in (0, 3, 4, 5, 6, 7, 8, 199, 200, 263)] == [
        "take sun",
        "take star",
        "go on",
        "stop",
        "agree",
        "play on",
        "enter 0",
        "enter 191",
        "push 0",
        "push 63",
    ]
    assert GAME.parse("Push  12") == 212


def test_refusals_name_the_rule() -> None:
    night = Night(3).clear().spare_cauldrons()
    assert refused(night, "push 3").startswith("R20: First choose")
    assert refused(night, "go on").startswith("R13: Your magician is in your hand")
    assert refused(night, "take sun").startswith("R8: You have your magician")
    assert refused(night, "agree").startswith("A34: No draw is on offer")
    assert refused(night, "enter 3", seat=2) == "R15: It is not your turn yet: wait for A, and touch nothing."
    night.do("enter 0")
    assert refused(night, "go on").startswith("A35")
    night.push(LEFT)
    assert refused(night, "enter 9").startswith("R21")
    assert refused(night, "go on").startswith("R20")
    night.do("stop")
    for _ in range(8):
        night.do("stop")
    night.s.phase = GAME.rules.OFFER
    assert refused(night, "push 3", seat=int(night.s.turn)).startswith("A34: First say")
    night.s.out[2] = 1
    assert "you are out" in refused(night, "stop", seat=2)
    night.s.phase, night.s.turn = GAME.rules.OVER, NOBODY
    assert refused(night, "stop") == "R25: The game is over."


def test_refusals_while_magicians_are_chosen() -> None:
    night = Night(3)
    night.s = GAME.new_state()
    night.f.setup(night.e, night.s, 3)
    night.do("take moon")
    assert refused(night, "take moon", seat=1) == "R8: A has that magician already."
    assert refused(night, "stop", seat=1).startswith("A42: First everybody picks a magician")
    assert refused(night, "take sun", seat=2).startswith("A42")


def test_what_happens_is_told_in_order() -> None:
    night = Night(3).clear().spare_cauldrons().put(SUN, 130, 0).put(SMALL[0], 169.5, 0)
    assert [phrase.key for phrase in night.told("go on", 1)] == ["tell.goes_on"]
    told = night.told("push 0", 1)
    assert [phrase.key for phrase in told] == ["tell.push", "tell.clack", "tell.turn"]
    assert told[0].args["moved"] == []  # in the dark nobody sees the disc slide
    assert say(GAME.catalogue, told[1], NAMES, 1) == "Clack! Something has fallen, and the turn is over."
    assert [phrase.key for phrase in night.told("enter 5", 0)] == ["tell.enters"]
    assert [phrase.key for phrase in night.told("stop", 0)] == ["tell.stops", "tell.in_hand", "tell.turn"]
    assert [phrase.key for phrase in night.told("stop", 0)] == ["tell.passes", "tell.turn"]
    assert [phrase.key for phrase in night.told("enter 0", 2)] == ["tell.lifts"]


def test_a_push_is_told_with_what_slid_and_only_its_player_feels_it() -> None:
    for light, seen in (("light", [BIGS[0], SMALL[0]]), ("dark", [])):
        night = Night(2, light=light).clear().spare_cauldrons().put(SUN, 60, 0)
        night.put(BIGS[0], 60 + night.e.magician, 0).put(SMALL[0], 160, 0).put(SMALL[1], -90, 0).do("go on")
        gap = 160 - night.at(BIGS[0])[0] - 0.5 * (night.e.big_disc + night.e.small_disc)
        night.push(RIGHT, int(gap / 3))
        before = night.s.copy()
        (own,), after = night.told(f"push {RIGHT}", 0), night.s.copy()
        night.s = before
        (other,) = night.told(f"push {RIGHT}", 1)
        assert (own.key, other.key) == ("tell.push_felt", "tell.push")
        assert own.args["felt"] == f"@felt.{after.felt}"
        assert {**other.args, "felt": own.args["felt"], "level": after.felt} == own.args
        places = [[piece, round(float(after.x[piece]), 3), round(float(after.y[piece]), 3)] for piece in (SUN, *seen)]
        assert [[own.args["piece"], own.args["x"], own.args["y"]], *own.args["moved"]] == [
            places[0],
            *sorted(places[1:]),
        ]


def test_a_push_tells_where_the_hat_was_before_it_went_back_to_the_hand() -> None:
    night = Night(2).clear().spare_cauldrons().do("enter 0").put(SUN, 172, 14).put(SMALL[0], 168, -25)
    night.s.phase = GAME.rules.PUSHING
    told = night.push(DOWN).told(f"push {DOWN}", 0)
    assert [phrase.key for phrase in told] == ["tell.push", "tell.clack", "tell.in_hand", "tell.turn"]
    assert told[0].args["x"] == 172


def test_the_end_is_told_with_its_reason() -> None:
    night = Night(2).clear().spare_cauldrons().put(CAULDRON + 4, 7, 0).put(SUN, 44, 0).do("go on")
    told = night.told(f"push {LEFT}", 1)
    assert [phrase.key for phrase in told] == ["tell.push", "tell.landed", "tell.lights_on", "end.landed"]
    night = Night(2).clear().spare_cauldrons().put(CAULDRON + 6, 7, 0).put(SUN, 44, 0).do("go on")
    told = night.told(f"push {LEFT}", 1)
    assert [phrase.key for phrase in told] == ["tell.push", "tell.taken", "tell.turn"]
    night = Night(2).clear().spare_cauldrons()
    for _ in range(5):
        night.do("stop")
    assert [phrase.key for phrase in night.told("stop", 1)] == ["tell.passes", "tell.offer", "tell.asked"]
    assert [phrase.key for phrase in night.told("agree", 1)] == ["tell.agreed", "tell.asked"]
    assert [phrase.key for phrase in night.told("play on", 1)] == ["tell.plays_on", "tell.turn"]


@pytest.mark.parametrize("light", ["dark", "light"])
def test_the_table_as_text_shows_what_is_seen(light: str) -> None:
    night = Night(2, light=light).do("enter 0").push(LEFT, 3)
    hidden = night.s.copy()
    night.f.conceal(night.e, hidden, 0)
    text = GAME.words.text(night.e, hidden, 0, NAMES)
    assert "S" in text
    assert "*" in text
    assert ("^" in text) == (light == "light")
    assert "▸ you: sun" in text
    assert "clack" in text


def test_labels_say_what_a_button_does() -> None:
    night = Night(2)
    labels = {
        text: say(GAME.catalogue, GAME.words.label(night.e, night.s, 0, GAME.parse(text))) for text in night.moves()
    }
    assert labels["stop"] == "Pass"
    assert labels["enter 0"] == "Push in at 3 o'clock"
    assert labels["enter 48"] == "Push in at 12 o'clock"
    night.do("enter 0")
    assert say(GAME.catalogue, GAME.words.label(night.e, night.s, 0, GAME.parse("push 32"))) == "Push to the left"
    assert say(GAME.catalogue, GAME.words.label(night.e, night.s, 0, GAME.parse("push 16"))) == "Push upwards"
