"""Labels: too few of one, too many of another, and words that give one away."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from linguine.data import Documents
from linguine.reports.checks.evidence import Evidence, Marks
from linguine.reports.checks.finding import Finding, Item
from linguine.reports.tables import percent

__all__ = ["find_giveaways", "find_label_faults"]

#: A label with so many times the texts of another makes the other hard to learn.
_UNEQUAL = 20
#: A word gives a label away if it stands in so many of its texts, and nearly nowhere else.
_SHARE_OF_LABEL, _PURITY, _FEWEST = 0.5, 0.99, 20


def find_label_faults(seen: Evidence, test: Evidence | None) -> Iterator[Finding]:
    """Yield what is odd about how often labels are there, of texts, tokens or arcs."""
    marks = seen.marks
    if marks is None:
        return
    yield from _lonely(seen, marks)
    if seen.labels is not None:
        yield from _imbalance(seen, marks)
    if test is not None and test.marks is not None:
        yield from _unseen(seen, marks, test, test.marks)


def _lonely(seen: Evidence, marks: Marks) -> Iterator[Finding]:
    lonely = np.flatnonzero(marks.counts == 1).tolist()
    if not lonely:
        return
    yield Finding(
        "lonely-labels",
        f"{marks.what} have a single example",
        "A label that is there once can be neither learned nor judged. Add examples, or join "
        "it with another.",
        [_mark(seen, marks, marks.first(code)) for code in lonely],
        is_share=False,
    )


def _mark(seen: Evidence, marks: Marks, k: int) -> Item:
    """Return one label as a place of a finding."""
    place = f"{seen.source}:{seen.line_of_mark(k)}"
    return Item(place, seen.text(int(marks.rows[k])), marks.names[int(marks.codes[k])])


def _imbalance(seen: Evidence, marks: Marks) -> Iterator[Finding]:
    counts = marks.counts
    present = np.flatnonzero(counts)
    if len(present) < 2:
        return
    most, least = present[counts[present].argmax()], present[counts[present].argmin()]
    ratio = counts[most] / counts[least]
    if ratio >= _UNEQUAL:
        told = f"{marks.names[most]} {counts[most]:,}, {marks.names[least]} {counts[least]:,}"
        yield Finding(
            "imbalance",
            f"times as many examples of one label as of another ({told})",
            "Accuracy flatters here: look at macro-F1, and try --class-weight balanced. "
            f"Answering {marks.names[most]} always would be right in "
            f"{percent(counts[most] / len(seen))}.",
            [_mark(seen, marks, marks.first(int(least)))],
            n=int(ratio),
            is_share=False,
        )


def _unseen(seen: Evidence, marks: Marks, test: Evidence, asked: Marks) -> Iterator[Finding]:
    known = {marks.names[code] for code in np.flatnonzero(marks.counts)}
    new = [code for code, name in enumerate(asked.names) if name not in known]
    places = np.flatnonzero(np.isin(asked.codes, new))
    if len(places):
        yield Finding(
            "unseen-labels",
            f"{asked.what if seen.labels is None else 'examples'} of {test.source} "
            f"{'are' if seen.labels is None else 'have a label that is'} not in {seen.source}",
            "No model can answer what it has never seen. Correct how the labels are written, or "
            "add examples to learn from.",
            [_mark(test, asked, k) for k in places[:1_000].tolist()],
            len(places),
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
            where = f"in {share} of {seen.labels[code]}, {often[word] - inside[word]} elsewhere"
            at = int(np.searchsorted(counts.indptr, np.argmax(counts.indices == word), "right")) - 1
            items.append((inside[word], seen.item(at, f"{extractor.names()[word]}: {where}")))
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
