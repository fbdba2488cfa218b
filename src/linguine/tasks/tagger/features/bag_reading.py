"""Bags for a tagger whose features come with the tokens: files in CRFsuite's own format."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from linguine.data import Sentences
from linguine.data.formats.token_bags import read_token_bags
from linguine.data.token_lists import TokenColumn
from linguine.errors import DataError, OptionError
from linguine.tasks.sentences.reading import Line
from linguine.tasks.tagger.model import TaggerModel
from linguine.tasks.tagger.reading import TaggerReader
from linguine.tasks.task import BLOCK_BYTES, Asked, Settings

__all__ = ["BagReader", "reader_for"]

#: Options that say what the columns of a file are; the format of bags has its own.
_OF_COLUMNS = ("columns", "tag_column", "allowed")


class BagReader(TaggerReader):
    """Reads tokens that bring their features along."""

    def __init__(self, model: TaggerModel, settings: Settings) -> None:
        for name in _OF_COLUMNS:
            if settings.get(name) is not None:
                raise OptionError(
                    f"--{name.replace('_', '-')} is for columns; this model reads CRFsuite's "
                    "format, whose lines have a label and attributes. Leave it out."
                )
        super().__init__(model, settings)

    def read(self, path: str) -> Sentences:
        """Return all sentences of a file."""
        blocks = list(self.blocks(path))
        if not blocks:
            raise DataError(
                f"{path}: there must be tokens; the file has none. Give lines of a label and "
                "attributes, with tabs between them."
            )
        return _join(blocks)

    def blocks(self, path: str) -> Iterator[Sentences]:
        """Yield the sentences of a file, block after block."""
        errors = self.settings["encoding_errors"]
        return read_token_bags(path, encoding_errors=errors, block_bytes=BLOCK_BYTES)

    def asked(self, asked: Asked) -> Iterator[tuple[list[Line] | None, Sentences]]:
        """Yield what is asked, block after block."""
        if asked.texts:
            self.of_lines([], "--text")
        yield from ((None, block) for block in self.blocks(asked.source))

    def of_lines(self, lines: Sequence[Line], source: str) -> Sentences:
        """Refuse plain text."""
        raise DataError(
            f"{source}: this tagger must see attributes that others make of the tokens; plain text "
            "has none. Give a file in CRFsuite's format: label, tab, attributes with tabs between."
        )


def reader_for(model: TaggerModel, settings: Settings) -> TaggerReader:
    """Return what reads files as a model needs them."""
    return (BagReader if model.takes_bags else TaggerReader)(model, settings)


def _join(blocks: list[Sentences]) -> Sentences:
    if len(blocks) == 1:
        return blocks[0]
    first = blocks[0]
    columns: dict[str, Any] = {}
    for name in first.columns:
        cells = [cell for each in blocks for cell in each.columns[name].tolist()]
        columns[name] = TokenColumn.of(cells)
    ends = np.cumsum([0, *[each.n_tokens for each in blocks]])
    starts = [each.offsets[:-1] + end for each, end in zip(blocks, ends, strict=False)]
    return Sentences(
        columns,
        np.concatenate([*starts, ends[-1:]]).astype(np.int64),
        source=first.source,
        lines=np.concatenate([each.lines for each in blocks]),
        tag_column=first.tag_column,
    )
