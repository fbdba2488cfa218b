"""Recipe: everything between weighted features and theta, so that it can be run again on a part.

Held-out scores, tuning and the final model all run the same recipe on the same rows; only the
examples differ. No text is read twice.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from linguine.data import Examples
from linguine.features import Sites, Weighting
from linguine.features.blocks import RAW
from linguine.learning import Counts, Dual, Fitted, LabelWeights
from linguine.learning.label_problem import ColumnScales, Scored
from linguine.model.composition import Composition
from linguine.model.concurrency import Resources, run_in_order
from linguine.model.prediction import finite_bias, score_rows
from linguine.tasks.algorithm import Algorithms, Options
from linguine.tasks.learner import compose, given
from linguine.tasks.text.algorithms import TEXT_ALGORITHMS
from linguine.tasks.text.fitting.room_for_weights import check_room
from linguine.tasks.text.fitting.scaling import NaiveBayesScaling
from linguine.tasks.text.gold.hidden import HiddenLabels, fit_hidden

__all__ = ["NaiveBayesScaling", "Recipe", "WarmStart", "make_recipe"]

#: Columns whose ratios are worked out together, so that they fit into memory whatever the number of
#: labels.
_WIDTH = 32


@dataclass(eq=False)
class WarmStart:
    """Where the fits of a recipe begin, and what they leave for the next with another penalty.

    Tables of multipliers, by the first column of a fit.
    """

    tables: dict[int, NDArray[np.float64]] = field(default_factory=dict)

    def table(
        self, n_examples: int, n_labels: int, scales: ColumnScales | None
    ) -> NDArray[np.float64]:
        """Return the multipliers of a fit, zero if it is the first."""
        first, n_columns = 0, 1 if n_labels == 2 else n_labels
        if scales is not None:
            first, n_columns = scales.columns.start, len(scales.columns)
        return self.tables.setdefault(first, np.zeros((n_examples, n_columns)))

    def copy(self) -> WarmStart:
        """Return the same start for another fit."""
        return WarmStart({column: table.copy() for column, table in self.tables.items()})


@dataclass(frozen=True, eq=False)
class Recipe:
    """An algorithm on text, complete but for its data."""

    composition: Composition  # loss, learner, penalty
    weighting: Weighting  # how counts become values
    scaling: NaiveBayesScaling | None = None
    judged_by: tuple[Sites, Examples] | None = None  # rows that say when an online learner stops
    hidden: HiddenLabels | None = None  # texts without a label, which naive Bayes learns from, too

    def fit(
        self,
        sites: Sites,
        examples: Examples,
        n_labels: int,
        use: Resources,
        warm: WarmStart | None = None,
        scales: ColumnScales | None = None,
        scored: Scored | None = None,
    ) -> Fitted[LabelWeights]:
        """Find theta for some examples of weighted rows, of all columns or of those with scales.

        A dual learner begins where ``warm`` says, which is overwritten by what was found, and can
        leave scores instead of weights.
        """
        if scales is None and scored is None:
            check_room(sites.n_features, n_labels)
        if self.scaling is not None:
            return self._fit_scaled(self.scaling, sites, examples, n_labels, use, warm, scored)
        learner, problem = self.composition.compose(
            sites,
            examples,
            n_labels,
            n_threads=use.n_threads,
            seed=use.seed,
            report=use.report,
            multipliers=None if warm is None else warm.table(len(examples), n_labels, scales),
            scales=scales,
            judged_by=self.judged_by,
            scored=scored,
        )
        if self.hidden is not None and isinstance(learner, Counts):
            return fit_hidden(learner, problem, self.hidden, use)
        return learner.fit(problem)

    def score(
        self,
        sites: Sites,
        examples: Examples,
        rows: NDArray[np.int64],
        n_labels: int,
        use: Resources,
        warm: WarmStart | None = None,
    ) -> NDArray[np.float32]:
        """Return what a fit says about some rows : (len(rows), n_columns)."""
        if self._leaves_scores:
            table = np.zeros((len(rows), 1 if n_labels == 2 else n_labels), sites.dtype)
            self.fit(sites, examples, n_labels, use, warm, scored=(rows, table))
            return table
        fitted = self.fit(sites, examples, n_labels, use, warm)
        bias = finite_bias(fitted.bias)
        return score_rows(sites, fitted.weights, bias, n_labels, use.n_threads)[rows]

    @property
    def _leaves_scores(self) -> bool:
        """True if columns are found one by one and used as they are found."""
        is_adjusted = self.scaling is not None and self.scaling.strength is None
        composition = self.composition
        is_dual = isinstance(composition.learner, Dual) and composition.is_one_versus_all
        return is_dual and not is_adjusted

    # Every label has scales of its own, but the rows are the same: columns are learned together.
    def _fit_scaled(
        self,
        scaling: NaiveBayesScaling,
        sites: Sites,
        examples: Examples,
        n_labels: int,
        use: Resources,
        warm: WarmStart | None = None,
        scored: Scored | None = None,
    ) -> Fitted[LabelWeights]:
        plain = replace(self, scaling=None)
        n_columns = 1 if n_labels == 2 else n_labels
        scales = ColumnScales(range(n_columns), scaling.alpha, scaling.strength, sites.blocks, RAW)
        fitted = plain.fit(sites, examples, n_labels, use, warm, scales, scored)
        if scaling.strength is not None:
            return fitted
        n_parts = -(-n_columns // _WIDTH)

        def adjust_part(i: int, _: Resources) -> None:
            columns = range(n_columns * i // n_parts, n_columns * (i + 1) // n_parts)
            part = slice(columns.start, columns.stop)
            found = replace(fitted, weights=fitted.weights[:, part], bias=fitted.bias[part])
            fitted.weights[:, part], fitted.bias[part] = scaling.adjust(
                found, sites, examples, n_labels, columns
            )

        for _ in run_in_order(adjust_part, n_parts, use):
            pass
        return fitted


def make_recipe(
    name: str,
    options: Options,
    weighting: Weighting | None = None,
    table: Algorithms = TEXT_ALGORITHMS,
) -> Recipe:
    """Return the recipe of an algorithm; an option that it does not have is an error.

    Examples
    --------
    >>> make_recipe("svm", {"C": 2.0}).composition.penalty.l2
    0.5
    >>> make_recipe("svm", {"aplha": 1.0})
    Traceback (most recent call last):
        ...
    linguine.errors.ParameterError: svm has no option aplha; it has C, l2, ...
    """
    row = table.get(name)
    table.check(name, options)
    composed = compose(name, row, options)
    composition = Composition(
        composed.loss,
        composed.learner,
        composed.penalty,
        multiclass=row.multiclass,
        regularize_intercept=None if composed.learner.name == "dual" else False,
    )
    scaling = None
    if "beta" in row.options:
        scaling = NaiveBayesScaling(**given(options, ("alpha", "beta")))
    return Recipe(composition, weighting or Weighting(row.values, row.normalize), scaling)
