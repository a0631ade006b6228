"""How long the long tests are: a size that every run can afford, and the full one with `ZAUBER_FULL=1`."""

import os

FULL = bool(os.environ.get("ZAUBER_FULL"))
PATIENCE = 3600 if FULL else 300  # seconds that a test may take


def size(full: int, usual: int) -> int:
    """One of two sizes."""
    return full if FULL else usual
