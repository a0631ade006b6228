"""The 36 cards one by one, without a Trial, played by Sarastro and by the Queen."""

import pytest

from .naive import CARDS, ITEMS, PERSONS, SONGS
from .table import QUEEN, SARASTRO, Table

BOTH = pytest.mark.parametrize("seat", [SARASTRO, QUEEN])
STAY = (0, 0, 0)


def played(card: str, seat: int, *choices: str) -> tuple[int, int, int]:
    """How far the own symbol, the other's symbol and Pamina (to the player) have moved."""
    table = Table([card, "Be Welcome Again", "Halt!"], sun=4, moon=4, pamina=1, seat=seat, edition="long")
    table.do(f"play {card}", *choices)
    own, other = (table.sun, table.moon) if seat == SARASTRO else (table.moon, table.sun)
    towards = table.pamina - 1 if seat == QUEEN else 1 - table.pamina
    return own - 4, other - 4, towards


def sun_and_moon(card: str, seat: int) -> tuple[int, int]:
    own, other, _ = played(card, seat)
    return (own, other) if seat == SARASTRO else (other, own)


def leads_to(card: str, followers: list[str]) -> bool:
    """Whether after the card exactly these may be played, or none."""
    hand = [card, *[c for c in CARDS if c != card][:35]]
    table = Table(hand, other=[], edition="long", sun=4, moon=4).do(f"play {card}")
    return table.legal == {f"play {name}" for name in followers} | {"stop"}


def ends_the_turn(card: str) -> bool:
    """Whether no card may follow, though every other card is in the hand."""
    table = Table([*CARDS], other=[], edition="long", sun=4, moon=4).do(f"play {card}")
    return table.turn == QUEEN


@BOTH
def test_R28_tamino_brings_pamina_one_closer_and_the_flute_may_follow(seat: int) -> None:
    assert played("Tamino", seat) == (0, 0, 1)
    assert leads_to("Tamino", ["Magic Flute"])


@BOTH
def test_R29_papageno_moves_the_own_symbol_and_the_bells_may_follow(seat: int) -> None:
    assert played("Papageno", seat) == (1, 0, 0)
    assert leads_to("Papageno", ["Magic Bells"])


@BOTH
def test_R30_magic_flute_moves_the_own_symbol_two(seat: int) -> None:
    assert played("Magic Flute", seat) == (2, 0, 0)
    assert ends_the_turn("Magic Flute")


@BOTH
def test_R31_magic_bells_move_the_own_symbol_two(seat: int) -> None:
    assert played("Magic Bells", seat) == (2, 0, 0)
    assert ends_the_turn("Magic Bells")


@BOTH
def test_R32_nights_dagger_pushes_the_other_back_two_and_sends_pamina_away(seat: int) -> None:
    assert played("Night's Dagger", seat) == (0, -2, -1)
    assert ends_the_turn("Night's Dagger")


@BOTH
def test_R33_night_moves_the_moon_whoever_plays_it(seat: int) -> None:
    assert sun_and_moon("Night", seat) == (0, 1)


@BOTH
def test_R34_a_little_night_music_moves_the_moon(seat: int) -> None:
    assert sun_and_moon("A Little Night Music", seat) == (0, 1)


@BOTH
def test_R35_to_the_rescue_brings_pamina_one_closer(seat: int) -> None:
    assert played("To the Rescue!", seat) == (0, 0, 1)


@BOTH
def test_R36_the_birdcatcher_brings_pamina_and_papageno_may_follow(seat: int) -> None:
    assert played("The Birdcatcher", seat) == (0, 0, 1)
    assert leads_to("The Birdcatcher", ["Papageno"])


@BOTH
def test_R37_enchantingly_beautiful_image_brings_pamina(seat: int) -> None:
    assert played("Enchantingly Beautiful Image", seat) == (0, 0, 1)


@BOTH
def test_R38_tremble_not_brings_pamina(seat: int) -> None:
    assert played("Tremble Not", seat) == (0, 0, 1)


@BOTH
def test_R39_come_in_my_dove_brings_pamina(seat: int) -> None:
    assert played("Come In My Dove", seat) == (0, 0, 1)


@BOTH
def test_R40_what_love_is_felt_brings_pamina_and_tamino_may_follow(seat: int) -> None:
    assert played("What Love is Felt", seat) == (0, 0, 1)
    assert leads_to("What Love is Felt", ["Tamino"])


@BOTH
def test_R41_the_path_to_your_goals_moves_pamina_or_the_own_symbol(seat: int) -> None:
    assert played("The Path to Your Goals", seat, "pamina") == (0, 0, 1)
    assert played("The Path to Your Goals", seat, "symbol") == (1, 0, 0)
    table = Table(["The Path to Your Goals", "Night"]).do("play The Path to Your Goals")
    assert table.legal == {"pamina", "symbol"}


@BOTH
def test_R42_the_wisdom_of_teaching_moves_the_own_symbol_then_a_second_card(seat: int) -> None:
    assert played("The Wisdom of Teaching", seat) == (1, 0, 0)
    table = Table(["The Wisdom of Teaching", "Night", "Halt!"]).do("play The Wisdom of Teaching")
    assert table.legal == {"play Night", "play Halt!"}


@BOTH
def test_R43_where_are_you_going_brings_pamina(seat: int) -> None:
    assert played("Where are You Going?", seat) == (0, 0, 1)


@BOTH
def test_R44_how_strong_is_your_magic_moves_the_own_symbol_two(seat: int) -> None:
    assert played("How Strong is Your Magic!", seat) == (2, 0, 0)


@BOTH
def test_R45_quick_feet_brings_pamina_two_closer(seat: int) -> None:
    assert played("Quick Feet, Quick Courage!", seat) == (0, 0, 2)


@pytest.mark.parametrize("trial", ["Silence", "Fire", "Water"])
@pytest.mark.parametrize("card", ["Isis and Osiris", "Preserve Yourself From Pitfalls", "Oh I Can Feel, it is Gone"])
def test_R46_R47_R52_three_songs_remove_the_trial_and_move_nothing(card: str, trial: str) -> None:
    table = Table([card, "Night", "Halt!"], trial=trial, sun=2, moon=3, pamina=1).do(f"play {card}")
    assert table.trial == ""
    assert (table.sun, table.moon, table.pamina) == (2, 3, 1)
    assert table.turn == QUEEN


@BOTH
def test_R48_how_did_you_come_to_this_place_brings_pamina_two_closer(seat: int) -> None:
    assert played("How Did You Come to this Place?", seat) == (0, 0, 2)


@BOTH
def test_R49_everything_feels_the_joys_of_love_moves_sun_and_moon(seat: int) -> None:
    assert played("Everything Feels the Joys of Love", seat) == (1, 1, 0)


@BOTH
def test_R50_vengeance_pushes_the_other_back_and_the_dagger_may_follow(seat: int) -> None:
    assert played("Vengeance", seat) == (0, -1, 0)
    assert leads_to("Vengeance", ["Night's Dagger"])


@BOTH
def test_R51_be_welcome_again_moves_the_own_symbol(seat: int) -> None:
    table = Table(["Be Welcome Again", "Night", "Halt!"], seat=seat).do("play Be Welcome Again")
    assert (table.sun, table.moon) == ((1, 0) if seat == SARASTRO else (0, 1))


@BOTH
def test_R53_revenge_stalks_these_halls_pushes_the_other_back_and_the_dagger_may_follow(seat: int) -> None:
    assert played("Revenge Stalks These Halls", seat) == (0, -1, 0)
    assert leads_to("Revenge Stalks These Halls", ["Night's Dagger"])


@pytest.mark.parametrize(("before", "after"), [(3, 2), (1, 0), (0, 0), (-1, 0), (-3, -2)])
@BOTH
def test_R54_shall_i_no_longer_see_you_brings_pamina_towards_the_tower(seat: int, before: int, after: int) -> None:
    table = Table(["Shall I No Longer See You", "Night"], pamina=before, seat=seat)
    assert table.do("play Shall I No Longer See You").pamina == after


@BOTH
def test_R55_heralding_the_morning_moves_the_sun(seat: int) -> None:
    assert sun_and_moon("Heralding the Morning", seat) == (1, 0)


@BOTH
def test_R56_he_who_travels_this_road_moves_the_own_symbol(seat: int) -> None:
    assert played("He Who Travels this Road", seat) == (1, 0, 0)


@BOTH
def test_R57_what_do_i_hear_brings_pamina_and_flute_or_bells_may_follow(seat: int) -> None:
    assert played("What Do I Hear?", seat) == (0, 0, 1)
    assert leads_to("What Do I Hear?", ["Magic Flute", "Magic Bells"])


@BOTH
def test_R58_oh_what_luck_moves_pamina_two_or_the_own_symbol_two_or_removes_the_trial(seat: int) -> None:
    assert played("Oh, What Luck!", seat, "pamina") == (0, 0, 2)
    assert played("Oh, What Luck!", seat, "symbol") == (2, 0, 0)
    assert played("Oh, What Luck!", seat, "remove") == STAY
    table = Table(["Oh, What Luck!", "Night"], trial="Fire", seat=seat).do("play Oh, What Luck!", "remove")
    assert table.trial == ""


@pytest.mark.parametrize("card", ["Oh Unfortunate", "Halt!", "Only Silence"])
def test_R59_R60_R61_three_songs_play_a_trial(card: str) -> None:
    table = Table([card, "Night", "Vengeance"], sun=1, moon=2, pamina=1).do(f"play {card}")
    assert table.trial in ("Silence", "Fire", "Water")
    assert (table.sun, table.moon, table.pamina) == (1, 2, 1)
    assert table.turn == QUEEN


@BOTH
def test_R62_the_sun_drives_away_the_night_moves_the_sun(seat: int) -> None:
    assert sun_and_moon("The Sun Drives Away the Night", seat) == (1, 0)


@BOTH
def test_R63_victorious_moves_the_own_symbol_three(seat: int) -> None:
    assert played("Victorious", seat) == (3, 0, 0)


def test_A1_the_pack_holds_each_of_the_36_cards_once() -> None:
    assert (len(PERSONS), len(ITEMS), len(SONGS)) == (2, 3, 31)
    table = Table(["Night"])
    cards = sorted([*table.pile, *table.hand(SARASTRO), *table.hand(QUEEN), *table.discard])
    assert cards == sorted(CARDS)


def test_A1_the_other_reading_has_every_song_twice() -> None:
    table = Table(["Night"], edition="double")
    cards = [*table.pile, *table.hand(SARASTRO), *table.hand(QUEEN)]
    assert sorted(cards) == sorted([*CARDS, *[f"{song} #2" for song in SONGS]])
    second = Table(["Victorious #2", "Night"], edition="double").do("play Victorious #2")
    assert second.sun == 3
