r"""Naive Bayes whose labels are hidden, all of them or some.

.. math:: F(\theta) = \sum_{i \in L} \log p(x_i, y_i) + w \sum_{i \in U} \log \sum_y p(x_i, y)
          + \alpha \sum_{y,j} \log \phi_{y,j}

Without labelled rows L a mixture, which clusters documents: Section 1.5 of [Zhang2010]. With some,
semi-supervised naive Bayes; w below 1 keeps many unlabelled rows from drowning few labelled ones:
EM-lambda of [Nigam2000].
"""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.features import Sites
from linguine.learning.generative.naive_bayes import CountsState, Table, multinomial

__all__ = ["NaiveBayesMixture", "in_double", "row_sums"]


class NaiveBayesMixture:
    """Rows of counts with hidden labels: the two steps of EM.

    Parameters
    ----------
    sites
        The rows; their values must not be negative.
    n_labels
        How many labels there are.
    alpha
        Pseudo-count of every feature.
    gold
        What was counted where labels are known; None if they are known nowhere.
    weight
        How much a row counts whose label is hidden.
    n_threads
        Threads; the result does not depend on it.

    Examples
    --------
    >>> from linguine.features import read_matrix
    >>> mixture = NaiveBayesMixture(read_matrix(np.array([[2.0, 0.0], [0.0, 3.0]])), 2, alpha=1.0)
    >>> theta, bias = mixture.maximise(np.eye(2))
    >>> mixture.expect((theta, bias), 1.0)[0].round(2).tolist()
    [[0.93, 0.07], [0.03, 0.97]]
    """

    def __init__(
        self,
        sites: Sites,
        n_labels: int,
        *,
        alpha: float,
        gold: CountsState | None = None,
        weight: float = 1.0,
        n_threads: int = 1,
    ) -> None:
        self._native = _core.SoftCounts(in_double(sites), n_threads)
        self.n_rows, self.n_labels, self.alpha, self.weight = sites.n_rows, n_labels, alpha, weight
        self.n_threads = n_threads
        self._gold, self._masses = gold, row_sums(sites)

    def on_threads(self, n_threads: int) -> NaiveBayesMixture:
        """Return the same rows, worked on by so many threads."""
        made = copy.copy(self)
        made.n_threads = n_threads
        return made

    def counted(self, q: Table) -> CountsState:
        """Return the counts that beliefs and known labels give."""
        sums = self.weight * self._native.sums(q, self.n_threads)
        label_weights = self.weight * q.sum(axis=0)
        if self._gold is not None:
            sums += self._gold.sums
            label_weights += self._gold.label_weights
        return CountsState(sums, None, label_weights)

    def maximise(self, q: Table) -> tuple[Table, Table]:
        """Return theta and bias of naive Bayes on these counts."""
        return multinomial(self.counted(q), self.alpha)

    def expect(self, parameters: tuple[Table, Table], sharpness: float) -> tuple[Table, float]:
        """Return what theta and bias say about the rows, and the objective."""
        theta, bias = parameters
        q, log_z = self._native.expect(theta, bias, sharpness, self.n_threads)
        objective = self.weight * float(log_z.sum()) + self.alpha * float(theta.sum())
        if self._gold is not None:
            seen = self._gold.label_weights > 0
            objective += float((self._gold.sums * theta).sum())
            objective += float(self._gold.label_weights[seen] @ bias[seen])
        return q, objective

    def log_likelihoods(self, parameters: tuple[Table, Table]) -> NDArray[np.float64]:
        """Return log p(x) of each row : (n_rows,)."""
        return self._native.expect(*parameters, 1.0, self.n_threads)[1]

    def settle(self, q: Table) -> None:
        """Give each label that no row believes in most one of the rows that are explained worst.

        Warming up lets labels coincide where the rows have fewer groups than there are labels.
        """
        if self._gold is not None:
            return  # what was labelled keeps labels apart
        empty = np.flatnonzero(np.bincount(q.argmax(axis=1), minlength=self.n_labels) == 0)
        if not len(empty):
            return
        _, log_z = self._native.expect(*self.maximise(q), 1.0, self.n_threads)
        has_mass = np.flatnonzero(self._masses > 0)
        by_word = log_z[has_mass] / self._masses[has_mass]
        worst = has_mass[np.argsort(by_word, kind="stable")][: len(empty)]
        q[:, empty] = 0.0
        q /= np.maximum(q.sum(axis=1, keepdims=True), 1e-300)
        q[worst] = 0.0
        q[worst, empty[: len(worst)]] = 1.0


def row_sums(sites: Sites) -> NDArray[np.float64]:
    """Return the sum of each row : (n_rows,)."""
    if sites.indptr is None:
        assert sites.values is not None
        return np.asarray(sites.values.sum(axis=1, dtype=np.float64))
    if sites.values is None:
        return np.diff(sites.indptr).astype(np.float64)
    sums = np.concatenate([[0.0], np.cumsum(sites.values, dtype=np.float64)])
    return np.asarray(sums[sites.indptr[1:]] - sums[sites.indptr[:-1]])


def in_double(sites: Sites) -> _core.Matrix:
    """Return the rows in double precision: likelihoods of long texts need it."""
    if not sites.native.is_single:
        return sites.native
    values: Any = None if sites.values is None else sites.values.astype(np.float64)
    if sites.indptr is None:
        return _core.Matrix(None, None, values, sites.n_rows, sites.n_features, False)
    return _core.Matrix(sites.indptr, sites.indices, values, sites.n_rows, sites.n_features, False)
