"""The lines of code that stand beside equations, and where in their files they are."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .navigation import ROOT

#: A row of a table: equation, line of code, file.
_ROW = re.compile(
    r"^\| (?P<equation>.+) \| `(?P<code>[^`]+)` \| \[(?P<file>[^]]+)\]\(\.\./(?P=file)\) \|$", re.M
)


def rows(page: str) -> Iterator[tuple[str, str, str]]:
    """Yield equation, line of code and file of each row."""
    for found in _ROW.finditer(page):
        yield found["equation"], found["code"], found["file"]


def places(code: str, file: str) -> list[int]:
    """Return the numbers of the lines that hold this code."""
    lines = (ROOT / file).read_text(encoding="utf-8").splitlines()
    return [number for number, line in enumerate(lines, start=1) if code in line]


def with_numbers(page: str) -> str:
    """Return a page whose files have the number of the line behind them."""

    def number(found: re.Match[str]) -> str:
        line = places(found["code"], found["file"])[0]
        shown = found["file"].replace("/", "/<wbr>")
        return f"| {found['equation']} | `{found['code']}` | {shown}, line {line} |"

    return _ROW.sub(number, page)
