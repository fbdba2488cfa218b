"""Opening fastText's models: each becomes a classifier that answers the same and can be explained.

With as many labels as dimensions or fewer, the two matrices are multiplied out, so that a feature
has a weight for each label; with more, both are kept, as the product would be larger.
"""

from __future__ import annotations

import os
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.compat.fasttext.box import Box, read_box
from linguine.compat.fasttext.huffman import ways_of
from linguine.errors import DataError, OutOfMemoryError
from linguine.features import Extractor
from linguine.model.file.weight_limits import MOST_WEIGHT
from linguine.tasks.text.averaged.model import AveragedModel, HashedWords, Ways
from linguine.tasks.text.estimator import TextClassifier

__all__ = ["load", "open_box"]

_LINKS = {"softmax": "softmax", "hs": "tree", "ns": "sigmoids", "ova": "sigmoids"}
#: More than all texts of the world have; sums of them stay exact.
_MOST_SEEN = 10**15


def load(
    source: str | os.PathLike[str] | bytes,
    *,
    label_prefix: str = "__label__",
    n_threads: int | None = None,
) -> TextClassifier:
    """Return the classifier in a file of fastText, ``.bin`` or ``.ftz``.

    Its labels and probabilities are those of fastText, which adds 1e-5 to each factor of a
    probability; so those of a text add up to a little more than 1. A text is one line, whatever is
    in it. It can be saved and used like any other, but does not learn on.

    Parameters
    ----------
    source
        The path of a file, or the bytes of one: a supervised model of fastText 0.9 (or before, of
        version 11), with any loss, n-grams of words or pieces of words, quantised or not.
    label_prefix
        What labels begin with in fastText's files; it is taken off.
    n_threads
        Threads for prediction; None is all processors.

    Examples
    --------
    >>> load(b"something else")
    Traceback (most recent call last):
        ...
    linguine.errors.DataError: <14 bytes>: a fastText model begins with the bytes ba 16 4f 2f; this
    file does not. Give a .bin or .ftz file of fastText.
    """
    model = open_box(read_box(source), label_prefix)
    return TextClassifier.of_model(model, n_threads=n_threads)


def open_box(box: Box, label_prefix: str) -> AveragedModel:
    """Return the model of a box."""
    labels = _labels(box, label_prefix)
    classes = sorted(labels)
    place = {label: i for i, label in enumerate(classes)}
    order = np.array([place[label] for label in labels], np.int32)
    dictionary, arguments = box.dictionary, box.arguments
    link, ways = _LINKS[arguments.loss], Ways.none()
    output = _finite(box, "output", box.output.rows(0, len(labels)))
    if link == "tree":
        found = ways_of(_counts(box))
        ways = _in_order(found, np.argsort(order))
        output = output[: max(1, len(labels) - 1)]
    else:
        output = output[np.argsort(order)]
    try:
        weights, kept_output = _weights(box, output)
    except MemoryError:
        raise OutOfMemoryError(
            f"{box.name}: a model must fit into memory; there is not enough for the "
            f"{box.input.shape[0]:,} features of this one. Close other programs, or open a "
            "quantised one (.ftz)."
        ) from None
    return AveragedModel(
        Extractor(values="count", normalize=None),
        weights,
        np.zeros(weights.shape[1], np.float32),
        np.array(classes),
        info=_info(box, folded=kept_output is None),
        words=HashedWords(
            dictionary.entries,
            dictionary.offsets,
            dictionary.n_words,
            arguments.bucket,
            arguments.word_ngrams,
            arguments.minn,
            arguments.maxn,
            dictionary.kept,
        ),
        link=link,
        order=order,
        output=kept_output,
        ways=ways,
    )


def _labels(box: Box, prefix: str) -> list[str]:
    texts = [each.decode("utf-8", "replace") for each in box.dictionary.labels]
    labels = [each.removeprefix(prefix) for each in texts]
    if len(set(labels)) < len(labels):
        raise DataError(
            f"{box.name}: labels must be different; {len(labels) - len(set(labels))} of "
            f"{len(labels)} are not, without {prefix!r} before them. Give another label_prefix, "
            "or copy the file again."
        )
    return labels


def _counts(box: Box) -> list[int]:
    counts = box.dictionary.label_counts
    if min(counts) < 0 or sum(counts) >= _MOST_SEEN:
        raise DataError(
            f"{box.name}: a tree of labels is made of how often each was seen, 0 to 10**15 times "
            f"together; got {min(counts)} to {max(counts)}. Copy or download the file again."
        )
    return counts


def _in_order(ways: Ways, chosen: NDArray[np.intp]) -> Ways:
    parts = [ways.of(label) for label in chosen.tolist()]
    offsets = np.cumsum([0, *map(len, parts)])
    return Ways(offsets.astype(np.int64), np.array(list(chain(*parts)), np.int32))


def _weights(
    box: Box, output: NDArray[np.float32]
) -> tuple[NDArray[np.float32], NDArray[np.float32] | None]:
    """Return the weights of features, and what they are multiplied with unless they are already."""
    n_rows, dim = box.input.shape
    is_folded = len(output) <= dim
    weights = np.empty((n_rows, len(output) if is_folded else dim), np.float32)
    wide = output.astype(np.float64).T
    for begin, rows in box.input.parts():
        part = _finite(box, "input", rows)
        weights[begin : begin + len(part)] = part.astype(np.float64) @ wide if is_folded else part
    return _finite(box, "product", weights), None if is_folded else np.ascontiguousarray(output)


def _finite(box: Box, name: str, values: NDArray[np.float32]) -> NDArray[np.float32]:
    if values.size and not float(np.abs(values).max()) <= MOST_WEIGHT:  # also what is no number
        raise DataError(
            f"{box.name}: the numbers of a model must be finite; some of its {name} are not. Train "
            "it again with a lower learning rate."
        )
    return values


def _info(box: Box, *, folded: bool) -> dict[str, Any]:
    arguments = box.arguments
    pieces = f", pieces of {arguments.minn} to {arguments.maxn} characters"
    return {
        "algorithm": "logistic",
        "opened": f"fastText ({arguments.loss}, {arguments.dim} dimensions"
        f"{pieces if arguments.maxn else ''}{'' if folded else ', not multiplied out'})",
        "calibration": "fastText's own",
        "n_features": box.input.shape[0],
        "n_iterations": arguments.epoch,
    }
