"""What the conformance suite asks of events: who knows the same is told the same, and every declared event happens."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...errors import BrokenRules
from ..game import Game
from .editions import Edition
from .guarded import Guarded
from .kernel import NOBODY

Trial = Any  # a `trial.Trial`, whose module imports this one
TWINS = 4  # worlds for each viewer
LISTENED = 20_000  # decisions at most, until every event has happened
SHORT = 8  # turns, in every second match of a game with a turn limit
BY_THUMB = 0.7


def check_twins(trial: Trial, before: Any, seat: int, action: int, notes: bytes) -> None:
    """Check what viewers are told of an action just made: in another world that a viewer could not tell from this one,
    neither before the action nor after it, it would be told the same."""
    same = trial.game.listen(trial.e, before.tobytes(), b"", seat, action).state.tobytes() == trial.s.tobytes()
    trial.require(
        same, f"action {action} comes to another position when somebody listens: note_… functions change nothing."
    )
    game, dice = trial.game, np.random.default_rng([trial.seed, trial.step])
    for viewer in trial.viewers:
        known, then = trial.concealed(before, viewer), trial.concealed(trial.s, viewer).tobytes()
        seen = trial.f.witness(trial.e, before, seat, action, viewer)
        heard = game.teller.told(notes, viewer)
        for twin in range(TWINS):
            world = trial.imagined(known, viewer, 100 + twin)
            if twin % 2:  # with the same chance
                world.rng[:] = before.rng
            listed = trial.moves_of(world, seat)
            other = action if seen == action or not listed else int(dice.choice(listed))
            if other not in listed or trial.f.witness(trial.e, world, seat, other, viewer) != seen:
                continue
            others = game.hear(trial.e, world.tobytes(), b"", seat, other)
            trial.f.apply(trial.e, world, seat, other)
            if trial.concealed(world, viewer).tobytes() != then:
                continue
            for one, another in zip(heard, game.teller.told(others, viewer), strict=False):
                trial.require(
                    one == another,
                    f"viewer {viewer} is told {one.key} {dict(one.args)} of action {action}, but {another.key}"
                    f" {dict(another.args)} in a world that looks the same to it: events.py lets it learn too much.",
                )


def listen(game: Game, guarded: Guarded, settings: Sequence[Edition], seed: int) -> None:
    """Play until every event that the game declares has happened; raise `BrokenRules` if one never does."""
    missing = {number: event for number, event in game.events.items() if not event.rare}
    if game.heavy and guarded.fast is None:
        return
    done = number = 0
    options = game.new_options()
    call = guarded.call if game.heavy else guarded.interpreted
    while missing and done < LISTENED:
        edition, number = settings[number % len(settings)], number + 1
        if game.turn_limit and number % 2:
            edition = game.edition(edition.name, {**edition.options, "turn_limit": SHORT})
        dice, s = np.random.default_rng([seed, number]), game.new_state()
        call("sow", s, seed, number)
        call("setup", edition.record, s, int(dice.choice(list(game.seats))))
        while s.turn != NOBODY and missing and done < LISTENED:
            seat = int(s.turn)
            n = call("moves", edition.record, s, seat, options)
            action = int(options[dice.integers(n)])
            if number % 4 > 1 and dice.random() < BY_THUMB:
                known = s.copy()
                call("conceal", edition.record, known, seat)
                call("sow", known, seed, done)
                action = int(call("advise", edition.record, known, seat, options, n))
            notes = game.hear(edition.record, s.tobytes(), b"", seat, action)
            for noted in game.teller.read(notes):
                missing = {key: event for key, event in missing.items() if event is not noted.event}
            call("apply", edition.record, s, seat, action)
            done += 1
    if missing:
        names = ", ".join(f"“{event.key or event.known}”" for event in missing.values())
        raise BrokenRules(f"events.py declares {names}, which never happened in {done:,} decisions.")
