"""Columns: which one holds the text and which one the label, and whether the first line names them.

A first line is taken for names only if it cannot well be data: all its fields are
well-known names, or it has both a well-known name for the text and one for the label.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass

from linguine.data.reading.options import ColumnName, ReadOptions, nearest
from linguine.data.reading.trained_columns import TrainedColumns, as_told, tell_of_others
from linguine.errors import (
    DataError,
    DataWarning,
    ParameterError,
    Verbatim,
    named,
    said,
    whole_number,
)

__all__ = [
    "COUNTS",
    "Layout",
    "check_texts",
    "check_there",
    "choose_column",
    "choose_layout",
    "find_known",
    "names_columns",
]

COUNTS = "counts"  # a column of word:count bags
TEXT_NAMES = (
    "text", "texts", "sentence", "document", "doc", "review", "review_text", "message", "content",
    "body", "comment", "tweet", "utterance", "query", "question", "email", "mail", "sms", "post",
    "article", "description", "abstract", "headline", "title", "input", COUNTS,
)  # fmt: skip
LABEL_NAMES = (
    "label", "labels", "class", "category", "target", "sentiment", "topic", "intent", "tag",
    "gold", "polarity", "rating", "stars", "score", "y",
)  # fmt: skip
OTHER_NAMES = (
    "", "id", "uuid", "guid", "index", "idx", "no", "number", "date", "time", "timestamp", "author",
    "user", "name", "source", "url", "lang", "language", "split", "fold", "weight", "file",
)  # fmt: skip
KNOWN_NAMES = frozenset((*TEXT_NAMES, *LABEL_NAMES, *OTHER_NAMES))


@dataclass(frozen=True)
class Layout:
    """Where things are in a table."""

    names: list[str]  # of all columns; their numbers from 1 where there is no name
    texts: tuple[int, ...]  # indices from 0
    label: int | None  # None when none is needed
    has_header: bool
    is_guess: bool = False  # nothing but the number of columns speaks for this layout


def names_columns(fields: list[str], trained_on: TrainedColumns | None = None) -> bool:
    """Return True if these fields of a first line are names rather than data.

    Examples
    --------
    >>> names_columns(["id", "Text", "label"]), names_columns(["text", "some message"])
    (True, False)
    """
    folded = {field.strip().casefold() for field in fields}
    if not any(folded):
        return False
    if trained_on is not None and trained_on.are_named_in(fields):
        return True
    has_both = not folded.isdisjoint(TEXT_NAMES) and not folded.isdisjoint(LABEL_NAMES)
    return has_both or folded <= KNOWN_NAMES


def choose_layout(fields: list[str], options: ReadOptions, source: str) -> Layout:
    """Return the layout of a table whose first line has these fields.

    Examples
    --------
    >>> choose_layout(["id", "review", "stars"], ReadOptions(), "reviews.csv")
    Layout(names=['id', 'review', 'stars'], texts=(1,), label=2, has_header=True, is_guess=False)
    >>> choose_layout(["label", "body", "title"], ReadOptions(text=["title", "body"]), "a").texts
    (2, 1)
    """
    several = options.texts if len(options.texts) > 1 else ()
    has_names = any(isinstance(each, str) and not each.isdecimal() for each in several)
    if has_names and options.header is not False:
        check_there(several, [field.strip() for field in fields], source)
    has_header = _has_header(fields, options)
    numbers = [str(i + 1) for i in range(len(fields))]
    names = [field.strip() or number for field, number in zip(fields, numbers, strict=True)]
    if not has_header:
        names = numbers
    _check_distinct(names, source)
    text, label, is_guess = _find_columns(fields, names, options, has_header, source)
    if not has_header and options.header is None:
        _warn_of_names(fields, text, source)
    taken = {role: place for role, place in (("text", text), ("label", label)) if place is not None}
    shown = {role: repr(names[i]) if has_header else f"column {i + 1}" for role, i in taken.items()}
    tell_of_others(options, shown, source)
    texts = [choose_column(each, names, "text", source) for each in several]
    check_texts(texts, label, names)
    return Layout(names, tuple(texts) or (text,), label, has_header, is_guess)


def _find_columns(
    fields: list[str], names: list[str], options: ReadOptions, has_header: bool, source: str
) -> tuple[int, int | None, bool]:
    """Return the first text, the label, and whether they are a guess."""
    known = names if has_header else []
    text = _index(next(iter(options.texts), None), names, "text", source)
    wanted = next(iter(options.labels), None)
    label = _index(wanted, names, "label", source) if options.need_labels else None
    is_guess = not has_header and text is None and label is None
    if text is None:
        text = find_known(known, TEXT_NAMES, taken=label)
    if label is None and options.need_labels:
        label = find_known(known, LABEL_NAMES, taken=text)
    text, label = _fill_by_order(text, label, len(names), options.need_labels)
    if text is None or (options.need_labels and label is None):
        unknown = _describe_unknown(text, fields, has_header, source, options)
        raise DataError(unknown)
    if text == label:
        raise ParameterError(
            f"{named('text')} and {named('label')} must be two columns; both are {names[text]!r}. "
            "Name another for one."
        )
    return text, label, is_guess


def choose_column(wanted: ColumnName, names: list[str], what: str, source: str) -> int:
    """Return the index of a column that the user named, or numbered from 1."""
    if wanted in names:
        return names.index(str(wanted))
    number = whole_number(str(wanted))
    if number is not None and 1 <= number <= len(names):
        return number - 1
    raise DataError(
        f"{source}: {said(what, wanted)} must be one of the columns; "
        f"they are {', '.join(names[:20])}. {nearest(str(wanted), names)}"
        f"Name one of them, or give its number from 1 to {len(names)}."
    )


def find_known(names: list[str], known: tuple[str, ...], *, taken: int | None = None) -> int | None:
    """Return the index of the best-known name among the columns that are not taken."""
    folded = [name.casefold() for name in names]
    for name in known:
        if name in folded and (place := folded.index(name)) != taken:
            return place
    return None


def _has_header(fields: list[str], options: ReadOptions) -> bool:
    names = [
        c for c in (*options.texts, *options.labels) if isinstance(c, str) and not c.isdecimal()
    ]
    if options.header is False and names:
        raise ParameterError(
            f"{said('header', False)} leaves columns without names; got the name {names[0]!r}. "
            "Give the number of the column, counted from 1."
        )
    if options.header is not None:
        return options.header
    return bool(names) or names_columns(fields) or _must_name(fields, options)


def _must_name(fields: list[str], options: ReadOptions) -> bool:
    """Return True if one of more than two columns is called like a text, and no label is needed.

    Without a header nobody could tell which of the columns is meant.
    """
    if len(fields) < 3 or options.texts or options.need_labels:
        return False
    return find_known([field.strip() for field in fields], TEXT_NAMES) is not None


def _index(wanted: ColumnName, names: list[str], what: str, source: str) -> int | None:
    return None if wanted is None else choose_column(wanted, names, what, source)


def _fill_by_order(
    text: int | None, label: int | None, n_columns: int, need_labels: bool
) -> tuple[int | None, int | None]:
    """Use what is left over when only one column can be meant: label first, then text."""
    if n_columns == 1 and not need_labels:
        return 0 if text is None else text, None
    if n_columns == 2:
        if text is None:
            text = 1 if label is None else 1 - label
        if label is None and need_labels:
            label = 1 - text
    return text, label


def _check_distinct(names: list[str], source: str) -> None:
    first: dict[str, int] = {}
    for i, name in enumerate(names):
        if first.setdefault(name, i) != i:
            raise DataError(
                f"{source}: column names must differ; {name!r} names columns "
                f"{first[name] + 1} and {i + 1}. Rename one of them."
            )


def _describe_unknown(
    text: int | None, fields: list[str], has_header: bool, source: str, options: ReadOptions
) -> str:
    shown = ", ".join(field if len(field) <= 30 else field[:27] + "..." for field in fields[:20])
    missing = "text" if text is None else "label"
    line = "column names" if has_header else "fields of the first line"
    if len(fields) == 1:
        return (
            f"{source}: expected a label and a text on each line; the {line} are only: {shown}. "
            "Check that the fields are separated by tabs (or commas in a .csv file)."
        )
    how = f"{said('text', 'NAME')} and {said('label', 'NAME')}"
    if not has_header:
        number = Verbatim("NUMBER")
        how += f" if these are names of columns, else {said('text', number)} and "
        how += f"{said('label', number)}, counted from 1"
    return (
        f"{source}: cannot tell which column is the {missing}; the {line} are: {shown}"
        f"{as_told(options, missing)}. Say {how}."
    )


def _warn_of_names(fields: list[str], text: int, source: str) -> None:
    """Say that the first line is read as a document, though its whole text is a well-known name."""
    name = fields[text].strip()
    if len(fields) > 1 and name.casefold() in TEXT_NAMES:
        warnings.warn(
            f"{source}: the first line is taken for a document, but its whole text is {name!r}, "
            f"which looks like the name of a column. Say {said('header', True)} if the line has "
            f"names, {said('header', False)} if not.",
            DataWarning,
            stacklevel=2,
        )


def check_there(texts: Sequence[ColumnName], names: Sequence[str], source: str) -> None:
    """Raise DataError unless a file has all of several text columns."""
    missing = [str(each) for each in texts if each not in names and not str(each).isdecimal()]
    if missing:
        raise DataError(
            f"{source}: expected the text columns {', '.join(map(str, texts))}; missing: "
            f"{', '.join(missing)}, and the columns are {', '.join(names[:20])}. "
            f"{nearest(missing[0], names)}Add what is missing, or say with "
            f"{said('text', Verbatim('NAME'))} for each of them, in the same order, what they are "
            "called here."
        )


def check_texts(places: Sequence[int], label: int | None, names: Sequence[str]) -> None:
    """Raise ParameterError if a column is a text twice, or is a text and the label."""
    for i, place in enumerate(places):
        if place in places[:i]:
            raise ParameterError(
                f"must name different columns; {names[place]!r} is there twice. "
                "Leave one of them out.",
                parameter="text",
            )
        if place == label:
            raise ParameterError(
                f"{named('text')} and {named('label')} must be different columns; "
                f"{names[place]!r} is both. Name another for one."
            )
