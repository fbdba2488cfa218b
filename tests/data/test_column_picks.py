"""Picking some columns of a wider file, by number or by the names that it has anyway."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from linguine.data import read_sentences
from linguine.errors import DataError, LinguineError, ParameterError
from linguine.features.token.plan import visible_columns

from ..messages import assert_three_parts

NAMES = "EU NNP B-NP B-ORG\nsleeps VBZ B-VP O\n\n"
TREE = "1\tDogs\tdog\tNOUN\tNNS\tNumber=Plur\t0\troot\t_\t_\n\n"


@pytest.mark.parametrize(
    ("options", "names", "tag", "seen"),
    [
        ({"columns": "w,tag"}, "w c1 c2 tag", "tag", ("w",)),
        ({"columns": "w,c1,tag"}, "w c1 c2 tag", "tag", ("w", "c1")),
        ({"columns": "1:w,4:tag"}, "w c1 c2 tag", "tag", ("w",)),
        ({"columns": "1,4"}, "w c1 c2 tag", "tag", ("w",)),
        ({"columns": ["1:w", "2:pos", "4:ner"]}, "w pos c2 ner", "ner", ("w", "pos")),
        ({"columns": "4:w,1:tag"}, "tag c1 c2 w", "tag", ("w",)),
        ({"columns": "1:w,2:pos"}, "w pos c2 c3", "pos", ("w",)),
        ({"columns": "1:c2,4:tag"}, "c2 c1 c2_ tag", "tag", ("c2",)),
        ({"columns": "2,3"}, "c0 w tag c3", "tag", ("w",)),
        ({"columns": "w", "tag_column": 3}, "w c1 c2 c3", "c2", ("w",)),
        ({"columns": "w", "tag_column": "tag"}, "w c1 c2 tag", "tag", ("w",)),
        ({"columns": "1:w,2:pos,4:tag", "tag_column": "pos"}, "w pos c2 tag", "pos", ("w", "tag")),
        ({"columns": "w,pos,chunk,tag"}, "w pos chunk tag", "tag", ("w", "pos", "chunk")),
    ],
    ids=str,
)
def test_columns_are_picked_out_of_a_wider_file(
    tmp_path: Path, options: dict[str, Any], names: str, tag: str, seen: tuple[str, ...]
) -> None:
    path = tmp_path / "x.conll"
    path.write_text(NAMES)
    sentences = read_sentences(path, **options)
    assert list(sentences.columns) == names.split()
    assert sentences.tag_column == tag
    assert visible_columns(sentences) == seen
    assert visible_columns(sentences.take([0])) == seen


@pytest.mark.parametrize(
    ("options", "tag", "seen"),
    [
        ({"columns": "form,xpos,upos"}, "upos", ("form", "xpos")),
        ({"columns": "w,xpos"}, "xpos", ("form",)),
        ({"columns": "form,lemma", "tag_column": "feats"}, "feats", ("form", "lemma")),
        ({"columns": "2,4"}, "upos", ("form",)),
        ({"columns": "form"}, "upos", ("form",)),
    ],
    ids=str,
)
def test_columns_of_a_treebank_are_picked_by_their_names(
    tmp_path: Path, options: dict[str, Any], tag: str, seen: tuple[str, ...]
) -> None:
    path = tmp_path / "x.conllu"
    path.write_text(TREE)
    sentences = read_sentences(path, **options)
    assert len(sentences.columns) == 10
    assert sentences.tag_column == tag
    assert visible_columns(sentences) == seen


@pytest.mark.parametrize(
    ("columns", "kind", "rule", "got", "fix"),
    [
        ("1:w,5:tag", DataError, "numbers from 1 to 4", "got '5:tag'", "Count from 1"),
        ("0:w,4:tag", DataError, "numbers from 1 to 4", "got '0:w'", "Count from 1"),
        ("1:w,1:tag", ParameterError, "each column once", "number 1 is there twice", "Leave one"),
        ("1:w,4:w", ParameterError, "different names", "'w' is there twice", "Rename"),
        ("4:x,tag", DataError, "each column once", "'tag', number 4, is there twice", "Leave one"),
        ("1:a b,4", ParameterError, "letters", "'a b'", "For example"),
        ("1:w,ner", DataError, "that the file has anyway", "got 'ner'", "1:w,4:tag"),
        ("w,ner", DataError, "expected 2 columns", "got 4", "or pick some by number: 1:w,4:ner"),
    ],
)
def test_bad_picks_are_told_in_three_parts(
    tmp_path: Path, columns: str, kind: type[LinguineError], rule: str, got: str, fix: str
) -> None:
    path = tmp_path / "x.conll"
    path.write_text(NAMES)
    with pytest.raises(kind) as caught:
        read_sentences(path, columns=columns)
    assert_three_parts(caught.value, rule, got, fix)
