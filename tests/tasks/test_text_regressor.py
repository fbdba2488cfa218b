"""Text regressor: scores, their units, intervals, files, and scikit-learn's manners."""

from __future__ import annotations

import pickle
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from linguine import DataError, DataWarning, ParameterError, TextRegressor
from linguine.errors import NotAvailableError
from linguine.features import Categorical, Numeric, WordNgrams
from linguine.model.conformal import MOST_MISSES, Conformal
from linguine.tasks import SCORE_ALGORITHMS

from ..messages import assert_three_parts

WORTH = {"awful": -3.0, "poor": -1.5, "fine": 0.5, "good": 1.5, "great": 2.0, "superb": 3.0}
FILL = "the a box lamp chair with and very it was came".split()
NAMES = [name for name in SCORE_ALGORITHMS.names if name != "auto"]


def texts(n: int = 400, seed: int = 0, noise: float = 0.3) -> tuple[list[str], NDArray[np.float64]]:
    """Texts of a few words, and the sum of what these are worth."""
    random = np.random.default_rng(seed)
    made, scores = [], []
    for _ in range(n):
        words = random.choice(list(WORTH), size=random.integers(1, 4))
        around = random.choice(FILL, size=random.integers(2, 6))
        made.append(" ".join(random.permutation([*words, *around]).tolist()))
        scores.append(5.0 + sum(WORTH[word] for word in words))
    return made, np.array(scores) + noise * random.normal(size=n)


def suited(name: str, scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Scores as an algorithm takes them."""
    if name == "poisson":
        return np.random.default_rng(1).poisson(np.exp(0.3 * scores)).astype(float)
    return np.clip(scores.round(), 1, 9) if name == "ordinal" else scores


@pytest.mark.parametrize("name", SCORE_ALGORITHMS.names)
def test_every_algorithm_learns_what_words_are_worth(name: str) -> None:
    train, test = texts(), texts(seed=1)
    model = TextRegressor(name).fit(train[0], suited(name, train[1]))
    assert model.score(test[0], suited(name, test[1])) > (0.35 if name == "poisson" else 0.8)


@pytest.mark.parametrize("name", SCORE_ALGORITHMS.names)
def test_a_model_is_the_same_after_its_file_a_pickle_and_with_two_threads(
    name: str, tmp_path: Path
) -> None:
    train, (test, _) = texts(120), texts(seed=1)
    scores = suited(name, train[1])
    model = TextRegressor(name, n_threads=1).fit(train[0], scores)
    assert TextRegressor(name, n_threads=2).fit(train[0], scores).to_bytes() == model.to_bytes()
    model.save(tmp_path / "m.linguine")
    for other in (TextRegressor.load(tmp_path / "m.linguine"), pickle.loads(pickle.dumps(model))):
        np.testing.assert_array_equal(other.predict(test), model.predict(test))
        np.testing.assert_array_equal(
            other.predict_interval(test, 0.8), model.predict_interval(test, 0.8)
        )
        assert other.to_bytes() == model.to_bytes()


@pytest.mark.parametrize("name", NAMES)
def test_an_explanation_adds_up_to_the_score_in_its_units(name: str) -> None:
    train, (test, _) = texts(), texts(seed=1)
    model = TextRegressor(name).fit(train[0], suited(name, train[1]))
    for text, score in zip(test[:5], model.predict(test[:5]).tolist(), strict=True):
        found = model.explain(text)
        total = found.bias + sum(each.contribution for each in found.contributions)
        if name == "poisson":
            total = float(np.exp(total))
            assert found.unit == "the logarithm of the score"
        if name == "ordinal":
            places = np.searchsorted(model._model().link.thresholds, total)
            total = float(model.values_[places])
        assert total == pytest.approx(score, rel=1e-4)
        assert str(found.label)[:3] in found.to_text(color=False)


@pytest.mark.parametrize("name", ["ridge", "huber", "epsilon-insensitive"])
@pytest.mark.parametrize("factor", [1e6, 1e-4])
def test_other_units_are_the_same_model(name: str, factor: float) -> None:
    (train, scores), (test, _) = texts(150), texts(seed=1)
    first = TextRegressor(name, calibration="none").fit(train, scores)
    second = TextRegressor(name, calibration="none").fit(train, factor * scores + 7 * factor)
    np.testing.assert_allclose(
        second.predict(test) / factor - 7, first.predict(test), rtol=2e-4, atol=2e-4
    )


@pytest.mark.parametrize("name", SCORE_ALGORITHMS.names)
@pytest.mark.parametrize("coverage", [0.5, 0.9])
def test_intervals_hold_as_many_new_scores_as_they_promise(name: str, coverage: float) -> None:
    """Of 3,000 new texts, five standard errors; runs of values may hold a few more."""
    train, test = texts(500, noise=1.0), texts(3000, seed=1, noise=1.0)
    model = TextRegressor(name).fit(train[0], suited(name, train[1]))
    ends = model.predict_interval(test[0], coverage)
    gold = suited(name, test[1])
    held = float(((ends[:, 0] <= gold) & (gold <= ends[:, 1])).mean())
    reach = 5 * np.sqrt(coverage * (1 - coverage) * (1 / 500 + 1 / 3000))
    assert held > coverage - reach
    assert held < coverage + reach + (0.25 if name in ("ordinal", "poisson") else 0.0)


def test_conformal_quantiles_are_those_of_the_definition() -> None:
    random = np.random.default_rng(0)
    for n in (9, 100, 2000, 2001, 50_000):
        misses = random.exponential(size=n)
        found, ordered = Conformal.of(misses), np.sort(misses)
        assert len(found.misses) == min(n, MOST_MISSES)
        for coverage in (0.3, 0.5, 0.9):
            rank = int(np.ceil((n + 1) * coverage - 1e-9))
            most = min(n, rank + n // MOST_MISSES + 1)
            assert ordered[rank - 1] <= found.quantile(coverage) <= ordered[most - 1]


def test_a_coverage_that_so_few_texts_cannot_promise_is_refused_with_the_number_needed() -> None:
    made, scores = texts(20)
    model = TextRegressor("ridge").fit(made, scores)
    with pytest.raises(NotAvailableError) as caught:
        model.predict_interval(made, 0.99)
    assert_three_parts(caught.value, "needs 99 held-out texts", "has 20", "Ask for 0.95 at most")
    with pytest.raises(NotAvailableError, match="Intervals need texts that were held out"):
        TextRegressor("ridge", calibration="none").fit(made, scores).predict_interval(made)


def test_ordered_values_have_probabilities_that_add_up_and_middle_answers() -> None:
    made, scores = texts()
    model = TextRegressor("ordinal").fit(made, suited("ordinal", scores))
    table = model.predict_proba(made)
    np.testing.assert_allclose(table.sum(axis=1), 1.0)
    assert table.shape == (len(made), len(model.values_))
    below = np.cumsum(table, axis=1)
    middles = model.values_[(below < 0.5).sum(axis=1)]
    np.testing.assert_array_equal(model.predict(made), middles)
    assert set(model.predict(made)) <= set(model.values_)


def test_weights_are_as_good_as_copies() -> None:
    made, scores = texts(80)
    weights = np.arange(80) % 2 + 1
    again = np.repeat(np.arange(80), weights)
    options = {"calibration": "none", "values": "binary"}
    weighted = TextRegressor("ridge", **options).fit(made, scores, sample_weight=weights)  # type: ignore[arg-type]
    copies = TextRegressor("ridge", **options).fit([made[i] for i in again], scores[again])  # type: ignore[arg-type]
    np.testing.assert_allclose(weighted.predict(made), copies.predict(made), atol=0.02)


def test_columns_stand_beside_words() -> None:
    random = np.random.default_rng(0)
    made, scores = texts(200)
    size, kind = random.normal(size=200), random.choice(["a", "b"], size=200)
    scores = scores + 4 * size + 3 * (kind == "a")
    columns = {"size": size, "kind": kind.tolist()}
    beside = WordNgrams(1) + Numeric("size") + Categorical("kind")
    model = TextRegressor("ridge", features=beside).fit(made, scores, columns=columns)
    assert model.score(made, scores, columns) > 0.8
    columns_only = Numeric("size") + Categorical("kind")
    auto = TextRegressor(features=columns_only).fit(made, scores, columns=columns)
    assert auto.score(made, scores, columns) > 0.8


def test_scikit_learn_searches_and_scores_it_by_r2() -> None:
    from sklearn.base import clone, is_regressor
    from sklearn.model_selection import GridSearchCV, cross_val_score

    made, scores = texts(150)
    model = TextRegressor("huber", delta=2.0, calibration="none")
    assert is_regressor(model)
    assert clone(model).get_params()["delta"] == 2.0
    assert cross_val_score(model, np.array(made), scores, cv=3).mean() > 0.5
    search = GridSearchCV(model, {"C": [1e-3, 4.0]}, cv=3).fit(made, scores)
    assert search.best_params_ == {"C": 4.0}


def test_quantisation_moves_scores_a_little(tmp_path: Path) -> None:
    made, scores = texts()
    model = TextRegressor("ridge").fit(made, scores)
    model.save(tmp_path / "m.linguine", quantize="int8")
    small = TextRegressor.load(tmp_path / "m.linguine")
    assert np.abs(small.predict(made) - model.predict(made)).max() < 0.1


def test_top_features_raise_and_lower_in_the_units_of_the_score() -> None:
    made, scores = texts()
    top = TextRegressor("ridge", features=WordNgrams(1)).fit(made, scores).top_features(2)
    assert dict(top["raises"]).keys() == {"superb", "great"}
    assert [name for name, _ in top["lowers"]] == ["awful", "poor"]


def test_outliers_pull_huber_less_than_ridge() -> None:
    (made, scores), (test, gold) = texts(400), texts(400, seed=1)
    scores[::20] += 100
    found = {name: TextRegressor(name).fit(made, scores) for name in ("ridge", "huber")}
    missed = {name: each.evaluate(test, gold).mae for name, each in found.items()}
    assert missed["huber"] < 0.5 * missed["ridge"]


# --- crooked ---------------------------------------------------------------------------------


def test_equal_scores_are_learned_with_a_warning() -> None:
    made, _ = texts(20)
    with pytest.warns(DataWarning, match="All 20 scores are 4: there is nothing to tell apart"):
        model = TextRegressor("ridge").fit(made, [4.0] * 20)
    np.testing.assert_allclose(model.predict(made), 4.0)
    found = model.evaluate(made, [4.0] * 20)
    assert (found.r2, found.spearman) == (None, None)
    assert "R²" in found.to_text()


@pytest.mark.parametrize("name", ["ridge", "auto", "huber", "epsilon-insensitive"])
def test_three_texts_are_enough_for_scores_but_not_for_intervals(name: str) -> None:
    model = TextRegressor(name).fit(["good", "bad", "fine"], [5, 1, 3])
    assert model.predict(["good"])[0] > model.predict(["bad"])[0]
    with pytest.raises(NotAvailableError, match="Train it again on more texts"):
        model.predict_interval(["good"])


@pytest.mark.parametrize(
    ("name", "scores", "said"),
    [
        ("ridge", [1.0, np.nan, 2.0], "score 1 must be a finite number"),
        ("ridge", [1.0, np.inf, 2.0], "score 1 must be a finite number"),
        ("ridge", [1.0, None, 2.0], "finite number"),
        ("ridge", ["a", "b", "c"], "Scores must be numbers; got 'a'"),
        ("ridge", [1.0, 2.0], "There must be one score per text"),
        ("ridge", None, "Give one score per text"),
        ("ridge", [[1.0], [2.0], [3.0]], "There must be one score per text"),
        ("poisson", [1, -2, 3], "score 1 is -2"),
        ("poisson", [0, 0, 0], "needs a count above 0"),
        ("ordinal", [2, 2, 2], "at least two different values; all scores are 2"),
    ],
)
def test_scores_that_cannot_be_learned_are_refused(name: str, scores: Any, said: str) -> None:
    with pytest.raises(DataError) as caught:
        TextRegressor(name).fit(["a b", "c d", "e f"], scores)
    assert said in str(caught.value)


def test_two_hundred_ordered_values_work_and_two_thousand_are_refused() -> None:
    made, _ = texts(400)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model = TextRegressor("ordinal").fit(made, np.arange(400) // 2)
    assert len(model.values_) == 200
    assert np.isfinite(model.predict_proba(made[:3])).all()
    many = [f"{text} {i}" for i in range(6) for text in made]
    with pytest.raises(DataError, match="at most 1,000; the scores have 2,400"):
        TextRegressor("ordinal").fit(many, np.arange(2400))


def test_huge_scores_keep_their_digits() -> None:
    made, scores = texts()
    moved = 1e9 + scores
    model = TextRegressor("ridge").fit(made, moved)
    assert model.score(made, moved) == pytest.approx(
        TextRegressor("ridge").fit(made, scores).score(made, scores), abs=1e-4
    )


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"algorithm": "svm"}, "Unknown algorithm 'svm'"),
        ({"algorithm": "ridge", "delta": 1.0}, "ridge has no option delta"),
        ({"algorithm": "huber", "delta": 0}, "delta"),
        ({"algorithm": "epsilon-insensitive", "epsilon": -1}, "epsilon"),
        ({"algorithm": "ridge", "C": 1.0, "l2": 1.0}, "one of them is enough"),
        ({"calibration": "often"}, "must be 'auto', 'none' or a number of folds"),
    ],
)
def test_options_that_make_no_sense_are_refused_at_once(options: Any, said: str) -> None:
    with pytest.raises(ParameterError, match=said):
        TextRegressor(**options)


def test_a_coverage_is_a_share() -> None:
    made, scores = texts(30)
    model = TextRegressor("ridge").fit(made, scores)
    with pytest.raises(ParameterError, match="coverage"):
        model.predict_interval(made, 90)


# --- going on -----------------------------------------------------------------------------------


@pytest.mark.parametrize("algorithm", ["ridge", "huber", "epsilon-insensitive"])
def test_texts_in_pieces_are_learned_as_all_at_once(algorithm: str) -> None:
    rng = np.random.default_rng(0)
    texts = [" ".join(rng.choice(["good", "bad", "day", "night"], 3)) for _ in range(400)]
    prices = [1000.0 + 50 * (each.count("good") - each.count("bad")) for each in texts]
    whole = TextRegressor(algorithm, calibration="none").fit(texts, prices)
    model = TextRegressor(algorithm)
    for begin in range(0, 400, 50):
        model.partial_fit(texts[begin : begin + 50], prices[begin : begin + 50])
    assert model.score(texts, prices) > whole.score(texts, prices) - 0.05
    assert model.info_["n_documents"] == 400
    loaded = pickle.loads(pickle.dumps(model))
    np.testing.assert_array_equal(loaded.predict(texts[:9]), model.predict(texts[:9]))


def test_a_fitted_model_goes_on_and_keeps_its_intervals_and_units() -> None:
    texts, numbers = ["good day", "bad day", "good", "bad"] * 10, [5.0, 1.0, 4.5, 1.5] * 10
    model = TextRegressor("ridge").fit(texts, numbers)
    before = model.predict_interval(["good"])
    for _ in range(5):
        model.partial_fit(["sunny"] * 20, [5.0] * 20)
    assert model.predict(["sunny"])[0] > 4.0
    after = model.predict_interval(["good"])
    np.testing.assert_allclose(np.diff(after), np.diff(before))


def test_what_cannot_go_on_is_refused_in_three_parts() -> None:
    for algorithm in ("auto", "poisson", "ordinal"):
        with pytest.raises(NotAvailableError, match=r"text by text; .* Use 'ridge' or 'huber'"):
            TextRegressor(algorithm).partial_fit(["a", "b"], [1, 2])
    with pytest.raises(DataError, match=r"first texts must tell how far .* all 2 scores are 1"):
        TextRegressor("ridge").partial_fit(["a", "b"], [1, 1])
