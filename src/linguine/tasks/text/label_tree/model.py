"""TreeModel: a text model that finds its labels along a tree, without a score for each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.errors import DataError, NotAvailableError, said
from linguine.features import Extractor, Sites
from linguine.features.text.columns import TextColumns
from linguine.features.threads import count_threads
from linguine.model.beam_calibration import BeamCalibrator, fit_beam_softmax
from linguine.model.candidates import Candidates
from linguine.model.label_tree import LabelTree
from linguine.tasks.text.deciding.estimate import known_gold
from linguine.tasks.text.model import TextModel, largest

__all__ = ["MOST_FOUND", "Along", "TreeModel"]

#: Labels that are found of a text; there are fewer where the beam ends at fewer.
MOST_FOUND = 32


class Along:
    """What models have in common whose labels are found along a tree.

    Scores and probabilities are :class:`Candidates`.
    """

    tree: LabelTree
    calibrator: Any
    extractor: Extractor
    reads: TextColumns
    info: dict[str, Any]
    n_threads: int | None
    classes: NDArray[Any]

    calibrates_with: ClassVar[Any] = BeamCalibrator

    @property
    def is_tree(self) -> bool:
        """Whether labels are found along a tree: always."""
        return True

    @property
    def n_weights(self) -> int:
        """Weights that are not zero."""
        return self.tree.n_weights

    def scores(self, texts: Any, columns: Mapping[str, Any] | None = None) -> Candidates:
        """Return the best labels of some texts with their scores."""
        read = self.reads.read(texts, columns)
        self.extractor.n_threads = self.n_threads
        try:
            found = self.tree.native.search_texts(
                *self.extractor.reading(*read),
                self.extractor.weighing(),
                self.tree.beam,
                min(MOST_FOUND, self.tree.most_found),
                count_threads(self.n_threads),
            )
        except ArithmeticError as error:
            raise DataError(
                f"The numbers of a document must be finite; {error}. Make them smaller."
            ) from None
        return self.tree.candidates(*found)

    def score_sites(self, sites: Sites) -> Candidates:
        """Return the best labels of rows that are weighed already, with their scores."""
        return self.tree.search(sites, min(MOST_FOUND, self.tree.most_found), 1)

    def probabilities(self, scores: Candidates) -> Candidates:
        """Return the probabilities of the labels that were found."""
        if self.calibrator is None:
            reason = str(self.info.get("calibration", "none"))
            raise NotAvailableError(
                "Probabilities need calibration on held-out texts; this model has "
                f"{said('calibration', reason)}. Train it again with "
                f"{said('calibration', 'auto')} and more texts, or in Python give "
                "calibrate(texts, labels) texts that it has not learned from."
            )
        found: Candidates = self.calibrator.probabilities(scores)
        return found

    def tabulate(self, values: Candidates) -> NDArray[Any]:
        """Return scores or probabilities as a table of all labels.

        A label that was not found has the probability 0, and the lowest score that was found.
        """
        table = values.table()
        if np.isinf(values.absent):
            lowest = np.where(np.isfinite(values.values), values.values, np.inf).min(axis=1)
            table = np.where(np.isfinite(table), table, lowest[:, None])
        return table

    def decisions(self, scores: Candidates) -> NDArray[np.float32]:
        """Return a score for each label; of two labels that of the second against the first."""
        table = self.tabulate(scores)
        return (table[:, 1] - table[:, 0]) / 2 if len(self.classes) == 2 else table

    def check_goes_on(self, what: str) -> None:
        """Raise NotAvailableError: where a label stands depends on all texts."""
        if what != "calibrate":
            raise NotAvailableError(
                f"{what} needs a model whose labels are learned one after the other; a label tree "
                f"is learned from all texts at once. Use fit, or {said('algorithm', 'svm')} where "
                "a table of all labels fits into memory."
            )

    def name_buckets(self, texts: _core.Texts, columns: Mapping[str, Any], k: int = 100) -> None:
        """Find out what the weightiest hash buckets hold, over all labels."""
        tree = self.tree
        n_entries = np.diff(tree.entry_begin)
        sizes = np.bincount(
            np.repeat(tree.features, n_entries), np.abs(tree.values), tree.n_features
        ).astype(np.float32)
        ids = np.sort(largest(sizes, 20 * k))
        self.extractor.name_buckets(ids, texts, columns)


@dataclass(eq=False, kw_only=True)
class TreeModel(Along, TextModel):
    """One label per text, found along a tree."""

    tree: LabelTree

    def best(self, scores: Any) -> NDArray[np.intp]:
        """Return the best label of each text, likely enough or not : (n,)."""
        return np.asarray(scores.best, np.intp)

    def choose(self, scores: Any, probabilities: Any = None) -> NDArray[np.intp]:
        """Return the best label of each text, -1 where it is not likely enough : (n,)."""
        if self.costs is not None:
            raise NotAvailableError(
                "Costs need the probabilities of all labels; a label tree has those that were "
                f"found. Leave the costs out, or use {said('algorithm', 'svm')}."
            )
        codes = self.best(scores)
        if self.reject_below is None:
            return codes
        found = self.probabilities(scores) if probabilities is None else probabilities
        return np.where(found.values[:, 0] < self.reject_below, -1, codes)

    def calibrate(self, texts: Any, labels: Any, columns: Mapping[str, Any] | None) -> str:
        """Find probabilities on texts that it has not learned from; return how."""
        scores = self.scores(texts, columns)
        gold = known_gold(self, len(scores), labels)
        self.calibrator = fit_beam_softmax(scores, gold, np.ones(len(gold)))
        return f"{self.calibrator.kind} on {len(scores)} texts"

    def explain(self, text: Any, columns: Mapping[str, Any] | None) -> Any:
        """Return why a text is answered as it is."""
        from linguine.tasks.text.label_tree.explanation import explain_along

        return explain_along(self, text, columns)
