"""Constituents: the phrases of sentences, as labelled spans of words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linguine.data.checks.constituents import check_constituents
from linguine.data.runs import choose_runs
from linguine.data.sentences import Sentences

__all__ = ["FORM", "GIVEN", "TAG", "Constituents"]

FORM = "form"
TAG = "tag"
#: Tags that a parser is to take as they are; it finds those of words that have none here.
GIVEN = "given_tag"


@dataclass(frozen=True, eq=False)
class Constituents:
    """A constituency tree for each sentence.

    The words and their tags are the columns ``form`` and ``tag`` of the sentences; a node is a
    label over some of the words, and nodes stand from the top down and from left to right. A
    chain of nodes over the same words is the same span several times, the top first.

    Parameters
    ----------
    sentences
        The words : columns ``form`` and ``tag``.
    offsets
        Tree i is the nodes ``offsets[i]`` to ``offsets[i + 1]`` : (n_sentences + 1,).
    labels
        Index of each node's label in ``names`` : (n_nodes,).
    first, last
        The words of each node, counted from 0 in its sentence; ``last`` is the word behind it :
        (n_nodes,).
    names
        The different labels, sorted.

    Examples
    --------
    >>> trees = Constituents.from_brackets(["(S (NP (NNS Dogs)) (VP (VBP bark)))"])
    >>> len(trees), trees.n_nodes, trees.names, trees.sentences.texts_of("form")
    (1, 3, ['NP', 'S', 'VP'], [['Dogs', 'bark']])
    >>> trees.labels.tolist(), trees.first.tolist(), trees.last.tolist()
    ([1, 0, 2], [0, 0, 1], [2, 1, 2])
    >>> trees.take([0, 0]).to_brackets()[1]
    '(S (NP (NNS Dogs)) (VP (VBP bark)))'
    """

    sentences: Sentences
    offsets: NDArray[np.int64]
    labels: NDArray[np.int32]
    first: NDArray[np.int32]
    last: NDArray[np.int32]
    names: list[str]

    @classmethod
    def from_arrays(
        cls,
        sentences: Sentences,
        offsets: ArrayLike,
        labels: ArrayLike,
        first: ArrayLike,
        last: ArrayLike,
        names: Sequence[str],
    ) -> Constituents:
        """Make trees of arrays, and check that they are trees.

        Parameters
        ----------
        sentences, offsets, labels, first, last, names
            As in :class:`Constituents`; the names are sorted if they are not.

        Examples
        --------
        >>> words = Sentences.from_python([["Sit"]], [["VB"]], columns="form")
        >>> trees = Constituents.from_arrays(words, [0, 2], [0, 1], [0, 0], [1, 1], ["S", "VP"])
        >>> trees.to_brackets()
        ['(S (VP (VB Sit)))']
        """
        begins, codes, firsts, lasts = map(_as_array, (offsets, labels, first, last))
        check_constituents(sentences, begins, codes, firsts, lasts, names)
        order = np.argsort(np.array(list(names), dtype=object), kind="stable")
        place = np.empty(len(order), dtype=np.int32)
        place[order] = np.arange(len(order), dtype=np.int32)
        return cls(
            sentences,
            begins.astype(np.int64),
            place[codes.astype(np.int64)],
            firsts.astype(np.int32),
            lasts.astype(np.int32),
            sorted(names),
        )

    @classmethod
    def from_brackets(cls, trees: Sequence[str]) -> Constituents:
        """Read trees that are written with brackets, one each; nothing is left out of them.

        Parameters
        ----------
        trees
            For example ``["(S (NP (NNS Dogs)) (VP (VBP bark)))"]``. A bracket without a label
            around a tree is no node.
        """
        from linguine.data.formats.brackets import parse_texts

        return parse_texts(trees)

    def __len__(self) -> int:
        return self.n_sentences

    @property
    def n_sentences(self) -> int:
        """Number of trees."""
        return len(self.offsets) - 1

    @property
    def n_nodes(self) -> int:
        """Number of nodes; words and their tags are none."""
        return int(self.offsets[-1])

    @property
    def n_tokens(self) -> int:
        """Number of words."""
        return self.sentences.n_tokens

    def has_root(self) -> NDArray[np.bool_]:
        """Return which trees have a node above all words and other nodes : (n_sentences,)."""
        has_nodes = np.diff(self.offsets) > 0
        lengths = np.diff(self.sentences.offsets)
        top = self.offsets[:-1][has_nodes]
        found = np.zeros(len(self), dtype=np.bool_)
        found[has_nodes] = self.last[top] - self.first[top] == lengths[has_nodes]
        return found

    def take(self, sentences: ArrayLike | slice) -> Constituents:
        """Return some of the trees, in the order given, with the names of all."""
        offsets, nodes = choose_runs(self.offsets, sentences)
        return Constituents(
            self.sentences.take(sentences),
            offsets,
            self.labels[nodes],
            self.first[nodes],
            self.last[nodes],
            self.names,
        )

    def to_brackets(self) -> list[str]:
        """Return each tree on a line; a tree of several parts in a bracket without a label."""
        from linguine.data.formats.write_brackets import format_trees

        return list(format_trees(self))


def _as_array(numbers: ArrayLike) -> NDArray[Any]:
    array = np.asarray(numbers)
    return array if array.size else array.astype(np.int64)  # an empty list has no type
