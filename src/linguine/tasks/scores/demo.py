"""What `demo` shows of scores: reviews with one to five stars."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from linguine.tasks.task import Tour
from linguine.tasks.text.demo import put_corpus

__all__ = ["make_tour"]

_MODEL = "stars.linguine"
#: Three reviews that the model has not seen.
REVIEWS = (
    "Great sound, but the cable is a bit short.",
    "Broke after two days, waste of money.",
    "Okay for the price, nothing special.",
)

JOURNEY = (
    (
        "1. Train. Features, penalty and loss are chosen on reviews that are held out.",
        ("train", "train.tsv", "--task", "score", "--model", _MODEL),
    ),
    (
        "2. Compare. Every loss on the same files.",
        ("compare", "train.tsv", "test.tsv", "--task", "score"),
    ),
    (
        "3. Evaluate. Reviews that the model has not seen, and what its intervals hold of them.",
        ("evaluate", _MODEL, "test.tsv"),
    ),
    (
        "4. Explain. What each word adds to the stars.",
        ("explain", _MODEL, "--top", "6", *(part for m in REVIEWS for part in ("--text", m))),
    ),
    (
        "5. Predict. The stars of new reviews, and where nine of ten will lie.",
        ("predict", _MODEL, "new.txt", "--interval", "0.9"),
    ),
    (
        "6. Stars are ordered values, and a model may know that: thresholds on one scale.",
        ("train", "train.tsv", "--algorithm", "ordinal", "--model", "ordinal.linguine"),
    ),
    ("", ("predict", "ordinal.linguine", "new.txt", "--all")),
)

YOURS = (
    ("linguine train yours.tsv --task score --model yours.linguine", "learn"),
    ("linguine evaluate yours.linguine test.tsv", "measure, on texts that were not trained on"),
    ("linguine compare yours.tsv test.tsv --task score", "try every loss"),
    ("linguine predict yours.linguine new.txt --interval 0.9", "score new texts"),
)


def make_tour(put: Callable[[str, Sequence[str]], None]) -> Tour:
    """Return what the demo shows of scores."""
    n_train, n_test = put_corpus("reviews_small.tsv", put)
    put("new.txt", REVIEWS)
    return Tour(
        f"{n_train + n_test} reviews with 1 to 5 stars: {n_train} to train on, {n_test} to test "
        "on.",
        JOURNEY,
        _MODEL,
        "The same on a file of yours, with score<TAB>text on each line (or .csv or .jsonl with\n"
        "the columns label and text, or --label-column NAME)",
        YOURS,
    )
