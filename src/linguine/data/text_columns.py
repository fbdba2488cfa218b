"""Text columns of a file: one, or several such as a title and a body."""

from __future__ import annotations

import warnings
from collections.abc import Sequence

from linguine.data.reading.columns import TEXT_NAMES, Layout, choose_column, choose_layout
from linguine.data.reading.options import ColumnName, ReadOptions, nearest
from linguine.errors import DataError, DataWarning, ParameterError, Verbatim, named, said

__all__ = ["check_texts", "check_there", "choose_text_layout"]


def choose_text_layout(
    fields: list[str], options: ReadOptions, source: str
) -> tuple[Layout, tuple[int, ...]]:
    """Return the layout of a table whose first line has these fields, and all its text columns.

    Examples
    --------
    >>> options = ReadOptions(text=["title", "body"])
    >>> layout, texts = choose_text_layout(["label", "body", "title"], options, "mail.csv")
    >>> layout.label, texts
    (0, (2, 1))
    """
    texts = options.texts
    has_names = any(isinstance(each, str) and not each.isdecimal() for each in texts)
    if len(texts) > 1 and has_names and options.header is not False:
        check_there(texts, [field.strip() for field in fields], source)
    layout = choose_layout(fields, options, source)
    if not layout.has_header and options.header is None:
        _warn_of_names(fields, layout.text, source)
    if len(texts) < 2:
        return layout, (layout.text,)
    places = [choose_column(each, layout.names, "text", source) for each in texts]
    check_texts(places, layout.label, layout.names)
    return layout, tuple(places)


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
