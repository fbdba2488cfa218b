"""Models that fastText and CRFsuite train on real data answer the same through linguine.

Needs a Python with both programs: ``LINGUINE_ORIGINALS=path/to/python``. ``python -m
benchmarks.opened`` makes one, and prints all cases.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from benchmarks.opened.cases import CASES
from benchmarks.opened.chunks import compare_chunks
from benchmarks.opened.texts import compare_texts

from .corpora import folder

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def _originals() -> None:
    if "LINGUINE_ORIGINALS" not in os.environ:
        pytest.skip("LINGUINE_ORIGINALS does not name a Python with fasttext and pycrfsuite")


@pytest.mark.parametrize("name", CASES)
def test_a_classifier_of_fasttext_answers_the_same_and_faster(name: str, tmp_path: Path) -> None:
    folder(CASES[name].data)
    row = compare_texts(name, tmp_path)
    assert row.n_differ == 0
    # fastText gives 1.00001 where a probability is 1
    assert row.largest <= 1.01e-5
    if name != "factors":  # whose matrices are both kept
        assert row.theirs >= 3 * row.ours


def test_a_tagger_of_crfsuite_answers_the_same(tmp_path: Path) -> None:
    folder("conll2000")
    row = compare_chunks(tmp_path)
    assert row.n_differ == 0
    assert row.largest <= 1e-5
