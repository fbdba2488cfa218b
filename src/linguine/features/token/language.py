"""The language of token templates: ``w[-1]|w[0]``, ``w[0].lower.suffix1-4``, ``y[-1]|pos[0]``.

A template is a conjunction of atoms. An atom is a column, an offset and forms::

    w[0]  pos[-2..2]  w[0].lower  w[0].prefix3  w[0].suffix1-4  w[0].shape  w[0].digits  w[0].type
    w[0].lexicon:NAME  w[0].function:NAME  w[0].pattern:NAME

or ``first`` or ``last`` (the token's place), or ``y[-1]``, the label before: then it is about two
neighbouring labels. ``bias`` is always there. Ranges make several templates. ``A else B`` takes B
where A is not known. With braces, atoms stand inside a text, which is then the name of the feature:
``U05:{w[-1]}/{w[0]}``; such a template has no alternatives.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, NoReturn, TypeVar

from linguine.errors import ParameterError
from linguine.registry import did_you_mean

__all__ = [
    "FORMS",
    "TemplateParser",
    "TokenAtom",
    "TokenTemplate",
    "check_templates",
    "parse_templates",
]

#: Forms as they are written; N is a number of characters.
FORMS = (
    "lower", "prefixN", "suffixN", "shape", "digits", "type",
    "lexicon:NAME", "function:NAME", "pattern:NAME",
)  # fmt: skip

#: Forms that Python makes, so they look at the cell itself.
MADE_IN_PYTHON = ("function", "pattern")
_NAMED = ("lexicon", *MADE_IN_PYTHON)
_PLACES = ("first", "last")
#: What ranges, and all templates together, may stand for. Each costs memory at every token.
MOST_TEMPLATES = 10_000
_FARTHEST = 100
_LONGEST = 100

_ATOM = re.compile(r"(?P<column>[^\[\]|{}\s]+)\[(?P<offset>[^\[\]|{}]*)\](?P<forms>[^\[\]|{}]*)")
_AFFIX = re.compile(r"(?P<kind>prefix|suffix)(?P<low>\d+)(?:-(?P<high>\d+))?")
_OFFSETS = re.compile(r"\s*([+-]?\d+)\s*(?:\.\.\s*([+-]?\d+)\s*)?")
_HOLE = re.compile(r"\{\{|\}\}|\{([^{}]*)\}")

Atom = TypeVar("Atom")
#: A step of a form: its kind, its length, its name.
Step = tuple[str, int, str]


class TokenAtom(NamedTuple):
    """A form of the cell of a column, some tokens away; ``first`` and ``last`` are columns too."""

    column: str
    offset: int = 0
    form: tuple[Step, ...] = ()

    @property
    def is_place(self) -> bool:
        """True for ``first`` and ``last``, which have no value."""
        return self.column in _PLACES

    def __str__(self) -> str:
        if self.is_place:
            return self.column
        steps = "".join(f".{kind}{n or ''}{name and ':' + name}" for kind, n, name in self.form)
        return f"{self.column}[{self.offset}]{steps}"


@dataclass(frozen=True)
class TokenTemplate:
    """One template, without ranges.

    Examples
    --------
    >>> parse_templates(["w[-1]|w[0]"])[0].pieces
    ('w[-1]|w[0]=', '|', '')
    """

    text: str
    atoms: tuple[TokenAtom, ...]  # what it looks at, the label before left out
    pieces: tuple[str, ...]  # around the atoms' values in the name of a feature : n_atoms + 1
    is_edge: bool = False  # it is about two neighbouring labels
    group: int = 0  # not 0: a number that it shares with its alternatives


def parse_templates(texts: Sequence[str]) -> list[TokenTemplate]:
    """Return templates with their ranges written out, each once.

    Examples
    --------
    >>> [each.text for each in parse_templates(["w[0].suffix1-3", "y[-1]|pos[0]"])]
    ['w[0].suffix1', 'w[0].suffix2', 'w[0].suffix3', 'y[-1]|pos[0]']
    """
    found: dict[tuple[str, int], TokenTemplate] = {}
    n_groups = 0
    for text in texts:
        alternatives = [text] if "{" in text else text.split(" else ")
        n_groups += len(alternatives) > 1
        group = n_groups if len(alternatives) > 1 else 0
        for each in alternatives:
            for template in TemplateParser(each.strip(), group).templates():
                found.setdefault((template.text, group), template)
        check_templates(len(found))
    return list(found.values())


def check_templates(n_templates: int) -> None:
    """Raise ParameterError if there are too many templates."""
    if n_templates > MOST_TEMPLATES:
        raise ParameterError(
            f"There must be at most {MOST_TEMPLATES:,} templates, ranges written out; got more. "
            "Write fewer, or shorter ranges."
        )


class TemplateParser:
    """Reads one template; every complaint begins with it."""

    def __init__(self, text: str, group: int = 0) -> None:
        self.text, self.group = text, group

    def templates(self) -> Iterator[TokenTemplate]:
        """Return the templates that the text stands for."""
        if "{" in self.text or "}" in self.text:
            yield from self._pattern()
            return
        if self.text == "bias":
            yield TokenTemplate("bias", (), ("bias",), False, self.group)
            return
        parts = [part.strip() for part in self.text.split("|")]
        is_edge = "y[-1]" in parts
        choices = [self.atoms(part) for part in parts if part != "y[-1]"]
        for atoms in self.combine(choices):
            text = "|".join([*(["y[-1]"] if is_edge else []), *map(str, atoms)])
            yield TokenTemplate(text, atoms, _plain_pieces(text, atoms), is_edge, self.group)

    def _pattern(self) -> Iterator[TokenTemplate]:
        is_edge = self.text.startswith("y[-1]|")
        body = self.text[len("y[-1]|") :] if is_edge else self.text
        literals, choices, at = ["y[-1]|" if is_edge else ""], [], 0
        for hole in _HOLE.finditer(body):
            literals[-1] += self._literal(body[at : hole.start()])
            at = hole.end()
            if hole[1] is None:
                literals[-1] += hole[0][0]
            elif hole[1].strip() != "bias":
                choices.append(self.atoms(hole[1].strip()))
                literals.append("")
        literals[-1] += self._literal(body[at:])
        for atoms in self.combine(choices):
            parts = [_escape(literals[0])]
            for atom, literal in zip(atoms, literals[1:], strict=True):
                parts += [f"{{{atom}}}", _escape(literal)]
            text = "".join(parts) + ("" if atoms else "{bias}")
            yield TokenTemplate(text, atoms, tuple(literals), is_edge, self.group)

    def _literal(self, text: str) -> str:
        if "{" in text or "}" in text:
            self.complain(
                "every brace must have its partner",
                f"got {text!r}",
                "Write {w[0]} for a cell and {{ for a brace.",
            )
        return text

    def atoms(self, text: str) -> list[TokenAtom]:
        """Return the atoms that a text stands for: several if it has ranges."""
        if text in _PLACES:
            return [TokenAtom(text)]
        match = _ATOM.fullmatch(text)
        if match is None:
            names = ("bias", *_PLACES)
            self.complain(
                "an atom must be a column with an offset, such as w[0] or pos[-1]",
                f"got {text!r}",
                did_you_mean(text, names, otherwise=f"Write {text or 'w'}[0]?"),
            )
        if match["column"] == "y":
            self.complain(
                "only the label before can be looked at, as y[-1]",
                f"got {text!r}",
                "Give the column y another name if you mean one.",
            )
        forms = [self._steps(each) for each in match["forms"].split(".")[1:]]
        if match["forms"] and not match["forms"].startswith("."):
            self._unknown_form(match["forms"])
        for steps in forms[1:]:
            if steps[0][0] in MADE_IN_PYTHON:
                self.complain(
                    f"{steps[0][0]}:{steps[0][2]} looks at the cell itself, so it must come first",
                    f"got {text!r}",
                    "Put it right behind the offset.",
                )
        offsets = self._offsets(match["offset"])
        self._check_number(len(offsets) * math.prod(map(len, forms)))
        return [
            TokenAtom(match["column"], offset, form)
            for offset in offsets
            for form in itertools.product(*forms)
        ]

    def combine(self, choices: Sequence[Sequence[Atom]]) -> Iterator[tuple[Atom, ...]]:
        """Return all ways to choose one of each."""
        self._check_number(math.prod(map(len, choices)))
        return itertools.product(*choices)

    def _check_number(self, n_templates: int) -> None:
        if n_templates > MOST_TEMPLATES:
            self.complain(
                f"the ranges of a template must stand for at most {MOST_TEMPLATES:,} of them",
                f"these make {n_templates:,}",
                "Write shorter ranges.",
            )

    def _offsets(self, text: str) -> range:
        match = _OFFSETS.fullmatch(text)
        low, high = (_number(match[1]), _number(match[2] or match[1])) if match else (0, -1)
        if match is None or low > high or max(-low, high) > _FARTHEST:
            self.complain(
                f"an offset must be a whole number between -{_FARTHEST} and {_FARTHEST}, "
                "or a range such as -2..2",
                f"got [{text}]",
                "Write 0 for the token itself.",
            )
        return range(low, high + 1)

    def _steps(self, text: str) -> list[Step]:
        name, colon, argument = text.partition(":")
        if name in _NAMED and colon and argument:
            return [(name, 0, argument)]
        if text in FORMS:
            return [(text, 0, "")]
        match = _AFFIX.fullmatch(text)
        if match is None:
            self._unknown_form(text)
        low, high = _number(match["low"]), _number(match["high"] or match["low"])
        if not 1 <= low <= high <= _LONGEST:
            self.complain(
                f"lengths must be between 1 and {_LONGEST} and ascend",
                f"got {text!r}",
                f"Try {match['kind']}1-4.",
            )
        return [(match["kind"], n, "") for n in range(low, high + 1)]

    def _unknown_form(self, text: str) -> NoReturn:
        bare = text.rstrip("0123456789-")
        known = [form.rstrip("N") for form in FORMS]
        self.complain(
            f"unknown form {text!r}; it must be one of {', '.join(FORMS)}",
            f"got {self.text!r}",
            did_you_mean(bare, known, otherwise="Choose one of these."),
        )

    def complain(self, rule: str, got: str, fix: str) -> NoReturn:
        """Raise what is wrong with the template."""
        raise ParameterError(f"Template {self.text!r}: {rule}; {got}. {fix}")


def _number(digits: str) -> int:
    """Return a number; one with more digits than Python reads is as good as a very large one."""
    return int(digits) if len(digits) <= 18 else 10**18


def _plain_pieces(text: str, atoms: Sequence[TokenAtom]) -> tuple[str, ...]:
    """Return what stands around the values in ``w[-1]|w[0]=the|cat``."""
    has_value = [not atom.is_place for atom in atoms]
    pieces = [text + "=" * any(has_value)]
    for i in range(1, len(atoms) + 1):
        is_between = any(has_value[:i]) and any(has_value[i : i + 1])
        pieces.append("|" * is_between)
    return tuple(pieces)


def _escape(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")
