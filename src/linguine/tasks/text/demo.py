"""What `demo` shows of texts: messages to a help desk, and a list of moods."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.resources import files

from linguine.tasks.task import Tour

__all__ = ["MESSAGES", "YOURS", "make_tour", "put_corpus", "split_corpus"]

_MODEL = "helpdesk.linguine"

#: Three messages of the test file: plain, about a bill and yet a bug, and praise about money.
MESSAGES = (
    "The package was delivered to the wrong address.",
    "Your PDF invoices open as garbage characters in Acrobat.",
    "I was sceptical about the price, but it has paid for itself within a month.",
)

#: For the lexicon of moods.
MOODY = "Beautiful design, but it is slow and the last update is terrible."

#: What somebody at the help desk would write down in a minute.
WORDS = {
    "billing": "invoice payment refund charged price card bill pay subscription discount",
    "bug": "crashes error app update button screen page shows version file",
    "delivery": "parcel order package tracking courier delivered shipping box arrived address",
    "login": "password account login log code sign email access user verification",
    "praise": "thank great love best happy wonderful perfect excellent thanks amazing",
}

#: (what is shown, the verb with its arguments); names of files stand for files of the demo.
JOURNEY = (
    (
        "1. Train. Features and penalty are chosen on messages that are held out.",
        ("train", "train.tsv", "--model", _MODEL),
    ),
    (
        "2. Compare. Every algorithm on the same files, and a list of words written by hand.",
        ("compare", "train.tsv", "test.tsv", "--lexicon", "words.tsv"),
    ),
    (
        "3. Evaluate. Messages that the model has not seen.",
        ("evaluate", _MODEL, "test.tsv"),
    ),
    (
        "4. Explain. An easy message; a bug about a bill; praise that sounds like a bill.",
        ("explain", _MODEL, "--top", "6", *(part for m in MESSAGES for part in ("--text", m))),
    ),
    (
        "5. What the model looks for, label by label.",
        ("explain", _MODEL, "--top", "8"),
    ),
    (
        "6. Predict. One line for each message, with its probability.",
        ("predict", _MODEL, "new.txt", "--proba"),
    ),
    (
        "7. A model that nobody trained: words with the mood of who writes them.",
        ("train", "mood.tsv", "--algorithm", "lexicon", "--model", "mood.linguine"),
    ),
    ("", ("explain", "mood.linguine", "--text", MOODY)),
)

#: The same for the user: (command, what it does).
YOURS = (
    ("linguine train yours.tsv --model yours.linguine", "learn"),
    ("linguine evaluate yours.linguine test.tsv", "measure, on texts that were not trained on"),
    ("linguine compare yours.tsv test.tsv", "try every algorithm"),
    ('linguine explain yours.linguine --text "some text"', "see why"),
    ("linguine predict yours.linguine new.txt > labels.txt", "label new texts"),
)


def make_tour(put: Callable[[str, Sequence[str]], None]) -> Tour:
    """Return what the demo shows of texts."""
    n_train, n_test = split_corpus(put)
    _put_lists(put)
    return Tour(
        f"600 messages to a help desk in 5 categories: {n_train} to train on, {n_test} to test on.",
        JOURNEY,
        _MODEL,
        "The same on a file of yours, with label<TAB>text on each line (or .csv or .jsonl with\n"
        "the columns label and text, or a folder per label)",
        YOURS,
    )


def split_corpus(put: Callable[[str, Sequence[str]], None]) -> tuple[int, int]:
    """Write the messages as files like a user's, and return how many are to train and to test."""
    return put_corpus("helpdesk_small.tsv", put)


def put_corpus(name: str, put: Callable[[str, Sequence[str]], None]) -> tuple[int, int]:
    """Write a corpus as files like a user's, and return how many texts each has."""
    messages: dict[str, list[str]] = {"train": [], "test": []}
    for line in _read_corpus(name):
        use, _, message = line.partition("\t")
        messages[use].append(message)
    for use, lines in messages.items():
        put(f"{use}.tsv", lines)
    return len(messages["train"]), len(messages["test"])


def _put_lists(put: Callable[[str, Sequence[str]], None]) -> None:
    """Write the new messages and the two lists of words."""
    put("new.txt", MESSAGES)
    put("words.tsv", [f"{label}\t{word}" for label, row in WORDS.items() for word in row.split()])
    moods = ["label\ttext\tweight"]
    for line in _read_corpus("sentiment_lexicon.tsv"):
        word, weight = line.split("\t")
        label = "unhappy" if weight.startswith("-") else "happy"
        moods.append(f"{label}\t{word}\t{weight.lstrip('-')}")
    put("mood.tsv", moods)


def _read_corpus(name: str) -> list[str]:
    corpus = files("linguine") / "data" / "corpora" / name
    return corpus.read_text(encoding="utf-8").splitlines()[1:]
