"""Long texts, wide tables and many names take time in proportion, not its square."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from linguine import TextClassifier
from linguine.data import read_documents
from linguine.data.reading.column_names import read_names
from linguine.data.reading.columns import choose_layout
from linguine.data.reading.options import ReadOptions
from linguine.errors import DataError, ParameterError
from linguine.features import CharNgrams
from linguine.features.arc.language import parse_arc_templates
from linguine.features.token.language import parse_templates
from linguine.features.token.patterns import TokenPattern
from linguine.registry import did_you_mean
from linguine.reports.terminal import render_explanation

from .growth import assert_linear, measured
from .reference.small_regex import search


@pytest.fixture(scope="module")
def classifier() -> TextClassifier:
    texts = ["a cab", "a bad cab", "no dog", "nod"] * 3
    labels = ["x", "x", "y", "y"] * 3
    features = CharNgrams(2, 4)
    model = TextClassifier("naive-bayes", features=features, calibration="none", n_threads=1)
    return model.fit(texts, labels)


@pytest.mark.parametrize("piece", ["a bad cab ", "abcd"], ids=["words", "one-word"])
def test_explaining_a_text_twice_as_long_takes_twice_the_time(
    classifier: TextClassifier, piece: str
) -> None:
    """A text of 20 kB took 23 seconds: each feature looked through a list of all its places."""
    assert_linear(lambda n: lambda: classifier.explain(piece * n), 1500)


def test_drawing_a_long_word_takes_time_in_proportion(classifier: TextClassifier) -> None:
    """Each line of a long word was measured from all its ends."""

    def make(n: int) -> object:
        explanation = classifier.explain("ab" * n)
        return lambda: render_explanation(explanation, width=60, color=False)

    assert_linear(make, 3000)  # type: ignore[arg-type]


def test_a_word_wider_than_the_line_is_cut_where_the_line_ends(classifier: TextClassifier) -> None:
    shown = render_explanation(classifier.explain("ab" * 12 + "中文" * 6), width=22, color=False)
    lines = [line.strip() for line in shown.split("\n\n")[1].split("\n")]
    assert lines == ["ab" * 10, "abab" + "中文" * 4, "中文" * 2]


def test_many_columns_take_time_in_proportion() -> None:
    def make(n: int) -> object:
        names = ["label", "text", *(f"c{i}" for i in range(n))]
        return lambda: choose_layout(names, ReadOptions(), "wide.tsv")

    assert_linear(make, 20_000)  # type: ignore[arg-type]
    assert_linear(lambda n: lambda: read_names([f"c{i}" for i in range(n)]), 10_000)


def test_objects_of_many_members_take_time_in_proportion(tmp_path: Path) -> None:
    """Each member was looked for among all names."""

    def make(n: int) -> object:
        path = tmp_path / f"{n}.jsonl"
        first = {"text": "x", "label": "y", **{f"c{i}": "v" for i in range(n)}}
        turned = dict(reversed(first.items()))
        path.write_text(f"{json.dumps(first)}\n{json.dumps(turned)}\n" * 2)
        assert read_documents(path).columns["c1"].tolist() == ["v"] * 4
        return lambda: read_documents(path)

    assert_linear(make, 10_000)  # type: ignore[arg-type]


def test_two_columns_of_one_name_among_many_are_found() -> None:
    with pytest.raises(DataError, match="'c7' names columns 8 and 101"):
        choose_layout([*(f"c{i}" for i in range(100)), "c7"], ReadOptions(header=True), "x.tsv")
    with pytest.raises(ParameterError, match="'a' is there twice"):
        read_names("a,b,a")


def test_a_file_of_100000_columns_is_read_at_once(tmp_path: Path) -> None:
    path = tmp_path / "wide.tsv"
    names = ["label", "text", *(f"c{i}" for i in range(100_000))]
    path.write_text("\t".join(names) + "\n" + "\t".join(["x"] * len(names)) + "\n")
    with measured() as cost:
        assert read_documents(path).labels == ["x"]
    assert cost.seconds < 10  # it took minutes


def test_a_wrong_name_among_very_many_or_very_long_ones_is_told_at_once() -> None:
    with measured() as cost:
        long = "ab" * 10_000
        assert did_you_mean(long, [long + "c"], otherwise="No.") == "No."
        assert did_you_mean("lable", [long, "label"], otherwise="No.") == "Did you mean 'label'?"
        did_you_mean("column", (f"colum{i}" for i in range(1_000_000)), otherwise="No.")
    assert cost.seconds < 5


@pytest.mark.parametrize("kind", ["test", "match"])
def test_a_pattern_is_matched_without_going_back(kind: str) -> None:
    """Twelve `.*` over 20 characters took 26 seconds."""
    pattern = TokenPattern(".*" * 30 + "b$", kind)
    assert pattern("a" * 2000) == (b"false" if kind == "test" else b"")
    assert_linear(lambda n: lambda: pattern("a" * n), 20_000)


@pytest.mark.parametrize(
    ("expression", "text"),
    [("a?a?a?aaa", "aaaa"), ("a*b?a*", "aaba"), (".*a.?b*$", "xaybb"), ("", "ab"), ("^$", "")],
)
def test_of_all_matches_the_preferred_one_is_found(expression: str, text: str) -> None:
    assert TokenPattern(expression, "match")(text) == (search(expression, text) or "").encode()


def test_a_repeated_character_beyond_ascii_is_repeated_as_a_whole() -> None:
    assert TokenPattern("^é*$")("éé") == b"true"
    assert TokenPattern("^é*$")("éè") == b"false"
    assert TokenPattern("é?x", "match")("éx") == "éx".encode()


def test_a_very_long_pattern_is_refused() -> None:
    with pytest.raises(ParameterError, match="at most 1000 characters and classes; got 1001"):
        TokenPattern("a" * 1001)


@pytest.mark.parametrize(
    "text", ["w[-100..100]|w[-100..100]", "w[0].prefix1-100.suffix1-100.lower"]
)
def test_templates_that_stand_for_very_many_are_refused(text: str) -> None:
    """Three ranges of 200 in one template made 8 million of them."""
    with pytest.raises(ParameterError, match=r"at most 10,000 of them.*shorter ranges") as caught:
        parse_templates([f"{text}|w[-99..99]"])
    assert "Template 'w" in str(caught.value)


def test_arc_templates_that_stand_for_very_many_are_refused() -> None:
    with pytest.raises(ParameterError, match="at most 10,000 of them; these make 40,401"):
        parse_arc_templates(["h.w[-100..100]|m.w[-100..100]"])


def test_many_templates_of_many_ranges_are_refused() -> None:
    with pytest.raises(ParameterError, match="at most 10,000 templates"):
        parse_templates([f"w[-100..100]|c{i}[0]" for i in range(60)])


def test_a_number_of_thousands_of_digits_is_no_place(tmp_path: Path) -> None:
    """Python does not read such numbers, which came out as a mistake of linguine itself."""
    huge = "9" * 5000
    with pytest.raises(ParameterError, match="between -100 and 100"):
        parse_templates([f"w[{huge}]"])
    with pytest.raises(ParameterError, match="between 1 and 100"):
        parse_templates([f"w[0].prefix{huge}"])
    (tmp_path / "x.tsv").write_text("label\ttext\na\tb\n")
    with pytest.raises(DataError, match="must be one of the columns"):
        read_documents(tmp_path / "x.tsv", text=huge)
