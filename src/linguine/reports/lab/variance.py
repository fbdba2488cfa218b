"""Variance: accuracy of every learner as the classes grow into each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from numpy.typing import ArrayLike

from linguine.reports.lab.drawing import in_style, make_figure
from linguine.reports.lab.points import MEANS, Clouds, make_clouds
from linguine.reports.lab.sweep import BEST, draw_sweep, sweep

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["variance"]

_VARIANCES = (0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0)


@in_style
def variance(
    *,
    means: ArrayLike = MEANS,
    balance: float = 0.5,
    sizes: Sequence[int] = (100, 1000),
    repeats: int = 20,
    seed: int = 0,
) -> Figure:
    """Draw the accuracy of every learner against the variance of the two classes.

    Exercise 1.8 of [LxMLS]. The wider the classes, the less can be separated by anybody; who
    learns from mistakes alone loses a little more.

    Parameters
    ----------
    repeats
        Over how many draws of the data to take the mean.
    means, balance, sizes, seed
        The data, as in :func:`boundaries`.

    Examples
    --------
    >>> variance(repeats=1).axes[0].get_xlabel()
    'variance of both classes'
    """

    def make(v: float, draw: int) -> Clouds:
        return make_clouds("variance", means, (v, v), balance=balance, sizes=sizes, seed=draw)

    (found,) = sweep("variance", _VARIANCES, make, repeats=repeats, seed=seed)
    below = {name: found[BEST] - means_of for name, means_of in found.items() if name != BEST}
    figure, panels = make_figure(10.8, 4.4, columns=2)
    shown = (
        (found, "accuracy on other points, %", f"Wider classes (mean of {repeats} draws)"),
        (below, "points below the best there is", "What is lost to the best boundary"),
    )
    for axes, (lines, name, title) in zip(panels, shown, strict=True):
        draw_sweep(axes, _VARIANCES, lines, named=axes is panels[0])
        axes.set_xscale("log", base=2)
        axes.set(xlabel="variance of both classes", ylabel=name)
        axes.set_xticks(_VARIANCES, labels=[f"{v:g}" for v in _VARIANCES])
        axes.set_title(title)
    figure.legend(loc="outside right upper")
    return figure
