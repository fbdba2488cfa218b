"""Treebanks as plain CoNLL-U files, made once: unpacking is never timed.

    ud_english_ewt        train.conllu, dev.conllu, test.conllu
    dependency_treebank   train.conllu, test.conllu
    everyday              the project's own small corpus in three thirds, for ``--quick``

Run as ``python -m benchmarks.suites.parsing.files NAME...``.
"""

from __future__ import annotations

import sys
from pathlib import Path

from benchmarks.machine import ROOT
from benchmarks.suites.plain_files import PlainFiles

QUICK = "everyday"
_EVERYDAY = ROOT / "src" / "linguine" / "data" / "corpora" / "everyday_small.conllu"
_PARTS = ("train.conllu", "dev.conllu", "test.conllu")
_WANTED = {
    "ud_english_ewt": _PARTS,
    "dependency_treebank": ("train.conllu", "test.conllu"),
}
TREEBANKS = PlainFiles("parsing", QUICK, _WANTED.__getitem__)


def prepare(name: str) -> None:
    folder = TREEBANKS.root / name
    folder.mkdir(parents=True, exist_ok=True)
    if name == QUICK:
        _write_everyday(folder)
    else:
        TREEBANKS.copy(name)
    TREEBANKS.finish(name)


def _write_everyday(folder: Path) -> None:
    sentences = _EVERYDAY.read_text("utf-8").strip("\n").split("\n\n")
    for i, part in enumerate(_PARTS):
        third = sentences[i :: len(_PARTS)]
        (folder / part).write_text("".join(f"{each}\n\n" for each in third), "utf-8")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        prepare(name)
