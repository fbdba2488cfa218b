"""Naive-Bayes scaling: features count as much as naive Bayes thinks of them, label by label."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from linguine.data import Examples
from linguine.errors import check_number
from linguine.features import Sites
from linguine.features.blocks import OFF, RAW
from linguine.learning import Fitted, LabelWeights
from linguine.learning.generative.nb_weights import log_count_ratios

__all__ = ["NaiveBayesScaling"]


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

    def adjust(
        self,
        fitted: Fitted[LabelWeights],
        sites: Sites,
        examples: Examples,
        n_labels: int,
        columns: range,
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return weights and bias of some columns as they are used on x, of those learned."""
        w, b = fitted.weights[:, : len(columns)], fitted.bias[: len(columns)]
        if self.strength is not None:
            return w, b
        r = log_count_ratios(sites, examples, n_labels, self.alpha, columns)
        blocks = np.zeros(sites.n_features, np.uint8) if sites.blocks is None else sites.blocks
        squares = np.square(r)
        squares[blocks == RAW] += 1.0
        # A matrix product would leave the order of the sum to the BLAS and its threads.
        g = np.sqrt(np.einsum("f,fk->k", _mean_squares(sites, examples), squares, dtype=np.float64))
        g[g == 0] = 1.0
        is_counted = blocks < OFF
        size = np.zeros(len(columns))
        if is_counted.any():
            s = np.sqrt(squares) / g
            u = np.divide(w, s, out=np.zeros_like(s), where=s > 0)  # what is penalised
            size = np.abs(u[is_counted]).mean(axis=0)
        share = (1.0 - self.beta) * size / g
        value = _mean_value(sites, is_counted, examples)
        theta = share * r + self.beta * w
        bias = share * value * _log_odds(examples, n_labels, columns) + self.beta * b
        return theta.astype(np.float32), bias.astype(np.float32)


def _log_odds(examples: Examples, n_labels: int, columns: range) -> NDArray[np.float64]:
    """Return ln P(y) / P(not y) of some columns, 0 where there is only one of them."""
    totals = examples.label_weights(n_labels)
    yes = totals[1:] if n_labels == 2 else totals[columns.start : columns.stop]
    no = (totals if examples.sets is None else examples.weights).sum() - yes
    odds = np.divide(yes, no, out=np.ones_like(yes), where=(yes > 0) & (no > 0))
    return np.asarray(np.log(odds))


def _entry_weights(sites: Sites, examples: Examples) -> NDArray[np.float64]:
    """Return how much each stored number counts, by the examples of its row."""
    assert sites.indptr is not None  # texts are sparse
    totals = np.bincount(examples.rows, weights=examples.weights, minlength=sites.n_rows)
    return np.repeat(totals, np.diff(sites.indptr))


def _mean_squares(sites: Sites, examples: Examples) -> NDArray[np.float64]:
    """Return the mean of the squares of each feature over the examples : (n_features,)."""
    assert sites.indices is not None
    squares = _entry_weights(sites, examples)
    if sites.values is not None:
        squares *= np.square(sites.values)
    sums = np.bincount(sites.indices, weights=squares, minlength=sites.n_features)
    return np.asarray(sums / examples.weights.sum(), np.float64)


# Naive Bayes weighs the prior against features that are there once; where rows are normalised or
# rare words weigh more, a feature that is there counts for this much.
def _mean_value(sites: Sites, is_counted: NDArray[np.bool_], examples: Examples) -> float:
    if sites.values is None:
        return 1.0
    weights = _entry_weights(sites, examples)
    weights[~is_counted[sites.indices] | (sites.values == 0)] = 0.0
    if not weights.any():
        return 1.0
    return float(np.average(sites.values.astype(np.float64), weights=weights))
