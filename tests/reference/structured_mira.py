r"""MIRA for label sequences: mira.py with the Hamming cost and f(x, y) in the place of phi.

One candidate, the one of the hinge loss ("Online Structured SVMs" of [McDonald]; Eq. (3.12) and
(3.13) of [Eisenstein2014]):

    y_hat = argmax_{z != y} s(z) + c(y, z),   Delta = f(x, y) - f(x, y_hat)
    theta <- theta + tau Delta,   tau = min(C, l / ||Delta||^2),   l = max(0, s(y_hat) + c - s(y))

The prediction's update, Alg. 3 of [LxMLS]: y_hat = argmax_z s(z), and nothing if that is y.

Several: the k wrong sequences with the highest scores s(z), *without* the cost, and for each of
them the constraint s'(y) - s'(z) >= c(y, z) - xi_z in one small quadratic program, whose dual
`mira.solve_dual` solves exactly. C is multiplied by the weight of the sentence. `order` names the
sentence of every step; the average is taken after every step.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .chain import Output, add_cost, k_best, score
from .chain_features import Sentence, chain_of, features, zeros
from .losses import Array
from .mira import solve_dual


def hamming(y: Output, z: Output) -> float:
    """c(y, z), the number of positions where z is wrong."""
    return float(sum(a != b for a, b in zip(y, z, strict=True)))


def step(
    theta: Array, sentence: Sentence, n_labels: int, *, C: float, k: int, update: str = "max-loss"
) -> Array:
    """The change of theta."""
    X, y = sentence.X, sentence.y
    chain = chain_of(theta, X, n_labels)
    is_predicted = update == "prediction"
    seen = add_cost(chain, y, 1.0) if k == 1 and not is_predicted else chain
    wrong = [z for z in k_best(seen, 1 if is_predicted else k + 1) if z != y][:k]
    if not wrong:  # one label, or no token: there is no wrong output
        return np.zeros_like(theta)
    delta = np.array([features(X, y, n_labels) - features(X, z, n_labels) for z in wrong])
    l = np.array([score(chain, z) + hamming(y, z) - score(chain, y) for z in wrong])
    return np.asarray(solve_dual(delta @ delta.T, l, C) @ delta)


def structured_mira(
    sentences: Sequence[Sentence],
    n_labels: int,
    *,
    order: Sequence[int],
    C: float,
    k: int = 1,
    sample_weight: Array | None = None,
    update: str = "max-loss",
) -> tuple[Array, Array]:
    """(theta, averaged theta)."""
    theta = zeros(sentences, n_labels)
    m = np.zeros_like(theta)
    for i in order:
        w = 1.0 if sample_weight is None else sample_weight[i]
        theta = theta + step(theta, sentences[i], n_labels, C=C * w, k=k, update=update)
        m = m + theta
    return theta, m / len(order)
