"""TextModel: all that is needed to classify texts, and nothing that is needed to learn.

The one path from a text to a label: extract, weigh, score, choose.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.data import Documents, Target, read_target
from linguine.errors import DataError, NotAvailableError, said
from linguine.features import Extractor, Function, Sites
from linguine.features.text.columns import TextColumns
from linguine.features.threads import count_threads
from linguine.model.calibration import Calibrator
from linguine.model.conformal_sets import ConformalSets
from linguine.model.costs import Costs
from linguine.model.prediction import choose_labels
from linguine.model.promise import Promise

if TYPE_CHECKING:  # who only predicts can do without what learns
    from linguine.learning.learners.counts import CountsState
    from linguine.learning.standing import Standing
    from linguine.model.file.counts import StoredCounts
    from linguine.reports.text.evaluation import LabelEvaluation

__all__ = ["TextModel", "largest", "take_apart"]


@dataclass(eq=False)
class TextModel:
    """Features, weights and labels."""

    extractor: Extractor
    weights: NDArray[np.float32]  # (n_features, n_columns or more), see n_columns
    bias: NDArray[np.float32]
    classes: NDArray[Any]  # sorted labels
    calibrator: Any = None  # a Calibrator, Sigmoids or a BeamCalibrator
    reject_below: float | None = None  # answer None when the best probability is below it
    info: dict[str, Any] = field(default_factory=dict)  # how it was made; plain data for the file
    n_threads: int | None = None  # None is all processors; the result does not depend on it
    reads: TextColumns = field(default_factory=TextColumns)  # if the text does not come by itself
    #: What learning can go on from, where it is more than the weights: counts, or how many steps
    #: the weights stand for.
    memory: CountsState | StoredCounts | Standing | None = None
    promise: Promise | None = None  # what reject_below was chosen to keep
    limits: NDArray[np.float64] | None = None  # reject_below of each label : (n_labels,)
    costs: Costs | None = None  # answer at the least expected cost
    sets: ConformalSets | None = None  # how far held-out texts were from their labels

    each_stands_alone: ClassVar[bool] = False  # a label is against its absence, not the others
    calibrates_with: ClassVar[Any] = Calibrator

    @classmethod
    def count_columns(cls, n_labels: int, *, of_counts: bool = False) -> int:
        """Return how many columns theta has, or what naive Bayes has counted."""
        return 1 if n_labels <= 2 and not of_counts else n_labels

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
    def is_opened(self) -> bool:
        """Whether it was opened from another program's file, and is of its kind."""
        return False

    @property
    def has_probabilities(self) -> bool:
        """Whether it gives probabilities."""
        return self.calibrator is not None

    @property
    def functions(self) -> dict[str, Any]:
        """The user's Python functions by name, which a file does not hold."""
        templates = self.extractor.features.templates
        return {each.name: each.function for each in templates if isinstance(each, Function)}

    @property
    def is_tree(self) -> bool:
        """Whether labels are found along a tree, without a score for each."""
        return False

    @property
    def n_weights(self) -> int:
        """Weights that are not zero."""
        return int(np.count_nonzero(self.weights[:, : self.n_columns]))

    @property
    def n_columns(self) -> int:
        """Columns of theta that count; of two labels that of the second against the first."""
        return self.count_columns(self.n_labels)

    def scores(self, texts: Any, columns: Mapping[str, Any] | None = None) -> Any:
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

    def score_sites(self, sites: Sites) -> Any:
        """Return the scores of rows that are weighed already."""
        return _core.scores(sites.native, self.weights, self.bias, self.n_columns, 1)

    def predict(self, texts: Any, columns: Mapping[str, Any] | None = None) -> NDArray[Any]:
        """Return the best label of each text; None where ``reject_below`` says so."""
        codes = self.choose(self.scores(texts, columns))
        labels = self.classes[codes]
        if not (codes < 0).any() and self.reject_below is None and self.limits is None:
            return labels
        answers = labels.astype(object)
        answers[codes < 0] = None
        return answers

    def choose(self, scores: Any, probabilities: Any = None) -> NDArray[np.intp]:
        """Return the best label of each text, -1 where it is not likely enough : (n,)."""
        codes = likeliest = self.best(scores)
        limit = self.reject_below if self.limits is None else self.limits[likeliest]
        if limit is None and self.costs is None:
            return codes
        table = self.probabilities(scores) if probabilities is None else probabilities
        if self.costs is not None:
            codes = self.costs.choose(table)
        return codes if limit is None else np.where(table.max(axis=1) < limit, -1, codes)

    def label_sets(
        self, probabilities: Any, coverage: float, *, by_label: bool = False
    ) -> NDArray[np.bool_]:
        """Return the labels of each text of which such a share holds the right one."""
        if self.sets is None or probabilities is None:
            raise NotAvailableError(
                "Sets of labels need held-out texts with one label each; this model has none. "
                "Train it again with fit, on more texts or with this version, and with calibration."
            )
        return self.sets.sets(probabilities, coverage, by_label=by_label)

    def best(self, scores: Any) -> NDArray[np.intp]:
        """Return the best label of each text, likely enough or not : (n,)."""
        return choose_labels(scores, self.n_labels)

    def decisions(self, scores: Any) -> NDArray[np.float32]:
        """Return a score for each label; of two labels that of the second against the first."""
        table: NDArray[np.float32] = scores
        return table[:, 0] if table.shape[1] == 1 else table

    def tabulate(self, values: Any) -> NDArray[Any]:
        """Return scores or probabilities as a table of all labels."""
        table: NDArray[Any] = values
        return table

    def check_goes_on(self, what: str) -> None:
        """Raise NotAvailableError if nothing can be learned on top of it."""
        made = {
            "promise": self.promise,
            "threshold of each label": self.limits,
            "weight of each label": self.costs,
        }
        for name in [each for each, value in made.items() if value is not None]:
            raise NotAvailableError(
                f"{what} changes probabilities, and this model decides by them; it has a {name}, "
                "found on held-out texts. Learn from all texts with fit, or begin with a model "
                "without."
            )

    def probabilities(self, scores: Any) -> Any:
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

    # --- what people ask of it -------------------------------------------------------------------

    def score(self, scores: Any, labels: Any, *, is_file: bool) -> float:
        """Return the share of texts whose best label is right, likely enough or not."""
        gold = self.gold(labels, len(scores)).likeliest.tolist()
        known = self.known_labels(is_file=is_file)
        chosen = [known[i] for i in self.best(scores).tolist()]
        return float(np.mean([a == b for a, b in zip(chosen, gold, strict=True)]))

    def evaluate(self, scores: Any, labels: Any, *, is_file: bool) -> Any:
        """Return what the answers to texts with these scores are worth."""
        from linguine.reports import evaluate_labels

        gold, known = self.gold(labels, len(scores)), self.known_labels(is_file=is_file)
        chosen = [None if code < 0 else known[code] for code in self.choose(scores).tolist()]
        probabilities = self.probabilities(scores) if self.has_probabilities else None
        right = gold.likeliest.tolist()
        found = evaluate_labels(right, chosen, known, probabilities, shares=gold.soft)
        return self.judge(found)

    def judge(self, evaluation: LabelEvaluation) -> LabelEvaluation:
        """Return an evaluation that also says what becomes of the promise, if there is one."""
        if self.promise is None:
            return evaluation
        seen = evaluation.n, evaluation.n_answered, evaluation.n_right
        return replace(evaluation, verdict=self.promise.judge(*seen))

    def gold(self, labels: Any, n_texts: int) -> Target:
        """Return the right labels of texts that judge the model."""
        target = read_target(labels, n_texts)
        if target.soft is not None and target.soft.is_numbered and isinstance(self.labels[0], str):
            raise DataError(
                "Shares need the names of their labels, as the model has them; got a table of "
                f"{target.soft.shape[1]} columns, and the model has {self.labels[0]!r}. Give a "
                f"dict for each text, such as {{{self.labels[0]!r}: 1.0}}, or a data frame with a "
                "column for each label."
            )
        return target

    def calibrate(self, texts: Any, labels: Any, columns: Mapping[str, Any] | None) -> str:
        """Find probabilities on texts that it has not learned from; return how."""
        from linguine.tasks.text.deciding.estimate import calibrate_text_model

        self.calibrator, how = calibrate_text_model(self, texts, labels, columns)
        return how

    def explain(self, text: Any, columns: Mapping[str, Any] | None) -> Any:
        """Return why a text is answered as it is."""
        from linguine.tasks.text.explanation import explain_text

        return explain_text(self, text, columns)

    def known_labels(self, *, is_file: bool) -> list[Any]:
        """Return the labels as a file writes them, or as they were learned."""
        return [str(label) for label in self.labels] if is_file else self.labels

    def name_buckets(self, texts: _core.Texts, columns: Mapping[str, Any], k: int = 100) -> None:
        """Find out what the weightiest hash buckets hold, from a sample of the texts learned from.

        Of each column 2 k buckets are named, the heaviest of either sign.
        """
        self.extractor.name_buckets(self._weightiest(2 * k), texts, columns)

    def _weightiest(self, k: int) -> NDArray[np.int64]:
        """Return the features with the k largest weights of each column, of either sign."""
        columns_of_sizes = np.abs(self.weights[:, : self.n_columns]).T
        found = {each for size in columns_of_sizes for each in largest(size, k).tolist()}
        return np.array(sorted(found), np.int64)  # np.unique would import numpy.ma


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
