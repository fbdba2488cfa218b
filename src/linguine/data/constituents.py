"""Constituents: the phrases of sentences, as labelled spans of words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linguine.data.constituent_checks import check_constituents
from linguine.data.sentences import Sentences, choose_tokens

__all__ = ["FORM", "TAG", "Constituents"]

FORM = "form"
TAG = "tag"


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
        begins, codes, firsts, lasts = map(np.asarray, (offsets, labels, first, last))
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
        parsed = [_parse(tree) for tree in trees]
        words = [[word for word, _ in leaves] for leaves, _ in parsed]
        tags = [[tag for _, tag in leaves] for leaves, _ in parsed]
        nodes = [node for _, nodes in parsed for node in nodes]
        names = sorted({label for label, _, _ in nodes})
        return cls.from_arrays(
            Sentences.from_python(words, tags, columns=[FORM], tag_column=TAG),
            np.cumsum([0, *(len(nodes) for _, nodes in parsed)]),
            np.array([names.index(label) for label, _, _ in nodes], dtype=np.int32),
            np.array([first for _, first, _ in nodes], dtype=np.int32),
            np.array([last for _, _, last in nodes], dtype=np.int32),
            names,
        )

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
        offsets, nodes = choose_tokens(self.offsets, sentences)
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
        texts, node = [], 0
        cells = zip(self.sentences.texts_of(FORM), self.sentences.texts_of(TAG), strict=True)
        for i, (words, tags) in enumerate(cells):
            pieces: list[str] = []
            closing = np.bincount(
                self.last[self.offsets[i] : self.offsets[i + 1]], minlength=len(words) + 1
            ).tolist()
            for place, (word, tag) in enumerate(zip(words, tags, strict=True)):
                while node < self.offsets[i + 1] and self.first[node] == place:
                    pieces.append(f"({self.names[self.labels[node]]} ")
                    node += 1
                pieces.append(f"({tag} {word}){')' * closing[place + 1]} ")
            text = "".join(pieces).rstrip().replace(") )", "))")
            is_whole = len(words) == 1 or self.has_root()[i]
            texts.append(text if is_whole else f"( {text})")
        return texts


def _parse(text: str) -> tuple[list[tuple[str, str]], list[tuple[str, int, int]]]:
    parts = text.replace("(", " ( ").replace(")", " ) ").split()
    leaves: list[tuple[str, str]] = []
    nodes: list[list[object]] = []
    open_: list[int] = []
    at = 0
    while at < len(parts):
        if parts[at] == "(" and parts[at + 1] == "(":
            open_.append(-1)
            at += 1
        elif parts[at] == "(" and parts[at + 2] == "(":
            open_.append(len(nodes))
            nodes.append([parts[at + 1], len(leaves), len(leaves)])
            at += 2
        elif parts[at] == "(":
            leaves.append((parts[at + 2], parts[at + 1]))
            at += 4
        else:
            if (node := open_.pop()) >= 0:
                nodes[node][2] = len(leaves)
            at += 1
    return leaves, [tuple(node) for node in nodes]  # type: ignore[misc]
