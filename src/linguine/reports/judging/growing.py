"""Growing: models that learn from some of the examples, then from more, judged alike."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.errors import DataError, DataWarning, LinguineError
from linguine.reports.judging.learning_curve import LearningCurve, Point
from linguine.reports.judging.ledger import Ledger
from linguine.reports.judging.samples import nested_order, usual_sizes, wanted_sizes

__all__ = ["grow", "learning_curve"]


def learning_curve(
    estimator: Any,
    examples: Sequence[Any],
    answers: Sequence[Any],
    test_examples: Sequence[Any],
    test_answers: Sequence[Any],
    *,
    sizes: Sequence[float] | None = None,
    seed: int = 0,
) -> LearningCurve:
    """Return how good an estimator gets as it learns from more: ``linguine curve`` for Python.

    Parameters
    ----------
    estimator
        What learns; it is left as it is, and others are made like it.
    examples, answers
        Lists to learn from: texts and labels, sentences and tags.
    test_examples, test_answers
        Lists to judge by.
    sizes
        Numbers of examples, or shares of them; None is powers of two up to all.
    seed
        What the samples are drawn from; smaller ones are part of larger ones.

    Examples
    --------
    >>> from linguine import TextClassifier
    >>> texts, labels = ["free cash", "win now", "see you", "at noon"] * 20, list("sshh") * 20
    >>> curve = learning_curve(TextClassifier("naive-bayes"), texts, labels, texts, labels)
    >>> [(point.n, point.value("accuracy")) for point in curve.points]
    [(16, 1.0), (32, 1.0), (80, 1.0)]
    """
    n = len(examples)
    if len(answers) != n:
        raise DataError(
            f"examples and answers must be of one length; got {n:,} and {len(answers):,}. Give "
            "the answer to each example."
        )

    def learn(rows: NDArray[np.int64]) -> tuple[Ledger, float]:
        made, start = type(estimator)(**estimator.get_params()), time.perf_counter()
        made.fit([examples[i] for i in rows], [answers[i] for i in rows])
        seconds = time.perf_counter() - start
        return made.evaluate(test_examples, test_answers).ledger, seconds

    strata = None
    if n and isinstance(answers[0], str | int | np.integer | np.bool_):
        strata = np.unique(np.array([str(each) for each in answers]), return_inverse=True)[1]
    return grow(n, learn, strata, sizes=sizes, seed=seed)


def grow(
    n: int,
    learn: Callable[[NDArray[np.int64]], tuple[Ledger, float]],
    labels: NDArray[np.integer] | None = None,
    *,
    unit: str = "examples",
    sizes: Sequence[float] | None = None,
    seed: int = 0,
    begin: Callable[[str], None] = lambda name: None,
) -> LearningCurve:
    """Return the curve of whoever learns from some of n examples, by their places.

    ``learn`` returns what the answers to the test file add up to, and how long it took. ``labels``
    has the number of each example's label, where it has one.
    """
    n_labels = 1 if labels is None else len(np.unique(labels))
    wanted = usual_sizes(n, n_labels) if sizes is None else wanted_sizes(sizes, n, unit)
    order, points = nested_order(n, labels, seed), []
    for size in wanted:
        begin(f"{size:,} {unit}")
        try:
            points.append(Point(size, *learn(np.sort(order[:size]))))
        except LinguineError as error:
            # A small sample may lack what learning needs; all of them must not.
            if sizes is not None or size == n:
                raise
            warnings.warn(
                f"{size:,} {unit} are left out, as nothing could be learned from them: {error}",
                DataWarning,
                stacklevel=2,
            )
    return LearningCurve(points, unit)
