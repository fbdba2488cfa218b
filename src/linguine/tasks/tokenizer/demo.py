"""What `demo tokenize` shows: words and sentences in raw text."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from linguine.tasks.tagger.demo import split_sentences
from linguine.tasks.task import Tour

__all__ = ["YOURS", "make_tour"]

MODEL = "tokenizer.linguine"
TEXT = "I'd like some tea, please. Isn't it cold today?"

JOURNEY: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "1. Train. The text of a treebank, and where its words and sentences end.",
        ("train", "train.conllu", "--task", "tokenize", "--model", MODEL),
    ),
    (
        "2. Evaluate. Sentences that the model has not seen, joined to one text.",
        ("evaluate", MODEL, "test.conllu"),
    ),
    (
        "3. Predict. Two sentences on a line become two, with the words of contractions.",
        ("predict", MODEL, "--conllu", "--text", TEXT),
    ),
    (
        "4. Explain. Why does a sentence end behind the word please and its full stop?",
        ("explain", MODEL, "--text", TEXT, "--token", ".", "--top", "8"),
    ),
)

YOURS = (
    ("linguine train yours.conllu --task tokenize --model yours.linguine", "learn"),
    ("linguine evaluate yours.linguine test.conllu", "measure, on text not trained on"),
    ("linguine predict yours.linguine new.txt --conllu > new.conllu", "cut new text"),
    ("linguine predict parser.linguine new.txt --tokenizer yours.linguine", "and parse it"),
)


def make_tour(put: Callable[[str, Sequence[str]], None]) -> Tour:
    """Return what the demo shows of tokenizers."""
    n_train, n_test = split_sentences(put)
    return Tour(
        f"Everyday sentences: {n_train} to train on, {n_test} to test on.",
        JOURNEY,
        MODEL,
        "The same on a treebank of yours (.conllu, with '# text' or SpaceAfter=No)",
        YOURS,
    )
