"""Sweeps: the accuracy of every learner as one property of the data changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linguine.errors import check_number
from linguine.reports.lab.drawing import INK
from linguine.reports.lab.learners import LOOKS, accuracy, fitted
from linguine.reports.lab.points import Clouds

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["BEST", "draw_sweep", "recall_of_second", "sweep"]

BEST = "the best there is"
#: What is measured: found labels, right labels -> a number.
Measure = Callable[[NDArray[Any], NDArray[Any]], float]


def sweep(
    owner: str,
    values: Sequence[float],
    make: Callable[[float, int], Clouds],
    *,
    repeats: int,
    seed: int,
    measures: Sequence[Measure] = (accuracy,),
) -> list[dict[str, NDArray[np.float64]]]:
    """Measure every learner, and the Bayes-optimal labels, on test points, over several draws.

    Parameters
    ----------
    owner
        Whose options they are, for messages.
    values
        Of the property that changes.
    make
        Makes data of a value and a seed.
    repeats, seed
        Over how many draws to take the mean, and what they begin with.
    measures
        What to measure.

    Returns
    -------
    means
        For each measure, the mean at each value by the name of the learner.
    """
    check_number(owner, "repeats", repeats, low=1, high=1000, integer=True, fix="Try 20.")
    found: list[dict[str, NDArray[np.float64]]] = [
        {name: np.zeros(len(values)) for name in (BEST, *LOOKS)} for _ in measures
    ]
    for i, value in enumerate(values):
        for k in range(repeats):
            data = make(value, seed + k)
            labels = {BEST: data.bayes_labels(data.X_test)}
            labels |= {name: model.predict(data.X_test) for name, model in fitted(data, seed + k)}
            for means, measure in zip(found, measures, strict=True):
                for name, given in labels.items():
                    means[name][i] += measure(given, data.y_test) / repeats
    return found


def recall_of_second(found: NDArray[Any], gold: NDArray[Any]) -> float:
    """Return the share of the points of the second class that are found."""
    return float(np.mean(found[gold == 2] == 2))


def draw_sweep(
    axes: Axes, values: Sequence[float], means: Mapping[str, NDArray[np.float64]], *, named: bool
) -> None:
    """Draw a line for each learner, and a broad one for the best there is."""
    best = {"color": INK, "linewidth": 3.2, "alpha": 0.7}
    for name, line in means.items():
        look = LOOKS.get(name, best)
        axes.plot(values, 100 * line, label=name if named else None, gid=name, **look)
