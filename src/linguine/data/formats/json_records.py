"""JSON beyond flat lines: a file that is one array, and members inside of members.

Each record is rewritten as one line of flat members, which is then read as any other. That is
slower than lines, and an array has to be whole before the first of its objects can be read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from linguine.data.documents import Documents
from linguine.data.formats.jsonl import JsonLinesParser
from linguine.data.reading.options import Bytes, ReadOptions
from linguine.errors import DataError

__all__ = ["JsonRecordsParser", "has_paths", "is_array"]

_SPACE = re.compile(r"[ \t\r\n]*")


def is_array(content: Bytes) -> bool:
    """Return True if the first character that is no space opens an array."""
    return bytes(content[:4096]).lstrip()[:1] == b"["


def has_paths(options: ReadOptions) -> bool:
    """Return True if a column is named by a path: ``message.body``."""
    trained = () if options.trained_on is None else options.trained_on.paths
    named = (*options.texts, *options.labels, *trained)
    return any(isinstance(each, str) and "." in each for each in named)


class JsonRecordsParser(JsonLinesParser):
    r"""Reads the objects of an array, or of lines, with the members of their members.

    Examples
    --------
    >>> options = ReadOptions(text="message.body")
    >>> parser = JsonRecordsParser("mail.json", options)
    >>> content = b'[{"message": {"body": "Hi"},\n  "label": "ham"}]'
    >>> documents, _ = parser.parse(np.frombuffer(content, dtype=np.uint8), is_last=True)
    >>> documents.texts[0], documents.labels
    ('Hi', ['ham'])
    """

    def __init__(self, source: str, options: ReadOptions) -> None:
        super().__init__(source, options)
        self._is_array: bool | None = None  # not known before the first block
        self._first = 1  # line of the next block
        self._places = np.zeros(0, dtype=np.int64)  # the line where each record begins

    def parse(self, block: Bytes, is_last: bool) -> tuple[Documents | None, int]:
        """Return the documents of all whole records, and how many bytes they took."""
        if self._is_array is None:
            self._is_array = is_array(block)
        if self._is_array and not is_last:
            return None, 0
        n_whole = len(block) if is_last else bytes(block).rfind(b"\n") + 1
        text = bytes(block[:n_whole]).decode()
        found = list(self._elements(text) if self._is_array else self._lines(text))
        self._first += text.count("\n")
        self._places = np.array([line for line, _ in found], dtype=np.int64)
        self._line = 1
        rows = "".join(f"{row}\n" for _, row in found).encode("utf-8", "surrogatepass")
        documents, _ = super().parse(np.frombuffer(rows, dtype=np.uint8), is_last=True)
        return documents, n_whole if documents is not None else 0

    def number(self, lines: Any) -> Any:
        """Return the lines of the file where records begin, given their numbers from 1."""
        return self._places[np.asarray(lines) - 1]

    def _lines(self, text: str) -> Iterator[tuple[int, str]]:
        for i, line in enumerate(text.split("\n")):
            if line.strip():
                yield self._first + i, _flat(line)

    def _elements(self, text: str) -> Iterator[tuple[int, str]]:
        """Yield the line and the text of each element of the array."""
        decode = json.JSONDecoder().raw_decode
        place = _skip(text, text.index("[") + 1)
        line, counted = 1, 0
        closed = text[place : place + 1] == "]"
        while not closed:
            line, counted = line + text.count("\n", counted, place), place
            try:
                value, end = decode(text, place)
            except (ValueError, RecursionError) as error:
                raise self._broken(line, getattr(error, "msg", str(error))) from None
            if not isinstance(value, dict):
                raise self._broken(line, f"{type(value).__name__} among them")
            yield line, _flat(text[place:end].replace("\n", " ").replace("\r", " "))
            place = _skip(text, end)
            closed = text[place : place + 1] == "]"
            if not closed and text[place : place + 1] != ",":
                raise self._broken(line, "no comma and no end behind an object")
            place = place if closed else _skip(text, place + 1)
        if _skip(text, place + 1) < len(text):
            raise self._broken(line + text.count("\n", counted, place), "text behind the array")

    def _broken(self, line: int, got: str) -> DataError:
        return DataError(
            f"{self.source}:{line}: expected an array of JSON objects; got {got}. "
            "Correct it, or write one whole JSON object per line."
        )


def _skip(text: str, place: int) -> int:
    found = _SPACE.match(text, place)
    return place if found is None else found.end()


def _flat(line: str) -> str:
    """Return an object with the members of its members under their paths; others as they are."""
    try:
        record = json.loads(line)
        if not isinstance(record, dict) or not any(isinstance(v, dict) for v in record.values()):
            return line
        return json.dumps({**dict(_leaves("", record)), **_plain(record)}, ensure_ascii=False)
    except (ValueError, RecursionError):  # whoever reads the line says what is wrong with it
        return line


def _plain(record: dict[str, Any]) -> dict[str, Any]:
    """Return the members that stay: all but objects, of which those may be labels that are flat."""
    return {name: value for name, value in record.items() if not _is_deep(value)}


def _is_deep(value: Any) -> bool:
    return isinstance(value, dict) and any(isinstance(v, dict | list) for v in value.values())


def _leaves(path: str, record: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, value in record.items():
        if isinstance(value, dict):
            yield from _leaves(f"{path}{name}.", value)
        else:
            yield f"{path}{name}", value
