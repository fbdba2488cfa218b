"""Metrics: count gold against predicted labels, and judge probabilities."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.data import SoftLabels
from linguine.errors import DataError
from linguine.reports.text.evaluation import LabelEvaluation

__all__ = ["LabelEvaluation", "evaluate", "evaluate_labels"]

Codes = NDArray[np.integer[Any]]
#: Of the calibration error; 15 as in Guo et al. (2017).
_N_BINS = 15
#: A probability of 0 would make the mean log-loss infinite and hide all others.
_SMALLEST = float(np.finfo(np.float64).eps)


def evaluate(
    gold: Codes,
    predicted: Codes,
    labels: Sequence[Any],
    probabilities: NDArray[np.floating[Any]] | None = None,
    *,
    shares: SoftLabels | None = None,
) -> LabelEvaluation:
    """Judge answers that are indices into ``labels``.

    Parameters
    ----------
    gold
        Index of the right label : (n,).
    predicted
        Index of the answer, -1 for none : (n,).
    labels
        The labels.
    probabilities
        p(y | x) of the first ``n_columns`` labels : (n, n_columns). Adds the log-loss, where a
        label without a column has the smallest probability, and the expected calibration error:
        texts fall into 15 bins of equal width by the probability of their most probable label; the
        distances between mean probability and share of right answers, weighted by texts.
    shares
        Soft gold, whose codes are indices into ``labels``; ``gold`` is the likeliest label. The
        log-loss is then the cross-entropy with it.

    Examples
    --------
    >>> evaluate(np.array([0, 1, 1, 0]), np.array([0, 1, 0, -1]), ["ham", "spam"]).accuracy
    0.5
    """
    n_labels = len(labels)
    gold = _check_codes("gold", gold, 0, n_labels)
    predicted = _check_codes("predicted", predicted, -1, n_labels)
    if len(gold) != len(predicted) or len(gold) == 0:
        raise DataError(
            "gold and predicted must be of one length, at least 1; "
            f"got {len(gold)} and {len(predicted)}. Predict the same examples that have labels."
        )
    # One count for everything: column 0 holds the examples without an answer.
    flat = np.bincount(gold * (n_labels + 1) + predicted + 1, minlength=n_labels * (n_labels + 1))
    table = flat.astype(np.int64).reshape(n_labels, n_labels + 1)
    losses: tuple[float | None, float | None] = (None, None)
    if probabilities is not None:
        shares_of = shares or SoftLabels.of_codes(gold, range(len(labels)))
        losses = _judge_probabilities(shares_of, np.asarray(probabilities, dtype=np.float64))
    outcomes = (gold == predicted).astype(np.int64)
    entropy = None if shares is None else shares.entropy
    return LabelEvaluation(
        tuple(labels), table[:, 1:], table[:, 0], *losses, outcomes, gold_entropy=entropy
    )


def evaluate_labels(
    gold: Iterable[Any],
    predicted: Iterable[Any],
    labels: Sequence[Any] = (),
    probabilities: NDArray[np.floating[Any]] | None = None,
    *,
    shares: SoftLabels | None = None,
) -> LabelEvaluation:
    """Judge answers that are labels; None is no answer.

    Parameters
    ----------
    gold, predicted
        Labels of any kind that can be keys of a dictionary : (n,).
    labels
        The labels that the model knows, in the order of the columns of ``probabilities``. Others
        that occur follow them, sorted.
    probabilities
        As in ``evaluate``.
    shares
        Soft gold; ``gold`` is the likeliest label of each.

    Examples
    --------
    >>> evaluation = evaluate_labels(["ham", "egg"], ["ham", None], ["ham", "spam"])
    >>> evaluation.labels, evaluation.coverage
    (('ham', 'spam', 'egg'), 0.5)
    """
    gold, predicted = _as_list(gold), _as_list(predicted)
    if None in gold:
        raise DataError(
            f"Every example needs a gold label; number {gold.index(None)} has None. "
            "Leave out examples without a label."
        )
    known = dict.fromkeys(labels)
    named = [] if shares is None else shares.names.tolist()
    others = {
        each for each in [*gold, *predicted, *named] if each not in known and each is not None
    }
    every = [*known, *sorted(others, key=lambda label: (type(label).__name__, label))]
    index: dict[Any, int] = {label: code for code, label in enumerate(every)} | {None: -1}
    codes = [np.array([index[y] for y in column], dtype=np.int64) for column in (gold, predicted)]
    if shares is not None:
        shares = shares.recoded(np.array([index[name] for name in named], dtype=np.int32))
    return evaluate(codes[0], codes[1], every, probabilities, shares=shares)


def _as_list(values: Iterable[Any]) -> list[Any]:
    return values.tolist() if isinstance(values, np.ndarray) else list(values)


def _check_codes(name: str, values: Any, low: int, n_labels: int) -> NDArray[np.int64]:
    codes = np.asarray(values)
    if codes.ndim != 1 or (codes.dtype.kind not in "iu" and len(codes)):
        raise DataError(
            f"{name} must be a column of label indices; got {codes.dtype} {codes.shape}. "
            "Use evaluate_labels() for the labels themselves."
        )
    if len(codes) and (codes.min() < low or codes.max() >= n_labels):
        raise DataError(
            f"{name} must lie between {low} and {n_labels - 1}, as there are {n_labels} labels; "
            f"got {codes.min()} to {codes.max()}. Give all labels that occur."
        )
    return codes.astype(np.int64, copy=False)


def _judge_probabilities(gold: SoftLabels, p: NDArray[Any]) -> tuple[float, float]:
    """Return the log-loss and the expected calibration error."""
    if p.ndim != 2 or len(p) != len(gold) or p.shape[1] == 0 or not ((p >= 0) & (p <= 1)).all():
        raise DataError(
            f"probabilities must be {len(gold)} rows of numbers from 0 to 1; got shape {p.shape}. "
            "Give what predict_proba returns for the same examples."
        )
    rows, codes = gold.rows, gold.codes
    has_column = codes < p.shape[1]
    at_gold = p[rows, np.where(has_column, codes, 0)]
    at_gold[~has_column] = 0.0
    log_loss = -float((gold.shares * np.log(np.maximum(at_gold, _SMALLEST))).sum() / len(p))
    best = p.argmax(axis=1)
    confidence = p[np.arange(len(p)), best]
    right = np.bincount(rows, weights=gold.shares * (codes == best[rows]), minlength=len(p))
    bins = np.minimum((confidence * _N_BINS).astype(np.int64), _N_BINS - 1)
    gaps = np.bincount(bins, weights=confidence - right, minlength=_N_BINS)
    return log_loss, float(np.abs(gaps).sum() / len(p))
