"""What a constituency parser reads: trees to learn from, and sentences to parse in any form."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from linguine.data import (
    Constituents,
    Sentences,
    iterate_documents,
    iterate_sentences,
    read_constituents,
)
from linguine.data.constituents import FORM
from linguine.data.formats.brackets import iterate_constituents
from linguine.errors import DataError
from linguine.tasks.sentences.plain_text import Line, make_cutter
from linguine.tasks.sentences.recognition import has_columns, holds_brackets
from linguine.tasks.task import BLOCK_BYTES, Asked, Settings

__all__ = ["iterate_asked", "read_asked", "read_examples"]


def read_examples(path: str, settings: Settings) -> Constituents:
    """Read all trees of a file."""
    if settings["format"] not in ("auto", "brackets"):
        raise DataError(
            f"{path}: a constituency parser learns from brackets; got --format "
            f"{settings['format']}. Leave it out, or use --task parse for dependencies."
        )
    return read_constituents(
        path,
        function_tags=bool(settings.get("function_tags")),
        empty=bool(settings.get("empty")),
        encoding_errors=settings["encoding_errors"],
    )


def read_asked(path: str, settings: Settings) -> Sentences:
    """Return all sentences of a file in any form, without what is known about them."""
    errors = settings["encoding_errors"]
    told = {"format": "auto", "encoding_errors": errors}
    blocks = [block.texts_of(FORM) for _, block in iterate_asked(Asked(path), told)]
    words = Sentences.from_python([each for block in blocks for each in block], columns=FORM)
    return replace(words, source=path)


def iterate_asked(
    asked: Asked, settings: Settings, tokenizer: bytes | None = None
) -> Iterator[tuple[Sequence[Line] | None, Sentences]]:
    """Yield what is asked: lines of plain text, or None for tokens; and the sentences."""
    errors, cut = settings["encoding_errors"], make_cutter(settings, tokenizer)
    if asked.texts:
        lines = cut(asked.clean_texts)
        yield lines, _of_lines(lines, "--text")
    elif holds_brackets(asked.source, settings):
        for trees in iterate_constituents(
            asked.source,
            empty=bool(settings.get("empty")),
            encoding_errors=errors,
            block_bytes=BLOCK_BYTES,
        ):
            yield None, trees.sentences
    elif has_columns(asked.source, settings["format"]):
        for sentences in iterate_sentences(
            asked.source, format=settings["format"], encoding_errors=errors, block_bytes=BLOCK_BYTES
        ):
            yield None, sentences
    else:
        for documents in iterate_documents(
            asked.source,
            format="lines",
            need_labels=False,
            encoding_errors=errors,
            block_bytes=BLOCK_BYTES,
        ):
            lines = cut(documents.texts.tolist())
            yield lines, _of_lines(lines, documents.source, documents.lines)


def _of_lines(
    lines: Sequence[Line], source: str, numbers: NDArray[np.int64] | None = None
) -> Sentences:
    """Return lines of plain text as sentences; lines without words are empty ones."""
    found = Sentences.from_python([_escaped(line.words) for line in lines], columns=FORM)
    if numbers is None:
        return replace(found, source=source)
    of_lines = numbers[[line.row for line in lines]]
    return replace(found, source=source, lines=np.repeat(of_lines, np.diff(found.offsets)))


def _escaped(words: Sequence[str]) -> list[str]:
    """Return words as treebanks write them: brackets have names."""
    return [_NAMES.get(word, word) for word in words]


_NAMES = {
    "(": "-LRB-",
    ")": "-RRB-",
    "[": "-LSB-",
    "]": "-RSB-",
    "{": "-LCB-",
    "}": "-RCB-",
}
