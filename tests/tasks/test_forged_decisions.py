"""Forged files: what a model decides by is checked before it decides by it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from linguine import TextClassifier, TextRegressor
from linguine.errors import DataError

from ..forging import Config, Tensors, forge
from ..messages import assert_three_parts

TEXTS = [f"word{i % 3} lunch {i}" for i in range(60)]
LABELS = [f"l{i % 3}" for i in range(60)]
HUGE = 2**63 - 1


def of_labels(algorithm: str, **told: Any) -> tuple[type, bytes]:
    return TextClassifier, TextClassifier(algorithm, **told).fit(TEXTS, LABELS).to_bytes()


def of_sets() -> tuple[type, bytes]:
    sets = [[f"l{j}" for j in range(3) if (i + j) % 4 == 0] for i in range(60)]
    return TextClassifier, TextClassifier("svm").fit(TEXTS, sets).to_bytes()


def of_scores() -> tuple[type, bytes]:
    return TextRegressor, TextRegressor().fit(TEXTS, [float(i % 3) for i in range(60)]).to_bytes()


MAKERS: dict[str, Callable[[], tuple[type, bytes]]] = {
    "tree": lambda: of_labels("label-tree", branches=2, beam=2),
    "promise": lambda: of_labels("logistic", promise=0.5),
    "limits": lambda: of_labels("svm", precision=0.5),
    "weights": lambda: of_labels("naive-bayes", threshold="f1"),
    "several": of_sets,
    "scores": of_scores,
}
FILES: dict[str, tuple[type, bytes]] = {}


def file_of(name: str) -> tuple[Any, bytes]:
    """Return the file of a model, which is trained once."""
    if name not in FILES:
        FILES[name] = MAKERS[name]()
    return FILES[name]


def tensor(name: str, change: Callable[[Any], Any]) -> Callable[[Tensors, Config], None]:
    def forged(tensors: Tensors, config: Config) -> None:
        tensors[name] = change(tensors[name].copy())

    return forged


def cell(name: str, place: int, value: Any) -> Callable[[Tensors, Config], None]:
    def changed(values: Any) -> Any:
        values[place] = value
        return values

    return tensor(name, changed)


def setting(*path: str, value: Any) -> Callable[[Tensors, Config], None]:
    def forged(tensors: Tensors, config: Config) -> None:
        holder: Any = config
        for name in path[:-1]:
            holder = holder[name]
        holder[path[-1]] = value

    return forged


FORGED: dict[str, tuple[str, Callable[[Tensors, Config], None]]] = {
    "a tree with a child beyond the end": ("tree", cell("tree.first_child", 1, 2**31 - 1)),
    "a tree with a child before the beginning": ("tree", cell("tree.first_child", 1, -(2**31))),
    "a tree with a label beyond the end": ("tree", cell("tree.leaves", -1, 2**31 - 1)),
    "a tree with a label twice": ("tree", cell("tree.leaves", -1, 0)),
    "a tree with a feature beyond the end": ("tree", cell("tree.features", -1, 2**32 - 1)),
    "a tree with more rows than there are": ("tree", cell("tree.rows", 0, 2**32 - 1)),
    "a tree with more weights than there are": ("tree", cell("tree.counts", 0, 255)),
    "a tree with a weight of nobody": ("tree", cell("tree.children", 0, 255)),
    "a tree with a weight that is no number": ("tree", cell("tree.values", 0, np.nan)),
    "a tree without a bias": ("tree", tensor("tree.bias", lambda b: b[:-1])),
    "a tree of one node": ("tree", tensor("tree.leaves", lambda b: b[:1])),
    "a beam of nobody": ("tree", setting("tree", "beam", value=0)),
    "a beam of all": ("tree", setting("tree", "beam", value=HUGE)),
    "a promise of more right answers than answers": (
        "promise", setting("promise", "n_right", value=10**9),
    ),
    "a promise of no texts": ("promise", setting("promise", "n_held_out", value=0)),
    "a promise of more than certainty": ("promise", setting("promise", "precision", value=1.5)),
    "a promise without a threshold": ("promise", setting("reject_below", value=None)),
    "sets of no texts": ("promise", setting("sets", "n", value=[0, 0, 0])),
    "sets of texts below 0": ("promise", setting("sets", "n", value=[-1, 1, 60])),
    "sets of more texts than there are": ("promise", setting("sets", "n", value=[1 << 40] * 3)),
    "sets of too few labels": ("promise", setting("sets", "n", value=[60])),
    "misses of sets that do not ascend": ("promise", cell("misses_of_sets", 0, 1.0)),
    "misses of sets that are no numbers": ("promise", cell("misses_of_sets", 1, np.nan)),
    "misses of sets that are missing": ("promise", tensor("misses_of_sets", lambda m: m[:-1])),
    "too few limits of labels": ("limits", setting("label_limits", value=[0.5])),
    "limits that are no probabilities": ("limits", setting("label_limits", value=[2.0, 0, 0])),
    "too many weights of answers": ("weights", setting("answer_weights", value=[1.0] * 4)),
    "weights of answers below 0": ("weights", setting("answer_weights", value=[-1.0, 1, 1])),
    "too few thresholds": ("several", setting("thresholds", value=[0.5])),
    "thresholds that are no numbers": ("several", setting("thresholds", value=["x", 0.5, 0.5])),
    "thresholds beyond floats": ("several", setting("thresholds", value=[1e300, 0.5, 0.5])),
    "misses of more texts than there are": ("scores", setting("score", "n_held_out", value=HUGE)),
    "misses below 0": ("scores", cell("misses", 0, -1.0)),
    "misses that do not ascend": ("scores", cell("misses", 0, 1e9)),
    "a spread of nothing": ("scores", setting("score", "spread", value=0.0)),
}  # fmt: skip


@pytest.mark.parametrize("name", MAKERS)
def test_the_forger_of_these_tests_can_write_a_good_file(name: str) -> None:
    kind, data = file_of(name)
    same = kind.load(forge(data, lambda tensors, config: None))
    assert len(same.predict(TEXTS[:3])) == 3


@pytest.mark.parametrize(("name", "change"), FORGED.values(), ids=FORGED)
def test_a_forged_file_is_refused(name: str, change: Callable[[Tensors, Config], None]) -> None:
    kind, data = file_of(name)
    with pytest.raises(DataError) as caught:
        kind.load(forge(data, change))
    assert_three_parts(caught.value, "must|model", "; |got ", r"[A-Z]\S+ .*[.]$")
