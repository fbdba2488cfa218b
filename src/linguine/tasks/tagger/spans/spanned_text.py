"""Spanned text: a text, what is named in it, and what is left when the names are taken out."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, overload

from linguine.errors import DataError, NotAvailableError, ParameterError, check_number, named
from linguine.reports.tags.page import MarkedSpan, render_fragment
from linguine.tasks.sentences.plain_text import Cutter
from linguine.tasks.tagger.input import read_questions
from linguine.tasks.tagger.model import TaggerModel
from linguine.tasks.tagger.spans.tagged_span import TaggedSpan, find_spans

__all__ = ["Redaction", "SpannedText", "find_in_texts"]


@dataclass(frozen=True)
class SpannedText(Sequence[TaggedSpan]):
    """A text with its spans, in their order; in a notebook they are coloured.

    Parameters
    ----------
    text
        The text as it was given.
    spans
        With ``characters``; tokens are counted in the sentence.

    Examples
    --------
    >>> span = TaggedSpan("LOC", 2, 4, "New York", 0.9, (8, 16))
    >>> flight = SpannedText("Fly to  New York.", (span,))
    >>> flight[0].type, len(flight), flight.text[slice(*flight[0].characters)]
    ('LOC', 1, 'New York')
    """

    text: str
    spans: tuple[TaggedSpan, ...]

    def __len__(self) -> int:
        return len(self.spans)

    @overload
    def __getitem__(self, place: int) -> TaggedSpan: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[TaggedSpan]: ...
    def __getitem__(self, place: int | slice) -> TaggedSpan | Sequence[TaggedSpan]:
        return self.spans[place]

    def __iter__(self) -> Iterator[TaggedSpan]:
        return iter(self.spans)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        return {"text": self.text, "spans": [span.to_dict() for span in self.spans]}

    def marks(self) -> list[MarkedSpan]:
        """Return what a page colours."""
        return [
            MarkedSpan(*span.characters, span.type, span.probability)
            for span in self.spans
            if span.characters is not None
        ]

    def _repr_html_(self) -> str:
        return render_fragment(self.text, self.marks())


@dataclass(frozen=True)
class Redaction:
    """What is taken out of a text, and what is put in its place.

    Parameters
    ----------
    types
        Of spans; None is all.
    min_confidence
        The least probability of a span that is taken out.
    replace
        What stands there instead, with ``{type}`` for the type; or a function of the span.

    Examples
    --------
    >>> span = TaggedSpan("PER", 0, 1, "Anna", 0.9, (0, 4))
    >>> Redaction(["PER"]).apply(SpannedText("Anna sleeps.", (span,)))
    '[PER] sleeps.'
    """

    types: Collection[str] | None = None
    min_confidence: float = 0.0
    replace: str | Callable[[TaggedSpan], str] = "[{type}]"

    def check(self, model: TaggerModel) -> None:
        """Raise an error for what a model cannot answer."""
        check_number("redact", "min_confidence", self.min_confidence, low=0, high=1, fix="Try 0.5.")
        if self.min_confidence > 0 and not model.has_probabilities:
            raise NotAvailableError(
                f"{named('min_confidence')} needs probabilities; this tagger has "
                f"{model.info.get('algorithm')!r}. Leave it out, or train a crf."
            )
        if not (isinstance(self.replace, str) or callable(self.replace)):
            raise ParameterError(
                f"must be a text or a function; got {self.replace!r:.40}. Try '[{{type}}]'.",
                owner="redact",
                parameter="replace",
            )
        known = sorted({tag[2:] for tag in model.tags if tag[1:2] == "-"})
        types = [self.types] if isinstance(self.types, str) else self.types or ()
        if unknown := [each for each in types if each not in known]:
            raise ParameterError(
                f"must be types of spans that the tagger knows, {', '.join(known[:20])}; got "
                f"{unknown[0]!r:.40}. Name some of these.",
                owner="redact",
                parameter="types",
            )

    def apply(self, found: SpannedText) -> str:
        """Return the text without the spans; all else is as it was."""
        types = (self.types,) if isinstance(self.types, str) else self.types
        out, end = [], 0
        for span in found:
            wanted = types is None or span.type in types
            if not wanted or (span.probability or 0.0) < self.min_confidence:
                continue
            assert span.characters is not None  # of a text
            begin, after = span.characters
            out += [found.text[end:begin], self._instead_of(span)]
            end = after
        return "".join([*out, found.text[end:]])

    def _instead_of(self, span: TaggedSpan) -> str:
        if isinstance(self.replace, str):
            return self.replace.replace("{type}", span.type)
        return self.replace(span)


def find_in_texts(model: TaggerModel, cut: Cutter, texts: Sequence[str]) -> list[SpannedText]:
    """Return the spans of texts, each of any number of lines and sentences."""
    pieces: list[str] = []
    begins: list[int] = []
    owners: list[int] = []
    for i, text in enumerate(texts):
        if not isinstance(text, str):
            raise DataError(
                f"A text must be a str; got {type(text).__name__}. Give tokens to predict_spans."
            )
        lines = text.split("\n")
        pieces += [line.translate(_SURROGATES) if not line.isascii() else line for line in lines]
        begins += list(accumulate((len(line) + 1 for line in lines[:-1]), initial=0))
        owners += [i] * len(lines)
    found: list[list[TaggedSpan]] = [[] for _ in texts]
    lines_of = [line for line in cut(pieces) if line.words]
    sentences = read_questions(model, [line.words for line in lines_of])
    for line, spans in zip(lines_of, find_spans(model, sentences), strict=True):
        owner, shift = owners[line.row], begins[line.row] + line.offset
        for span in spans:
            begin = line.places[span.begin][0] + shift
            end = line.places[span.end - 1][1] + shift
            text = texts[owner][begin:end]
            found[owner].append(span._replace(text=text, characters=(begin, end)))
    return [SpannedText(text, tuple(own)) for text, own in zip(texts, found, strict=True)]


class _Surrogates(dict[int, int]):
    """Lone surrogates, which no reader takes, become U+FFFD; places stay the same."""

    def __missing__(self, code: int) -> int:
        return 0xFFFD if 0xD800 <= code <= 0xDFFF else code


_SURROGATES = _Surrogates()
