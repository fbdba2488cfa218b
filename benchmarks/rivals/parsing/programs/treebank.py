"""Read CoNLL-U without any library, and write heads and relations as the judge reads them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple


class Word(NamedTuple):
    form: str
    upos: str
    head: int
    relation: str


Arc = tuple[int, str]


def read(path: Path) -> Iterator[list[Word]]:
    """Sentences; multiword tokens and empty nodes are left out."""
    for lines in _blocks(path):
        rows = (line.split("\t") for line in lines if line[0] != "#")
        yield [Word(row[1], row[3], int(row[6]), row[7]) for row in rows if row[0].isdigit()]


def write_arcs(path: Path, trees: Iterable[Iterable[Arc]]) -> None:
    """A line `head relation` for each word, an empty one after each sentence."""
    with path.open("w", encoding="utf-8") as file:
        for tree in trees:
            file.write("".join(f"{head}\t{relation}\n" for head, relation in tree) + "\n")


def read_arcs(path: Path) -> list[list[Arc]]:
    rows = ([line.split("\t") for line in lines] for lines in _blocks(path))
    return [[(int(head), relation) for head, relation in tree] for tree in rows]


def _blocks(path: Path) -> Iterator[list[str]]:
    for block in path.read_text(encoding="utf-8").split("\n\n"):
        if block.strip():
            yield block.strip("\n").split("\n")
