"""Recipe: everything between weighted features and theta, so that it can be run again on a part.

Held-out scores, tuning and the final model all run the same recipe on the same rows; only the
examples differ. No text is read twice.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.data import Examples
from linguine.errors import check_number
from linguine.features import Sites, Weighting
from linguine.features.blocks import OFF, RAW
from linguine.learning import Counts, Fitted, LabelWeights
from linguine.learning.generative.nb_weights import log_count_ratios, scale_columns
from linguine.model.composition import Composition
from linguine.model.concurrency import Resources, run_in_order
from linguine.tasks.algorithm import Options
from linguine.tasks.learner import compose, given
from linguine.tasks.text.algorithms import TEXT_ALGORITHMS
from linguine.tasks.text.hidden import HiddenLabels, fit_hidden

__all__ = ["NaiveBayesScaling", "Recipe", "WarmStart", "make_recipe"]


@dataclass(eq=False)
class WarmStart:
    """Where the fits of a recipe begin, and what they leave for the next with another penalty.

    Tables of multipliers, by the first column of a fit.
    """

    tables: dict[int, NDArray[np.float64]] = field(default_factory=dict)

    def table(self, column: int, n_examples: int, n_columns: int) -> NDArray[np.float64]:
        """Return the multipliers of a fit, zero if it is the first."""
        return self.tables.setdefault(column, np.zeros((n_examples, n_columns)))

    def copy(self) -> WarmStart:
        """Return the same start for another fit."""
        return WarmStart({column: table.copy() for column, table in self.tables.items()})


@dataclass(frozen=True)
class NaiveBayesScaling:
    r"""Learn on x * s, where s grows with the naive-Bayes weight r of each feature.

    .. math:: s_j = r_j / g \quad \text{or} \quad s_j = \sqrt{1 + \lambda r_j^2} / g

    where g gives rows a mean squared length of 1, so that C means the same for all of them.

    Without a strength it is the NB-SVM of section 2.3 of [Wang2012]: the answer lies between
    naive Bayes and what was learned, (1 - beta) |w|_1 / n (r . x + ln P(y) / P(not y)) / g + beta
    (w . (s x) + b). The bias has both shares as well: that of the SVM alone fits beta = 1 only, and
    answers the larger of two unequal labels everywhere else. With a strength lambda every
    feature keeps a share of its own: the same as giving the learner x and sqrt(lambda) r x side
    by side. Numbers that are no counts have no r of their own, and keep such a share always.

    Parameters
    ----------
    alpha
        Pseudo-count of every feature.
    beta
        How far the learned weights are trusted; 0 is naive Bayes, 1 leaves them alone.
    strength
        lambda, or None for the NB-SVM.
    """

    alpha: float = 1.0
    beta: float = 0.25
    strength: float | None = None

    def __post_init__(self) -> None:
        # A pseudo-count that drowns all counts leaves 0 / 0.
        check_number("nb-svm", "alpha", self.alpha, low=0, low_open=True, high=1e9, fix="Try 1.0.")
        check_number("nb-svm", "beta", self.beta, low=0, high=1, fix="Try 0.25.")

    def scales(
        self, sites: Sites, r: NDArray[np.float32], weights: NDArray[np.float32] | None = None
    ) -> tuple[NDArray[np.float32], float]:
        """Return s and g for one column of x with the naive-Bayes weights r.

        ``weights`` are how much each stored number counts, together 1 for a row on average.
        """
        if self.strength is not None:
            s = np.sqrt(1.0 + self.strength * np.square(r))
        elif sites.blocks is None:
            s = r
        else:
            s = np.where(sites.blocks == RAW, np.sqrt(1.0 + np.square(r)), r)
        values = s[sites.indices]
        if sites.values is not None:
            values *= sites.values
        mean_square = float(values @ (values if weights is None else values * weights))
        mean_square /= sites.n_rows
        g = math.sqrt(mean_square) if mean_square > 0 else 1.0
        return np.asarray(s / np.float32(g)), g

    def adjust(
        self, w: NDArray[np.float32], b: float, column: _Column
    ) -> tuple[NDArray[np.float32], float]:
        """Return weights and bias as they are used on x, of those that were learned on x * s."""
        if self.strength is not None:
            return w * column.s, b
        size = float(np.abs(w[column.is_counted]).mean()) if column.is_counted.any() else 0.0
        share = (1.0 - self.beta) * size / column.g
        theta = share * column.r + self.beta * (w * column.s)
        return np.asarray(theta, np.float32), share * column.prior + self.beta * b


@dataclass(frozen=True, eq=False)
class _Column:
    """What naive Bayes says about one label against the rest."""

    r: NDArray[np.float32]  # naive-Bayes weights
    s: NDArray[np.float32]  # scales
    g: float  # what they were divided by
    prior: float  # ln P(y) / P(not y), in the units of r . x
    is_counted: NDArray[np.bool_]  # features that have an r: counts, and known


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
        column: int = 0,
    ) -> Fitted[LabelWeights]:
        """Find theta for some examples of weighted rows; the first of its columns has a number.

        A dual learner begins where ``warm`` says, which is overwritten by what was found.
        """
        if self.scaling is not None:
            return self._fit_scaled(self.scaling, sites, examples, n_labels, use, warm)
        n_columns = 1 if n_labels == 2 else n_labels
        learner, problem = self.composition.compose(
            sites,
            examples,
            n_labels,
            n_threads=use.n_threads,
            seed=use.seed,
            report=use.report,
            multipliers=None if warm is None else warm.table(column, len(examples), n_columns),
            judged_by=self.judged_by,
        )
        if self.hidden is not None and isinstance(learner, Counts):
            return fit_hidden(learner, problem, self.hidden, use)
        return learner.fit(problem)

    # Every label has scales of its own, so its problem is solved on its own; the problems share
    # nothing but their indices and run side by side.
    def _fit_scaled(
        self,
        scaling: NaiveBayesScaling,
        sites: Sites,
        examples: Examples,
        n_labels: int,
        use: Resources,
        warm: WarmStart | None = None,
    ) -> Fitted[LabelWeights]:
        plain = replace(self, scaling=None)
        ratios = log_count_ratios(sites, examples, n_labels, scaling.alpha)
        n_columns = ratios.shape[1]
        is_counted = _counted(sites)
        entry_weights = _entry_weights(sites, examples)
        value = _mean_value(sites, is_counted, entry_weights)

        def fit_column(
            k: int, alone: Resources
        ) -> tuple[tuple[NDArray[np.float32], float], Fitted[LabelWeights]]:
            binary = examples if n_labels == 2 else _one_against_rest(examples, k)
            r = np.ascontiguousarray(ratios[:, k])
            s, g = scaling.scales(sites, r, entry_weights)
            fitted = plain.fit(scale_columns(sites, s), binary, 2, alone, warm, k)
            prior = value * _log_odds(binary)
            column = _Column(r, s, g, prior, is_counted)
            return scaling.adjust(fitted.weights[:, 0], float(fitted.bias[0]), column), fitted

        stride = _core.stride(n_columns)
        weights = np.zeros((sites.n_features, stride), np.float32)
        bias = np.zeros(stride, np.float32)
        fits = []
        for k, (column, fitted) in enumerate(run_in_order(fit_column, n_columns, use)):
            weights[:, k], bias[k] = column
            fits.append(fitted)
        return Fitted(
            weights,
            bias,
            max(each.n_iterations for each in fits),
            all(each.converged for each in fits),
            advice=next((each.advice for each in fits if not each.converged), ""),
        )


def make_recipe(name: str, options: Options, weighting: Weighting | None = None) -> Recipe:
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
    row = TEXT_ALGORITHMS.get(name)
    TEXT_ALGORITHMS.check(name, options)
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


def _one_against_rest(examples: Examples, label: int) -> Examples:
    return Examples(examples.rows, (examples.gold == label).astype(np.int32), examples.weights)


def _log_odds(binary: Examples) -> float:
    """Return ln P(y) / P(not y), 0 where there is only one of them."""
    no, yes = binary.label_weights(2).tolist()
    return math.log(yes / no) if yes > 0 and no > 0 else 0.0


def _counted(sites: Sites) -> NDArray[np.bool_]:
    """Return which features are counts, and not switched off : (n_features,)."""
    if sites.blocks is None:
        return np.ones(sites.n_features, np.bool_)
    return np.asarray(sites.blocks < OFF)


# Naive Bayes weighs the prior against features that are there once; where rows are normalised or
# rare words weigh more, a feature that is there counts for this much.
def _mean_value(
    sites: Sites, is_counted: NDArray[np.bool_], weights: NDArray[np.float32] | None
) -> float:
    if sites.values is None:
        return 1.0
    is_there = is_counted[sites.indices] & (sites.values != 0)
    if not is_there.any():
        return 1.0
    share = None if weights is None else weights[is_there]
    return float(np.average(sites.values[is_there].astype(np.float64), weights=share))


def _entry_weights(sites: Sites, examples: Examples) -> NDArray[np.float32] | None:
    """Return the weight of the row of each stored number, 1 on average; None if all are equal."""
    if examples.weights.min() == examples.weights.max():
        return None
    assert sites.indptr is not None  # texts are sparse
    totals = np.bincount(examples.rows, weights=examples.weights, minlength=sites.n_rows)
    totals *= sites.n_rows / totals.sum()
    return np.repeat(totals.astype(np.float32), np.diff(sites.indptr))
