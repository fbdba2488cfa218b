"""TaggerModel: all that is needed to tag sentences, and nothing that is needed to learn.

The one path from tokens to tags: extract, score, and find the best sequence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.data import Sentences, TokenColumn
from linguine.data.formats.token_bags import FEATURES, parse_token_bag
from linguine.data.targets.tag_scheme import TagScheme
from linguine.errors import DataError, NotAvailableError
from linguine.features import BagExtractor, SparseRows, TokenExtractor, TokenRows
from linguine.features.threads import count_threads
from linguine.learning import ChainWeights
from linguine.learning.standing import Standing
from linguine.tasks.tagger.algorithms import BAUM_WELCH
from linguine.tasks.tagger.gold.tags import make_rules

if TYPE_CHECKING:
    from linguine.learning.generative.hmm_counts import HmmCounts
    from linguine.model.file.hmm_counts import StoredHmmCounts

__all__ = ["NoTagsError", "TaggerModel", "hash_words", "name_k_best"]

Answer = TypeVar("Answer")


class NoTagsError(DataError):
    """Raised where no tags are left that rules and wishes allow; ``sentence`` counts from 0."""

    def __init__(self, message: str, sentence: int = 0) -> None:
        super().__init__(message)
        self.sentence = sentence


#: What the core takes: sparse rows as arrays.
Cells = tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.float32] | None]


def _no_words() -> NDArray[np.uint32]:
    return np.zeros(0, np.uint32)


@dataclass(eq=False)
class TaggerModel:
    """Features, weights and tags."""

    extractor: TokenExtractor | BagExtractor  # templates over columns, or features of the user
    weights: ChainWeights  # theta, row by row: features, observed transitions, structure
    tags: tuple[str, ...]  # in the order of the columns of theta
    scheme: TagScheme = TagScheme.PLAIN  # what they spell; what cannot be is never predicted
    order: int = 1  # how many tags before it a tag depends on
    is_local: bool = False  # scores are normalised at each token (a MEMM)
    columns: tuple[str, ...] = ("w", "tag")  # of what it has learned from
    tag_column: str = "tag"  # which of them held the tags
    has_probabilities: bool = True  # scores are logarithms of probabilities up to a constant
    #: Hashes of the words it has learned from, ascending : (n_words,).
    known_words: NDArray[np.uint32] = field(default_factory=_no_words)
    info: dict[str, Any] = field(default_factory=dict)  # how it was made; plain data for the file
    n_threads: int | None = None  # None is all processors; the result does not depend on it
    #: None if a tag without a weight scores 0. Otherwise the weights are a dictionary of tags: a
    #: token is tried with those that its features have weights for, and with others only if the
    #: rules leave no choice; these score so much.
    unseen: float | None = None
    tokenizer: bytes | None = None  # the file of the tokenizer that it carries
    #: To go on from: how far an online learner came, or what was counted.
    memory: Standing | HmmCounts | StoredHmmCounts | None = None

    # --- what there is --------------------------------------------------------------------------

    @property
    def labels(self) -> tuple[str, ...]:
        """The tags, the most frequent first."""
        return self.tags

    @property
    def has_states(self) -> bool:
        """Whether its tags are numbers of states that nobody has named."""
        return self.info.get("algorithm") == BAUM_WELCH

    @property
    def functions(self) -> Mapping[str, Any]:
        """The user's Python functions by name, which a file does not hold."""
        return (
            {} if isinstance(self.extractor, BagExtractor) else self.extractor.templates.functions
        )

    @property
    def n_features(self) -> int:
        """Number of features of tokens."""
        vocabulary = self.extractor.vocabulary_
        return 0 if vocabulary is None else len(vocabulary)

    @property
    def n_edge_features(self) -> int:
        """Number of features of edges."""
        vocabulary = getattr(self.extractor, "edge_vocabulary_", None)
        return 0 if vocabulary is None else len(vocabulary)

    @cached_property
    def needed(self) -> list[str]:
        """The columns that tokens must have, besides the words."""
        if isinstance(self.extractor, BagExtractor):
            return []
        return self.extractor.templates.columns

    @property
    def takes_bags(self) -> bool:
        """Whether tokens bring their features along."""
        return isinstance(self.extractor, BagExtractor)

    @cached_property
    def _tag_array(self) -> NDArray[np.object_]:
        return np.array(self.tags, object)

    @cached_property
    def native(self) -> _core.SequenceModel:
        """The core's form of the weights."""
        return _core.SequenceModel(
            make_rules(self.tags, self.scheme, self.order),
            self.n_features,
            self.n_edge_features,
            self.weights.offsets,
            self.weights.labels,
            self.weights.values,
            self.is_local,
            self.unseen,
        )

    # --- answering ------------------------------------------------------------------------------

    def rows(self, sentences: Any) -> TokenRows:
        """Return the features of sentences: columns of tokens, or features made by the user."""
        if isinstance(self.extractor, TokenExtractor):
            self.extractor.n_threads = self.n_threads
        elif isinstance(sentences, Sentences):
            column = sentences.column(FEATURES)
            bags = [parse_token_bag(cell) for cell in column.values.tolist()]
            sentences = sentences.split([bags[code] for code in column.codes.tolist()])
        return self.extractor.rows(sentences)

    def tag(self, rows: TokenRows, allowed: NDArray[np.uint8] | None = None) -> NDArray[np.int32]:
        """Return the best tags : (n_tokens,).

        ``allowed`` is 0 where a token must not have a tag : (n_tokens, n_tags); None allows all.
        """
        return self._asked(
            lambda: self.native.tag(*_cells(rows), allowed, count_threads(self.n_threads))
        )

    def marginals(
        self, rows: TokenRows, allowed: NDArray[np.uint8] | None = None
    ) -> NDArray[np.float32]:
        """Return p(tag of a token | sentence) : (n_tokens, n_tags)."""
        self._check_probabilities()
        return self.shares(rows, allowed)

    def shares(
        self, rows: TokenRows, allowed: NDArray[np.uint8] | None = None
    ) -> NDArray[np.float32]:
        """Return the marginals of the scores, learned as probabilities or not."""
        return self._asked(
            lambda: self.native.marginals(*_cells(rows), allowed, count_threads(self.n_threads))
        )

    def k_best(
        self, rows: TokenRows, k: int, allowed: NDArray[np.uint8] | None = None
    ) -> tuple[list[list[list[int]]], list[list[float]]]:
        """Return the k best sequences of codes of each sentence, and their probabilities."""
        return self._asked(lambda: self.native.k_best(*_cells(rows), allowed, k))

    def node_scores(self, rows: TokenRows) -> NDArray[np.float64]:
        """Return the scores of tags at each token, without the structure's : (n_tokens, n_tags)."""
        return self.native.node_scores(*_cells(rows))

    def span_probabilities(
        self,
        rows: TokenRows,
        codes: NDArray[np.int32],
        sentence: NDArray[np.int64],
        begin: NDArray[np.int64],
        end: NDArray[np.int64],
        allowed: NDArray[np.uint8] | None = None,
    ) -> NDArray[np.float64]:
        """Return p(exactly these tokens are this span) for spans that were predicted.

        The tags spell the spans, whose tokens are counted through all sentences : (n_spans,).
        """
        self._check_probabilities()
        lengths = end - begin
        offsets = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
        tokens = np.arange(offsets[-1]) + np.repeat(begin - offsets[:-1], lengths)
        return self.native.span_probabilities(
            *_cells(rows),
            allowed,
            sentence,
            begin - rows.offsets[sentence],
            offsets,
            codes[tokens],
            self._continuations()[codes[end - 1]],
        )

    def _continuations(self) -> NDArray[np.int32]:
        """Return the tag that would make a span one longer, -1 if none can : (n_tags,)."""
        out = np.full(len(self.tags), -1, np.int32)
        if self.scheme is TagScheme.IOB2:
            place = {tag: i for i, tag in enumerate(self.tags)}
            for i, tag in enumerate(self.tags):
                if tag != "O":
                    out[i] = place.get("I" + tag[1:], -1)
        return out

    def names(self, codes: NDArray[np.int32], offsets: NDArray[np.int64]) -> list[list[str]]:
        """Return codes as tags, one list per sentence."""
        flat = self._tag_array[codes].tolist()
        return [flat[i:j] for i, j in pairwise(offsets.tolist())]

    def is_known(self, words: TokenColumn) -> NDArray[np.bool_]:
        """Return True where a word was learned from : (n_tokens,)."""
        hashes = hash_words(words)
        place = np.searchsorted(self.known_words, hashes)
        found = np.append(self.known_words, np.uint32(0))[place] == hashes
        return np.asarray((found & (place < len(self.known_words)))[words.codes])

    # --- checking -------------------------------------------------------------------------------

    def _asked(self, question: Callable[[], Answer]) -> Answer:
        try:
            return question()
        except ValueError as error:
            if "no allowed labelling" not in str(error):
                raise
            found = re.search(r"sentence (\d+)", str(error))
            message = f"{str(error)[0].upper()}{str(error)[1:]}."
            raise NoTagsError(message, int(found[1]) if found else 0) from None

    def _check_probabilities(self) -> None:
        if not self.has_probabilities:
            raise NotAvailableError(
                "Probabilities need an algorithm that learns them; this tagger has "
                f"{self.info.get('algorithm')!r}. Use 'crf', 'softmax-margin', 'memm' or 'hmm'."
            )


def name_k_best(
    model: TaggerModel, rows: TokenRows, k: int, allowed: NDArray[np.uint8] | None = None
) -> list[list[tuple[list[str], float | None]]]:
    """Return the k best sequences of tags of each sentence, with probabilities if there are any."""
    outputs, values = model.k_best(rows, k, allowed)
    return [
        [
            ([model.tags[code] for code in codes], p if model.has_probabilities else None)
            for codes, p in zip(*each, strict=True)
        ]
        for each in zip(outputs, values, strict=True)
    ]


def hash_words(words: TokenColumn) -> NDArray[np.uint32]:
    """Return a hash of each different word of a column : (n_values,)."""
    n = len(words.values)
    column = TokenColumn(np.arange(n, dtype=np.int32), words.values)
    table = SimpleNamespace(columns={"w": column}, offsets=np.array([0, n], np.int64))
    keys = TokenExtractor(["w[0]"], n_threads=1).keys(table)
    return (keys[:, 0] >> np.uint64(32)).astype(np.uint32)


def _cells(rows: TokenRows) -> tuple[Cells, Cells | None, NDArray[np.int64]]:
    edges = None if rows.edges is None else _arrays(rows.edges)
    return _arrays(rows.tokens), edges, rows.offsets


def _arrays(rows: SparseRows) -> Cells:
    return (
        rows.indptr.astype(np.int64, copy=False),
        rows.indices.astype(np.int32, copy=False),
        rows.values,
    )
