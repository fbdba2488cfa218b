"""The path of a perceptron: its weights after every few updates, and their mean."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linguine.errors import check_number
from linguine.model import Perceptron
from linguine.reports.lab.drawing import COLORS, INK, in_style, make_figure
from linguine.reports.lab.plane import draw_line, draw_points, set_box
from linguine.reports.lab.points import MEANS, Clouds, make_clouds, random

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["Path", "perceptron_path", "walk"]

_EPOCHS = 8
_NAMES = ("$w_1$", "$w_2$", "$b$")


class Path(NamedTuple):
    """What the perceptron had found at each stop."""

    updates: NDArray[np.int64]  # (n_stops,)
    weights: NDArray[np.float64]  # (n_stops, 3): w_1, w_2, b
    means: NDArray[np.float64]  # of the weights so far, (n_stops, 3)


@in_style
def perceptron_path(
    *,
    means: ArrayLike = MEANS,
    variances: Sequence[float] = (1.0, 1.0),
    balance: float = 0.5,
    sizes: Sequence[int] = (100, 100),
    every: int = 5,
    seed: int = 0,
) -> Figure:
    """Draw the boundary of a perceptron after every five updates, and its weights.

    Exercise 1.4 of [LxMLS]. Each mistake turns the boundary; the mean of all weights comes to rest.

    Parameters
    ----------
    every
        After how many updates to stop and draw.
    means, variances, balance, sizes, seed
        The data, as in :func:`boundaries`.

    Examples
    --------
    >>> figure = perceptron_path(sizes=(40, 40))
    >>> [axes.get_ylabel() for axes in figure.axes[:2]]
    ['$x_2$', 'weight']
    """
    owner = "perceptron-path"
    check_number(owner, "every", every, low=1, integer=True, fix="Try 5.")
    data = make_clouds(owner, means, variances, balance=balance, sizes=sizes, seed=seed)
    path = walk(data, every=every, seed=seed)
    figure, (plane, curves) = make_figure(10.6, 4.6, columns=2)
    _draw_boundaries(figure, plane, data, path)
    for column, (name, color) in enumerate(zip(_NAMES, COLORS, strict=False)):
        curves.plot(
            path.updates, path.weights[:, column],
            color=color, linewidth=1.0, alpha=0.55, gid=f"weight {name}",
        )  # fmt: skip
        curves.plot(
            path.updates, path.means[:, column],
            color=color, linewidth=2.4, label=f"{name}, mean so far", gid=f"mean {name}",
        )  # fmt: skip
    curves.axhline(0.0, color=INK, linewidth=0.6, alpha=0.5)
    curves.set(xlabel=f"updates, shown after every {every}", ylabel="weight")
    curves.set_title("Weights (thin) and their mean (bold)")
    curves.legend()
    return figure


def walk(data: Clouds, *, every: int, seed: int) -> Path:
    """Learn row by row, and stop after every few updates; right rows move no weight."""
    order = random("perceptron-path", seed)
    options = {"intercept_scaling": 1.0, "n_threads": 1}
    plain, mean = Perceptron(averaged=False, **options), Perceptron(averaged=True, **options)  # type: ignore[arg-type]
    stops: list[tuple[int, NDArray[np.float64], NDArray[np.float64]]] = []
    before, n_updates = np.zeros(3), 0
    for _ in range(_EPOCHS):
        for i in order.permutation(len(data.y)):
            row, label = data.X[i : i + 1], data.y[i : i + 1]
            for model in (plain, mean):
                model.partial_fit(row, label, classes=[1, 2])
            now = _weights(plain)
            if (now == before).all():
                continue
            before, n_updates = now, n_updates + 1
            if n_updates % every == 0:
                stops.append((n_updates, now, _weights(mean)))
    if not stops:  # hardly a mistake: what there is
        stops.append((n_updates, before, _weights(mean)))
    updates, weights, means = zip(*stops, strict=True)
    return Path(np.array(updates), np.array(weights), np.array(means))


def _weights(model: Perceptron) -> NDArray[np.float64]:
    return np.concatenate([model.coef_[0], model.intercept_]).astype(np.float64)


def _draw_boundaries(figure: Figure, plane: object, data: Clouds, path: Path) -> None:
    from matplotlib.axes import Axes
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import LinearSegmentedColormap, Normalize

    assert isinstance(plane, Axes)
    colours = LinearSegmentedColormap.from_list("path", [COLORS[4], COLORS[3], COLORS[0]], N=32)
    scale = Normalize(0, max(int(path.updates[-1]), 1))
    box = set_box(plane, data.X)
    draw_points(plane, data.X, data.y, size=16)
    for updates, weights in zip(path.updates, path.weights, strict=True):
        look = {"color": colours(scale(updates)), "linewidth": 1.0, "alpha": 0.8, "gid": "stop"}
        draw_line(plane, weights[:2], weights[2], box, **look)
    last = path.means[-1]
    draw_line(
        plane, last[:2], last[2], box, color=INK, linewidth=2.6, label="mean of all", gid="mean"
    )
    plane.set_title("Boundaries on the way")
    plane.legend(loc="lower left")
    figure.colorbar(ScalarMappable(scale, colours), ax=plane, label="updates", shrink=0.8)
