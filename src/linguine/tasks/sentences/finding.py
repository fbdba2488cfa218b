"""Finding tokens: which token of which sentence is to be explained."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from linguine.data import Sentences
from linguine.errors import DataError, whole_number
from linguine.reports.tables import shorten
from linguine.tasks.sentences.plain_text import tokenize_lines
from linguine.tasks.tagger.model import word_column

if TYPE_CHECKING:
    from linguine.tasks.sentences.reading import SentenceReader
    from linguine.tasks.task import Asked

__all__ = ["find_tokens"]


def find_tokens(reader: SentenceReader, asked: Asked) -> Iterator[tuple[Sentences, int | None]]:
    """Yield sentences of one, and which token of each is meant, counted from 0; None is not said.

    Parameters
    ----------
    reader
        Makes sentences of lines and files; its option --token names a word, by itself or by its
        number from 1.
    asked
        Texts; or a file and its lines. Without lines, the first sentence that has tokens.
    """
    token = reader.settings["token"]
    return (_in_texts if asked.file is None else _in_file)(reader, asked, token)


def _in_texts(
    reader: SentenceReader, asked: Asked, token: str | None
) -> Iterator[tuple[Sentences, int | None]]:
    for i, line in enumerate(tokenize_lines(asked.texts)):
        one = reader.of_lines([line], "--text")
        if not line.words:
            raise DataError(
                f"--text must have a word to explain; text {i + 1} has none. Give another."
            )
        yield one, None if token is None else _find(line.words, token)


def _in_file(
    reader: SentenceReader, asked: Asked, token: str | None
) -> Iterator[tuple[Sentences, int | None]]:
    wanted = sorted(set(asked.lines))
    for sentences in reader.blocks(asked.source):
        if not asked.lines:
            if sentences.n_tokens:
                first = int(np.argmax(np.diff(sentences.offsets) > 0))
                one = sentences.take([first])
                words = one.column(word_column(tuple(one.columns))).tolist()
                yield one, None if token is None else _find(words, token)
            return
        while wanted and sentences.n_tokens and wanted[0] <= sentences.lines[-1]:
            at = int(np.searchsorted(sentences.lines, wanted[0]))
            if sentences.lines[at] != wanted[0]:
                break
            sentence = int(np.searchsorted(sentences.offsets, at, side="right")) - 1
            yield sentences.take([sentence]), at - int(sentences.offsets[sentence])
            wanted.pop(0)
    if wanted:
        raise DataError(
            f"{asked.file}: --line must be a line with a token; got {wanted[0]}, and the file has "
            "no token there. Count from 1, as editors do."
        )


def _find(words: Sequence[str], token: str) -> int:
    if token in words:
        return words.index(token)
    number = whole_number(token)
    if number is not None and 1 <= number <= len(words):
        return number - 1
    raise DataError(
        f"--token must be a word of the text, or its number from 1 to {len(words)}; got "
        f"{token[:40]!r}. The words are {shorten(' '.join(words), 300)}."
    )
