"""Calling compiled code without Numba's dispatcher.

Every call of a compiled function first checks the types of its arguments, which takes longer than most rule functions.
Where the types never change, the machine code can be called directly. This uses an undocumented part of Numba, here and
nowhere else.
"""

from collections.abc import Callable
from typing import Any

from ...errors import ZauberError


def entry_of(function: Any, *like: Any) -> Callable[..., Any]:
    """The machine code of a compiled function for arguments with the types of `like`, compiled now if necessary.

    The caller must pass arguments of exactly these types (same record types, same number of axes, contiguous and
    writable arrays, integers for integers): nothing checks them again.
    """
    import numba

    typeof: Any = numba.typeof
    types = tuple(typeof(argument) for argument in like)
    function.compile(types)
    try:
        entry: Callable[..., Any] = function.overloads[types].entry_point
    except (AttributeError, KeyError) as error:
        raise ZauberError(
            f"Numba {numba.__version__} does not expose the entry point of compiled code: {error!r}."
        ) from None
    return entry
