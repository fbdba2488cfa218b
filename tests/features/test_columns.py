"""Numbers, categories and functions of the user's own, beside the text."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linguine.errors import LinguineError, ParameterError
from linguine.features import Categorical, Extractor, Function, Numeric, WordNgrams

from ..messages import assert_three_parts
from ..reference.text_features import Template
from ..reference.vectorize import vectorize
from .extraction import counting, dense, extractor

TEXTS = ["good day", "bad day", ""]
TRANSFORMS = ("value", "square", "absolute", "log")


def as_row(ours: Extractor, row: Any) -> dict[str, float]:
    pairs = zip(ours.names(), row.tolist(), strict=True)
    return {name: value for name, value in pairs if value != 0}


@given(
    st.lists(st.integers(-4000, 4000).map(lambda x: x / 4), min_size=3, max_size=3),
    st.lists(st.sampled_from(["Rome", "Bonn", "", "a=b", "東京"]), min_size=3, max_size=3),
    st.sampled_from(["count", "tfidf"]),
    st.sampled_from([None, "l2"]),
)
def test_columns_are_the_judges(
    ages: list[float], cities: list[str], values: str, normalize: str | None
) -> None:
    spec: list[Template] = [
        {"kind": "words", "low": 1, "high": 1},
        {"kind": "numeric", "column": "age", "transforms": TRANSFORMS},
        {"kind": "categorical", "column": "city"},
    ]
    rows = [{"age": age, "city": city} for age, city in zip(ages, cities, strict=True)]
    judged, expected = vectorize(TEXTS, spec, values, normalize, columns=rows)
    ours = extractor(spec, values=values, normalize=normalize)
    matrix = dense(ours.fit_transform(TEXTS, columns={"age": ages, "city": cities}))
    place = {name: j for j, name in enumerate(ours.names())}
    assert sorted(place) == sorted(name for _, name in judged)
    matrix = matrix[:, [place[name] for _, name in judged]]
    np.testing.assert_allclose(matrix, expected, rtol=1e-6, atol=1e-6)  # float32


def test_transforms_by_hand() -> None:
    ours = counting(Numeric("age", transforms=("value", "square", "absolute"), scale="none"))
    matrix = dense(ours.fit_transform(TEXTS, columns={"age": [2, -3.0, 0]}))
    assert as_row(ours, matrix[0]) == {"age": 2, "age^2": 4, "|age|": 2}
    assert as_row(ours, matrix[1]) == {"age": -3, "age^2": 9, "|age|": 3}
    assert as_row(ours, matrix[2]) == {}


def test_the_logarithm_takes_every_number() -> None:
    ours = counting(Numeric("age", transforms=("log",), scale="none"))
    matrix = dense(ours.fit_transform(TEXTS, columns={"age": [7.5, -7.5, 0]}))
    # float32
    np.testing.assert_allclose(matrix[:, 0], [math.log(8.5), -math.log(8.5), 0], rtol=1e-6)


def test_an_unseen_category_has_no_column() -> None:
    ours = counting(Categorical("city") + WordNgrams(1, 1))
    ours.fit_transform(TEXTS, columns={"city": ["Rome", "Bonn", "Rome"]})
    row = dense(ours.transform(["good"], columns={"city": ["Oslo"]}))[0]
    assert as_row(ours, row) == {"good": 1}


@pytest.mark.parametrize(
    ("columns", "got"),
    [
        (None, "age"),
        ({"size": [1, 2, 3]}, "age"),
        ({"age": [1, 2]}, "2"),
        ({"age": [1, float("nan"), 2]}, "1"),
        ({"age": [1, 2, float("inf")]}, "2"),
        ({"age": [1, "old", 2]}, "old|1"),
    ],
    ids=["none", "missing", "too-short", "nan", "infinite", "text"],
)
def test_a_wrong_column_is_reported(columns: Any, got: str) -> None:
    with pytest.raises(LinguineError) as caught:
        counting(Numeric("age")).fit_transform(TEXTS, columns=columns)
    assert_three_parts(caught.value, "age", got, ".")


def test_an_unknown_transform_is_reported() -> None:
    with pytest.raises(ParameterError) as caught:
        Numeric("age", transforms=("root",))
    assert_three_parts(caught.value, "transform", "root", "square")


def count_letters(text: str) -> dict[str, float]:
    return {f"letter {c}": n for c, n in Counter(text).items()}


@pytest.mark.parametrize("function", [count_letters, str.split], ids=["mapping", "names"])
def test_a_function_of_the_users_own_is_the_judges(function: Any) -> None:
    spec: list[Template] = [{"kind": "function", "function": function}, {"kind": "shape"}]
    texts = ["Good good day", "day", "\0 é 😀"]
    judged, expected = vectorize(texts, spec, "tfidf", "l2")
    ours = extractor(spec, values="tfidf", normalize="l2")
    matrix = dense(ours.fit_transform(texts))
    place = {name: j for j, name in enumerate(ours.names())}
    matrix = matrix[:, [place[name] for _, name in judged]]
    np.testing.assert_allclose(matrix, expected, rtol=1e-6)  # float32


def test_an_error_in_the_users_function_comes_through() -> None:
    def refuse(text: str) -> dict[str, float]:
        raise KeyError("no such word")

    with pytest.raises(KeyError, match="no such word"):
        counting(Function(refuse)).fit_transform(["a"])


@pytest.mark.parametrize(
    "answer", [{"a": math.nan}, {"a": "b"}, {"a": None}, 5, None, "names"], ids=str
)
def test_a_function_that_gives_no_features_is_reported(answer: Any) -> None:
    with pytest.raises(LinguineError):
        counting(Function(lambda text: answer)).fit_transform(["a", "b"])
