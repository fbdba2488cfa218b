"""Losses: what each charges for a margin, worked out by the core."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from linguine.data import Examples
from linguine.features import read_matrix
from linguine.learning import (
    Hinge,
    LabelProblem,
    Logistic,
    Loss,
    PerceptronLoss,
    Squared,
    SquaredHinge,
)
from linguine.reports.lab.drawing import COLORS, DASHES, INK, in_style, make_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["losses", "price"]

_MARGINS = np.linspace(-2.0, 2.0, 161)
_LOSSES = (PerceptronLoss(), Hinge(), Logistic(), SquaredHinge(), Squared())


@in_style
def losses(*, seed: int = 0) -> Figure:
    """Draw the losses of two labels against the margin of the right one.

    Fig. 2.2 of [Eisenstein2018]; the logistic loss is in natural logarithms. Counting errors is
    what is wanted, and cannot be minimised by small steps; the others can. All but the perceptron's
    ask for a margin: a right label that hardly leads still costs something.

    Parameters
    ----------
    seed
        Nothing is drawn by lot here: it is there because every figure has one.

    Examples
    --------
    >>> [line.get_gid() for line in losses().axes[0].lines]
    ['zero-one', 'perceptron', 'hinge', 'logistic', 'squared-hinge', 'squared']
    """
    figure, (axes,) = make_figure(7.2, 4.6)
    axes.plot(
        [-2.0, 0.0, 0.0, 2.0], [1.0, 1.0, 0.0, 0.0],
        color=INK, linewidth=2.6, alpha=0.8, label="error (0 or 1)", gid="zero-one",
    )  # fmt: skip
    for loss, color, dash in zip(_LOSSES, COLORS, DASHES, strict=False):
        axes.plot(
            _MARGINS, price(loss, _MARGINS),
            color=color, linestyle=dash, label=loss.name, gid=loss.name,
        )  # fmt: skip
    axes.set(xlim=(-2, 2), ylim=(-0.05, 4), ylabel="loss")
    axes.set_xlabel("margin of the right label")
    axes.set_title("What a margin costs")
    axes.legend()
    return figure


def price(loss: Loss, margins: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return what a loss of two labels charges when the right one leads by these margins.

    Examples
    --------
    >>> price(Hinge(), np.array([-1.0, 0.0, 1.0, 2.0])).tolist()
    [2.0, 1.0, 0.0, 0.0]
    """
    one = np.ones(1)
    row = Examples(np.zeros(1, np.int64), np.ones(1, np.int32), one)
    problem = LabelProblem(data=row, sites=read_matrix([[1.0]]), n_labels=2, loss=loss)
    return np.array([problem.gradient(np.array([[m]]), np.zeros(1))[0] for m in margins])
