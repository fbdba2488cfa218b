"""Writing tables: documents with columns of answers, as a Parquet or Arrow file."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from linguine.data.documents import Documents
from linguine.errors import DataError
from linguine.extras import needed_by

__all__ = ["write_table"]


def write_table(
    path: str, parts: Iterable[tuple[Documents, Mapping[str, Any]]], name: str
) -> Iterator[int]:
    """Write documents with further columns into a Parquet or Arrow file; yield how many, in parts.

    The file is there when all is written, or not at all. A further column whose name is taken is
    called ``predicted_NAME``.
    """
    with needed_by("Writing a Parquet or Arrow file"):
        import pyarrow as pa
    folder, base = os.path.split(os.path.realpath(path))
    hidden, writer = os.path.join(folder, f".{base}.{os.urandom(8).hex()}.tmp"), None
    try:
        for documents, further in parts:
            table = _joined(documents, further)
            if writer is None:
                writer = _open_writer(hidden, name, table.schema)
            writer.write_table(table)
            yield len(documents)
        if writer is not None:
            writer.close()
            os.replace(hidden, path)
    except pa.ArrowException as error:
        raise DataError(
            f"{path}: answers must fit into one table; Arrow says: {error}. Write JSON instead."
        ) from None
    finally:
        if os.path.exists(hidden):
            os.unlink(hidden)


def _open_writer(path: str, name: str, schema: Any) -> Any:
    import pyarrow as pa

    if name == "parquet":
        import pyarrow.parquet as pq

        return pq.ParquetWriter(path, schema)
    return pa.ipc.new_file(path, schema)


def _joined(documents: Documents, further: Mapping[str, Any]) -> Any:
    import pyarrow as pa

    table = documents.table
    if table is None:
        columns = documents.columns or {"text": documents.texts}
        table = pa.table({name: pa.array(each.tolist()) for name, each in columns.items()})
    for name, values in further.items():
        free = name if name not in table.column_names else f"predicted_{name}"
        table = table.append_column(free, pa.array(values))
    return table
