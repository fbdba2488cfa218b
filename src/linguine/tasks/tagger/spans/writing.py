"""Spans as they are written: JSON, a page that colours them, or the text without them."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from linguine.data.reading.encoding import Decoder
from linguine.data.reading.source import read_lines, source_name
from linguine.data.reading.transcoding import Encoding
from linguine.errors import OptionError
from linguine.reports.tables import json_line
from linguine.reports.tags.page import render_spans
from linguine.tasks.sentences.plain_text import make_cutter
from linguine.tasks.sentences.reading import Line
from linguine.tasks.sentences.recognition import has_columns
from linguine.tasks.tagger.spans.spanned_text import Redaction, SpannedText, find_in_texts
from linguine.tasks.tagger.spans.tagged_span import TaggedSpan, find_spans
from linguine.tasks.task import BLOCK_BYTES, Written

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from linguine.data import Sentences
    from linguine.tasks.tagger.model import TaggerModel
    from linguine.tasks.tagger.reading import TaggerReader
    from linguine.tasks.task import Asked, Settings

    Mask = NDArray[np.uint8] | None

__all__ = ["write_page", "write_redacted", "write_spans"]


def write_spans(
    model: TaggerModel, sentences: Sentences, lines: Sequence[Line] | None, mask: Mask = None
) -> str:
    """Return an object for each sentence: its spans, with places in the text if it is one."""
    words = sentences.texts_of(sentences.word_column)
    out = []
    for i, spans in enumerate(find_spans(model, sentences, mask)):
        made: dict[str, Any] = {"tokens": words[i]}
        if lines is not None:
            line = lines[i]
            made = {"text": line.text, "offset": line.offset, **made}
            spans = [_placed(span, line.text, line.places) for span in spans]
        out.append(json_line({**made, "spans": [span.to_dict() for span in spans]}))
    return "".join(out)


def write_page(reader: TaggerReader, asked: Asked, path: str, mask_of: Any) -> Written:
    """Return a page of all that is asked."""
    shown = []
    for lines, sentences in reader.asked(asked):
        found = find_spans(reader.model, sentences, mask_of(sentences))
        for i, spans in enumerate(found):
            if lines is not None:
                text, places = lines[i].text, lines[i].places
            else:
                words = sentences.take([i]).texts_of(sentences.word_column)[0]
                text = " ".join(words)
                ends = list(accumulate(len(word) + 1 for word in words))
                places = [
                    (end - len(word) - 1, end - 1) for end, word in zip(ends, words, strict=True)
                ]
            own = SpannedText(text, tuple(_placed(span, text, places) for span in spans))
            shown.append((own.text, own.marks()))
    return Written(path, render_spans(shown))


def _placed(span: TaggedSpan, text: str, places: Sequence[tuple[int, int]]) -> TaggedSpan:
    """Return a span with the characters that it has in a text."""
    begin, end = places[span.begin][0], places[span.end - 1][1]
    return span._replace(text=text[begin:end], characters=(begin, end))


def write_redacted(
    model: TaggerModel, asked: Asked, settings: Settings
) -> Iterator[tuple[int, str]]:
    """Yield plain text as it is, but for the spans that are taken out."""
    types = None if settings["redact"] == "all" else settings["redact"].split(",")
    redaction = Redaction(types, settings["min_confidence"] or 0.0)
    redaction.check(model)
    cut = make_cutter(settings, model.tokenizer)
    if asked.texts:
        for found in find_in_texts(model, cut, asked.clean_texts):
            yield 1, redaction.apply(found) + "\n"
        return
    if has_columns(asked.source, settings["format"]):
        raise OptionError(
            f"--redact takes names out of plain text; {source_name(asked.source)} has a token on "
            "each line. Give the text itself; --format lines says that it is one."
        )
    decode = Decoder(source_name(asked.source), Encoding(errors=settings["encoding_errors"]))
    for block, is_last in read_lines(asked.source, BLOCK_BYTES):
        if decode.is_at_start and bytes(block[:3]) == BOM_UTF8:  # which the decoder takes away
            yield 0, "\ufeff"
        text = decode(block, is_last).tobytes().decode("utf-8")
        if text:
            (found,) = find_in_texts(model, cut, [text])
            yield text.count("\n") + (not text.endswith("\n")), redaction.apply(found)
