"""EM on real text: clusters that follow the newsgroups, and a few labels that go a long way."""

from __future__ import annotations

import re
import time

import numpy as np
import pytest

from linguine import Clusterer, TextClassifier

from .corpora import folder, read

pytestmark = pytest.mark.slow

#: What the parts of the names of newsgroups mean, and the parts that say nothing.
SPELLED = {
    "autos": ["auto", "car", "cars"],
    "christian": ["christians", "christianity"],
    "crypt": ["cryptography", "encryption"],
    "forsale": ["sale", "sell"],
    "med": ["medical", "medicine"],
    "mideast": ["israel", "arab"],
    "motorcycles": ["motorcycle", "bike"],
    "guns": ["gun", "firearms"],
    "atheism": ["atheist", "atheists"],
    "electronics": ["electronic", "circuit"],
    "graphics": ["graphic", "image"],
    "space": ["nasa", "orbit"],
    "mac": ["macintosh", "apple"],
}
SILENT = {"alt", "comp", "misc", "rec", "sci", "soc", "talk", "sys", "os", "sport"}


def keywords(group: str) -> list[str]:
    """At most three words for a newsgroup, made of its name alone."""
    parts = [part for part in re.split(r"[.-]", group) if part not in SILENT]
    own = [part for part in parts if part not in ("hardware", "religion", "politics")] or parts
    return [word for part in own for word in (part, *SPELLED.get(part, ()))][:3]


def test_clusters_of_newsgroups_agree_with_the_groups() -> None:
    """The best of ten starts by likelihood; labels are looked at only here."""
    texts, groups = read(folder("20newsgroups") / "train.tsv")
    start = time.process_time()
    clusterer = Clusterer(20).fit(texts)
    seconds = time.process_time() - start
    judged = clusterer.evaluate(texts, groups)
    print(f"NMI {judged.nmi:.3f}, purity {judged.purity:.3f}, {seconds:.1f} s of the processor")
    assert judged.nmi >= 0.50
    assert seconds <= 60


def test_held_out_texts_want_many_clusters_of_newsgroups() -> None:
    texts, groups = read(folder("20newsgroups") / "train.tsv")
    clusterer = Clusterer((2, 40), restarts=3).fit(texts)
    k, nmi = len(clusterer.labels_), clusterer.evaluate(texts, groups).nmi
    print(f"k {k}, NMI {nmi:.3f}: {clusterer.info_['tried']}")
    assert k >= 10
    assert nmi >= 0.50


def test_texts_without_a_label_are_worth_eight_points() -> None:
    texts, groups = read(folder("20newsgroups") / "train.tsv")
    test, gold = read(folder("20newsgroups") / "test.tsv")
    generator = np.random.default_rng(0)
    shown: list[str | None] = [None] * len(texts)
    for group in np.unique(groups):
        for i in generator.permutation(np.flatnonzero(groups == group))[:20]:
            shown[int(i)] = str(group)
    few = [i for i, label in enumerate(shown) if label is not None]
    alone = max(
        TextClassifier("naive-bayes", alpha=alpha, calibration="none")
        .fit([texts[i] for i in few], [shown[i] for i in few])
        .score(test, gold)
        for alpha in (0.001, 0.01, 0.1, 1.0)
    )
    semi = TextClassifier("naive-bayes", calibration="none").fit(texts, shown).score(test, gold)
    print(f"20 labels of each group: {alone:.4f}; with the other texts: {semi:.4f}")
    assert semi >= alone + 0.08


def test_three_words_of_each_group_go_a_long_way() -> None:
    texts, groups = read(folder("20newsgroups") / "train.tsv")
    test, gold = read(folder("20newsgroups") / "test.tsv")
    words = {str(group): keywords(group) for group in np.unique(groups)}
    score = TextClassifier("naive-bayes", keywords=words).fit(texts).score(test, gold)
    print(f"{score:.4f} with {words}")
    assert score >= 0.45
