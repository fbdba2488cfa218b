"""Reading sentences for a model: files of tokens or plain text, tagged first if that is asked."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from linguine.data import Sentences, iterate_documents, iterate_sentences, read_sentences
from linguine.tasks.sentences.plain_text import Line, tokenize_lines
from linguine.tasks.sentences.recognition import has_columns
from linguine.tasks.sentences.tagging_first import TaggingFirst
from linguine.tasks.task import BLOCK_BYTES

if TYPE_CHECKING:
    from linguine.tasks.task import Asked, Settings

__all__ = ["SentenceReader"]


class SentenceReader(ABC):
    """Reads sentences as a model needs them.

    Parameters
    ----------
    model
        A tagger or a parser.
    settings
        The options, with the paths of taggers that come before it.
    """

    def __init__(self, model: Any, settings: Settings, what: str) -> None:
        self.model, self.settings = model, settings
        self.first = TaggingFirst(settings.get("tagger", ()), model, what)

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
            lines = tokenize_lines(asked.texts)
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
                lines = tokenize_lines(documents.texts.tolist())
                yield lines, self.of_lines(lines, documents.source)
