"""Prints a row for each case."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from benchmarks.opened import chunks, texts
from benchmarks.opened.cases import CASES, CHUNKS


def main(names: list[str]) -> None:
    print("case        labels differ   largest difference   at edges   theirs s   ours s   ratio")
    with tempfile.TemporaryDirectory() as folder:
        for name in names or [*CASES, CHUNKS]:
            if name == CHUNKS:
                row = chunks.compare(Path(folder))
            else:
                row = texts.compare(name, Path(folder))
            times = f"{row.theirs:>11.2f}{row.ours:>9.2f}{row.theirs / row.ours:>8.1f}"
            print(
                f"{name:<12}{row.n_differ:>6} of {row.n:<7}{row.largest:>16.2e}"
                f"{row.n_at_edges:>11}{times}",
                flush=True,
            )


main(sys.argv[1:])
