"""Small random problems that the tests share, and the way they enter the native module."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from .reference.losses import Array, n_columns


@dataclass(frozen=True)
class Toy:
    """A problem: X : (n, d) dense, y : (n,) labels 0 .. n_labels - 1."""

    X: Array
    y: NDArray[np.int64]
    n_labels: int

    @property
    def csr(self) -> Any:
        return sp.csr_matrix(self.X)

    @property
    def n(self) -> int:
        return len(self.y)

    @property
    def d(self) -> int:
        return int(self.X.shape[1])

    def head(self, n: int) -> Toy:
        return replace(self, X=self.X[:n], y=self.y[:n])


def dense(n_labels: int, *, n: int = 60, d: int = 6, seed: int = 0, spread: float = 1.3) -> Toy:
    """More rows than columns; overlapping Gaussian clouds, so no learner separates them."""
    random = np.random.default_rng([seed, n_labels, n, d])
    centres = random.normal(size=(n_labels, d))
    y = np.arange(n) % n_labels
    X = centres[y] + spread * random.normal(size=(n, d))
    return Toy(X, y, n_labels)


def sparse(n_labels: int, *, n: int = 30, d: int = 80, seed: int = 0) -> Toy:
    """Fewer rows than columns, like text: positive, a tenth full, with empty rows and columns."""
    random = np.random.default_rng([seed, n_labels, n, d])
    y = np.arange(n) % n_labels
    X = np.where(random.random((n, d)) < 0.1, random.random((n, d)) + 0.2, 0.0)
    for k in range(n_labels):  # a few words per label, present in most of its documents
        rows = np.flatnonzero(y == k)
        X[np.ix_(rows, np.array([2 * k, 2 * k + 1]))] += (random.random((len(rows), 2)) < 0.7) * 0.6
    X[n // 2] = 0.0
    X[:, d - 1] = 0.0
    return Toy(X, y, n_labels)


def counts(n_labels: int, *, n: int = 40, d: int = 12, seed: int = 0) -> Toy:
    """Word counts from a multinomial per label."""
    random = np.random.default_rng([seed, n_labels, n, d])
    phi = random.dirichlet(np.ones(d), size=n_labels)
    y = np.arange(n) % n_labels
    X = np.array([random.multinomial(random.integers(3, 15), phi[k]) for k in y], dtype=float)
    return Toy(X, y, n_labels)


def random_cost(n_labels: int, seed: int = 0) -> Array:
    """A cost matrix with a zero diagonal and no two equal entries."""
    cost = np.random.default_rng([seed, n_labels]).uniform(0.3, 2.0, (n_labels, n_labels))
    np.fill_diagonal(cost, 0.0)
    return cost


def padded(core: Any, weights: Array, bias: Array) -> tuple[Array, Array]:
    """Weights and bias with the zero columns that the native module asks for."""
    d, k = weights.shape
    stride = core.stride(k)
    W, b = np.zeros((d, stride)), np.zeros(stride)
    W[:, :k], b[:k] = weights, bias
    return W, b


def native_problem(
    core: Any,
    toy: Toy,
    loss: str,
    *,
    one_versus_all: bool = False,
    cost: Array | None = None,
    weights: Array | None = None,
) -> Any:
    """The toy as a `_core.Problem` on a dense matrix."""
    X = np.ascontiguousarray(toy.X)
    matrix = core.Matrix(None, None, X, toy.n, toy.d, False)
    return core.Problem(
        matrix,
        np.arange(toy.n, dtype=np.int64),
        toy.y.astype(np.int32),
        np.ones(toy.n) if weights is None else weights,
        toy.n_labels,
        loss,
        one_versus_all,
        cost,
    )


def random_weights(toy: Toy, seed: int = 0) -> tuple[Array, Array]:
    """A point away from zero at which losses are smooth with probability one."""
    random = np.random.default_rng([seed, 7])
    k = n_columns(toy.n_labels)
    return random.normal(size=(toy.d, k)), random.normal(size=k)
