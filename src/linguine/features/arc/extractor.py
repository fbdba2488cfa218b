"""ArcExtractor: arc templates compiled for the columns that sentences have.

Nothing is extracted ahead: the core makes the features of an arc whenever it looks at it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.errors import check_number
from linguine.features.arc.attributes import split_name, values_of_attribute
from linguine.features.arc.defaults import tag_column_of
from linguine.features.arc.language import ArcTemplate
from linguine.features.arc.templates import LEXICAL, ArcTemplates
from linguine.features.token.language import TokenAtom
from linguine.features.token.plan import NativeColumn, TokenTable
from linguine.features.token.templates import resolve_column

__all__ = ["ArcExtractor", "check_bits"]

#: How many of the most frequent words stand for themselves in the lexical column.
N_FREQUENT = 100
#: Of words; the core keeps the farthest arc of each pair.
MOST_CLASSES = 256


def _no_classes() -> NDArray[np.uint64]:
    return np.zeros(0, np.uint64)


def _no_distances() -> NDArray[np.int32]:
    return np.zeros(0, np.int32)


@dataclass(eq=False)
class ArcExtractor:
    """From sentences to what the core needs to know about arcs.

    Parameters
    ----------
    templates
        What to look at.
    columns
        Names of the columns that sentences have.
    shared_bits, relation_bits
        Logarithms of the number of shared weights, and of the rows of weights by relation.
    frequent
        Words that stand for themselves in the column ``lexical``, in lower case.
    classes, farthest
        Which arcs are looked at: the longest one in training between words of two classes, to
        the left and to the right : (n,), (2 n n,). No classes: all arcs.

    Examples
    --------
    >>> from linguine.data import Sentences
    >>> dogs = Sentences.from_python([[("Dogs", "NOUN"), ("bark", "VERB")]], columns="form,upos")
    >>> extractor = ArcExtractor(ArcTemplates(["h.upos|m.upos"]), ["form", "upos"])
    >>> extractor.fit(dogs, np.array([2, 0], np.int32))
    >>> [name for _, _, name, _ in extractor.features_of(dogs, 0, 2, 1)]
    ['VERB|NOUN', 'VERB|NOUN <', 'VERB|NOUN <1']
    """

    templates: ArcTemplates
    columns: Sequence[str]
    shared_bits: int = 22
    relation_bits: int = 17
    frequent: Sequence[str] = ()
    classes: NDArray[np.uint64] = field(default_factory=_no_classes)
    farthest: NDArray[np.int32] = field(default_factory=_no_distances)

    def __post_init__(self) -> None:
        check_bits("ArcExtractor", self.shared_bits, self.relation_bits)
        self.templates.check_columns(self.columns)
        self._native_columns: list[str] = []
        self._filter_source: int | None = None
        self._compile()

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how to make it again elsewhere: what is compiled does not travel."""
        return ArcExtractor, tuple(getattr(self, each.name) for each in fields(self))

    def fit(self, sentences: TokenTable, heads: NDArray[np.int32]) -> None:
        """Learn which words are frequent and how far arcs reach."""
        self.fit_parts([(sentences, heads)])

    def fit_parts(self, parts: Iterable[tuple[TokenTable, NDArray[np.int32]]]) -> None:
        """Learn the same from sentences and their heads that come in parts."""
        counts: Counter[str] = Counter()
        filters: Filter | None = None
        for sentences, heads in parts:
            _count_words(sentences, self._words, counts)
            if self._filter_source is not None:
                found = self.native.measure_filter(
                    self._filter_source, self.feed(sentences), np.ascontiguousarray(heads, np.int32)
                )
                filters = found if filters is None else _joined(filters, found)
        self.frequent = _ranked(counts)
        if filters is not None:
            self.classes, self.farthest = filters
            self._set_filter()

    def going_on(self, sentences: TokenTable, heads: NDArray[np.int32]) -> ArcExtractor:
        """Return an extractor that has also learned from more sentences; this one stays.

        Words are frequent that were before, and more while there are fewer than a hundred.
        """
        known = tuple(self.frequent)
        more = [each for each in _most_frequent(sentences, self._words) if each not in known]
        made = replace(self, frequent=(*known, *more)[:N_FREQUENT])
        if self._filter_source is not None and len(self.classes):
            found = self.native.measure_filter(
                self._filter_source, self.feed(sentences), np.ascontiguousarray(heads, np.int32)
            )
            made.classes, made.farthest = _joined((self.classes, self.farthest), found)
            made._compile()
        return made

    def feed(self, sentences: TokenTable) -> _core.TokenColumns:
        """Return sentences as the core reads them."""
        native = [self._column(name, sentences) for name in self._native_columns]
        return _core.TokenColumns(native, np.ascontiguousarray(sentences.offsets, np.int64))

    def features_of(
        self, sentences: TokenTable, sentence: int, head: int, modifier: int, sibling: int = -1
    ) -> list[tuple[str, str, str, int]]:
        """Return what an arc is made of: kind, template, name, and the place of the weights.

        Words are counted from 1, and head 0 is the root; sibling 0 is none, -1: the arc alone.
        """
        found = self.native.features_of(self.feed(sentences), sentence, head, modifier, sibling)
        texts = {kind: _in_order(parsed) for kind, parsed in self.templates.parsed.items()}
        return [(kind, texts[kind][template], name, place) for kind, template, name, place in found]

    @property
    def needed(self) -> list[str]:
        """The columns that sentences must have: of templates, the filter, and made columns."""
        made_of = [self._words, *filter(None, [tag_column_of(self.columns)])]
        needed: dict[str, None] = {}
        for each in self._native_columns:
            split = split_name(each, self.columns)
            named = made_of if each == LEXICAL else [split[0] if split else each]
            needed |= dict.fromkeys(named)
        return list(needed)

    # --- compiling ------------------------------------------------------------------------------

    def _compile(self) -> None:
        self.native = _core.ArcFeatures()
        self.native.set_bits(self.shared_bits, self.relation_bits)
        for kind, parsed in self.templates.parsed.items():
            for each in parsed:
                atoms = [(end, self._source(atom), atom.offset) for end, atom in each.atoms]
                source = -1 if each.source is None else self._source(each.source)
                self.native.add_template(kind, atoms, each.extra, source, each.text)
        tags = tag_column_of(self.columns)
        if tags is not None:
            self._filter_source = self._source(TokenAtom(tags))
        self._set_filter()

    def _set_filter(self) -> None:
        if self._filter_source is not None and len(self.classes):
            self.native.set_filter(self._filter_source, self.classes, self.farthest)

    def _source(self, atom: TokenAtom) -> int:
        known = [*self.columns, LEXICAL]
        column = resolve_column(atom.column, known) or atom.column
        if column not in self._native_columns:
            self._native_columns.append(column)
        return self.native.add_source(self._native_columns.index(column), list(atom.form))

    # --- columns --------------------------------------------------------------------------------

    @property
    def _words(self) -> str:
        return resolve_column("w", self.columns) or self.columns[0]

    def _column(self, name: str, sentences: TokenTable) -> NativeColumn:
        """Return a column that is there or made."""
        if name == LEXICAL:
            return (*self._lexical(sentences), None)
        if (split := split_name(name, self.columns)) is not None:
            return (*values_of_attribute(_there(split[0], sentences), split[1]), None)
        column = _there(name, sentences)
        return np.ascontiguousarray(column.codes, np.int32), column.values, None

    def _lexical(self, sentences: TokenTable) -> tuple[NDArray[np.int32], _core.Texts]:
        """Return the frequent words themselves and the tags of the others."""
        words = _there(self._words, sentences)
        frequent = {word: i for i, word in enumerate(self.frequent)}
        own = np.array([frequent.get(each.lower(), -1) for each in words.values.tolist()], np.int32)
        tags = tag_column_of(self.columns)
        column = words if tags is None else _there(tags, sentences)
        texts = [*self.frequent, *(f"/{each}" for each in column.values.tolist())]
        of_word = own[words.codes]
        codes = np.where(of_word >= 0, of_word, len(frequent) + column.codes)
        return np.ascontiguousarray(codes, np.int32), _core.Texts(texts)


#: Classes of words, and the farthest arcs between them.
Filter = tuple[NDArray[np.uint64], NDArray[np.int32]]


def _joined(first: Filter, second: Filter) -> Filter:
    """Return the filter of all sentences; without classes all arcs are looked at."""
    classes = np.union1d(first[0], second[0])
    n = len(classes)
    if not len(first[0]) or not len(second[0]) or n > MOST_CLASSES:
        return _no_classes(), _no_distances()
    farthest = np.zeros((n, n, 2), np.int32)
    for own, far in (first, second):
        at = np.searchsorted(classes, own)
        cells = np.ix_(at, at)
        farthest[cells] = np.maximum(farthest[cells], far.reshape(len(own), len(own), 2))
    return classes, farthest.ravel()


def _there(name: str, sentences: TokenTable) -> Any:
    return sentences.columns[resolve_column(name, list(sentences.columns)) or name]


def check_bits(owner: str, shared_bits: object, relation_bits: object) -> None:
    """Raise ParameterError unless the tables of weights have a size that can be."""
    for name, bits, high in (
        ("shared_bits", shared_bits, 30),
        ("relation_bits", relation_bits, 24),
    ):
        fix = f"Use a number from 4 to {high}."
        check_number(owner, name, bits, low=4, high=high, integer=True, fix=fix)


def _in_order(parsed: Sequence[ArcTemplate]) -> list[str]:
    """Return templates as the core numbers them: those with an extra come last."""
    return [each.text for each in sorted(parsed, key=lambda each: bool(each.extra))]


def _most_frequent(sentences: TokenTable, words: str) -> tuple[str, ...]:
    counts: Counter[str] = Counter()
    _count_words(sentences, words, counts)
    return _ranked(counts)


def _count_words(sentences: TokenTable, words: str, counts: Counter[str]) -> None:
    column = sentences.columns[words]
    found = np.bincount(column.codes, minlength=len(column.values))
    for word, count in zip(column.values.tolist(), found.tolist(), strict=True):
        counts[word.lower()] += count


def _ranked(counts: Counter[str]) -> tuple[str, ...]:
    ranked = sorted(counts, key=lambda word: (-counts[word], word))
    return tuple(ranked[:N_FREQUENT])
