r"""Losses of labelled dependency trees by enumeration: every tree with every choice of relations.

.. math::
    \ell = \operatorname{agg}_y [s(y) + \rho\, c(y^*, y)] - s(y^*), \quad
    s(y) = \sum_m s(h_m, m, r_m)

agg is the largest value (perceptron, hinge) or the logarithm of the sum of exponentials (logistic,
softmax-margin), rho is 1 for hinge and softmax-margin and else 0. A word with a wrong head costs 1,
one with the right head and a wrong relation ``relation_cost``. Scores are ``scores[m - 1, h, r]`` :
(n, n + 1, R); an arc whose first score is -inf is excluded with all its relations.
"""

from __future__ import annotations

import itertools
from functools import cache

import numpy as np
from numpy.typing import NDArray

from .trees import all_trees

Array = NDArray[np.float64]
Indices = NDArray[np.int64]
#: name -> (does it sum, has it a margin)
LOSSES = {
    "perceptron": (False, False),
    "hinge": (False, True),
    "logistic": (True, False),
    "softmax-margin": (True, True),
}


@cache
def all_labelled(
    n: int, n_relations: int, projective: bool, single_root: bool
) -> tuple[Indices, Indices]:
    """Return heads and relations of all labelled trees : (n_trees, n) each."""
    pairs = [
        (heads, relations)
        for heads in all_trees(n, projective, single_root)
        for relations in itertools.product(range(n_relations), repeat=n)
    ]
    return np.array([h for h, _ in pairs]), np.array([r for _, r in pairs])


def costs(
    gold: tuple[Indices, Indices], heads: Indices, relations: Indices, relation_cost: float
) -> Array:
    """Return c(gold, y) of each tree."""
    wrong_head = heads != gold[0]
    wrong_relation = ~wrong_head & (relations != gold[1])
    return np.asarray(wrong_head.sum(1) + relation_cost * wrong_relation.sum(1))


def loss(
    scores: Array,
    gold: tuple[Indices, Indices],
    kind: str,
    *,
    projective: bool,
    single_root: bool,
    relation_cost: float,
) -> tuple[float, Array]:
    """Return the loss and its derivative by the scores, in their shape."""
    n, _, n_relations = scores.shape
    sums, has_margin = LOSSES[kind]
    heads, relations = all_labelled(n, n_relations, projective, single_root)
    words = np.arange(n)
    seen = np.where(scores[:, :, :1] == -np.inf, -np.inf, scores)
    values = seen[words, heads, relations].sum(1)
    if has_margin:
        values = values + costs(gold, heads, relations, relation_cost)
    top = values.max()
    shares = np.exp(values - top) if sums else (np.arange(len(values)) == values.argmax()) * 1.0
    value = top + (np.log(shares.sum()) if sums else 0.0)
    gradient = np.zeros_like(scores)
    for m in words:
        np.add.at(gradient[m], (heads[:, m], relations[:, m]), shares / shares.sum())
    gradient[words, gold[0], gold[1]] -= 1
    return float(value - seen[words, gold[0], gold[1]].sum()), gradient
