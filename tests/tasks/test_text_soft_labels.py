"""Classifiers learn from soft labels by name, and from weights, as from copies of the texts."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.model_selection import GridSearchCV

from linguine import DataError, TextClassifier
from linguine.data import SoftLabels, combine_votes, read_documents

from .synthetic import LABELS, LEARNING, corpus, make

pd: Any = pytest.importorskip("pandas")
TRAIN, NEW = corpus(90), corpus(60, seed=7)
NAMES = list(LABELS[:3])
#: What is as convex as it is exact, so that two runs end in the same place.
EXACT: dict[str, dict[str, Any]] = {
    "naive-bayes": {},
    "logistic": {"tolerance": 1e-9, "max_iterations": 5000},
    "ridge": {"tolerance": 1e-12, "max_iterations": 5000},
}


def table() -> Any:
    drawn = np.random.default_rng(0).dirichlet(np.full(3, 0.5), size=len(TRAIN.texts))
    return (drawn + np.eye(3)[np.arange(len(drawn)) % 3]) / 2


def dicts(shares: Any) -> list[dict[str, float]]:
    return [dict(zip(NAMES, row, strict=True)) for row in shares.tolist()]


def plain(algorithm: str, **options: Any) -> TextClassifier:
    """One whose features count alike however many copies there are."""
    return make(algorithm, values="count", calibration="none", **options)


@pytest.mark.parametrize("algorithm", LEARNING)
def test_soft_labels_by_name_are_learned(algorithm: str) -> None:
    clf = make(algorithm).fit(TRAIN.texts, dicts(table()))
    assert clf.labels_ == sorted(NAMES)
    assert clf.score(NEW.texts, NEW.labels) > 0.8
    assert clf.info_["estimated_accuracy"] > 0.5


@pytest.mark.parametrize("algorithm", LEARNING)
def test_every_way_to_give_them_is_the_same(algorithm: str) -> None:
    shares = table()
    first = make(algorithm).fit(TRAIN.texts, dicts(shares)).to_bytes()
    frame = pd.DataFrame(shares, columns=[f"p:{name}" for name in NAMES])
    for given in (
        frame,
        frame.rename(columns=lambda name: name[2:]),
        SoftLabels.of_matrix(shares, NAMES),
    ):
        assert make(algorithm).fit(TRAIN.texts, given).to_bytes() == first


@pytest.mark.parametrize("algorithm", EXACT)
def test_soft_labels_equal_weighted_copies(algorithm: str) -> None:
    shares = table()
    soft = plain(algorithm, **EXACT[algorithm]).fit(TRAIN.texts, dicts(shares))
    copies = plain(algorithm, **EXACT[algorithm]).fit(
        [text for text in TRAIN.texts for _ in NAMES],
        NAMES * len(TRAIN.texts),
        sample_weight=shares.ravel(),
    )
    assert_same_weights(soft, copies)


@pytest.mark.parametrize("algorithm", EXACT)
def test_a_weight_of_two_is_a_text_twice(algorithm: str) -> None:
    twice = np.arange(len(TRAIN.texts)) % 2 + 1
    weighted = plain(algorithm, **EXACT[algorithm])
    weighted.fit(TRAIN.texts, TRAIN.labels, sample_weight=twice)
    repeated = plain(algorithm, **EXACT[algorithm]).fit(
        np.repeat(TRAIN.texts, twice).tolist(), np.repeat(TRAIN.labels, twice)
    )
    assert_same_weights(weighted, repeated)


def assert_same_weights(one: TextClassifier, other: TextClassifier) -> None:
    first, second = ({f: dict(c.top_features(10_000)[f]) for f in c.labels_} for c in (one, other))
    for label, weights in first.items():
        names = sorted(weights)
        # weights are float32 in the model, and a minimum is flat: they agree to its root
        np.testing.assert_allclose(
            [weights[name] for name in names],
            [second[label].get(name, 0.0) for name in names],
            rtol=1e-5,
            atol=1e-4,
        )


@pytest.mark.parametrize("algorithm", LEARNING)
def test_one_or_two_threads_make_the_same_file(algorithm: str) -> None:
    made = [make(algorithm, n_threads=n).fit(TRAIN.texts, dicts(table())) for n in (1, 2)]
    assert made[0].to_bytes() == made[1].to_bytes()


def test_plain_labels_may_stand_among_soft_ones() -> None:
    mixed = [NAMES[i % 3] if i % 2 else {NAMES[i % 3]: 1.0} for i in range(len(TRAIN.texts))]
    hard = make("svm").fit(TRAIN.texts, TRAIN.labels)
    assert make("svm").fit(TRAIN.texts, mixed).to_bytes() == hard.to_bytes()


def test_probabilities_of_soft_labels_are_soft() -> None:
    """The calibrator counted every label of a text alike."""
    shares = np.full((len(TRAIN.texts), 3), 0.1)
    shares[np.arange(len(shares)), np.arange(len(shares)) % 3] = 0.8
    clf = make("logistic").fit(TRAIN.texts, dicts(shares))
    best = clf.predict_proba(NEW.texts).max(axis=1)
    assert 0.6 < best.mean() < 0.85
    hard = make("logistic").fit(TRAIN.texts, TRAIN.labels)
    assert hard.predict_proba(NEW.texts).max(axis=1).mean() > best.mean()


def test_evaluation_is_by_cross_entropy_and_the_likeliest_label() -> None:
    shares = table()
    clf = make("logistic").fit(TRAIN.texts, dicts(shares))
    found = clf.evaluate(TRAIN.texts, dicts(shares))
    p = clf.predict_proba(TRAIN.texts)
    order = np.argsort(NAMES)
    assert found.log_loss == pytest.approx(-(shares[:, order] * np.log(p)).sum(axis=1).mean())
    assert found.gold_entropy == pytest.approx(-(shares * np.log(shares)).sum(axis=1).mean())
    assert found.log_loss is not None
    assert found.gold_entropy is not None
    assert found.log_loss >= found.gold_entropy
    best = np.array(NAMES)[shares.argmax(axis=1)]
    assert found.accuracy == np.mean(clf.predict(TRAIN.texts) == best)
    assert clf.score(TRAIN.texts, dicts(shares)) == found.accuracy
    assert "at best" in found.to_text()
    assert "gold_entropy" not in clf.evaluate(NEW.texts, NEW.labels).to_dict()


def test_labels_that_nobody_has_learned_cost_as_much_as_can_be() -> None:
    clf = make("logistic").fit(TRAIN.texts, TRAIN.labels)
    found = clf.evaluate(["a", "b"], [{"new": 1.0}, {NAMES[0]: 0.5, "new": 0.5}])
    assert found.log_loss is not None
    assert found.log_loss > 10


@pytest.mark.parametrize("as_frame", [True, False])
def test_a_grid_search_takes_them(as_frame: bool) -> None:
    shares = table()
    y: Any = pd.DataFrame(shares, columns=NAMES) if as_frame else dicts(shares)
    search = GridSearchCV(make("logistic", calibration="none"), {"C": [0.1, 1.0]}, cv=3)
    search.fit(TRAIN.texts, y)
    assert search.best_score_ > 0.6
    assert set(search.predict(NEW.texts)) <= set(NAMES)


def test_pickles_answer_as_before() -> None:
    clf = make("svm").fit(TRAIN.texts, dicts(table()))
    again = pickle.loads(pickle.dumps(clf))
    np.testing.assert_array_equal(again.predict_proba(NEW.texts), clf.predict_proba(NEW.texts))
    soft = SoftLabels.of_matrix(table(), NAMES)
    assert pickle.loads(pickle.dumps(soft))[3] == soft[3]


@pytest.mark.parametrize("algorithm", ["naive-bayes", "perceptron", "mira"])
def test_pieces_may_have_soft_labels(algorithm: str) -> None:
    clf = make(algorithm)
    for i in range(0, len(TRAIN.texts), 30):
        clf.partial_fit(TRAIN.texts[i : i + 30], dicts(table()[i : i + 30]))
    assert clf.score(NEW.texts, NEW.labels) > 0.75


def test_votes_are_labels() -> None:
    votes = combine_votes({who: TRAIN.labels for who in "abc"}, how="dawid-skene")
    hard = make("svm").fit(TRAIN.texts, TRAIN.labels)
    assert make("svm").fit(TRAIN.texts, votes.labels).to_bytes() == hard.to_bytes()
    assert make("svm").fit(TRAIN.texts, votes.soft).score(NEW.texts, NEW.labels) > 0.9


def test_files_say_weights_and_shares(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    rows = [
        f"{t},{s[0]},{s[1]},{s[2]},{i % 3 + 1}"
        for i, (t, s) in enumerate(zip(TRAIN.texts, table().tolist(), strict=True))
    ]
    path.write_text("\n".join(["text," + ",".join(f"p:{name}" for name in NAMES) + ",n", *rows]))
    weight = np.arange(len(TRAIN.texts)) % 3 + 1
    documents = read_documents(path, weight="n")
    given = make("svm").fit(TRAIN.texts, dicts(table()), sample_weight=weight)
    assert (
        make("svm").fit(documents).predict(NEW.texts).tolist() == given.predict(NEW.texts).tolist()
    )
    with pytest.raises(DataError, match=r"weights must be given once.*Leave one out"):
        make("svm").fit(documents, sample_weight=weight)
    assert make("svm").fit(path).evaluate(path).gold_entropy is not None


@pytest.mark.parametrize(
    ("labels", "words"),
    [
        ([{"a": 1.0}, {"a": -1.0, "b": 2.0}], ["Row 1 of y", "not negative", "-1 for 'a'", "Give"]),
        ([{"a": 1.0}, {"a": float("nan")}], ["Row 1 of y", "finite", "nan", "Give"]),
        ([{"a": 1.0}, {}], ["Row 1 of y", "sum above 0", "got 0", "leave"]),
        ([{"a": "1"}, {"b": 1}], ["Row 0 of y", "must be a number", "'1'", "Give"]),
        ([{"a": 1.0}, {2: 1.0}], ["one type", "str", "int", "Convert"]),
        ([{"a": 1.0}], ["same length", "2 rows", "y has 1", "Check"]),
        (pd.DataFrame({"a": [1.0, 0.9], "b": [0.0, 0.9]}), ["sum to 1", "row 1", "Divide"]),
    ],
)
def test_shares_that_are_none_are_refused(labels: Any, words: list[str]) -> None:
    with pytest.raises(DataError) as error:
        make("svm").fit(["x y", "y z"], labels)
    for word in words:
        assert word in str(error.value)
