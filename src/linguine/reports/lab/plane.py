"""The plane: points, boundaries and circles, as figures of two dimensions draw them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from linguine.reports.lab.drawing import CLASSES, PAPER, SHAPES
from linguine.reports.lab.points import Clouds

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.lines import Line2D

__all__ = [
    "Box",
    "cut_line",
    "draw_circle",
    "draw_curve",
    "draw_data",
    "draw_line",
    "draw_points",
    "set_box",
]

#: Left, right, bottom, top.
Box: TypeAlias = tuple[float, float, float, float]
_STEPS = 201


def set_box(axes: Axes, *X: NDArray[np.float64], margin: float = 0.08) -> Box:
    """Let axes show some points, with a margin, both coordinates on one scale; return the box."""
    points = np.vstack(X)
    low, high = points.min(axis=0), points.max(axis=0)
    room = margin * max(float((high - low).max()), 1e-9)
    box = (low[0] - room, high[0] + room, low[1] - room, high[1] + room)
    axes.set(xlim=box[:2], ylim=box[2:], xlabel="$x_1$", ylabel="$x_2$")
    axes.set_aspect("equal", adjustable="box")
    return (float(box[0]), float(box[1]), float(box[2]), float(box[3]))


def draw_points(
    axes: Axes,
    X: NDArray[np.float64],
    y: NDArray[np.int64],
    *,
    part: int = 0,
    named: str | None = None,
    size: float = 20,
) -> None:
    """Draw points: classes by colour, those to learn from as squares, those to test on round."""
    for label in np.unique(y):
        chosen = X[y == label]
        axes.scatter(
            chosen[:, 0], chosen[:, 1], s=size, marker=SHAPES[part],
            color=CLASSES[int(label) - 1], alpha=0.75 if part == 0 else 0.45,
            edgecolors=PAPER, linewidths=0.5, zorder=2,
            label=None if named is None else f"class {label}{named}",
        )  # fmt: skip


def draw_data(axes: Axes, data: Clouds) -> Box:
    """Draw all points of two classes or more, and return the box."""
    box = set_box(axes, data.X, data.X_test)
    draw_points(axes, data.X, data.y, part=0, named=", to learn from")
    draw_points(axes, data.X_test, data.y_test, part=1, named=", to test on")
    return box


def cut_line(w: NDArray[np.float64], b: float, box: Box) -> NDArray[np.float64]:
    """Return where the line w.x + b = 0 enters and leaves a box : (2, 2), or (0, 2).

    Examples
    --------
    >>> cut_line(np.array([1.0, 1.0]), 0.0, (-1.0, 1.0, -1.0, 1.0)).tolist()
    [[1.0, -1.0], [-1.0, 1.0]]
    """
    square = float(w @ w)
    if square == 0:
        return np.empty((0, 2))
    start, way = -b * w / square, np.array([-w[1], w[0]]) / np.sqrt(square)
    first, last = -np.inf, np.inf
    for at, step, low, high in zip(start, way, box[::2], box[1::2], strict=True):
        if step == 0:
            if not low <= at <= high:
                return np.empty((0, 2))
            continue
        ends = sorted(((low - at) / step, (high - at) / step))
        first, last = max(first, ends[0]), min(last, ends[1])
    if first >= last:
        return np.empty((0, 2))
    return np.array([start + first * way, start + last * way])


def draw_line(axes: Axes, w: NDArray[Any], b: float, box: Box, **look: Any) -> Line2D:
    """Draw the line w.x + b = 0 as far as it is in the box; one that is not has a name only."""
    ends = cut_line(np.asarray(w, dtype=np.float64), float(b), box)
    (line,) = axes.plot(ends[:, 0], ends[:, 1], **{"zorder": 3, **look})
    return line


def draw_curve(
    axes: Axes,
    score: Callable[[NDArray[np.float64]], NDArray[np.float64]],
    box: Box,
    *,
    level: float = 0.0,
    **look: Any,
) -> Line2D:
    """Draw where the score of points (n, 2) has a level, as one line with gaps."""
    from contourpy import contour_generator

    xs, ys = np.linspace(box[0], box[1], _STEPS), np.linspace(box[2], box[3], _STEPS)
    grid = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    values = np.asarray(score(grid), dtype=np.float64).reshape(len(ys), len(xs))
    pieces = contour_generator(xs, ys, values).lines(level)
    gap = np.full((1, 2), np.nan)
    joined = [np.asarray(part) for piece in pieces for part in (piece, gap)]
    whole = np.vstack(joined[:-1]) if joined else np.empty((0, 2))
    (line,) = axes.plot(whole[:, 0], whole[:, 1], **{"zorder": 3, **look})
    return line


def draw_circle(axes: Axes, centre: NDArray[np.float64], radius: float, **look: Any) -> Line2D:
    """Draw a circle as a line."""
    turn = np.linspace(0.0, 2.0 * np.pi, 181)
    around = centre + radius * np.stack([np.cos(turn), np.sin(turn)], axis=1)
    (line,) = axes.plot(around[:, 0], around[:, 1], **look)
    return line
