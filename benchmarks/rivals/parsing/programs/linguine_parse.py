"""MODEL DATA OUT PART...: a model out of a file parses sentences that were read, on one thread."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from answers import answer

from linguine import DependencyParser
from linguine.data import Sentences, Trees, read_sentences


def given(path: Path) -> Callable[[], tuple[Sentences]]:
    sentences = read_sentences(path)
    return lambda: (sentences,)


def arcs(trees: Trees) -> Iterable[Iterable[tuple[int, str]]]:
    return map(zip, *trees.to_lists())


def parse(model: str, data: str, out: str, parts: list[str]) -> dict[str, float]:
    """Return fields of a row."""
    parser = DependencyParser.load(model, n_threads=1)
    return answer(data, out, parts, given=given, parse=parser.predict_trees, arcs=arcs)


if __name__ == "__main__":
    model, data, out, *parts = sys.argv[1:]
    print(json.dumps(parse(model, data, out, parts)))
