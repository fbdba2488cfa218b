"""JSON lines: one object per line, with the text and the label as members."""

from __future__ import annotations

import json
from typing import Any

from linguine import _core
from linguine.data.documents import Documents
from linguine.data.formats.lines import TextParser
from linguine.data.reading.columns import (
    LABEL_NAMES,
    TEXT_NAMES,
    check_texts,
    check_there,
    find_known,
)
from linguine.data.reading.gold_columns import without_gold
from linguine.data.reading.options import Bytes, ColumnName, ReadOptions, nearest
from linguine.data.reading.trained_columns import as_told, as_trained, tell_of_others
from linguine.errors import DataError, said

__all__ = ["JsonLinesParser"]

ANYTHING, SCALAR, STRING, LIST = 0, 1, 2, 3  # what a member must be


class JsonLinesParser(TextParser):
    r"""Reads one JSON object per line.

    The members of the first object are the columns; a column that is missing later is empty. If
    its label is a list, each text may have several labels, or none.

    Examples
    --------
    >>> import numpy as np
    >>> parser = JsonLinesParser("mail.jsonl", ReadOptions())
    >>> block = np.frombuffer(b'{"text": "Win a\\nprize", "label": 1}\n', dtype=np.uint8)
    >>> documents, _ = parser.parse(block, is_last=True)
    >>> documents.texts[0], documents.labels
    ('Win a\nprize', ['1'])
    """

    def __init__(self, source: str, options: ReadOptions) -> None:
        super().__init__(source, options)
        self._names: list[str] = []
        self._texts: list[int] = []
        self._label: int | None = None
        self._begins_with_list = False

    @property
    def has_lists(self) -> bool:
        """True if each text may have several labels."""
        told = self.options
        is_said = told.several is not None or told.label_separator is not None or told.votes
        return super().has_lists if is_said else self._begins_with_list

    def parse(self, block: Bytes, is_last: bool) -> tuple[Documents | None, int]:
        """Return the documents of all whole lines, and how many bytes they took."""
        if not self._names and not self._choose_members(block, is_last):
            return None, 0
        needs = [ANYTHING] * len(self._names)
        for i in self._texts:
            needs[i] = STRING
        if self._label is not None and not self.has_objects and self.options.votes is None:
            is_list = self.has_lists and self.options.label_separator is None
            needs[self._label] = LIST if is_list else SCALAR
        begin = self._line
        columns, lines, consumed, self._line, fault = _core.parse_json_lines(
            block, names=self._names, needs=needs, first_line=begin, is_last=is_last
        )
        if fault is not None:
            if self._finds_object(*fault):
                self._line = begin
                return JsonLinesParser.parse(self, block, is_last)
            self._complain(*fault)
        lines = self.number(lines)
        labelled = [] if self._label is None or self.has_objects else [self._label]
        for i in (*self._texts, *labelled):
            self._check_characters(columns[i], lines, self._names[i])
        return self.make_documents(self._names, columns, self._texts, self._label, lines), consumed

    def number(self, lines: Any) -> Any:
        """Return the lines of the file that belong to those that were read."""
        return lines

    def _choose_members(self, block: Bytes, is_last: bool) -> bool:
        """Choose text and label from the first object; False if it is not whole yet."""
        fields, _, next_line, _ = _core.first_record(
            block, delimiter=-1, quoted=False, is_last=is_last, limit=len(block)
        )
        if not fields:
            return False
        place = self.number(next_line - 1)
        first = self._load(fields[0], place)
        if not isinstance(first, dict) or not first:
            what = type(first).__name__ if not isinstance(first, dict) else "an empty object"
            raise DataError(
                f"{self.source}:{place}: expected one JSON object per line, got {what}. "
                'Write each document as {"text": ..., "label": ...} on a line of its own.'
            )
        names = [name for name in first if _is_text(name)]  # nobody can name the others
        self.options = as_trained(names, self.options)
        wanted = self.options.texts or (None,)
        if len(wanted) > 1:
            check_there(wanted, names, self.source)
        self._texts = [self._choose(each, names, "text", TEXT_NAMES) for each in wanted]
        options = without_gold(names, self.options, self.source)
        if options.need_labels:
            asked = next(iter(self.options.labels), None)
            self._label = self._choose(asked, names, "label", LABEL_NAMES)
            self._begins_with_list = isinstance(first[names[self._label]], list)
        check_texts(self._texts, self._label, names)
        label = None if self._label is None else repr(names[self._label])
        tell_of_others(options, {"text": repr(names[self._texts[0]]), "label": label}, self.source)
        self._names = names
        return True

    def _choose(
        self, wanted: ColumnName, names: list[str], what: str, known: tuple[str, ...]
    ) -> int:
        index = find_known(names, known) if wanted is None else None
        if wanted is not None and wanted in names:
            index = names.index(str(wanted))
        if index is None:
            asked = f"a well-known name for the {what}" if wanted is None else said(what, wanted)
            raise DataError(
                f"{self.source}: expected {asked} among the members of the first object; "
                f"they are {', '.join(names[:20])}{as_told(self.options, what)}. "
                f"{nearest(str(wanted or what), names)}"
                f"Say {said(what, 'NAME')}."
            )
        return index

    def _load(self, line: str, number: int) -> Any:
        try:
            return json.loads(line)
        except (ValueError, RecursionError) as error:
            reason = error.msg if isinstance(error, json.JSONDecodeError) else str(error)
            column = error.colno if isinstance(error, json.JSONDecodeError) else 1
            raise DataError(
                f"{self.source}:{number}: expected one JSON object per line; "
                f"got {reason} at column {column}. Write one whole JSON object per line."
            ) from None

    def _finds_object(self, kind: str, line: int, column: int, text: bytes) -> bool:
        """Return True, and expect more of them, if the fault is that a label is an object."""
        if kind != "nested" or column != self._label or self.has_objects:
            return False
        loaded = self._load(text.decode("utf-8", "replace"), line)
        self.has_objects = isinstance(loaded[self._names[column]], dict)
        return self.has_objects

    def _complain(self, kind: str, line: int, column: int, text: bytes) -> None:
        name, line = self._names[column], self.number(line)
        place = f"{self.source}:{line}"
        if kind == "broken":
            loaded = self._load(text.decode("utf-8", "replace"), line)
            raise DataError(
                f"{place}: expected one JSON object per line, got {type(loaded).__name__}. "
                "Write one whole JSON object per line, nested at most 500 deep."
            )
        if kind == "missing":
            there = list(json.loads(text))
            raise DataError(
                f"{place}: expected the member {name!r}; the object has {', '.join(there[:20])}. "
                f"{nearest(name, there)}Add it, or remove the line."
            )
        if kind == "nested":
            raise DataError(
                f"{place}: expected one value for {name!r}, got a list or an object. "
                "Give one; if texts have several labels each, begin with a list on the first line, "
                "or say several=True (--task multilabel)."
            )
        what = "null" if kind == "null" else "a number or a truth value"
        need = "a string" if column in self._texts else "a string or a number"
        raise DataError(
            f"{place}: expected {need} for {name!r}, got {what}. "
            "Put it in quotes, or remove the line."
        )

    def _check_characters(self, texts: _core.Texts, lines: Any, name: str) -> None:
        """Refuse lone surrogates, which only escapes can bring in."""
        if self.options.encoding_errors == "strict" and (row := texts.first_broken()) >= 0:
            raise DataError(
                f"{self.source}:{lines[row]}: {name!r} must be Unicode text; it holds half of a "
                "surrogate pair. Write both halves, or read with "
                f"{said('encoding_errors', 'replace')}."
            )


def _is_text(name: str) -> bool:
    """Return False for a name with half of a surrogate pair, which only escapes can bring in."""
    return not any("\ud800" <= character <= "\udfff" for character in name)
