"""A text model is extract, weigh, score, choose: the same numbers as these steps by hand."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from linguine import TextClassifier
from linguine.features import CharNgrams, Extractor, Lexicon, WordNgrams
from linguine.features.buckets import Buckets
from linguine.model.calibration import Calibrator
from linguine.model.prediction import score_rows
from linguine.tasks.text.model import TextModel

from ..features.extraction import dense
from ..tasks.synthetic import LEARNING, corpus, fitted

NEW = corpus(60, seed=7)


@pytest.mark.parametrize("n_labels", [2, 3])
@pytest.mark.parametrize("algorithm", LEARNING)
def test_scores_are_the_sum_of_weights_times_values(algorithm: str, n_labels: int) -> None:
    model = fitted(algorithm, n_labels).model_
    assert model is not None
    X = dense(model.extractor.transform(NEW.texts))
    theta = model.weights[:, : model.n_columns].astype(np.float64)
    expected = X @ theta + model.bias[: model.n_columns]
    scale = (np.abs(X) @ np.abs(theta)).max()
    np.testing.assert_allclose(model.scores(NEW.texts), expected, atol=1e-6 * scale)


def two_labels(**options: object) -> TextModel:
    extractor = Extractor(WordNgrams(), values="count", normalize=None)
    extractor.fit_counts(["good", "bad"])
    weights = np.array([[1.0 if name == "good" else -1.0] for name in extractor.names()])
    return TextModel(
        extractor, weights.astype(np.float32), np.zeros(1, np.float32), np.array(["no", "yes"]),
        **options,  # type: ignore[arg-type]
    )  # fmt: skip


def test_a_tie_goes_to_the_first_label() -> None:
    assert two_labels().predict(["good bad", "", "good", "bad"]).tolist() == [
        "no", "no", "yes", "no",
    ]  # fmt: skip


def test_rejection_is_below_and_not_at_the_threshold() -> None:
    model = two_labels(calibrator=Calibrator("platt", (1.0, 1.0), 2), reject_below=0.5)
    assert model.predict(["good bad", "good"]).tolist() == ["no", "yes"]
    p = float(model.probabilities(model.scores(["good"])).max())
    model.reject_below = p
    assert model.predict(["good", "good bad"]).tolist() == ["yes", None]


def test_weightiest_buckets_get_the_names_of_what_they_hold() -> None:
    model = fitted("svm", 3, hash_bits=10).model_
    assert model is not None
    texts = corpus().texts
    words = {word for text in texts for word in text.split()}
    pairs = {" ".join(p) for text in texts for p in pairwise(text.split())}
    buckets = model.extractor.vocabulary_
    assert isinstance(buckets, Buckets)
    assert len(buckets.found) > 100
    numbers = buckets.numbers.tolist()
    for bucket, names in buckets.found.items():
        for name in names.split(" | "):
            assert name in words | pairs
            assert numbers.index(bucket) in {each.id for each in model.extractor.evidence(name)}


SETTINGS: tuple[dict[str, Any], ...] = (
    {},
    {"hash_bits": 8},
    {"values": "binary", "normalize": None},
    {"normalize": "blocks"},
    {"values": "count"},
)


@pytest.mark.parametrize("options", SETTINGS, ids=str)
@pytest.mark.parametrize("n_labels", [2, 3, 6])
def test_scores_are_those_of_rows(n_labels: int, options: dict[str, Any]) -> None:
    """Bit for bit: the model answers as it was judged on held-out rows while it was trained."""
    texts, labels = corpus(80).texts, np.arange(80) % n_labels
    features = WordNgrams(1, 2) + CharNgrams(2, 3)
    model = TextClassifier("svm", features=features, **options).fit(texts, labels).model_
    assert model is not None
    texts = [*corpus(300, seed=3).texts, "", "nothing known: żółw"]
    sites = model.extractor.transform(texts)
    expected = score_rows(sites, model.weights, model.bias, model.n_labels, 1)
    for n_threads in (1, 2):
        model.n_threads = n_threads
        np.testing.assert_array_equal(model.scores(texts), expected)


def test_a_value_that_is_not_finite_is_refused() -> None:
    extractor = Extractor(WordNgrams() + Lexicon("mood", {"good": 3e38}))
    extractor.fit_counts(["good day", "bad day"])
    weights = np.ones((extractor.n_features, 1), np.float32)
    model = TextModel(extractor, weights, np.zeros(1, np.float32), np.array(["no", "yes"]))
    with pytest.raises(ValueError, match="document 1"):
        model.predict(["bad", "good good good"])
