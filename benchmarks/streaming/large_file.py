"""A large file: the texts of imdb again and again, each time with their words in another order.

<folder>/large.tsv    label and text below a header, texts in another order each time
<folder>/large.vw     the same for Vowpal Wabbit: label number, and lower-cased words
<folder>/test.tsv, test.vw    the test texts as they are
"""

from __future__ import annotations

import gzip
import os
import re
from pathlib import Path

import numpy as np

__all__ = ["make"]

_WORD = re.compile(r"\w+")


def make(folder: Path, n_bytes: int, *, with_vw: bool = True) -> None:
    """Write files of so many bytes of text."""
    source = Path(os.environ["LINGUINE_DATA"]) / "imdb"
    train, test = (_read(source / f"{name}.tsv.gz") for name in ("train", "test"))
    folder.mkdir(parents=True, exist_ok=True)
    generator = np.random.default_rng(0)
    words = [np.array(text.split(), object) for _, text in train]
    n_written = 0
    vw = (folder / "large.vw").open("w", encoding="utf-8") if with_vw else None
    with (folder / "large.tsv").open("w", encoding="utf-8") as file:
        file.write("label\ttext\n")
        while n_written < n_bytes:
            for i in generator.permutation(len(train)).tolist():
                text = " ".join(generator.permutation(words[i]))
                line = f"{train[i][0]}\t{text}\n"
                file.write(line)
                n_written += len(line)
                if vw is not None:
                    vw.write(_vw_line(train[i][0], text))
                if n_written >= n_bytes:
                    break
    if vw is not None:
        vw.close()
    with (
        (folder / "test.tsv").open("w", encoding="utf-8") as file,
        (folder / "test.vw").open("w", encoding="utf-8") as vw_file,
    ):
        file.write("label\ttext\n")
        for label, text in test:
            file.write(f"{label}\t{text}\n")
            vw_file.write(_vw_line(label, text))


def _vw_line(label: str, text: str) -> str:
    return f"{1 if label == 'pos' else -1} | {' '.join(_WORD.findall(text.lower()))}\n"


def _read(path: Path) -> list[tuple[str, str]]:
    with gzip.open(path, "rt", encoding="utf-8", newline="\n") as lines:
        next(lines)
        rows = [line.rstrip("\n").split("\t") for line in lines]
    return [(label, text) for label, text in rows]
