"""fastText's lines, svmlight, word:count bags, plain lines, and how a format is recognised."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from linguine.data import Documents, read_documents
from linguine.errors import DataError

from ..messages import assert_three_parts
from .files import write


def bag_of(documents: Documents, row: int) -> dict[str, float]:
    assert documents.bags is not None
    begin, end = documents.bags.offsets[row : row + 2].tolist()
    names = documents.bags.names.slice(begin, end).tolist()
    return dict(zip(names, documents.bags.values[begin:end].tolist(), strict=True))


def test_label_lines_are_read(tmp_path: Path) -> None:
    content = "__label__ham  see you \r\n\n__label__spam\twin\n__label__ham\n"
    documents = read_documents(write(tmp_path, "a.txt", content))
    assert documents.labels == ["ham", "spam", "ham"]
    assert documents.texts.tolist() == ["see you", "win", ""]
    assert documents.lines.tolist() == [1, 3, 4]


def test_label_lines_without_labels_are_read_for_prediction(tmp_path: Path) -> None:
    path = write(tmp_path, "a.txt", "__label__ham one\ntwo\n")
    assert read_documents(path, need_labels=False).texts.tolist() == ["one", "two"]


def test_a_prefix_inside_a_word_is_text(tmp_path: Path) -> None:
    documents = read_documents(write(tmp_path, "a.txt", "__label__ham x__label__y\n"))
    assert documents.texts.tolist() == ["x__label__y"]


def test_svmlight_is_read(tmp_path: Path) -> None:
    content = "# made by hand\n+1 1:0.5 7:2 # note\n\n-1 qid:4 3:-1e-2\n1\n"
    documents = read_documents(write(tmp_path, "a.svm", content))
    assert documents.labels == ["1", "-1", "1"]
    assert documents.lines.tolist() == [2, 4, 5]
    assert bag_of(documents, 0) == {"1": 0.5, "7": 2.0}
    assert bag_of(documents, 1) == {"3": pytest.approx(-0.01, rel=1e-6)}  # float32
    assert bag_of(documents, 2) == {}


def test_svmlight_without_labels_is_read_for_prediction(tmp_path: Path) -> None:
    path = write(tmp_path, "a.svm", "1:0.5 7:2\n3:1\n")
    documents = read_documents(path, need_labels=False)
    assert documents.labels is None
    assert bag_of(documents, 0) == {"1": 0.5, "7": 2.0}


def test_bags_are_recognised_by_their_column(tmp_path: Path) -> None:
    path = write(tmp_path, "a.tsv.gz", "label\tcounts\npos\tgood:2 a:b:1\nneg\t\n")
    documents = read_documents(path)
    assert documents.labels == ["pos", "neg"]
    assert bag_of(documents, 0) == {"good": 2.0, "a:b": 1.0}
    assert bag_of(documents, 1) == {}
    assert documents.bags is not None
    assert documents.bags.offsets.dtype == np.int64
    assert documents.bags.values.dtype == np.float32


def test_bags_without_names_are_read_on_request(tmp_path: Path) -> None:
    path = write(tmp_path, "a.txt", "pos\tgood:2\n")
    assert bag_of(read_documents(path, format="bags"), 0) == {"good": 2.0}


def test_every_plain_line_is_a_text_even_an_empty_one(tmp_path: Path) -> None:
    path = write(tmp_path, "a.txt", "\none\ttwo, {three}\r\n\n  \nfour")
    documents = read_documents(path, need_labels=False)
    assert documents.texts.tolist() == ["", "one\ttwo, {three}", "", "  ", "four"]
    assert documents.lines.tolist() == [1, 2, 3, 4, 5]


RECOGNISED = {
    "tabs": ("spam\twin\n", True, "win"),
    "header-with-tabs": ("label\ttext\nspam\twin\n", False, "win"),
    "header-with-commas": ("label,text\nspam,win\n", True, "win"),
    "label-lines": ("__label__spam win\n", True, "win"),
    "json": ('{"text": "win", "label": "spam"}\n', False, "win"),
    "svmlight": ("+1 3:1 4:2\n", True, "+1 3:1 4:2"),
    "plain": ("win, {now}\n", False, "win, {now}"),
    "plain-with-brace": ("{win\n", False, "{win"),
    "plain-with-number": ("5 past 3:15 pm\n", False, "5 past 3:15 pm"),
}


@pytest.mark.parametrize(
    ("content", "need_labels", "text"), RECOGNISED.values(), ids=RECOGNISED.keys()
)
def test_a_format_is_recognised_by_content(
    tmp_path: Path, content: str, need_labels: bool, text: str
) -> None:
    path = write(tmp_path, "a", content)
    assert read_documents(path, need_labels=need_labels).texts[0] == text


WRONG = {
    "no-label": (
        "a.txt", "__label__ham one\n\ntwo\n", r":3: expected '__label__LABEL text'", r"got 'two'",
        r"Put __label__",
    ),
    "empty-label": (
        "a.txt", "__label__ one\n", r":1: expected '__label__LABEL", r"'__label__ one'", r"Put",
    ),
    "svmlight-word": (
        "a.svm", "1 2:3\n1 good\n", r":2: expected index:value", r"got 'good'", r"Write each",
    ),
    "svmlight-number": (
        "a.svm", "1 2:3\n\n1 2:x\n", r":3: expected index:value", r"got '2:x'", r"Write each",
    ),
    "svmlight-nan": (
        "a.svm", "1 2:nan\n", r":1: expected index:value with a finite", r"'2:nan'", r"Write",
    ),
    "svmlight-several-labels": (
        "a.svm", "1 2:3\n1,2 2:3\n", r":2: expected one label", r"got '1,2'", r"not supported",
    ),
    "svmlight-no-label": (
        "a.svm", "1 2:3\n2:3\n", r":2: every document needs a label", r"empty", r"Fill it in",
    ),
    "bag-without-count": (
        "a.tsv", "label\tcounts\npos\tgood:1 bad\n", r":2: expected word:count", r"got 'bad'",
        r"separated by spaces",
    ),
    "bag-without-word": (
        "a.tsv", "label\tcounts\npos\t:1\n", r":2: expected word:count", r"got ':1'", r"Write each",
    ),
    "plain-lines-for-training": (
        "a.txt", "one\ntwo\n", r"expected a label with each text", r"plain lines",
        r"label<TAB>text",
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "content", "rule", "got", "fix"), WRONG.values(), ids=WRONG.keys()
)
def test_a_wrong_line_is_named(
    tmp_path: Path, name: str, content: str, rule: str, got: str, fix: str
) -> None:
    path = write(tmp_path, name, content)
    with pytest.raises(DataError) as caught:
        read_documents(path)
    assert_three_parts(caught.value, rule, got, fix)
