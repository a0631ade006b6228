"""Playing in a terminal, any game alike."""

from .screen import Screen
from .table import Table

__all__ = ["Screen", "Table"]
