"""Imbalance: what every learner makes of a class that becomes rare."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from numpy.typing import ArrayLike

from linguine.reports.lab.drawing import in_style, make_figure
from linguine.reports.lab.learners import accuracy
from linguine.reports.lab.points import MEANS, Clouds, make_clouds
from linguine.reports.lab.sweep import draw_sweep, recall_of_second, sweep

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["imbalance"]

_SHARES = (0.5, 0.3, 0.2, 0.1, 0.05, 0.02)


@in_style
def imbalance(
    *,
    means: ArrayLike = MEANS,
    variances: Sequence[float] = (1.0, 1.0),
    sizes: Sequence[int] = (400, 2000),
    repeats: int = 20,
    seed: int = 0,
) -> Figure:
    """Draw accuracy and recall of the second class against its share of the data.

    Exercise 1.8 of [LxMLS]. The rarer a class, the easier it is to be right, and the less of it is
    found: accuracy hides what happens to it.

    Parameters
    ----------
    repeats
        Over how many draws of the data to take the mean.
    means, variances, sizes, seed
        The data, as in :func:`boundaries`.

    Examples
    --------
    >>> [axes.get_ylabel() for axes in imbalance(repeats=1).axes]
    ['accuracy, %', 'found of the rare class, %']
    """

    def make(share: float, draw: int) -> Clouds:
        return make_clouds("imbalance", means, variances, balance=share, sizes=sizes, seed=draw)

    found = sweep(
        "imbalance", _SHARES, make,
        repeats=repeats, seed=seed, measures=(accuracy, recall_of_second),
    )  # fmt: skip
    figure, panels = make_figure(10.8, 4.4, columns=2)
    titles = (
        ("accuracy, %", f"Accuracy (mean of {repeats} draws)"),
        ("found of the rare class, %", "Recall of the rare class"),
    )
    percent = [100 * share for share in _SHARES]
    for axes, means_of, (name, title) in zip(panels, found, titles, strict=True):
        draw_sweep(axes, percent, means_of, named=axes is panels[0])
        axes.set(xscale="log", xlabel="share of the rare class, %", ylabel=name)
        axes.set_xticks(percent, labels=[f"{each:g}" for each in percent], minor=False)
        axes.minorticks_off()
        axes.invert_xaxis()
        axes.set_title(title)
    figure.legend(loc="outside right upper")
    return figure
