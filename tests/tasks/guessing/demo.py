"""What the demo shows of guesses."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from linguine.tasks.task import Tour


def make_tour(put: Callable[[str, Sequence[str]], None]) -> Tour:
    put("train.tsv", ["a\tx", "a\ty", "b\tz"])
    train = ("train", "train.tsv", "--task", "guess", "--model", "g.linguine")
    return Tour(
        "Guessing.", [("1. Train.", train)], "g.linguine", "The same on yours", [("x", "y")]
    )
