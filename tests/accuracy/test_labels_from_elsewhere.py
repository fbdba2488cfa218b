"""On real text soft labels teach at least as well as hard ones, and reliable people count more."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from linguine import TextClassifier
from linguine.data import combine_votes

from .test_text import labels, read

pytestmark = pytest.mark.slow


def taught(name: str, algorithm: str, seed: int) -> tuple[float, float]:
    """Accuracy of a student of a tenth of the texts, with the teacher's soft and hard labels."""
    train, test = read(name, "train"), read(name, "test")
    texts, y = np.array(train.texts.tolist(), object), np.array(labels(train))
    order = np.random.default_rng(seed).permutation(len(y))
    few, rest = order[: len(y) // 10], order[len(y) // 10 :]
    teacher = TextClassifier("logistic").fit(texts[rest].tolist(), y[rest])
    shares = teacher.predict_proba(texts[few].tolist()).tolist()
    soft = [dict(zip(teacher.labels_, row, strict=True)) for row in shares]
    given: list[Any] = [soft, teacher.predict(texts[few].tolist())]
    student = TextClassifier(algorithm, calibration="none")
    found = [
        student.fit(texts[few].tolist(), each).score(test.texts, labels(test)) for each in given
    ]
    return found[0], found[1]


@pytest.mark.parametrize(("name", "slack"), [("sms_spam", 0.0), ("ag_news_small", 0.005)])
@pytest.mark.parametrize("algorithm", ["naive-bayes", "logistic", "svm", "ridge"])
def test_a_teachers_probabilities_teach_as_well_as_its_labels(
    name: str, algorithm: str, slack: float
) -> None:
    """Half a point of 1,520 texts is less than a standard error, .010."""
    found = np.mean([taught(name, algorithm, seed) for seed in range(3)], axis=0)
    print(f"{name} {algorithm}: soft {found[0]:.4f}, hard {found[1]:.4f}")
    assert found[0] >= found[1] - slack


@pytest.mark.parametrize("skills", [(0.9, 0.75), (0.8, 0.8), (0.85, 0.7)])
@pytest.mark.parametrize("seed", range(3))
def test_dawid_and_skene_beat_the_majority_when_one_of_three_rolls_dice(
    skills: tuple[float, float], seed: int
) -> None:
    y = np.array(labels(read("sms_spam", "train")))
    generator, votes = np.random.default_rng(seed), {}
    for who, skill in zip("abc", (*skills, 0.0), strict=True):
        guess = generator.choice(["ham", "spam"], size=len(y))
        votes[who] = np.where(generator.random(len(y)) < skill, y, guess).tolist()
    right = {
        how: float((combine_votes(votes, how=how).labels == y).mean())
        for how in ("majority", "dawid-skene")
    }
    print(f"skills {skills}, seed {seed}: {right}")
    assert right["dawid-skene"] >= right["majority"] + 0.03
    accuracy = combine_votes(votes, how="dawid-skene").accuracy
    assert min(accuracy, key=accuracy.__getitem__) == "c"
