"""Plain lines: one text per line, without labels; an empty line is an empty text."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.data.documents import Documents, Labels
from linguine.data.reading.options import Bytes, ReadOptions
from linguine.errors import DataError

__all__ = ["LineParser", "LinesParser", "TextParser"]


class TextParser:
    """What parsers of documents share: what they read, and where they stand."""

    has_header = False

    def __init__(self, source: str, options: ReadOptions) -> None:
        self.source = source
        self.options = options
        self._line = 1

    def parse(self, block: Bytes, is_last: bool) -> tuple[Documents | None, int]:
        """Return the documents of all whole records, and how many bytes they took."""
        raise NotImplementedError

    def make_documents(
        self,
        names: Sequence[str],
        columns: Sequence[_core.Texts],
        texts: Sequence[int],
        label: int | None,
        lines: NDArray[np.int64],
    ) -> Documents:
        """Return documents of the columns of a table: some hold the text, one perhaps the label."""
        return Documents(
            columns[texts[0]],
            None if label is None else Labels.of(columns[label], lines, self.source),
            dict(zip(names, columns, strict=True)),
            lines,
            self.source,
            text_columns=tuple(names[i] for i in texts),
            label_column=None if label is None else names[label],
        )


class LineParser(TextParser):
    """What parsers of one document per line share: cutting into lines."""

    keep_empty = False

    def cut(self, block: Bytes, is_last: bool) -> tuple[Documents, int]:
        """Return the whole lines of a block as texts, and how many bytes they took."""
        (texts,), lines, consumed, self._line, _ = _core.parse_delimited(
            block,
            delimiter=-1,
            quoted=False,
            columns=[0],
            n_fields=1,
            first_line=self._line,
            is_last=is_last,
            keep_empty=self.keep_empty,
        )
        return Documents(texts, lines=lines, source=self.source), consumed


class LinesParser(LineParser):
    """Reads one text per line, so that line i of the answers belongs to line i of the file."""

    keep_empty = True

    def __init__(self, source: str, options: ReadOptions) -> None:
        if options.need_labels:
            raise DataError(
                f"{source}: expected a label with each text; these are plain lines. "
                "Write label<TAB>text on each line, '__label__LABEL text', or a .csv or "
                ".jsonl file with the columns label and text."
            )
        super().__init__(source, options)

    def parse(self, block: Bytes, is_last: bool) -> tuple[Documents | None, int]:
        """Return the documents of all whole lines, and how many bytes they took."""
        return self.cut(block, is_last)
