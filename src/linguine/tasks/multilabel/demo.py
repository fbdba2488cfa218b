"""What `demo` shows of several labels per text: messages with their topic and their tone."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from linguine.tasks.task import Tour
from linguine.tasks.text.demo import MESSAGES, YOURS, split_corpus

__all__ = ["make_tour"]

_MODEL = "tags.linguine"

#: Further labels of a message of the help desk: what it is about besides its category.
_WORDS = {
    "angry": "terrible worst unacceptable ridiculous angry useless never again awful",
    "money": "invoice payment refund charged price card bill pay discount money euro dollars",
    "mobile": "app phone android iphone tablet mobile ios",
}

_JOURNEY = (
    (
        "1. Train. The file has several labels on most lines; thresholds are chosen on messages "
        "that are held out.",
        ("train", "tagged.tsv", "--label-separator", "|", "--algorithm", "svm", "--model", _MODEL),
    ),
    (
        "2. Evaluate. Messages that the model has not seen.",
        ("evaluate", _MODEL, "tagged_test.tsv", "--label-separator", "|"),
    ),
    (
        "3. Explain. Why it gets each of its labels, and why not the next ones.",
        ("explain", _MODEL, "--top", "5", "--text", MESSAGES[1]),
    ),
    (
        "4. Predict. The labels of each message, and the three likeliest with probabilities.",
        ("predict", _MODEL, "new.txt", "--top", "3"),
    ),
)


def make_tour(put: Callable[[str, Sequence[str]], None]) -> Tour:
    """Return what the demo shows of several labels."""
    files: dict[str, list[str]] = {}
    n_train, n_test = split_corpus(lambda name, lines: files.__setitem__(name, list(lines)))
    for name, lines in (("tagged.tsv", files["train.tsv"]), ("tagged_test.tsv", files["test.tsv"])):
        put(name, [_tag(line) for line in lines])
    put("new.txt", MESSAGES)
    return Tour(
        "600 messages to a help desk with a category, and perhaps angry, money or mobile: "
        f"{n_train} to train on, {n_test} to test on.",
        _JOURNEY,
        _MODEL,
        'The same on a file of yours: .jsonl with {"labels": ["a", "b"], "text": ...} on a line,\n'
        "several __label__ before each text, or a table and --label-separator",
        [(line, purpose) for line, purpose in YOURS if "compare" not in line],
    )


def _tag(line: str) -> str:
    """Return a line with the labels that its words give it."""
    label, _, text = line.partition("\t")
    words = set(text.casefold().split())
    more = [each for each, hints in _WORDS.items() if words & set(hints.split())]
    return f"{'|'.join([label, *more])}\t{text}"
