"""The text of a data set in the form each rival wants, made once: no conversion is ever timed.

    train.tsv, test.tsv       label and text below a header, plain, in the order of the source
    train.words, test.words   fastText: `__label__x` and lower-cased words; train shuffled
    train.vw, test.vw         Vowpal Wabbit: label number and the same words; train shuffled
    test.numbers, label_names, one.txt

Run as ``python -m benchmarks.suites.text.files NAME...``.
"""

from __future__ import annotations

import random
import re
import sys
from pathlib import Path

from benchmarks.suites.plain_files import PlainFiles

QUICK = "synthetic"
TEXTS = PlainFiles("text", QUICK, lambda name: ("train.tsv", "test.tsv"))
FILES = TEXTS.root
_TWEET = 140


def prepare(name: str) -> None:
    folder = FILES / name
    folder.mkdir(parents=True, exist_ok=True)
    if name == QUICK:
        _write_synthetic(folder)
    else:
        TEXTS.copy(name)
    column, train = _read(folder / "train.tsv")
    names = sorted({label for label, _ in train})
    (folder / "label_names").write_text("".join(f"{label}\n" for label in names), "utf-8")
    if column == "text":
        _, test = _read(folder / "test.tsv")
        random.Random(0).shuffle(train)
        _write_words(folder, "train", train, names)
        _write_words(folder, "test", test, names)
        (folder / "one.txt").write_text(_short(test[0][1]) + "\n", "utf-8")
    TEXTS.finish(name)


def _read(path: Path) -> tuple[str, list[tuple[str, str]]]:
    with path.open(encoding="utf-8", newline="\n") as lines:
        column = next(lines).rstrip("\n").split("\t")[1]
        rows = [line.rstrip("\n").split("\t") for line in lines]
    return column, [(label, text) for label, text in rows]


def _write_words(folder: Path, split: str, rows: list[tuple[str, str]], names: list[str]) -> None:
    """`|` and `:`, which mean something to Vowpal Wabbit, are no word characters."""
    number = {label: str(i + 1) for i, label in enumerate(names)}
    if len(names) == 2:
        number = {names[0]: "-1", names[1]: "1"}
    with (
        (folder / f"{split}.words").open("w", encoding="utf-8") as words_file,
        (folder / f"{split}.vw").open("w", encoding="utf-8") as vw_file,
        (folder / f"{split}.numbers").open("w", encoding="utf-8") as numbers_file,
    ):
        for label, text in rows:
            words = " ".join(re.findall(r"\w+", text.lower()))
            words_file.write(f"__label__{label.replace(' ', '_')} {words}\n")
            vw_file.write(f"{number[label]} | {words}\n")
            numbers_file.write(f"{number[label]}\n")


def _short(text: str) -> str:
    return text if len(text) <= _TWEET else text[: _TWEET + 1].rsplit(" ", 1)[0][:_TWEET]


def _write_synthetic(folder: Path) -> None:
    """Two labels with words of their own among common ones: tiny, for ``--quick``."""
    draw = random.Random(7)
    common = [f"word{i}" for i in range(300)]
    for split, n_rows in (("train", 400), ("test", 200)):
        lines = ["label\ttext\n"]
        for i in range(n_rows):
            label = ("no", "yes")[i % 2]
            words = draw.choices(common, k=20) + draw.choices([f"{label}{j}" for j in range(9)])
            lines.append(f"{label}\t{' '.join(draw.sample(words, len(words)))}\n")
        (folder / f"{split}.tsv").write_text("".join(lines), "utf-8")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        prepare(name)
