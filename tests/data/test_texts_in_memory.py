"""Texts come as lists, generators, NumPy arrays and columns of pandas, polars and Arrow."""

from __future__ import annotations

from collections import UserList
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from linguine import _core
from linguine.data import as_texts
from linguine.errors import DataError

from ..messages import assert_three_parts

TEXTS = ["one", "", "zwölf Boxkämpfer jagen", "漢字 😀 and a little more"]


def pandas() -> Any:
    return pytest.importorskip("pandas")


def polars() -> Any:
    return pytest.importorskip("polars")


def arrow() -> Any:
    return pytest.importorskip("pyarrow")


MAKERS: dict[str, Callable[[list[str]], Any]] = {
    "list": list,
    "tuple": tuple,
    "generator": lambda texts: (text for text in texts),
    "user-list": UserList,
    "dict-values": lambda texts: dict(enumerate(texts)).values(),
    "bytes": lambda texts: [text.encode() for text in texts],
    "numpy-str": np.array,
    "numpy-object": lambda texts: np.array(texts, dtype=object),
    "numpy-every-second": lambda texts: np.array([x for t in texts for x in (t, "no")])[::2],
    "pandas": lambda texts: pandas().Series(texts),
    "pandas-object": lambda texts: pandas().Series(texts, dtype=object),
    "pandas-arrow": lambda texts: pandas().Series(
        texts, dtype=pandas().ArrowDtype(arrow().string())
    ),
    "pandas-odd-index": lambda texts: pandas().Series(texts, index=[9, 8, 7, 6]),
    "pandas-category": lambda texts: pandas().Series(texts, dtype="category"),
    "polars": lambda texts: polars().Series(texts),
    "polars-category": lambda texts: polars().Series(
        texts, dtype=polars().Categorical
    ),
    "arrow": lambda texts: arrow().array(texts),
    "arrow-large": lambda texts: arrow().array(texts, "large_string"),
    "arrow-view": lambda texts: arrow().array(texts, "string_view"),
    "arrow-chunked": lambda texts: arrow().chunked_array([texts[:1], texts[1:]]),
    "arrow-dictionary": lambda texts: arrow().array(texts).dictionary_encode(),
}  # fmt: skip
SLICED = ["list", "tuple", "numpy-str", "pandas", "polars", "arrow", "arrow-large", "arrow-view",
          "arrow-chunked"]  # fmt: skip


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS.keys())
def test_all_kinds_of_columns_give_the_same_texts(make: Callable[[list[str]], Any]) -> None:
    assert as_texts(make(TEXTS)).tolist() == TEXTS


@pytest.mark.parametrize("kind", SLICED)
def test_a_slice_gives_its_own_texts(kind: str) -> None:
    assert as_texts(MAKERS[kind](TEXTS)[1:3]).tolist() == TEXTS[1:3]


@pytest.mark.parametrize("kind", [k for k in MAKERS if k not in ("pandas-odd-index",)])
def test_no_texts_are_no_texts(kind: str) -> None:
    column = MAKERS[kind]([])
    if getattr(column, "dtype", None) == np.float64:
        pytest.skip("an empty NumPy array of floats")
    try:
        assert len(as_texts(column)) == 0
    except DataError:
        assert kind in ("arrow-chunked", "polars", "arrow")  # their empty columns have no type


@pytest.mark.parametrize("kind", list(MAKERS))
def test_texts_outlive_what_they_came_from(kind: str) -> None:
    texts = as_texts(MAKERS[kind](TEXTS))
    assert texts.take(np.array([3, 0])).tolist() == [TEXTS[3], TEXTS[0]]


def test_arrow_is_not_copied() -> None:
    pa = arrow()
    before = pa.total_allocated_bytes()
    array = pa.array(["word " * 100_000] * 4)
    texts = as_texts(array)
    allocated = pa.total_allocated_bytes() - before
    address = array.buffers()[2].address
    del array
    assert pa.total_allocated_bytes() - before == allocated, "Texts keep the memory alive"
    assert texts.n_bytes == 2_000_000
    assert address
    del texts
    assert pa.total_allocated_bytes() == before, "and let it go"


def test_texts_are_taken_as_they_are() -> None:
    texts = _core.Texts(TEXTS)
    assert as_texts(texts) is texts


def series(values: list[Any], **options: Any) -> Any:
    return pandas().Series(values, **options)


BAD: dict[str, tuple[Callable[[], Any], str, str, str]] = {
    "one-str": (lambda: "one", r"list of str", r"got one str", r"Wrap it: \['one'\]"),
    "one-bytes": (lambda: b"one", r"list of str", r"got one bytes", r"Wrap it"),
    "none": (lambda: None, r"list of str", r"got NoneType", r"Give a list"),
    "number": (lambda: 5, r"list of str", r"got int", r"Give a list"),
    "dict": (lambda: {"a": 1}, r"list of str", r"got dict", r"Give a list"),
    "set": (lambda: {"a"}, r"list of str", r"got set", r"Give a list"),
    "missing-in-list": (lambda: ["a", None], r"must be str", r"text 1 is missing", r"Drop it"),
    "nan-in-list": (lambda: ["a", float("nan")], r"must be str", r"text 1 .* \(nan", r"Drop"),
    "number-in-list": (lambda: ["a", "b", 3], r"must be str", r"text 2 is int", r"raw texts"),
    "number-in-generator": (lambda: iter(["a", 3]), r"must be str", r"text 1 is int", r"raw"),
    "list-in-list": (lambda: [["a"]], r"must be str", r"text 0 is list", r"raw texts"),
    "surrogate": (lambda: ["a", "\ud83d"], r"must be Unicode", r"text 1", r"Mend it"),
    "broken-bytes": (lambda: [b"a", b"\xe9"], r"must be UTF-8", r"text 1", r"Decode"),
    "numbers": (lambda: np.zeros(3), r"must be str", r"array of float64", r"LinearSVM"),
    "matrix": (lambda: np.array([["a", "b"]]), r"one dimension", r"\(1, 2\)", r"ravel"),
    "missing-in-array": (lambda: np.array(["a", None]), r"must be str", r"text 1 is miss", r"Drop"),
    "missing-in-pandas": (lambda: series(["a", None]), r"must be str", r"text 1 is miss", r"Drop"),
    "missing-in-pandas-object": (
        lambda: series(["a", None], dtype=object), r"must be str", r"text 1 is missing", r"Drop",
    ),
    "numbers-in-pandas": (lambda: series([1, 2]), r"must be str", r"text 0 is int", r"raw texts"),
    "frame": (
        lambda: pandas().DataFrame({"text": ["a"]}), r"one column",
        r"whole DataFrame", r"frame\['text'\]",
    ),
    "polars-frame": (
        lambda: polars().DataFrame({"text": ["a"]}), r"one column",
        r"whole DataFrame", r"frame\['text'\]",
    ),
    "missing-in-polars": (
        lambda: polars().Series(["a", "b", None]), r"must be str",
        r"text 2 is missing", r"Drop",
    ),
    "numbers-in-polars": (
        lambda: polars().Series([1.5]), r"must be str", r"text 0 is float", r"raw",
    ),
    "missing-in-arrow": (
        lambda: arrow().array(["x", "a", None])[1:], r"must be str",
        r"text 1 is missing", r"Drop",
    ),
    "missing-in-second-chunk": (
        lambda: arrow().chunked_array([["a"], ["b", None]]), r"must be str",
        r"text 2 is missing", r"Drop",
    ),
    "missing-in-dictionary": (
        lambda: arrow().array(["a", None]).dictionary_encode(),
        r"must be str", r"text 1 is missing", r"Drop",
    ),
    "numbers-in-arrow": (
        lambda: arrow().array([1, 2]), r"must be str", r"text 0 is int", r"raw",
    ),
    "arrow-table": (
        lambda: arrow().table({"text": ["a"]}), r"one column",
        r"whole Table", r"frame\['text'\]",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("make", "rule", "got", "fix"), BAD.values(), ids=BAD.keys())
def test_bad_texts_get_three_parts(make: Callable[[], Any], rule: str, got: str, fix: str) -> None:
    texts = make()
    with pytest.raises(DataError) as caught:
        as_texts(texts)
    assert_three_parts(caught.value, rule, got, fix)
