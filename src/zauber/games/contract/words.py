"""What a game's `words.py` must define: the functions that turn records into words and back. They contain no rules.

The functions here are stubs; their docstrings are the contract. `contract.loading` compares a module with them when the
game is loaded, and `zauber check` calls every function on real positions.

Arguments
---------
`e` is the Edition record. `s`, `before` and `after` are State records **concealed** for the viewer (in `label`, `why`
and `text` for `seat`), so a function cannot say what its reader may not know. Only `ending` is given the whole
position, since nothing is hidden after the end. A viewer is a seat, or NOBODY for a spectator.

Records come as readings (`zauber.games.compiling.records`): a field is a plain `int` or `float`; an array can be
indexed, sliced along its last axis, iterated, and turned into lists with `tolist()`; its items are plain numbers.
`s.raw(name)` gives the bytes of a field without decoding them, a quick key for what is cached. A reading cannot be
changed. Rule functions take readings as they take records; to try a rule out, call it on `s.copy()`. NumPy's arithmetic
does not work on readings. A function that needs a real record, to call compiled code, makes one with `s.record()`.

Results
-------
Sentences are `Phrase`s: a key of `en.json` and its arguments (see `contract.phrases`). Phrases and views hold plain
data. Two calls with the same bytes give the same result: words have no state and use no chance.

The catalogue
-------------
`en.json` is an object from keys to texts. A text may be a choice of texts: `you` (the argument `who` is the reader),
`one` and `other` (by the argument `n`); `other` is required. `{name}` in a text is an argument of the phrase.
"""

from collections.abc import Sequence
from typing import Any

from .kernel import Record
from .phrases import Phrase

# What every game defines in its words.py ---------------------------------------------------------------------------


def notation(action: int) -> str:
    """The action as players say it aloud and records store it; "" for a number that is never used.

    No two actions have the same notation, whatever their case and spaces.
    """
    raise NotImplementedError


def label(e: Record, s: Record, seat: int, action: int) -> Phrase:
    """The text of a button for a legal action of that seat."""
    raise NotImplementedError


def view(e: Record, s: Record, seat: int) -> dict[str, Any]:
    """The table as that viewer sees it, as plain data for a screen: None, booleans, numbers, texts, lists and dicts
    with text keys. Its docstring lists the keys.

    A game without its own stage in the browser describes the table under the key `tableau` (see
    `zauber.games.contract.views`), and the house draws that.
    """
    raise NotImplementedError


def tell(e: Record, before: Record, after: Record, seat: int, action: int, viewer: int) -> list[Phrase]:
    """What happened, for one viewer: at least one phrase. `action` is HIDDEN when the viewer did not see it.

    A game whose rules note events (see `contract.events`) does not need it."""
    raise NotImplementedError


def why(e: Record, s: Record, seat: int, action: int) -> tuple[str, Phrase]:
    """Why that seat may not take that action now: the number of the rule, and the reason."""
    raise NotImplementedError


def ending(e: Record, s: Record) -> Phrase:
    """How the match ended and who won."""
    raise NotImplementedError


def text(e: Record, s: Record, seat: int, names: Sequence[str]) -> str:
    """The table as text for a terminal; `names` are the seats' names."""
    raise NotImplementedError


WORDS = (notation, label, view, tell, why, ending, text)


# Optional functions ------------------------------------------------------------------------------------------------


def same_for_all(s: Record) -> bool:
    """Whether `view` and `tell` depend only on what the viewer knows, not on which seat the viewer is. The server then
    makes them once for all viewers who know the same. Without this function it makes them for every viewer."""
    raise NotImplementedError


def flows(action: int) -> bool:
    """Whether the action continues the one before it, so that a bot makes it without a pause. Without this function
    bots pause before every action."""
    raise NotImplementedError


def afterwards(phrases: Sequence[Phrase]) -> list[Phrase]:
    """The phrases about an action that may be read later, while the match goes on. For a game in which players must
    remember what they saw: everything that would let them look it up is left out. The record of an unfinished match
    then shows no moves. Without this function all phrases may be read again."""
    raise NotImplementedError


def obvious(action: int) -> bool:
    """Whether the program gives this answer for a player who has no other, such as “no” to a question about a card that
    the player does not hold. It waits as long as a person would, so that nobody learns that there was no choice.
    Without this function players always answer themselves."""
    raise NotImplementedError


def waiting(e: Record, s: Record) -> list[int]:
    """The seats that must choose now, as everybody knows, in the order they are asked. For a game in which several
    choose at once; `s` is concealed for a spectator. Without this function the table waits for `s.turn`."""
    raise NotImplementedError


def reasons(e: Record, before: Record, after: Record, seat: int, action: int) -> list[Phrase]:
    """What that seat, which reads it, gains by a legal action: whole sentences about the cards and pieces on the table
    and the players whom they concern, the most telling first; none where there is nothing worth saying. A hint says the
    first two, before the chances that a search has estimated.

    `before` is what the seat knows, with what it remembers (`Game.memory`); `after` is what it would know right after
    the action in one world that it thinks possible. A reason is given before the move is made: it must be the same in
    all such worlds, so it says of `after` only what neither chance nor anything hidden decides. Without this function
    hints give chances alone."""
    raise NotImplementedError


OPTIONAL_WORDS = (same_for_all, flows, afterwards, obvious, waiting, reasons)
