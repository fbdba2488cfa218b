"""Kernels: boundaries that are no lines, on XOR and on two moons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linguine.learning.kernels.vectors import RBF, Polynomial
from linguine.model import KernelPerceptron, KernelSVM
from linguine.reports.lab.drawing import CLASSES, INK, PAPER, in_style, make_figure
from linguine.reports.lab.plane import draw_curve, draw_points, set_box
from linguine.reports.lab.points import check_counts, random

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["draw_moons", "draw_xor", "kernels"]


def _machines(seed: int) -> dict[str, Any]:
    C = 10.0
    return {
        "SVM, linear": KernelSVM(kernel=Polynomial(1, offset=0.0), C=1.0, n_threads=1),
        "SVM, polynomial of degree 3": KernelSVM(kernel=Polynomial(3), C=C, n_threads=1),
        "SVM, radial basis": KernelSVM(kernel=RBF(0.7), C=C, n_threads=1),
        "perceptron, radial basis": KernelPerceptron(
            kernel=RBF(0.7), random_state=seed, n_threads=1
        ),
    }


@in_style
def kernels(*, sizes: Sequence[int] = (120, 400), seed: int = 0) -> Figure:
    """Draw what machines with kernels make of XOR and of two moons, which no line separates.

    Support vectors are ringed: all that such a machine keeps of what it has learned from.

    Parameters
    ----------
    sizes
        How many points to learn from, and to test on.
    seed
        Another one draws other points.

    Examples
    --------
    >>> len(kernels(sizes=(40, 40)).axes)
    8
    """
    n_train, n_test = check_counts("kernels", sizes, least=8)
    generator = random("kernels", seed)
    rows = [[make(generator, n) for n in (n_train, n_test)] for make in (draw_xor, draw_moons)]
    figure, panels = make_figure(13.0, 6.8, columns=4, rows=2)
    at = iter(panels)
    for (X, y), (X_test, y_test) in rows:
        for name, machine in _machines(seed).items():
            axes = next(at)
            model = machine.fit(X, y)
            box = set_box(axes, X)
            draw_points(axes, X, y, size=14)
            draw_curve(axes, model.decision_function, box, color=INK, linewidth=2.2, gid="boundary")
            for level, color in ((-1.0, CLASSES[0]), (1.0, CLASSES[1])):
                draw_curve(
                    axes, model.decision_function, box, level=level,
                    color=color, linewidth=1.0, linestyle="--", gid="margin",
                )  # fmt: skip
            kept = np.asarray(model.support_vectors_, dtype=np.float64)
            axes.scatter(
                kept[:, 0], kept[:, 1], s=44, facecolors="none", edgecolors=INK, linewidths=0.8,
                zorder=4, gid="support vectors",
            )  # fmt: skip
            right = 100 * model.score(X_test, y_test)
            axes.set_title(f"{name}\n{right:.1f} % right, {len(kept)} vectors", fontsize=9.5)
            axes.set(facecolor=PAPER)
    for axes in panels[:4]:
        axes.set_xlabel("")
    for k, axes in enumerate(panels):
        if k % 4:
            axes.set_ylabel("")
    return figure


def draw_xor(
    generator: np.random.Generator, n: int
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return points around four corners; those of opposite corners are of one class."""
    corners = np.array([[-1.0, -1.0], [1.0, 1.0], [-1.0, 1.0], [1.0, -1.0]])
    k = np.arange(n) % 4
    return corners[k] + 0.45 * generator.standard_normal((n, 2)), k // 2 + 1


def draw_moons(
    generator: np.random.Generator, n: int
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return points on two half circles that reach into each other."""
    side = np.arange(n) % 2
    turn = np.pi * generator.random(n)
    x = np.where(side, 1.0 - np.cos(turn), np.cos(turn))
    y = np.where(side, 0.5 - np.sin(turn), np.sin(turn))
    noise = 0.15 * generator.standard_normal((n, 2))
    return np.stack([x - 0.5, y - 0.25], axis=1) * 1.3 + noise, side + 1
