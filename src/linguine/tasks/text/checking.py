"""Checking labels of texts: what models say that have not learned from them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from linguine.features import CharNgrams
from linguine.reports.checks.doubts import Doubts
from linguine.reports.checks.evidence import Evidence
from linguine.tasks.text.estimator import TextClassifier
from linguine.tasks.text.fitting.second_look import believe
from linguine.tasks.text.input import read_training, settings_for

if TYPE_CHECKING:
    from linguine.data import Documents
    from linguine.tasks.task import Settings

__all__ = ["find_doubts", "gather"]

#: Who is asked if nobody is named; and about little text, where features of characters are asked,
#: too. Naive Bayes errs otherwise than the rest, but is as good a judge only where texts are few.
_JUDGES = ("svm", "logistic", "nb-svm")
_OF_LITTLE = (*_JUDGES, "naive-bayes")
_SMALL = 5 << 20


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
    data = replace(data, soft=None)  # of several labels the likeliest is the one to be doubted
    asked = settings["algorithm"]
    names: tuple[str, ...] = _JUDGES if asked == "auto" else (asked,)
    features: list[Any] = [None]
    if asked == "auto" and data.texts.n_bytes < _SMALL:
        names = _OF_LITTLE
        features.append(CharNgrams(2, 5))
    told = {"seed": settings["seed"], "n_threads": settings["threads"], "progress": progress}
    judges = [TextClassifier(name, features=each, **told) for each in features for name in names]
    ways = [settings_for(each.settings, data) for each in judges]
    training = read_training(ways[0], data)
    if not training.can_hold_out:
        return None
    with judges[0]._learning() as use:
        belief, better = believe(ways, training, use)
    gold, labels_ = training.examples.gold, training.classes

    def tell(i: int) -> tuple[str, str]:
        return str(labels_[gold[i]]), str(labels_[better[i]])

    who = " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
    how = f"they are said by {who}, learned from the other texts"
    return Doubts(belief, better != gold, np.arange(len(data)), tell, how)
