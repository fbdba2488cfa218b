"""The three naive Bayes models as weights of a linear model: log p(x, y) = theta_y . x + b_y.

A model takes what was counted and a pseudo-count alpha, and returns theta (n_features, n_labels)
and b (n_labels,).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from linguine.errors import DataError

__all__ = [
    "IMPOSSIBLE",
    "CountsAgainstRest",
    "CountsState",
    "Table",
    "bernoulli",
    "gaussian",
    "means",
    "multinomial",
    "priors",
    "variances",
]

Table: TypeAlias = NDArray[np.float64]

#: Logarithm of a probability of zero: weights are finite. No likely words make up for it.
IMPOSSIBLE = -1e5
# A feature that never varies within a label would get an infinite weight.
_SMALLEST_VARIANCE = 1e-9
#: Labels that are told from the rest together: more would take much room for a moment.
_WIDTH = 32


@dataclass(eq=False)
class CountsState:
    """Sufficient statistics of naive Bayes; counting on means adding to them.

    Parameters
    ----------
    sums
        Weighted sum of each feature per label : (n_features, n_labels).
    squares
        Weighted sum of squares; None unless the model is Gaussian.
    label_weights
        Total weight of each label : (n_labels,).
    variance
        Of a Gaussian model whose variance is given, not counted : (n_features,).
    """

    sums: Table
    squares: Table | None
    label_weights: Table
    variance: Table | None = None

    def widen(self, old_in_new: NDArray[np.intp], n_labels: int) -> None:
        """Insert zero counts for new labels."""
        for name in ("sums", "squares", "label_weights"):
            table = getattr(self, name)
            if table is not None:
                wide = np.zeros((*table.shape[:-1], n_labels))
                wide[..., old_in_new] = table
                setattr(self, name, wide)

    def row_tables(self) -> dict[str, float]:
        """Return the names of the tables that have a row for each feature; what new rows hold."""
        return {"sums": 0.0} if self.squares is None else {"sums": 0.0, "squares": 0.0}

    def fold(self, done: Any) -> None:
        """Leave the other rows alone: what is not seen is not counted."""


@dataclass(eq=False)
class CountsAgainstRest(CountsState):
    """The same of sets of labels, with a last column for all texts.

    What a label is not is then a difference, however many labels a text has.
    """

    def widen(self, old_in_new: NDArray[np.intp], n_labels: int) -> None:
        """Insert zero counts for new labels; the last column stays the last."""
        super().widen(np.append(old_in_new, n_labels), n_labels + 1)

    def answer(
        self, model: Callable[[CountsState, float], tuple[Table, Table]], alpha: float
    ) -> tuple[Table, Table]:
        r"""Return weights and bias of each label against its absence.

        .. math:: \theta_{j,y} = \log p(j \mid y) - \log p(j \mid \neg y)

        A label that no text has, or all have, is as likely as one text more would make it.
        """
        n_labels = len(self.label_weights) - 1
        theta, bias = np.zeros((len(self.sums), n_labels)), np.zeros(n_labels)
        for first in range(0, n_labels, _WIDTH):
            some = slice(first, min(first + _WIDTH, n_labels))
            yes = _counted(self.sums[:, some], self.label_weights[some])
            no = _counted(
                np.maximum(self.sums[:, -1:] - yes.sums, 0.0),
                self.label_weights[-1] - self.label_weights[some],
            )
            (theta_yes, bias_yes), (theta_no, bias_no) = model(yes, alpha), model(no, alpha)
            theta[:, some] = theta_yes - theta_no
            # The priors of a model are shares among its labels; here each stands by itself.
            bias[some] = (bias_yes - _log_prior(yes)) - (bias_no - _log_prior(no))
            bias[some] += np.log(yes.label_weights / no.label_weights)
        return theta, bias


def _counted(sums: Table, label_weights: Table) -> CountsState:
    return CountsState(sums, None, np.where(label_weights > 0, label_weights, 1.0))


def multinomial(state: CountsState, alpha: float) -> tuple[Table, Table]:
    r"""Words drawn one by one from the label's distribution.

    .. math::
        \theta_{j,y} = \log \phi_{y,j}, \quad
        \phi_{y,j} = \frac{\alpha + count(y, j)}{V \alpha + \sum_{j'} count(y, j')}

    Eq. (2.30) of [Eisenstein2018]; with alpha = 0 the relative frequencies of Eq. (2.21), where a
    word that a label does not have makes it impossible: exercise 1.2 of [LxMLS].
    """
    smoothed = state.sums + alpha
    if len(smoothed) == 0:  # nothing is within the limits yet
        return smoothed, _log_prior(state)
    return _log(smoothed) - _log_total(smoothed.sum(axis=0)), _log_prior(state)


def bernoulli(state: CountsState, alpha: float) -> tuple[Table, Table]:
    r"""Each word present or absent, independently.

    .. math::
        p_{y,j} = \frac{\alpha + n_{y,j}}{2 \alpha + n_y}, \quad
        \theta_{j,y} = \log \frac{p_{y,j}}{1 - p_{y,j}}, \quad
        b_y = \log \pi_y + \sum_j \log (1 - p_{y,j})

    The model of footnote 1 of [LxMLS]; n_{y,j} is the weight of examples of label y that have
    feature j.
    """
    label_weights = state.label_weights
    present = state.sums + alpha
    absent = label_weights - state.sums
    # n_y - n_{y,j} is a difference of two float sums: rounding must not make it negative.
    absent[absent <= 1e-12 * label_weights] = 0.0
    absent += alpha
    log_total = _log_total(label_weights + 2 * alpha)
    bias = _log_prior(state) + np.sum(_log(absent) - log_total, axis=0)
    return _log(present) - _log(absent), bias


def gaussian(state: CountsState, alpha: float) -> tuple[Table, Table]:
    r"""Each feature normal around the label's mean, with a variance shared by all labels.

    .. math::
        \theta_{j,y} = \mu_{y,j} / \sigma_j^2, \quad
        b_y = \log \pi_y - \sum_j \mu_{y,j}^2 / (2 \sigma_j^2)

    because the terms in :math:`x_j^2` are the same for all labels: Exercise 1.3 of [LxMLS].
    Variances are kept at or above 1e-9 of the largest, unless they are given; there is nothing to
    smooth.
    """
    mu, variance = means(state), variances(state)
    theta = mu / variance[:, None]
    return theta, _log_prior(state) - 0.5 * np.sum(mu * theta, axis=0)


def means(state: CountsState) -> Table:
    """Return the mean of each feature, for each label : (n_features, n_labels)."""
    seen = np.where(state.label_weights > 0, state.label_weights, 1.0)
    return np.asarray(state.sums / seen)


def variances(state: CountsState) -> Table:
    """Return the variance of each feature around the mean of its label : (n_features,)."""
    if state.variance is not None:
        return state.variance
    sums, n = state.sums, state.label_weights.sum()
    squares = np.zeros_like(sums) if state.squares is None else state.squares
    if not (np.isfinite(squares).all() and np.isfinite(sums).all()):
        feature = int(np.argwhere(~(np.isfinite(squares) & np.isfinite(sums)))[0, 0])
        raise DataError(
            "Gaussian naive Bayes squares the numbers of X, which must stay finite; those of "
            f"column {feature} are too large. Scale X, for example with scikit-learn's "
            "StandardScaler."
        )
    variance = (squares - means(state) * sums).sum(axis=1) / n
    spread = squares.sum(axis=1) / n - (sums.sum(axis=1) / n) ** 2
    floor = _SMALLEST_VARIANCE * max(float(spread.max()), 0.0)
    return np.asarray(np.maximum(variance, floor if floor > 0 else 1.0))


def priors(state: CountsState) -> Table:
    """Return the share of each label : (n_labels,)."""
    return np.asarray(state.label_weights / state.label_weights.sum())


def _log_prior(state: CountsState) -> Table:
    """Log share of each label; -inf for one that was announced but never seen."""
    with np.errstate(divide="ignore"):
        log_prior: Table = np.log(priors(state))
    return log_prior


def _log(p: Table) -> Table:
    """Return the logarithm; of zero, which only alpha = 0 leaves, what is impossible."""
    return np.log(p, out=np.full(p.shape, IMPOSSIBLE), where=p > 0)


def _log_total(total: Table) -> Table:
    """Return the logarithm of a sum; of an empty one, whose parts are all impossible, anything."""
    return np.log(np.where(total > 0, total, 1.0))
