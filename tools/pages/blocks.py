"""Blocks of code on a page: shell lines, what they print, files that the page shows, Python."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_FENCE = re.compile(
    r"^(?P<fence>`{3,})(?P<info>[^\n`]*)\n(?P<text>.*?)^(?P=fence)[ ]*$", re.M | re.S
)
_TITLE = re.compile(r'title="([^"]+)"')


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, the file that it shows (or ""), its text and first line."""

    language: str
    title: str
    text: str
    line: int

    @property
    def commands(self) -> list[tuple[int, str]]:
        """Return the lines of a shell, each with its number; a backslash joins two."""
        found: list[tuple[int, str]] = []
        begun: list[str] = []
        for number, line in enumerate(self.text.splitlines(), start=self.line):
            if line.endswith("\\"):
                begun.append(line[:-1].strip())
                continue
            whole = " ".join([*begun, line.strip()])
            begun = []
            if whole and not whole.startswith("#"):
                found.append((number, whole))
        return found


def blocks(page: str) -> Iterator[Block]:
    """Yield the blocks of a page in order."""
    for found in _FENCE.finditer(page):
        info = found["info"].strip()
        title = _TITLE.search(info)
        line = page.count("\n", 0, found.start("text")) + 1
        language = info.split(" ", 1)[0] if info else ""
        yield Block(language, title.group(1) if title else "", found["text"], line)
