"""Arrow lists: columns of lists of texts in an Arrow table, such as several labels a document."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.data.documents import Documents
from linguine.data.reading.columns import LABEL_NAMES, find_known
from linguine.data.reading.options import ReadOptions
from linguine.data.texts import as_texts
from linguine.errors import DataError

__all__ = ["list_of_labels", "lists_of_texts"]


def list_of_labels(schema: Any, options: ReadOptions) -> str | None:
    """Return the column that has a list of labels for each text, if the labels are in one."""
    import pyarrow as pa

    if not options.need_labels or options.votes is not None or options.several is False:
        return None
    texts = (pa.string(), pa.large_string())
    names = [each.name for each in schema if _is_list(each.type) and each.type.value_type in texts]
    asked = next(iter(options.labels), None)
    if asked is not None:
        return str(asked) if asked in names else None
    scalar = find_known([field.name for field in schema if field.name not in names], LABEL_NAMES)
    place = find_known(names, LABEL_NAMES)
    return None if place is None or scalar is not None else names[place]


def _is_list(kind: Any) -> bool:
    import pyarrow as pa

    of_lists = (pa.types.is_list, pa.types.is_large_list, pa.types.is_fixed_size_list)
    return kind is not None and any(each(kind) for each in of_lists)


def lists_of_texts(documents: Documents, name: str) -> tuple[_core.Texts, NDArray[np.int64]]:
    """Return a column of lists: all texts of all lists, and where each list begins and ends.

    What several labels, or tokens, are read from : texts, (n_documents + 1,) offsets.
    """
    column = _list_column(documents, name)
    values = column.flatten()
    return as_texts(values if len(values) else [], name), _ends(column)


def _list_column(documents: Documents, name: str) -> Any:
    """Return a column of lists without nulls, in one piece."""
    names = [] if documents.table is None else documents.table.column_names
    kind = documents.table.schema.field(name).type if name in names else None
    if not _is_list(kind):
        there = ", ".join(names) or "none"
        raise DataError(
            f"{documents.source}: a column of lists must be there; {name!r} is {kind}, and the "
            f"columns are {there}. Name one of them."
        )
    column = documents.table[name].combine_chunks()
    if column.null_count:
        raise DataError(
            f"{documents.source}: {name!r} must have a list in each row; {column.null_count} are "
            "null. Put empty lists there, or remove the rows."
        )
    return column


def _ends(column: Any) -> NDArray[np.int64]:
    import pyarrow.compute as pc

    lengths = pc.list_value_length(column).to_numpy(zero_copy_only=False)
    return np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
