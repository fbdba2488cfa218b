"""Splitting: examples dealt to parts, and the bytes of each part of a file."""

from __future__ import annotations

from linguine.data.splitting.parts import assign_parts
from linguine.data.splitting.pieces import Pieces, read_pieces
from linguine.data.splitting.same import (
    join_groups,
    join_pairs,
    same_cells,
    same_words,
    words_of,
    words_together,
)

__all__ = [
    "Pieces",
    "assign_parts",
    "join_groups",
    "join_pairs",
    "read_pieces",
    "same_cells",
    "same_words",
    "words_of",
    "words_together",
]
