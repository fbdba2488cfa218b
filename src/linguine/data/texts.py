"""Texts in memory: lists, generators, NumPy arrays and columns of pandas, polars and Arrow.

Tables of them, mappings and data frames, are asked for columns by name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from linguine import _core
from linguine.errors import DataError, Verbatim, said

__all__ = ["as_columns", "as_texts", "check_some", "is_table"]

#: Types of data frames: pandas, polars, pyarrow.
FRAMES = ("DataFrame", "LazyFrame", "Table", "RecordBatch")
HOW = "Give a list of str, one per document."


def as_texts(texts: Any, what: str = "texts") -> _core.Texts:
    """Return texts of any kind as views that share memory with what was given.

    Strings of Arrow, polars and pandas (with Arrow behind it) are not copied; strings of
    Python are encoded once by Python itself.

    Parameters
    ----------
    texts
        An iterable of str: list, tuple, generator, NumPy array, pandas or polars Series,
        pyarrow Array or ChunkedArray.
    what
        What they are called in messages.

    Examples
    --------
    >>> len(as_texts(["one", "two"])), as_texts(word for word in ["one", "two"])[1]
    (2, 'two')
    >>> as_texts("one")
    Traceback (most recent call last):
        ...
    linguine.errors.DataError: texts must be a list of str; got one str. Wrap it: ['one'].
    """
    if isinstance(texts, _core.Texts):
        return texts
    if isinstance(texts, (str, bytes)):
        shown = repr(texts if len(texts) <= 20 else texts[:20])
        raise DataError(
            f"{what} must be a list of str; got one {type(texts).__name__}. Wrap it: [{shown}]."
        )
    if isinstance(texts, np.ndarray):
        return _from_numpy(texts, what)
    if type(texts).__name__ in FRAMES:
        raise DataError(
            f"{what} must be one column; got a whole {type(texts).__name__}. "
            "Give the column of the texts, such as frame['text'], or name several with "
            "TextClassifier(text_columns=['title', 'body'])."
        )
    if isinstance(texts, (Mapping, set, frozenset)) or not isinstance(texts, Iterable):
        raise DataError(f"{what} must be a list of str; got {type(texts).__name__}. {HOW}")
    if _is_arrow(texts):
        return _from_arrow(texts, what)
    return _from_list(texts if type(texts) is list else list(texts), what)


def _from_list(items: list[Any], what: str) -> _core.Texts:
    try:
        texts = _core.Texts(items)
    except TypeError:
        for i, item in enumerate(items):
            if not isinstance(item, (str, bytes)):
                raise DataError(_describe(item, i, what)) from None
        raise
    except UnicodeEncodeError:
        row = next(i for i, item in enumerate(items) if not _is_encodable(item))
        raise DataError(
            f"{what} must be Unicode; text {row} holds half of a surrogate pair. "
            "Mend it: text.encode('utf-16', 'surrogatepass').decode('utf-16', 'replace')."
        ) from None
    if texts.has_bytes and (row := texts.first_broken()) >= 0:
        raise DataError(
            f"{what} that are bytes must be UTF-8; text {row} is not. "
            "Decode it with its own encoding: text.decode('latin-1')."
        )
    return texts


def _describe(item: Any, row: int, what: str) -> str:
    is_missing = item is None or item != item or type(item).__name__ in ("NAType", "NaTType")
    if is_missing:
        return (
            f"{what} must be str; text {row} is missing ({item}). "
            "Drop it, or put an empty str in its place."
        )
    return (
        f"{what} must be str; text {row} is {type(item).__name__}. "
        "Give raw texts, or use an estimator such as LinearSVM for numbers."
    )


def _is_encodable(item: str | bytes) -> bool:
    try:
        return isinstance(item, bytes) or item.encode() is not None
    except UnicodeEncodeError:
        return False


def _from_numpy(texts: np.ndarray, what: str) -> _core.Texts:
    if texts.ndim != 1:
        raise DataError(
            f"{what} must have one dimension; got an array of shape {texts.shape}. "
            "Give one column: array[:, 0] or array.ravel()."
        )
    if texts.dtype.kind not in "UOST":
        raise DataError(
            f"{what} must be str; got an array of {texts.dtype}. "
            "Give raw texts, or use an estimator such as LinearSVM for numbers."
        )
    return _from_list(texts.tolist(), what)


def _is_arrow(column: Any) -> bool:
    """Return True if the column's memory can be seen through Arrow without converting it."""
    if type(column).__module__.split(".")[0] == "pandas":
        dtype = getattr(column, "dtype", None)
        is_arrow = getattr(dtype, "storage", "") == "pyarrow" or hasattr(dtype, "pyarrow_dtype")
        return is_arrow and hasattr(column, "__arrow_c_stream__")
    return hasattr(column, "__arrow_c_stream__") or hasattr(column, "__arrow_c_array__")


def _from_arrow(column: Any, what: str) -> _core.Texts:
    texts, _, missing = _core.texts_from_arrow(column)
    if missing >= 0:
        raise DataError(_describe(None, missing, what))
    if texts is None:  # numbers, which the list will name, or strings behind a dictionary
        for name in ("to_pylist", "to_list", "tolist"):
            if hasattr(column, name):
                return _from_list(getattr(column, name)(), what)
        return _from_list(list(column), what)
    return texts


def check_some(n_texts: int) -> None:
    """Raise DataError if there is not a single text."""
    if n_texts == 0:
        raise DataError("There must be at least one text; got none. Check the file or filter.")


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
    """Return numbers of Arrow as those of Python; its strings and lists are read where they are."""
    kind = str(getattr(column, "type", ""))
    is_read = "string" in kind or "list" in kind
    return column.to_pylist() if hasattr(column, "to_pylist") and not is_read else column
