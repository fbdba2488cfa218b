"""Tagged sentences as plain files, made once: unpacking is never timed.

    conll2000        train.conll, test.conll: word, part of speech, chunk
    ud_english_ewt   train.conllu, dev.conllu

Run as ``python -m benchmarks.suites.sequences.files NAME...``.
"""

from __future__ import annotations

import gzip
import os
import random
import shutil
import sys
from pathlib import Path

from benchmarks.datasets import CACHE, DATA_VARIABLE
from benchmarks.suites.sequences.suite import QUICK

FILES = CACHE / "sequences"
_DONE = "done"  # written last: an interrupted preparation is made again
_WANTED = {
    "conll2000": ("train.conll", "test.conll"),
    "ud_english_ewt": ("train.conllu", "dev.conllu"),
}


def is_prepared(name: str) -> bool:
    return (FILES / name / _DONE).exists()


def missing_sentences(name: str) -> str | None:
    """Say why the sentences of a data set cannot be read, or None."""
    if name == QUICK or is_prepared(name):
        return None
    root = os.environ.get(DATA_VARIABLE)
    if root and all(_source(name, file) for file in _WANTED[name]):
        return None
    return (
        f"The sequence suites read {' and '.join(_WANTED[name])} (or .gz) of {name} from the "
        f"folder that {DATA_VARIABLE} names; got {DATA_VARIABLE}={root or ''}. "
        f"Set it to the folder that holds {name}/, or try `sequences --quick`, which needs no data."
    )


def prepare(name: str) -> None:
    folder = FILES / name
    folder.mkdir(parents=True, exist_ok=True)
    if name == QUICK:
        _write_synthetic(folder)
    else:
        for file in _WANTED[name]:
            _copy_plain(name, file, folder / file)
    (folder / _DONE).touch()


def _source(name: str, file: str) -> Path | None:
    folder = Path(os.environ[DATA_VARIABLE]) / name
    found = (folder / f"{file}{end}" for end in (".gz", ""))
    return next((path for path in found if path.exists()), None)


def _copy_plain(name: str, file: str, to: Path) -> None:
    source = _source(name, file)
    if source is None:
        raise SystemExit(missing_sentences(name))
    opened = gzip.open(source, "rb") if source.suffix == ".gz" else source.open("rb")
    with opened as packed, to.open("wb") as plain:
        shutil.copyfileobj(packed, plain)


def _write_synthetic(folder: Path) -> None:
    """Noun and verb phrases of made-up words, a few of them ambiguous: for ``--quick``."""
    draw = random.Random(7)
    for split, n_sentences in (("train", 200), ("dev", 50), ("test", 50)):
        chunks, universal = [], []
        for _ in range(n_sentences):
            rows = [row for _ in range(draw.randint(1, 4)) for row in _clause(draw)]
            chunks.append("".join(f"{w} {pos} {tag}\n" for w, pos, tag in rows))
            lines = (
                f"{i + 1}\t{w}\t_\t{pos}\t_\t_\t_\t_\t_\t_\n" for i, (w, pos, _) in enumerate(rows)
            )
            universal.append("".join(lines) + "\n")
        (folder / f"{split}.conll").write_text("\n".join(chunks), "utf-8")
        (folder / f"{split}.conllu").write_text("".join(universal), "utf-8")


def _clause(draw: random.Random) -> list[tuple[str, str, str]]:
    def word(kind: str) -> str:
        return f"{draw.choice((kind, kind, kind, 'any'))}{draw.randint(1, 30)}"

    adjectives = [(word("adj"), "ADJ", "I-NP") for _ in range(draw.randint(0, 2))]
    subject = [("the", "DET", "B-NP"), *adjectives, (word("noun"), "NOUN", "I-NP")]
    return [*subject, (word("verb"), "VERB", "B-VP"), (",", "PUNCT", "O")]


if __name__ == "__main__":
    for name in sys.argv[1:]:
        prepare(name)
