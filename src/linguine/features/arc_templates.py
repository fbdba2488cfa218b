"""Arc templates: what a parser looks at in a head and a modifier."""

from __future__ import annotations

import difflib
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from linguine.errors import DataError, LinguineError, ParameterError
from linguine.features.arc_language import ArcTemplate, parse_arc_templates
from linguine.features.token_templates import resolve_column

__all__ = ["LEXICAL", "ArcTemplates", "read_arc_templates"]

#: The column of frequent words and of the tags of the others, which the extractor makes.
LEXICAL = "lexical"


@dataclass(frozen=True)
class ArcTemplates:
    """Templates over the two ends of an arc.

    Parameters
    ----------
    shared
        What speaks for an arc whatever its relation; templates as
        :mod:`linguine.features.arc_language` has them. Each is also taken with the direction of
        the arc, and with its direction and distance.
    relation
        What speaks for a relation; each is taken with the direction.

    Examples
    --------
    >>> templates = ArcTemplates(["h.upos|m.upos", "h.w.lower"], ["h.upos|m.upos[-1..0]"])
    >>> [each.text for each in templates.parsed_relation], templates.columns
    (['h.upos|m.upos[-1]', 'h.upos|m.upos'], ['upos', 'w'])
    """

    shared: Sequence[str]
    relation: Sequence[str] = ()
    parsed_shared: tuple[ArcTemplate, ...] = field(init=False, repr=False, compare=False)
    parsed_relation: tuple[ArcTemplate, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        for name in ("shared", "relation"):
            given = getattr(self, name)
            if isinstance(given, str):
                raise ParameterError(
                    f"ArcTemplates: {name} must be a list of templates; got {given!r}. "
                    f"Write [{given!r}]."
                )
            parsed = tuple(parse_arc_templates(list(given)))
            object.__setattr__(self, name, tuple(given))
            object.__setattr__(self, "parsed_" + name, parsed)
        if not self.parsed_shared:
            raise ParameterError(
                "ArcTemplates: there must be a shared template; got none. Try ['h.upos|m.upos']."
            )

    @property
    def columns(self) -> list[str]:
        """The columns that the templates look at."""
        parsed = (*self.parsed_shared, *self.parsed_relation)
        return list(dict.fromkeys(column for each in parsed for column in each.columns))

    def check_columns(self, there: Sequence[str]) -> None:
        """Raise ParameterError unless the sentences have all columns."""
        known = [*there, LEXICAL]
        for template in (*self.parsed_shared, *self.parsed_relation):
            for column in template.columns:
                if resolve_column(column, known) is not None:
                    continue
                near = difflib.get_close_matches(column, known, n=1)
                advice = f"Did you mean {near[0]!r}?" if near else "Name the columns of your data."
                raise ParameterError(
                    f"Template {template.text!r}: the column {column!r} must be one of "
                    f"{', '.join(map(repr, known))}; it is not. {advice}"
                )

    def to_config(self) -> dict[str, Any]:
        """Return the templates as plain data, for the model file."""
        return {"shared": list(self.shared), "relation": list(self.relation)}

    @staticmethod
    def from_config(config: Mapping[str, Any]) -> ArcTemplates:
        """Return the templates of a model file."""
        try:
            return ArcTemplates([*config["shared"]], [*config["relation"]])
        except (LinguineError, KeyError, TypeError) as error:
            raise DataError(
                f"The model's templates must be plain data of this version; {error}. "
                "The file is damaged or from another version: save it again."
            ) from None


def read_arc_templates(path: str | os.PathLike[str]) -> ArcTemplates:
    r"""Read a file with a template a line; those by relation begin with ``relation:``.

    Empty lines and what follows ``#`` are left out.

    Examples
    --------
    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "arcs.txt"
    >>> _ = path.write_text("h.upos|m.upos  # both tags\nrelation: m.w.lower\n")
    >>> read_arc_templates(path)
    ArcTemplates(shared=('h.upos|m.upos',), relation=('m.w.lower',))
    """
    try:
        text = Path(path).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(
            f"{os.fspath(path)}: a file of templates must be text; {error}. Check the name."
        ) from None
    shared: list[str] = []
    relation: list[str] = []
    for number, line in enumerate(text.splitlines(), start=1):
        template = line.partition("#")[0].strip()
        head, colon, rest = template.partition(":")
        is_relation = bool(colon) and head.strip() == "relation"
        if not template:
            continue
        if is_relation:
            template = rest.strip()
        try:
            parse_arc_templates([template])
        except ParameterError as error:
            raise ParameterError(f"{os.fspath(path)}:{number}: {error}") from None
        (relation if is_relation else shared).append(template)
    if not shared:
        raise ParameterError(
            f"{os.fspath(path)}: there must be a shared template; got none. "
            "Write h.upos|m.upos in a line of its own."
        )
    return ArcTemplates(shared, relation)
