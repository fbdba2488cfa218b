"""Data size: accuracy of every learner as there is more to learn from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from numpy.typing import ArrayLike

from linguine.reports.lab.drawing import in_style, make_figure
from linguine.reports.lab.points import MEANS, Clouds, make_clouds
from linguine.reports.lab.sweep import draw_sweep, sweep

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["data_size"]

_SIZES = (4, 8, 16, 32, 64, 128, 256, 512, 1024)
_N_TEST = 2000


@in_style
def data_size(
    *,
    means: ArrayLike = MEANS,
    variances: Sequence[float] = (1.0, 1.0),
    balance: float = 0.5,
    repeats: int = 20,
    seed: int = 0,
) -> Figure:
    """Draw the accuracy of every learner against the number of points to learn from.

    Exercise 1.8 of [LxMLS]. Of few points a penalty makes the most (logistic regression); with
    enough all come near the best there is, which is a line here.

    Parameters
    ----------
    repeats
        Over how many draws of the data to take the mean.
    means, variances, balance, seed
        The data, as in :func:`boundaries`.

    Examples
    --------
    >>> data_size(repeats=1).axes[0].get_xlabel()
    'points to learn from'
    """

    def make(n: float, draw: int) -> Clouds:
        return make_clouds(
            "data-size", means, variances, balance=balance, sizes=(int(n), _N_TEST), seed=draw
        )

    (found,) = sweep("data-size", _SIZES, make, repeats=repeats, seed=seed)
    figure, (axes,) = make_figure(8.4, 4.6)
    draw_sweep(axes, _SIZES, found, named=True)
    axes.set_xscale("log", base=2)
    axes.set(xlabel="points to learn from", ylabel="accuracy on other points, %")
    axes.set_xticks(_SIZES, labels=[str(n) for n in _SIZES])
    axes.set_title(f"More data (mean of {repeats} draws)")
    figure.legend(loc="outside right upper")
    return figure
