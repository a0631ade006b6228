"""Magi in words."""
from .names import notation

__all__ = ["notation"]
