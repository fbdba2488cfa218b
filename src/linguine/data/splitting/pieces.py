"""Pieces: the bytes of each example of a file, so that a file is cut without changing a letter."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from linguine.data.constituents import Constituents
from linguine.data.documents import Documents
from linguine.data.formats.json_records import is_array
from linguine.data.reading.options import Bytes
from linguine.data.reading.source import STDIN
from linguine.data.reading.stream import decoded
from linguine.data.reading.transcoding import Encoding
from linguine.data.sentences import Sentences
from linguine.errors import DataError

__all__ = ["Pieces", "read_pieces"]

_LINE_FEED, _OPEN, _CLOSE = 10, 40, 41


@dataclass(frozen=True, eq=False)
class Pieces:
    """A file in pieces, one for each example.

    Parameters
    ----------
    content
        All bytes, in UTF-8.
    begins
        Where the piece of each example begins; it ends where the next begins : (n_examples,).
    head
        How many bytes stand before the first, and belong into every file: names of columns.
    """

    content: Bytes
    begins: NDArray[np.int64]
    head: int = 0

    def write(self, chosen: NDArray[np.bool_]) -> Iterator[str]:
        """Yield what a file with some of the examples holds."""
        if self.head:
            yield self.content[: self.head].tobytes().decode()
        ends = np.append(self.begins[1:], len(self.content))
        # Neighbours go together; an empty piece is part of the line of the one before it.
        edges = np.flatnonzero(np.diff(np.concatenate([[0], chosen.astype(np.int8), [0]])))
        for first, behind in edges.reshape(-1, 2).tolist():
            piece = self.content[int(self.begins[first]) : int(ends[behind - 1])].tobytes()
            yield piece.decode() + ("" if piece.endswith(b"\n") or not piece else "\n")


def read_pieces(
    path: str, data: Documents | Sentences | Constituents, encoding: Encoding
) -> Pieces:
    """Read a file again, as bytes, and find the piece of each example in it."""
    if path == STDIN or os.path.isdir(path):
        kind = "a pipe" if path == STDIN else "a folder"
        raise DataError(
            f"{path}: what is split must be a file, as it is written again piece by piece; got "
            f"{kind}. Write it into one file first."
        )
    content = decoded(path, encoding)
    if isinstance(data, Constituents):
        return Pieces(content, _behind_trees(content, len(data)))
    feeds = np.flatnonzero(content == _LINE_FEED)
    line_begins = np.concatenate([[0], feeds + 1])
    if isinstance(data, Documents):
        if is_array(content):
            raise DataError(
                f"{path}: what is split must have a document on each line; got a JSON array. "
                "Write each object on a line of its own (.jsonl)."
            )
        begins = line_begins[data.lines - 1]
        return Pieces(content, begins, int(begins[0]))
    return Pieces(content, _behind_blanks(content, line_begins, data))


def _behind_blanks(
    content: Bytes, line_begins: NDArray[np.int64], sentences: Sentences
) -> NDArray[np.int64]:
    """Return where sentences begin: behind an empty line, with their comments."""
    ends = np.append(line_begins[1:] - 1, len(content))
    filled = np.concatenate([[0], np.cumsum(~np.isin(content, (9, 10, 13, 32)))])
    blank = np.flatnonzero(filled[ends] == filled[np.minimum(line_begins, len(content))])
    first = sentences.lines[sentences.offsets[:-1]] - 1
    before = np.searchsorted(blank, first) - 1
    begins = np.where(before >= 0, line_begins[np.append(blank, 0)[before] + 1], 0)
    if len(begins):
        begins[0] = 0
    return begins


def _behind_trees(content: Bytes, n_trees: int) -> NDArray[np.int64]:
    """Return where trees begin: behind the line on which the last bracket of another closed."""
    depth = np.cumsum((content == _OPEN).astype(np.int64) - (content == _CLOSE))
    closed = np.flatnonzero((content == _CLOSE) & (depth == 0)) + 1
    if len(closed) != n_trees:
        raise DataError(
            f"trees must be closed one by one to be split; got {len(closed)} brackets that close "
            f"and {n_trees} trees. Write one tree on each line first."
        )
    feeds = np.append(np.flatnonzero(content == _LINE_FEED) + 1, len(content))
    behind = feeds[np.searchsorted(feeds, closed)]
    begins = np.concatenate([[0], behind[:-1]]) if n_trees else behind
    return np.asarray(begins, np.int64)
