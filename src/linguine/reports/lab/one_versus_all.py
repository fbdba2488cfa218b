"""One versus all: binary boundaries, and the boundary of several classes that they make."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linguine.model import LogisticRegression
from linguine.reports.lab.drawing import CLASSES, INK, in_style, make_figure
from linguine.reports.lab.learners import accuracy
from linguine.reports.lab.plane import cut_line, draw_line, draw_points, set_box
from linguine.reports.lab.points import CLOUDS, make_clouds

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["one_versus_all"]


@in_style
def one_versus_all(
    *,
    means: ArrayLike = CLOUDS,
    variances: Sequence[float] = (0.7,),
    sizes: Sequence[int] = (150, 300),
    seed: int = 0,
) -> Figure:
    """Draw the boundary of each class against all others, and those between two classes.

    Fig. 1.3 of [Zhang2010]. Dashed, where a class's own score is zero; solid, where the two
    highest scores are equal, which is where the answer changes.

    Parameters
    ----------
    means, variances
        Where the classes are, three to six, and how wide.
    sizes
        How many points to learn from, and to test on.
    seed
        Another one draws other points.

    Examples
    --------
    >>> [line.get_gid() for line in one_versus_all().axes[0].lines][:3]
    ['class 1', 'class 2', 'class 3']
    """
    data = make_clouds("one-versus-all", means, variances, sizes=sizes, seed=seed, n_classes=(3, 6))
    model = LogisticRegression(multiclass="one-versus-all", n_threads=1).fit(data.X, data.y)
    w, b = model.coef_.astype(np.float64), model.intercept_.astype(np.float64)
    figure, (axes,) = make_figure(7.8, 5.2)
    box = set_box(axes, data.X)
    draw_points(axes, data.X, data.y)
    for k in range(len(w)):
        draw_line(
            axes, w[k], b[k], box, color=CLASSES[k], linestyle="--", linewidth=1.4,
            gid=f"class {k + 1}", label=f"class {k + 1} against all others",
        )  # fmt: skip
    for number, (first, second) in enumerate(combinations(range(len(w)), 2)):
        ends = between(
            w, b, first, second, cut_line(w[first] - w[second], b[first] - b[second], box)
        )
        axes.plot(
            ends[:, 0], ends[:, 1], color=INK, linewidth=2.6, zorder=3,
            gid=f"classes {first + 1} and {second + 1}",
            label="the answer changes" if number == 0 else None,
        )  # fmt: skip
    rate = accuracy(model.predict(data.X_test), data.y_test)
    axes.set_title(f"One versus all: {100 * rate:.1f} % right on other points")
    figure.legend(loc="outside right upper")
    return figure


def between(
    w: NDArray[np.float64], b: NDArray[np.float64], first: int, second: int,
    ends: NDArray[np.float64],
) -> NDArray[np.float64]:  # fmt: skip
    """Return the part of a line of equal scores on which no third class has a higher one.

    Parameters
    ----------
    w, b
        Weights and biases of the classes : (n_classes, 2), (n_classes,).
    first, second
        The classes whose scores are equal.
    ends
        Where the line enters and leaves the picture : (2, 2), or (0, 2).
    """
    if not len(ends):
        return ends
    low, high = 0.0, 1.0
    for third in range(len(w)):
        if third in (first, second):
            continue
        leads = ends @ (w[first] - w[third]) + (b[first] - b[third])
        rise = float(leads[1] - leads[0])
        if rise == 0:
            if leads[0] < 0:
                return np.empty((0, 2))
            continue
        crossing = float(-leads[0] / rise)
        low, high = (max(low, crossing), high) if rise > 0 else (low, min(high, crossing))
    if low >= high:
        return np.empty((0, 2))
    part: NDArray[np.float64] = ends[0] + np.array([[low], [high]]) * (ends[1] - ends[0])
    return part
