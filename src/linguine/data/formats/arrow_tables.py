"""Arrow tables: Parquet and Arrow files, read by row groups, without an object per cell.

Texts are read where Arrow has them; other values become texts by Arrow's own conversion, as the
columns of every other table are texts. Lists and structures are no columns of texts and are kept
in ``Documents.table`` alone, where who wants lists of labels or of numbers finds them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import numpy as np

from linguine.data.documents import Documents, LabelLists
from linguine.data.formats.arrow_lists import list_of_labels, lists_of_texts
from linguine.data.formats.lines import TextParser
from linguine.data.formats.table import ENDINGS, TABLE_FORMATS, ending_of
from linguine.data.reading.columns import Layout, choose_layout
from linguine.data.reading.options import ColumnName, ReadOptions
from linguine.data.reading.source import STDIN, check_path, is_regular, read_all, source_name
from linguine.data.reading.trained_columns import as_trained
from linguine.data.texts import as_texts
from linguine.errors import DataError, said
from linguine.extras import needed_by

__all__ = ["holds_label_lists", "read_table", "row_groups", "table_format"]

#: First bytes of files whose names say nothing.
_MAGIC = {b"PAR1": "parquet", b"ARROW1": "arrow"}
#: Rows that are held at a time, where not all are wanted.
_N_ROWS = 1 << 14


def table_format(place: str, wanted: str = "auto") -> str | None:
    """Return ``"parquet"`` or ``"arrow"`` for such a file, by its ending or its first bytes.

    Examples
    --------
    >>> table_format("reviews.parquet"), table_format("reviews.feather"), table_format("a.tsv")
    ('parquet', 'arrow', None)
    """
    name = ENDINGS.get(ending_of(place)) if wanted == "auto" else wanted
    if name is not None or not is_regular(place):
        return name if name in TABLE_FORMATS else None
    try:
        with open(place, "rb") as file:
            start = file.read(6)
    except OSError:  # is told by who reads it
        return None
    return next((name for magic, name in _MAGIC.items() if start.startswith(magic)), None)


def holds_label_lists(place: str, name: str, label: ColumnName) -> bool:
    """Return True if the labels of a Parquet or Arrow file are lists: several for a text."""
    options = ReadOptions(label=label)
    with needed_by("Reading a Parquet or Arrow file"):
        import pyarrow as pa
    try:
        with _complaints(place, name):
            if name == "parquet":
                import pyarrow.parquet as pq

                schema = pq.read_schema(place)
            else:
                schema = pa.ipc.open_file(pa.memory_map(place)).schema
            return list_of_labels(schema, options) is not None
    except DataError:  # is told by who reads it
        return False


def read_table(
    place: str,
    name: str,
    options: ReadOptions,
    *,
    in_parts: bool,
    groups: tuple[int, int] | None = None,
) -> Iterator[Documents]:
    """Yield the documents of a Parquet or Arrow file: all at once, or some rows at a time.

    Of a Parquet file ``groups`` are the first row group and the one behind the last.
    """
    source, row = source_name(place), 0
    parser = _TableParser(source, replace(options, header=True))
    with needed_by("Reading a Parquet or Arrow file"):
        import pyarrow as pa
    with _complaints(source, name):
        for batch in _batches(place, name, in_parts=in_parts, groups=groups):
            batch.validate(full=True)  # Arrow itself believes what a file says of its own cells
            if batch.num_rows:
                yield parser.convert(pa.Table.from_batches([batch]) if in_parts else batch, row)
                row += batch.num_rows
    if not row:
        raise DataError(
            f"{source}: expected at least one document, got a table without rows. "
            "Check that it was written completely."
        )


def row_groups(place: str, n_bytes: int) -> list[tuple[int, int]]:
    """Return runs of row groups of a Parquet file that have about so many bytes each."""
    with needed_by("Reading a Parquet or Arrow file"), _complaints(place, "parquet"):
        import pyarrow.parquet as pq

        told = pq.ParquetFile(place).metadata
        sizes = [told.row_group(i).total_byte_size for i in range(told.num_row_groups)]
    runs, begin, total = [], 0, 0
    for i, size in enumerate(sizes):
        if total and total + size > n_bytes:
            runs.append((begin, i))
            begin, total = i, 0
        total += size
    return [*runs, (begin, len(sizes))]


def _batches(
    place: str, name: str, *, in_parts: bool, groups: tuple[int, int] | None = None
) -> Iterator[Any]:
    import pyarrow as pa

    file: Any = place if place != STDIN else pa.BufferReader(pa.py_buffer(read_all(place)))
    if name == "parquet":
        import pyarrow.parquet as pq

        opened = pq.ParquetFile(file)
        if in_parts:
            chosen = None if groups is None else range(*groups)
            yield from opened.iter_batches(_N_ROWS, row_groups=chosen)
        else:
            yield opened.read()
        return
    reader = pa.ipc.open_file(pa.memory_map(file) if place != STDIN else file)
    if not in_parts:
        yield reader.read_all()
        return
    for i in range(reader.num_record_batches):
        batch = reader.get_batch(i)
        yield from (batch.slice(k, _N_ROWS) for k in range(0, batch.num_rows, _N_ROWS))


@contextmanager
def _complaints(source: str, name: str) -> Iterator[None]:
    """Tell in three parts what Arrow says about a file."""
    try:
        yield
    except FileNotFoundError:
        check_path(source)
        raise DataError(
            f"{source}: expected a file; there is none of this name. Check the path."
        ) from None
    except DataError:
        raise
    except (OSError, ValueError, KeyError, NotImplementedError, MemoryError) as error:
        reason = " ".join(str(error).split())[:200].rstrip(".")
        raise DataError(
            f"{source}: a {name} file must be whole; Arrow says: {reason}. Write it again, or name "
            f"another {said('format', 'NAME')}."
        ) from None


class _TableParser(TextParser):
    """Chooses text and label by the names of columns, and turns Arrow's columns into texts."""

    has_header = True

    def __init__(self, source: str, options: ReadOptions) -> None:
        super().__init__(source, options)
        self._layout: Layout | None = None

    def convert(self, table: Any, row: int) -> Documents:
        """Return the documents of some rows, the first of which is counted from 0."""
        names = [name for name in table.column_names if _is_scalar(table.schema.field(name).type)]
        if self._layout is None:
            self.options = as_trained(table.column_names, self.options)
        lists = list_of_labels(table.schema, self.options)
        if self._layout is None:
            needs = self.options.need_labels and lists is None
            options = replace(self.options, need_labels=needs)
            self._layout = choose_layout(names, options, self.source)
        layout = self._layout
        needed = {*layout.texts, *(() if layout.label is None else (layout.label,))}
        if self.options.empty_labels and layout.label is not None:
            needed.discard(layout.label)
        columns = [
            self._texts(table[name], name, row, is_needed=i in needed)
            for i, name in enumerate(names)
        ]
        lines = np.arange(row + 1, row + table.num_rows + 1)
        made = self.make_documents(names, columns, layout.texts, layout.label, lines)
        made = replace(made, table=table)
        if lists is None:
            return made
        found = LabelLists.of(*lists_of_texts(made, lists))
        return replace(made, label_lists=found, label_column=lists)

    def _texts(self, column: Any, name: str, row: int, *, is_needed: bool) -> Any:
        import pyarrow as pa
        import pyarrow.compute as pc

        if pa.types.is_dictionary(column.type):
            column = column.cast(column.type.value_type)
        if not (pa.types.is_string(column.type) or pa.types.is_large_string(column.type)):
            column = column.cast(pa.string())
        if column.null_count and is_needed:
            place = row + 1 + pc.index(column.is_null(), True).as_py()
            raise DataError(
                f"{self.source}: row {place}: every document needs a value for {name!r}; this one "
                "is null. Fill it in or remove the row."
            )
        return as_texts(column.fill_null("") if column.null_count else column, name)


def _is_scalar(kind: Any) -> bool:
    """Return True for what can be written as a text: numbers, dates, truth values and texts."""
    import pyarrow as pa

    if pa.types.is_dictionary(kind):
        kind = kind.value_type
    of_bytes = pa.types.is_binary(kind) or pa.types.is_large_binary(kind)
    of_bytes = of_bytes or pa.types.is_fixed_size_binary(kind)
    return not (pa.types.is_nested(kind) or of_bytes or pa.types.is_null(kind))
