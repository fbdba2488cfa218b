"""Read `word pos tag` lines with empty lines between sentences, and write tags the same way."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

Token = tuple[str, str]


def read(path: str) -> tuple[list[list[Token]], list[list[str]]]:
    """Sentences of (word, pos), and their tags."""
    sentences: list[list[Token]] = []
    tags: list[list[str]] = []
    for block in Path(path).read_text(encoding="utf-8").split("\n\n"):
        rows = [line.split() for line in block.splitlines() if line.strip()]
        if rows:
            sentences.append([(row[0], row[1]) for row in rows])
            tags.append([row[2] for row in rows])
    return sentences, tags


def write(path: str, tags: Iterable[Iterable[str]]) -> None:
    Path(path).write_text("\n".join("".join(f"{t}\n" for t in each) for each in tags), "utf-8")
