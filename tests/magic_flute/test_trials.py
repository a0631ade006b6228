"""The Trials: how they come and go, and the matrix of cards and Trials with every cell."""

from collections import Counter
from typing import NamedTuple

import pytest

from tests.chance import fits
from zauber.games.contract.kernel import sow

from .naive import CARDS, COUNTERS, MUTED, SONGS
from .table import QUEEN, SARASTRO, Table

TRIALS = ["", "Silence", "Fire", "Water"]
BARRED = "barred"


class Row(NamedTuple):
    """A row of the matrix: what the cards say, and what happens without a Trial, under Silence, Fire and Water."""

    cards: dict[str, int]
    none: str
    silence: str
    fire: str
    water: str


PAMINA_CARDS = {
    "To the Rescue!": 1,
    "The Birdcatcher": 1,
    "Enchantingly Beautiful Image": 1,
    "Tremble Not": 1,
    "Come In My Dove": 1,
    "What Love is Felt": 1,
    "Where are You Going?": 1,
    "What Do I Hear?": 1,
    "Quick Feet, Quick Courage!": 2,
    "How Did You Come to this Place?": 2,
}
OWN_CARDS = {
    "How Strong is Your Magic!": 2,
    "Be Welcome Again": 1,
    "He Who Travels this Road": 1,
    "Victorious": 3,
    "The Wisdom of Teaching": 1,
}
REMOVING = {"Isis and Osiris": 0, "Preserve Yourself From Pitfalls": 0, "Oh I Can Feel, it is Gone": 0}
PLAYING = {"Oh Unfortunate": 0, "Halt!": 0, "Only Silence": 0}

MATRIX = {
    "own symbol closer": Row(OWN_CARDS, "own +", BARRED, "other +", "own -"),
    "own symbol closer: Papageno": Row({"Papageno": 1}, "own +", "own +", "other +", "own -"),
    "Magic Flute": Row({"Magic Flute": 2}, "own +", BARRED, "own +", "own -"),
    "Magic Bells": Row({"Magic Bells": 2}, "own +", BARRED, "other +", "own +"),
    "sun closer": Row(
        {"Heralding the Morning": 1, "The Sun Drives Away the Night": 1}, "sun +", BARRED, "moon +", "sun -"
    ),
    "moon closer": Row({"Night": 1, "A Little Night Music": 1}, "moon +", BARRED, "sun +", "moon -"),
    "sun and moon closer": Row(
        {"Everything Feels the Joys of Love": 1}, "sun + moon +", BARRED, "sun + moon +", "sun - moon -"
    ),
    "opponent away": Row({"Vengeance": 1, "Revenge Stalks These Halls": 1}, "other -", BARRED, "own -", "other +"),
    "opponent away and Pamina away: Night's Dagger": Row(
        {"Night's Dagger": 2}, "other - away 1", "other - away 1", "own - away 1", "other + here 1"
    ),
    "Pamina to you": Row(PAMINA_CARDS, "here", BARRED, "here", "away"),
    "Pamina to you: Tamino": Row({"Tamino": 1}, "here", "here", "here", "away"),
    "Pamina to the centre": Row({"Shall I No Longer See You": 1}, "in", BARRED, "in", "out"),
    "The Path to Your Goals: Pamina": Row({"The Path to Your Goals>pamina": 1}, "here", BARRED, "here", "away"),
    "The Path to Your Goals: symbol": Row({"The Path to Your Goals>symbol": 1}, "own +", BARRED, "other +", "own -"),
    "Oh, What Luck!: Pamina": Row({"Oh, What Luck!>pamina": 2}, "here", "here", "here", "away"),
    "Oh, What Luck!: symbol": Row({"Oh, What Luck!>symbol": 2}, "own +", "own +", "other +", "own -"),
    "Oh, What Luck!: remove": Row({"Oh, What Luck!>remove": 0}, "nothing", "removed", "removed", "removed"),
    "remove Trial": Row(REMOVING, "nothing", "removed", "removed", "removed"),
    "play a Trial": Row(PLAYING, "played", BARRED, "replaced", "replaced"),
}


def expected(cell: str, steps: int, seat: int, pamina: int) -> tuple[int, int, int]:
    """Sun, moon and Pamina (from 4, 4 and where she was) after what the cell says."""
    words = cell.split()
    place = {"sun": 4, "moon": 4}
    names = {"sun": "sun", "moon": "moon", "own": "sun", "other": "moon"}
    if seat == QUEEN:
        names |= {"own": "moon", "other": "sun"}
    home = -1 if seat == SARASTRO else 1
    for word, sign in zip(words, [*words[1:], ""], strict=True):
        far = int(sign) if sign.isdecimal() else steps
        if word in names:
            place[names[word]] += steps if sign == "+" else -steps
        elif word in ("here", "away"):
            pamina += home * far * (1 if word == "here" else -1)
        elif word in ("in", "out") and pamina:
            pamina += steps * (1 if pamina > 0 else -1) * (1 if word == "out" else -1)
    return place["sun"], place["moon"], pamina


@pytest.mark.no_cover
@pytest.mark.parametrize("seat", [SARASTRO, QUEEN])
@pytest.mark.parametrize("trial", TRIALS)
@pytest.mark.parametrize("row", MATRIX)
def test_R25_R26_R27_A9_A10_A11_A13_A14_A15_A16_A17_A18_A19_every_cell_of_the_matrix(
    row: str, trial: str, seat: int
) -> None:
    entry = MATRIX[row]
    cell = getattr(entry, trial.lower() or "none")
    for name, steps in entry.cards.items():
        card, _, choice = name.partition(">")
        for pamina in (-2, 0, 2):
            hand = [card, "Night's Dagger" if card != "Night's Dagger" else "Tamino"]
            table = Table(hand, trial=trial, sun=4, moon=4, pamina=pamina, seat=seat, edition="long")
            if cell == BARRED:
                assert f"play {card}" not in table.legal
                continue
            table.do(f"play {card}", *[choice] * bool(choice))
            assert (table.sun, table.moon, table.pamina) == expected(cell, steps, seat, pamina), name
            if cell in ("removed", "nothing"):
                assert table.trial == ""
            elif cell in ("played", "replaced"):
                assert table.trial not in ("", trial)
            else:
                assert table.trial == trial


def test_the_matrix_has_every_card() -> None:
    assert {name.partition(">")[0] for row in MATRIX.values() for name in row.cards} == set(CARDS)


# How Trials come and go ---------------------------------------------------------------------------------


def test_R22_trials_are_no_cards_of_the_hand_and_only_three_songs_play_them() -> None:
    for card in CARDS:
        table = Table([card, "Magic Flute" if card != "Magic Flute" else "Night"], sun=1, moon=1)
        table.do(f"play {card}")
        if table.phase == "choose":
            table.do("symbol")
        assert (table.trial != "") == (card in PLAYING)


def test_R23_R24_A6_a_new_trial_takes_the_place_of_the_old_one_which_goes_to_the_bottom() -> None:
    table = Table(["Halt!", "Night", "Tamino"], trial="Fire")
    table.do("play Halt!")
    assert table.trial in ("Silence", "Water")
    assert list(table.s.queue[: table.s.queued]) == [1]  # Fire, below the one still unseen
    assert table.s.unseen_left == 1


@pytest.mark.no_cover
def test_A4_the_first_trial_is_any_of_the_three_with_equal_odds() -> None:
    table = Table(["Halt!", "Night", "Tamino"])
    start = table.s.copy()
    seen: Counter[str] = Counter()
    for number in range(900):
        table.s = start.copy()
        sow(table.s, 3, number)
        seen[table.do("play Halt!").trial] += 1
    assert fits(seen, {"Silence": 1 / 3, "Fire": 1 / 3, "Water": 1 / 3}) > 0.001


def test_A4_A5_trials_return_in_the_order_in_which_they_went_to_the_bottom() -> None:
    table = Table(["Halt!", "Night", "Tamino"], trial="Fire")
    table.s.unseen[:] = 0
    table.s.unseen_left = 0
    table.s.queue[:2] = 2, 0  # Water lies on top of Silence, and everybody has seen it
    table.s.queued = 2
    table.do("play Halt!")
    assert table.trial == "Water"
    assert list(table.s.queue[: table.s.queued]) == [0, 1]


def test_A5_a_removed_trial_goes_to_the_bottom_of_its_pile() -> None:
    table = Table(["Isis and Osiris", "Night", "Tamino"], trial="Water").do("play Isis and Osiris")
    assert list(table.s.queue[: table.s.queued]) == [2]
    assert table.s.unseen_left == 2


@pytest.mark.no_cover
def test_A6_the_same_trial_never_returns_at_once() -> None:
    for trial in TRIALS[1:]:
        for number in range(40):
            table = Table(["Halt!", "Night", "Tamino"], trial=trial if trial != "Silence" else "")
            sow(table.s, 4, number)
            before = table.trial
            assert table.do("play Halt!").trial != before


def test_A8_a_song_that_removes_a_trial_may_be_played_without_one() -> None:
    for card in COUNTERS:
        table = Table([card, "Night"])
        assert f"play {card}" in table.legal


# Silence ------------------------------------------------------------------------------------------------


def test_R25_A11_silence_leaves_two_persons_the_dagger_and_what_counters_a_trial() -> None:
    table = Table([*CARDS], other=[], trial="Silence")
    allowed = {"Tamino", "Papageno", "Night's Dagger", *COUNTERS}
    assert table.legal == {f"play {card}" for card in allowed}
    assert {card for card in SONGS if card not in COUNTERS} | {"Magic Flute", "Magic Bells"} == MUTED


def test_A11_under_silence_no_flute_follows_tamino_and_no_bells_papageno() -> None:
    for person in ("Tamino", "Papageno"):
        table = Table([person, "Magic Flute", "Magic Bells"], trial="Silence").do(f"play {person}")
        assert table.turn == QUEEN


def test_A9_oh_what_luck_under_silence_offers_everything_or_by_option_only_removing() -> None:
    table = Table(["Oh, What Luck!", "Night"], trial="Silence").do("play Oh, What Luck!")
    assert table.legal == {"pamina", "symbol", "remove"}
    strict = Table(["Oh, What Luck!", "Night"], trial="Silence", luck_under_silence="remove")
    strict.do("play Oh, What Luck!")
    assert strict.trial == ""
    assert strict.turn == QUEEN
    outside = Table(["Oh, What Luck!", "Night"], trial="Fire", luck_under_silence="remove")
    assert outside.do("play Oh, What Luck!").legal == {"pamina", "symbol", "remove"}


def test_A10_a_song_that_plays_a_trial_is_barred_under_silence() -> None:
    table = Table(["Halt!", "Oh Unfortunate", "Only Silence", "Tamino"], trial="Silence")
    assert table.legal == {"play Tamino"}


# Fire and Water -----------------------------------------------------------------------------------------


def test_R26_under_fire_sarastro_playing_sun_one_closer_moves_the_moon() -> None:
    table = Table(["Heralding the Morning", "Night"], trial="Fire", sun=2, moon=2)
    table.do("play Heralding the Morning")
    assert (table.sun, table.moon) == (2, 3)


def test_R26_under_fire_your_symbol_means_the_other() -> None:
    table = Table(["Victorious", "Night"], trial="Fire", sun=1, moon=1, seat=QUEEN).do("play Victorious")
    assert (table.sun, table.moon) == (4, 1)


def test_A13_fire_turns_a_push_against_its_player_or_by_option_does_not() -> None:
    swapped = Table(["Vengeance", "Night"], trial="Fire", sun=3, moon=3).do("play Vengeance")
    assert (swapped.sun, swapped.moon) == (2, 3)
    spared = Table(["Vengeance", "Night"], trial="Fire", sun=3, moon=3, fire_pushes="spared").do("play Vengeance")
    assert (spared.sun, spared.moon) == (3, 2)
    dagger = Table(["Night's Dagger", "Night"], trial="Fire", sun=3, moon=3, fire_pushes="spared")
    assert dagger.do("play Night's Dagger").moon == 1
    own = Table(["Be Welcome Again", "Night"], trial="Fire", sun=3, moon=3, fire_pushes="spared")
    assert own.do("play Be Welcome Again").moon == 4


def test_A14_under_fire_everything_feels_still_moves_both() -> None:
    table = Table(["Everything Feels the Joys of Love", "Night"], trial="Fire", sun=1, moon=3)
    table.do("play Everything Feels the Joys of Love")
    assert (table.sun, table.moon) == (2, 4)


def test_A15_fire_leaves_pamina_alone() -> None:
    table = Table(["Night's Dagger", "Night"], trial="Fire", sun=4, moon=4).do("play Night's Dagger")
    assert table.pamina == 1  # away from Sarastro
    assert table.sun == 2


def test_R27_A16_under_water_pamina_goes_away_from_the_player_from_wherever_she_is() -> None:
    for start in (-2, 0, 2):
        table = Table(["To the Rescue!", "Night"], trial="Water", pamina=start).do("play To the Rescue!")
        assert table.pamina == start + 1


def test_R27_under_water_the_queens_symbol_goes_back_towards_the_castle() -> None:
    table = Table(["Night", "Halt!"], trial="Water", moon=3).do("play Night")
    assert table.moon == 2


def test_A17_water_sends_pamina_further_out_and_leaves_her_in_the_tower() -> None:
    for start, end in ((2, 3), (-2, -3), (0, 0)):
        table = Table(["Shall I No Longer See You", "Night"], trial="Water", pamina=start)
        assert table.do("play Shall I No Longer See You").pamina == end


def test_A18_water_turns_a_push_into_a_gift() -> None:
    table = Table(["Night's Dagger", "Night"], trial="Water", moon=1, pamina=0).do("play Night's Dagger")
    assert table.moon == 3
    assert table.pamina == -1  # towards Sarastro


def test_A19_flute_and_bells_ignore_only_their_own_trial() -> None:
    flute = Table(["Magic Flute", "Night"], trial="Water", sun=3).do("play Magic Flute")
    assert flute.sun == 1
    bells = Table(["Magic Bells", "Night"], trial="Fire", sun=3, moon=3).do("play Magic Bells")
    assert (bells.sun, bells.moon) == (3, 5)


def test_R30_R31_A20_flute_and_bells_ignore_their_trial_without_ending_it() -> None:
    flute = Table(["Magic Flute", "Night"], trial="Fire").do("play Magic Flute")
    assert (flute.sun, flute.trial) == (2, "Fire")
    bells = Table(["Magic Bells", "Night"], trial="Water").do("play Magic Bells")
    assert (bells.sun, bells.trial) == (2, "Water")


def test_A12_by_option_the_player_picks_the_direction_of_cards_that_name_none() -> None:
    path = Table(["The Path to Your Goals", "Night"], sun=2, direction="free").do("play The Path to Your Goals")
    assert path.legal == {"pamina", "pamina back", "symbol", "symbol back"}
    assert path.do("pamina back").pamina == 1
    luck = Table(["Oh, What Luck!", "Night"], direction="free").do("play Oh, What Luck!")
    assert luck.legal == {"pamina", "pamina back", "symbol", "symbol back", "remove"}
    wisdom = Table(["The Wisdom of Teaching", "Night"], trial="Fire", moon=3, direction="free")
    wisdom.do("play The Wisdom of Teaching")
    assert wisdom.legal == {"symbol", "symbol back"}
    wisdom.do("symbol back")  # under Fire this sends the opponent back
    assert (wisdom.moon, wisdom.phase) == (2, "second")
    water = Table(["Oh, What Luck!", "Night"], trial="Water", sun=2, direction="free")
    assert water.do("play Oh, What Luck!", "symbol back").sun == 4


def test_A12_without_the_option_such_cards_go_forward() -> None:
    wisdom = Table(["The Wisdom of Teaching", "Night"], sun=2).do("play The Wisdom of Teaching")
    assert (wisdom.sun, wisdom.phase) == (3, "second")


def test_A30_a_trial_that_changes_in_mid_turn_rules_at_once() -> None:
    table = Table(["The Wisdom of Teaching", "Isis and Osiris", "Night"], trial="Water", sun=3)
    table.do("play The Wisdom of Teaching")
    assert table.sun == 2
    table.do("play Isis and Osiris")
    assert table.trial == ""
    after = Table(["The Wisdom of Teaching", "Halt!", "Night"], sun=3)
    after.do("play The Wisdom of Teaching", "play Halt!")
    assert after.trial != ""
    assert after.turn == QUEEN
