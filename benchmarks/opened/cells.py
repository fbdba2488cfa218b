"""Why a probability from fastText's table of sigmoids may be another: it sums up in 32 bits.

The table has 512 cells, from -8 to 8. A score that lies nearer to the edge of one than such sums
are exact falls into the one beside it, and the two are up to 0.008 apart. Here the sums are made as
fastText makes them, so that nothing else passes for this.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from linguine import TextClassifier
from linguine.compat.fasttext.box import read_box
from linguine.data import as_texts
from linguine.tasks.text.averaged.model import AveragedModel

__all__ = ["SAME", "over_an_edge"]

#: fastText gives 1.00001, rounded to 32 bits, where a probability is 1.
SAME = 1.01e-5
_GUARD = 1e-5
_MOST = 8
_CELLS_PER_ONE = 32


def over_an_edge(
    path: Path, clf: TextClassifier, texts: list[str], theirs: NDArray[np.float64],
    others: NDArray[np.bool_],
) -> NDArray[np.bool_]:  # fmt: skip
    """Return which probabilities are others because 32 bits put a score into the cell beside ours.

    ``theirs`` and ``others`` : (n_texts, n_labels), in the order of the labels of ``clf``.
    """
    model, found = clf.model_, np.zeros_like(others)
    assert isinstance(model, AveragedModel)
    if model.link != "sigmoids" or not others.any():
        return found
    box = read_box(path)
    parts = [rows for _, rows in box.input.parts()]
    rows_of_features = np.concatenate(parts).astype(np.float32)
    output = box.output.rows(0, model.n_labels).astype(np.float32)[np.argsort(model.order)]
    for i in np.flatnonzero(others.any(axis=1)).tolist():
        text = as_texts([texts[i]])
        rows = [row for _, row, *_ in model.native.occurrences(text)]
        single = _score(rows_of_features[rows], output)
        beside = np.abs(_cell(single) - _cell(model.native.linear(text))) == 1
        found[i] = others[i] & beside & (np.abs(_probability(single) - theirs[i]) <= SAME)
    return found


def _score(rows: NDArray[np.float32], output: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return B h, each sum in single precision from the first to the last : (n_labels,)."""
    hidden = np.add.accumulate(rows, axis=0, dtype=np.float32)[-1]
    hidden *= np.float32(1.0 / len(rows))
    return np.add.accumulate(output * hidden, axis=1, dtype=np.float32)[:, -1]


def _cell(scores: NDArray[np.floating]) -> NDArray[np.int64]:
    return np.floor((scores.astype(np.float64) + _MOST) * _CELLS_PER_ONE).astype(np.int64)


def _probability(scores: NDArray[np.floating]) -> NDArray[np.float64]:
    """Return the sigmoid at the beginning of a score's cell, and what fastText adds."""
    p = 1 / (1 + np.exp(_MOST - _cell(scores) / _CELLS_PER_ONE))
    return np.where(np.abs(scores) > _MOST, scores > 0, p) + _GUARD
