"""Template files of CRF++ and Wapiti, read as they are.

A line begins with U (tokens), B (pairs of neighbouring labels) or * (both) and is the text of a
feature in which macros stand for cells: ``%x[-1,0]`` is column 0 of the token before. Wapiti adds
``%X`` (lower case), ``%t[0,0,"regex"]`` (true or false) and ``%m[0,0,"regex"]`` (what matches); see
:mod:`linguine.features.token.patterns`. A B line without macros asks for transitions. Lines that
read the same but for their offsets make the same features, which are then counted.

Beyond the ends of the sentence a macro is ``<s-1>`` or ``<e+1>``, whatever its pattern.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from os import PathLike
from pathlib import Path
from typing import NoReturn

from linguine.errors import DataError, ParameterError, whole_number
from linguine.features.token.language import parse_templates
from linguine.features.token.patterns import TokenPattern
from linguine.features.token.templates import TokenTemplates

__all__ = ["read_template_file", "read_template_lines"]

_MACRO = re.compile(
    r"%(?P<kind>[A-Za-z])\[\s*(?P<offset>[@*]?[+-]?\d+)\s*,\s*(?P<column>\d+)\s*"
    r'(?:,\s*"(?P<expression>(?:[^"\\]|\\.)*)"\s*)?\]'
)


def read_template_file(path: str | PathLike[str], columns: Sequence[str]) -> TokenTemplates:
    """Return the templates of a file: CRF++'s, Wapiti's, or our own language, one a line.

    Parameters
    ----------
    path
        The file.
    columns
        Names of the data's columns without the tag; a macro has their numbers.
    """
    try:
        lines = Path(path).read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8"
        raise DataError(
            f"{path}: a template file must be readable text; {reason}. Check its name and encoding."
        ) from None
    return read_template_lines(lines, columns, source=str(path))


def read_template_lines(
    lines: Iterable[str], columns: Sequence[str], *, source: str = "templates"
) -> TokenTemplates:
    r"""Return the templates of the lines of a file, given the names of the columns without the tag.

    Examples
    --------
    >>> lines = ["# window", "U01:%x[-1,0]/%x[0,0]", r'U02:%t[0,0,"^\u"]', "B"]
    >>> read_template_lines(lines, ["w", "pos"]).names
    ['U01:{w[-1]}/{w[0]}', 'U02:{w[0].pattern:p1}']
    """
    kept = [(i, _without_comment(line)) for i, line in enumerate(lines, 1)]
    kept = [(i, line) for i, line in kept if line]
    if any("%" in line for _, line in kept):
        return _Reader(list(columns), source).read(kept)
    for i, line in kept:
        _check(line, f"{source}:{i}")
    return TokenTemplates([line for _, line in kept])


def _check(template: str, place: str) -> None:
    try:
        parse_templates([template])
    except ParameterError as error:
        raise DataError(f"{place}: {error}") from None


def _without_comment(line: str) -> str:
    """Return a line up to a # at its beginning or behind a blank, but not within quotes."""
    in_quotes, before = False, " "
    for i, c in enumerate(line):
        if c == '"' and before != "\\":
            in_quotes = not in_quotes
        if c == "#" and not in_quotes and before.isspace():
            return line[:i].strip()
        before = c
    return line.strip()


class _Reader:
    """Translates lines; every complaint has file and line."""

    def __init__(self, columns: list[str], source: str) -> None:
        self.columns, self.source = columns, source
        self.line = 0
        self.templates: list[str] = []
        self.patterns: dict[TokenPattern, str] = {}
        self.transitions = False

    def read(self, lines: Sequence[tuple[int, str]]) -> TokenTemplates:
        for self.line, text in lines:
            n_before = len(self.templates)
            self._read_line(text)
            for template in self.templates[n_before:]:
                _check(template, f"{self.source}:{self.line}")
        if not self.templates:
            self._complain("there must be a template with a macro", "got none", "Add %x[0,0]")
        patterns = {name: pattern for pattern, name in self.patterns.items()}
        return TokenTemplates(self.templates, transitions=self.transitions, patterns=patterns)

    def _read_line(self, text: str) -> None:
        kind = text[0].upper()
        if kind not in "UB*":
            self._complain(
                "a template must begin with U, B or *", f"got {text!r}", "Begin comments with #"
            )
        pattern, at = "", 0
        for macro in _MACRO.finditer(text):
            pattern += self._literal(text[at : macro.start()])
            pattern += f"{{{self._atom(macro)}}}"
            at = macro.end()
        pattern += self._literal(text[at:])
        has_macro = at > 0
        if kind != "B":
            self.templates.append(pattern if has_macro else pattern + "{bias}")
        if kind != "U" and has_macro:
            self.templates.append("y[-1]|" + pattern)
        self.transitions |= kind != "U" and not has_macro

    def _literal(self, text: str) -> str:
        if "%" in text:
            self._complain(
                "a macro must be %x[offset,column], %X[..], or with a pattern "
                '%t[offset,column,"regex"] or %m[..]',
                f"got {text[text.index('%') :]!r}",
                "Check its brackets, commas and quotes",
            )
        return text.replace("{", "{{").replace("}", "}}")

    def _atom(self, macro: re.Match[str]) -> str:
        kind, column = macro["kind"].lower(), whole_number(macro["column"])
        if (
            kind not in ("x", "t", "m")
            or (macro["expression"] is None) != (kind == "x")
            or whole_number(macro["offset"].lstrip("+-")) is None
        ):
            self._complain(
                "a macro must be %x with a relative offset and a column, or %t or %m with a "
                "pattern behind them",
                f"got {macro[0]!r}",
                "Absolute (@) and indirect (*) offsets are not available",
            )
        if column is None or column >= len(self.columns):
            there = f"{len(self.columns)} columns besides the tag ({', '.join(self.columns)})"
            self._complain(
                f"a column must be between 0 and {len(self.columns) - 1}, as the data have {there}",
                f"got {macro['column'][:20]} in {macro[0][:80]!r}",
                "Count from 0, and leave the tag out",
            )
        cell = f"{self.columns[column]}[{int(macro['offset'])}]"
        lower = macro["kind"].isupper()
        if kind == "x":
            return cell + ".lower" * lower
        return f"{cell}.pattern:{self._pattern(macro['expression'], kind, lower)}"

    def _pattern(self, expression: str, kind: str, lower: bool) -> str:
        try:
            pattern = TokenPattern(expression, "test" if kind == "t" else "match", lower)
        except ParameterError as error:
            raise DataError(f"{self.source}:{self.line}: {error}") from None
        return self.patterns.setdefault(pattern, f"p{len(self.patterns) + 1}")

    def _complain(self, rule: str, got: str, fix: str) -> NoReturn:
        raise DataError(f"{self.source}:{self.line}: {rule}; {got}. {fix}.")
