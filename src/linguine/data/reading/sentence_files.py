"""Sentence files: sentences that stay on the disk, in one file or many, and are read in blocks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from linguine.data.joining.sentences import join_sentences
from linguine.data.reading.files import Files, Shape, read_all
from linguine.data.reading.sentences import iterate_sentences, read_sentences
from linguine.data.reading.token_options import TokenOptions
from linguine.data.sentences import Sentences

__all__ = ["SentenceFiles"]


@dataclass(frozen=True)
class SentenceFiles(Files):
    r"""Sentences of one file or of many, too large to be read at once.

    Parameters
    ----------
    paths, memory, checkpoint, every
        As of :class:`linguine.data.Files`.
    options
        How to read them; as for :func:`linguine.data.iterate_sentences`.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> for i in range(2):
    ...     _ = (folder / f"{i}.conll").write_text(f"Take\tV\n{i}\tN\n")
    >>> files = SentenceFiles.of(folder / "*.conll")
    >>> [each.texts_of("w") for each in files.blocks()]
    [[['Take', '0']], [['Take', '1']]]
    >>> files.whole().place(3)[-9:]
    '1.conll:2'
    """

    @classmethod
    def like(cls, files: Files, options: Mapping[str, Any]) -> SentenceFiles:
        """Return files that somebody has named without saying what they hold."""
        if isinstance(files, SentenceFiles):
            return files
        told = {**files.options, **{k: v for k, v in options.items() if v is not None}}
        told = {**told, "memory": files.memory, "checkpoint": files.checkpoint}
        return cls.of(list(files.paths), every=files.every, **told)

    def whole(self) -> Sentences:
        """Return all sentences."""
        return read_all(
            self.paths,
            lambda path: read_sentences(path, **self.options),
            self._shape_of,
            join_sentences,
        )

    @staticmethod
    def _check_options(options: Mapping[str, Any]) -> None:
        TokenOptions(**options)

    def _read(self, path: str, block_bytes: int) -> Iterator[Sentences]:
        found = iterate_sentences(path, **self.options, block_bytes=block_bytes)
        return (each for each in found if each.n_sentences)

    def _shape_of(self, block: Sentences, path: str) -> Shape:
        shape = {
            "the list of columns": tuple(block.columns),
            "the column of tags": block.tag_column,
        }
        return {**shape, "what is hidden": block.hidden}

    def _check(self, block: Sentences) -> None:
        """Take everything: what tags and trees need is for those who learn from them."""
