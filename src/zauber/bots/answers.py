"""Which answers of a bot a table accepts, and what is played instead of others, so that no bot stops a match."""

from collections.abc import Sequence
from types import TracebackType

from ..games.contract.editions import Edition
from ..games.contract.kernel import Record
from ..games.game import Game
from .player import WAIT, BotError
from .simple import Thumb


def acceptable(answer: object, moves: Sequence[int], on_turn: bool) -> bool:
    """Whether an answer is a legal move, or WAIT of a seat that the table does not wait for."""
    return answer in moves or (answer == WAIT and not on_turn)


def refusal(answer: object) -> str:
    """Why an answer was not acceptable. It does not tell the action, which may be secret."""
    return "it waited on its own turn" if answer == WAIT else "its answer is not a legal move"


def failure(error: BaseException) -> str:
    """Where a bot failed, without the message of the error, which may tell what only the bot's seat knows."""
    if isinstance(error, BotError):  # there is no such bot
        return str(error)
    trace: TracebackType | None = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f" ({trace.tb_frame.f_code.co_filename.rsplit('/', 1)[-1]}:{trace.tb_lineno})" if trace else ""
    return f"{type(error).__name__}{place}"


def by_thumb(
    game: Game, edition: Edition, seats: int, seat: int, position: Record, moves: Sequence[int], seed: int
) -> int:
    """The move by rule of thumb of a seat that has to move and whose bot gave none; `position` is concealed for it."""
    action = Thumb(game, edition, seats, seat).choose(position.copy(), moves, seed)
    if action not in moves:
        raise BotError(f"The rule of thumb of {game.title} gave no legal move.")
    return action
