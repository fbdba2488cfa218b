"""SpanExtractor: span templates compiled for the columns that sentences have.

Nothing is extracted ahead: the core makes the features of a span whenever it looks at it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.data.sentences import Sentences
from linguine.errors import ParameterError, check_number
from linguine.features.arc.language import ArcTemplate
from linguine.features.span.templates import COLUMNS, ENDS, KINDS, SpanTemplates
from linguine.features.span.words import WordClasses
from linguine.features.token.language import TokenAtom

__all__ = ["SpanExtractor"]


@dataclass(eq=False)
class SpanExtractor:
    """From sentences to what the core needs to know about words, spans and splits.

    Parameters
    ----------
    templates
        What to look at.
    words
        Which words are frequent, and their classes.
    bits
        Logarithm of the number of rows of weights.

    Examples
    --------
    >>> sentences = Sentences.from_python([["the", "dog"]], columns="form")
    >>> templates = SpanTemplates(span=["first.form|last.form"])
    >>> extractor = SpanExtractor(templates, WordClasses((), (), ()), bits=4)
    >>> [name for name, _ in extractor.features_of("span", sentences, 0, 1, 2)]
    ['first.form|last.form=the|dog']
    """

    templates: SpanTemplates
    words: WordClasses
    bits: int = 17

    def __post_init__(self) -> None:
        check_number(
            "SpanExtractor", "bits", self.bits, low=4, high=24, integer=True, fix="Try 17."
        )
        word, span, split = (self._compile(kind) for kind in KINDS)
        self.native = word, span, split

    def feed(self, sentences: Sentences) -> _core.TokenColumns:
        """Return sentences as the core reads them."""
        columns = self.words.columns(sentences)
        native: list[tuple[NDArray[np.int32], _core.Texts, NDArray[np.uint8] | None]] = [
            (np.ascontiguousarray(columns[name].codes, np.int32), columns[name].values, None)
            for name in COLUMNS
        ]
        return _core.TokenColumns(native, np.ascontiguousarray(sentences.offsets, np.int64))

    def features_of(
        self, kind: str, sentences: Sentences, sentence: int, first: int, last: int
    ) -> list[tuple[str, int]]:
        """Return what a word, span or split is made of: names, and the rows of their weights.

        Parameters
        ----------
        kind
            ``"word"``, ``"span"`` or ``"split"``.
        sentences, sentence
            Some sentences, and which of them.
        first, last
            The two words that templates look at, counted from 1.
        """
        texts = _in_order(self.templates.parsed[kind])
        native = self.native[KINDS.index(kind)]
        found = native.features_of_span(self.feed(sentences), sentence, first, last)
        return [(f"{texts[each]}={_value(name)}", row) for _, each, name, row in found]

    def _compile(self, kind: str) -> _core.ArcFeatures:
        native = _core.ArcFeatures()
        native.set_bits(4, self.bits)
        for each in self.templates.parsed[kind]:
            atoms = [
                (ENDS[kind][atom.end], self._source(native, atom.atom), atom.atom.offset)
                for atom in each.atoms
            ]
            source = -1 if each.source is None else self._source(native, each.source)
            native.add_template("relation", atoms, each.extra, source, f"{kind}:{each.text}")
        return native

    def _source(self, native: _core.ArcFeatures, atom: TokenAtom) -> int:
        if atom.column not in COLUMNS:
            raise ParameterError(
                f"A span template must look at one of {', '.join(COLUMNS)}; got {atom.column!r}. "
                "Use class, which is the usual tag of a word."
            )
        return native.add_source(COLUMNS.index(atom.column), list(atom.form))


def _value(name: str) -> str:
    """Return the value of a feature without its direction, which spans do not have."""
    return name.removesuffix(" >").removesuffix(" <").strip()


def _in_order(parsed: Sequence[ArcTemplate]) -> list[str]:
    """Return templates as the core numbers them: those with an extra come last."""
    return [each.text for each in sorted(parsed, key=lambda each: bool(each.extra))]
