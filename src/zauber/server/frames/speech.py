"""The encoding of phrases and moves, with a cache for common ones.

`zauber.games.contract.phrases.Speaker` makes the sentences; a `Writer` encodes them. The encoding of a phrase that a
game reuses (`KeptPhrase`) is stored on the phrase and shared by all tables.
"""

import functools
from collections.abc import Sequence

from msgspec import Struct

from ...games.contract.phrases import KeptPhrase, Phrase, Speaker, people_of, speaker_of
from ...games.game import Game
from ..protocol.encoding import encode
from ..protocol.fields import Said
from ..table import customs


class Written(Struct, gc=False):
    """The cached encodings of a `KeptPhrase`."""

    data: bytes  # `fields.Said`
    moves: tuple[dict[int, bytes], dict[int, bytes]]  # encoded moves with this label, by action: without, with sentence


class Writer:
    """Says and encodes the phrases and moves of one game, or of the house."""

    def __init__(self, speaker: Speaker, notations: Sequence[str] = ()) -> None:
        self.say = speaker.say
        self.notations = [encode(notation) for notation in notations]
        self._moves = [
            b'{"action":%d,"notation":%b,"label":' % (action, notation)
            for action, notation in enumerate(self.notations)
        ]

    def data(self, phrases: Sequence[Phrase]) -> bytes:
        """Phrases as they are sent (a list of `fields.Said`)."""
        return b"[%b]" % b",".join([_data(phrase) for phrase in phrases])

    def moves(
        self, actions: Sequence[int], labels: Sequence[Phrase], names: Sequence[str], seat: int, sentences: bool
    ) -> bytes:
        """Legal moves with their labels (a list of `fields.Move`), for the seat that has them."""
        moves = []
        for action, label in zip(actions, labels, strict=True):
            kept = (label.written or _keep(label)) if type(label) is KeptPhrase else None
            move = kept.moves[sentences].get(action) if kept is not None else None
            if move is None:
                move = self._move(action, label, names, seat, sentences)
                if kept is not None and not (sentences and people_of(label)):  # a sentence with names differs by table
                    kept.moves[sentences][action] = move
            moves.append(move)
        return b"[%b]" % b",".join(moves)

    def _move(self, action: int, label: Phrase, names: Sequence[str], seat: int, sentences: bool) -> bytes:
        front, data = self._moves[action], _data(label)
        if not sentences:
            return b"%b%b}" % (front, data)
        return b'%b%b,"sentence":%b}' % (front, data, encode(self.say(label, names, seat)))


def _keep(phrase: KeptPhrase) -> Written:
    written = phrase.written = Written(encode(Said(phrase.key, phrase.args)), ({}, {}))
    return written


def _data(phrase: Phrase) -> bytes:
    if type(phrase) is KeptPhrase:
        return (phrase.written or _keep(phrase)).data
    return encode(Said(phrase.key, phrase.args))


@functools.cache
def writer(game: Game) -> Writer:
    """The writer of a game."""
    return Writer(game.speaker, game.notations)


@functools.cache
def house() -> Writer:
    """The writer of the house's own phrases."""
    return Writer(speaker_of(customs.catalogue()))
