"""Growing a label tree: level after level, each node on the texts that the beam brings to it.

A node learns its children against each other, one problem for each child, as an SVM of these labels
alone would. Its texts are those with a label below it, and those that the tree so far would send
there by mistake: only then can the scores of children of different nodes be compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from linguine.data import Examples, LabelSets
from linguine.data.label_sets import FEWEST_COLUMNS
from linguine.features import Sites
from linguine.learning import Fitted, LabelWeights
from linguine.model.concurrency import Resources, run_in_order
from linguine.model.label_tree import LabelTree
from linguine.model.prediction import finite_bias
from linguine.tasks.text.label_tree.nodes import NodeTexts, NodeWeights, sparse_weights
from linguine.tasks.text.label_tree.options import TreeOptions
from linguine.tasks.text.label_tree.shape import Level, find_shape

__all__ = ["Grown", "grow_tree"]

#: From rows, examples and a number of columns to their weights.
Fit = Callable[[Sites, Examples, int, Resources], Fitted[LabelWeights]]
#: Cells of the tables of a fit: weights, and three numbers for each multiplier.
_MOST_CELLS = 1 << 24
_LEAST_COLUMNS = 4


@dataclass(frozen=True, eq=False)
class Grown:
    """A tree, and how its fits went."""

    tree: LabelTree
    n_iterations: int
    advice: str  # what to change; empty if all have converged


def grow_tree(
    fit: Fit,
    sites: Sites,
    examples: Examples,
    n_labels: int,
    options: TreeOptions,
    use: Resources,
) -> Grown:
    """Learn a tree for all labels; examples have a label each, or sets of them."""
    shape = find_shape(sites, examples, n_labels, options.branches, use)
    sets = _sets_of(examples, n_labels)
    grower = _Grower(fit, sites, examples, sets, options, use, len(shape.levels))
    for i, level in enumerate(shape.levels):
        leaves = shape.order if i == len(shape.levels) - 1 else None
        grower.add(level, leaves)
    return Grown(grower.tree(), grower.n_iterations, grower.advice)


def _sets_of(examples: Examples, n_labels: int) -> LabelSets:
    """Return the labels of each example."""
    if examples.sets is not None:
        return examples.right_sets
    offsets = np.arange(len(examples) + 1, dtype=np.int64)
    return LabelSets(offsets, examples.gold.astype(np.int32), n_labels)


class _Grower:
    """The levels so far."""

    def __init__(
        self,
        fit: Fit,
        sites: Sites,
        examples: Examples,
        sets: LabelSets,
        options: TreeOptions,
        use: Resources,
        n_levels: int,
    ) -> None:
        self._fit, self._sites, self._examples, self._sets = fit, sites, examples, sets
        self._options, self._use, self._n_levels = options, use, n_levels
        self._above: Level | None = None  # the last level
        self._nodes: list[NodeWeights] = []  # of all inner nodes, in their order
        self._first_child, self._leaves = [1], np.array([-1], np.int32)
        self._n_done = 0
        self.n_iterations, self.advice = 1, ""

    def add(self, level: Level, labels: NDArray[np.int32] | None) -> None:
        """Learn the nodes of a level; the last has labels."""
        places = self._place_texts()
        right = self._sets.renumber(level.group_of, level.n_nodes)
        tasks = list(self._cut(level, places))

        def work(i: int, mine: Resources) -> tuple[NodeWeights, int, str]:
            return self._learn(tasks[i], places, right, mine)

        parts: dict[int, list[NodeWeights]] = {}
        for i, (weights, n_iterations, advice) in enumerate(
            run_in_order(work, len(tasks), self._use)
        ):
            parts.setdefault(tasks[i].node, []).append(weights)
            self.n_iterations = max(self.n_iterations, n_iterations)
            self.advice = self.advice or advice
            self._tell(i + 1, len(tasks))
        self._nodes += [NodeWeights.join(parts[v]) for v in sorted(parts)]
        begin = len(self._leaves)
        self._first_child += (begin + level.first_child[1:]).tolist()
        leaves = np.arange(level.n_nodes, dtype=np.int32) if labels is None else labels
        self._leaves = np.concatenate([np.full(begin, -1, np.int32), leaves])
        self._above, self._n_done = level, self._n_done + 1

    def tree(self) -> LabelTree:
        """Return the tree as far as it has grown; the nodes of the last level are its leaves."""
        n_nodes = len(self._leaves)
        rows = np.zeros(n_nodes, np.int64)
        rows[: len(self._nodes)] = [len(each.features) for each in self._nodes]
        first = np.full(n_nodes + 1, n_nodes, np.int32)
        first[: len(self._first_child)] = self._first_child
        bias = [np.zeros(1, np.float32), *(each.bias for each in self._nodes)]
        counts = np.concatenate([each.counts for each in self._nodes])
        return LabelTree(
            first,
            self._leaves,
            np.concatenate(bias),
            np.concatenate([[0], np.cumsum(rows)]),
            np.concatenate([each.features for each in self._nodes]),
            np.concatenate([[0], np.cumsum(counts, dtype=np.int64)]),
            np.concatenate([each.children for each in self._nodes]),
            np.concatenate([each.values for each in self._nodes]),
            self._sites.n_features,
            int((self._leaves >= 0).sum()),
            self._options.beam,
        )

    def _place_texts(self) -> NodeTexts:
        """Return which examples each node of the last level learns from."""
        everything = np.arange(len(self._examples))
        if self._above is None:
            return NodeTexts(np.array([0, len(everything)]), everything)
        own = self._sets.renumber(self._above.group_of, self._above.n_nodes)
        rows, place = np.unique(self._examples.rows, return_inverse=True)
        found = self.tree().search(
            self._sites.take(rows) if len(rows) < self._sites.n_rows else self._sites,
            min(self._options.beam, self._above.n_nodes),
            self._use.n_threads,
        )
        at = found.labels[place]
        is_there = at >= 0
        visited = np.repeat(everything, is_there.sum(axis=1))
        return NodeTexts.of(
            np.concatenate([own.codes, at[is_there]]),
            np.concatenate([own.rows, visited]),
            self._above.n_nodes,
            len(everything),
        )

    def _cut(self, level: Level, places: NodeTexts) -> Iterator[_Task]:
        """Yield pieces of work of a bounded size: some children of a node each."""
        for node in range(len(level.first_child) - 1):
            first, last = level.first_child[node : node + 2].tolist()
            n_texts = len(places.of_node(node))
            cells = self._sites.n_features + 3 * n_texts
            width = max(_MOST_CELLS // max(cells, 1), _LEAST_COLUMNS)
            for begin in range(first, last, width):
                yield _Task(node, first, range(begin, min(begin + width, last)))

    def _learn(
        self, task: _Task, places: NodeTexts, right: LabelSets, use: Resources
    ) -> tuple[NodeWeights, int, str]:
        """Return the weights of some children of a node."""
        chosen = places.of_node(task.node)
        n_columns = len(task.columns)
        if len(chosen) == 0:  # nobody comes here
            return NodeWeights.nothing(n_columns), 1, ""
        rows = self._examples.rows[chosen]
        sites, features = places.compact(self._sites, rows)
        sets = right.take(chosen)
        new = np.full(right.n_labels, -1)
        new[task.columns.start : task.columns.stop] = np.arange(n_columns)
        width = max(n_columns, FEWEST_COLUMNS)
        gold = np.arange(len(chosen), dtype=np.int32)
        numbers = np.arange(len(chosen)) if sites is not self._sites else rows
        weights = self._examples.weights[chosen]
        mine = Examples(numbers, gold, weights, sets.renumber(new, width))
        fitted = self._fit(sites, mine, width, use)
        bias = finite_bias(fitted.bias[:n_columns]).astype(np.float32)
        shift = task.columns.start - task.first
        found = sparse_weights(fitted.weights[:, :n_columns], features, shift, self._options.prune)
        made = NodeWeights(bias, *found)
        return made, fitted.n_iterations, "" if fitted.converged else fitted.advice

    def _tell(self, done: int, total: int) -> None:
        if self._use.report is not None:
            self._use.report(f"level {self._n_done + 1} of {self._n_levels}", done, total, 0.0)


@dataclass(frozen=True)
class _Task:
    """Some children of a node."""

    node: int
    first: int  # of all its children
    columns: range  # nodes of the level
