"""Reads editions that guests send in. This runs in a worker process, because a file is untrusted and may take long."""

import msgspec

from ... import games
from ...errors import BadEdition
from ...games.contract.editions import Edition, read_edition
from ...match.kept import keep_edition
from ...match.tryout import try_out
from ..protocol.bodies import EditionInfo, OwnEdition

FILE = "The file"
COMPLAINT_LETTERS = 300  # letters of a complaint, which may quote the file


def describe(body: bytes) -> bytes:
    """The response to POST /api/editions. Raises `BadEdition`."""
    edition = _read(body)
    return msgspec.json.encode(EditionInfo(edition.name, edition.title, edition.about, dict(edition.options)))


def keep(body: bytes) -> bytes:
    """The edition as a table stores it. Raises `BadEdition`."""
    return msgspec.json.encode(keep_edition(_read(body)))


def _read(body: bytes) -> Edition:
    asked = msgspec.json.decode(body, type=OwnEdition)
    game = games.get(asked.game)
    try:
        edition = read_edition(game, asked.text, FILE, asked.options)
        try_out(game, edition, game.check_seats(asked.seats or game.seats[0]))
    except BadEdition as error:
        said = str(error)
        raise BadEdition(said if len(said) <= COMPLAINT_LETTERS else said[: COMPLAINT_LETTERS - 1] + "…") from None
    return edition
