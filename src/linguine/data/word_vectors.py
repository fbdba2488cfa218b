"""Vectors of words: files of them, and the table that they become."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cached_property
from tokenize import TokenError
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.data.reading.options import ReadOptions
from linguine.data.reading.source import check_path, read_all
from linguine.data.reading.stream import decoded_mapping
from linguine.errors import DataError

__all__ = ["WordTable", "read_word_vectors"]

#: Rows of a matrix that are made bytes at a time.
_BLOCK = 65_536


@dataclass(frozen=True, eq=False)
class WordTable:
    """A vector of length 1 for each of many words, a byte a number.

    A word is looked up as it is written, then in lower case.

    Examples
    --------
    >>> table = WordTable.of(["cash", "lunch"], np.array([[1.0, 0.0], [3.0, 4.0]]))
    >>> table.native.find(_core.Texts(["Cash", "bye"])).tolist()
    [0, -1]
    """

    codes: NDArray[np.int8]  # (n_words, n_numbers)
    offsets: NDArray[np.int64]  # (n_words + 1,)
    name_bytes: NDArray[np.uint8]  # the words, end to end

    @classmethod
    def of(cls, words: list[str], matrix: Any) -> WordTable:
        """Return a table of words and their vectors : (n_words, n_numbers)."""
        encoded = [each.encode() for each in words]
        offsets = np.concatenate([[0], np.cumsum([len(each) for each in encoded])])
        names = np.frombuffer(b"".join(encoded), np.uint8)
        return cls(_as_codes(matrix, "the matrix"), offsets.astype(np.int64), names)

    @cached_property
    def native(self) -> _core.WordTable:
        """The core's form: what finds words."""
        return _core.WordTable(_core.Texts.from_buffer(self.name_bytes, self.offsets), self.codes)

    @property
    def n_numbers(self) -> int:
        """Numbers of a vector."""
        return int(self.codes.shape[1])

    def __len__(self) -> int:
        return len(self.codes)

    def __deepcopy__(self, memo: Any) -> WordTable:
        return self  # nothing changes it

    def __reduce__(self) -> tuple[Any, ...]:
        return WordTable, (self.codes, self.offsets, self.name_bytes)


def read_word_vectors(path: str | os.PathLike[str]) -> WordTable:
    r"""Read vectors of words.

    Parameters
    ----------
    path
        A text file of word2vec, GloVe or fastText (``word 0.1 -0.2 ...``, perhaps behind a line
        that says how many), plain or compressed; or ``vectors.npy``, a matrix, beside
        ``vectors.words`` with a word on each line. The matrix is mapped into memory.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "vectors.txt"
    >>> _ = path.write_text("cash 1 0\nlunch 0.6 0.8\n")
    >>> table = read_word_vectors(path)
    >>> len(table), table.n_numbers
    (2, 2)
    """
    place = check_path(path)
    if place.endswith(".npy"):
        return _read_matrix(place)
    with decoded_mapping(place, ReadOptions(encoding_errors="replace").reading) as content:
        codes, offsets, names, fault = _core.read_word_vectors(content)
    if fault is not None:
        line, count, word, width = fault
        got = f"{word!r}" if count < 0 else f"{count} numbers"
        wants = f"{width} numbers" if width else "numbers"
        raise DataError(
            f"{place}:{line}: expected a word and {wants}, with blanks between; got {got}. Give a "
            "text file of word2vec, GloVe or fastText."
        )
    if not len(codes):
        raise DataError(
            f"{place}: expected vectors of words, one to a line; got none. Check that it was "
            "written completely."
        )
    return WordTable(codes, offsets, names)


def _read_matrix(place: str) -> WordTable:
    beside = f"{place.removesuffix('.npy')}.words"
    try:
        matrix = np.lib.format.open_memmap(place, mode="r")
    except FileNotFoundError:
        raise DataError(
            f"{place}: expected a file; there is none of this name. Check the path."
        ) from None
    except (OSError, ValueError, TypeError, OverflowError, EOFError, TokenError) as error:
        raise DataError(
            f"{place}: expected a matrix of NumPy; got {str(error)[:80]}. Save it with numpy.save."
        ) from None
    words = read_all(check_path(beside)).tobytes().decode("utf-8", "replace").split("\n")
    if words and not words[-1]:
        words.pop()
    words = [each.removesuffix("\r") for each in words]
    if matrix.ndim != 2 or matrix.dtype.kind not in "fiu" or len(matrix) != len(words):
        raise DataError(
            f"{place}: expected a row of numbers for each of the {len(words):,} words of {beside}; "
            f"got shape {matrix.shape} of {matrix.dtype}. Save both from the same vectors."
        )
    if not matrix.size:
        raise DataError(f"{place}: expected vectors of words; got none. Save the matrix again.")
    encoded = [each.encode() for each in words]
    offsets = np.concatenate([[0], np.cumsum([len(each) for each in encoded])]).astype(np.int64)
    return WordTable(_as_codes(matrix, place), offsets, np.frombuffer(b"".join(encoded), np.uint8))


def _as_codes(matrix: Any, name: str) -> NDArray[np.int8]:
    """Return a matrix with a byte a number; each row has its own unit."""
    parts = []
    for begin in range(0, len(matrix), _BLOCK):
        block = np.ascontiguousarray(matrix[begin : begin + _BLOCK], dtype=np.float32)
        codes, broken = _core.quantise_rows(block)
        if broken >= 0:
            raise DataError(
                f"{name}: vectors must be finite; that of row {begin + broken} is not. Repair it, "
                "or leave its word out."
            )
        parts.append(codes)
    return np.concatenate(parts) if parts else np.zeros((0, 0), np.int8)
