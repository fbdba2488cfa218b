"""What `demo` shows of clusters: messages to a help desk, without their labels."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from linguine.tasks.task import Tour
from linguine.tasks.text.demo import MESSAGES, split_corpus

__all__ = ["make_tour"]

_MODEL = "topics.linguine"

JOURNEY = (
    (
        "1. Cluster. Nobody says what the messages are about; words of a tenth of them say little.",
        (
            "cluster",
            "messages.txt",
            "-k",
            "5",
            "--max-df",
            "0.1",
            "--alpha",
            "0.5",
            "--model",
            _MODEL,
        ),
    ),
    ("2. Predict. The cluster of new messages.", ("predict", _MODEL, "new.txt", "--proba")),
    (
        "3. Evaluate. The desk has sorted these by hand: do the clusters agree?",
        ("evaluate", _MODEL, "test.tsv"),
    ),
)

YOURS = (
    ("linguine cluster yours.txt -k 20", "words and texts of 20 clusters; -k auto finds how many"),
    ("linguine cluster yours.txt -k 20 --assign clusters.txt", "the cluster of each text"),
    ("linguine cluster yours.txt -k 20 --model topics.linguine", "keep them for new texts"),
    ("linguine predict topics.linguine new.txt", "the clusters of new texts"),
)


def make_tour(put: Callable[[str, Sequence[str]], None]) -> Tour:
    """Return what the demo shows of clusters."""

    def put_without_labels(name: str, lines: Sequence[str]) -> None:
        put(name, lines)
        if name == "train.tsv":
            put("messages.txt", [line.partition("\t")[2] for line in lines])

    n_train, n_test = split_corpus(put_without_labels)
    put("new.txt", MESSAGES)
    return Tour(
        f"{n_train} messages to a help desk without labels, and {n_test} that were sorted by hand.",
        JOURNEY,
        _MODEL,
        "The same on a file of yours, with one text on each line (or .csv, .tsv or .jsonl with a\n"
        "column called text)",
        YOURS,
    )
