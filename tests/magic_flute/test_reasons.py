"""Why a move of The Magic Flute is good or bad, in sentences."""

from tests.reasons import reasons
from zauber.games.magic_flute import GAME

from .table import Table


def why(table: Table, move: str) -> list[str]:
    return reasons(GAME, table.e, table.s, int(table.s.turn), move)


def test_the_two_ways_to_win_are_told_apart() -> None:
    table = Table(["Victorious", "To the Rescue!", "Vengeance", "Night"], sun=2, moon=4, pamina=-5)
    assert why(table, "play victorious") == ["It brings your sun within 1 space of the Tower."]
    assert why(table, "play to the rescue") == ["Pamina reaches the Temple of the Sun, your own house."]
    assert why(table, "play vengeance") == ["It pushes Ben’s moon back to 3 spaces from the Tower."]
    assert why(table, "play night") == ["It brings Ben’s moon within 1 space of the Tower."]
    near = Table(["Victorious", "Tamino", "Isis and Osiris"], sun=4)
    assert why(near, "play victorious") == ["Your sun reaches the Tower."]
    assert why(near, "play isis and osiris") == ["No Trial is in effect, so it does nothing."]


def test_a_trial_turns_a_card_round_and_the_reason_says_so() -> None:
    fire = Table(["Victorious", "Tamino", "Isis and Osiris"], sun=2, moon=1, trial="Fire")
    assert why(fire, "play victorious") == [
        "It brings Ben’s moon within 2 spaces of the Tower.",
        "Under the Trial of Fire it moves the other symbol.",
    ]
    assert why(fire, "play isis and osiris") == ["It ends the Trial of Fire, and Ben plays without it."]
    spared = Table(["Vengeance", "Tamino", "Night"], moon=2, trial="Fire", fire_pushes="spared")
    assert why(spared, "play vengeance") == ["It pushes Ben’s moon back to 5 spaces from the Tower."]
    water = Table(["Victorious", "Tamino", "Be Welcome Again"], sun=2, trial="Water")
    assert why(water, "play be welcome again") == [
        "It takes your sun back to 5 spaces from the Tower.",
        "Under the Trial of Water everything goes the other way.",
    ]


def test_a_trial_that_must_come_is_named_and_one_of_several_is_not() -> None:
    table = Table(["Halt!", "Tamino", "Night"])
    assert why(table, "play halt") == ["It brings a Trial, and Ben is the first to play under it."]
    table.s.unseen[:] = 1, 0, 0
    table.s.unseen_left = 1
    assert why(table, "play halt") == [
        "It brings the Trial of Silence: Ben may play no Flute, no Bells and hardly a Song."
    ]


def test_the_card_that_may_follow_is_named_and_whether_it_wins() -> None:
    table = Table(["Tamino", "Magic Flute", "Night"], sun=2)
    assert why(table, "play tamino") == [
        "Pamina comes within 5 spaces of the Temple of the Sun, where you want her.",
        "“Magic Flute” from your hand may follow.",
    ]
    table.s.symbol[0] = 4
    assert why(table, "play tamino")[1] == "“Magic Flute” from your hand may follow, and wins."
    wisdom = Table(["The Wisdom of Teaching", "Victorious", "Night"], sun=2)
    assert why(wisdom, "play the wisdom of teaching") == [
        "It brings your sun within 3 spaces of the Tower.",
        "“Victorious” from your hand can be the second card, and wins.",
    ]
    assert why(table.do("play Tamino"), "stop") == ["You keep “Magic Flute” for a later turn."]


def test_the_best_of_several_effects_is_meant_before_it_is_chosen() -> None:
    table = Table(["Oh, What Luck!", "Tamino", "Night"], sun=4)
    assert why(table, "play oh what luck") == ["Your sun reaches the Tower."]
    table.do("play Oh, What Luck!")
    assert why(table, "choose own") == ["Your sun reaches the Tower."]
    assert why(table, "choose pamina") == ["Pamina comes within 4 spaces of the Temple of the Sun, where you want her."]


def test_cards_are_thrown_away_or_kept_under_silence() -> None:
    table = Table(
        ["Night", "Victorious", "Vengeance"], seat=1, trial="Silence", other=["Night’s Dagger".replace("’", "'")]
    )
    table.s.phase = 4
    assert why(table, "discard night") == ["“Night” is of little use to you, and you draw up to 3 cards again."]
    assert why(table, "discard victorious") == [
        "You draw up to 3 cards again, but “Victorious” would be worth keeping."
    ]
    assert why(table, "done") == ["You keep “Night”, “Vengeance” and “Victorious” until the Trial of Silence is over."]
