"""No odd value reaches the core: it is accepted with sense, or refused in three parts.

Integers of more than 31 bits were answered by the binding ("incompatible function arguments"),
those beyond all floats by OverflowError, arrays by NumPy's "truth value is ambiguous".
"""

from __future__ import annotations

import datetime
import inspect
import math
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import linguine
from linguine.errors import DataError, ParameterError
from linguine.features import Affixes, CharNgrams, Extractor, Lexicon, Numeric, WordNgrams
from linguine.learning import Batch, Counts, Dual, Exact, FrankWolfe, Online
from linguine.tasks import PARSER_ALGORITHMS, TAGGER_ALGORITHMS, TEXT_ALGORITHMS

from ..messages import assert_three_parts

ODD: dict[str, Any] = {
    "2**63": 2**63,
    "10**400": 10**400,
    "-1": -1,
    "nan": math.nan,
    "inf": math.inf,
    "text": "3",
    "array": np.array([1, 2]),
    "list": [1],
    "date": datetime.date(2026, 1, 1),
    "complex": 1j,
    "None": None,
    "True": True,
}

TEXTS = ["free cash", "win cash", "lunch noon", "see you"] * 2
LABELS = ["spam", "spam", "ham", "ham"] * 2
X, Y = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0], [0.0, 0.0]]), [0, 1, 0, 1]
SENTENCES, TAGS = [["a", "b"]] * 4, [["X", "Y"]] * 4
WORDS, HEADS, RELATIONS = [[("D", "N"), ("b", "V")]] * 3, [[2, 0]] * 3, [["n", "r"]] * 3
TREES = {"shared_bits": 10, "relation_bits": 8}

#: Options that are no numbers: names, functions, tables.
NOT_NUMBERS = {
    "algorithm", "features", "values", "normalize", "progress", "text_columns", "options", "self",
    "templates", "loss", "learner", "multiclass", "model", "rule", "random_state", "class_weight",
    "scheme", "columns", "frequent", "weighting", "solver", "unknown_tags", "structure", "cost",
}  # fmt: skip

Use = Callable[[Any], object]


def options_of(made: type) -> list[str]:
    names = [
        name
        for name, each in inspect.signature(made).parameters.items()
        if each.kind is not inspect.Parameter.VAR_KEYWORD
    ]
    return [name for name in names if name not in NOT_NUMBERS]


def classify(algorithm: str, name: str) -> Use:
    return lambda v: linguine.TextClassifier(algorithm, **{name: v}).fit(TEXTS, LABELS)


def tag(algorithm: str, name: str) -> Use:
    return lambda v: linguine.Tagger(algorithm, **{name: v}).fit(SENTENCES, TAGS)


def parse(algorithm: str, name: str) -> Use:
    def use(value: Any) -> object:
        options = {**TREES, name: value}
        return linguine.DependencyParser(algorithm, **options).fit(WORDS, HEADS, RELATIONS)

    return use


def estimate(made: Any, name: str) -> Use:
    return lambda v: made(**{name: v}).fit(X, Y)


def make(made: Any, name: str) -> Use:
    return lambda v: made(**{name: v})


def of_tasks() -> dict[str, Use]:
    """Return every option of the three tasks, and of each of their algorithms."""
    uses: dict[str, Use] = {}
    for made, use, usual, table in (
        (linguine.TextClassifier, classify, "svm", TEXT_ALGORITHMS),
        (linguine.Tagger, tag, "crf", TAGGER_ALGORITHMS),
        (linguine.DependencyParser, parse, "mira", PARSER_ALGORITHMS),
    ):
        uses |= {f"{made.__name__}.{each}": use(usual, each) for each in options_of(made)}
        uses |= {
            f"{made.__name__}({algorithm}).{each}": use(algorithm, each)
            for algorithm in table.names
            for each in table.get(algorithm).options
            if each != "lexicon"
        }
    return uses


def of_estimators() -> dict[str, Use]:
    """Return every option of the estimators over matrices, and of learners."""
    estimators = (
        linguine.LinearClassifier,
        linguine.LinearSVM,
        linguine.LogisticRegression,
        linguine.Mira,
        linguine.NaiveBayes,
        linguine.Perceptron,
        linguine.RidgeClassifier,
    )
    learners = (Batch, Counts, Dual, Exact, FrankWolfe, Online)
    return {
        **{f"{m.__name__}.{each}": estimate(m, each) for m in estimators for each in options_of(m)},
        **{f"{m.__name__}.{each}": make(m, each) for m in learners for each in options_of(m)},
    }


def of_data() -> dict[str, Use]:
    """Return templates, extractors, and what fit takes."""
    return {
        "WordNgrams.low": lambda v: WordNgrams(v),
        "WordNgrams.high": lambda v: WordNgrams(1, v),
        "CharNgrams.high": lambda v: CharNgrams(1, v),
        "Affixes.high": lambda v: Affixes(1, v),
        "Lexicon.weights": lambda v: Lexicon("mood", {"good": v}),
        "Extractor.min_df": lambda v: Extractor(min_df=v).fit_transform(TEXTS),
        "Extractor.max_df": lambda v: Extractor(max_df=v).fit_transform(TEXTS),
        "Extractor.max_features": lambda v: Extractor(max_features=v).fit_transform(TEXTS),
        "Extractor.hash_bits": lambda v: Extractor(hash_bits=v).fit_transform(TEXTS),
        "Extractor.n_threads": lambda v: Extractor(n_threads=v).fit_transform(TEXTS),
        "fit.labels": lambda v: linguine.TextClassifier("svm").fit(TEXTS, v),
        "fit.one label": lambda v: linguine.TextClassifier("svm", calibration="none").fit(
            TEXTS, [v, *LABELS[1:]]
        ),
        "fit.sample_weight": lambda v: linguine.TextClassifier("svm").fit(
            TEXTS, LABELS, sample_weight=v
        ),
        "fit.one sample_weight": lambda v: linguine.TextClassifier("svm").fit(
            TEXTS, LABELS, sample_weight=[v] + [1] * 7
        ),
        "class_weight": lambda v: linguine.TextClassifier("svm", class_weight=v).fit(TEXTS, LABELS),
        "class_weight.factor": lambda v: linguine.TextClassifier(
            "svm", class_weight={"spam": v}
        ).fit(TEXTS, LABELS),
        "columns": lambda v: linguine.TextClassifier("svm").fit(TEXTS, LABELS, columns=v),
        "columns.cell": lambda v: linguine.TextClassifier(
            "svm", features=WordNgrams() + Numeric("price")
        ).fit(TEXTS, LABELS, columns={"price": [v] + [1] * 7}),
        "text_columns": lambda v: linguine.TextClassifier("svm", text_columns=v),
        "Tagger.unknown_tags": lambda v: linguine.Tagger(unknown_tags=v),
        "Tagger.templates": lambda v: linguine.Tagger(templates=v).fit(SENTENCES, TAGS),
        "Tagger.k_best.k": lambda v: (
            linguine.Tagger("perceptron").fit(SENTENCES, TAGS).k_best([["a"]], v)
        ),
        "Tagger.fit.sample_weight": lambda v: linguine.Tagger("perceptron").fit(
            SENTENCES, TAGS, sample_weight=v
        ),
        "estimator.cell of X": lambda v: linguine.LinearSVM().fit([[v, 1], [1, 2]], [0, 1]),
        "estimator.sample_weight": lambda v: linguine.LinearSVM().fit(X, Y, sample_weight=v),
        "estimator.class_weight": lambda v: linguine.LinearSVM(class_weight=v).fit(X, Y),
    }


USES = {**of_tasks(), **of_estimators(), **of_data()}


def refusal(use: Use, value: Any) -> Exception | None:
    """Return what is raised; None if the value is accepted."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", linguine.ConvergenceWarning)
            use(value)
    except Exception as error:
        return error
    return None


@pytest.mark.parametrize("use", USES)
def test_an_odd_value_is_accepted_with_sense_or_refused_in_three_parts(use: str) -> None:
    for odd, value in ODD.items():
        error = refusal(USES[use], value)
        if error is None:
            continue
        said = f"{use} = {odd}: {type(error).__name__}: {error}"
        assert isinstance(error, ParameterError | DataError), said
        assert "incompatible function" not in said
        assert_three_parts(error, "", "", "")


@pytest.mark.parametrize(
    ("name", "value"),
    [("epochs", 2**63), ("max_iterations", 10**400), ("n_threads", 2**31), ("min_df", "3")],
)
def test_the_message_says_the_bound_and_not_all_digits(name: str, value: Any) -> None:
    algorithm = "perceptron" if name == "epochs" else "svm"
    with pytest.raises(ParameterError) as caught:
        linguine.TextClassifier(algorithm, **{name: value}).fit(TEXTS, LABELS)
    assert name in str(caught.value)
    assert len(str(caught.value)) < 300


def test_whole_numbers_beyond_64_bits_stay_exact_as_labels(tmp_path: Any) -> None:
    labels = [2**63, -1] * 4
    clf = linguine.TextClassifier("svm").fit(["yes yes", "no"] * 4, labels)
    assert clf.predict(["yes", "no"]).tolist() == [2**63, -1]
    clf.save(tmp_path / "m.linguine")
    loaded = linguine.TextClassifier.load(tmp_path / "m.linguine")
    assert loaded.predict(["yes", "no"]).tolist() == [2**63, -1]


def test_gaussian_naive_bayes_says_that_squares_overflow() -> None:
    """Probabilities were NaN without a word."""
    table = [[1e200, 0.0], [0.0, 1.0], [1e200, 1.0], [0.0, 0.0]]
    with np.errstate(all="ignore"), pytest.raises(DataError) as caught:
        linguine.NaiveBayes("gaussian").fit(table, Y)
    assert_three_parts(caught.value, "must stay finite", "column 0", "Scale X")
