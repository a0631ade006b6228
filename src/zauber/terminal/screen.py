"""The terminal: prints text, asks for a line, and hides the screen between two people at one keyboard.

Without a terminal (a pipe, a test) it writes plain text, reads lines, and clears nothing.
"""

import contextlib
from typing import TextIO

from rich.console import Console


class Screen:
    """The screen and keyboard of a table."""

    def __init__(self, source: TextIO, target: TextIO) -> None:
        self._source = source
        self._live = target.isatty() and source.isatty()
        self._console = Console(file=target, highlight=False, soft_wrap=True)

    @property
    def live(self) -> bool:
        """Whether a person sits in front of it."""
        return self._live

    def say(self, text: str = "", style: str = "") -> None:
        """Write a line, exactly as it is."""
        self._console.print(text, style=style or None, markup=False)

    def ask(self, prompt: str) -> str | None:
        """Ask for a line; None when there are no more."""
        self._console.print(f"{prompt} ", style="bold", markup=False, end="")
        line = self._source.readline()
        if not self._live:
            self._console.print()
        return line.strip() if line else None

    def forget_typed(self) -> None:
        """Discard what was typed before the prompt."""
        if not self._live:
            return
        try:
            import termios
        except ImportError:  # not on Windows
            return
        with contextlib.suppress(termios.error, OSError, ValueError):
            termios.tcflush(self._source.fileno(), termios.TCIFLUSH)

    def curtain(self, name: str) -> bool:
        """Hide what was shown until the named person sits at the keyboard; False when nobody comes."""
        if self.ask("Press Enter to hide this, then hand the keyboard on.") is None:
            return False
        if self._live:
            self._console.clear()
        else:
            self.say("─" * 60)
        return self.ask(f"{name}, press Enter when only you can see the screen.") is not None
