"""Checking sentences: what is the same for tags and for trees."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.data.runs import choose_runs
from linguine.data.splitting.same import digests, first_of

__all__ = ["FEWEST", "answers_of", "examples_of", "folds_of", "tokens_of"]

#: Below so many sentences nothing is held out.
FEWEST = 10
_N_FOLDS = 4


def answers_of(codes: Sequence[NDArray[Any]], offsets: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return equal numbers for sentences whose tokens all have equal codes : (n_sentences,)."""
    keys = np.zeros(len(offsets) - 1, np.uint64)
    for each in codes:
        keys = keys * np.uint64(31) + digests(each.astype(np.uint64), offsets)
    return first_of(keys)


def examples_of(offsets: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the sentence of each token : (n_tokens,)."""
    return np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))


def folds_of(n: int) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Yield what is held out, in runs, and what is learned from."""
    for held in np.array_split(np.arange(n), _N_FOLDS):
        yield held, np.setdiff1d(np.arange(n), held)


def tokens_of(offsets: NDArray[np.int64], chosen: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the tokens of some sentences."""
    return choose_runs(offsets, chosen)[1]
