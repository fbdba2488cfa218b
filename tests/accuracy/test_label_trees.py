"""Label trees on real words: as precise as a table of all labels, in a part of its memory."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from benchmarks.extreme_labels import make
from linguine import TextClassifier
from tests.accuracy.corpora import folder

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore:.*only one text:linguine.errors.DataWarning"),
]


def test_precision_at_1_is_within_a_point_of_a_table_of_all_labels() -> None:
    train, test = make(folder("debian_tags").parent, 2_000, 3)
    train, test = train[::6], test[::10]
    found: dict[str, float] = {}
    weights: dict[str, int] = {}
    for algorithm in ("label-tree", "svm"):
        made = TextClassifier(algorithm, calibration="none")
        made.fit([text for _, text in train], [labels for labels, _ in train])
        names, model = made.labels_, made.model_
        assert model is not None
        best: list[Any] = []
        for begin in range(0, len(test), 500):
            scores = model.scores([text for _, text in test[begin : begin + 500]])
            best += (scores.best if model.is_tree else scores.argmax(axis=1)).tolist()
        rows = zip(best, test, strict=True)
        found[algorithm] = float(np.mean([names[y] in labels for y, (labels, _) in rows]))
        weights[algorithm] = model.n_weights
    assert found["label-tree"] >= found["svm"] - 0.01, found
    assert found["label-tree"] > 0.6
    assert weights["label-tree"] < weights["svm"] / 20
