"""Words as they are written: one a line, CoNLL-U, places in the text, or JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from linguine.data.segmentation import Segment, Segmentation
from linguine.errors import OptionError
from linguine.reports.tables import json_line
from linguine.tasks.tokenizer.input import read_raw

if TYPE_CHECKING:
    from linguine.tasks.task import Asked, Settings
    from linguine.tasks.tokenizer.model import TokenizerModel

__all__ = ["to_conllu", "write_answers"]

#: Sentences that are written at a time.
_BLOCK = 1_000


def write_answers(
    model: TokenizerModel, asked: Asked, settings: Settings
) -> Iterator[tuple[int, str]]:
    """Yield how many sentences were found, and what is written of them."""
    given = [name for name in ("json", "conllu", "offsets") if settings[name]]
    if len(given) > 1:
        raise OptionError(f"--{given[0]} or --{given[1]}, not both. Leave one of them out.")
    form = _FORMS[given[0] if given else "words"]
    texts = asked.clean_texts
    if not texts:
        texts = [read_raw(asked.source, settings["encoding_errors"])]
    for text in texts:
        found = model.segment(text)
        pieces: list[str] = []
        for segment in found.segments():
            pieces.append(form(found, segment))
            if len(pieces) == _BLOCK:
                yield len(pieces), "".join(pieces)
                pieces = []
        yield len(pieces), "".join(pieces)


def _write_words(found: Segmentation, segment: Segment) -> str:
    return "".join(f"{_cell(word)}\n" for words in segment.words for word in words) + "\n"


def _write_offsets(found: Segmentation, segment: Segment) -> str:
    rows = (f"{b}\t{e}\t{_cell(found.text[b:e])}\n" for b, e in segment.places)
    return "".join(rows) + "\n"


def _write_json(found: Segmentation, segment: Segment) -> str:
    return json_line(
        {
            "text": found.text[segment.begin : segment.end],
            "characters": [segment.begin, segment.end],
            "tokens": [found.text[b:e] for b, e in segment.places],
            "places": [list(each) for each in segment.places],
            "words": [word for words in segment.words for word in words],
        }
    )


def to_conllu(found: Segmentation, segment: Segment) -> str:
    """Return a sentence in CoNLL-U."""
    text = found.text
    rows = [f"# text = {_cell(text[segment.begin : segment.end])}"]
    number, n = 1, len(segment.places)
    for i, ((begin, end), words) in enumerate(zip(segment.places, segment.words, strict=True)):
        follows = segment.places[i + 1][0] if i + 1 < n else end + 1
        is_joined = follows == end or (i + 1 == n and text[end : end + 1].strip() != "")
        misc = "SpaceAfter=No" if is_joined else "_"
        if len(words) > 1:
            last = number + len(words) - 1
            rows.append(f"{number}-{last}\t{_cell(text[begin:end])}" + "\t_" * 7 + f"\t{misc}")
            misc = "_"
        for word in words:
            rows.append(f"{number}\t{_cell(word)}" + "\t_" * 7 + f"\t{misc}")
            number += 1
    return "\n".join(rows) + "\n\n"


def _cell(text: str) -> str:
    """Return a text as a cell of a line; a token may hold spaces of all kinds."""
    return " ".join(text.split())


_FORMS: dict[str, Callable[[Segmentation, Segment], str]] = {
    "words": _write_words,
    "offsets": _write_offsets,
    "json": _write_json,
    "conllu": to_conllu,
}
