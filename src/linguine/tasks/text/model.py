"""TextModel: all that is needed to classify texts, and nothing that is needed to learn.

The one path from a text to a label: extract, weigh, score, choose.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.data import Documents
from linguine.errors import DataError, NotAvailableError, said
from linguine.features import Extractor, Function
from linguine.features.text.columns import TextColumns
from linguine.features.threads import count_threads
from linguine.model.calibration import Calibrator
from linguine.model.prediction import choose_labels

if TYPE_CHECKING:  # who only predicts can do without what learns
    from linguine.learning.learners.counts import CountsState
    from linguine.learning.standing import Standing
    from linguine.model.file.counts import StoredCounts

__all__ = ["TextModel", "largest", "take_apart"]


@dataclass(eq=False)
class TextModel:
    """Features, weights and labels."""

    extractor: Extractor
    weights: NDArray[np.float32]  # (n_features, n_columns or more), see n_columns
    bias: NDArray[np.float32]
    classes: NDArray[Any]  # sorted labels
    calibrator: Calibrator | None = None
    reject_below: float | None = None  # answer None when the best probability is below it
    info: dict[str, Any] = field(default_factory=dict)  # how it was made; plain data for the file
    n_threads: int | None = None  # None is all processors; the result does not depend on it
    reads: TextColumns = field(default_factory=TextColumns)  # if the text does not come by itself
    #: What learning can go on from, where it is more than the weights: counts, or how many steps
    #: the weights stand for.
    memory: CountsState | StoredCounts | Standing | None = None

    @property
    def n_labels(self) -> int:
        """Number of classes."""
        return len(self.classes)

    @property
    def labels(self) -> list[Any]:
        """The classes as Python's values."""
        labels: list[Any] = self.classes.tolist()
        return labels

    @property
    def functions(self) -> dict[str, Any]:
        """The user's Python functions by name, which a file does not hold."""
        templates = self.extractor.features.templates
        return {each.name: each.function for each in templates if isinstance(each, Function)}

    @property
    def n_columns(self) -> int:
        """Columns of theta that count; of two labels that of the second against the first."""
        return 1 if self.n_labels <= 2 else self.n_labels

    def scores(self, texts: Any, columns: Mapping[str, Any] | None = None) -> NDArray[np.float32]:
        """Return the scores of some texts : (n, n_columns)."""
        read = self.reads.read(texts, columns)
        self.extractor.n_threads = self.n_threads
        try:
            scores = _core.scores_of_texts(
                *self.extractor.reading(*read),
                self.extractor.weighing(),
                self.weights,
                self.bias,
                self.n_columns,
                count_threads(self.n_threads),
            )
        except ArithmeticError as error:
            raise DataError(
                f"The numbers of a document must be finite; {error}. Make them smaller."
            ) from None
        if not np.isfinite(scores).all():
            place = int(np.flatnonzero(~np.isfinite(scores).all(axis=1))[0])
            raise DataError(
                f"Scores must be finite; those of document {place} are not. Make the numbers of "
                "the document smaller, or train the model again with more regularization."
            )
        return scores

    def predict(self, texts: Any, columns: Mapping[str, Any] | None = None) -> NDArray[Any]:
        """Return the best label of each text; None where ``reject_below`` says so."""
        codes = self.choose(self.scores(texts, columns))
        labels = self.classes[codes]
        if self.reject_below is None:
            return labels
        answers = labels.astype(object)
        answers[codes < 0] = None
        return answers

    def choose(
        self, scores: NDArray[Any], probabilities: NDArray[np.float64] | None = None
    ) -> NDArray[np.intp]:
        """Return the best label of each text, -1 where it is not likely enough : (n,)."""
        codes = choose_labels(scores, self.n_labels)
        if self.reject_below is None:
            return codes
        table = self.probabilities(scores) if probabilities is None else probabilities
        return np.where(table.max(axis=1) < self.reject_below, -1, codes)

    def probabilities(self, scores: NDArray[Any]) -> NDArray[np.float64]:
        """Return the calibrated probabilities that belong to scores : (n, n_labels)."""
        if self.calibrator is None:
            reason = str(self.info.get("calibration", "none"))
            advice = {
                "none": f"Train it again with {said('calibration', 'auto')}",
                "none: too few texts": "Train it on more texts",
                "none: no labelled texts": "Label some of its texts and train it again",
            }.get(reason, "Use an algorithm that learns from texts")
            raise NotAvailableError(
                "Probabilities need calibration on held-out texts; this model has "
                f"{said('calibration', reason)}. {advice}, or in Python give "
                "calibrate(texts, labels) texts that it has not learned from."
            )
        return self.calibrator.probabilities(scores)

    def name_buckets(self, texts: _core.Texts, columns: Mapping[str, Any], k: int = 100) -> None:
        """Find out what the weightiest hash buckets hold, from a sample of the texts learned from.

        Of each column 2 k buckets are named, the heaviest of either sign.
        """
        columns_of_sizes = np.abs(self.weights[:, : self.n_columns]).T
        ids = np.unique(np.concatenate([largest(size, 2 * k) for size in columns_of_sizes]))
        self.extractor.name_buckets(ids, texts, columns)


def take_apart(
    reads: TextColumns, texts: Any, columns: Mapping[str, Any] | None
) -> tuple[Any, Mapping[str, Any] | None]:
    """Return texts and columns of documents; anything else as it is.

    Text columns of documents may be called otherwise than those that are read: their order counts.
    """
    if not isinstance(texts, Documents):
        return texts, columns
    found: dict[str, Any] = {**texts.cells, **(columns or {})}
    if (bags := texts.bags) is not None:
        found["bag"] = (bags.offsets, bags.names, bags.values)
    if not reads.names or (reads.is_one_text and not texts.text_columns):
        return texts.texts, found
    names = texts.text_columns if len(texts.text_columns) == len(reads.names) else reads.names
    wanted = zip(reads.names, names, strict=True)
    return {name: found[each] for name, each in wanted if each in found}, found


def largest(column: NDArray[np.float32], k: int) -> NDArray[np.int64]:
    """Return where the k largest positive numbers are, in their order; ties go to the lower place.

    Examples
    --------
    >>> largest(np.array([2, 0, 3, 2, 2], np.float32), 3).tolist()
    [2, 0, 3]
    """
    k = min(k, len(column))
    least = np.partition(column, len(column) - k)[len(column) - k] if k else 0
    ids = np.flatnonzero((column >= least) & (column > 0))
    return ids[np.lexsort((ids, -column[ids]))][:k]
