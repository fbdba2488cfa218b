"""Convergence: how near the minimum learners are after each pass over the data."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linguine.errors import ConvergenceWarning
from linguine.learning import Batch, Online
from linguine.model import LinearClassifier
from linguine.reports.lab.drawing import COLORS, DASHES, in_style, make_figure
from linguine.reports.lab.points import check_counts, random

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["convergence", "descend"]

_N_FEATURES, _L2 = 50, 1.0
_N_PASSES, _N_STEPS = 25, 60
_SMALLEST = 1e-10
_BATCH = ("gradient-descent", "conjugate-gradient", "lbfgs")
_ONLINE: dict[str, dict[str, Any]] = {
    "sgd, falling rate": {"rule": "sgd", "averaged": False, "schedule": "power"},
    "sgd, averaged": {"rule": "sgd", "averaged": True},
    "adagrad": {"rule": "adagrad", "averaged": False},
}


@in_style
def convergence(*, sizes: Sequence[int] = (1000, 1000), seed: int = 0) -> Figure:
    """Draw the objective of logistic regression after each pass, for batch and online learners.

    Exercise 1.6 of [LxMLS], with lambda = 1. Left: how far the objective is above its minimum, as a
    share of it. Online learners are ahead in the first passes; L-BFGS is the one that arrives.
    Right: the accuracy on other points, which needs far less than the minimum. The right labels are
    drawn by a logistic model of 50 features of different sizes.

    Parameters
    ----------
    sizes
        How many rows to learn from, and to test on.
    seed
        Another one draws other rows.

    Examples
    --------
    >>> [axes.get_xlabel() for axes in convergence(sizes=(60, 60)).axes]
    ['passes over the data', 'passes over the data']
    """
    n_train, n_test = check_counts("convergence", sizes, least=10)
    data = _draw(n_train, n_test, seed)
    X, y, *_ = data
    best = _fit(X, y, Batch("lbfgs", tolerance=1e-14, max_iterations=5000)).objective_
    figure, (gap, right) = make_figure(10.6, 4.6, columns=2)
    everybody = [*_BATCH, *_ONLINE]
    for name, color, dash in zip(everybody, COLORS, DASHES, strict=True):
        objectives, accuracies = descend(name, data, seed)
        passes = np.arange(1, len(objectives) + 1)
        look: dict[str, Any] = {"color": color, "linestyle": dash, "gid": name}
        above = np.maximum((objectives - best) / best, _SMALLEST)
        gap.plot(passes, above, label=name, **look)
        right.plot(passes[:_N_PASSES], accuracies[:_N_PASSES], **look)
    gap.set(yscale="log", ylabel="(objective \N{MINUS SIGN} minimum) / minimum")
    gap.set_title("Distance to the minimum")
    right.set_ylabel("accuracy on other points")
    right.set_title("What it is worth")
    for axes in (gap, right):
        axes.set_xlabel("passes over the data")
    gap.set_ylim(_SMALLEST / 2, None)
    figure.legend(loc="outside right upper")
    return figure


def descend(
    name: str, data: tuple[NDArray[Any], ...], seed: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return objective and accuracy on other rows after each pass of a learner.

    A step of a batch learner counts as a pass; its line search may have looked more than once.
    """
    X, y, X_test, y_test = data
    n = _N_STEPS if name in _BATCH else _N_PASSES
    found: list[tuple[float, float]] = []
    for i in range(1, n + 1):
        if name in _BATCH:
            learner: Any = Batch(name, max_iterations=i, tolerance=1e-13)
        else:
            learner = Online(epochs=i, measure_objective=True, **_ONLINE[name])
        model = _fit(X, y, learner, seed)
        found.append((model.objective_, model.score(X_test, y_test)))
        if name in _BATCH and model.n_iter_ < i:
            break
    objectives, accuracies = np.array(found).T
    return objectives, accuracies


def _fit(X: NDArray[Any], y: NDArray[Any], learner: Any, seed: int = 0) -> LinearClassifier:
    model = LinearClassifier(
        "logistic", learner, l2=_L2, fit_intercept=False, random_state=seed, n_threads=1
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # to be stopped is the point
        return model.fit(X, y)


def _draw(n_train: int, n_test: int, seed: int) -> tuple[NDArray[Any], ...]:
    generator = random("convergence", seed)
    sizes = np.logspace(0, -1, _N_FEATURES)
    theta = generator.standard_normal(_N_FEATURES) / sizes / 2.5
    X = sizes * generator.standard_normal((n_train + n_test, _N_FEATURES))
    chances = 1 / (1 + np.exp(-X @ theta))
    y = (generator.random(len(X)) < chances).astype(np.int64)
    y[:2] = 0, 1  # both are there, however few rows
    return X[:n_train], y[:n_train], X[n_train:], y[n_train:]
