r"""Dependency trees: the structure whose output is a head for each word.

.. math::
    \hat y = \arg\max_{y \in Y(x)} \sum_{m=1}^{n} s(h_m, m)

A sentence of n words has a score for every arc; ``scores[m - 1, h]`` is that of word m
hanging on head h, where head 0 is the root. ``-inf`` excludes an arc, and the cells of a
word as its own head are not read.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linguine import _core
from linguine.errors import ParameterError

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
    >>> DependencyTree().best(scores)
    (array([2, 0], dtype=int32), 7.0)
    >>> log_z, shares = DependencyTree().log_partition(scores)
    >>> round(log_z, 3), shares.round(3).tolist()
    (7.127, [[0.119, 0.0, 0.881], [0.881, 0.119, 0.0]])
    """

    projective: bool = True
    single_root: bool = True

    def best(self, scores: ArrayLike) -> tuple[NDArray[np.int32], float]:
        """Return the heads of the best tree and its score.

        Parameters
        ----------
        scores
            Score of head h for word m at [m - 1, h] : (n_words, n_words + 1).

        Examples
        --------
        Both words like the root best, but only one may hang on it:

        >>> scores = [[3.0, 0.0, 1.0], [3.0, 2.0, 0.0]]
        >>> DependencyTree(single_root=False).best(scores)
        (array([0, 0], dtype=int32), 6.0)
        >>> DependencyTree().best(scores)
        (array([0, 1], dtype=int32), 5.0)
        """
        heads, score = _core.best_tree(_table(scores), self.projective, self.single_root)
        _require_tree(score)
        return heads, score

    def k_best(self, scores: ArrayLike, k: int) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
        """Return the heads : (found, n_words) and scores : (found,) of the k best trees.

        They are all different, the best comes first, and there are fewer than k if there are
        no more trees.

        Examples
        --------
        >>> trees, values = DependencyTree().k_best([[1.0, 0.0, 5.0], [2.0, 4.0, 0.0]], 9)
        >>> trees.tolist(), values.tolist()
        ([[2, 0], [0, 1]], [7.0, 5.0])
        """
        if k < 1:
            raise ParameterError(f"k must be at least 1; got k={k}. Ask for one tree or more.")
        trees, values = _core.k_best_trees(_table(scores), self.projective, self.single_root, k)
        _require_tree(-np.inf if len(trees) == 0 else float(values[0]))
        return trees, values

    def log_partition(self, scores: ArrayLike) -> tuple[float, NDArray[np.float64]]:
        r"""Return log Z and the probability of each arc, in the shape of the scores.

        .. math::
            \log Z = \log \sum_{y \in Y(x)} e^{s(y)}, \quad
            P(h \to m) = \frac{\partial \log Z}{\partial s(h, m)}

        Examples
        --------
        Three words have sixteen trees, nine of them with one root; seven of these have no
        crossing arcs:

        >>> import numpy as np
        >>> zeros = np.zeros((3, 4))
        >>> [round(np.exp(DependencyTree(p, r).log_partition(zeros)[0]))
        ...  for p, r in [(False, False), (False, True), (True, True)]]
        [16, 9, 7]
        """
        log_z, shares = _core.tree_log_partition(_table(scores), self.projective, self.single_root)
        _require_tree(log_z)
        return log_z, shares


def _table(scores: ArrayLike) -> NDArray[np.float64]:
    try:
        table = np.ascontiguousarray(scores, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise ParameterError(
            f"scores must be a table of numbers; {error}. Give one row per word."
        ) from None
    if table.ndim != 2 or table.shape[1] != len(table) + 1:
        raise ParameterError(
            "scores must have one row per word, and one column for the root and each word as a "
            f"head; got shape {table.shape}. Put the score of head h for word m at [m - 1, h]."
        )
    own = np.eye(len(table), len(table) + 1, 1, dtype=bool)
    bad = (np.isnan(table) | (table == np.inf)) & ~own
    if bad.any():
        row, column = (int(i) for i in np.argwhere(bad)[0])
        raise ParameterError(
            "scores must be numbers, or -inf where an arc is excluded; "
            f"scores[{row}, {column}] is {table[row, column]}. "
            "Check the weights that gave this score."
        )
    return table


def _require_tree(score: float) -> None:
    if score == -np.inf:
        raise ParameterError(
            "scores must leave at least one tree; every tree has an arc of score -inf. "
            "Exclude fewer arcs, or allow crossing arcs or several roots."
        )
