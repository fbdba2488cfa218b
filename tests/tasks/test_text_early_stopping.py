"""Held-out texts say when online text classifiers stop, as held-out sentences do for taggers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from linguine import DataError, TextClassifier

from ..messages import assert_three_parts
from ..serving.command_line import CommandLine


def noisy(n: int, seed: int) -> tuple[list[str], list[str]]:
    """Texts of which a fifth have the wrong label, so that many epochs learn it by heart."""
    random = np.random.default_rng(seed)
    labels = random.integers(2, size=n)
    texts = [
        " ".join(f"{'ab'[int(label)]}{random.integers(30)}" for _ in range(4))
        + f" c{random.integers(60)} d{random.integers(60)}"
        for label in labels
    ]
    flipped = labels ^ (random.random(n) < 0.2)
    return texts, ["ham" if label else "spam" for label in flipped]


TRAIN, DEV = noisy(150, 0), noisy(100, 1)


@pytest.mark.parametrize("algorithm", ["perceptron", "mira"])
def test_online_learners_stop_when_dev_gets_no_better(algorithm: str) -> None:
    options: dict[str, Any] = {"calibration": "none", "averaged": False}
    clf = TextClassifier(algorithm, patience=2, **options).fit(*TRAIN, dev=DEV)
    assert 3 <= clf.info_["n_iterations"] < 50
    # the weights of the best epoch are kept
    best = clf.info_["n_iterations"] - 2
    same = TextClassifier(algorithm, epochs=best, **options).fit(*TRAIN)
    np.testing.assert_array_equal(clf.decision_function(DEV[0]), same.decision_function(DEV[0]))
    through = TextClassifier(algorithm, epochs=50, **options).fit(*TRAIN)
    assert clf.score(*DEV) >= through.score(*DEV)


def test_a_penalised_learner_that_sees_one_text_at_a_time_stops_as_well() -> None:
    clf = TextClassifier("logistic", learning_rate=0.5, patience=1, calibration="none")
    assert clf.fit(*TRAIN, dev=DEV).info_["n_iterations"] < 50


@pytest.mark.parametrize("algorithm", ["svm", "naive-bayes", "ridge", "auto"])
def test_other_learners_do_not_look_at_dev(algorithm: str) -> None:
    with_dev = TextClassifier(algorithm).fit(*TRAIN, dev=DEV)
    without = TextClassifier(algorithm).fit(*TRAIN)
    assert with_dev.to_bytes() == without.to_bytes()


def test_probabilities_are_calibrated_as_without_dev() -> None:
    clf = TextClassifier("perceptron").fit(*TRAIN, dev=DEV)
    assert clf.predict_proba(DEV[0]).shape == (100, 2)
    assert "folds" in clf.info_["calibration"]


def test_texts_of_dev_with_labels_that_are_not_learned_do_not_count() -> None:
    more = [*DEV[0], "a1 a2", "b1 b2"], [*DEV[1], "news", "zoo"]
    options: dict[str, Any] = {"calibration": "none", "patience": 2}
    clf = TextClassifier("perceptron", **options).fit(*TRAIN, dev=DEV)
    same = TextClassifier("perceptron", **options).fit(*TRAIN, dev=more)
    assert clf.to_bytes() == same.to_bytes()
    with pytest.raises(DataError) as caught:
        TextClassifier("perceptron").fit(*TRAIN, dev=(["a1"], ["news"]))
    assert_three_parts(caught.value, rule="must have labels", got="news", fix="label column")


def test_dev_needs_labels() -> None:
    with pytest.raises(DataError) as caught:
        TextClassifier("perceptron").fit(*TRAIN, dev=DEV[0])
    assert_three_parts(caught.value, rule="must have labels", got="without", fix="pair")


def test_the_command_line_stops_early_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    linguine = CommandLine(capsys)
    for name, (texts, labels) in (("train", TRAIN), ("dev", DEV)):
        lines = [f"{label}\t{text}\n" for text, label in zip(texts, labels, strict=True)]
        (tmp_path / f"{name}.tsv").write_text("".join(lines))
    options = ("--algorithm", "perceptron", "--no-averaged", "--calibration", "none")
    model = tmp_path / "a.linguine"
    where = (str(tmp_path / "train.tsv"), "--model", str(model))
    linguine.succeed(
        "train", *where, *options, "--dev", str(tmp_path / "dev.tsv"), "--patience", "2"
    )
    stopped = TextClassifier.load(model)
    assert stopped.info_["n_iterations"] < 50
    said = linguine.fail("train", *where, *options, "--patience", "2", code=2)
    assert "--dev FILE" in said
