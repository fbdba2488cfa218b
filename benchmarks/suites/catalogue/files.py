"""Trees, texts, points and graphs as plain files, made once.

    ptb_sample     train.mrg, test.mrg: a tree a line, without function tags and empty elements;
                   short.mrg: the first trees of test.mrg with 10 to 14 words
    20newsgroups   train.tsv: a label and a text
    gaussians      points.csv: a label and eight numbers
    grid-N         graph.json: tables of N x N binary variables and of all neighbours
    everyday       something of each kind, for ``--quick``

Run as ``python -m benchmarks.suites.catalogue.files NAME...``.
"""

from __future__ import annotations

import json
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.machine import ROOT
from benchmarks.suites.plain_files import PlainFiles

QUICK = "everyday"
_CORPORA = ROOT / "src" / "linguine" / "data" / "corpora"
_WANTED = {"ptb_sample": ("train.mrg", "test.mrg"), "20newsgroups": ("train.tsv",)}
FILES = PlainFiles("catalogue", QUICK, lambda name: _WANTED.get(name, ()))
_N_SHORT, _SHORT = 6, range(10, 15)
#: A tree is a label with its children; a word is a label with its text.
Tree = tuple[str, Any]


def prepare(name: str) -> None:
    folder = FILES.root / name
    folder.mkdir(parents=True, exist_ok=True)
    if name in _WANTED:
        FILES.copy(name)
    if name == "ptb_sample":
        for part in _WANTED[name]:
            _strip(folder / part)
        _write_short(folder, _SHORT)
    if name == "20newsgroups":
        texts = folder / "train.tsv"
        texts.write_text(texts.read_text("utf-8").partition("\n")[2], "utf-8")  # no header
    if name == "gaussians":
        _write_points(folder / "points.csv", 20_000, 10, 8)
    if name.startswith("grid-"):
        _write_grid(folder / "graph.json", int(name.removeprefix("grid-")))
    if name == QUICK:
        _write_everyday(folder)
    FILES.finish(name)


def _write_everyday(folder: Path) -> None:
    trees = (_CORPORA / "everyday_small.mrg").read_text("utf-8").splitlines()
    (folder / "train.mrg").write_text("\n".join(trees[::2]) + "\n", "utf-8")
    (folder / "test.mrg").write_text("\n".join(trees[1::2]) + "\n", "utf-8")
    _write_short(folder, range(4, 10))
    draw = random.Random(1)
    lines = [f"{y}\t{' '.join(f'{y}{draw.randrange(60)}' for _ in range(9))}" for y in "ab" * 100]
    (folder / "train.tsv").write_text("\n".join(lines) + "\n", "utf-8")
    _write_points(folder / "points.csv", 200, 3, 2)
    _write_grid(folder / "graph.json", 2)


# --- trees -------------------------------------------------------------------------------------


def read_tree(text: str) -> Tree:
    """Return the tree of a line; a bracket without a label around it is no node."""
    stack: list[list[Any]] = [[]]
    for token in re.findall(r"[()]|[^\s()]+", text):
        if token == "(":
            stack.append([])
        elif token == ")":
            node = stack.pop()
            is_plain = node and isinstance(node[0], str)
            stack[-1].append((node[0], node[1:]) if is_plain else node[0])
        else:
            stack[-1].append(token)
    tree: Tree = stack[0][0]
    return tree


def _stripped(tree: Tree) -> Tree | None:
    """Return a tree without empty elements, function tags and what holds nothing else."""
    label, children = tree
    label = label if label.startswith("-") else re.split(r"[-=|]", label)[0]
    if isinstance(children[0], str):
        return None if label == "-NONE-" else (label, children)
    kept = [each for each in map(_stripped, children) if each is not None]
    return (label, kept) if kept else None


def _written(tree: Tree) -> str:
    label, children = tree
    inside = (each if isinstance(each, str) else _written(each) for each in children)
    return f"({label} {' '.join(inside)})"


def _words(tree: Tree) -> Iterator[str]:
    for each in tree[1]:
        if isinstance(each, str):
            yield each
        else:
            yield from _words(each)


def _strip(path: Path) -> None:
    trees = (_stripped(read_tree(line)) for line in path.read_text("utf-8").splitlines())
    path.write_text("".join(f"{_written(each)}\n" for each in trees if each), "utf-8")


def _write_short(folder: Path, lengths: range) -> None:
    lines = (folder / "test.mrg").read_text("utf-8").splitlines()
    short = [line for line in lines if len(list(_words(read_tree(line)))) in lengths]
    (folder / "short.mrg").write_text("\n".join(short[:_N_SHORT]) + "\n", "utf-8")


# --- points and graphs -------------------------------------------------------------------------


def _write_points(path: Path, n: int, k: int, n_dimensions: int) -> None:
    draw = random.Random(5)
    means = [[draw.gauss(0, 2) for _ in range(n_dimensions)] for _ in range(k)]
    spreads = [draw.uniform(0.7, 1.6) for _ in range(k)]
    with path.open("w", encoding="utf-8") as file:
        for _ in range(n):
            y = draw.randrange(k)
            point = (f"{draw.gauss(m, spreads[y]):.6f}" for m in means[y])
            file.write(f"{y},{','.join(point)}\n")


def _write_grid(path: Path, n: int) -> None:
    draw = random.Random(n)
    right = [(i, i + 1) for i in range(n * n) if i % n < n - 1]
    down = [(i, i + n) for i in range(n * n - n)]
    graph = {
        "n_values": [2] * (n * n),
        "factors": right + down,
        "variables": [[draw.gauss(0, 1) for _ in range(2)] for _ in range(n * n)],
        "tables": [[[draw.gauss(0, 1) for _ in range(2)] for _ in range(2)] for _ in right + down],
    }
    path.write_text(json.dumps(graph), "utf-8")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        prepare(name)
