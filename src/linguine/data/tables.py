"""Tables in memory: mappings and data frames, of which columns are asked by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from linguine.errors import DataError, Verbatim, said

__all__ = ["FRAMES", "as_columns", "is_table"]

#: Types of data frames: pandas, polars, pyarrow.
FRAMES = ("DataFrame", "LazyFrame", "Table", "RecordBatch")


def is_table(value: Any) -> bool:
    """Return True for a mapping from names to columns, and for a data frame."""
    return isinstance(value, Mapping) or type(value).__name__ in FRAMES


def as_columns(columns: Any) -> Mapping[str, Any]:
    """Return the columns of a mapping or a data frame by name; None has none."""
    if columns is None:
        return {}
    if isinstance(columns, Mapping):
        return columns
    if type(columns).__name__ == "LazyFrame":
        columns = columns.collect()
    if type(columns).__name__ in FRAMES:
        names = getattr(columns, "column_names", None) or list(columns.columns)
        return {str(name): _plain(columns[name]) for name in names}
    raise DataError(
        "must be a dict from names to columns, or a data frame; got "
        f"{type(columns).__name__}. Write {said('columns', {'price': Verbatim('prices')})}.",
        parameter="columns",
    )


def _plain(column: Any) -> Any:
    """Return numbers of Arrow as those of Python; its strings are read where they are."""
    is_arrow = hasattr(column, "to_pylist") and "string" not in str(getattr(column, "type", ""))
    return column.to_pylist() if is_arrow else column
