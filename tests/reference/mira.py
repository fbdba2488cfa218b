r"""MIRA: the smallest step that meets the margin.

One candidate has a closed form, Eq. (3.12)-(3.13) of [Eisenstein2014]:

    y_hat = argmax_y s_y + c(y*, y),   tau = min(C, loss / ||f(x,y*) - f(x,y_hat)||^2)
    theta <- theta + tau (f(x,y*) - f(x,y_hat))

The prediction's update, Alg. 3 of [LxMLS], takes y_hat = argmax_y s_y instead, and the same loss of
it, cost included; where y_hat is right nothing happens.

Several candidates make a small quadratic program, "Online MIRA" of [McDonald] with
the slack of Eq. (3.10) of [Eisenstein2014] for each candidate:

    min 1/2 ||theta' - theta||^2 + C sum_y xi_y
    s.t. s'_gold - s'_y >= c(gold, y) - xi_y,  xi_y >= 0

over the k wrong labels with the highest scores. Its dual is
max_alpha  alpha . l - 1/2 ||sum_y alpha_y Delta_y||^2  on the box 0 <= alpha_y <= C, solved
here by trying for every alpha_y whether it is 0, C or in between: exact, 3^k systems, fine
for k <= 4. C is multiplied by the weight of the example.
"""

from __future__ import annotations

from itertools import product

import numpy as np

from .losses import Array, Labels, loss, n_columns, zero_one_cost


def solve_dual(Q: Array, l: Array, C: float) -> Array:
    """argmax of alpha.l - 1/2 alpha Q alpha on the box [0, C]^k, by enumeration."""
    k = len(l)
    best, best_value = np.zeros(k), 0.0
    places = ("zero", "free", "cap") if np.isfinite(C) else ("zero", "free")
    for assignment in product(places, repeat=k):
        free = [j for j in range(k) if assignment[j] == "free"]
        alpha = np.array([C if place == "cap" else 0.0 for place in assignment])
        if free:
            rest = l[free] - Q[free] @ alpha
            alpha[free] = np.linalg.lstsq(Q[np.ix_(free, free)], rest, rcond=None)[0]
        if alpha.min() < -1e-12 or alpha.max() > C * (1 + 1e-12):
            continue
        value = float(alpha @ l - 0.5 * alpha @ Q @ alpha)
        if value > best_value:
            best, best_value = alpha, value
    return best


def step(
    s: Array, y: int, norm: float, *, C: float, k_best: int, cost: Array, update: str = "max-loss"
) -> Array:
    """The change of the column scores' weights, d : (K,), so that theta += outer(phi, d).

    s : (K,) label scores; norm = ||phi||^2, the constant of the bias included.
    """
    unit = np.eye(len(s))
    if update == "prediction":
        z = int(np.argmax(s))
        tau = min(C, (s[z] - s[y] + cost[y, z]) / (2 * norm)) if z != y else 0.0
        return np.asarray(tau * (unit[y] - unit[z]))
    # one candidate is the one of the loss, argmax s + c; several are the highest scores
    order = np.argsort(-(s + cost[y] if k_best == 1 else s), kind="stable")
    wrong = [z for z in order if z != y][:k_best]
    delta = np.array([unit[y] - unit[z] for z in wrong])
    l = np.array([s[z] + cost[y, z] - s[y] for z in wrong])
    alpha = solve_dual(norm * delta @ delta.T, l, C)
    return np.asarray(alpha @ delta)


def mira(
    X: Array,
    gold: Labels,
    n_labels: int,
    *,
    epochs: int,
    C: float,
    k_best: int = 1,
    fit_intercept: bool = True,
    one_versus_all: bool = False,
    sample_weight: Array | None = None,
    cost: Array | None = None,
    update: str = "max-loss",
) -> tuple[tuple[Array, Array], tuple[Array, Array]]:
    """((theta, b), (averaged theta, averaged b))."""
    k = n_columns(n_labels)
    theta, b = np.zeros((X.shape[1], k)), np.zeros(k)
    m_theta, m_b = np.zeros_like(theta), np.zeros_like(b)
    weight = np.ones(len(gold)) if sample_weight is None else sample_weight
    costs = zero_one_cost(n_labels) if cost is None else cost
    t = 0
    for _ in range(epochs):
        for phi, y, w in zip(X, gold.astype(int), weight, strict=True):
            t += 1
            s = phi @ theta + b
            norm = float(phi @ phi) + float(fit_intercept)
            if k == 1 or one_versus_all:
                # pinned pairs: f(x, y) - f(x, y') has one block, so its norm is ||phi||^2
                change = np.zeros(k)
                for c in range(k):
                    y_c = int(y if k == 1 else y == c)
                    pair = costs if k == 1 else zero_one_cost(2)
                    value, _ = loss("hinge", s[c : c + 1], y_c, cost=pair)
                    if update == "prediction" and int(s[c] > 0) == y_c:
                        value = 0.0
                    tau = min(C * w, value / norm)
                    change[c] = tau if y_c == 1 else -tau
            else:
                change = step(s, int(y), norm, C=C * w, k_best=k_best, cost=costs, update=update)
            theta = theta + np.outer(phi, change)
            if fit_intercept:
                b = b + change
            m_theta, m_b = m_theta + theta, m_b + b
    return (theta, b), (m_theta / t, m_b / t)
