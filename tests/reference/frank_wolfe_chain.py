r"""Block-coordinate Frank-Wolfe for the structured support vector machine.

Algorithm 4 of Lacoste-Julien et al. (2013), letter by letter, for

    P(theta) = lam/2 ||theta||^2 + 1/n sum_i max_y [s_i(y) + c(y_i, y)] - s_i(y_i)

(F of objective.py is n P with l2 = n lam). The dual lives on a product of simplices, one per
sentence; a point of it is kept as theta_i and l_i, with theta = sum_i theta_i, l = sum_i l_i and
the value D = l - lam/2 ||theta||^2. The corner of block i is the cost-augmented argmax y_hat,

    theta_s = (f(x_i, y_i) - f(x_i, y_hat)) / (lam n),    l_s = c(y_i, y_hat) / n
    gamma   = clip((lam (theta_i - theta_s) . theta - l_i + l_s) / (lam ||theta_i - theta_s||^2))

and gamma in [0, 1] is the exact best step towards it. The numerators of all blocks at one theta
add up to the duality gap P - D >= P - P*. `order` names the block of every step.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .chain import add_cost, argmax, loss
from .chain_features import Sentence, chain_of, features, zeros
from .losses import Array
from .structured_mira import hamming


def corner(
    theta: Array, sentence: Sentence, n_labels: int, lam: float, n: int
) -> tuple[Array, float]:
    """(theta_s, l_s) of one block."""
    X, y = sentence.X, sentence.y
    y_hat = argmax(add_cost(chain_of(theta, X, n_labels), y, 1.0))
    delta = features(X, y, n_labels) - features(X, y_hat, n_labels)
    return delta / (lam * n), hamming(y, y_hat) / n


def primal(theta: Array, sentences: Sequence[Sentence], n_labels: int, lam: float) -> float:
    """P."""
    hinges = [loss(chain_of(theta, s.X, n_labels), s.y, "hinge")[0] for s in sentences]
    return 0.5 * lam * float(theta @ theta) + float(np.mean(hinges))


def frank_wolfe_chain(
    sentences: Sequence[Sentence], n_labels: int, *, lam: float, order: Sequence[int]
) -> tuple[Array, float, float]:
    """(theta, dual value D, duality gap)."""
    n = len(sentences)
    theta = zeros(sentences, n_labels)
    blocks, l = np.zeros((n, len(theta))), np.zeros(n)
    for i in order:
        theta_s, l_s = corner(theta, sentences[i], n_labels, lam, n)
        way = blocks[i] - theta_s
        numerator = lam * float(way @ theta) - l[i] + l_s
        length = lam * float(way @ way)
        # equal features at a higher cost: the line is straight, so the best step is the whole way
        gamma = min(max(numerator / length, 0.0), 1.0) if length > 0 else float(numerator > 0)
        blocks[i] -= gamma * way
        theta = theta - gamma * way
        l[i] += gamma * (l_s - l[i])
    gap = 0.0
    for i in range(n):
        theta_s, l_s = corner(theta, sentences[i], n_labels, lam, n)
        gap += lam * float((blocks[i] - theta_s) @ theta) - l[i] + l_s
    return theta, float(l.sum()) - 0.5 * lam * float(theta @ theta), float(gap)
