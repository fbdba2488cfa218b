"""Kernels by their definitions: every subsequence and every fragment of a tree, one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from itertools import combinations, product
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

#: A node is (label, children); a word is a str.
Tree: TypeAlias = "tuple[str, tuple[Any, ...]]"


def polynomial_features(x: Sequence[float]) -> NDArray[np.float64]:
    """The six features whose dot product is (x . z + 1)^2 for x in two dimensions."""
    a, b = x
    r = np.sqrt(2)
    return np.array([1, r * a, r * b, a * a, b * b, r * a * b])


def gaussian(x: NDArray[Any], z: NDArray[Any], sigma: float) -> float:
    return float(np.exp(-np.sum((x - z) ** 2) / (2 * sigma**2)))


def spectrum(s: Sequence[Hashable], t: Sequence[Hashable], length: int) -> float:
    """How often each run of symbols stands in s, times how often it stands in t."""
    counts = [
        Counter(tuple(text[i : i + length]) for i in range(len(text) - length + 1))
        for text in (s, t)
    ]
    return float(sum(n * counts[1][run] for run, n in counts[0].items()))


def subsequence_features(s: Sequence[Hashable], length: int, decay: float) -> dict[Any, float]:
    """phi_u(s): the sum of decay^(last - first + 1) over all places where u stands in s."""
    phi: dict[Any, float] = {}
    for places in combinations(range(len(s)), length):
        u = tuple(s[i] for i in places)
        phi[u] = phi.get(u, 0.0) + decay ** (places[-1] - places[0] + 1)
    return phi


def subsequence(s: Sequence[Hashable], t: Sequence[Hashable], length: int, decay: float) -> float:
    a, b = subsequence_features(s, length, decay), subsequence_features(t, length, decay)
    return sum(value * b.get(u, 0.0) for u, value in a.items())


def read_tree(text: str) -> Tree:
    tokens = text.replace("(", " ( ").replace(")", " ) ").split()

    def read(at: int) -> tuple[Any, int]:
        if tokens[at] != "(":
            return tokens[at], at + 1
        label, at, children = tokens[at + 1], at + 2, []
        while tokens[at] != ")":
            child, at = read(at)
            children.append(child)
        return (label, tuple(children)), at + 1

    tree: Tree = read(0)[0]
    return tree


def nodes(tree: Tree) -> list[Tree]:
    below = [node for child in tree[1] if not isinstance(child, str) for node in nodes(child)]
    return [tree, *below]


def fragments(node: Tree) -> list[tuple[Any, int]]:
    """All fragments rooted at a node, with the number of their productions.

    A fragment has all children of a node or none; a node without children is (label, None).
    """
    choices = [
        [(child, 0)] if isinstance(child, str) else [((child[0], None), 0), *fragments(child)]
        for child in node[1]
    ]
    return [
        ((node[0], tuple(child for child, _ in chosen)), 1 + sum(size for _, size in chosen))
        for chosen in product(*choices)
    ]


def subset_tree(s: Tree, t: Tree, decay: float) -> float:
    """Sum over fragments of decay^size times how often each tree has it."""
    counts = [
        Counter(fragment for node in nodes(tree) for fragment in fragments(node)) for tree in (s, t)
    ]
    return float(sum(n * counts[1][each] * decay ** each[1] for each, n in counts[0].items()))


def normalized(kernel: Callable[[Any, Any], float], s: Any, t: Any) -> float:
    length = np.sqrt(kernel(s, s) * kernel(t, t))
    return float(kernel(s, t) / length) if length > 0 else 0.0


def gram(kernel: Callable[[Any, Any], float], left: Any, right: Any) -> Any:
    return np.array([[kernel(s, t) for t in right] for s in left])


def svm_objective(K: NDArray[Any], y: NDArray[Any], beta: NDArray[Any]) -> float:
    """Of the dual, to be maximised: sum |beta| - 1/2 beta.K.beta, where beta_i = alpha_i y_i."""
    return float(beta @ y - 0.5 * beta @ K @ beta)


def kernel_perceptron(
    K: NDArray[Any],
    gold: Sequence[int],
    n_labels: int,
    order: Sequence[Sequence[int]],
    *,
    averaged: bool = True,
    budget: int | None = None,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Coefficients (n_columns, n) and biases after the examples in the given order.

    A tie is a mistake. The constant feature of the bias is 1 more in every cell of K. The mean over
    all steps is added up plainly. Once the budget is reached, an example that is no support vector
    moves these, by its nearest point in what they span.
    """
    K = K + 1.0
    n, columns = len(K), 1 if n_labels == 2 else n_labels
    alpha, total = np.zeros((columns, n)), np.zeros((columns, n))
    support: list[int] = []
    n_steps = 0
    for epoch in order:
        for i in epoch:
            scores = alpha @ K[:, i]
            step = np.zeros(columns)
            if columns == 1:
                step[0] = 1 if gold[i] == 1 else -1
                is_right = step[0] * scores[0] > 0
            else:
                others = np.where(np.arange(columns) == gold[i], -np.inf, scores)
                rival = int(np.argmax(others))
                is_right = scores[gold[i]] > scores[rival]
                step[gold[i]], step[rival] = 1, -1
            if not is_right and i not in support and len(support) == budget:
                theirs = K[np.ix_(support, support)]
                ridge = 1e-6 * np.trace(theirs) / len(support) * np.eye(len(support))
                alpha[:, support] += np.outer(step, np.linalg.solve(theirs + ridge, K[support, i]))
            elif not is_right:
                alpha[:, i] += step
                support += [] if i in support else [i]
            n_steps += 1
            total += alpha
    found = total / n_steps if averaged else alpha
    return found, found.sum(axis=1)
