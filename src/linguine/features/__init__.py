"""Features: the user's matrix as the core sees it."""

from linguine.features.matrix import Sites, read_matrix

__all__ = ["Sites", "read_matrix"]
