"""Boundaries: what every learner makes of two clouds of points, beside the best there is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from numpy.typing import ArrayLike

from linguine.reports.lab.drawing import INK, in_style, make_figure
from linguine.reports.lab.learners import LOOKS, accuracy, fitted
from linguine.reports.lab.plane import Box, draw_curve, draw_data, draw_line
from linguine.reports.lab.points import MEANS, Clouds, make_clouds

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["boundaries", "draw_best"]


@in_style
def boundaries(
    *,
    means: ArrayLike = MEANS,
    variances: Sequence[float] = (1.0, 1.0),
    balance: float = 0.5,
    sizes: Sequence[int] = (100, 100),
    seed: int = 0,
) -> Figure:
    """Draw two Gaussian clouds, the Bayes-optimal boundary, and the boundary of every learner.

    Exercises 1.1 to 1.7 of [LxMLS]. The legend has the accuracies on both parts of the data.

    Parameters
    ----------
    means, variances
        Where the two classes are, and how wide.
    balance
        The share of the second class.
    sizes
        How many points to learn from, and to test on.
    seed
        Another one draws other points.

    Examples
    --------
    >>> [line.get_gid() for line in boundaries(sizes=(50, 50)).axes[0].lines][:3]
    ['best', 'naive-bayes', 'perceptron']
    """
    data = make_clouds("boundaries", means, variances, balance=balance, sizes=sizes, seed=seed)
    figure, (axes,) = make_figure(8.4, 5.4)
    box = draw_data(axes, data)
    rates = (
        accuracy(data.bayes_labels(data.X), data.y),
        accuracy(data.bayes_labels(data.X_test), data.y_test),
    )
    draw_best(axes, data, box, label=_row("the best there is", *rates))
    for name, model in fitted(data, seed):
        rates = (model.score(data.X, data.y), model.score(data.X_test, data.y_test))
        w, b = model.coef_[0], float(model.intercept_[0])
        draw_line(axes, w, b, box, gid=name, label=_row(name, *rates), **LOOKS[name])
    axes.set_title("What every learner makes of the same points")
    figure.legend(
        loc="outside right upper",
        title="accuracy: learned from / tested on",
        alignment="left",
        prop={"family": "DejaVu Sans Mono", "size": 8.5},
    )
    return figure


def draw_best(axes: Axes, data: Clouds, box: Box, *, label: str) -> None:
    """Draw the boundary of the most probable class: a line, or a curve of unequal variances."""
    look: dict[str, Any] = {
        "color": INK,
        "linewidth": 2.6,
        "alpha": 0.8,
        "gid": "best",
        "label": label,
    }
    line = data.bayes_line()
    if line is not None:
        draw_line(axes, *line, box, **look)
        return

    def lead(X: object) -> object:
        scores = data.bayes_scores(X)  # type: ignore[arg-type]
        return scores[:, 1] - scores[:, 0]

    draw_curve(axes, lead, box, **look)  # type: ignore[arg-type]


def _row(name: str, train: float, test: float) -> str:
    return f"{name:<18}{100 * train:5.1f} /{100 * test:5.1f} %"
