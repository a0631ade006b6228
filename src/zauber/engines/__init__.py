"""Many matches at once: on the cores of this machine, on a GPU, on a cluster."""

from .batch import Batch, Ended, Played

__all__ = ["Batch", "Ended", "Played"]
