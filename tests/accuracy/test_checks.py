"""Suspicious labels on real texts: of labels that were changed by lot, most are found."""

from __future__ import annotations

import pytest

from linguine.data import read_documents

from .corpora import folder

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(("name", "seed"), [("imdb", 7), ("ag_news_small", 0)])
def test_seven_of_ten_labels_that_were_changed_are_among_the_least_believed(
    name: str, seed: int
) -> None:
    """Logistic regression that has learned from the right labels would find .708 and .681."""
    from benchmarks.suspicious import by_check, share_found, with_changed_labels

    documents = read_documents(folder(name) / "train.tsv.gz")
    noisy, changed = with_changed_labels(documents, seed)
    assert share_found(by_check(noisy), changed) >= 0.70
