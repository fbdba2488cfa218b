"""Options of the readers, checked once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from linguine.data.formats.table import COMBINING, TEXT_FORMATS
from linguine.data.reading.trained_columns import TrainedColumns
from linguine.data.reading.transcoding import UTF_8, Encoding
from linguine.errors import ParameterError, check_flag, said
from linguine.registry import closest

__all__ = [
    "Bytes",
    "ColumnName",
    "ColumnNames",
    "ReadOptions",
    "check_choice",
    "check_encoding_errors",
    "nearest",
]

Bytes: TypeAlias = NDArray[np.uint8]
ColumnName: TypeAlias = str | int | None
ColumnNames: TypeAlias = ColumnName | Sequence[str | int]

FORMATS = ("auto", *TEXT_FORMATS)
ENCODING_ERRORS = ("strict", "replace", "latin-1")


def nearest(name: str, known: Iterable[str]) -> str:
    """Return ``"Did you mean 'text'? "`` when one of the known names is close, else nothing."""
    by_folded = {each.casefold(): each for each in known}
    found = closest(name.casefold(), by_folded)
    return "" if found is None else f"Did you mean {by_folded[found]!r}? "


def check_choice(name: str, choice: str, known: tuple[str, ...]) -> None:
    """Raise ParameterError unless an option is one of those that are known."""
    if choice not in known:
        raise ParameterError(
            f"must be one of {', '.join(known)}; got {choice!r}. {nearest(str(choice), known)}"
            "Use 'auto' to go by the name and the content of the file.",
            parameter=name,
        )


def check_encoding_errors(choice: str) -> None:
    """Raise ParameterError unless it is known what to do with bytes that are not UTF-8."""
    if choice not in ENCODING_ERRORS:
        raise ParameterError(
            f"must be one of {', '.join(ENCODING_ERRORS)}; "
            f"got {choice!r}. Use 'replace' to read on after broken bytes.",
            parameter="encoding_errors",
        )


@dataclass(frozen=True)
class ReadOptions:
    """How to read a file; the options are those of :func:`linguine.data.read_documents`.

    Examples
    --------
    >>> ReadOptions(format="xml")
    Traceback (most recent call last):
        ...
    linguine.errors.ParameterError: format must be one of auto, tsv, csv, jsonl, fasttext,
    svmlight, bags, lines, parquet, arrow; got 'xml'. Use 'auto' to go by the name and the content
    of the file.
    """

    format: str = "auto"
    text: ColumnNames = None
    label: ColumnNames = None
    header: bool | None = None
    encoding_errors: str = "strict"
    need_labels: bool = True
    empty_labels: bool = False
    encoding: str = UTF_8
    several: bool | None = None
    label_separator: str | None = None
    votes: str | None = None
    weight: ColumnName = None
    trained_on: TrainedColumns | None = None

    def __post_init__(self) -> None:
        check_choice("format", self.format, FORMATS)
        check_encoding_errors(self.encoding_errors)
        self.reading.check()
        if self.header is not None:
            check_flag("read_documents", "header", self.header)
        check_flag("read_documents", "need_labels", self.need_labels)
        check_flag("read_documents", "empty_labels", self.empty_labels)
        self._check_columns()
        self._check_several()
        self._check_votes()

    @property
    def reading(self) -> Encoding:
        """How bytes become text."""
        return Encoding(self.encoding, self.encoding_errors)

    @property
    def texts(self) -> tuple[ColumnName, ...]:
        """The columns of texts that were named."""
        if self.text is None:
            return ()
        return (self.text,) if isinstance(self.text, str | int) else tuple(self.text)

    def _check_several(self) -> None:
        if self.several is not None:
            check_flag("read_documents", "several", self.several)
        separator = self.label_separator
        if separator is None:
            return
        if not isinstance(separator, str) or not separator.strip():
            raise ParameterError(
                f"must be what stands between two labels of a text; got {separator!r}. Give "
                f"{said('label_separator', '|')} or {said('label_separator', ',')}.",
                parameter="label_separator",
            )
        if self.several is False:
            raise ParameterError(
                f"separates several labels, and texts have one label here; got {separator!r}. "
                "Leave it out.",
                parameter="label_separator",
            )

    @property
    def labels(self) -> tuple[ColumnName, ...]:
        """The columns of labels that were named; several hold votes, one of each annotator."""
        if self.label is None:
            return ()
        return tuple(self.label) if isinstance(self.label, list | tuple) else (self.label,)  # type: ignore[return-value]

    def _check_votes(self) -> None:
        if self.votes is not None and self.votes not in COMBINING:
            raise ParameterError(
                f"must be one of {', '.join(COMBINING)}; got {self.votes!r}. "
                f"{nearest(str(self.votes), COMBINING)}Try 'majority'.",
                parameter="votes",
            )
        if len(self.labels) > 1 and self.votes is None:
            raise ParameterError(
                f"must be one column, unless several people have voted; got {len(self.labels)}: "
                f"{', '.join(map(str, self.labels))}. Say {said('votes', 'majority')}, 'shares' or "
                "'dawid-skene' to combine them, or name one.",
                parameter="label",
            )

    def _check_columns(self) -> None:
        if not (self.text is None or isinstance(self.text, str | int | list | tuple)):
            raise ParameterError(
                "must be the name or the number of a column, or a list of them; got "
                f"{self.text!r}. Give {said('text', 'text')} or {said('text', ['title', 'body'])}.",
                parameter="text",
            )
        named = {"text": self.texts, "label": self.labels, "weight": (self.weight,)}
        for name, column in ((name, each) for name, several in named.items() for each in several):
            is_number = isinstance(column, int) and not isinstance(column, bool)
            if not (column is None or isinstance(column, str) or is_number):
                raise ParameterError(
                    f"must be the name or the number of a column; got {column!r}. "
                    f"Give {said(name, name)} or {said(name, 1)}.",
                    parameter=name,
                )
            if column == "" or (isinstance(column, int) and column < 1):
                raise ParameterError(
                    "must be the name of a column or its number, counted from 1; "
                    f"got {column!r}. Use {said(name, 1)} for the first column.",
                    parameter=name,
                )
