r"""Grammar: which constituency trees exist. Read off a treebank, or out of a model file.

Trees are made binary first: a chain of nodes over the same words becomes one unary rule, and
:math:`X \to c_1 c_2 c_3` becomes :math:`X \to c_1 @X`, :math:`@X \to c_2 c_3`. Symbols remember
``vertical - 1`` labels above them and, within a node, the last ``horizontal`` siblings: the
markovisation of [KleinManning2003].
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linguine import _core
from linguine.data.constituents import FORM, GIVEN, TAG, Constituents
from linguine.data.sentences import Sentences
from linguine.data.token_lists import TokenColumn
from linguine.errors import ParameterError, check_number

__all__ = ["Grammar", "count_words"]


class _Nodes(NamedTuple):
    """Trees as the core reads them; labels and tags by the grammar's numbers, -1 is unknown."""

    offsets: NDArray[np.int64]
    labels: NDArray[np.int32]
    first: NDArray[np.int32]
    last: NDArray[np.int32]
    token_offsets: NDArray[np.int64]
    tags: NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Grammar:
    """Symbols and rules of binarised constituency trees.

    Parameters
    ----------
    labels
        What nodes are called.
    tags
        What words are called.
    symbols
        The tags, and what else rules are made of.
    native
        The rules, in the core.

    Examples
    --------
    >>> trees = Constituents.from_brackets(["(S (NP (DT the) (JJ old) (NN dog)) (VP (VBZ barks)))"])
    >>> grammar = Grammar.of(trees)
    >>> grammar.n_binary, grammar.n_unary, grammar.labels
    (3, 1, ('NP', 'S', 'VP'))
    >>> grammar.decode(grammar.encode(trees), trees.sentences).to_brackets()
    ['(S (NP (DT the) (JJ old) (NN dog)) (VP (VBZ barks)))']
    """

    labels: tuple[str, ...]
    tags: tuple[str, ...]
    symbols: tuple[str, ...]
    native: _core.Grammar

    @classmethod
    def of(cls, trees: Constituents, *, vertical: int = 1, horizontal: int = 0) -> Grammar:
        """Return the grammar of a treebank.

        Parameters
        ----------
        trees
            The treebank. Every tree has a node above all its words.
        vertical
            How many labels a symbol knows: 1 is its own, 2 also its parent's.
        horizontal
            How many siblings to its left the rest of a node remembers.
        """
        check_number("Grammar", "vertical", vertical, low=1, high=8, integer=True, fix="Try 2.")
        check_number("Grammar", "horizontal", horizontal, low=0, high=8, integer=True, fix="Try 1.")
        labels, tags = tuple(trees.names), tuple(trees.sentences.columns[TAG].values.tolist())
        nodes = _nodes_of(trees, labels, tags)
        native = _core.Grammar(nodes, list(labels), list(tags), vertical, horizontal)
        return cls(labels, tags, tuple(native.symbols), native)

    @property
    def n_binary(self) -> int:
        """Number of rules with two children."""
        return int(self.native.n_binary)

    @property
    def n_unary(self) -> int:
        """Number of rules with one child."""
        return int(self.native.n_unary)

    @property
    def stride(self) -> int:
        """The columns of a row of parts, with their padding."""
        return _core.stride(self.native.n_columns)

    def label_shares(self, shares: NDArray[np.float64], n_words: int) -> NDArray[np.float64]:
        """Return the share of each label of each span : (n_spans, n_labels).

        Parameters
        ----------
        shares
            Those of all parts of a sentence.
        n_words
            Its length.
        """
        of_symbol, _, unary, _, _ = self.native.arrays()
        n_spans, n_tags = n_words * (n_words + 1) // 2, len(self.tags)
        rows = shares[: n_spans * self.stride].reshape(n_spans, self.stride)
        found = np.zeros((n_spans, len(self.labels)))
        inner = of_symbol[n_tags:]
        is_long = np.ones(n_spans, np.bool_)
        is_long[np.concatenate([[0], np.cumsum(np.arange(n_words, 1, -1))])] = False
        for column in np.flatnonzero(inner >= 0):
            found[is_long, inner[column]] += rows[is_long, column]
        if len(unary):
            parents = list(dict.fromkeys(unary[:, 0].tolist()))
            first = max(n_tags, len(inner))
            for place, parent in enumerate(parents):
                found[:, of_symbol[parent]] += rows[:, first + place]
        return found

    def encode(self, trees: Constituents) -> NDArray[np.int32]:
        """Return a code for every span of every sentence: 0 is no node, -1 an unknown rule."""
        return self.native.encode(_nodes_of(trees, self.labels, self.tags))

    def decode(self, codes: ArrayLike, sentences: Sentences) -> Constituents:
        """Return the trees of codes over the words of sentences."""
        n_words = np.diff(sentences.offsets)
        found = self.native.decode(np.ascontiguousarray(codes, np.int32), n_words)
        return self.trees(sentences, *found)

    def codes_of(self, tags: TokenColumn) -> NDArray[np.int32]:
        """Return the number of each token's tag, -1 where the grammar has none such."""
        return _codes(tags, self.tags)

    def trees(
        self,
        sentences: Sentences,
        offsets: NDArray[np.int64],
        labels: NDArray[np.int32],
        first: NDArray[np.int32],
        last: NDArray[np.int32],
        tags: NDArray[np.int32],
    ) -> Constituents:
        """Return nodes and tags, by the grammar's numbers, as trees over the words of sentences."""
        column = TokenColumn(tags, _core.Texts(list(self.tags)))
        kept = {name: each for name, each in sentences.columns.items() if name in (FORM, GIVEN)}
        words = Sentences({**kept, TAG: column}, sentences.offsets)
        return Constituents(words, offsets, labels, first, last, list(self.labels))


def _nodes_of(trees: Constituents, labels: tuple[str, ...], tags: tuple[str, ...]) -> _Nodes:
    lonely = ~trees.has_root() & (np.diff(trees.sentences.offsets) > 1)
    if lonely.any():
        raise ParameterError(
            "Every tree must have a node above all its words; that of sentence "
            f"{int(lonely.argmax()) + 1:,} has none. Put (S ...) around it."
        )
    of_label = {name: i for i, name in enumerate(labels)}
    own = np.array([of_label.get(name, -1) for name in trees.names], np.int32)
    return _Nodes(
        trees.offsets,
        own[trees.labels] if len(own) else trees.labels,
        np.ascontiguousarray(trees.first, np.int32),
        np.ascontiguousarray(trees.last, np.int32),
        np.ascontiguousarray(trees.sentences.offsets, np.int64),
        _codes(trees.sentences.columns[TAG], tags),
    )


def _codes(column: TokenColumn, names: tuple[str, ...]) -> NDArray[np.int32]:
    """Return the place of each cell among names, -1 where it is none of them."""
    place = {name: i for i, name in enumerate(names)}
    own = np.array([place.get(each, -1) for each in column.values.tolist()], np.int32)
    return own[column.codes] if len(own) else np.zeros(0, np.int32)


def count_words(n_spans: int) -> int:
    """Return n if there are n (n + 1) / 2 spans.

    Examples
    --------
    >>> count_words(6)
    3
    """
    n = int((np.sqrt(8 * n_spans + 1) - 1) / 2)
    if n * (n + 1) // 2 != n_spans:
        raise ParameterError(
            f"A sentence of n words has n (n + 1) / 2 spans; got {n_spans}. Give a row for each "
            "span (0, 1), (0, 2), ..., (0, n), (1, 2), ..."
        )
    return n
