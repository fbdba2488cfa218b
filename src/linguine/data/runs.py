"""Runs: what lies end to end in one array, such as the tokens of sentences, and where each begins.

Run i is the entries ``offsets[i]`` to ``offsets[i + 1] - 1``.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["InSentences", "choose_runs", "no_lines", "offsets_of"]

Cell = TypeVar("Cell")


class InSentences:
    """What has something for each token of some sentences."""

    offsets: NDArray[np.int64]  # (n_sentences + 1,)

    def __len__(self) -> int:
        return self.n_sentences

    @property
    def n_sentences(self) -> int:
        """Number of sentences."""
        return len(self.offsets) - 1

    @property
    def n_tokens(self) -> int:
        """Number of tokens."""
        return int(self.offsets[-1])

    def split(self, cells: list[Cell]) -> list[list[Cell]]:
        """Return one list of cells per sentence."""
        return [cells[i:j] for i, j in pairwise(self.offsets.tolist())]


def no_lines() -> NDArray[np.int64]:
    """Return the lines of what does not come from a file."""
    return np.zeros(0, np.int64)


def offsets_of(lengths: ArrayLike) -> NDArray[np.int64]:
    """Return where runs of some lengths begin, and the end of the last : (n + 1,)."""
    return np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64, copy=False)


def choose_runs(
    offsets: NDArray[np.int64], chosen: ArrayLike | slice
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return where some of the runs begin when they stand alone, and which entries they hold.

    Examples
    --------
    >>> begins, entries = choose_runs(np.array([0, 2, 3, 6]), [2, 0])
    >>> begins.tolist(), entries.tolist()
    ([0, 3, 5], [3, 4, 5, 0, 1])
    """
    wanted = chosen if isinstance(chosen, slice) else np.asarray(chosen)
    if isinstance(wanted, np.ndarray) and not wanted.size:
        wanted = wanted.astype(np.int64)  # an empty list has no type
    rows = np.arange(len(offsets) - 1)[wanted]
    lengths = np.diff(offsets)[rows]
    begins = offsets_of(lengths)
    # Entry j of the new run i is entry offsets[rows[i]] + j of the old ones.
    return begins, np.arange(begins[-1]) + np.repeat(offsets[rows] - begins[:-1], lengths)
