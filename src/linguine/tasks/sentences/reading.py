"""Reading sentences for a model: files of tokens or plain text, tagged first if that is asked."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from linguine.data import Sentences, iterate_documents, iterate_sentences, read_sentences
from linguine.errors import DataError, whole_number
from linguine.tasks.sentences.plain_text import Line, make_cutter
from linguine.tasks.sentences.recognition import has_columns
from linguine.tasks.sentences.tagging_first import TaggingFirst
from linguine.tasks.task import BLOCK_BYTES

if TYPE_CHECKING:
    from linguine.tasks.task import Asked, Settings

__all__ = ["Line", "SentenceReader", "find_lines"]


def find_lines(blocks: Iterable[Sentences], asked: Asked) -> Iterator[tuple[Sentences, int, int]]:
    """Yield the sentence of each line that is asked for, and which of its tokens comes first there.

    Sentences are told by the block that they stand in and their number in it.
    """
    wanted = sorted(set(asked.lines))
    for block in blocks:
        while wanted and block.n_tokens and wanted[0] <= block.lines[-1]:
            at = int(np.searchsorted(block.lines, wanted[0]))
            if block.lines[at] != wanted[0]:
                break
            sentence = int(np.searchsorted(block.offsets, at, side="right")) - 1
            yield block, sentence, at - int(block.offsets[sentence])
            wanted.pop(0)
    if wanted:
        raise DataError(
            f"{asked.file}: --line must be a line with a token; got {wanted[0]}, and the file "
            "has no token there. Count from 1, as editors do."
        )


class SentenceReader(ABC):
    """Reads sentences as a tagger or parser needs them, with the taggers that the options name."""

    def __init__(self, model: Any, settings: Settings, what: str) -> None:
        self.model, self.settings = model, settings
        self.first = TaggingFirst(settings.get("tagger", ()), model, what)
        self.cut = make_cutter(settings, model.tokenizer)

    @abstractmethod
    def reading(self, path: str) -> dict[str, Any]:
        """Return what the readers of tokens take."""

    @abstractmethod
    def of_lines(self, lines: Sequence[Line], source: str) -> Sentences:
        """Return lines of plain text as sentences, tagged, if words are all that is needed."""

    def tag(self, sentences: Sentences) -> Sentences:
        """Return the sentences with the columns that taggers fill."""
        return self.first.tag(sentences)

    def read(self, path: str) -> Sentences:
        """Return all sentences of a file, as they stand there."""
        return read_sentences(path, **self.reading(path))

    def blocks(self, path: str) -> Iterator[Sentences]:
        """Yield the sentences of a file of tokens, tagged, block after block."""
        for block in iterate_sentences(path, block_bytes=BLOCK_BYTES, **self.reading(path)):
            yield self.tag(block)

    def asked(self, asked: Asked) -> Iterator[tuple[list[Line] | None, Sentences]]:
        """Yield what is asked: lines of plain text, or None for tokens; and the sentences."""
        if asked.texts:
            lines = self.cut(asked.clean_texts)
            yield lines, self.of_lines(lines, "--text")
        elif has_columns(asked.source, self.settings["format"]):
            yield from ((None, block) for block in self.blocks(asked.source))
        else:
            for documents in iterate_documents(
                asked.source,
                format="lines",
                need_labels=False,
                encoding_errors=self.settings["encoding_errors"],
                block_bytes=BLOCK_BYTES,
            ):
                lines = self.cut(documents.texts.tolist())
                yield lines, self.of_lines(lines, documents.source)

    # --- which token ----------------------------------------------------------------------------

    def find(self, asked: Asked) -> Iterator[tuple[Sentences, int | None]]:
        """Yield sentences of one, and which token of each is to be explained, counted from 0.

        Of a file without lines that are asked for it is the first sentence that has tokens. The
        option --token names a word, by itself or by its number from 1; None is not said.
        """
        return self._in_texts(asked) if asked.file is None else self._in_file(asked)

    def _in_texts(self, asked: Asked) -> Iterator[tuple[Sentences, int | None]]:
        for i, text in enumerate(asked.clean_texts):
            lines = [line for line in self.cut([text]) if line.words]
            if not lines:
                raise DataError(
                    f"--text must have a word to explain; text {i + 1} has none. Give another."
                )
            place = self._named([word for line in lines for word in line.words])
            for line in lines:
                one = self.of_lines([line], "--text")
                if place is None or 0 <= place < len(line.words):
                    yield one, place
                place = None if place is None else place - len(line.words)

    def _in_file(self, asked: Asked) -> Iterator[tuple[Sentences, int | None]]:
        blocks = self.blocks(asked.source)
        if asked.lines:
            yield from ((block.take([i]), token) for block, i, token in find_lines(blocks, asked))
            return
        for sentences in blocks:
            if sentences.n_tokens:
                one = sentences.take([int(np.argmax(np.diff(sentences.offsets) > 0))])
                yield one, self._named(one.column(one.word_column).tolist())
            return

    def _named(self, words: Sequence[str]) -> int | None:
        token = self.settings["token"]
        if token is None or token in words:
            return None if token is None else words.index(token)
        number = whole_number(token)
        if number is not None and 1 <= number <= len(words):
            return number - 1
        from linguine.reports.tables import shorten

        raise DataError(
            f"--token must be a word of the text, or its number from 1 to {len(words)}; got "
            f"{token[:40]!r}. The words are {shorten(' '.join(words), 300)}."
        )
