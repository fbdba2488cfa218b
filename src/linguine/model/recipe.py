"""Recipe: everything between weighted features and theta, so that it can be run again on a part.

Held-out scores, tuning and the final model all run the same recipe on the same rows; only the
examples differ. No text is read twice.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.data import Examples
from linguine.errors import check_number
from linguine.features import Sites, Weighting
from linguine.learning import Fitted
from linguine.learning.nb_weights import log_count_ratios, scale_columns
from linguine.model.parts import Parts
from linguine.model.side_by_side import Resources, run_in_order

__all__ = ["NaiveBayesScaling", "Recipe", "WarmStart"]


@dataclass(eq=False)
class WarmStart:
    """Where the fits of a recipe begin, and what they leave for the next with another penalty.

    Parameters
    ----------
    tables
        Multipliers by the first column of a fit.
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

    .. math:: s_j = r_j \quad \text{or} \quad s_j = \sqrt{1 + \lambda r_j^2}

    Without a strength it is the NB-SVM of section 2.3 of [Wang2012], whose weights are drawn
    towards their mean size, w' = (1 - beta) |w|_1 / n + beta w. With a strength lambda every
    feature keeps a share of its own: the same as giving the learner x and sqrt(lambda) r x side
    by side. Rows then get a mean squared length of 1, so that C means the same for every lambda.

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

    def scales(self, sites: Sites, r: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return s for one column."""
        if self.strength is None:
            return r
        s = np.sqrt(1.0 + self.strength * np.square(r))
        values = s[sites.indices]
        if sites.values is not None:
            values *= sites.values
        mean_square = float(values @ values) / sites.n_rows
        return np.asarray(s / np.float32(np.sqrt(mean_square)) if mean_square > 0 else s)

    def adjust(self, w: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return learned weights as they are used."""
        if self.strength is not None:
            return w
        return np.asarray((1.0 - self.beta) * np.abs(w).mean() + self.beta * w)


@dataclass(frozen=True, eq=False)
class Recipe:
    """An algorithm on text, complete but for its data.

    Parameters
    ----------
    parts
        Loss, learner, penalty.
    weighting
        How counts become values.
    scaling
        Naive-Bayes weights, or None.
    """

    parts: Parts
    weighting: Weighting
    scaling: NaiveBayesScaling | None = None

    def fit(
        self,
        sites: Sites,
        examples: Examples,
        n_labels: int,
        use: Resources,
        warm: WarmStart | None = None,
    ) -> Fitted:
        """Find theta for some examples of weighted rows.

        Parameters
        ----------
        sites, examples, n_labels
            What to learn.
        use
            Threads, seed and progress.
        warm
            For dual learners: where to begin, overwritten by what was found.
        """
        if self.scaling is None:
            return self._fit(sites, examples, n_labels, use, warm)
        return self._fit_scaled(self.scaling, sites, examples, n_labels, use, warm)

    def _fit(
        self,
        sites: Sites,
        examples: Examples,
        n_labels: int,
        use: Resources,
        warm: WarmStart | None = None,
        column: int = 0,
    ) -> Fitted:
        n_columns = 1 if n_labels == 2 else n_labels
        learner, problem = self.parts.compose(
            sites,
            examples,
            n_labels,
            n_threads=use.n_threads,
            seed=use.seed,
            report=use.report,
            multipliers=None if warm is None else warm.table(column, len(examples), n_columns),
        )
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
    ) -> Fitted:
        ratios = log_count_ratios(sites, examples, n_labels, scaling.alpha)
        n_columns = ratios.shape[1]

        def fit_column(k: int, alone: Resources) -> tuple[NDArray[np.float32], Fitted]:
            binary = examples if n_labels == 2 else _one_against_rest(examples, k)
            s = scaling.scales(sites, np.ascontiguousarray(ratios[:, k]))
            fitted = self._fit(scale_columns(sites, s), binary, 2, alone, warm, k)
            return scaling.adjust(fitted.weights[:, 0]) * s, fitted

        stride = _core.stride(n_columns)
        weights = np.zeros((sites.n_features, stride), np.float32)
        bias = np.zeros(stride, np.float32)
        fits = []
        for k, (column, fitted) in enumerate(run_in_order(fit_column, n_columns, use)):
            weights[:, k], bias[k] = column, fitted.bias[0]
            fits.append(fitted)
        return Fitted(
            weights,
            bias,
            max(each.n_iterations for each in fits),
            all(each.converged for each in fits),
            advice=next((each.advice for each in fits if not each.converged), ""),
        )


def _one_against_rest(examples: Examples, label: int) -> Examples:
    return Examples(examples.rows, (examples.gold == label).astype(np.int32), examples.weights)
