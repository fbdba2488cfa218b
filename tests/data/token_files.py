"""Random files of tokens, and how tests look at sentences."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TypeAlias

import pytest
from hypothesis import strategies as st

from linguine.data import Sentences

__all__ = ["Row", "conll_contents", "data_file", "rows_of", "universal_contents"]

Row: TypeAlias = tuple[list[str], int]  # cells and line

CELLS = st.text(
    st.sampled_from(["a", "B", "-", "#", ".", "é", "漢", "😀", "\xa0"]), min_size=1, max_size=4
)
BORDERS = st.lists(st.sampled_from(["", " ", "\t", "  "]), min_size=1, max_size=3)


def rows_of(sentences: Sentences) -> list[list[Row]]:
    """Return everything about each token, sentence by sentence."""
    cells = [sentences.texts_of(name) for name in sentences.columns]
    bounds = sentences.offsets.tolist()
    return [
        [
            ([column[s][t] for column in cells], int(sentences.lines[bounds[s] + t]))
            for t in range(bounds[s + 1] - bounds[s])
        ]
        for s in range(len(sentences))
    ]


def data_file(name: str) -> Path:
    """Return a file of the folder that LINGUINE_DATA names, or skip the test."""
    root = os.environ.get("LINGUINE_DATA")
    if not root or not (path := Path(root) / name).exists():
        pytest.skip(f"LINGUINE_DATA does not name a folder with {name}")
    return path


@st.composite
def conll_contents(draw: st.DrawFn, *, is_tabbed: bool, comments: bool) -> str:
    """Return a file of columns with everything that may stand between tokens."""
    n_columns = draw(st.integers(2, 4))
    separators = st.just("\t") if is_tabbed else st.sampled_from([" ", "\t", "  ", " \t"])
    trailing = st.just("") if is_tabbed else st.sampled_from(["", " ", "\t"])
    cells = CELLS if not is_tabbed else st.one_of(CELLS, st.just("a b"))
    document = st.sampled_from(["-DOCSTART-", "\t".join(["-DOCSTART-", *"O" * (n_columns - 1)])])

    def token() -> str:
        line = draw(cells.filter(lambda cell: not cell.startswith("#")))
        for _ in range(n_columns - 1):
            line += draw(separators) + draw(cells)
        return line + draw(trailing)

    lines: list[str] = []
    for _ in range(draw(st.integers(1, 4))):
        if draw(st.booleans()):
            lines += [draw(document), *draw(st.sampled_from([[""], []]))]
        lines += ["# " + draw(CELLS)] * (comments and draw(st.booleans()))
        lines += [token() for _ in range(draw(st.integers(1, 4)))]
        lines += draw(BORDERS)
    lines += ["# the end"] * (comments and draw(st.booleans()))
    content = draw(st.sampled_from(["\n", "\r\n"])).join(lines)
    return content + draw(st.sampled_from(["", "\n", "\r\n", "\r\n\n"]))


@st.composite
def universal_contents(draw: st.DrawFn) -> str:
    """Return a treebank with comments, multiword tokens and empty nodes."""
    cells = st.one_of(CELLS, st.just("_"), st.just("a b"))

    def row(id: str, head: str) -> str:
        middle = [draw(cells) for _ in range(5)]
        return "\t".join([id, *middle, head, *(draw(cells) for _ in range(3))])

    lines: list[str] = draw(st.sampled_from([[], ["# newdoc", ""], [""]]))
    for _ in range(draw(st.integers(1, 3))):
        lines = lines + ["# text = " + draw(CELLS)] * draw(st.integers(0, 2))
        n_tokens = draw(st.integers(1, 4))
        for i in range(1, n_tokens + 1):
            lines += [row(f"{i}-{i + 1}", "_")] * draw(st.booleans())
            lines.append(row(str(i), draw(st.sampled_from(["0", "1", "17", "_"]))))
            lines += [row(f"{i}.1", "_")] * draw(st.booleans())
        lines += draw(st.sampled_from([[""], ["", ""]]))
    lines += ["# the end"] * draw(st.booleans())
    content = draw(st.sampled_from(["\n", "\r\n"])).join(lines)
    return content + draw(st.sampled_from(["", "\n"]))
