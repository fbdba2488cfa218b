"""Judge of files of tokens: line by line, in plain Python."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

__all__ = ["Token", "add_tags", "read_columns", "read_universal", "replace_tags"]

DOCUMENT = "-DOCSTART-"


@dataclass(frozen=True)
class Token:
    """The cells of a token and its line, counted from 1."""

    cells: list[str]
    line: int


def cut(line: str, *, is_tabbed: bool) -> list[str]:
    return line.split("\t") if is_tabbed else re.findall(r"[^ \t]+", line)


def numbered_lines(content: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(content.split("\n"), start=1):
        yield number, line.removesuffix("\r")


def is_empty(line: str) -> bool:
    return not line.strip(" \t\r")


def starts_document(line: str) -> bool:
    return line == DOCUMENT or line.startswith((DOCUMENT + " ", DOCUMENT + "\t"))


def grouped(tokens: Iterator[Token | None]) -> list[list[Token]]:
    """Return the runs of tokens; None is a border."""
    sentences: list[list[Token]] = [[]]
    for token in tokens:
        if token is not None:
            sentences[-1].append(token)
        elif sentences[-1]:
            sentences.append([])
    return [sentence for sentence in sentences if sentence]


def read_columns(content: str, *, is_tabbed: bool, comments: bool) -> list[list[Token]]:
    """Return the sentences of columns."""

    def tokens() -> Iterator[Token | None]:
        for number, line in numbered_lines(content):
            if is_empty(line) or starts_document(line):
                yield None
            elif not (comments and line.startswith("# ")):
                yield Token(cut(line, is_tabbed=is_tabbed), number)

    return grouped(tokens())


def read_universal(content: str) -> list[list[Token]]:
    """Return the sentences of a treebank: lines whose id is a whole number."""

    def tokens() -> Iterator[Token | None]:
        for number, line in numbered_lines(content):
            cells = line.split("\t")
            if is_empty(line):
                yield None
            elif cells[0].isdecimal():
                yield Token(cells, number)

    return grouped(tokens())


def rewritten(content: str, new: dict[int, str]) -> str:
    """Return the file with some of its lines changed; line ends stay."""
    pieces = []
    for number, line in enumerate(content.split("\n"), start=1):
        end = "\r" if line.endswith("\r") else ""
        pieces.append(new[number] + end if number in new else line)
    return "\n".join(pieces)


def add_tags(content: str, tags: list[str], *, is_tabbed: bool, comments: bool) -> str:
    """Return the file with one more cell on each line of a token, and O where documents start."""
    sentences = read_columns(content, is_tabbed=is_tabbed, comments=comments)
    tokens = [token for sentence in sentences for token in sentence]
    lines = dict(numbered_lines(content))
    cells = {token.line: tag for token, tag in zip(tokens, tags, strict=True)}
    for number, line in lines.items():
        n_cells = len(cut(line, is_tabbed=is_tabbed))
        if starts_document(line) and n_cells == len(tokens[0].cells):
            cells[number] = "O"
    new = {}
    for number, tag in cells.items():
        line = lines[number]
        separator = "\t" if is_tabbed or "\t" in line else " "
        new[number] = (line if is_tabbed else line.rstrip(" \t")) + separator + tag
    return rewritten(content, new)


def replace_tags(content: str, tags: list[str], column: int) -> str:
    """Return the treebank with other cells in one column."""
    tokens = [token for sentence in read_universal(content) for token in sentence]
    new = {}
    for token, tag in zip(tokens, tags, strict=True):
        cells = [*token.cells[:column], tag, *token.cells[column + 1 :]]
        new[token.line] = "\t".join(cells)
    return rewritten(content, new)
