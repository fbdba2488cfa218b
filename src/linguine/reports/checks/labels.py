"""Labels: too few of one, too many of another, and words that give one away."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from linguine.data import Documents
from linguine.reports.checks.evidence import Evidence
from linguine.reports.checks.finding import Finding, Item
from linguine.reports.tables import percent

__all__ = ["find_giveaways", "find_label_faults"]

#: A label with so many times the texts of another makes the other hard to learn.
_UNEQUAL = 20
#: A word gives a label away if it stands in so many of its texts, and nearly nowhere else.
_SHARE_OF_LABEL, _PURITY, _FEWEST = 0.5, 0.99, 20


def find_label_faults(seen: Evidence, test: Evidence | None) -> Iterator[Finding]:
    """Yield what is odd about how often labels are there."""
    if seen.labels is None:
        return
    counts = np.bincount(seen.answers, minlength=len(seen.labels))
    lonely = np.flatnonzero(counts == 1)
    if len(lonely):
        first = {int(code): i for i, code in enumerate(seen.answers.tolist())}
        yield Finding(
            "lonely-labels",
            "labels have a single example",
            "A label that is there once can be neither learned nor judged. Add examples, or join "
            "it with another.",
            [seen.item(first[int(code)], seen.labels[int(code)]) for code in lonely],
            is_share=False,
        )
    present = np.flatnonzero(counts)
    if len(present) > 1:
        most, least = present[counts[present].argmax()], present[counts[present].argmin()]
        ratio = counts[most] / counts[least]
        if ratio >= _UNEQUAL:
            told = f"{seen.labels[most]} {counts[most]:,}, {seen.labels[least]} {counts[least]:,}"
            yield Finding(
                "imbalance",
                f"times as many examples of one label as of another ({told})",
                "Accuracy flatters here: look at macro-F1, and try --class-weight balanced. "
                f"Answering {seen.labels[most]} always would be right in "
                f"{percent(counts[most] / len(seen))}.",
                n=int(ratio),
                is_share=False,
            )
    if test is not None and test.labels is not None:
        yield from _unseen(seen, test)


def _unseen(seen: Evidence, test: Evidence) -> Iterator[Finding]:
    assert seen.labels is not None
    assert test.labels is not None
    new = [code for code, name in enumerate(test.labels) if name not in set(seen.labels)]
    rows = np.flatnonzero(np.isin(test.answers, new))
    if len(rows):
        yield Finding(
            "unseen-labels",
            f"examples of {test.source} have a label that is not in {seen.source}",
            "No model can answer what it has never seen. Correct how the labels are written, or "
            "add examples to learn from.",
            [test.item(i, test.answer(i)) for i in rows[:1_000].tolist()],
            len(rows),
            is_share=False,
        )


def find_giveaways(seen: Evidence) -> Iterator[Finding]:
    """Yield words that stand in most texts of one label and in nearly none of the others."""
    if seen.labels is None or len(seen.labels) < 2 or not isinstance(seen.data, Documents):
        return
    from linguine.features.text.extractor import Extractor
    from linguine.features.text.templates import WordNgrams

    if seen.data.bags is not None:
        return
    extractor = Extractor(WordNgrams(1, 1))
    counts = extractor.fit_counts(seen.data.texts, {}, None)
    label = np.repeat(seen.answers, np.diff(counts.indptr))
    n_labels, n_words = len(seen.labels), extractor.n_features
    often = np.bincount(counts.indices, minlength=n_words)
    items = []
    of_label = np.bincount(seen.answers, minlength=n_labels)
    for code in np.flatnonzero(of_label >= _FEWEST).tolist():
        inside = np.bincount(counts.indices[label == code], minlength=n_words)
        gives = (inside >= _SHARE_OF_LABEL * of_label[code]) & (inside >= _PURITY * often)
        for word in np.flatnonzero(gives).tolist():
            share = percent(inside[word] / of_label[code])
            note = f"in {share} of {seen.labels[code]}, {often[word] - inside[word]} elsewhere"
            items.append((inside[word], Item(extractor.names()[word], "", note)))
    if items:
        items.sort(key=lambda each: -each[0])
        yield Finding(
            "giveaways",
            "words stand in half of the texts of one label, and in nearly no other text",
            "Perhaps the file was made so: a header, a signature, the label itself. Without it "
            "the model would be worse on new texts; take such words out if they will be missing.",
            [item for _, item in items],
            is_share=False,
        )
