"""Spans of a tagger: what tags spell, with the probability that it is exactly there."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from linguine.data import Sentences
from linguine.data.targets.tag_scheme import TagScheme, spans
from linguine.errors import NotAvailableError
from linguine.features import TokenRows
from linguine.tasks.tagger.model import TaggerModel

__all__ = ["TaggedSpan", "find_spans"]


class TaggedSpan(NamedTuple):
    """A span of tokens with a type.

    ``begin`` is its first token and ``end`` one behind its last, counted in the sentence.
    ``probability`` is that of exactly this span with this type, summed over all tags of the rest
    of the sentence; None if the tagger has none. ``characters`` is where it begins and ends in the
    text that was given; None if there were tokens, not a text.

    Examples
    --------
    >>> TaggedSpan("LOC", 1, 3, "New York", 0.9).to_dict()["text"]
    'New York'
    """

    type: str
    begin: int
    end: int
    text: str
    probability: float | None
    characters: tuple[int, int] | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON; characters only if there are any."""
        made = self._asdict()
        if self.characters is None:
            del made["characters"]
        else:
            made["characters"] = list(self.characters)
        return made


def find_spans(
    model: TaggerModel, sentences: Sentences, allowed: NDArray[np.uint8] | None = None
) -> list[list[TaggedSpan]]:
    """Return the spans of each sentence that its best tags spell; ``allowed`` as for ``tag``."""
    if model.scheme is TagScheme.PLAIN:
        raise NotAvailableError(
            "Spans need tags such as B-LOC, I-LOC and O; this tagger has "
            f"{', '.join(model.tags[:5])}, ... Use predict, or train on tags that spell spans."
        )
    rows: TokenRows = model.rows(sentences)
    codes = model.tag(rows, allowed)
    found = spans(codes, rows.offsets, model.tags)
    probabilities: list[float | None] = [None] * len(found)
    if model.has_probabilities:
        p = model.span_probabilities(rows, codes, found.sentence, found.begin, found.end, allowed)
        probabilities = np.minimum(p, 1.0).tolist()
    words = sentences.column(sentences.word_column).tolist()
    firsts = rows.offsets[found.sentence]
    begins, ends = (found.begin - firsts).tolist(), (found.end - firsts).tolist()
    flat = [
        TaggedSpan(
            found.type_names[kind],
            begin,
            end,
            " ".join(words[first + begin : first + end]),
            probability,
        )
        for kind, begin, end, first, probability in zip(
            found.type_code.tolist(), begins, ends, firsts.tolist(), probabilities, strict=True
        )
    ]
    borders = np.searchsorted(found.sentence, np.arange(len(rows.offsets)))
    return [flat[i:j] for i, j in pairwise(borders.tolist())]
