"""Judge of delimited tables: Python's csv module, strict about quotes."""

from __future__ import annotations

import csv
import io

__all__ = ["read_table", "write_table"]


def read_table(content: str, delimiter: str, *, quoted: bool) -> list[list[str]] | None:
    """Return the records that are not empty, or None if the quotes are wrong."""
    lines = io.StringIO(content, newline="")
    try:
        if quoted:
            rows = list(csv.reader(lines, delimiter=delimiter, strict=True))
        else:
            rows = list(csv.reader(lines, delimiter=delimiter, quoting=csv.QUOTE_NONE))
    except csv.Error:
        return None
    return [row for row in rows if row and not (len(row) == 1 and not row[0].strip(" "))]


def write_table(rows: list[list[str]], delimiter: str, line_end: str = "\n") -> str:
    """Return a table with quotes where they are needed."""
    special = {'"', "\r", "\n", delimiter}  # csv.writer leaves a lone carriage return bare

    def show(field: str) -> str:
        return '"' + field.replace('"', '""') + '"' if special & set(field) else field

    return "".join(delimiter.join(map(show, row)) + line_end for row in rows)
