"""Playing any game in a terminal."""

from .screen import Screen
from .table import Table

__all__ = ["Screen", "Table"]
