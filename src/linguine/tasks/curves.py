"""Learning curves: an estimator that learns from more and more, asked of the row of its task."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from linguine.reports.judging.growing import grow
from linguine.reports.judging.learning_curve import LearningCurve

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from linguine.reports.judging.ledger import Ledger
    from linguine.tasks.task import Settings, Task

__all__ = ["trace_curve"]


def trace_curve(
    task: Task,
    estimator: Any,
    data: Any,
    questions: Any,
    settings: Settings,
    *,
    sizes: Sequence[float] | None = None,
    seed: int = 0,
    dev: Any = None,
    begin: Callable[[str], None] = lambda name: None,
) -> LearningCurve:
    """Return how good the models are that learn from some of the examples, then from more.

    Parameters
    ----------
    task
        The row.
    estimator
        What learns; it has learned from the most in the end.
    data
        Examples to learn from, as the row reads them.
    questions
        Examples to judge by.
    settings
        The options, by name.
    sizes
        Numbers of examples, or shares of them; None is powers of two up to all.
    seed
        What the samples are drawn from; smaller ones are part of larger ones.
    dev
        Examples that say when to stop, or None.
    begin
        Is told what is being done.
    """
    labels = getattr(data, "label_set", None)

    def learn(rows: NDArray[np.int64]) -> tuple[Ledger, float]:
        task.fit(estimator, data.take(rows), dev, settings)
        judged = task.measure(estimator.model_, questions, settings)
        return judged.ledger, estimator.seconds_ or 0.0

    return grow(
        len(data),
        learn,
        None if labels is None else labels.codes,
        unit=task.examples,
        sizes=sizes,
        seed=seed,
        begin=begin,
    )
