"""Answers: what any estimator's are worth, its own evaluation first."""

from __future__ import annotations

from itertools import chain
from typing import Any

import numpy as np

from linguine.model.estimator import Estimator
from linguine.reports.judging.ledger import Ledger

__all__ = ["judge_answers", "learns_numbers"]


def learns_numbers(estimator: Any) -> bool:
    """Return whether an estimator learns numbers, and not labels."""
    if isinstance(estimator, Estimator):
        return estimator.learns_numbers
    try:
        from sklearn.base import is_regressor
    except ModuleNotFoundError:
        return False
    return bool(is_regressor(estimator))


def judge_answers(estimator: Any, *given: Any) -> Ledger:
    """Return what answers add to scores: by its own evaluation, or by X and y and ``predict``."""
    if hasattr(estimator, "evaluate"):
        ledger: Ledger = estimator.evaluate(*given).ledger
        return ledger
    X, y = given
    answers = estimator.predict(X)
    if learns_numbers(estimator):
        from linguine.reports.scores.metrics import evaluate_scores

        return evaluate_scores(y, answers).ledger
    offsets = None
    if len(y) and isinstance(_first(y), list | tuple):  # tags of tokens
        offsets = np.concatenate([[0], np.cumsum([len(each) for each in y])])
        y, answers = (list(chain.from_iterable(each)) for each in (y, answers))
    both = np.concatenate([np.asarray(y), np.asarray(answers)])
    names, codes = np.unique(both, return_inverse=True)
    gold, found = codes[: len(y)], codes[len(y) :]
    if offsets is not None:
        from linguine.reports.tags.span_metrics import evaluate_spans

        return evaluate_spans(gold, found, list(map(str, names)), offsets).ledger
    from linguine.reports import evaluate

    return evaluate(gold, found, names.tolist()).ledger


def _first(y: Any) -> Any:
    return next(iter(y))
