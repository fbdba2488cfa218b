"""Metrics: count gold against predicted labels, and judge probabilities."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from linguine.data import SoftLabels
from linguine.errors import DataError
from linguine.model.candidates import Candidates
from linguine.reports.text.calibration_error import (
    Bin,
    Chance,
    calibration_error,
    error_by_chance,
    reliability,
)
from linguine.reports.text.confusion import count_cells
from linguine.reports.text.evaluation import LabelEvaluation

__all__ = ["LabelEvaluation", "evaluate", "evaluate_labels"]

Codes = NDArray[np.integer[Any]]
_Judged: TypeAlias = "tuple[float | None, float | None, Chance | None, tuple[Bin, ...] | None]"
#: A probability of 0 would make the mean log-loss infinite and hide all others.
_SMALLEST = float(np.finfo(np.float64).eps)


def evaluate(
    gold: Codes,
    predicted: Codes,
    labels: Sequence[Any],
    probabilities: NDArray[np.floating[Any]] | Candidates | None = None,
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
        distances between mean probability and share of right answers, weighted by texts. Beside
        it stands what luck alone gives on so many texts, unless gold is soft.
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
    cells = gold * (n_labels + 1) + predicted + 1
    confusion, rejected = count_cells(cells, n_labels)
    judged: _Judged = (None, None, None, None)
    if probabilities is not None:
        shares_of = shares or SoftLabels.of_codes(gold, range(len(labels)))
        judged = _judge_probabilities(shares_of, probabilities)
    log_loss, error, by_chance, bins = judged
    return LabelEvaluation(
        tuple(labels),
        confusion,
        rejected,
        log_loss,
        error,
        outcomes=(gold == predicted).astype(np.int64),
        gold_entropy=None if shares is None else shares.entropy,
        calibration_error_by_chance=by_chance if shares is None else None,
        reliability=bins,
        cells=cells,
    )


def evaluate_labels(
    gold: Iterable[Any],
    predicted: Iterable[Any],
    labels: Sequence[Any] = (),
    probabilities: NDArray[np.floating[Any]] | Candidates | None = None,
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


def _judge_probabilities(gold: SoftLabels, p: NDArray[Any] | Candidates) -> _Judged:
    """Return the log-loss, the expected calibration error, that of luck alone, and its bins."""
    if isinstance(p, Candidates):
        at_gold, best, confidence = p.at(gold.rows, gold.codes), p.best, p.values[:, 0]
    else:
        at_gold, best, confidence = _look_up(gold, np.asarray(p, dtype=np.float64))
    n, rows = len(best), gold.rows
    log_loss = -float((gold.shares * np.log(np.maximum(at_gold, _SMALLEST))).sum() / n)
    right = np.bincount(rows, weights=gold.shares * (gold.codes == best[rows]), minlength=n)
    error, bins = calibration_error(confidence, right), reliability(confidence, right)
    return log_loss, error, error_by_chance(confidence), bins


def _look_up(
    gold: SoftLabels, p: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[Any], NDArray[np.float64]]:
    """Return the probabilities of the right labels, the likeliest labels, and their own."""
    if p.ndim != 2 or len(p) != len(gold) or p.shape[1] == 0 or not ((p >= 0) & (p <= 1)).all():
        raise DataError(
            f"probabilities must be {len(gold)} rows of numbers from 0 to 1; got shape {p.shape}. "
            "Give what predict_proba returns for the same examples."
        )
    rows, codes = gold.rows, gold.codes
    has_column = codes < p.shape[1]
    at_gold = p[rows, np.where(has_column, codes, 0)]
    at_gold[~has_column] = 0.0
    best = p.argmax(axis=1)
    return at_gold, best, p[np.arange(len(p)), best]
