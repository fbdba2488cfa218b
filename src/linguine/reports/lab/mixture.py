"""A mixture: clusters that EM finds among points whose classes nobody tells."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linguine.errors import ConvergenceWarning
from linguine.model import GaussianMixture
from linguine.reports.lab.drawing import COLORS, INK, PAPER, in_style, make_figure
from linguine.reports.lab.plane import draw_circle, set_box
from linguine.reports.lab.points import Clouds, make_clouds, random

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["mixture"]

_MEANS = ((-2.0, -1.0), (2.0, 1.0))
_MOST_STEPS = 300


@in_style
def mixture(
    *,
    means: ArrayLike = _MEANS,
    variances: Sequence[float] = (1.5, 0.7),
    sizes: Sequence[int] = (300, 100),
    seed: int = 0,
) -> Figure:
    """Draw the Gaussians that EM finds, the way of their means, and how the likelihood rises.

    Figs. 1.6 and 1.7 of [Zhang2010]. EM begins with means that lie close together, so that there
    is a way to see; a circle is one standard deviation around a mean. The points of ``sizes`` to
    test on are left out of learning: their log-likelihood is the dashed line.

    Parameters
    ----------
    means, variances
        Where the clusters are, and how wide: two to six.
    sizes
        How many points to learn from, and to measure the likelihood on.
    seed
        Another one draws other points.

    Examples
    --------
    >>> figure = mixture(sizes=(100, 50))
    >>> [axes.get_xlabel() for axes in figure.axes]
    ['$x_1$', 'steps of EM']
    """
    data = make_clouds("mixture", means, variances, sizes=sizes, seed=seed, n_classes=(2, 6))
    steps = _climb(data, seed)
    figure, (plane, curve) = make_figure(10.4, 4.8, columns=2, width_ratios=(1.25, 1))
    _draw_plane(plane, data, steps)
    rounds = np.arange(1, len(steps) + 1)
    rises = [model.score(data.X) for model in steps]
    held = [model.score(data.X_test) for model in steps]
    curve.plot(rounds, rises, color=COLORS[0], label="points it learns from", gid="training")
    curve.plot(rounds, held, color=COLORS[1], linestyle="--", label="other points", gid="held out")
    curve.set(xlabel="steps of EM", ylabel="log-likelihood of a point, mean")
    curve.set_title("No step lowers it")
    curve.legend(loc="lower right")
    return figure


def _climb(data: Clouds, seed: int) -> list[GaussianMixture]:
    """Return the mixture after one step of EM, two, and so on, up to where it rests."""
    generator = random("mixture", seed)
    middle = data.X.mean(axis=0)
    start = middle + 0.3 * generator.standard_normal(data.means.shape)
    found: list[GaussianMixture] = []
    for n in range(1, _MOST_STEPS + 1):
        model = GaussianMixture(
            len(data.means), means_init=start, max_iterations=n, tolerance=1e-6, n_threads=1
        )
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)  # to be stopped is the point
            found.append(model.fit(data.X))
        if model.converged_:
            break
    return found


def _draw_plane(axes: Axes, data: Clouds, steps: Sequence[Any]) -> None:
    box_points = np.vstack([data.X, data.means])
    set_box(axes, box_points)
    last = steps[-1]
    axes.scatter(
        data.X[:, 0], data.X[:, 1], s=14, c=_mix(last.predict_proba(data.X)), edgecolors="none",
        alpha=0.7, zorder=1, gid="points",
    )  # fmt: skip
    for k in range(len(data.means)):
        look: dict[str, Any] = {"zorder": 3, "linewidth": 2.2}
        deviation = np.sqrt(data.variances[k])
        draw_circle(
            axes, data.means[k], float(deviation), **look, color=INK, linestyle=":",
            label="drawn from" if k == 0 else None, gid="true",
        )  # fmt: skip
        draw_circle(
            axes, last.means_[k], float(np.sqrt(last.variances_[k])), **look,
            color=COLORS[k], label=f"found, {100 * last.weights_[k]:.0f} %", gid="found",
        )  # fmt: skip
    for k in range(len(data.means)):
        way = np.array([model.means_[k] for model in steps])
        axes.plot(
            way[:, 0], way[:, 1], "-", color=INK, linewidth=1.0, marker="o", markersize=3.2,
            markerfacecolor=COLORS[k], markeredgecolor=PAPER, markeredgewidth=0.4, zorder=4,
            label="way of the means" if k == 0 else None, gid="way",
        )  # fmt: skip
    axes.set_title("Points without labels, and what EM finds")
    axes.legend(loc="upper left", fontsize=8)


def _mix(shares: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return a colour for each point, mixed of those of its clusters."""
    from matplotlib.colors import to_rgb

    mixed: NDArray[np.float64] = shares @ np.array([to_rgb(c) for c in COLORS[: shares.shape[1]]])
    return mixed
