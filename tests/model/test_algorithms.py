"""Algorithms by name: each has its options and no others, and says so."""

from __future__ import annotations

from typing import Any

import pytest

from linguine.errors import LinguineError, ParameterError
from linguine.features import Weighting
from linguine.tasks import TEXT_ALGORITHMS, TextClassifier
from linguine.tasks.text.fitting.recipe import make_recipe

from ..messages import assert_three_parts

EXAMPLES: dict[str, Any] = {
    "alpha": 0.5, "beta": 0.5, "C": 2.0, "l2": 0.5, "l1": 0.1, "epochs": 3, "max_iterations": 50,
    "tolerance": 1e-3, "learning_rate": 0.1, "averaged": False, "patience": 2, "k_best": 2,
    "branches": 8, "beam": 4, "prune": 0.1,
    "unlabelled_weight": 0.5, "keywords": {"space": ["orbit"]},
    "update": "prediction", "stop_when_right": True, "with_replacement": True,
}  # fmt: skip
OPTIONS = [
    (name, option)
    for name in TEXT_ALGORITHMS.names
    for option in TEXT_ALGORITHMS.get(name).options
    if option != "lexicon"
]


def make_with(name: str, option: str, value: Any) -> TextClassifier:
    return TextClassifier(name, **{option: value})


@pytest.mark.parametrize(("name", "option"), OPTIONS)
def test_every_option_of_an_algorithm_is_taken(name: str, option: str) -> None:
    TextClassifier(name, **{option: EXAMPLES[option]})


@pytest.mark.parametrize(
    ("name", "option"), [row for row in OPTIONS if row[1] not in ("max_iterations", "tolerance")]
)
def test_a_bad_value_of_an_option_is_refused_before_any_work(name: str, option: str) -> None:
    with pytest.raises(LinguineError) as caught:
        make_with(name, option, -1.0)
    came = "update -1" if option == "update" else "got -1"  # a name that does not exist
    assert_three_parts(caught.value, "must be|must have", came, "[A-Z].*[.]$")


@pytest.mark.parametrize("option", EXAMPLES)
@pytest.mark.parametrize("name", TEXT_ALGORITHMS.names)
def test_an_option_of_another_algorithm_is_refused(name: str, option: str) -> None:
    if option in TEXT_ALGORITHMS.get(name).options:
        return
    with pytest.raises(ParameterError) as caught:
        TextClassifier(name, **{option: EXAMPLES[option]})
    assert_three_parts(caught.value, f"{name} has no option {option}", "it has", "Leave it out|Did")


@pytest.mark.parametrize(
    ("name", "option", "advice"),
    [("svm", "max_iteration", "Did you mean 'max_iterations'"),
     ("naive-bayes", "aplha", "Did you mean 'alpha'"),
     ("ridge", "epochs", "or use .*'perceptron'"),
     ("auto", "whatever", "no options.*Leave it out")],
)  # fmt: skip
def test_an_unknown_option_gets_advice(name: str, option: str, advice: str) -> None:
    with pytest.raises(ParameterError, match=advice):
        make_with(name, option, 1)


@pytest.mark.parametrize(
    ("name", "near"), [("swm", "svm"), ("naive_bayes", "naive-bayes"), ("nbsvm", "nb-svm")]
)
def test_an_unknown_algorithm_gets_advice(name: str, near: str) -> None:
    with pytest.raises(ParameterError) as caught:
        TextClassifier(name)
    assert_three_parts(caught.value, "must be one of 'auto'", f"'{name}'", f"Did you mean '{near}'")


@pytest.mark.parametrize("name", ["svm", "logistic", "ridge", "nb-svm"])
def test_c_is_one_over_l2(name: str) -> None:
    assert make_recipe(name, {"C": 4.0}).composition.penalty.l2 == 0.25
    assert make_recipe(name, {"l2": 0.25}).composition.penalty.l2 == 0.25
    with pytest.raises(ParameterError, match=r"l2 is 1 / C.*Leave one out"):
        make_recipe(name, {"C": 4.0, "l2": 0.25})


@pytest.mark.parametrize("name", ["svm", "logistic"])
def test_steps_and_stops_do_not_go_together(name: str) -> None:
    with pytest.raises(ParameterError) as caught:
        make_recipe(name, {"epochs": 3, "max_iterations": 10})
    assert_three_parts(caught.value, "epochs choose", "got both", "Leave one")


def test_values_of_the_user_replace_those_of_the_algorithm() -> None:
    assert make_recipe("svm", {}).weighting == Weighting("log-tfidf", "l2")
    assert make_recipe("svm", {}, Weighting("count", None)).weighting == Weighting("count", None)


@pytest.mark.parametrize("name", TEXT_ALGORITHMS.names)
def test_every_algorithm_has_a_summary(name: str) -> None:
    assert 3 < len(TEXT_ALGORITHMS.describe(name)) < 64
