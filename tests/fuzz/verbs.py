"""The command line in this process, and the small models that its cases use."""

from __future__ import annotations

import os
import warnings
from collections.abc import Sequence
from pathlib import Path

from linguine.serving.app import main

from .checkpoints import write_checkpoints
from .readers import BRACKETS, CONLL, CONLLU

__all__ = ["MODELS", "CrashError", "run_verb", "write_seeds"]

OUR_MISTAKE = 70
_TEXTS = "".join(
    f"{label}\t{text} {i}\n"
    for i in range(6)
    for label, text in (("spam", "Win a prize now"), ("ham", "See you at noon"), ("ad", "buy it"))
).encode()
#: File name -> the command that trains the model, and what it trains on.
MODELS: dict[str, tuple[str, str]] = {
    "words.linguine": ("text.tsv", "--algorithm logistic --chars 2-3 --numeric n"),
    "hashed.linguine": ("text.tsv", "--algorithm svm --hash-bits 6 --quantize int8"),
    "bayes.linguine": ("text.tsv", "--algorithm naive-bayes --reject-below 0.5"),
    "tree.linguine": ("text.tsv", "--algorithm label-tree --branches 2 --beam 2"),
    "sets.linguine": (
        "text.tsv",
        "--task multilabel --algorithm label-tree --branches 2 --quantize int8",
    ),
    "promise.linguine": ("many.tsv", "--algorithm logistic --promise 0.5 --vectors words.txt"),
    "precise.linguine": ("many.tsv", "--algorithm svm --precision 0.6"),
    "weighted.linguine": ("many.tsv", "--algorithm naive-bayes --threshold f1"),
    "lists.linguine": ("many.tsv", "--task multilabel --algorithm svm --label-separator |"),
    "intervals.linguine": ("many.tsv", "--task score --label-column n --quantize float16"),
    "clusters.linguine": ("text.tsv", "--task cluster -k 3 --restarts 2"),
    "scores.linguine": ("text.tsv", "--task score --label-column n"),
    "ordinal.linguine": ("text.tsv", "--algorithm ordinal --label-column n --quantize int8"),
    "crf.linguine": (
        "tokens.conll",
        "--columns w,pos,tag --template tokens.tpl --max-iterations 9",
    ),
    "hmm.linguine": ("tokens.conll", "--columns w,pos,tag --algorithm hmm"),
    "parser.linguine": (
        "trees.conllu",
        "--columns form,upos --epochs 2 --shared-bits 8 --relation-bits 8 --order 2",
    ),
    "phrases.linguine": ("trees.mrg", "--algorithm crf --epochs 2 --bits 6"),
    "tokenizer.linguine": ("trees.conllu", "--task tokenize --epochs 2"),
    "pcfg.linguine": ("trees.mrg", "--algorithm pcfg --function-tags --empty"),
}
_MANY = b"l%d\tword%d lunch %d\t%d"
_TEMPLATES = b'U1:%x[0,0]\nU2:%t[0,0,"^\\u"]\nU3:%x[-1,1]/%x[0,1]\nB\nB4:%x[0,1]\n'


class CrashError(Exception):
    """The command line called something a mistake of its own."""


def write_seeds(folder: Path) -> None:
    """Write files and train models that cases start from."""
    rows = [
        b"label\ttext\tn",
        *(b"%b\t%d.5" % (line, i % 3) for i, line in enumerate(_TEXTS.splitlines())),
    ]
    (folder / "text.tsv").write_bytes(b"\n".join(rows) + b"\n")
    many = [b"label\ttext\tn", *(_MANY % (i % 2, i % 2, i, i % 7) for i in range(40))]
    (folder / "many.tsv").write_bytes(b"\n".join(many) + b"\n")
    (folder / "words.txt").write_bytes(b"word0 1 0\nword1 0.5 -1\nlunch 0 1\n")
    (folder / "tokens.conll").write_bytes((CONLL.partition(b"\n\n")[2] + b"\n") * 4)
    (folder / "trees.conllu").write_bytes(CONLLU * 4)
    (folder / "trees.mrg").write_bytes(BRACKETS * 4)
    (folder / "tokens.tpl").write_bytes(_TEMPLATES)
    write_checkpoints(folder)
    here = Path.cwd()
    os.chdir(folder)
    try:
        for name, (file, options) in MODELS.items():
            always = ["--model", name, "--threads", "1", "--quiet"]
            run_verb(["train", file, *always, *options.split()], allowed=[0])
    finally:
        os.chdir(here)


def run_verb(arguments: Sequence[str], allowed: Sequence[int] = (0, 1, 2)) -> None:
    """Run the command line; CrashError unless its exit code is one of those allowed."""
    with warnings.catch_warnings():
        warnings.simplefilter("default")  # an advice is no failure
        code = main(list(arguments))
    if code not in allowed:
        raise CrashError(f"exit code {code}: linguine {' '.join(arguments)[:300]}")
