"""Checking labels of texts: what models say that have not learned from them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linguine.reports.checks.doubts import Doubts
from linguine.reports.checks.evidence import Evidence
from linguine.tasks.text.estimator import TextClassifier
from linguine.tasks.text.input import read_training, settings_for
from linguine.tasks.text.second_look import believe

if TYPE_CHECKING:
    from linguine.data import Documents
    from linguine.tasks.task import Settings

__all__ = ["find_doubts", "gather"]


def gather(data: Documents) -> Evidence:
    """Return the texts with their labels."""
    labels = data.label_set
    if labels is None:
        return Evidence(data, np.zeros(len(data), np.int64))
    return Evidence(data, labels.codes.astype(np.int64), labels.names)


def find_doubts(data: Documents, settings: Settings, progress: Any) -> Doubts | None:
    """Return how much each label is believed by models of the other texts."""
    labels = data.label_set
    if labels is None or len(labels.names) < 2 or data.bags is not None:
        return None
    algorithm = "svm" if settings["algorithm"] == "auto" else settings["algorithm"]
    classifier = TextClassifier(
        algorithm,
        seed=settings["seed"],
        n_threads=settings["threads"],
        progress=progress,
    )
    training = read_training(settings_for(classifier.settings, data), data, None, None, None)
    if not training.can_hold_out:
        return None
    with classifier._learning() as use:
        belief, better = believe(classifier.settings, training, use)
    gold, names = training.examples.gold, training.classes

    def tell(i: int) -> tuple[str, str]:
        return str(names[gold[i]]), str(names[better[i]])

    how = f"they are said by {algorithm}, learned from the other texts"
    return Doubts(belief, better != gold, np.arange(len(data)), tell, how)
