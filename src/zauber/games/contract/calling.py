"""`Words`: the functions of a game's `words.py`, called with records of any kind.

Words read records as plain numbers (see `contract.words`). Callers may pass a reading, or a real record, which is
converted. Words that cannot work with readings break the contract, and the error says so.
"""

import functools
import inspect
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any

from ...errors import BrokenRules
from ..compiling.records import Reading, read
from .kernel import Record
from .phrases import Phrase
from .words import OPTIONAL_WORDS, WORDS

RECORDS = ("e", "s", "before", "after")  # names of the stubs' arguments that are records; they come first


class Words:
    """A game's words. An optional function of the contract is missing here if the game does not define it."""

    def __init__(self, module: ModuleType) -> None:
        self.module = module
        for stub in (*WORDS, *OPTIONAL_WORDS):
            function = getattr(module, stub.__name__, None)
            if function is not None:
                setattr(self, stub.__name__, _reading_first(stub, function))

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """The functions of the contract."""

    def labels(self, e: Record, s: Record, seat: int, actions: Sequence[int]) -> list[Phrase]:
        """The labels of several actions."""
        label: Callable[..., Phrase] = self.module.label
        edition, position = read(e), read(s)
        try:
            return [label(edition, position, seat, action) for action in actions]
        except (AttributeError, TypeError) as error:
            raise _broken(label, error) from error


def _reading_first(stub: Callable[..., Any], function: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a function so that its record arguments are converted to readings."""
    count = sum(name in RECORDS for name in inspect.signature(stub).parameters)
    if count == 0:
        return function

    middle, last = count // 2, count - 1  # there are one to three records

    @functools.wraps(function)
    def call(*given: Any) -> Any:
        if not (
            isinstance(given[0], Reading) and isinstance(given[middle], Reading) and isinstance(given[last], Reading)
        ):
            given = (*map(read, given[:count]), *given[count:])
        try:
            return function(*given)
        except (AttributeError, TypeError) as error:
            raise _broken(function, error) from error

    return call


def _broken(function: Callable[..., Any], error: Exception) -> BrokenRules:
    return BrokenRules(
        f"{function.__module__}: {function.__name__}() fails with {type(error).__name__}: {error}. Words read records"
        " as plain numbers and memoryviews, not as NumPy does; see “Arguments” in zauber.games.contract.words."
    )
