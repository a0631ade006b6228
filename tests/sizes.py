"""The sizes of the long tests: a reduced one by default, and the full one with `ZAUBER_FULL=1`."""

import os

FULL = bool(os.environ.get("ZAUBER_FULL"))
PATIENCE = 3600 if FULL else 600  # seconds that a test may take


def size(full: int, usual: int) -> int:
    """The full size with `ZAUBER_FULL=1`, otherwise the usual one."""
    return full if FULL else usual
