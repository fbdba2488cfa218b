"""What ``auto`` may cost, and that it does not lose against the plain SVM."""

from __future__ import annotations

import time
from collections.abc import Sequence

import pytest

from benchmarks import many_labels, small_sets
from linguine import TextClassifier

from .corpora import folder
from .test_text import labels, read

pytestmark = pytest.mark.slow


def seconds_to_fit(texts: Sequence[str], gold: list[str]) -> tuple[TextClassifier, float]:
    start = time.process_time()
    # One thread: what others burn while they wait depends on what else the machine does.
    clf = TextClassifier(n_threads=1).fit(texts, gold)
    return clf, time.process_time() - start


def test_twenty_newsgroups_take_auto_twelve_seconds() -> None:
    train, test = read("20newsgroups", "train"), read("20newsgroups", "test")
    clf, seconds = seconds_to_fit(train.texts.tolist(), labels(train))
    accuracy = clf.score(test.texts, labels(test))
    print(f"20newsgroups auto: {accuracy:.4f} in {seconds:.1f} CPU s")
    assert accuracy >= 0.872
    assert seconds <= 12


@pytest.mark.parametrize(("name", "most", "least"), [("rare", 20.0, 0.235), ("short", 10.0, 0.255)])
def test_many_labels_with_few_texts_are_no_many_fits(name: str, most: float, least: float) -> None:
    """5,000 short questions of 50 labels took 81 CPU seconds, in 1,550 fits of one label."""
    learned, judged = many_labels.make(name, folder("debian_tags").parent)
    clf, seconds = seconds_to_fit([text for _, text in learned], [label for label, _ in learned])
    accuracy = clf.score([text for _, text in judged], [label for label, _ in judged])
    print(f"{name}: {accuracy:.4f} in {seconds:.1f} CPU s")
    assert accuracy >= least
    assert seconds <= most


@pytest.mark.parametrize("name", small_sets.POOLS)
def test_on_few_short_texts_auto_does_not_lose_against_the_svm(name: str) -> None:
    """An unseen set of six labels had 90.2 % where the plain SVM had 90.8."""
    folder("ud_english_ewt" if name == "ewt_genres" else name)
    gains = []
    for size in small_sets.SIZES:
        for seed in range(4):
            svm, auto = small_sets.compare(name, size, seed)
            gains.append(100 * (auto.accuracy - svm.accuracy))
    mean, half = small_sets.interval(gains)
    print(f"{name}: {mean:+.2f} ± {half:.2f} points")
    assert mean + half >= 0
