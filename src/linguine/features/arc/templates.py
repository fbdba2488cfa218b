"""Arc templates: what a parser looks at in a head and a modifier."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from linguine.errors import DataError, LinguineError, ParameterError
from linguine.features.arc.attributes import split_name
from linguine.features.arc.language import ArcTemplate, parse_arc_templates
from linguine.features.token.templates import resolve_column
from linguine.registry import did_you_mean

__all__ = ["LEXICAL", "ArcTemplates", "read_arc_templates"]

#: The column of frequent words and of the tags of the others, which the extractor makes.
LEXICAL = "lexical"
_KINDS = ("shared", "relation", "sibling")


@dataclass(frozen=True)
class ArcTemplates:
    """Templates over the two ends of an arc.

    Parameters
    ----------
    shared
        What speaks for an arc whatever its relation; templates as
        :mod:`linguine.features.arc.language` has them. Each is also taken with the direction of
        the arc, and with its direction and distance.
    relation
        What speaks for a relation; each is taken with the direction.
    sibling
        What speaks for a modifier and its neighbouring sibling on the side of their head, in
        parsers of order 2; each is taken with the direction, and with direction and distance.

    Examples
    --------
    >>> templates = ArcTemplates(["h.upos|m.upos", "h.w.lower"], ["h.upos|m.upos[-1..0]"])
    >>> [each.text for each in templates.parsed_relation], templates.columns
    (['h.upos|m.upos[-1]', 'h.upos|m.upos'], ['upos', 'w'])
    """

    shared: Sequence[str]
    relation: Sequence[str] = ()
    sibling: Sequence[str] = ()
    parsed_shared: tuple[ArcTemplate, ...] = field(init=False, repr=False, compare=False)
    parsed_relation: tuple[ArcTemplate, ...] = field(init=False, repr=False, compare=False)
    parsed_sibling: tuple[ArcTemplate, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        for name in _KINDS:
            given = getattr(self, name)
            if isinstance(given, str):
                raise ParameterError(
                    f"ArcTemplates: {name} must be a list of templates; got {given!r}. "
                    f"Write [{given!r}]."
                )
            parsed = tuple(parse_arc_templates(list(given)))
            _check_kind(name, parsed)
            object.__setattr__(self, name, tuple(given))
            object.__setattr__(self, "parsed_" + name, parsed)
        if not self.parsed_shared:
            raise ParameterError(
                "ArcTemplates: there must be a shared template; got none. Try ['h.upos|m.upos']."
            )

    @property
    def parsed(self) -> dict[str, tuple[ArcTemplate, ...]]:
        """The templates by kind."""
        return {kind: getattr(self, "parsed_" + kind) for kind in _KINDS}

    @property
    def columns(self) -> list[str]:
        """The columns that the templates look at."""
        every = (each for parsed in self.parsed.values() for each in parsed)
        return list(dict.fromkeys(column for each in every for column in each.columns))

    def check_columns(self, there: Sequence[str]) -> None:
        """Raise ParameterError unless the sentences have all columns."""
        known = [*there, LEXICAL]
        every = (each for parsed in self.parsed.values() for each in parsed)
        for template in every:
            for column in template.columns:
                if resolve_column(column, known) is not None or split_name(column, there):
                    continue
                advice = did_you_mean(column, known, otherwise="Name the columns of your data.")
                raise ParameterError(
                    f"Template {template.text!r}: the column {column!r} must be one of "
                    f"{', '.join(map(repr, known))}; it is not. {advice}"
                )

    def to_config(self) -> dict[str, Any]:
        """Return the templates as plain data, for the model file."""
        return {kind: list(getattr(self, kind)) for kind in _KINDS}

    @staticmethod
    def from_config(config: Mapping[str, Any]) -> ArcTemplates:
        """Return the templates of a model file."""
        try:
            return ArcTemplates(*([*config[kind]] for kind in _KINDS))
        except (LinguineError, KeyError, TypeError) as error:
            raise DataError(
                f"The model's templates must be plain data of this version; {error}. "
                "The file is damaged or from another version: save it again."
            ) from None


def read_arc_templates(path: str | os.PathLike[str]) -> ArcTemplates:
    r"""Read a file with a template a line; others than shared ones begin with their kind.

    ``relation: m.w.lower`` is one by relation, ``sibling: s.upos|m.upos`` one of siblings. Empty
    lines and what follows ``#`` are left out.

    Examples
    --------
    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "arcs.txt"
    >>> _ = path.write_text("h.upos|m.upos  # both tags\nrelation: m.w.lower\n")
    >>> read_arc_templates(path)
    ArcTemplates(shared=('h.upos|m.upos',), relation=('m.w.lower',), sibling=())
    """
    try:
        text = Path(path).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(
            f"{os.fspath(path)}: a file of templates must be text; {error}. Check the name."
        ) from None
    found: dict[str, list[str]] = {kind: [] for kind in _KINDS}
    for number, line in enumerate(text.splitlines(), start=1):
        template, kind = line.partition("#")[0].strip(), "shared"
        head, colon, rest = template.partition(":")
        if colon and head.strip() in found:
            template, kind = rest.strip(), head.strip()
        elif not template:
            continue
        try:
            _check_kind(kind, parse_arc_templates([template]))
        except ParameterError as error:
            raise ParameterError(f"{os.fspath(path)}:{number}: {error}") from None
        found[kind].append(template)
    if not found["shared"]:
        raise ParameterError(
            f"{os.fspath(path)}: there must be a shared template; got none. "
            "Write h.upos|m.upos in a line of its own."
        )
    return ArcTemplates(**found)


def _check_kind(kind: str, parsed: Sequence[ArcTemplate]) -> None:
    for each in parsed:
        if kind == "sibling" and each.extra:
            raise ParameterError(
                f"Template {each.text!r}: sibling templates have no between, count or distance; "
                f"got {each.extra!r}. Leave it out: direction and distance are added anyway."
            )
        if kind != "sibling" and each.looks_at_siblings:
            raise ParameterError(
                f"Template {each.text!r}: only sibling templates look at siblings; got it among "
                f"the {kind} ones. Put it into sibling=[...]."
            )
