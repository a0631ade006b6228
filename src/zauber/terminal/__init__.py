"""Playing any game in a terminal."""

from .screen import Screen
from .table import TerminalTable

__all__ = ["Screen", "TerminalTable"]
