"""Choosing: settings tried on held-out examples, and what was chosen learned from all of them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from linguine.errors import ParameterError
from linguine.progress import ProgressOption
from linguine.reports.tuning.result import Tuning
from linguine.tasks.tuning.answers import judge_answers, learns_numbers
from linguine.tasks.tuning.grid import Grid, make_points
from linguine.tasks.tuning.running import Plan, tune_points
from linguine.tasks.tuning.trials import Subject, role_of

__all__ = ["tune"]


def tune(
    estimator: Any,
    data: Any,
    grid: Grid | Sequence[Grid] | None = None,
    *,
    dev: Any = None,
    folds: Any = 5,
    nested: int | None = None,
    halving: bool = False,
    simplest: bool = False,
    budget: float | str | None = None,
    refit: bool = True,
    seed: int = 0,
    progress: ProgressOption = None,
) -> Tuning:
    """Try settings on held-out examples, and learn from all of them by the best.

    Features are extracted once, for all folds and settings, where the task can do that, and fits
    along a penalty begin where the stronger one ended; otherwise every fit is one of its own.

    Parameters
    ----------
    estimator
        What learns: any of linguine's, or another with ``get_params``, ``fit`` and ``predict``.
    data
        A file, what was read, or a pair (X, y) such as texts and labels.
    grid
        Values to try by the names of parameters, or a list of such; None is the penalty.
    dev
        More data in the same form, to judge by instead of folds.
    folds
        How many; ``"leave-one-out"``, which for ridge and naive Bayes on texts needs one fit; a
        splitter of scikit-learn; or pairs of places (train, test).
    nested
        Outer folds that say what choosing and fitting are worth together.
    halving
        Try all settings on few examples first; one in three goes on with three times as many.
    simplest
        Take the simplest setting that is not behind the best by more than a standard error: the
        strongest penalty, and what comes first in the grid.
    budget
        Seconds, or ``"60s"``, ``"5m"``: what is not tried then is not tried.
    refit
        Learn from all examples in the end.
    seed
        Of the share of the examples that ``halving`` takes.
    progress
        As of ``fit``.

    Returns
    -------
    tuning
        A table (``to_text``, ``to_dict``), a picture (``plot``) and the ``estimator``. What Ctrl-C
        ends has them, too, but for the estimator.

    Examples
    --------
    >>> from linguine import TextClassifier, tune
    >>> texts = ["free cash", "win cash now", "lunch at noon", "see you at noon"] * 5
    >>> labels = ["spam", "spam", "ham", "ham"] * 5
    >>> tune(TextClassifier("naive-bayes"), (texts, labels), {"alpha": [0.1, 1]}).best_score_
    1.0
    """
    plan = Plan(folds, nested, halving, simplest, budget, refit, seed)
    points = make_points(estimator, grid)
    subject = Subject(
        _as_parts(estimator, data),
        None if dev is None else _as_parts(estimator, dev),
        lambda each, *given: each.fit(*given),
        judge_answers,
        learns_numbers(estimator),
    )
    found = tune_points(points, subject, plan, progress=progress)
    again = f"{points[found.chosen].estimator!r}.fit(...)"
    return replace(found, again=again)


def _as_parts(estimator: Any, data: Any) -> tuple[Any, ...]:
    """Return what ``fit`` takes: the parts of a pair, or one thing."""
    if isinstance(data, tuple):
        return data
    if isinstance(data, str | os.PathLike):
        role = role_of(estimator, "input")
        if role is None:
            raise ParameterError(
                f"Data of {type(estimator).__name__} must be a pair (X, y); got a file, "
                f"{os.fspath(data)!r}. Read it first."
            )
        return (role.read_to_learn(estimator.settings, data),)
    return (data,)
