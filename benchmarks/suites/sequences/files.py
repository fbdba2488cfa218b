"""Tagged sentences as plain files, made once: unpacking is never timed.

    conll2000        train.conll, test.conll: word, part of speech, chunk
    ud_english_ewt   train.conllu, dev.conllu

Run as ``python -m benchmarks.suites.sequences.files NAME...``.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

from benchmarks.suites.plain_files import PlainFiles

QUICK = "synthetic"
_WANTED = {
    "conll2000": ("train.conll", "test.conll"),
    "ud_english_ewt": ("train.conllu", "dev.conllu"),
}
SENTENCES = PlainFiles("sequences", QUICK, _WANTED.__getitem__)
FILES = SENTENCES.root


def prepare(name: str) -> None:
    folder = FILES / name
    folder.mkdir(parents=True, exist_ok=True)
    if name == QUICK:
        _write_synthetic(folder)
    else:
        SENTENCES.copy(name)
    SENTENCES.finish(name)


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
