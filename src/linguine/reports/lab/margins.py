"""Margins: the widest one, the vectors that hold it, and what soft margins let happen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linguine.learning.kernels.vectors import Polynomial
from linguine.model import KernelSVM, Perceptron
from linguine.reports.lab.drawing import INK, QUIET, in_style, make_figure
from linguine.reports.lab.plane import Box, draw_line, draw_points, set_box
from linguine.reports.lab.points import Clouds, make_clouds

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["margins"]

_FAR, _VARIANCE, _N = ((-2.0, -1.5), (2.0, 1.5)), 0.6, 50
_N_OTHERS = 8
_SOFT_C = 0.5


@in_style
def margins(*, means: ArrayLike = _FAR, seed: int = 0) -> Figure:
    """Draw the widest margin between two classes with its support vectors, and a soft margin.

    Fig. 2.3 of [Eisenstein2018]: the functional margin is 1 on the dashed lines, the geometric one
    is how far they are from the boundary. The thin lines separate the classes as well: perceptrons
    found them, each in another order of the points. On the right the same classes are closer, so
    that no line separates them; points inside the margin or beyond it pay, and are support vectors
    too.

    Parameters
    ----------
    means
        Where the two classes are.
    seed
        Another one draws other points.

    Examples
    --------
    >>> [line.get_gid() for line in margins().axes[0].lines][-3:]
    ['widest', 'upper', 'lower']
    """
    figure, (hard, soft) = make_figure(10.0, 5.4, columns=2)
    apart = make_clouds("margins", means, (_VARIANCE,), sizes=(_N, 2), seed=seed)
    _draw_hard(hard, _pull_apart(apart), seed)
    centres = 0.6 * np.asarray(means, dtype=np.float64)
    near = make_clouds("margins", centres, (1.7 * _VARIANCE,), sizes=(_N, 2), seed=seed)
    _draw_soft(soft, near)
    figure.legend(handles=hard.get_legend_handles_labels()[0], loc="outside lower center", ncols=5)
    return figure


def _pull_apart(data: Clouds) -> Clouds:
    """Move the classes along the line between their means until there is room between them."""
    way = data.means[1] - data.means[0]
    length = float(np.linalg.norm(way))
    way = way / length if length > 0 else np.array([1.0, 0.0])
    along = data.X @ way
    room = along[data.y == 2].min() - along[data.y == 1].max()
    step = max(0.0, 0.8 - float(room)) / 2
    moved = data.X + np.where(data.y == 2, step, -step)[:, None] * way
    return Clouds(data.means, data.variances, data.shares, moved, data.y, data.X_test, data.y_test)


def _draw_hard(axes: Axes, data: Clouds, seed: int) -> None:
    box = set_box(axes, data.X)
    draw_points(axes, data.X, data.y, named="")
    for i in range(_N_OTHERS):
        other = Perceptron(
            averaged=False, stop_when_right=True, epochs=1000, random_state=seed + i, n_threads=1
        ).fit(data.X, data.y)
        draw_line(
            axes, other.coef_[0], other.intercept_[0], box,
            color=QUIET, linewidth=0.8, alpha=0.7, gid="other",
            label="separate, too (perceptrons)" if i == 0 else None,
        )  # fmt: skip
    svm, w, b = _fit(data, np.inf)
    _ring(axes, svm, "support vectors")
    _draw_street(axes, w, b, box, "widest margin")
    axes.set_title(f"Hard: all points are {1 / np.linalg.norm(w):.2f} or more from the line")


def _draw_soft(axes: Axes, data: Clouds) -> None:
    box = set_box(axes, data.X)
    draw_points(axes, data.X, data.y, named="")
    svm, w, b = _fit(data, _SOFT_C)
    _ring(axes, svm, "support vectors")
    _draw_street(axes, w, b, box, f"soft margin, C = {_SOFT_C:g}")
    lead = np.where(data.y == 2, 1.0, -1.0) * (data.X @ w + b)
    axes.set_title(
        f"Soft (C = {_SOFT_C:g}): {(lead < 1 - 1e-3).sum()} of {len(lead)} points inside or beyond"
    )


def _fit(data: Clouds, C: float) -> tuple[Any, NDArray[np.float64], float]:
    """Return an SVM whose bias is free, as that of a linear kernel is, and its line."""
    linear = Polynomial(1, offset=0.0)
    svm = KernelSVM(kernel=linear, C=C, tolerance=1e-6, n_threads=1).fit(data.X, data.y)
    w = svm.dual_coef_[0] @ np.asarray(svm.support_vectors_, dtype=np.float64)
    return svm, w, float(svm.intercept_[0])


def _ring(axes: Axes, svm: Any, label: str) -> None:
    found = np.asarray(svm.support_vectors_, dtype=np.float64)
    axes.scatter(
        found[:, 0], found[:, 1], s=90, facecolors="none", edgecolors=INK, linewidths=1.2,
        zorder=4, label=label, gid="support vectors",
    )  # fmt: skip


def _draw_street(axes: Axes, w: NDArray[np.float64], b: float, box: Box, label: str) -> None:
    draw_line(axes, w, b, box, color=INK, linewidth=2.4, label=label, gid="widest")
    for side, gid in ((-1.0, "upper"), (1.0, "lower")):
        draw_line(axes, w, b + side, box, color=INK, linewidth=1.1, linestyle="--", gid=gid)
