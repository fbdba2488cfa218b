"""Soft labels, votes and weights as files have them, each with its broken lines."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from linguine.data import Documents, iterate_documents, read_documents
from linguine.errors import DataError, DataWarning, ParameterError

from ..messages import assert_three_parts
from .files import write

SOFT = [{"ham": 0.8, "spam": 0.2}, {"spam": 1.0}, {"ham": 0.5, "spam": 0.5}]
FILES = {
    "objects.jsonl": '{"text": "a", "label": {"spam": 0.2, "ham": 0.8}}\n'
    '{"text": "b", "label": {"spam": 1, "ham": 0}}\n'
    '{"text": "c", "label": {" ham": 0.5, "spam": "0.5"}}\n',
    "mixed.jsonl": '{"text": "a", "label": {"spam": 0.2, "ham": 0.8}}\n'
    '{"text": "b", "label": "spam"}\n{"text": "c", "label": {"ham": 5e-1, "spam": 0.5}}\n',
    "late.jsonl": '{"text": "b", "label": "spam"}\n'
    '{"text": "a", "label": {"spam": 0.2, "ham": 0.8}}\n'
    '{"text": "c", "label": {"ham": 0.5, "spam": 0.5}}\n',
    "array.json": '[{"text": "a", "label": {"spam": 0.2, "ham": 0.8}},\n'
    '{"text": "b", "label": "spam"},\n{"text": "c", "label": {"ham": 0.5, "spam": 0.5}}]\n',
    "flat.jsonl": '{"text": "a", "p:spam": 0.2, "p:ham": 0.8}\n'
    '{"text": "b", "p:spam": 1}\n{"text": "c", "p:ham": 0.5, "p:spam": 0.5}\n',
    "columns.csv": "text,p:spam,p:ham\na,0.2,0.8\nb,1,\nc,.5,.5\n",
    "columns.tsv": "p:spam\tid\ttext\tp: ham\n0.2\t1\ta\t0.8\n1\t2\tb\t0\n0.5\t3\tc\t0.5\n",
}


def shares(documents: Documents) -> list[dict[str, float]]:
    assert documents.soft is not None
    return [documents.soft[i] for i in range(len(documents))]


@pytest.mark.parametrize("name", FILES)
def test_shares_of_labels_are_read_by_name(tmp_path: Path, name: str) -> None:
    documents = read_documents(write(tmp_path, name, FILES[name]))
    found = dict(zip(documents.texts.tolist(), shares(documents), strict=True))
    assert found == dict(zip("abc", SOFT, strict=True))
    assert dict(zip(documents.texts.tolist(), documents.labels or [], strict=True)) == {
        "a": "ham", "b": "spam", "c": "ham",
    }  # fmt: skip


@pytest.mark.parametrize("name", [each for each in FILES if each != "array.json"])
@pytest.mark.parametrize("block_bytes", [1, 40, 100])
def test_blocks_of_every_size_hold_the_same_shares(
    tmp_path: Path, name: str, block_bytes: int
) -> None:
    path = write(tmp_path, name, FILES[name])
    blocks = iterate_documents(path, need_labels=True, block_bytes=block_bytes)
    found = [d.shares[i] for d in blocks for i in range(len(d))]
    whole = read_documents(path)
    assert found == shares(whole)


def test_another_prefix_can_be_named(tmp_path: Path) -> None:
    path = write(tmp_path, "t.csv", "text,label,teacher:spam,teacher:ham\na,ham,0.2,0.8\n")
    assert shares(read_documents(path, label="teacher:")) == SOFT[:1]
    assert read_documents(path).soft is None


def test_a_label_beside_shares_wins_and_is_told(tmp_path: Path) -> None:
    path = write(tmp_path, "t.csv", "text,label,p:spam,p:ham\na,spam,0.2,0.8\n")
    with pytest.warns(DataWarning, match=r"'label' is taken.*'p:spam' and 1 more.*label='p:'"):
        assert read_documents(path).soft is None
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert read_documents(path, label="label").labels == ["spam"]
        assert shares(read_documents(path, label="p:")) == SOFT[:1]
        assert read_documents(path, need_labels=False).label_set is None


def test_sums_that_are_not_1_are_divided_and_told_once(tmp_path: Path) -> None:
    path = write(tmp_path, "t.csv", "text,p:a,p:b\nx,0.33,0.66\ny,3,1\nz,1,1\n")
    with pytest.warns(DataWarning, match=r"t.csv:3: .*sum 4, and 2 of 3.*divided") as caught:
        found = shares(read_documents(path))
    assert len(caught) == 1
    assert found[1] == {"a": 0.75, "b": 0.25}


BROKEN: dict[str, tuple[str, str, tuple[str, str, str]]] = {
    "negative": (
        "t.csv",
        "text,p:a,p:b\nx,1,0\ny,1.5,-0.5\n",
        ("not negative", "t.csv:3.*-0.5 for 'b'", "Give"),
    ),
    "word": (
        "t.csv",
        "text,p:a,p:b\nx,1,much\n",
        ("number", "t.csv:2.*'much' in 'p:b'", "Correct"),
    ),
    "infinite": ("t.csv", "text,p:a,p:b\nx,1,inf\n", ("number", "t.csv:2.*'inf'", "Correct")),
    "nothing": (
        "t.csv",
        "text,p:a,p:b\nx,1,0\ny,0,0\n",
        ("sum above 0", "t.csv:3.*got 0", "leave"),
    ),
    "no member": (
        "t.jsonl",
        '{"text": "x", "label": {}}\n',
        ("needs a label", "t.jsonl:1", "remove"),
    ),
    "list": (
        "t.jsonl",
        '{"text": "x", "label": {"a": 1}}\n{"text": "y", "label": ["a"]}\n',
        ("must be one", "t.jsonl:2.*list", "votes='majority'"),
    ),
    "text as share": (
        "t.jsonl",
        '{"text": "x", "label": {"ann": "spam"}}\n',
        ("finite number", "t.jsonl:1.*'spam' for 'ann'", "votes='majority'"),
    ),
    "true": ("t.jsonl", '{"text": "x", "label": {"spam": true}}\n', ("number", "'true'", "Write")),
    "nested": (
        "t.jsonl",
        '{"text": "x", "label": {"spam": {"a": 1}}}\n',
        ("number", "t.jsonl:1", "Write"),
    ),
    "null": (
        "t.jsonl",
        '{"text": "x", "label": {"a": 1}}\n{"text": "y", "label": null}\n',
        ("needs a label", "t.jsonl:2", "remove"),
    ),
    "no name": ("t.jsonl", '{"text": "x", "label": {"": 1}}\n', ("label", "t.jsonl:1", "remove")),
    "surrogate": (
        "t.jsonl",
        '{"text": "x", "label": {"\\ud800": 1}}\n',
        ("Unicode", "t.jsonl:1", "Write"),
    ),
}


@pytest.mark.parametrize("broken", BROKEN)
def test_broken_shares_are_refused_with_their_line(tmp_path: Path, broken: str) -> None:
    name, content, parts = BROKEN[broken]
    with pytest.raises(DataError) as error:
        read_documents(write(tmp_path, name, content))
    assert_three_parts(error.value, *parts)


def test_a_prefix_without_columns_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError) as error:
        read_documents(write(tmp_path, "t.csv", "text,q:a,p:b\nx,1,0\n"), label="p:")
    assert_three_parts(error.value, "two columns or more", "text, q:a, p:b", "Call them")


# --- weights ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("t.csv", "label,text,n\na,x,2\nb,y, 0.5\n"),
        (
            "t.jsonl",
            '{"label": "a", "text": "x", "n": 2}\n{"label": "b", "text": "y", "n": "0.5"}\n',
        ),
        ("t.csv", "p:a,p:b,text,n\n1,0,x,2\n0,1,y,0.5\n"),
    ],
)
def test_a_column_of_weights_is_read(tmp_path: Path, name: str, content: str) -> None:
    documents = read_documents(write(tmp_path, name, content), weight="n")
    assert documents.weights is not None
    assert documents.weights.tolist() == [2.0, 0.5]


@pytest.mark.parametrize("cell", ["", "-1", "nan", "two", "1_0"])
def test_a_weight_that_is_none_is_refused_with_its_line(tmp_path: Path, cell: str) -> None:
    path = write(tmp_path, "t.csv", f"label,text,n\na,x,2\nb,y,{cell}\n")
    with pytest.raises(DataError) as error:
        read_documents(path, weight="n")
    assert_three_parts(error.value, "weight of a text must be a number", "t.csv:3.*got", "Use 0")


def test_weights_need_a_column(tmp_path: Path) -> None:
    path = write(tmp_path, "t.txt", "__label__a x\n__label__b y\n")
    with pytest.raises(DataError) as error:
        read_documents(path, weight="n")
    assert_three_parts(error.value, "needs columns", "have none", "Leave it out")
    with pytest.raises(DataError, match="'m' must be one of the columns"):
        read_documents(write(tmp_path, "t.csv", "label,text\na,x\n"), weight="m")
    with pytest.raises(ParameterError, match="weight must be the name"):
        read_documents(path, weight=0)


# --- votes --------------------------------------------------------------------------------------

VOTED: dict[str, tuple[str, str, Any]] = {
    "columns": ("t.csv", "text,ann,bob,eve\nx,a,a,b\ny,b,,b\n", ["ann", "bob", "eve"]),
    "numbers": ("t.csv", "x,a,a,b\ny,b,,b\n", [2, 3, 4]),
    "lists": (
        "t.jsonl",
        '{"text": "x", "label": ["a", "b", "a"]}\n{"text": "y", "label": ["b", null, " b"]}\n',
        None,
    ),
    "objects": (
        "t.jsonl",
        '{"text": "x", "label": {"ann": "a", "bob": "a", "eve": "b"}}\n'
        '{"text": "y", "label": {"eve": "b", "ann": "b"}}\n',
        None,
    ),
}


@pytest.mark.parametrize("given", VOTED)
def test_votes_are_combined(tmp_path: Path, given: str) -> None:
    name, content, label = VOTED[given]
    path = write(tmp_path, name, content)
    options: dict[str, Any] = {"label": label}
    if given == "numbers":
        options |= {"text": 1, "header": False}
    documents = read_documents(path, votes="majority", **options)
    assert documents.labels == ["a", "b"]
    assert documents.soft is None
    assert documents.votes is not None
    assert documents.votes.n_votes == 5
    soft = shares(read_documents(path, votes="shares", **options))
    assert soft == [{"a": pytest.approx(2 / 3), "b": pytest.approx(1 / 3)}, {"b": 1.0}]


def test_annotators_are_known_by_columns_and_objects(tmp_path: Path) -> None:
    for given in ("columns", "objects"):
        name, content, label = VOTED[given]
        documents = read_documents(write(tmp_path, name, content), label=label, votes="dawid-skene")
        assert documents.votes is not None
        assert sorted(documents.votes.accuracy) == ["ann", "bob", "eve"]


@pytest.mark.parametrize(
    ("name", "content", "options", "parts"),
    [
        (
            "t.csv",
            "text,ann,bob\nx,a,b\n",
            {"label": ["ann", "bob"]},
            ("must be one column", "ann, bob", "votes='majority'"),
        ),
        (
            "t.csv",
            "text,ann,bob\nx,a,a\ny,,\n",
            {"label": ["ann", "bob"], "votes": "shares"},
            ("needs a vote", "t.csv:3", "ask"),
        ),
        (
            "t.csv",
            "text,ann,bob\nx,a,a\n",
            {"label": ["ann", "eva"], "votes": "shares"},
            ("one of the columns", "text, ann, bob", "Name one"),
        ),
        (
            "t.jsonl",
            '{"text": "x", "label": ["a"]}\n',
            {"votes": "dawid-skene"},
            ("who votes", "lists of votes", "column for each"),
        ),
        (
            "t.jsonl",
            '{"text": "x", "label": ["a"]}\n',
            {"votes": "mean"},
            ("majority, shares, dawid-skene", "'mean'", "Try 'majority'"),
        ),
        (
            "t.txt",
            "__label__a x\n__label__b y\n",
            {"votes": "shares"},
            ("needs columns", "have none", "Leave it out"),
        ),
    ],
)
def test_votes_that_are_none_are_refused(
    tmp_path: Path, name: str, content: str, options: dict[str, Any], parts: tuple[str, str, str]
) -> None:
    with pytest.raises((DataError, ParameterError)) as error:
        read_documents(write(tmp_path, name, content), **options)
    assert_three_parts(error.value, *parts)


def test_shares_of_votes_make_a_table(tmp_path: Path) -> None:
    name, content, label = VOTED["columns"]
    documents = read_documents(write(tmp_path, name, content), label=label, votes="shares")
    assert documents.soft is not None
    np.testing.assert_allclose(documents.soft.matrix(), np.array([[2 / 3, 1 / 3], [0, 1]]))
