"""Wrong options get an error in three parts, at the latest when fit is called."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from linguine import (
    LinearClassifier,
    LinearSVM,
    LogisticRegression,
    Mira,
    NaiveBayes,
    ParameterError,
    Perceptron,
    RidgeClassifier,
)
from linguine.learning import Batch, Counts, Dual, Exact, Hinge, Online

from ..messages import assert_three_parts
from ..problems import dense

ANY: Callable[..., dict[str, Any]] = dict  # values that the type checker would not let through
Case = tuple[Callable[[], Any], str, str, str]

# name -> (make, words of the rule, words of what came, words of what to do)
UNKNOWN_NAMES: dict[str, Case] = {
    "loss": (lambda: LinearClassifier("logistics"), r"loss", r"'logistics'", r"'logistic'\?"),
    "loss-of-scikit-learn": (
        lambda: LinearClassifier("squared_hinge"),
        r"loss",
        r"'squared_hinge'",
        r"'squared-hinge'\?",
    ),
    "loss-of-svm": (lambda: LinearSVM(loss="hing"), r"loss", r"'hing'", r"'hinge'\?"),
    "learner": (
        lambda: LinearClassifier("logistic", "lbfgsb"),
        r"learner",
        r"'lbfgsb'",
        r"'lbfgs'\?",
    ),
    "learner-in-capitals": (
        lambda: LinearClassifier("logistic", "L-BFGS"),
        r"learner",
        r"'L-BFGS'",
        r"'lbfgs'\?",
    ),
    "multiclass": (
        lambda: LogisticRegression(multiclass="one-vs-all"),
        r"multiclass",
        r"'one-vs-all'",
        r"'one-versus-all'\?",
    ),
    "naive-bayes": (
        lambda: NaiveBayes("multinomal"),
        r"model",
        r"'multinomal'",
        r"'multinomial'\?",
    ),
    "rule": (lambda: Online("perceptrn"), r"rule", r"'perceptrn'", r"'perceptron'\?"),
    "schedule": (
        lambda: Online("sgd", schedule="pegassos"),
        r"schedule",
        r"'pegassos'",
        r"'pegasos'\?",
    ),
    "solver": (lambda: Batch("owlqn"), r"solver", r"'owlqn'", r"'owl-qn'\?"),
    "counts": (lambda: Counts("bernouli"), r"model", r"'bernouli'", r"'bernoulli'\?"),
    "class_weight": (
        lambda: LogisticRegression(class_weight="balance"),
        r"class_weight",
        r"'balance'",
        r"'balanced'",
    ),
}
OUT_OF_RANGE: dict[str, Case] = {
    "logistic-C-zero": (lambda: LogisticRegression(C=0.0), r"\bC\b", r"got 0", r"positive C|C"),
    "logistic-C-negative": (
        lambda: LogisticRegression(C=-1.0),
        r"\bC\b",
        r"got -1",
        r"positive|[Uu]se",
    ),
    "svm-C-zero": (lambda: LinearSVM(C=0), r"\bC\b", r"got 0", r"positive|[Uu]se"),
    "mira-C-negative": (lambda: Mira(C=-0.5), r"\bC\b", r"got -0\.5", r"[Uu]se"),
    "mira-C-nan": (lambda: Mira(C=float("nan")), r"\bC\b", r"nan", r"[Uu]se"),
    "C-a-string": (lambda: LogisticRegression(**ANY(C="1")), r"\bC\b.*number", r"'1'", r"[Uu]se"),
    "l2-negative": (lambda: RidgeClassifier(l2=-1.0), r"l2", r"-1", r"[Uu]se 0"),
    "l1-negative": (lambda: LogisticRegression(l1=-1.0), r"l1", r"-1", r"[Uu]se 0"),
    "l1-infinite": (lambda: LogisticRegression(l1=float("inf")), r"l1", r"inf", r"[Uu]se 0"),
    "alpha-negative": (lambda: NaiveBayes(alpha=-1.0), r"alpha", r"-1", r"[Uu]se"),
    "epochs-zero": (lambda: Perceptron(epochs=0), r"epochs", r"got 0", r"[Uu]se at least 1"),
    "epochs-a-fraction": (
        lambda: Online(**ANY(epochs=2.5)),
        r"epochs.*integer",
        r"2\.5",
        r"[Uu]se",
    ),
    "epochs-true": (lambda: Online(epochs=True), r"epochs.*integer", r"True", r"[Uu]se"),
    "k_best-zero": (lambda: Mira(k_best=0), r"k_best", r"got 0", r"[Uu]se 1"),
    "learning_rate-zero": (lambda: Online(learning_rate=0.0), r"learning_rate", r"0", r"[Tt]ry"),
    "power-too-small": (
        lambda: Online("sgd", schedule="power", power=0.3),
        r"power",
        r"0\.3",
        r"[Uu]se 0\.6",
    ),
    "power-two": (
        lambda: Online("sgd", schedule="power", power=2.0),
        r"power",
        r"2",
        r"[Uu]se 0\.6",
    ),
    "batch_size-zero": (lambda: Online(batch_size=0), r"batch_size", r"0", r"[Uu]se"),
    "tolerance-zero": (lambda: Batch(tolerance=0.0), r"tolerance", r"0", r"[Ss]maller"),
    "tolerance-negative": (lambda: Dual(tolerance=-1e-3), r"tolerance", r"-0\.001", r"[Ss]maller"),
    "max_iterations-zero": (lambda: Exact(max_iterations=0), r"max_iterations", r"0", r"[Mm]ore"),
    "memory-zero": (lambda: Batch(memory=0), r"memory", r"0", r"[Uu]se 10"),
    "validation_fraction-one": (
        lambda: LinearClassifier(
            "perceptron", "perceptron", early_stopping=True, validation_fraction=1.0
        ),
        r"validation_fraction",
        r"1",
        r"[Uu]se 0\.1",
    ),
    "n_threads-zero": (lambda: LogisticRegression(n_threads=0), r"n_threads", r"0", r"[Uu]se"),
    "n_threads-negative": (
        lambda: LogisticRegression(n_threads=-3),
        r"n_threads",
        r"-3",
        r"[Uu]se",
    ),
    "intercept_scaling-zero": (
        lambda: LinearClassifier(regularize_intercept=True, intercept_scaling=0.0),
        r"intercept_scaling",
        r"0",
        r"[Uu]se 1",
    ),
    "cost-zero": (lambda: Hinge(cost=0.0), r"cost", r"0", r"PerceptronLoss"),
    "cost-negative-entry": (
        lambda: LinearClassifier("hinge", "sgd", cost=[[0, -1], [1, 0]]),
        r"cost.*not negative",
        r"cost\[0, 1\]",
        r"costs 0",
    ),
    "cost-diagonal": (
        lambda: LinearClassifier("hinge", "sgd", cost=[[1, 1], [1, 0]]),
        r"zero on the diagonal",
        r"cost\[0, 0\]",
        r"costs 0",
    ),
    "cost-not-square": (
        lambda: LinearClassifier("hinge", "sgd", cost=[[0, 1, 1], [1, 0, 1]]),
        r"square",
        r"\(2, 3\)",
        r"[Gg]ive",
    ),
    "cost-of-another-size": (
        lambda: LinearClassifier("hinge", "sgd", cost=[[0, 1, 1], [1, 0, 1], [1, 1, 0]]),
        r"one row and column per class",
        r"\(3, 3\)",
        r"[Oo]rder",
    ),
    "class_weight-negative": (
        lambda: LogisticRegression(class_weight={0: -1.0, 1: 1.0}),
        r"class_weight",
        r"-1",
        r"[Uu]se 0",
    ),
    "class_weight-unknown-class": (
        lambda: LogisticRegression(class_weight={0: 1.0, 7: 1.0}),
        r"class_weight",
        r"7",
        r"[Tt]he classes are",
    ),
    "random_state-a-string": (
        lambda: Perceptron(random_state="seed"),
        r"random_state",
        r"seed",
        r"[Uu]se|[Gg]ive",
    ),
    "progress-a-number": (lambda: Perceptron(progress=5), r"progress", r"5", r"[Uu]se"),
    "loss-a-class": (
        lambda: LinearClassifier(**ANY(loss=Hinge)),
        r"loss",
        r"class Hinge",
        r"Hinge\(\)",
    ),
    "learner-a-class": (
        lambda: LinearClassifier("logistic", **ANY(learner=Batch)),
        r"learner",
        r"Batch",
        r"Batch\(\)",
    ),
}
NOT_AN_OPTION: dict[str, Case] = {
    "batch-of-arow": (
        lambda: Online("arow", batch_size=2),
        r"one example at a time",
        r"batch_size=2",
        r"adagrad",
    ),
    "C-of-arow": (lambda: Online("arow", C=float("inf")), r"must be finite", r"inf", r"Try 1"),
    "C-of-sgd": (lambda: Online("sgd", C=1.0), r"no option C", r"1\.0", r"mira"),
    "k_best-of-perceptron": (
        lambda: Online("perceptron", k_best=2),
        r"no option k_best",
        r"2",
        r"mira",
    ),
    "learning_rate-of-mira": (
        lambda: Online("mira", learning_rate=0.1),
        r"no option learning_rate",
        r"0\.1",
        r"sgd",
    ),
    "learning_rate-of-pegasos": (
        lambda: Online("pegasos", learning_rate=0.1),
        r"no option learning_rate",
        r"0\.1",
        r"sgd",
    ),
    "schedule-of-adagrad": (
        lambda: Online("adagrad", schedule="constant"),
        r"no option schedule",
        r"constant",
        r"sgd",
    ),
    "power-of-the-constant-schedule": (
        lambda: Online("sgd", schedule="constant", power=0.7),
        r"no option power",
        r"0\.7",
        r"power",
    ),
    "alpha-of-gaussian": (
        lambda: NaiveBayes("gaussian", alpha=0.5),
        r"no pseudo-count",
        r"alpha=0\.5",
        r"[Ll]eave",
    ),
    "regularized-intercept-without-intercept": (
        lambda: LinearClassifier(fit_intercept=False, regularize_intercept=True),
        r"regularize_intercept",
        r"fit_intercept=False",
        r"[Uu]se",
    ),
    "scaling-of-a-free-intercept": (
        lambda: LinearClassifier(intercept_scaling=2.0),
        r"intercept_scaling",
        r"2\.0",
        r"[Uu]se",
    ),
    "regularized-intercept-online": (
        lambda: LinearClassifier("hinge", "sgd", regularize_intercept=True),
        r"intercept",
        r"regularize_intercept=True",
        r"lbfgs|dual|exact",
    ),
}


def refusal(make: Callable[[], Any]) -> ParameterError:
    """The error of making the object, or of fitting it: estimators keep quiet until fit."""
    toy = dense(2)
    with pytest.raises(ParameterError) as caught:
        make().fit(abs(toy.X), toy.y)
    return caught.value


@pytest.mark.parametrize("case", UNKNOWN_NAMES)
def test_an_unknown_name_is_answered_with_the_nearest_right_one(case: str) -> None:
    make, rule, got, fix = UNKNOWN_NAMES[case]
    assert_three_parts(refusal(make), rule, got, fix)


@pytest.mark.parametrize("case", OUT_OF_RANGE)
def test_a_number_out_of_range_is_refused(case: str) -> None:
    make, rule, got, fix = OUT_OF_RANGE[case]
    assert_three_parts(refusal(make), rule, got, fix)


@pytest.mark.parametrize("case", NOT_AN_OPTION)
def test_an_option_that_does_not_apply_is_refused_not_ignored(case: str) -> None:
    make, rule, got, fix = NOT_AN_OPTION[case]
    assert_three_parts(refusal(make), rule, got, fix)


def test_a_parameter_error_is_a_value_error_and_a_linguine_error() -> None:
    from linguine import DataError, LinguineError

    assert issubclass(ParameterError, ValueError)
    assert issubclass(ParameterError, LinguineError)
    assert issubclass(DataError, ValueError)
    assert issubclass(DataError, LinguineError)


def test_estimators_check_nothing_in_the_constructor() -> None:
    """scikit-learn's rule: clone and set_params must work with any value."""
    model = LogisticRegression(C=-1)
    model.set_params(C=2.0)
    toy = dense(2)
    assert model.fit(toy.X, toy.y).predict(toy.X).shape == (toy.n,)


def test_an_infinite_cap_is_no_penalty() -> None:
    toy = dense(2, n=60, d=3, spread=2.0)
    model = LogisticRegression(C=float("inf"), tolerance=1e-9).fit(toy.X, toy.y)
    plain = LinearClassifier("logistic", Batch(tolerance=1e-9), l2=0.0).fit(toy.X, toy.y)
    assert model.objective_ == pytest.approx(plain.objective_, rel=1e-9)
