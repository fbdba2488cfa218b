"""Vectors stand beside words: of one length, around their mean, whatever holds them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linguine import _core
from linguine.data.vectors import as_vectors
from linguine.data.word_vectors import WordTable, read_word_vectors
from linguine.errors import DataError, LinguineError, ParameterError
from linguine.features import Extractor, Features, Sites, Vectors, WordNgrams, WordVectors
from linguine.features.text.specification import features_from_config, features_to_config

from ..messages import assert_three_parts
from .extraction import counting, dense

MATRIX = np.array([[3.0, 0.0, 1.0], [0.0, 4.0, 2.0], [1.0, 1.0, 6.0]], np.float32)
TEXTS = ["free cash", "see you", "at noon"]


def check(error: BaseException, got: str = ".") -> None:
    """Check that a message says what must be, what came, and what to do."""
    fix = "Give|Repair|Make|Add|Try|Leave|Save|Check|Call|Write|Copy"
    assert_three_parts(error, "must|expected|need", got, fix)


def place(x: Any, center: Any, scale: float = 1.0) -> Any:
    """Return vectors as they should stand beside words: the judge."""
    x, out = np.asarray(x, np.float64), np.zeros(np.shape(x))
    for i, row in enumerate(x):
        moved = row - center
        length = np.sqrt((moved**2).sum())
        if row.any() and length > 0:
            out[i] = scale * moved / length
    return out


def columns_of(ours: Extractor, sites: Sites, title: str, width: int) -> Any:
    """Return the numbers of a vector out of rows : (n_rows, width)."""
    names, table = ours.names(), dense(sites)
    found = np.zeros((len(table), width))
    for k in range(width):
        if f"{title}[{k}]" in names:
            found[:, k] = table[:, names.index(f"{title}[{k}]")]
    return found


@given(
    st.lists(st.lists(st.integers(-9, 9), min_size=3, max_size=3), min_size=2, max_size=20).filter(
        lambda rows: len({tuple(row) for row in rows}) > 1
    ),
    st.sampled_from([0.25, 1.0, 4.0]),
)
def test_vectors_have_one_length_around_their_mean(rows: list[list[int]], scale: float) -> None:
    ours = counting(WordNgrams() + Vectors("v", scale=scale))
    sites = ours.fit_transform(["text"] * len(rows), columns={"v": rows})
    there = [row for row in rows if any(row)]
    expected = place(rows, np.mean(there, axis=0), scale)
    np.testing.assert_allclose(columns_of(ours, sites, "v", 3), expected, atol=2e-5)  # float32


def test_new_texts_are_placed_by_what_was_learned() -> None:
    ours = counting(WordNgrams() + Vectors("v"))
    ours.fit_transform(TEXTS, columns={"v": MATRIX})
    new = [[1.0, 2.0, 3.0], [0.0, 0.0, 0.0]]
    sites = ours.transform(["a", "b"], columns={"v": new})
    expected = place(new, MATRIX.mean(axis=0))
    np.testing.assert_allclose(columns_of(ours, sites, "v", 3), expected, atol=1e-5)


def test_words_are_as_they_were_without_vectors() -> None:
    plain = Extractor(WordNgrams())
    ours = Extractor(WordNgrams() + Vectors("v"))
    wanted = dense(plain.fit_transform(TEXTS))
    names = ours.fit_transform(TEXTS, columns={"v": MATRIX}), ours.names()
    places = [names[1].index(each) for each in plain.names()]
    np.testing.assert_array_equal(dense(names[0])[:, places], wanted)


@pytest.mark.parametrize("n_threads", [1, 2])
def test_rows_do_not_depend_on_the_number_of_threads(n_threads: int) -> None:
    rng = np.random.default_rng(0)
    x = rng.standard_normal((3_000, 40)).astype(np.float32)
    texts = [f"word{i % 97} of text {i}" for i in range(len(x))]
    made = Extractor(WordNgrams() + Vectors("v"), n_threads=n_threads)
    sites = made.fit_transform(texts, columns={"v": x})
    one = Extractor(WordNgrams() + Vectors("v"), n_threads=1)
    expected = one.fit_transform(texts, columns={"v": x})
    assert sites.values is not None
    assert expected.values is not None
    assert sites.values.tobytes() == expected.values.tobytes()
    assert sites.indices is not None
    np.testing.assert_array_equal(sites.indices, expected.indices)


# --- where vectors come from ---------------------------------------------------------------------


def holders() -> dict[str, Any]:
    """The same vectors in everything that may hold them."""
    lists = MATRIX.tolist()
    rows = np.empty(3, object)
    for i in range(3):
        rows[i] = MATRIX[i]
    return {
        "a matrix": MATRIX,
        "doubles": MATRIX.astype(np.float64),
        "whole numbers": MATRIX.astype(np.int64),
        "lists": lists,
        "tuples": tuple(map(tuple, lists)),
        "arrays": list(MATRIX),
        "an array of arrays": rows,
        "JSON": [json.dumps(each) for each in lists],
        "texts": [" ".join(map(str, each)) for each in lists],
        "texts of a file": _core.Texts([json.dumps(each) for each in lists]),
    }


@pytest.mark.parametrize("holder", list(holders()))
def test_vectors_are_read_from(holder: str) -> None:
    np.testing.assert_array_equal(as_vectors(holders()[holder], "v"), MATRIX)


@pytest.mark.parametrize("kind", ["list", "fixed-size list", "chunked"])
def test_lists_of_arrow_are_read(kind: str) -> None:
    arrow = pytest.importorskip("pyarrow")
    fixed = arrow.list_(arrow.float32(), 3)
    wide = arrow.array(MATRIX.tolist(), fixed if kind != "list" else arrow.list_(arrow.float64()))
    cells = arrow.chunked_array([wide[:1], wide[1:]]) if kind == "chunked" else wide
    np.testing.assert_array_equal(as_vectors(cells, "v"), MATRIX)
    np.testing.assert_array_equal(as_vectors(cells.slice(1), "v"), MATRIX[1:])


def test_a_table_of_arrow_gives_its_lists_as_they_are() -> None:
    arrow = pytest.importorskip("pyarrow")
    table = arrow.table({"v": arrow.array(MATRIX.tolist(), arrow.list_(arrow.float32(), 3))})
    ours = counting(WordNgrams() + Vectors("v"))
    sites = ours.fit_transform(TEXTS, columns=table)
    expected = place(MATRIX, MATRIX.mean(axis=0))
    np.testing.assert_allclose(columns_of(ours, sites, "v", 3), expected, atol=1e-6)


@pytest.mark.parametrize("module", ["pandas", "polars"])
def test_columns_of_lists_of_data_frames_are_read(module: str) -> None:
    frames = pytest.importorskip(module)
    frame = frames.DataFrame({"v": MATRIX.tolist()})
    np.testing.assert_array_equal(as_vectors(frame["v"], "v"), MATRIX)


WRONG = {
    "a number of texts": (np.zeros(3), "matrix"),
    "another length": ([[1, 2], [1, 2, 3]], "row 1 has 3"),
    "another length in a text": (["[1, 2]", "[1, 2, 3]"], "row 1 has 3"),
    "a word": ([[1, 2], ["a", "b"]], "row 1"),
    "a word in a text": (["1 2", "1 two"], "'two'"),
    "NaN": ([[1, 2], [1, float("nan")]], "number 1 of row 1"),
    "NaN in a text": (["[1, 2]", "[1, NaN]"], "row 1 has 'NaN'"),
    "infinity": (np.array([[1.0, np.inf]]), "number 1 of row 0"),
    "too large": ([[1e300, 1.0]], "number 0 of row 0"),
    "none": ([[1, 2], None], "row 1"),
    "an empty list": (["[1, 2]", "[]"], "row 1 has none"),
    "an empty text": (["[1, 2]", ""], "row 1 has none"),
    "no end": (["[1, 2"], "row 0"),
    "two lists": (["[1, 2] [3]"], "row 0"),
    "deeper lists": ([[[1, 2]], [[3, 4]]], "shape"),
    "a mixture": (["[1, 2]", [1, 2]], "row 1"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_no_vector_is_told_with_its_row(wrong: str) -> None:
    cells, part = WRONG[wrong]
    with pytest.raises(DataError) as error:
        as_vectors(cells, "embedding")
    assert "'embedding'" in str(error.value)
    check(error.value, re.escape(part))


def test_vectors_of_another_length_than_learned_are_refused() -> None:
    ours = counting(WordNgrams() + Vectors("v"))
    ours.fit_transform(TEXTS, columns={"v": MATRIX})
    with pytest.raises(DataError, match="must have 3 numbers") as error:
        ours.transform(["a"], columns={"v": [[1.0, 2.0]]})
    check(error.value)


def test_a_missing_column_is_told() -> None:
    with pytest.raises(DataError, match="'v'") as error:
        counting(WordNgrams() + Vectors("v")).fit_transform(TEXTS)
    check(error.value)


@pytest.mark.parametrize("scale", [-1.0, float("nan"), "loud", None])
def test_a_scale_is_auto_or_a_number(scale: Any) -> None:
    with pytest.raises(ParameterError) as error:
        Vectors("v", scale=scale)
    check(error.value)


@pytest.mark.parametrize("center", [[], [float("inf")], [[1.0]]])
def test_a_mean_of_a_stranger_is_checked(center: Any) -> None:
    with pytest.raises(LinguineError):
        Vectors("v", center=center)


def test_templates_survive_as_plain_data() -> None:
    features = Features((WordNgrams(), Vectors("v", scale=2.0, center=(0.5, 1.0))))
    plain = json.loads(json.dumps(features_to_config(features)))
    assert features_from_config(plain) == features


# --- vectors of words ----------------------------------------------------------------------------

LINES = "the 1 0 0\nCash 0 2 0\nlunch 0.6 0 0.8\nécole 0 0 1\n"


def means(table: WordTable, texts: list[str], n_threads: int = 1) -> Any:
    return table.native.means(_core.Texts(texts), n_threads)


@pytest.mark.parametrize(
    "content", [LINES, f"4 3\n{LINES}", LINES.replace("\n", " \r\n"), LINES.replace(" ", "\t")],
    ids=["GloVe", "word2vec", "CRLF", "tabs"],
)  # fmt: skip
def test_files_of_word_vectors_are_read(tmp_path: Path, content: str) -> None:
    path = tmp_path / "vectors.txt"
    path.write_bytes(content.encode())
    table = read_word_vectors(path)
    assert (len(table), table.n_numbers) == (4, 3)
    found = means(table, ["the", "Cash", "lunch", "école"])
    expected = np.array([[1, 0, 0], [0, 1, 0], [0.6, 0, 0.8], [0, 0, 1]])
    np.testing.assert_allclose(found, expected, atol=4e-3)  # bytes


def test_a_matrix_of_numpy_is_the_same_as_text(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(LINES)
    rows = [line.split() for line in LINES.splitlines()]
    np.save(tmp_path / "b.npy", np.array([each[1:] for each in rows], np.float64))
    (tmp_path / "b.words").write_text("".join(f"{each[0]}\n" for each in rows))
    one, other = read_word_vectors(tmp_path / "a.txt"), read_word_vectors(tmp_path / "b.npy")
    np.testing.assert_array_equal(one.codes, other.codes)
    assert one.name_bytes.tobytes() == other.name_bytes.tobytes()


def test_a_word_is_found_as_written_and_then_in_lower_case(tmp_path: Path) -> None:
    table = WordTable.of(["Rome", "rome", "école"], np.eye(3))
    words = _core.Texts(["Rome", "rome", "ROME", "École", "roma", ""])
    assert table.native.find(words).tolist() == [0, 1, 1, 2, -1, -1]


def test_of_equal_words_the_first_counts() -> None:
    assert WordTable.of(["a", "a"], np.eye(2)).native.find(_core.Texts(["a"])).tolist() == [0]


@given(
    st.lists(st.lists(st.sampled_from("The cash Lunch owl bee".split()), max_size=6), max_size=9)
)
def test_a_text_has_the_mean_of_its_known_words(texts: list[list[str]]) -> None:
    words = {"the": [1, 2], "cash": [-3, 1], "Lunch": [0, 5], "owl": [2, 2]}
    table = WordTable.of(list(words), np.array(list(words.values())))
    codes = table.codes.astype(np.float64)
    units = dict(zip(words, codes / np.linalg.norm(codes, axis=1, keepdims=True), strict=True))
    expected = np.zeros((len(texts), 2))
    for i, text in enumerate(texts):
        forms = [word if word in units else word.lower() for word in text]
        known = [units[each] for each in forms if each in units]
        if known:
            expected[i] = np.mean(known, axis=0)
    if texts:
        found = means(table, [" ".join(each) for each in texts])
        np.testing.assert_allclose(found, expected, atol=1e-6)  # float32


def test_means_do_not_depend_on_the_number_of_threads() -> None:
    rng = np.random.default_rng(1)
    table = WordTable.of([f"w{i}" for i in range(200)], rng.standard_normal((200, 30)))
    texts = [" ".join(f"w{j}" for j in rng.integers(0, 250, 20)) for _ in range(2_000)]
    assert means(table, texts, 1).tobytes() == means(table, texts, 2).tobytes()


BROKEN = {
    "no numbers": ("word\n", ":1:"),
    "too few numbers": ("a 1 2\nb 1\n", ":2:"),
    "no number": ("a 1 2\nb 1 x\n", "'x'"),
    "NaN": ("a 1 nan\n", "'nan'"),
    "nothing": ("", "got none"),
    "a head alone": ("3 2\n", "got none"),
}


@pytest.mark.parametrize("broken", BROKEN)
def test_a_broken_file_of_vectors_is_told_with_its_line(tmp_path: Path, broken: str) -> None:
    content, part = BROKEN[broken]
    path = tmp_path / "vectors.txt"
    path.write_text(content)
    with pytest.raises(DataError) as error:
        read_word_vectors(path)
    check(error.value, re.escape(part))


@pytest.mark.parametrize(
    "wrong",
    ["no words", "too few words", "no matrix", "NaN", "no file", "many matrices", "half a head"],
)
def test_a_broken_matrix_of_vectors_is_told(tmp_path: Path, wrong: str) -> None:
    path = tmp_path / "v.npy"
    if wrong == "no matrix":
        path.write_bytes(b"no matrix")
    elif wrong == "many matrices":
        with path.open("wb") as file:
            np.savez(file, np.ones((2, 2)))
    elif wrong == "half a head":
        np.save(path, np.ones((2, 2)))
        path.write_bytes(path.read_bytes().replace(b")", b"(").replace(b"}", b"("))
    elif wrong != "no file":
        np.save(path, np.full((2, 2), np.nan if wrong == "NaN" else 1.0))
    if wrong != "no words":
        path.with_suffix(".words").write_text("a\n" if wrong == "too few words" else "a\nb\n")
    with pytest.raises(DataError) as error:
        read_word_vectors(path)
    check(error.value)


def test_word_vectors_must_be_read_before_they_are_used() -> None:
    with pytest.raises(DataError, match="Call fit") as error:
        WordVectors("v.txt").vectors(_core.Texts(["a"]), {})
    check(error.value)


@pytest.mark.parametrize("path", ["", None, 3])
def test_the_file_of_word_vectors_must_have_a_name(path: Any) -> None:
    with pytest.raises(ParameterError) as error:
        WordVectors(path)
    check(error.value)
