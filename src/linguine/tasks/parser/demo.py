"""What `demo parse` shows: the trees of everyday sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from linguine.tasks.tagger.demo import split_sentences
from linguine.tasks.task import Tour

__all__ = ["YOURS", "make_tour"]

MODEL, TAGGER = "parser.linguine", "tagger.linguine"
_FIRST = ("--tagger", TAGGER)

#: Does the last phrase of the first hang on the verb, or on the noun before it?
SENTENCES = ("She found a book about the city.", "My sister wants to buy a new car.")

#: (what is shown, the verb with its arguments); names of files stand for files of the demo.
JOURNEY: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "1. Train. The best tree of every sentence is to win by a margin (MIRA). It looks at words "
        "and parts of speech.",
        ("train", "train.conllu", "--columns", "form,upos", "--model", MODEL),
    ),
    (
        "2. Evaluate. Right heads (UAS) and relations (LAS) of sentences it has not seen.",
        ("evaluate", MODEL, "test.conllu"),
    ),
    (
        "3. Compare. Every algorithm on the same trees.",
        ("compare", "train.conllu", "test.conllu", "--columns", "form,upos"),
    ),
    (
        "4. A tagger from the same file, since plain text has no parts of speech.",
        ("train", "train.conllu", "--task", "tag", "--model", TAGGER),
    ),
    (
        "5. Predict. Plain text is cut into words, tagged and parsed; arrows point to modifiers.",
        ("predict", MODEL, *_FIRST, "--draw", *(p for s in SENTENCES for p in ("--text", s))),
    ),
    (
        "6. Explain. Why does the last noun hang where it does?",
        ("explain", MODEL, *_FIRST, "--text", SENTENCES[0], "--token", "city", "--top", "8"),
    ),
    (
        "7. A file is written back as it was, with new heads and relations. Or as a picture.",
        ("predict", MODEL, "test.conllu", "--html", "trees.html"),
    ),
)

#: The same for the user: (command, what it does).
YOURS = (
    ("linguine train yours.conllu --model yours.linguine", "learn"),
    ("linguine evaluate yours.linguine test.conllu", "measure, on sentences not trained on"),
    ("linguine compare yours.conllu test.conllu", "try every algorithm"),
    ("linguine predict yours.linguine new.conllu > parsed.conllu", "parse new sentences"),
    ("linguine predict yours.linguine new.conllu --json", "heads, relations, confidences"),
    ("linguine explain yours.linguine new.conllu --line 5", "see why"),
)


def make_tour(put: Callable[[str, Sequence[str]], None]) -> Tour:
    """Return what the demo shows of trees."""
    n_train, n_test = split_sentences(put)
    return Tour(
        f"Everyday sentences with their trees: {n_train} to train on, {n_test} to test on.",
        JOURNEY,
        MODEL,
        "The same on a treebank of yours in CoNLL-U (universaldependencies.org has many)",
        YOURS,
    )
