"""Token extractor: sentences in, sparse rows out, natively and on several threads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.errors import ParameterError, check_number
from linguine.features.threads import count_threads
from linguine.features.token.plan import CompiledTemplates, TokenTable, visible_columns
from linguine.features.token.rows import SparseRows, TokenRows, check_fitted
from linguine.features.token.templates import TokenTemplates
from linguine.features.token.vectors import TokenVectors
from linguine.features.vocabulary import Vocabulary
from linguine.features.word_vectors import WordVectors
from linguine.progress import Report

__all__ = ["TokenExtractor"]


class TokenExtractor:
    """Turns the tokens of sentences into rows of features.

    Parameters
    ----------
    templates
        Templates, or their texts.
    min_count
        At how many tokens a feature must be; or such numbers by template, 1 for those left out.
    n_threads
        Threads; None is all processors. The result does not depend on it.
    vectors
        Vectors of words that stand beside what templates give; their file is read by ``fit_rows``.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> words = SimpleNamespace(codes=[0, 1, 0], values=_core.Texts(["the", "cat"]))
    >>> sentences = SimpleNamespace(columns={"w": words}, offsets=np.array([0, 2, 3]))
    >>> extractor = TokenExtractor(["w[0]", "w[-1]|w[0]"])
    >>> rows = extractor.fit_rows(sentences)
    >>> sorted(extractor.names())
    ['w[-1]|w[0]=<s-1>|the', 'w[-1]|w[0]=the|cat', 'w[0]=cat', 'w[0]=the']
    """

    def __init__(
        self,
        templates: TokenTemplates | Sequence[str],
        *,
        min_count: int | Mapping[str, int] = 1,
        n_threads: int | None = None,
        vectors: WordVectors | None = None,
    ) -> None:
        if not isinstance(templates, TokenTemplates):
            templates = TokenTemplates(templates)
        self.templates = templates
        self.min_count = min_count
        self.n_threads = n_threads
        self.vectors = vectors
        self._check_counts()
        #: What is known of tokens and of edges; empty before fit_rows.
        self.vocabulary_: Vocabulary | None = None
        self.edge_vocabulary_: Vocabulary | None = None
        #: At how many tokens each feature was, when it was learned.
        self.counts_: NDArray[np.uint32] | None = None
        self.edge_counts_: NDArray[np.uint32] | None = None
        self._compiled: dict[tuple[str, ...], CompiledTemplates] = {}

    @property
    def has_edges(self) -> bool:
        """True if some template looks at two neighbouring labels."""
        return any(each.is_edge for each in self.templates.parsed)

    # --- learning the features ------------------------------------------------------------------

    def fit_rows(self, sentences: TokenTable, progress: Report | None = None) -> TokenRows:
        """Learn the features of some sentences and return their rows."""
        feed, edges = self._feed(sentences), None
        self.vocabulary_, self.counts_, tokens = self._learn(*feed, False, progress)
        if self.vectors is not None:
            self.vectors = self.vectors.read()
            beside = TokenVectors(self.vectors)
            self.vocabulary_, self.counts_, tokens = beside.widen(
                self.vocabulary_, self.counts_, tokens
            )
            tokens = beside.add(sentences, tokens, self.vocabulary_)
        if self.has_edges:
            self.edge_vocabulary_, self.edge_counts_, edges = self._learn(*feed, True, progress)
        return TokenRows(tokens, edges, sentences.offsets)

    def _learn(
        self, plan: _core.TokenPlan, columns: _core.TokenColumns, edges: bool,
        progress: Report | None,
    ) -> tuple[Vocabulary, NDArray[np.uint32], SparseRows]:  # fmt: skip
        keys, counts, offsets, names, rows = _core.fit_token_vocabulary(
            plan,
            columns,
            edges=edges,
            min_counts=self._minima(edges),
            n_threads=count_threads(self.n_threads, "TokenExtractor"),
            progress=progress,
        )
        return Vocabulary(keys, offsets, names), counts, SparseRows(*rows, len(keys))

    def count(
        self, sentences: TokenTable, *, edges: bool = False
    ) -> tuple[Vocabulary, NDArray[np.uint32]]:
        """Return all features of some sentences, and at how many tokens each is."""
        plan, columns = self._feed(sentences)
        keys, counts, offsets, names, _ = _core.fit_token_vocabulary(
            plan,
            columns,
            edges=edges,
            min_counts=np.ones(len(self._minima(edges)), np.uint32),
            n_threads=count_threads(self.n_threads, "TokenExtractor"),
            progress=None,
        )
        return Vocabulary(keys, offsets, names), counts

    def minima(
        self, sentences: TokenTable, *, edges: bool = False
    ) -> Iterator[tuple[NDArray[np.uint64], int]]:
        """Yield features of some sentences, by their keys, and at how many tokens they must be.

        Once is enough for those that are left out.
        """
        minima = self._minima(edges)
        if (minima <= 1).all():
            return
        table = self.keys(sentences, edges)
        for column, least in zip(table.T, minima.tolist(), strict=True):
            if least > 1:
                keys = np.unique(column)
                yield keys[keys != 0], least

    def choose(self, sentences: TokenTable, keys: NDArray[np.uint64]) -> None:
        """Let the known features of tokens be those with some keys, named as sentences have them.

        The sentences must have these features. Keys come in any order and number; 0 is left out.
        """
        chosen = np.unique(keys)
        chosen = chosen[chosen != 0]
        plan, columns = self._feed(sentences)
        offsets, names = _core.token_names(plan, _core.Vocabulary(chosen), columns, edges=False)
        self.vocabulary_, self.counts_ = Vocabulary(chosen, offsets, names), None

    def restore(self, vocabulary: Vocabulary, edge_vocabulary: Vocabulary | None = None) -> None:
        """Take over what another extractor has learned: the way out of a file."""
        self.vocabulary_, self.edge_vocabulary_ = vocabulary, edge_vocabulary

    # --- using them -----------------------------------------------------------------------------

    def rows(self, sentences: TokenTable) -> TokenRows:
        """Return the rows of some sentences; features that are not known are left out."""
        feed = self._feed(sentences)
        edges = self._known(*feed, True) if self.has_edges else None
        tokens = self._known(*feed, False)
        if self.vectors is not None:
            tokens = TokenVectors(self.vectors).add(sentences, tokens, self._vocabulary(False))
        return TokenRows(tokens, edges, sentences.offsets)

    def _known(self, plan: _core.TokenPlan, columns: _core.TokenColumns, edges: bool) -> SparseRows:
        vocabulary = self._vocabulary(edges)
        n_threads = count_threads(self.n_threads, "TokenExtractor")
        rows = _core.token_rows(
            plan, vocabulary.native, columns, edges=edges, n_threads=n_threads, progress=None
        )
        return SparseRows(*rows, len(vocabulary))

    def keys(self, sentences: TokenTable, edges: bool = False) -> NDArray[np.uint64]:
        """Return the keys of all templates : (n_tokens, n_templates), 0 where one is not there."""
        plan, columns = self._feed(sentences)
        n_threads = count_threads(self.n_threads, "TokenExtractor")
        return _core.token_keys(plan, columns, edges=edges, n_threads=n_threads)

    # --- looking at them ------------------------------------------------------------------------

    def names(self, edges: bool = False) -> list[str]:
        """Return the names of all features in the order of their ids."""
        return self._vocabulary(edges).names()

    def vector_names(self) -> dict[int, tuple[str, str]]:
        """Return the features that are numbers of a vector by their ids: their names, and its."""
        if self.vectors is None:
            return {}
        title = self.vectors.title
        ids = TokenVectors(self.vectors).ids(self._vocabulary(False)).tolist()
        return {i: (f"{title}[{k}]", title) for k, i in enumerate(ids) if i >= 0}

    def explain(
        self, sentences: TokenTable, token: int, edges: bool = False
    ) -> list[tuple[str, int]]:
        """Return (name, id or -1) of everything at a token, in the order of templates.

        Of alternatives only the one that counts has an id.
        """
        plan, columns = self._feed(sentences)
        vocabulary, taken, found = self._vocabulary(edges).native, set(), []
        for name, key, _, group in _core.token_occurrences(plan, columns, token, edges=edges):
            number = -1 if group in taken else vocabulary.find(key)
            if group and number >= 0:
                taken.add(group)
            found.append((name, number))
        return found

    # --- helpers --------------------------------------------------------------------------------

    def _feed(self, sentences: TokenTable) -> tuple[_core.TokenPlan, _core.TokenColumns]:
        there = visible_columns(sentences)
        if there not in self._compiled:
            self._compiled = {there: CompiledTemplates(self.templates, there)}
        compiled = self._compiled[there]
        return compiled.plan, compiled.feed(sentences)

    def _vocabulary(self, edges: bool) -> Vocabulary:
        return check_fitted(self.edge_vocabulary_ if edges else self.vocabulary_)

    def _check_counts(self) -> None:
        counts = self.min_count
        if not isinstance(counts, Mapping):
            counts = {"min_count": counts}
        elif unknown := set(counts) - set(self.templates.names):
            there = ", ".join(map(repr, self.templates.names))
            raise ParameterError(
                f"must be given for templates, which are {there}; got "
                f"{min(unknown)!r}. Write one of these.",
                owner="TokenExtractor",
                parameter="min_count",
            )
        for name, count in counts.items():
            check_number("TokenExtractor", name, count, low=1, integer=True, fix="Try 1.")

    def _minima(self, edges: bool) -> NDArray[np.uint32]:
        chosen = [each.text for each in self.templates.parsed if each.is_edge == edges]
        counts = self.min_count
        if isinstance(counts, Mapping):
            return np.array([counts.get(text, 1) for text in chosen], np.uint32)
        return np.full(len(chosen), counts, np.uint32)
