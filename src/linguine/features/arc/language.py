"""The language of arc templates: ``h.upos|m.upos``, ``h.w.lower|m.upos[-1]``, ``between.upos``.

A template is a conjunction of parts, and a part is one of::

    h.COLUMN   h.COLUMN[-1]   h.COLUMN.suffix3   h.COLUMN[-1..1].lower     of the head
    m.COLUMN   ...                                                          of the modifier
    s.COLUMN   ...                              of its sibling, in sibling templates
    between.COLUMN    each different value of the words between the two
    count.COLUMN      the same with how often it is there: 1, 2, 3 or more
    distance          direction and distance (1, 2, 3, 4-5, 6-9, 10 or more words)

A column such as ``feats:Case`` is an attribute of a bundle
(:mod:`linguine.features.arc.attributes`). Offsets and forms are those of token templates
(:mod:`linguine.features.token.language`), the offset being 0 where it is left out. A template
has at most one of the last three. Ranges make several templates.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, NoReturn

from linguine.errors import ParameterError
from linguine.features.token.language import (
    TemplateParser,
    TokenAtom,
    check_templates,
    parse_templates,
)
from linguine.registry import did_you_mean

__all__ = ["ArcAtom", "ArcTemplate", "parse_arc_templates"]

_MEANINGS = {"h": "head", "m": "modifier", "s": "sibling"}
_ENDS = tuple(_MEANINGS)
_BETWEEN = ("between", "count")
_DISTANCE = "distance"
#: What token templates understand as something else than a column.
_NO_COLUMNS = ("first", "last", "y")
#: Forms that arcs do not have: they need words or functions beside the template.
_NAMED_FORMS = ("lexicon", "function", "pattern")


class ArcAtom(NamedTuple):
    """A form of a cell near the head (``h``), the modifier (``m``) or its sibling (``s``)."""

    end: str
    atom: TokenAtom

    def __str__(self) -> str:
        return f"{self.end}.{_short(self.atom)}"


@dataclass(frozen=True)
class ArcTemplate:
    """One template, without ranges.

    Examples
    --------
    >>> parse_arc_templates(["h.upos[0]|m.upos[-1]"])[0].text
    'h.upos|m.upos[-1]'
    """

    text: str  # in one spelling
    atoms: tuple[ArcAtom, ...]  # what it looks at, near the words it is about
    extra: str = ""  # or "between", "count", "distance"
    source: TokenAtom | None = None  # the cells between, for the first two

    @property
    def looks_at_siblings(self) -> bool:
        """Whether a part is about the sibling."""
        return any(each.end == "s" for each in self.atoms)

    @property
    def columns(self) -> list[str]:
        """The columns that it looks at."""
        named = [each.atom.column for each in self.atoms]
        return named + ([self.source.column] if self.source else [])


def parse_arc_templates(texts: Sequence[str], ends: Sequence[str] = _ENDS) -> list[ArcTemplate]:
    """Return templates with their ranges written out, each once.

    Parameters
    ----------
    texts
        The templates.
    ends
        What the words are called that a template is about: those of an arc, if nobody says.

    Examples
    --------
    >>> [each.text for each in parse_arc_templates(["h.upos[-1..0]|m.w.lower", "between.upos"])]
    ['h.upos[-1]|m.w.lower', 'h.upos|m.w.lower', 'between.upos']
    """
    found: dict[str, ArcTemplate] = {}
    for text in texts:
        for template in _Parser(text, ends).arc_templates():
            found.setdefault(template.text, template)
        check_templates(len(found))
    return list(found.values())


class _Parser(TemplateParser):
    """Reads one template; every complaint begins with it."""

    def __init__(self, text: str, ends: Sequence[str]) -> None:
        if not isinstance(text, str):
            raise ParameterError(f"An arc template must be a str; got {text!r}. Try 'h.upos'.")
        super().__init__(text)
        self.ends = ends

    def arc_templates(self) -> list[ArcTemplate]:
        """Return the templates that the text stands for."""
        choices: list[list[ArcAtom]] = []
        extra, source = "", None
        for part in (each.strip() for each in self.text.split("|")):
            name, _, rest = part.partition(".")
            if name in self.ends and rest:
                choices.append([ArcAtom(name, atom) for atom in self._atoms(rest)])
                continue
            if extra and (part == _DISTANCE or name in _BETWEEN):
                self.complain(
                    "only one part can be between, count or distance",
                    f"got {extra!r} and {part!r}",
                    "Make two templates.",
                )
            if part == _DISTANCE:
                extra = part
            elif name in _BETWEEN and rest:
                extra, source = name, self._one(rest)
            else:
                self._unknown(part)
        return [_template(atoms, extra, source) for atoms in self.combine(choices)]

    def _atoms(self, text: str) -> list[TokenAtom]:
        cell, bracket, _ = text.partition("[")
        column, dot, forms = cell.partition(".")
        if not bracket:  # the offset is 0
            text = f"{column}[0]{dot}{forms}"
        elif dot:
            self.complain(
                "the offset stands right behind the column",
                f"got {text!r}",
                f"Write {column}{text.removeprefix(cell)}{dot}{forms}.",
            )
        if column in _NO_COLUMNS or "{" in column:
            self.complain(
                f"a column must have a name, and none of {', '.join(_NO_COLUMNS)}",
                f"got {column!r}",
                "Give the column another name.",
            )
        try:
            parsed = parse_templates([text])
        except ParameterError as error:
            _, _, reason = str(error).partition(": ")
            raise ParameterError(f"Template {self.text!r}: {reason}") from None
        atoms = [each.atoms[0] for each in parsed if each.atoms]
        for atom in atoms:
            for kind, _, name in atom.form:
                if kind in _NAMED_FORMS:
                    self.complain(
                        "arcs have no lexicons, functions and patterns",
                        f"got {kind}:{name}",
                        "Put what they say into a column of its own.",
                    )
        return atoms

    def _one(self, text: str) -> TokenAtom:
        atoms = self._atoms(text)
        if len(atoms) != 1 or atoms[0].offset:
            self.complain(
                "what is between has no offset and no range",
                f"got {text!r}",
                "Write between.upos.",
            )
        return atoms[0]

    def _unknown(self, part: str) -> NoReturn:
        name = part.partition(".")[0]
        self.complain(
            f"a part must begin with {', '.join(map(self._called, self.ends))}, between. or "
            "count., or be distance",
            f"got {part!r}",
            did_you_mean(
                name,
                (*_BETWEEN, _DISTANCE),
                otherwise=f"Try '{self.ends[0]}.{name or 'w'}'.",
            ),
        )

    @staticmethod
    def _called(end: str) -> str:
        return f"{end}. ({_MEANINGS[end]})" if end in _MEANINGS else f"{end}."


def _short(atom: TokenAtom) -> str:
    """Return an atom without an offset of 0."""
    return str(atom).replace("[0]", "", 1)


def _template(atoms: Sequence[ArcAtom], extra: str, source: TokenAtom | None) -> ArcTemplate:
    parts = [str(each) for each in atoms]
    if extra:
        parts.append(f"{extra}.{_short(source)}" if source else extra)
    return ArcTemplate("|".join(parts), tuple(atoms), extra, source)
