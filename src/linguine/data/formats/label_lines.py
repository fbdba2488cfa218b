"""Label lines: fastText's format, ``__label__spam Win a prize!``."""

from __future__ import annotations

from dataclasses import replace

from linguine import _core
from linguine.data.documents import Documents, Labels
from linguine.data.formats.plain_lines import LineParser
from linguine.data.reading.options import Bytes
from linguine.errors import DataError

__all__ = ["PREFIX", "LabelLinesParser"]

PREFIX = "__label__"


class LabelLinesParser(LineParser):
    r"""Reads lines that begin with one label.

    Examples
    --------
    >>> import numpy as np
    >>> from linguine.data.reading.options import ReadOptions
    >>> parser = LabelLinesParser("mail.txt", ReadOptions())
    >>> block = np.frombuffer(b"__label__spam Win a prize!\n__label__ham Hello\n", np.uint8)
    >>> documents, _ = parser.parse(block, is_last=True)
    >>> documents.labels, documents.texts.tolist()
    (['spam', 'ham'], ['Win a prize!', 'Hello'])
    """

    def parse(self, block: Bytes, is_last: bool) -> tuple[Documents | None, int]:
        """Return the documents of all whole lines, and how many bytes they took."""
        documents, consumed = self.cut(block, is_last)
        labels, texts, without, several = _core.split_label_lines(documents.texts, PREFIX)
        if not self.options.need_labels:
            return replace(documents, texts=texts), consumed
        if without >= 0:
            raise DataError(
                f"{self.source}:{documents.lines[without]}: expected '{PREFIX}LABEL text', got "
                f"{documents.texts[without][:40]!r}. Put {PREFIX} and a label first on each line."
            )
        if several >= 0:
            raise DataError(
                f"{self.source}:{documents.lines[several]}: expected one {PREFIX} per line, got "
                "several. Documents with several labels (multi-label) are not supported; "
                "keep one label per line."
            )
        label_set = Labels.of(labels, documents.lines, self.source)
        return replace(documents, texts=texts, label_set=label_set), consumed
