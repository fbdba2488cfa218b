r"""Dependency trees: the structure whose output is a head for each word.

.. math::
    \hat y = \arg\max_{y \in Y(x)} \sum_{m=1}^{n} s(h_m, m)

A sentence of n words has a score for every arc; ``scores[m - 1, h]`` is that of word m
hanging on head h, where head 0 is the root. ``-inf`` excludes an arc, and the cells of a
word as its own head are not read.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linguine import _core
from linguine.errors import ParameterError
from linguine.inference.structure import Table, check_k, read_scores

__all__ = ["DependencyTree"]


@dataclass(frozen=True)
class DependencyTree:
    r"""One head for each word of a sentence, so that the arcs form a tree below the root 0.

    .. math::
        s(y) = \sum_{m=1}^{n} s(h_m, m)

    The arc-factored model of [McDonald2005]. The best projective tree is found by the
    algorithm of [Eisner1996], the best tree of all by that of Chu-Liu and Edmonds in the form
    of [Tarjan1977]; sums are inside-outside and the matrix-tree theorem [Koo2007].

    Parameters
    ----------
    projective
        Whether arcs may not cross: all words between a head and its modifier hang below
        the head.
    single_root
        Whether exactly one word hangs on the root, as in Universal Dependencies. It holds in
        the best tree and in sums.

    Examples
    --------
    Two words that would rather hang on each other than on the root:

    >>> scores = [[1.0, 0.0, 5.0],
    ...           [2.0, 4.0, 0.0]]
    >>> DependencyTree().argmax(scores).tolist()
    [2, 0]
    >>> log_z, shares = DependencyTree().marginals(scores)
    >>> round(log_z, 3), shares.round(3).tolist()
    (7.127, [[0.119, 0.0, 0.881], [0.881, 0.119, 0.0]])
    """

    projective: bool = True
    single_root: bool = True

    def argmax(self, scores: ArrayLike) -> NDArray[np.int32]:
        """Return the heads of the best tree : (n_words,).

        Parameters
        ----------
        scores
            Score of head h for word m at [m - 1, h] : (n_words, n_words + 1), or the same cells as
            a column of arcs : (n_words * (n_words + 1), 1).

        Examples
        --------
        Both words like the root best, but only one may hang on it:

        >>> scores = [[3.0, 0.0, 1.0], [3.0, 2.0, 0.0]]
        >>> DependencyTree(single_root=False).argmax(scores).tolist()
        [0, 0]
        >>> DependencyTree().argmax(scores).tolist()
        [0, 1]
        """
        heads, score = _core.best_tree(_table(scores), self.projective, self.single_root)
        _require_tree(score)
        return heads

    def k_best(self, scores: ArrayLike, k: int) -> NDArray[np.int32]:
        """Return the heads of the k best trees, best first : (found, n_words).

        They are all different, and there are fewer than k if there are no more trees.

        Examples
        --------
        >>> DependencyTree().k_best([[1.0, 0.0, 5.0], [2.0, 4.0, 0.0]], 9).tolist()
        [[2, 0], [0, 1]]
        """
        check_k(k)
        trees, values = _core.k_best_trees(_table(scores), self.projective, self.single_root, k)
        _require_tree(-np.inf if len(trees) == 0 else float(values[0]))
        return trees

    def marginals(self, scores: ArrayLike) -> tuple[float, NDArray[np.float64]]:
        r"""Return log Z and the probability of each arc : (n_words, n_words + 1).

        .. math::
            \log Z = \log \sum_{y \in Y(x)} e^{s(y)}, \quad
            P(h \to m) = \frac{\partial \log Z}{\partial s(h, m)}

        Examples
        --------
        Three words have sixteen trees, nine of them with one root; seven of these have no
        crossing arcs:

        >>> import numpy as np
        >>> zeros = np.zeros((3, 4))
        >>> [round(np.exp(DependencyTree(p, r).marginals(zeros)[0]))
        ...  for p, r in [(False, False), (False, True), (True, True)]]
        [16, 9, 7]
        """
        log_z, shares = _core.tree_log_partition(_table(scores), self.projective, self.single_root)
        _require_tree(log_z)
        return log_z, shares

    def cost(self, gold: ArrayLike, n_labels: int = 1) -> NDArray[np.float64]:
        """Return what each head of each word costs, 1 if it is wrong : (n_words, n_words + 1)."""
        heads = np.asarray(gold, np.intp)
        return np.asarray(heads[:, None] != np.arange(len(heads) + 1), np.float64)

    def encode(self, output: ArrayLike, n_sites: int) -> NDArray[np.int32]:
        """Return 0 for the arcs of a tree and -1 for the others : (n_words * (n_words + 1),)."""
        heads = np.asarray(output)
        n = len(heads)
        if n * (n + 1) != n_sites or heads.ndim != 1 or ((heads < 0) | (heads > n)).any():
            raise ParameterError(
                f"A tree must have a head in 0..n for each of n words, and n (n + 1) arcs; got "
                f"heads {heads.tolist()} for {n_sites} arcs. Give a row of features for word m and "
                "head h at place (m - 1) (n + 1) + h."
            )
        labels = np.full((n, n + 1), -1, np.int32)
        labels[np.arange(n), heads] = 0
        return labels.reshape(-1)

    def decode(self, labels: NDArray[np.int32]) -> NDArray[np.int32]:
        """Return the heads : (n_words,)."""
        is_there = labels.reshape(-1, _count_words(len(labels)) + 1) == 0
        return np.asarray(is_there.argmax(axis=1), np.int32)


def _count_words(n_arcs: int) -> int:
    """Return n if there are n (n + 1) arcs, or less."""
    return (math.isqrt(4 * n_arcs + 1) - 1) // 2


def _table(scores: ArrayLike) -> Table:
    try:
        table = np.array(scores, dtype=np.float64)
    except (TypeError, ValueError):
        return read_scores(scores, "Give one row per word.")  # which says why it cannot be read
    n = _count_words(len(table)) if table.ndim == 2 and table.shape[1] == 1 else len(table)
    if table.ndim != 2 or table.size != n * (n + 1) or table.shape[1] not in (1, n + 1):
        raise ParameterError(
            "scores must have one row per word, and one column for the root and each word as a "
            f"head; got shape {table.shape}. Put the score of head h for word m at [m - 1, h]."
        )
    table = table.reshape(n, n + 1)
    table[np.arange(n), np.arange(1, n + 1)] = 0.0  # a word is not its own head, whatever it holds
    return read_scores(table, "Give one row per word.")


def _require_tree(score: float) -> None:
    if score == -np.inf:
        raise ParameterError(
            "scores must leave at least one tree; every tree has an arc of score -inf. "
            "Exclude fewer arcs, or allow crossing arcs or several roots."
        )
