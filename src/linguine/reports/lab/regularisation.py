"""Regularisation: training and test error against the weight of the penalty."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from linguine.errors import check_number
from linguine.model import RidgeClassifier
from linguine.reports.lab.drawing import in_style, make_figure
from linguine.reports.lab.errors import draw_errors
from linguine.reports.lab.points import check_counts, random

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["Errors", "measure_errors", "regularisation"]

_LAMBDAS = np.logspace(-2, 5, 29)
#: A few numbers say something, in small; the others are loud and say nothing.
_N_TELLING, _N_LOUD, _LOUD = 8, 32, 2.0


class Errors(NamedTuple):
    """Means over the draws of the data, for each lambda, of training and of test points."""

    lambdas: NDArray[np.float64]  # (n,)
    squared: NDArray[np.float64]  # (n, 2)
    wrong: NDArray[np.float64]  # (n, 2), shares of points


@in_style
def regularisation(
    *, sizes: Sequence[int] = (60, 1000), repeats: int = 20, seed: int = 0
) -> Figure:
    """Draw training and test error of ridge against the weight of its penalty.

    Fig. 1.1 of [Zhang2010]. Points have 40 numbers, of which 8 tell the class, so that 60 points
    can be learned by heart: with a small penalty the training error is low and the test error
    high; with a large one both rise. In between is the best.

    Parameters
    ----------
    sizes
        How many points to learn from, and to test on.
    repeats
        Over how many draws of the data to take the mean.
    seed
        Another one draws other points.

    Examples
    --------
    >>> [axes.get_ylabel() for axes in regularisation(repeats=2).axes]
    ['mean squared error', 'share of points that are wrong']
    """
    errors = measure_errors(sizes=sizes, repeats=repeats, seed=seed)
    figure, panels = make_figure(10.0, 4.2, columns=2)
    shown = (
        (errors.squared, "mean squared error", "What ridge minimises"),
        (errors.wrong, "share of points that are wrong", "What is wanted"),
    )
    for axes, (values, name, title) in zip(panels, shown, strict=True):
        draw_errors(axes, errors.lambdas, values)
        axes.set(xscale="log", ylim=(0, None), ylabel=name)
        axes.set_xlabel("weight of the penalty, $\\lambda$")
        axes.set_title(title)
        axes.legend(loc="lower right")
    return figure


def measure_errors(*, sizes: Sequence[int], repeats: int, seed: int) -> Errors:
    """Fit ridge for every lambda on every draw of the data."""
    owner = "regularisation"
    n_train, n_test = check_counts(owner, sizes)
    check_number(owner, "repeats", repeats, low=1, high=1000, integer=True, fix="Try 20.")
    generator = random(owner, seed)
    squared, wrong = np.zeros((len(_LAMBDAS), 2)), np.zeros((len(_LAMBDAS), 2))
    for _ in range(repeats):
        parts = [_draw(generator, n) for n in (n_train, n_test)]
        for i, weight in enumerate(_LAMBDAS):
            model = RidgeClassifier(l2=float(weight), n_threads=1).fit(*parts[0])
            for column, (X, y) in enumerate(parts):
                scores = model.decision_function(X)
                squared[i, column] += ((scores - y) ** 2).mean() / repeats
                wrong[i, column] += ((scores > 0) != (y > 0)).mean() / repeats
    return Errors(_LAMBDAS, squared, wrong)


def _draw(generator: np.random.Generator, n: int) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return points and their classes, +1 and -1, as many of each."""
    y = generator.permutation(np.where(np.arange(n) % 2, 1, -1))
    telling = 0.5 * y[:, None] + generator.standard_normal((n, _N_TELLING))
    loud = _LOUD * generator.standard_normal((n, _N_LOUD))
    return np.hstack([telling, loud]), y
