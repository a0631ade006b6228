"""What views of a table are made of, besides plain data."""

from typing import Any


class Kept(dict[str, Any]):
    """A part of views that is given again and again and never changed: whoever sends it may keep it in writing."""

    __slots__ = ("written",)
    written: Any
