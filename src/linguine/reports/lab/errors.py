"""Errors: what is wrong in training, and where it counts, against the weight of the penalty."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linguine.reports.lab.drawing import COLORS, DASHES, QUIET

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["draw_errors"]


def draw_errors(
    axes: Axes,
    weights: ArrayLike,
    values: NDArray[np.float64],
    parts: tuple[str, str] = ("training", "test"),
    *,
    best: int | None = None,
    called: str = "best",
    marker: str = "",
) -> None:
    r"""Draw two lines of errors, with a mark where the second is least: Fig. 1.1 of [Zhang2010].

    Parameters
    ----------
    axes
        Where to.
    weights
        :math:`\lambda` : (n,).
    values
        The errors : (n, 2).
    parts
        What the two are measured on.
    best
        Where the mark is, if not at the least.
    called
        What is marked.
    marker
        Of the points; empty draws lines alone.
    """
    x = np.asarray(weights, np.float64)
    for column, (part, color) in enumerate(zip(parts, COLORS, strict=False)):
        axes.plot(
            x, values[:, column],
            color=color, linestyle=DASHES[column], marker=marker, markersize=3.5,
            label=f"{part} error", gid=part,
        )  # fmt: skip
    best = int(values[:, 1].argmin()) if best is None else best
    axes.axvline(x[best], color=QUIET, linewidth=1, linestyle=":", zorder=0)
    axes.plot(
        x[best], values[best, 1], "o", color=COLORS[1], markersize=7,
        label=f"{called} at {x[best]:.3g}", gid="best",
    )  # fmt: skip
