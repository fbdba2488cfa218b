"""What `demo tag` shows: parts of speech in everyday sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.resources import files

from linguine.tasks.task import Tour

__all__ = ["YOURS", "make_tour", "split_sentences"]

MODEL = "tagger.linguine"

#: A word that is three things, and one that the training sentences do not have.
SENTENCES = ("I can open the can.", "They will walk the zebra to the park.")

#: (what is shown, the verb with its arguments); names of files stand for files of the demo.
JOURNEY: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "1. Train. A conditional random field over words, their endings and shapes.",
        ("train", "train.conllu", "--task", "tag", "--model", MODEL),
    ),
    (
        "2. Compare. Every algorithm: by counting, one tag after the other, whole sequences.",
        ("compare", "train.conllu", "test.conllu", "--task", "tag"),
    ),
    (
        "3. Evaluate. Sentences that the model has not seen.",
        ("evaluate", MODEL, "test.conllu"),
    ),
    (
        "4. Predict. Plain text is cut into words; a file of tokens gets a column more.",
        ("predict", MODEL, *(part for each in SENTENCES for part in ("--text", each))),
    ),
    (
        "5. Explain. Why is the last word what it is, and not the next best?",
        ("explain", MODEL, "--text", SENTENCES[0], "--token", "5", "--top", "8"),
    ),
    (
        "6. What the model looks for, tag by tag, and which tags follow each other.",
        ("explain", MODEL, "--top", "4"),
    ),
)

#: The same for the user: (command, what it does).
YOURS = (
    ("linguine train yours.conll --columns w,tag --model yours.linguine", "learn"),
    ("linguine evaluate yours.linguine test.conll", "measure, on sentences not trained on"),
    ("linguine compare yours.conll test.conll", "try every algorithm"),
    ("linguine predict yours.linguine new.conll > tagged.conll", "tag new sentences"),
    ("linguine predict yours.linguine new.conll --spans", "names and chunks, with probabilities"),
    ('linguine explain yours.linguine --text "some text"', "see why"),
)


def make_tour(put: Callable[[str, Sequence[str]], None]) -> Tour:
    """Return what the demo shows of tags."""
    n_train, n_test = split_sentences(put)
    return Tour(
        f"Everyday sentences with parts of speech: {n_train} to train on, {n_test} to test on.",
        JOURNEY,
        MODEL,
        "The same on a file of yours, with a word and its tag on each line and an empty line\n"
        "after each sentence (or .conllu, with --task tag)",
        YOURS,
    )


def split_sentences(put: Callable[[str, Sequence[str]], None]) -> tuple[int, int]:
    """Write the sentences as files like a user's, and return how many are to train and to test."""
    corpus = files("linguine") / "data" / "corpora" / "everyday_small.conllu"
    blocks = corpus.read_text(encoding="utf-8").strip().split("\n\n")
    # Every third is held out: the corpus goes through its subjects one after the other.
    train = [block for i, block in enumerate(blocks) if i % 3 != 2]
    test = blocks[2::3]
    put("train.conllu", [f"{block}\n" for block in train])
    put("test.conllu", [f"{block}\n" for block in test])
    return len(train), len(test)
