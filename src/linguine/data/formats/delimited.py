"""Delimited tables: TSV, where quotes are ordinary characters, and CSV, where they are not."""

from __future__ import annotations

import re

from linguine import _core
from linguine.data.documents import Documents
from linguine.data.formats.bags import read_bags
from linguine.data.formats.lines import TextParser
from linguine.data.reading.columns import COUNTS, Layout, choose_layout, names_columns
from linguine.data.reading.gold_columns import without_gold
from linguine.data.reading.options import Bytes, ReadOptions
from linguine.data.reading.trained_columns import TrainedColumns, as_trained
from linguine.errors import DataError, said

__all__ = ["DelimitedParser"]

DELIMITERS = {",": "comma", ";": "semicolon", "\t": "tab"}
NAMES = {**DELIMITERS, "|": "bar"}  # what may be told, but is not guessed
TOLD = re.compile(rb"sep=([,;\t|])\r?\n", re.IGNORECASE)  # Excel's first line
LONGEST_NAME = 200  # bytes; no column has a longer one
ENOUGH_TO_JUDGE = 10  # rows from which swapped columns show


class DelimitedParser(TextParser):
    r"""Reads a table with one document per record.

    CSV has quoted fields, and its first record tells whether comma, semicolon or tab separates.

    Examples
    --------
    >>> import numpy as np
    >>> parser = DelimitedParser("mail.csv", ReadOptions(), is_csv=True)
    >>> block = np.frombuffer(b'label,text\nham,"Hello, you"\n', dtype=np.uint8)
    >>> documents, consumed = parser.parse(block, is_last=True)
    >>> documents.texts[0], documents.labels, consumed
    ('Hello, you', ['ham'], 28)
    """

    def __init__(self, source: str, options: ReadOptions, *, is_csv: bool = False) -> None:
        super().__init__(source, options)
        self.is_csv = is_csv
        self._delimiter = "\t"
        self._layout: Layout | None = None

    def parse(self, block: Bytes, is_last: bool) -> tuple[Documents | None, int]:
        """Return the documents of all whole records, and how many bytes they took."""
        head = 0
        if self._layout is None:
            head, self._line = self._read_head(block, is_last)
            if self._layout is None:
                return None, 0
        layout = self._layout
        columns, lines, consumed, self._line, fault = _core.parse_delimited(
            block[head:],
            delimiter=ord(self._delimiter),
            quoted=self.is_csv,
            columns=list(range(len(layout.names))),
            n_fields=len(layout.names),
            first_line=self._line,
            is_last=is_last,
            keep_empty=False,
        )
        if fault is not None:
            self._complain(*fault, n_expected=len(layout.names))
        documents = self.make_documents(layout.names, columns, layout.texts, layout.label, lines)
        if layout.is_guess:
            self._check_order(documents)
        if self.options.format == "bags" or documents.text_columns[0].casefold() == COUNTS:
            documents = read_bags(documents)
        return documents, head + consumed

    def _read_head(self, block: Bytes, is_last: bool) -> tuple[int, int]:
        """Choose the layout from the first record; return where the data and its line begin."""
        skipped, told = _read_told_delimiter(block) if self.is_csv else (0, None)
        block = block[skipped:]
        if self.is_csv:
            self._delimiter = told or _find_delimiter(block, is_last, self.options.trained_on)
        first_line = 1 + (skipped > 0)
        fields, consumed, line, fault = _core.first_record(
            block,
            delimiter=ord(self._delimiter),
            quoted=self.is_csv,
            is_last=is_last,
            limit=LONGEST_NAME,
        )
        if fault is not None:
            self._complain(*fault, n_expected=0)
        if not fields:
            return skipped, first_line
        names = [field.strip() for field in fields]
        self.options = as_trained(names, self.options)
        options = without_gold(names, self.options, self.source)
        self._layout = choose_layout(fields, options, self.source)
        self.has_header = self._layout.has_header
        begin, line = (consumed, line) if self.has_header else (0, 1)
        return skipped + begin, first_line - 1 + line

    def _complain(self, kind: str, line: int, n_got: int, *, n_expected: int) -> None:
        place = f"{self.source}:{line}"
        if kind == "unclosed-quote":
            raise DataError(
                f'{place}: a field that opens with " must close with "; this one does not. '
                'Close it, and write " inside a quoted field twice.'
            )
        if kind == "text-after-quote":
            # Only tabs can separate fields whose quotes are ordinary characters.
            plain = said("format", "tsv")
            or_plain = f", or read a file whose quotes are ordinary characters with {plain}"
            or_plain = or_plain if self._delimiter == "\t" else ""
            raise DataError(
                f"{place}: a closing quote must end its field; more text follows here. "
                f'Write " inside a quoted field twice{or_plain}.'
            )
        separator = NAMES[self._delimiter]
        if n_got > n_expected:
            advice = (
                f'Put " around fields that contain a {separator}.'
                if self.is_csv
                else "Replace tabs inside the text by spaces, or quote it and use "
                f"{said('format', 'csv')}."
            )
        elif self.is_csv:
            advice = "Check for a line break in a field that has no quotes."
        else:
            advice = "Check for spaces instead of tabs, or a line break inside the text."
        plural = "" if n_expected == 1 else "s"
        raise DataError(
            f"{place}: expected {n_expected} {separator}-separated field{plural}, "
            f"got {n_got}. {advice}"
        )

    def _check_order(self, documents: Documents) -> None:
        """Refuse a table without names whose second column is plainly the label."""
        labels, texts = documents.label_set, documents.texts
        if labels is None or len(texts) < ENOUGH_TO_JUDGE or len(labels.names) <= len(texts) // 2:
            return
        if len(_core.distinct(texts)[0]) <= len(labels.names) // 4:
            raise DataError(
                f"{self.source}: without column names, the label comes first and then the text; "
                f"here column 1 has {len(labels.names)} different values and column 2 has fewer. "
                f"Say {said('text', 1)} and {said('label', 2)}."
            )


def _read_told_delimiter(block: Bytes) -> tuple[int, str | None]:
    """Return how long Excel's line is that tells the delimiter, and what it tells."""
    found = TOLD.match(bytes(block[:8]))
    return (0, None) if found is None else (found.end(), found[1].decode())


def _find_delimiter(block: Bytes, is_last: bool, trained_on: TrainedColumns | None) -> str:
    """Return the delimiter under which the first record makes sense; else a comma."""
    records = {
        delimiter: _core.first_record(
            block, delimiter=ord(delimiter), quoted=True, is_last=is_last, limit=LONGEST_NAME
        )[0]
        for delimiter in DELIMITERS
    }
    for delimiter, fields in records.items():
        if len(fields) > 1 and names_columns(fields, trained_on):
            return delimiter
    return next((d for d, fields in records.items() if len(fields) > 1), ",")
