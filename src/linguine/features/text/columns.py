"""Text columns: documents whose text lies in several columns, such as a title and a body.

Each column has features of its own, whose names begin with the name of the column
(``title: free``); or the columns are joined into one text.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from linguine import _core
from linguine.data.texts import as_columns, as_texts, is_table
from linguine.errors import DataError, ParameterError, check_flag, said
from linguine.features.columns import Function
from linguine.features.text.templates import Features, Template, TextTemplate
from linguine.features.word_vectors import WordVectors

__all__ = ["TextColumns"]

#: Between the columns of a joined text.
_SEPARATOR = "\n"


@dataclass(frozen=True)
class TextColumns:
    r"""Which columns hold the text, and whether they are joined; none: texts come by themselves.

    Examples
    --------
    >>> columns = TextColumns(("title", "body"), is_joined=True)
    >>> texts, _ = columns.read({"title": ["Hello"], "body": ["See you at noon."]})
    >>> texts[0]
    'Hello\nSee you at noon.'
    """

    names: tuple[str, ...] = ()
    is_joined: bool = False

    @classmethod
    def of(cls, names: Any, is_joined: Any) -> TextColumns:
        """Return the columns that a user named, or complain about the names."""
        check_flag("TextClassifier", "join_columns", is_joined)
        if names is None:
            names = ()
        if isinstance(names, str | bytes) or not isinstance(names, list | tuple):
            raise ParameterError(
                f"must be a list of names of columns; got {names!r}. "
                f"Write {said('text_columns', ['title', 'body'])}.",
                parameter="text_columns",
            )
        for i, name in enumerate(names):
            if not isinstance(name, str) or not name or name in names[:i]:
                raise ParameterError(
                    "must be names of columns, each once; got "
                    f"{name!r} at place {i + 1} of {list(names)!r}. "
                    f"Write {said('text_columns', ['title', 'body'])}.",
                    parameter="text_columns",
                )
        return cls(tuple(names), is_joined)

    @property
    def is_one_text(self) -> bool:
        """True if a document is one text in the end, which may also come by itself."""
        return self.is_joined or len(self.names) < 2

    def spread(self, features: Template | Features) -> Template | Features:
        """Return the templates with one copy for each column of those that read the text.

        All copies of a template stand together, so that what comes first in one column comes first
        in all.
        """
        if self.is_one_text:
            return features
        templates = (features,) if isinstance(features, Template) else features.templates
        spread: list[Template] = []
        for each in templates:
            if isinstance(each, Function):
                raise ParameterError(
                    f"A Function reads one text; got {said('text_columns', list(self.names))}. "
                    f"Give {said('join_columns', True)}, or leave the Function out."
                )
            if isinstance(each, TextTemplate | WordVectors) and each.column is None:
                spread += [dataclasses.replace(each, column=name) for name in self.names]
            else:
                spread.append(each)
        return Features(tuple(spread))

    def read(self, texts: Any, columns: Any = None) -> tuple[_core.Texts, Mapping[str, Any]]:
        """Return the texts, and all columns by name; a table has the text columns itself.

        Of columns that are not joined, the texts are those of the first; features read the rest
        by name.
        """
        further = as_columns(columns)
        if not self.names or (self.is_one_text and not is_table(texts)):
            return as_texts(texts), further
        table = self._table(texts)
        found = [as_texts(table[name], f"The column {name!r}") for name in self.names]
        for name, column in zip(self.names, found, strict=True):
            if len(column) != len(found[0]):
                raise DataError(
                    f"Text columns must have one text per document; {self.names[0]!r} has "
                    f"{len(found[0])} and {name!r} has {len(column)}. "
                    "Cut both from the same table."
                )
        named = dict(zip(self.names, found, strict=True))
        if self.is_one_text:
            return _core.Texts.join(found, _SEPARATOR), {**table, **further}
        return found[0], {**table, **further, **named}

    def _table(self, texts: Any) -> Mapping[str, Any]:
        wanted = ", ".join(map(repr, self.names))
        if not is_table(texts):
            raise DataError(
                f"The model reads the text columns {wanted}; got {type(texts).__name__}, which has "
                f"no columns. Give a data frame, or {{{self.names[0]!r}: [...], ...}}."
            )
        table = as_columns(texts)
        missing = [name for name in self.names if name not in table]
        if missing:
            there = ", ".join(map(repr, table)) or "none"
            raise DataError(
                f"The model reads the text columns {wanted}; missing: "
                f"{', '.join(map(repr, missing))}, and the columns are {there}. "
                "Rename the columns, or add what is missing."
            )
        return table
