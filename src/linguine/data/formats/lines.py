"""Lines: one text each, without labels or in fastText's format, ``__label__spam Win a prize!``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.data.documents import Documents, LabelLists, Labels
from linguine.data.reading.gold import complete
from linguine.data.reading.options import Bytes, ReadOptions
from linguine.errors import DataError, said, show_value

__all__ = ["PREFIX", "LabelLinesParser", "LineParser", "LinesParser", "TextParser"]

PREFIX = "__label__"


class TextParser:
    """What parsers of documents share: what they read, and where they stand."""

    has_header = False
    has_objects = False  # of shares, in the label column

    def __init__(self, source: str, options: ReadOptions) -> None:
        self.source = source
        self.options = options
        self._line = 1

    def parse(self, block: Bytes, is_last: bool) -> tuple[Documents | None, int]:
        """Return the documents of all whole records, and how many bytes they took."""
        raise NotImplementedError

    def go_on_at(self, line: int) -> None:
        """Count on from a line: what is parsed next stands further down in the file."""
        self._line = line

    def make_documents(
        self,
        names: Sequence[str],
        columns: Sequence[_core.Texts],
        texts: Sequence[int],
        label: int | None,
        lines: NDArray[np.int64],
    ) -> Documents:
        """Return documents of the columns of a table: some hold the text, one perhaps the label."""
        has_lists = label is not None and self.has_lists
        lists = None
        if label is not None and has_lists:
            lists = self._label_lists(columns[label], lines)
        is_plain = not has_lists and not self.has_objects and self.options.votes is None
        documents = Documents(
            columns[texts[0]],
            self._labels(columns[label], lines) if is_plain and label is not None else None,
            dict(zip(names, columns, strict=True)),
            lines,
            self.source,
            text_columns=tuple(names[i] for i in texts),
            label_column=None if label is None else names[label],
            label_lists=lists,
        )
        return complete(documents, self.options, has_objects=self.has_objects)

    @property
    def has_lists(self) -> bool:
        """True if each text may have several labels."""
        told = self.options
        return told.votes is None and (told.several is True or told.label_separator is not None)

    def _label_lists(self, column: _core.Texts, lines: NDArray[np.int64]) -> LabelLists:
        separator = self.options.label_separator or ""
        labels, offsets, fault = _core.split_label_fields(column, separator)
        if fault >= 0:
            raise DataError(
                f"{self.source}:{lines[fault]}: several labels must be a list of strings or "
                f'numbers; got {show_value(column[fault])}. Write them as ["a", "b"], or '
                f"separated, and say {said('label_separator', '|')}."
            )
        return LabelLists.of(labels, offsets)

    def _labels(self, column: _core.Texts, lines: NDArray[np.int64]) -> Labels:
        may_be_empty = self.options.empty_labels
        return Labels.of(column, lines, self.source, may_be_empty=may_be_empty)


class LineParser(TextParser):
    """What parsers of one document per line share: cutting into lines."""

    keep_empty = False

    def parse(self, block: Bytes, is_last: bool) -> tuple[Documents | None, int]:
        """Return the documents of all whole lines, and how many bytes they took."""
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
        return self._read(Documents(texts, lines=lines, source=self.source)), consumed

    def _read(self, documents: Documents) -> Documents:
        """Return what else the lines say."""
        return documents


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


class LabelLinesParser(LineParser):
    r"""Reads lines with a label first, or with several.

    A file has several labels per text if one of its lines has: others may then have none.

    Examples
    --------
    >>> import numpy as np
    >>> parser = LabelLinesParser("mail.txt", ReadOptions())
    >>> block = np.frombuffer(b"__label__spam Win a prize!\n__label__ham Hello\n", np.uint8)
    >>> documents, _ = parser.parse(block, is_last=True)
    >>> documents.labels, documents.texts.tolist()
    (['spam', 'ham'], ['Win a prize!', 'Hello'])
    """

    def _read(self, documents: Documents) -> Documents:
        labels, offsets, texts = _core.split_label_lines(documents.texts, PREFIX)
        if not self.options.need_labels:
            return replace(documents, texts=texts)
        sizes = np.diff(offsets)
        if self.has_lists or (self.options.several is None and (sizes > 1).any()):
            return replace(documents, texts=texts, label_lists=LabelLists.of(labels, offsets))
        lines = documents.lines
        if len(without := np.flatnonzero(sizes == 0)):
            raise DataError(
                f"{self.source}:{lines[without[0]]}: expected '{PREFIX}LABEL text', got "
                f"{documents.texts[int(without[0])][:40]!r}. Put {PREFIX} and a label first on "
                "each line."
            )
        if len(several := np.flatnonzero(sizes > 1)):
            raise DataError(
                f"{self.source}:{lines[several[0]]}: expected one {PREFIX} per line, as texts have "
                "one label here; got several. Keep one label per line, or read all of them: "
                "several=True in Python, --task multilabel on the command line."
            )
        label_set = Labels.of(labels, lines, self.source)
        return replace(documents, texts=texts, label_set=label_set)
