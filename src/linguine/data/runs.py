"""Runs: what lies end to end in one array, such as the tokens of sentences, and where each begins.

Run i is the entries ``offsets[i]`` to ``offsets[i + 1] - 1``.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["choose_runs", "offsets_of"]


def offsets_of(lengths: ArrayLike) -> NDArray[np.int64]:
    """Return where runs of some lengths begin, and the end of the last : (n + 1,)."""
    return np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)


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
