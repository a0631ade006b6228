"""Tells whether anything was created, renamed or deleted in a folder, where the system can tell (Linux: inotify)."""

import contextlib
import ctypes
import os
import select
import sys

# What inotify is asked to report: IN_MOVED_FROM, IN_MOVED_TO, IN_CREATE, IN_DELETE, IN_DELETE_SELF, IN_MOVE_SELF.
CHANGES = 0x40 | 0x80 | 0x100 | 0x200 | 0x400 | 0x800


class FolderWatch:
    """A watch on one folder. To ask it costs less than a microsecond."""

    def __init__(self, folder: str) -> None:
        self._file = -1  # where changes are reported; -1 if the system cannot tell
        if sys.platform == "linux":
            with contextlib.suppress(OSError, AttributeError):  # another C library
                system = ctypes.CDLL(None)
                self._file = system.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
                if system.inotify_add_watch(self._file, os.fsencode(folder), CHANGES) < 0:
                    self.close()
            self._reports = select.poll()
            if self._file >= 0:
                self._reports.register(self._file, select.POLLIN)

    def is_calm(self) -> bool:
        """Whether nothing has changed since the last `forget`. False if the system cannot tell."""
        return self._file >= 0 and not self._reports.poll(0)

    def forget(self) -> None:
        """Drop the reports so far."""
        while self._file >= 0 and self._reports.poll(0):
            os.read(self._file, 1 << 16)

    def close(self) -> None:
        """End the watch."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1
