"""The three naive Bayes models as weights of a linear model: log p(x, y) = theta_y . x + b_y."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from linguine.errors import DataError, named, said

__all__ = ["bernoulli", "gaussian", "multinomial"]

Table: TypeAlias = NDArray[np.float64]

# A feature that never varies within a label would get an infinite weight.
_SMALLEST_VARIANCE = 1e-9


def multinomial(counts: Table, label_weights: Table, alpha: float) -> tuple[Table, Table]:
    r"""Words drawn one by one from the label's distribution.

    .. math::
        \theta_{j,y} = \log \phi_{y,j}, \quad
        \phi_{y,j} = \frac{\alpha + count(y, j)}{V \alpha + \sum_{j'} count(y, j')}

    Eq. (2.30) of [Eisenstein2018]; with alpha = 0 the relative frequencies of Eq. (2.21).

    Parameters
    ----------
    counts
        count(y, j) : (n_features, n_labels).
    label_weights
        Weight of each label's examples : (n_labels,).
    alpha
        Pseudo-count.

    Returns
    -------
    tuple
        theta (n_features, n_labels) and b (n_labels,).
    """
    smoothed = counts + alpha
    _check_smoothed(smoothed, alpha)
    if len(smoothed) == 0:  # nothing is within the limits yet
        return smoothed, _log_prior(label_weights)
    return np.log(smoothed) - np.log(smoothed.sum(axis=0)), _log_prior(label_weights)


def bernoulli(counts: Table, label_weights: Table, alpha: float) -> tuple[Table, Table]:
    r"""Each word present or absent, independently.

    .. math::
        p_{y,j} = \frac{\alpha + n_{y,j}}{2 \alpha + n_y}, \quad
        \theta_{j,y} = \log \frac{p_{y,j}}{1 - p_{y,j}}, \quad
        b_y = \log \pi_y + \sum_j \log (1 - p_{y,j})

    The model of footnote 1 of [LxMLS].

    Parameters
    ----------
    counts
        n_{y,j}, the weight of examples of label y that have feature j : (n_features, n_labels).
    label_weights
        n_y : (n_labels,).
    alpha
        Pseudo-count of presence and of absence.

    Returns
    -------
    tuple
        theta (n_features, n_labels) and b (n_labels,).
    """
    present = counts + alpha
    absent = label_weights - counts
    # n_y - n_{y,j} is a difference of two float sums: rounding must not make it negative.
    absent[absent <= 1e-12 * label_weights] = 0.0
    absent += alpha
    _check_smoothed(present, alpha)
    _check_smoothed(absent, alpha)
    total = label_weights + 2 * alpha
    bias = _log_prior(label_weights) + np.sum(np.log(absent) - np.log(total), axis=0)
    return np.log(present) - np.log(absent), bias


def gaussian(sums: Table, squares: Table, label_weights: Table) -> tuple[Table, Table]:
    r"""Each feature normal around the label's mean, with a variance shared by all labels.

    .. math::
        \theta_{j,y} = \mu_{y,j} / \sigma_j^2, \quad
        b_y = \log \pi_y - \sum_j \mu_{y,j}^2 / (2 \sigma_j^2)

    because the terms in :math:`x_j^2` are the same for all labels: Exercise 1.3 of [LxMLS].
    Variances are kept at or above 1e-9 of the largest.

    Parameters
    ----------
    sums, squares
        Weighted sums of x and x^2 : (n_features, n_labels).
    label_weights
        Weight of each label's examples : (n_labels,).

    Returns
    -------
    tuple
        theta (n_features, n_labels) and b (n_labels,).
    """
    n = label_weights.sum()
    if not (np.isfinite(squares).all() and np.isfinite(sums).all()):
        feature = int(np.argwhere(~(np.isfinite(squares) & np.isfinite(sums)))[0, 0])
        raise DataError(
            "Gaussian naive Bayes squares the numbers of X, which must stay finite; those of "
            f"column {feature} are too large. Scale X, for example with scikit-learn's "
            "StandardScaler."
        )
    seen = np.where(label_weights > 0, label_weights, 1.0)
    mu = sums / seen
    variance = (squares - mu * sums).sum(axis=1) / n
    spread = squares.sum(axis=1) / n - (sums.sum(axis=1) / n) ** 2
    floor = _SMALLEST_VARIANCE * max(float(spread.max()), 0.0)
    variance = np.maximum(variance, floor if floor > 0 else 1.0)
    theta = mu / variance[:, None]
    return theta, _log_prior(label_weights) - 0.5 * np.sum(mu * theta, axis=0)


def _log_prior(label_weights: Table) -> Table:
    """Log share of each label; -inf for one that was announced but never seen."""
    with np.errstate(divide="ignore"):
        log_prior: Table = np.log(label_weights / label_weights.sum())
    return log_prior


def _check_smoothed(smoothed: Table, alpha: float) -> None:
    if alpha == 0 and (smoothed == 0).any():
        feature, label = (int(i) for i in np.argwhere(smoothed == 0)[0])
        raise DataError(
            "Without smoothing every feature must be seen (and, for Bernoulli, missed) with every "
            f"class; {said('alpha', 0)}, and feature {feature} has a zero count for class number "
            f"{label}. Use {named('alpha')} > 0, for example 0.01."
        )
