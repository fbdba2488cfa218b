"""Opening CRFsuite's models: each becomes a CRF that answers the same and can be explained."""

from __future__ import annotations

import os

import numpy as np
from numpy.typing import NDArray

from linguine.compat.crfsuite.box import Box, read_box
from linguine.compat.crfsuite.crf import CRF
from linguine.errors import DataError
from linguine.features import BagExtractor
from linguine.inference.chain_rows import first_row
from linguine.learning import ChainWeights
from linguine.model.file.weight_limits import MOST_WEIGHT
from linguine.tasks.tagger.model import TaggerModel

__all__ = ["load", "open_box"]


def load(source: str | os.PathLike[str] | bytes) -> CRF:
    """Return the tagger in a file of CRFsuite, python-crfsuite or sklearn-crfsuite.

    Tags and marginals are those of CRFsuite, up to the rounding of weights to 32 bits. The file
    does not say which algorithm has learned it; it is taken for one that learns probabilities.

    Parameters
    ----------
    source
        The path of a file, or the bytes of one.

    Examples
    --------
    >>> load(b"lCRF")
    Traceback (most recent call last):
        ...
    linguine.errors.DataError: <4 bytes>: a model of CRFsuite must be whole; at byte 0 of 4 it
    should go on with 16 bytes of numbers. Copy or download it again.
    """
    crf = CRF()
    crf.model_ = open_box(read_box(source))
    return crf


def open_box(box: Box) -> TaggerModel:
    """Return the model of a box."""
    for values in (box.states["value"], box.transitions["value"]):
        if len(values) and not float(np.abs(values).max()) <= MOST_WEIGHT:
            raise DataError(
                f"{box.name}: the weights of a model must be finite; some are not. Train it again "
                "with more regularization (c2)."
            )
    extractor = BagExtractor()
    extractor.fit_rows([[box.attributes]])  # one token that has everything
    vocabulary = extractor.vocabulary_
    assert vocabulary is not None
    if len(vocabulary) != len(box.attributes):
        raise DataError(
            f"{box.name}: attributes must have different names; {len(box.attributes)} become "
            f"{len(vocabulary)}. Name them otherwise, and train the model again."
        )
    place = {name: i for i, name in enumerate(vocabulary.names())}
    rows = np.array([place[name] for name in box.attributes], np.int64)
    n, n_labels = len(rows), len(box.labels)
    sources = np.concatenate([rows[box.states["source"]], n + box.transitions["source"]])
    return TaggerModel(
        extractor,
        _cells(
            sources,
            np.concatenate([box.states["target"], box.transitions["target"]]),
            np.concatenate([box.states["value"], box.transitions["value"]]),
            n + first_row(2, n_labels),
        ),
        tuple(box.labels),
        columns=("features", "tag"),
        info={
            "algorithm": "lbfgs",
            "opened": "CRFsuite",
            "n_features": n,
            "n_weights": len(sources),
        },
    )


def _cells(
    rows: NDArray[np.int64], labels: NDArray[np.uint32], values: NDArray[np.float64], n_rows: int
) -> ChainWeights:
    """Return weights row by row; of two for the same cell both count."""
    order = np.lexsort((labels, rows))
    rows, labels, values = rows[order], labels[order], values[order]
    is_new = np.ones(len(rows), np.bool_)
    is_new[1:] = (rows[1:] != rows[:-1]) | (labels[1:] != labels[:-1])
    sums = np.bincount(np.cumsum(is_new) - 1, weights=values) if len(rows) else values
    counts = np.bincount(rows[is_new], minlength=n_rows)
    return ChainWeights.of_cells(counts, labels[is_new], sums.astype(np.float32))
