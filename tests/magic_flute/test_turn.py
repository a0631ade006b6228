"""The course of a turn: drawing, playing, chains, discarding, and the piles."""

import random
import tomllib
from importlib import resources

from zauber import Position
from zauber.games.contract.editions import edition_from
from zauber.games.magic_flute import GAME
from zauber.games.magic_flute.deck import COPIES
from zauber.games.magic_flute.position import CHAIN

from .naive import CARDS, MUTED
from .table import QUEEN, SARASTRO, Table

MUSIC = [card for card in CARDS if card in MUTED]


# Step 1: drawing ------------------------------------------------------------------------------------------


def test_R12_one_card_is_drawn_at_the_start_of_a_turn() -> None:
    table = Table(["Night", "Halt!", "Victorious"], other=["Tamino", "Papageno", "Magic Flute"])
    table.do("play Night")
    assert table.turn == QUEEN
    assert len(table.hand(QUEEN)) == 4
    assert len(table.hand(SARASTRO)) == 2


def test_R12_with_fewer_than_three_a_player_draws_up_to_three() -> None:
    for size, drawn in ((0, 3), (1, 2), (2, 1), (3, 1), (5, 1)):
        table = Table(["Night", "Halt!"], other=CARDS[7 : 7 + size])
        before = len(table.pile)
        table.do("play Night")
        assert len(table.hand(QUEEN)) == size + drawn
        assert len(table.pile) == before - drawn


def test_R13_A7_the_moment_the_pile_is_empty_the_discards_become_the_pile() -> None:
    table = Table(["Night", "Halt!", "Victorious"], other=["Tamino", "Papageno", "Magic Flute"], pile=["Vengeance"])
    lain = {*table.discard, "Night"}
    table.do("play Night")
    assert "Vengeance" in table.hand(QUEEN)
    assert len(table.hand(QUEEN)) == 4
    assert table.pile == lain
    assert table.discard == []


def test_A7_a_hand_that_needs_more_goes_on_from_the_new_pile() -> None:
    table = Table(["Night", "Halt!", "Victorious"], other=[], pile=["Vengeance"], discard=["Tamino", "Papageno"])
    table.do("play Night")
    assert "Vengeance" in table.hand(QUEEN)
    assert len(table.hand(QUEEN)) == 3
    assert "Vengeance" not in table.pile


def test_A7_when_both_piles_are_dry_a_player_draws_what_there_is() -> None:
    mine = CARDS[:30]
    table = Table(mine, other=CARDS[30:], pile=[], discard=[], sun=1, moon=1)
    table.do("play Papageno", "stop")
    assert len(table.hand(QUEEN)) == 7  # Papageno himself was the only card to draw
    assert (len(table.pile), len(table.discard)) == (0, 0)


def test_A7_a_player_without_cards_to_hold_or_draw_is_passed_over() -> None:
    table = Table(["Night's Dagger", *CARDS[:4], *CARDS[5:]], other=[], trial="Silence", pile=[], discard=[])
    table.do("play Night's Dagger")  # the Queen draws the Dagger, the only card outside a hand
    assert table.turn == QUEEN
    table.do("play Night's Dagger")
    assert table.turn == SARASTRO
    assert "Night's Dagger" in table.hand(SARASTRO)
    assert len(table.hand(QUEEN)) == 0


def test_A33_a_hand_has_no_upper_limit() -> None:
    table = Table(["Night", "Halt!"], other=MUSIC[5:12])
    table.do("play Night")
    assert len(table.hand(QUEEN)) == 8


# Step 2: playing ------------------------------------------------------------------------------------------


def test_R14_R17_A25_one_card_must_be_played_even_if_it_helps_the_other() -> None:
    table = Table(["Night", "A Little Night Music"])
    assert table.legal == {"play Night", "play A Little Night Music"}
    assert table.do("play Night").moon == 1


def test_R14_any_card_of_the_hand_may_be_played_without_a_trial() -> None:
    table = Table([*CARDS], other=[])
    assert table.legal == {f"play {card}" for card in CARDS}


def test_R17_under_silence_whoever_holds_a_valid_card_must_play_it() -> None:
    table = Table(["Night", "Halt!", "Tamino"], trial="Silence")
    assert table.legal == {"play Tamino"}


def test_R18_A24_the_effect_is_carried_out_at_once_in_the_order_of_the_card() -> None:
    table = Table(["Night's Dagger", "Night"], trial="Water", moon=4, pamina=-5)
    table.do("play Night's Dagger")  # the moon reaches the Tower before Pamina could reach the Temple
    assert table.over
    assert table.winner == QUEEN
    assert table.pamina == -5


def test_R19_each_played_card_goes_face_up_to_the_discard_pile() -> None:
    table = Table(["The Birdcatcher", "Papageno", "Magic Bells"], discard=["Night"])
    table.do("play The Birdcatcher")
    assert table.discard == ["Night", "The Birdcatcher"]
    table.do("play Papageno", "play Magic Bells")
    assert table.discard == ["Night", "The Birdcatcher", "Papageno", "Magic Bells"]


# Chains ---------------------------------------------------------------------------------------------------


def test_R15_A26_a_card_that_names_another_lets_it_be_played_or_not() -> None:
    table = Table(["Tamino", "Magic Flute", "Night"]).do("play Tamino")
    assert table.turn == SARASTRO
    assert table.legal == {"play Magic Flute", "stop"}
    assert table.do("stop").turn == QUEEN
    again = Table(["Tamino", "Magic Flute", "Night"]).do("play Tamino", "play Magic Flute")
    assert again.turn == QUEEN
    assert again.sun == 2


def test_R15_who_does_not_hold_the_card_cannot_go_on_and_the_question_tells_nobody() -> None:
    table = Table(["Tamino", "Night", "Halt!"]).do("play Tamino")
    assert table.phase == "chain"
    assert table.legal == {"stop"}


def test_A26_nobody_is_asked_for_a_card_that_the_pack_does_not_hold() -> None:
    text = resources.files(GAME.package).joinpath("editions/house.toml").read_text("utf-8")
    numbers = tomllib.loads(text)
    numbers["numbers"]["magic_flute"]["value"][COPIES] = 0
    tamino = GAME.parse("play tamino")
    edition = edition_from(GAME, numbers, "without.toml", {"turn_limit": 40})
    taminos, dice = 0, random.Random(1)
    for seed in range(20):
        p = Position(GAME, edition=edition, seed=seed)
        while not p.over:
            action = tamino if tamino in p.moves() else dice.choice(p.moves())
            p.play(action)
            taminos += action == tamino
            assert action != tamino or p.record.phase != CHAIN
    assert taminos > 5


def test_A26_the_program_answers_for_whoever_holds_no_card_that_may_follow() -> None:
    assert [text for action, text in enumerate(GAME.notations) if GAME.words.obvious(action)] == ["stop"]


def test_R15_nobody_is_asked_for_a_card_that_lies_open_or_with_an_empty_hand() -> None:
    table = Table(["Tamino", "Night", "Halt!"], discard=["Magic Flute"]).do("play Tamino")
    assert table.turn == QUEEN
    last = Table(["Tamino"]).do("play Tamino")
    assert last.turn == QUEEN


def test_A26_wisdoms_second_card_is_compulsory() -> None:
    table = Table(["The Wisdom of Teaching", "Night", "Halt!"]).do("play The Wisdom of Teaching")
    assert table.legal == {"play Night", "play Halt!"}
    assert table.do("play Night").turn == QUEEN


def test_A27_what_do_i_hear_leads_to_the_flute_or_the_bells_but_not_both() -> None:
    for first in ("Magic Flute", "Magic Bells"):
        table = Table(["What Do I Hear?", "Magic Flute", "Magic Bells"]).do("play What Do I Hear?")
        assert table.legal == {"play Magic Flute", "play Magic Bells", "stop"}
        assert table.do(f"play {first}").turn == QUEEN


def test_A28_chains_may_go_on_inside_chains_up_to_four_cards() -> None:
    hand = ["The Wisdom of Teaching", "The Birdcatcher", "Papageno", "Magic Bells"]
    table = Table(hand)
    table.do(*[f"play {card}" for card in hand])
    assert table.turn == QUEEN
    assert table.sun == 1 + 1 + 2
    assert table.pamina == -1
    love = Table(["What Love is Felt", "Tamino", "Magic Flute"])
    love.do("play What Love is Felt", "play Tamino", "play Magic Flute")
    assert (love.pamina, love.sun) == (-2, 2)


def test_A29_the_hand_is_not_refilled_inside_a_chain() -> None:
    table = Table(["Vengeance", "Night's Dagger", "Night"], moon=5)
    pile = len(table.pile)
    table.do("play Vengeance")
    assert table.hand(SARASTRO) == ["Night's Dagger", "Night"]
    assert len(table.pile) == pile


def test_A31_wisdom_is_barred_under_silence_and_a_trial_song_ends_its_chain() -> None:
    table = Table(["The Wisdom of Teaching", "Tamino"], trial="Silence")
    assert table.legal == {"play Tamino"}
    chain = Table(["The Wisdom of Teaching", "Halt!", "Night", "Victorious"])
    chain.do("play The Wisdom of Teaching", "play Halt!")
    assert chain.turn == QUEEN


def test_A38_wisdom_as_the_last_card_ends_the_turn() -> None:
    table = Table(["The Wisdom of Teaching"]).do("play The Wisdom of Teaching")
    assert (table.sun, table.turn) == (1, QUEEN)


# Step 4: discarding under Silence ---------------------------------------------------------------------------


def stuck() -> Table:
    """The Queen comes on turn under Silence with music only."""
    table = Table(["Tamino", "Night"], other=MUSIC[6:9], trial="Silence", pile=[MUSIC[10], MUSIC[11]])
    return table.do("play Tamino")


def test_R16_R20_under_silence_without_a_playable_card_the_player_may_discard() -> None:
    table = stuck()
    assert (table.turn, table.phase) == (QUEEN, "discard")
    assert table.legal == {f"discard {card}" for card in table.hand(QUEEN)} | {"done"}


def test_R20_A32_A39_any_number_may_be_discarded_card_by_card() -> None:
    for count in range(5):
        table = stuck()
        hand = table.hand(QUEEN)
        for card in hand[:count]:
            table.do(f"discard {card}")
            assert table.discard[-1] == card
            assert (table.turn, table.phase) == (QUEEN, "discard")
        table.do("done")
        assert table.turn == SARASTRO
        assert table.hand(QUEEN) == hand[count:]


def test_R21_nothing_may_be_discarded_from_the_hand_otherwise() -> None:
    for trial in ("", "Silence", "Fire", "Water"):
        table = Table(["Tamino", "Night", "Halt!"], trial=trial)
        assert not any(action.startswith("discard") for action in table.legal)


def test_A32_who_keeps_all_cards_has_one_more_next_time() -> None:
    table = stuck()
    table.do("done")
    assert len(table.hand(QUEEN)) == 4
