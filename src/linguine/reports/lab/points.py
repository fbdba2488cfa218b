r"""Points in the plane: a Gaussian cloud for each class, and the best classifier of them.

.. math:: \hat y = \arg\max_y \log \pi_y - \log v_y - \frac{|x - m_y|^2}{2 v_y}

Eq. (1.3) of [LxMLS] with the densities of its exercise 1.1. With equal variances v the boundary of
two classes is a line, exercise 1.3:

.. math:: (m_2 - m_1) \cdot x / v + \log \pi_2 / \pi_1 - (|m_2|^2 - |m_1|^2) / 2 v = 0
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linguine.errors import LARGEST_SEED, POSITIVE, ParameterError, check_number, show_value

__all__ = ["CLOUDS", "MEANS", "Clouds", "check_counts", "make_clouds", "random"]

#: Two means, and three, that the figures begin with.
MEANS = ((-1.0, -1.0), (1.0, 1.0))
CLOUDS = ((-2.0, -1.0), (2.0, -1.0), (0.0, 2.0))


@dataclass(frozen=True, eq=False)
class Clouds:
    """Points to learn from and to test on; classes are numbered from 1.

    Parameters
    ----------
    means, variances, shares
        Of the classes : (n_classes, 2), (n_classes,), (n_classes,).
    X, y
        Points to learn from and their classes : (n, 2), (n,).
    X_test, y_test
        Points to test on.
    """

    means: NDArray[np.float64]
    variances: NDArray[np.float64]
    shares: NDArray[np.float64]
    X: NDArray[np.float64]
    y: NDArray[np.int64]
    X_test: NDArray[np.float64]
    y_test: NDArray[np.int64]

    def bayes_scores(self, X: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return log p(x, y) of each class, but for a constant : (n, n_classes)."""
        squares = ((X[:, None] - self.means[None]) ** 2).sum(axis=2)
        scores: NDArray[np.float64] = (
            np.log(self.shares) - np.log(self.variances) - squares / (2 * self.variances)
        )
        return scores

    def bayes_labels(self, X: NDArray[np.float64]) -> NDArray[np.int64]:
        """Return the most probable class of each point; nobody can do better."""
        return np.asarray(self.bayes_scores(X).argmax(axis=1) + 1)

    def bayes_line(self) -> tuple[NDArray[np.float64], float] | None:
        """Return w and b of the best boundary of two classes; None if it is no line."""
        if self.variances[0] != self.variances[1]:
            return None
        first, second = self.means
        v = self.variances[0]
        b = np.log(self.shares[1] / self.shares[0]) - (second @ second - first @ first) / (2 * v)
        return (second - first) / v, float(b)


def make_clouds(
    owner: str,
    means: ArrayLike,
    variances: Sequence[float],
    *,
    balance: float | None = None,
    sizes: Sequence[int] = (100, 100),
    seed: int = 0,
    n_classes: tuple[int, int] = (2, 2),
) -> Clouds:
    """Draw points.

    Parameters
    ----------
    owner
        Whose options they are, for messages.
    means, variances
        Where the classes are, and how wide, in every direction.
    balance
        The share of the second of two classes; None is equal shares.
    sizes
        How many points to learn from, and to test on; classes have their shares of both, exactly.
    seed
        Another one draws other points.
    n_classes
        How few and how many there may be.

    Examples
    --------
    >>> clouds = make_clouds("boundaries", MEANS, (1.0, 1.0))
    >>> float((clouds.bayes_labels(clouds.X_test) == clouds.y_test).mean())
    0.96
    """
    generator = random(owner, seed)
    centres = _check_means(owner, means, n_classes)
    widths = _check_variances(owner, variances, len(centres))
    n_train, n_test = check_counts(owner, sizes, least=len(centres))
    shares = np.full(len(centres), 1.0 / len(centres))
    if balance is not None:
        check_number(
            owner, "balance", balance, low=0.0, high=1.0, low_open=True, high_open=True,
            fix="Half is 0.5.",
        )  # fmt: skip
        shares = np.array([1.0 - float(balance), float(balance)])
    drawn = [_draw(generator, centres, widths, shares, n) for n in (n_train, n_test)]
    return Clouds(centres, widths, shares, *drawn[0], *drawn[1])


def random(owner: str, seed: int) -> np.random.Generator:
    """Return what draws, of a seed that is checked."""
    check_number(owner, "seed", seed, low=0, high=LARGEST_SEED, integer=True, fix="Try 0.")
    return np.random.default_rng(int(seed))


def check_counts(owner: str, sizes: Sequence[int], *, least: int = 2) -> tuple[int, int]:
    """Return how many points there are to learn from and to test on."""
    if len(sizes) != 2:
        raise ParameterError(
            "must be two numbers, of points to learn from and to test on; got "
            f"{show_value(sizes)}. Give both, such as 100 and 100.",
            owner=owner,
            parameter="sizes",
        )
    for size in sizes:
        check_number(
            owner, "sizes", size, low=least, high=1_000_000, integer=True, fix="Try 100 and 100."
        )
    return int(sizes[0]), int(sizes[1])


def _check_means(owner: str, means: ArrayLike, n_classes: tuple[int, int]) -> NDArray[np.float64]:
    try:
        centres = np.asarray(means, dtype=np.float64)
    except (TypeError, ValueError):
        centres = np.empty(0)
    least, most = n_classes
    is_plane = centres.ndim == 2 and centres.shape[1] == 2 and bool(np.isfinite(centres).all())
    if not is_plane or not least <= len(centres) <= most:
        words = {2: "two", 3: "three", 6: "six"}
        wanted = words[least] if least == most else f"{words[least]} to {words[most]}"
        raise ParameterError(
            f"must be {wanted} points of two coordinates, one for each class; got "
            f"{show_value(means)}. Give one such as -1, -1 for each.",
            owner=owner,
            parameter="means",
        )
    return centres


def _check_variances(owner: str, variances: Sequence[float], n: int) -> NDArray[np.float64]:
    if len(variances) not in (1, n):
        raise ParameterError(
            f"must be one number for all {n} classes, or one for each; got "
            f"{show_value(variances)}. Give {n} numbers.",
            owner=owner,
            parameter="variances",
        )
    for each in variances:
        check_number(owner, "variances", each, **POSITIVE, fix="Try 1.")
    return np.broadcast_to(np.asarray(variances, dtype=np.float64), n).copy()


def _draw(
    generator: np.random.Generator,
    means: NDArray[np.float64],
    variances: NDArray[np.float64],
    shares: NDArray[np.float64],
    n: int,
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return points and classes, each class its share of them and at least one, in any order."""
    counts = np.maximum(np.round(shares * n).astype(np.int64), 1)
    counts[counts.argmax()] += n - counts.sum()
    y = generator.permutation(np.repeat(np.arange(len(means)), counts))
    noise = generator.standard_normal((n, 2))
    return means[y] + np.sqrt(variances[y])[:, None] * noise, y + 1
