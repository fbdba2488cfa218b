"""What `demo bracket` shows: the phrases of everyday sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.resources import files

from linguine.tasks.task import Tour

__all__ = ["YOURS", "make_tour"]

MODEL = "phrases.linguine"
#: Is the garden where she found it, or what the book is about?
SENTENCES = ("She read a book about the garden.", "The old dog sleeps in the house.")

#: (what is shown, the verb with its arguments); names of files stand for files of the demo.
JOURNEY: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "1. Train. A grammar is read off the trees; the right tree of every sentence is to win by "
        "a margin (MIRA).",
        ("train", "train.mrg", "--bits", "14", "--model", MODEL),
    ),
    (
        "2. Evaluate. Phrases that are right, in sentences it has not seen.",
        ("evaluate", MODEL, "test.mrg"),
    ),
    (
        "3. Compare. Every algorithm on the same trees.",
        ("compare", "train.mrg", "test.mrg", "--bits", "14"),
    ),
    (
        "4. Predict. Plain text is cut into words and parsed.",
        ("predict", MODEL, "--draw", *(p for s in SENTENCES for p in ("--text", s))),
    ),
    (
        "5. Explain. Why are these words a phrase?",
        ("explain", MODEL, "--text", SENTENCES[0], "--span", "3-7", "--top", "8"),
    ),
    (
        "6. A page of drawings.",
        ("predict", MODEL, "test.mrg", "--html", "phrases.html"),
    ),
)

#: The same for the user: (command, what it does).
YOURS = (
    ("linguine train yours.mrg --model yours.linguine", "learn"),
    ("linguine evaluate yours.linguine test.mrg", "measure, on sentences not trained on"),
    ("linguine compare yours.mrg test.mrg", "try every algorithm"),
    ("linguine predict yours.linguine new.txt > new.mrg", "parse plain text, a sentence a line"),
    ("linguine predict yours.linguine new.txt --json", "trees and confidences"),
    ("linguine explain yours.linguine --text 'Dogs bark.'", "see why"),
)


def make_tour(put: Callable[[str, Sequence[str]], None]) -> Tour:
    """Return what the demo shows of phrases."""
    corpus = files("linguine") / "data" / "corpora" / "everyday_small.mrg"
    trees = corpus.read_text(encoding="utf-8").splitlines()
    train, test = [tree for i, tree in enumerate(trees) if i % 4 != 3], trees[3::4]
    put("train.mrg", train)
    put("test.mrg", test)
    return Tour(
        f"Everyday sentences with their phrases: {len(train)} to train on, {len(test)} to test on.",
        JOURNEY,
        MODEL,
        "The same on a treebank of yours in brackets, as the Penn Treebank writes them (.mrg)",
        YOURS,
    )
