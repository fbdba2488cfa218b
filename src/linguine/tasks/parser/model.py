"""ParserModel: all that is needed to parse sentences, and nothing that is needed to learn.

The one path from words to trees: score the arcs, and find the best tree.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.data import Sentences, Trees
from linguine.errors import DataError, NotAvailableError, said
from linguine.features.arc.extractor import ArcExtractor
from linguine.features.threads import count_threads
from linguine.features.token.templates import resolve_column
from linguine.learning.standing import Standing
from linguine.learning.tree_problem import TreeWeights
from linguine.tasks.parser.allowed import Wishes

__all__ = [
    "LONGEST_SENTENCE",
    "MOST_WEIGHT",
    "ArcFeature",
    "ParserModel",
    "are_usable",
    "feed_sentences",
]

#: Weights beyond this are damaged or have diverged; their sums would have no digits left behind the
#: point, and their exponentials no meaning.
MOST_WEIGHT = 1e9
#: Words. So many take about a minute and more than 1 GB; four times as many would take an hour.
LONGEST_SENTENCE = 5000


#: Sentences and what is known of them, as the core takes them, and the number of threads.
Fed = tuple[_core.TokenColumns, NDArray[np.uint8] | None, NDArray[np.uint8] | None, int]


class ArcFeature(NamedTuple):
    """One feature of an arc."""

    template: str  # that made it
    name: str  # what it saw
    kind: str  # "shared", "relation" or "sibling"
    weight: float


@dataclass(eq=False)
class ParserModel:
    """Features, weights and relations."""

    extractor: ArcExtractor
    weights: TreeWeights
    relations: tuple[str, ...]  # in the order of the columns of the weights
    projective: bool = True
    single_root: bool = True
    has_probabilities: bool = False  # scores are their logarithms: marginals can be believed
    info: dict[str, Any] = field(default_factory=dict)  # how it was made; plain data for the file
    n_threads: int | None = None  # None is all processors; the result does not depend on it
    tokenizer: bytes | None = None  # the file of the tokenizer that it carries
    memory: Standing | None = None  # how far an online learner came, to go on from

    @property
    def labels(self) -> tuple[str, ...]:
        """The relations."""
        return self.relations

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that the model may look at."""
        return tuple(self.extractor.columns)

    @cached_property
    def needed(self) -> list[str]:
        """The columns that sentences must have."""
        return self.extractor.needed

    @property
    def order(self) -> int:
        """2 if siblings count, else 1."""
        return 2 if self.extractor.templates.sibling else 1

    @property
    def has_relations(self) -> bool:
        """False if the model knows heads only."""
        return len(self.relations) > 1

    @cached_property
    def native(self) -> _core.Parser:
        """The core's form of the model."""
        return _core.Parser(
            self.extractor.native,
            self.weights.shared,
            self.weights.relation,
            len(self.relations),
            self.projective,
            self.single_root,
        )

    def parse(self, sentences: Sentences, wishes: Wishes | None = None) -> Trees:
        """Return the best tree of each sentence."""
        heads, relations, found = self.native.parse(*self._fed(sentences, wishes))
        if wishes is not None and not found.all():
            raise _no_tree(sentences, int(np.argmin(found)))
        return Trees(sentences.offsets, heads, relations, list(self.relations))

    def parse_without(self, sentence: Sentences, head: int, modifier: int) -> Trees | None:
        """Return the best tree of one sentence that does not have an arc; None: there is none."""
        wishes = Wishes.without(sentence.n_tokens, head, modifier)
        heads, relations, found = self.native.parse(*self._fed(sentence, wishes))
        if not found.all():
            return None
        return Trees(sentence.offsets, heads, relations, list(self.relations))

    def k_best(
        self, sentences: Sentences, k: int, wishes: Wishes | None = None
    ) -> list[tuple[Trees, list[float | None]]]:
        """Return the k best trees of each sentence, best first, and their probabilities.

        They have different heads; each has its best relations, and the probability is that of the
        tree with these; None where there are no probabilities.
        """
        has_shares = self.has_probabilities and self.order == 1
        fed, arcs, relations, n_threads = self._fed(sentences, wishes)
        found = self.native.k_best(fed, k, has_shares, arcs, relations, n_threads)
        out = []
        for i, (heads, names, values) in enumerate(found):
            if not len(heads):
                raise _no_tree(sentences, i)
            offsets = np.arange(len(heads) + 1, dtype=np.int64) * heads.shape[1]
            trees = Trees(offsets, heads.ravel(), names.ravel(), list(self.relations))
            shares = np.minimum(values, 1.0).tolist() if has_shares else [None] * len(heads)
            out.append((trees, shares))
        return out

    def marginals(
        self, sentences: Sentences, wishes: Wishes | None = None
    ) -> list[NDArray[np.float64]]:
        """Return p(head of a word | sentence), a table for each sentence : (n, n + 1)."""
        self._check_order()
        if wishes is not None:
            self.parse(sentences, wishes)  # complains if there is no tree
        return self.native.marginals(*self._fed(sentences, wishes))

    def _fed(self, sentences: Sentences, wishes: Wishes | None) -> Fed:
        fed, told = feed_sentences(self.extractor, sentences), wishes or Wishes()
        return fed, told.arcs, told.relations, count_threads(self.n_threads)

    def confidences(
        self, sentences: Sentences, trees: Trees, wishes: Wishes | None = None
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return p(head) and p(head and relation) of each word of given trees : (n_tokens,)."""
        if not np.array_equal(trees.offsets, sentences.offsets):
            raise DataError(
                f"There must be a tree for each sentence, with a head for each word; got "
                f"{trees.n_sentences:,} trees of {trees.n_tokens:,} words for "
                f"{sentences.n_sentences:,} sentences of {sentences.n_tokens:,}. "
                "Give the trees of these sentences."
            )
        self._check_order()
        codes = np.array([self._code(name) for name in trees.names], np.int32)
        fed, arcs, relations, n_threads = self._fed(sentences, wishes)
        heads = np.ascontiguousarray(trees.heads, np.int32)
        return self.native.confidences(
            fed, heads, codes[trees.relations], arcs, relations, n_threads
        )

    def arc_features(
        self,
        sentences: Sentences,
        sentence: int,
        head: int,
        modifier: int,
        relation: str,
        sibling: int = 0,
    ) -> list[ArcFeature]:
        """Return what an arc's score is the sum of; words count from 1, and 0 is the root.

        In models of order 2 the modifier has a sibling, 0 for none.
        """
        code = self._code(relation)
        found = self.extractor.features_of(sentences, sentence, head, modifier, sibling)
        shared, by_relation = self.weights.shared, self.weights.relation
        return [
            ArcFeature(
                template,
                name,
                kind,
                float(by_relation[place, code] if kind == "relation" else shared[place]),
            )
            for kind, template, name, place in found
            if kind != "relation" or self.has_relations
        ]

    def _check_order(self) -> None:
        if self.order > 1:
            raise NotAvailableError(
                "Probabilities of arcs are for parsers of order 1; this one looks at siblings, "
                f"over which nothing is summed. Train with {said('order', 1)}."
            )

    def _code(self, relation: str) -> int:
        if relation in self.relations:
            return self.relations.index(relation)
        if not self.has_relations:
            return 0
        raise DataError(
            f"A relation must be one that the parser knows; got {relation!r}. "
            f"It knows {', '.join(self.relations[:8])}, ..."
        )


def _no_tree(sentences: Sentences, i: int) -> DataError:
    first, last = sentences.offsets[i : i + 2].tolist()
    return DataError(
        f"{sentences.place(first)}: there must be a tree that has what is allowed; of the sentence "
        f"that begins here, with {last - first} words, there is none: heads in a circle, more than "
        "one root, or arcs that cross. Allow more, or train with "
        f"{said('projective', False)} or {said('single_root', False)}."
    )


def feed_sentences(extractor: ArcExtractor, sentences: Sentences) -> _core.TokenColumns:
    """Return sentences as the core reads them; raise DataError if a column is missing."""
    for name in extractor.needed:
        if resolve_column(name, list(sentences.columns)) is None:
            raise DataError(
                f"{sentences.source}: the parser needs the column {name!r}; there are "
                f"{', '.join(sentences.columns)}. Give it (a tagger can), or train a parser "
                "without it."
            )
    lengths = np.diff(sentences.offsets)
    if lengths.max(initial=0) > LONGEST_SENTENCE:
        i = int(np.argmax(lengths > LONGEST_SENTENCE))
        raise DataError(
            f"{sentences.place(int(sentences.offsets[i]))}: a parser takes sentences of at most "
            f"{LONGEST_SENTENCE:,} words, as its time grows with their cube and its memory with "
            f"their square; the one that begins here has {lengths[i]:,}. Put an empty line between "
            "sentences, or cut it into several."
        )
    return extractor.feed(sentences)


def are_usable(*tables: NDArray[np.float32]) -> bool:
    """Return whether every sum of some of these weights is a number."""
    return all(bool((np.abs(each) < MOST_WEIGHT).all()) for each in tables)
