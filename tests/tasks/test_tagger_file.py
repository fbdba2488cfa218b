"""A tagger comes back from its file as it was; a damaged or forged file is refused."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from linguine import DataError, Tagger, TextClassifier
from linguine.features import TokenTemplates
from linguine.model.file.container import load_model

from ..forging import (
    Config,
    Tensors,
    assert_forgeries_are_answered_or_refused,
    damaged,
    forge,
)
from ..messages import assert_three_parts
from ..tasks.sentences import EVERY, TEST, TRAIN, fitted, make, saved

EDGES = ["w[0]", "y[-1]|w[0].type"]
SENTENCES, TAGS = [["a", "b"], ["b", "a"]], [["B-X", "I-X"], ["O", "B-X"]]


def small(**options: Any) -> Tagger:
    """A tagger whose file is small enough to try every byte."""
    options.setdefault("templates", ["w[0]"])
    return Tagger("crf", n_threads=1, **options).fit(SENTENCES, TAGS)


FILES = {
    "plain": lambda: saved(small()),
    "order-2": lambda: saved(small(order=2)),
    "order-3": lambda: saved(small(order=3)),
    "edges": lambda: saved(small(templates=EDGES)),
    "l1": lambda: saved(small(l1=0.2)),
    "int8": lambda: saved(small(), quantize="int8"),
    "float16": lambda: saved(small(templates=EDGES), quantize="float16"),
}


def assert_refused(data: bytes) -> str:
    with pytest.raises(DataError) as caught:
        Tagger.load(data)
    assert_three_parts(caught.value, "must|begins with|reads", "; |got ", r"[A-Z]\S+ .*[.?]$")
    return str(caught.value)


@pytest.mark.parametrize("order", [1, 2, 3])
@pytest.mark.parametrize("algorithm", EVERY)
def test_a_tagger_answers_the_same_from_its_file(
    algorithm: str, order: int, tmp_path: Path
) -> None:
    tagger, path = fitted(algorithm, order), tmp_path / "t.linguine"
    tagger.save(path)
    for other in (Tagger.load(path), Tagger.load(path.read_bytes())):
        assert other.predict(TEST.sentences) == tagger.predict(TEST.sentences)
        assert other.labels_ == tagger.labels_
        assert other.info_ == tagger.info_
        assert other.settings.algorithm == algorithm
        assert other.top_features(3) == tagger.top_features(3)
        assert saved(other) == path.read_bytes()
        if tagger.model_ is not None and tagger.model_.has_probabilities:
            ours, theirs = (each.predict_proba(TEST.sentences[:5]) for each in (tagger, other))
            assert all(a.tobytes() == b.tobytes() for a, b in zip(ours, theirs, strict=True))


def test_the_same_data_give_the_same_bytes() -> None:
    assert saved(make().fit(TRAIN.sentences, TRAIN.tags)) == saved(fitted())


@pytest.mark.parametrize("algorithm", ["crf", "mira"])
@pytest.mark.parametrize("kind", ["float16", "int8"])
def test_smaller_weights_give_almost_the_same_answers(algorithm: str, kind: str) -> None:
    tagger = fitted(algorithm)
    exact, short = saved(tagger), saved(tagger, quantize=kind)
    assert len(short) < len(exact)
    other = Tagger.load(short)
    assert other.score(TEST.sentences, TEST.tags) == pytest.approx(
        tagger.score(TEST.sentences, TEST.tags), abs=0.01
    )


def test_features_without_a_weight_are_not_stored() -> None:
    dense, sparse = fitted(), make(l1=1.0).fit(TRAIN.sentences, TRAIN.tags)
    stored = load_model(saved(sparse))
    assert stored.config["n_features"] < sparse.info_["n_features"] / 2
    assert len(saved(sparse)) < len(saved(dense))
    used = set(Tagger.load(saved(sparse)).top_features(1000))
    assert used == set(sparse.labels_)
    other = Tagger.load(saved(sparse))
    assert other.predict(TEST.sentences) == sparse.predict(TEST.sentences)


def test_alternatives_keep_features_without_a_weight() -> None:
    """A known word without a weight must not fall back to its suffix."""
    tagger = make(templates=["w[0] else w[0].suffix1", "w[-1]"], l1=0.4)
    tagger.fit(TRAIN.sentences, TRAIN.tags)
    other = Tagger.load(saved(tagger))
    assert load_model(saved(tagger)).config["n_features"] == tagger.info_["n_features"]
    assert other.predict(TEST.sentences) == tagger.predict(TEST.sentences)


def test_templates_with_lexicons_patterns_and_functions_come_back() -> None:
    templates = TokenTemplates(
        ["w[0].lexicon:cities", "w[0].function:size", "w[-1..1]"],
        lexicons={"cities": ["rome", "oslo"]},
        functions={"size": lambda word: str(len(word))},
    )
    data = saved(make(templates=templates).fit(TRAIN.sentences, TRAIN.tags))
    with pytest.raises(DataError, match="needs the Python function 'size'"):
        Tagger.load(data)
    other = Tagger.load(data, functions={"size": lambda word: str(len(word))})
    assert other.predict([["Anna", "loves", "Oslo"]]) == [["B-PER", "O", "B-LOC"]]


@pytest.mark.parametrize("kind", FILES)
def test_every_truncation_and_every_flipped_bit_is_refused(kind: str) -> None:
    for broken in damaged(FILES[kind]()):
        assert_refused(broken)


@pytest.mark.parametrize("kind", FILES)
def test_hundreds_of_forged_bytes_give_an_error_or_an_answer(kind: str) -> None:
    def ask(tagger: Tagger) -> None:
        (tags,) = tagger.predict([["a", "b", "c"]])
        assert set(tags) <= {"B-X", "I-X", "O"}
        tagger.top_features(2)

    assert_forgeries_are_answered_or_refused(FILES[kind](), Tagger.load, ask)


@pytest.mark.parametrize(
    "change",
    [
        lambda tensors, config: config.update(task="parsing"),
        lambda tensors, config: config.update(order=3),
        lambda tensors, config: config.update(order=2),
        lambda tensors, config: config.update(order=15),
        lambda tensors, config: config.update(order=16),
        lambda tensors, config: config.update(order=0),
        lambda tensors, config: config.update(order=3, unseen=-100.0),
        lambda tensors, config: config.update(order=9, tags=[f"t{i}" for i in range(30_000)]),
        lambda tensors, config: config.update(tags=["B-X", "I-X"]),
        lambda tensors, config: config.update(tags=["B-X", "I-X", "I-X"]),
        lambda tensors, config: config.update(tags=["B-X", "I-X", 3]),
        lambda tensors, config: config.update(tags=[]),
        lambda tensors, config: config.update(tags=["I-X", "I-Y", "I-Z"]),
        lambda tensors, config: config.update(scheme="bio"),
        lambda tensors, config: config.update(templates={"templates": ["w["]}),
        lambda tensors, config: config.update(templates=3),
        lambda tensors, config: config.update(n_features=1),
        lambda tensors, config: config.update(n_features=-1),
        lambda tensors, config: config.update(n_edge_features=7),
        lambda tensors, config: config.update(n_edge_features=1 << 40),
        lambda tensors, config: config.update(is_local="yes"),
        lambda tensors, config: config.update(info={"algorithm": "nothing"}),
        lambda tensors, config: config.update(info={"options": {"l3": 1}}),
        lambda tensors, config: config.pop("columns"),
        lambda tensors, config: tensors.pop("keys"),
        lambda tensors, config: tensors.pop("weights.counts"),
        lambda tensors, config: tensors.update(keys=tensors["keys"][::-1].copy()),
        lambda tensors, config: tensors.update(keys=tensors["keys"] * np.uint64(0)),
        lambda tensors, config: tensors["weights.labels"].fill(9),
        lambda tensors, config: tensors["weights.counts"].fill(255),
        lambda tensors, config: tensors["weights.values"].fill(np.nan),
        lambda tensors, config: tensors.update({"weights.values": np.zeros(1, np.int8)}),
        lambda tensors, config: tensors.update({"weights.labels": np.zeros(0, np.uint8)}),
    ],
)
def test_a_forged_setting_is_refused(change: Callable[[Tensors, Config], object]) -> None:
    assert_refused(forge(FILES["plain"](), change))


def test_a_file_of_another_task_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "m.linguine"
    TextClassifier("svm").fit(["a b", "b c", "a", "c"] * 3, ["x", "y", "x", "y"] * 3).save(path)
    assert "'tagging'" in assert_refused(path.read_bytes())
    with pytest.raises(DataError, match="reads models of the task 'text-classification'"):
        TextClassifier.load(saved(small()))
