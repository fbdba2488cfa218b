"""All trees of a small grammar over a few words, written out: the judge of CKY and its sums."""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Rules:
    """A grammar as lists: binary (parent, left, right), unary (parent, child).

    What is between a node and its children is no node, and stands above no sentence.
    """

    n_tags: int
    n_symbols: int
    binary: list[tuple[int, int, int]]
    unary: list[tuple[int, int]]
    between: Set[int] = frozenset()

    @property
    def n_bottom(self) -> int:
        return max(self.n_tags, self.n_symbols - self.n_tags)

    @property
    def unary_columns(self) -> list[int]:
        """Columns of unary rules: one for each parent, in the order of their appearance."""
        parents = list(dict.fromkeys(parent for parent, _ in self.unary))
        return [self.n_bottom + parents.index(parent) for parent, _ in self.unary]

    @property
    def n_columns(self) -> int:
        return self.n_bottom + len({parent for parent, _ in self.unary})

    def column(self, symbol: int) -> int:
        return symbol if symbol < self.n_tags else symbol - self.n_tags


@dataclass(frozen=True)
class Node:
    """A span of a tree: its tag or binary rule, the unary rule above or -1, and its children."""

    i: int
    j: int
    bottom: int
    unary: int
    children: tuple[Node, ...] = ()

    def symbol(self, rules: Rules) -> int:
        return rules.binary[self.bottom][0] if self.children else self.bottom

    def top(self, rules: Rules) -> int:
        return self.symbol(rules) if self.unary < 0 else rules.unary[self.unary][0]

    def walk(self) -> Iterator[Node]:
        yield self
        for child in self.children:
            yield from child.walk()


def all_nodes(rules: Rules, i: int, j: int) -> list[Node]:
    """Return all trees over words i..j-1, whatever their symbol."""
    bottoms: list[Node] = []
    if j == i + 1:
        bottoms = [Node(i, j, tag, -1) for tag in range(rules.n_tags)]
    for k in range(i + 1, j):
        for left, right in product(all_nodes(rules, i, k), all_nodes(rules, k, j)):
            for r, (_, b, c) in enumerate(rules.binary):
                if (left.top(rules), right.top(rules)) == (b, c):
                    bottoms.append(Node(i, j, r, -1, (left, right)))
    found = list(bottoms)
    for node in bottoms:
        for u, (_, child) in enumerate(rules.unary):
            if child == node.symbol(rules):
                found.append(Node(i, j, node.bottom, u, node.children))
    return found


def all_trees(rules: Rules, n: int) -> list[Node]:
    """Return all trees over n words."""
    return [node for node in all_nodes(rules, 0, n) if node.top(rules) not in rules.between]


def span_at(n: int, i: int, j: int) -> int:
    """Return the place of a span: (0,1) (0,2) .. (0,n) (1,2) ..."""
    spans = [(a, b) for a in range(n) for b in range(a + 1, n + 1)]
    return spans.index((i, j))


def codes_of(rules: Rules, n: int, tree: Node) -> tuple[int, ...]:
    """Return a tree as the codes of its spans."""
    codes = [0] * (n * (n + 1) // 2)
    for node in tree.walk():
        code = 1 + node.bottom * (len(rules.unary) + 1) + node.unary + 1
        codes[span_at(n, node.i, node.j)] = code
    return tuple(codes)


def parts_of(rules: Rules, n: int, tree: Node, width: int) -> Array:
    """Return how often each part counts in a tree."""
    n_spans = n * (n + 1) // 2
    rows = np.zeros((n_spans + n - 1, width))
    binary, unary = np.zeros(len(rules.binary)), np.zeros(len(rules.unary))
    roots = np.zeros(rules.n_symbols)
    roots[tree.top(rules)] = 1
    for node in tree.walk():
        column = rules.column(node.symbol(rules))
        rows[span_at(n, node.i, node.j), column] += 1
        if node.unary >= 0:
            rows[span_at(n, node.i, node.j), rules.unary_columns[node.unary]] += 1
            unary[node.unary] += 1
        if node.children:
            binary[node.bottom] += 1
            rows[n_spans + node.children[1].i - 1, column] += 1
    return np.concatenate([rows.ravel(), binary, unary, roots])


def cost_between(rules: Rules, gold: Node, tree: Node) -> float:
    """Return how many spans of a tree have another symbol than gold's, or another unary parent."""
    right = {(node.i, node.j): node for node in gold.walk()}
    cost = 0.0
    for node in tree.walk():
        own = right.get((node.i, node.j))
        wanted = -1 if own is None or own.unary < 0 else rules.unary[own.unary][0]
        got = -1 if node.unary < 0 else rules.unary[node.unary][0]
        cost += own is None or own.symbol(rules) != node.symbol(rules)
        cost += wanted != got
    return cost
