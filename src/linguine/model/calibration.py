r"""Calibration: fits a calibrator to held-out scores, and decides how much it may bend them."""

from __future__ import annotations

from numbers import Integral
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.errors import DataError
from linguine.model.calibration_shape import fit_shape
from linguine.model.calibrator import Calibrator, Shape

__all__ = ["Calibrator", "fit_calibrator"]

#: Weight, in rows, of the whole sample when a slope is fitted to one side of it.
_SHARED_ROWS = 10.0
#: Fewer say nothing about more than a slope.
_FEW_ROWS = 100


def fit_calibrator(
    scores: NDArray[Any],
    gold: NDArray[Any],
    n_labels: int,
    *,
    kind: str = "auto",
    weights: NDArray[np.float64] | None = None,
) -> Calibrator:
    r"""Fit the slopes to scores of rows that the model was not trained on.

    Maximises the likelihood of the gold labels, each smoothed by Laplace's rule of one imagined
    success and one imagined failure: with all n rows right, gold counts (n + 1)/(n + 2), as in
    Platt (1999), so that separable scores keep a finite slope. The function of a slope is
    convex; Newton's method inside a bracket, without the cancellation that Lin, Lin and Weng
    (2007) warn of, finds its minimum. Scores that are worse than chance get a slope near 0.

    Scores are as in :meth:`Calibrator.log_probabilities`, ``gold`` are indices of labels, of which
    some may be missing : (n_rows,). ``weights`` are the shares of soft labels, whose rows stand
    there once for each label; None is 1 for all. ``"auto"`` is ``"platt"`` for two labels, else
    ``"temperature"``; where 100 rows or more say that it is better by more than a standard error,
    ``"power"`` or ``"spread"``.

    Examples
    --------
    >>> scores = np.array([[-4.0], [-2.0], [1.0], [3.0], [5.0], [2.0]])
    >>> calibrator = fit_calibrator(scores, np.array([0, 0, 0, 1, 1, 1]), n_labels=2)
    >>> calibrator.probabilities(np.array([[4.0]])).round(2).tolist()
    [[0.13, 0.87]]
    """
    s, y = _check_held_out(scores, gold, n_labels)
    w = np.ones(len(s)) if weights is None else np.asarray(weights, np.float64)
    plain, bent = ("platt", "power") if n_labels == 2 else ("temperature", "spread")
    if kind == "auto":
        kind = bent if n_labels > 1 and _bends(s, y, w, n_labels) else plain
    if n_labels == 1:
        return Calibrator(kind, (1.0,), n_labels)
    if kind not in (plain, bent, "temperature"):
        Calibrator(kind, (1.0,) * 3 if kind in ("power", "spread") else (1.0,) * 2, n_labels)
    if n_labels == 2:
        s = np.hstack([np.zeros_like(s), s])
    below = s - s.max(axis=1, keepdims=True)
    shape = fit_shape(below, y, w) if kind == bent else Shape()
    slopes = _fit_slopes(shape.bend(below), y, w, two_sided=kind in ("platt", "power"))
    bends = {"power": (shape.kappa,), "spread": (shape.kappa, shape.gamma)}.get(kind, ())
    return Calibrator(kind, (*slopes, *bends), n_labels)


def _bends(
    s: NDArray[np.float64], y: NDArray[np.intp], w: NDArray[np.float64], n_labels: int
) -> bool:
    """Return whether bent scores say more about rows that they were not fitted to.

    More is a gain in log-loss of more than a standard error, each half judged by the other.
    """
    n = float(w.sum())
    if n < _FEW_ROWS:
        return False
    plain, bent = (
        _log_losses(s, y, w, n_labels, kind)
        for kind in (("platt", "power") if n_labels == 2 else ("temperature", "spread"))
    )
    gain = plain - bent
    mean = float(np.average(gain, weights=w))
    spread = float(np.sqrt(np.average((gain - mean) ** 2, weights=w)))
    return mean > spread / float(np.sqrt(n))


def _log_losses(
    s: NDArray[np.float64],
    y: NDArray[np.intp],
    w: NDArray[np.float64],
    n_labels: int,
    kind: str,
) -> NDArray[np.float64]:
    losses = np.empty(len(s))
    place = np.floor(
        np.cumsum(w) - w / 2
    )  # rows of one text, whose weights add up to 1, stay whole
    for half in (0, 1):
        known = place % 2 == half
        fitted = fit_calibrator(s[known], y[known], n_labels, kind=kind, weights=w[known])
        log_p = fitted.log_probabilities(s[~known])
        losses[~known] = -log_p[np.arange(len(log_p)), y[~known]]
    return losses


def _fit_slopes(
    bent: NDArray[np.float64], y: NDArray[np.intp], w: NDArray[np.float64], *, two_sided: bool
) -> tuple[float, ...]:
    if not two_sided:
        return (_fit_slope(bent, y, w),)
    is_second = bent[:, 0] < 0
    # Few rows on one side must not give a steep slope, so each side also sees the whole sample.
    shared = _SHARED_ROWS / float(w.sum())
    sides = (np.where(is_second, 0.0, 1.0) + shared, np.where(is_second, 1.0, 0.0) + shared)
    return tuple(_fit_slope(bent, y, w, side) for side in sides)


def _check_held_out(
    scores: NDArray[Any], gold: NDArray[Any], n_labels: int
) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
    n_columns = n_labels if n_labels > 2 else 1
    s, y = np.asarray(scores, dtype=np.float64), np.asarray(gold)
    if s.ndim != 2 or s.shape[1] != n_columns or y.shape != (len(s),) or len(s) == 0:
        raise DataError(
            f"Calibration needs scores (n_rows, {n_columns}) and as many gold labels, at least 1; "
            f"got {s.shape} and {y.shape}. Hold out some rows, or leave calibration out."
        )
    if not np.isfinite(s).all():
        row = int(np.argmin(np.isfinite(s).all(axis=1)))
        raise DataError(
            f"Calibration needs finite scores; row {row} has {s[row].tolist()}. "
            "Regularise the model more."
        )
    if not issubclass(y.dtype.type, Integral) or y.min() < 0 or y.max() >= n_labels:
        raise DataError(
            f"Gold labels must be integers from 0 to {n_labels - 1}; "
            f"got {y.dtype} from {y.min()} to {y.max()}. Give the index of each label."
        )
    return s, y.astype(np.intp)


def _fit_slope(
    s: NDArray[np.float64],
    y: NDArray[np.intp],
    w: NDArray[np.float64],
    side: NDArray[np.float64] | float = 1.0,
) -> float:
    """Return the beta that maximises the smoothed likelihood; scores : (n, n_labels)."""
    d = s - s.max(axis=1, keepdims=True)
    weights = w * side
    weights = weights / weights.sum()
    scale = -float(weights @ d.mean(axis=1))
    if scale == 0.0:  # all scores are equal: every slope gives the same probabilities
        return 1.0
    d /= scale  # so that squares of wild scores neither overflow nor vanish
    epsilon = 1.0 / (float(w.sum()) + 2.0)
    at_gold = d[np.arange(len(d)), y]
    elsewhere = (d.sum(axis=1) - at_gold) / (d.shape[1] - 1)
    target = float(weights @ ((1.0 - epsilon) * at_gold + epsilon * elsewhere))

    def derivatives(beta: float) -> tuple[float, float]:
        p = np.exp(beta * d)
        p /= p.sum(axis=1, keepdims=True)
        mean = (p * d).sum(axis=1)
        variance = (p * d * d).sum(axis=1) - mean * mean
        return float(weights @ mean) - target, float(weights @ variance)

    low, high = 1e-3, 1.0
    if derivatives(low)[0] >= 0.0:
        return low / scale
    # Ends: smoothing makes the derivative positive far out, unless it underflows first.
    while derivatives(high)[0] < 0.0 and high < 1e12:
        low, high = high, 2.0 * high
    beta = 0.5 * (low + high)
    for _ in range(100):
        gradient, curvature = derivatives(beta)
        low, high = (beta, high) if gradient < 0.0 else (low, beta)
        step = beta - gradient / curvature if curvature > 0.0 else low
        following = step if low < step < high else 0.5 * (low + high)
        if abs(following - beta) <= 1e-12 * beta:
            break
        beta = following
    return beta / scale
