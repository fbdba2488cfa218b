"""Partitions: pieces of files that are read by themselves, wherever that is.

Where a piece ends follows from the files alone, not from who reads it or how many these are.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np

from linguine import _core
from linguine.data.documents import Documents
from linguine.data.formats.arrow_tables import read_table, row_groups, table_format
from linguine.data.formats.json_records import has_paths, is_array
from linguine.data.formats.lines import TextParser
from linguine.data.formats.recognition import detect_format
from linguine.data.reading.documents import iterate_documents, parser_for
from linguine.data.reading.encoding import Decoder
from linguine.data.reading.files import Files, Mark, mark_of, text_bytes
from linguine.data.reading.options import Bytes, ReadOptions
from linguine.data.reading.source import Span, is_plain, is_regular, read_lines, source_name
from linguine.data.reading.stream import parse_blocks
from linguine.data.reading.transcoding import AUTO, UTF_8
from linguine.errors import DataError

__all__ = ["Partition", "cut_files", "cut_lines", "join_small", "partition_bytes"]

#: How large a partition is, about; and how many there are at most, before they become larger.
_BYTES, _MOST = 32 << 20, 4096
#: Small files are one part together, as long as there are about so many parts, or they are tiny.
_ENOUGH, _TINY = 64, 1 << 20
#: How much of a file is held at a time, and of its beginning to see what its columns are.
_BLOCK_BYTES, _HEAD_BYTES = 4 << 20, 1 << 16
#: Formats whose records are lines: quotes may hide the end of a record of CSV.
_OF_LINES = ("tsv", "jsonl", "fasttext", "lines")


@dataclass(frozen=True)
class Partition:
    """A piece of a file: all of it, some of its lines, or some row groups of a table.

    Parameters
    ----------
    path
        The file, which every reader must find under this name.
    mark
        What shows that it is still the same.
    options
        How it is read; as for :func:`linguine.data.iterate_documents`.
    n_bytes
        About how much text it holds.
    span
        Bytes that are whole lines.
    groups
        Row groups of a Parquet file: the first, and the one behind the last.
    """

    path: str
    mark: Mark
    options: Mapping[str, Any]
    n_bytes: int
    span: Span | None = None
    groups: tuple[int, int] | None = None

    def documents(self) -> Iterator[Documents]:
        """Yield its documents, some at a time; a file that has changed is an error."""
        self.check()
        yield from self._blocks()
        self.check()

    def _blocks(self) -> Iterator[Documents]:
        options = ReadOptions(**self.options)
        if self.span is not None:
            return _iterate_span(self.path, self.span, options)
        if self.groups is not None:
            return read_table(self.path, "parquet", options, in_parts=True, groups=self.groups)
        return iterate_documents(self.path, **{**self.options, "block_bytes": _BLOCK_BYTES})

    def check(self) -> None:
        """Raise DataError if the file is another than when it was cut."""
        try:
            is_same = mark_of(self.path) == self.mark
        except OSError:
            is_same = False
        if not is_same:
            raise DataError(
                f"{self.path}: a file must stay as it is while it is learned from, and every "
                "worker must see the same; it was changed, moved or is not there for a worker. "
                "Begin again when nobody writes to it, from a folder that all workers share."
            )


def partition_bytes(n_bytes: int) -> int:
    """Return how large the partitions of so many bytes are.

    Examples
    --------
    >>> [partition_bytes(n) >> 20 for n in (1, 1 << 40)]
    [32, 256]
    """
    return max(_BYTES, -(-n_bytes // _MOST))


def cut_files(files: Files) -> list[Partition]:
    """Return the partitions of some files, in their order."""
    found: list[Partition] = []
    paths = [os.path.abspath(path) if path != "-" else path for path in files.paths]
    for path in paths:
        if (os.path.exists(path) and not is_regular(path)) or path == "-":
            raise DataError(
                f"{source_name(path)}: many machines read files, each a part of it; a pipe or a "
                "folder cannot be cut. Write it to a file in a folder that all workers share."
            )
    sizes = [os.path.getsize(path) if os.path.exists(path) else 0 for path in paths]
    n_bytes = partition_bytes(sum(sizes))
    for path in paths:
        found += _cut_file(path, files.options, n_bytes)
    return found


def join_small(partitions: Sequence[Partition]) -> list[tuple[Partition, ...]]:
    """Return partitions with their small neighbours: thousands of files are not as many tasks.

    Nor do online learners, which learn from each part by itself, learn from a handful of texts.
    """
    sizes = [each.n_bytes for each in partitions]
    limit = min(partition_bytes(sum(sizes)), max(_TINY, sum(sizes) // _ENOUGH))
    found: list[list[Partition]] = []
    room = -1
    for each, size in zip(partitions, sizes, strict=True):
        if size > room:
            found.append([])
            room = limit
        found[-1].append(each)
        room -= size
    return [tuple(each) for each in found]


def _cut_file(path: str, given: Mapping[str, Any], n_bytes: int) -> list[Partition]:
    options = ReadOptions(**given)
    if not is_regular(path):
        next(iterate_documents(path, **given))  # complains
    whole = Partition(path, mark_of(path), given, text_bytes(path))
    if table_format(path, options.format) == "parquet":
        runs = row_groups(path, n_bytes)
        return [replace(whole, groups=each, n_bytes=whole.n_bytes // len(runs)) for each in runs]
    if whole.mark.size <= n_bytes or not _is_of_lines(path, options):
        return [whole]
    spans = cut_lines(path, whole.mark.size, n_bytes)
    return [replace(whole, span=each, n_bytes=each.end - each.begin) for each in spans]


def _is_of_lines(path: str, options: ReadOptions) -> bool:
    if table_format(path, options.format) is not None or not is_plain(path, options.reading):
        return False
    head, name = _read_head(path, _HEAD_BYTES), options.format
    if name == "auto":
        name = detect_format(
            path, head, need_labels=options.need_labels, trained_on=options.trained_on
        )
    return name in _OF_LINES and not (name == "jsonl" and (has_paths(options) or is_array(head)))


def cut_lines(path: str, size: int, n_bytes: int) -> list[Span]:
    """Return the spans of a plain file of lines: each begins with the line behind its place."""
    borders = [0]
    with open(path, "rb") as file:
        for place in range(n_bytes, size, n_bytes):
            file.seek(place - 1)
            file.readline()  # a line that begins there is whole
            if borders[-1] < file.tell() < size:
                borders.append(file.tell())
    borders.append(size)
    return [Span(a, b) for a, b in pairwise(borders)]


def _iterate_span(place: str, span: Span, options: ReadOptions) -> Iterator[Documents]:
    """Yield the documents of some lines of a plain file, as they are when it is read as a whole.

    Its first lines say what the columns are. Lines are numbered only for a complaint. Nothing is
    guessed about the encoding: another part of the file might guess otherwise.
    """
    if options.encoding == AUTO:
        options = replace(options, encoding=UTF_8)
    try:
        yield from _parse_span(place, span, options)
    except DataError:
        if not span.begin:
            raise
        blocks = read_lines(place, _BLOCK_BYTES, span=Span(0, span.begin))
        n_before = sum(_core.count_lines(block) for block, _ in blocks)
        for _ in _parse_span(place, span._replace(line=1 + n_before), options):
            pass
        raise


def _parse_span(place: str, span: Span, options: ReadOptions) -> Iterator[Documents]:
    def choose(content: Bytes, is_last: bool) -> TextParser | None:
        if not span.begin:
            return parser_for(place, content, options)
        head = _read_head(place, span.begin)
        parser = parser_for(place, head, options)
        parser.parse(head, False)
        parser.go_on_at(span.line)
        return parser

    reading = options.reading
    for documents in parse_blocks(place, reading, _BLOCK_BYTES, choose, patient_from=0, span=span):
        if len(documents):
            yield documents


def _read_head(place: str, most: int) -> Bytes:
    """Return the first lines of a plain file, or one long line: what the format is seen by."""
    decode = Decoder(source_name(place))
    for block, _ in read_lines(place, min(most, _HEAD_BYTES), span=Span(0, most)):
        if len(block):
            return decode(block)
    return np.zeros(0, np.uint8)
