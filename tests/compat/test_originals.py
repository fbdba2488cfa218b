"""Models that the original programs trained, and what these said of some texts: see tests/files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linguine
from linguine.compat import crfsuite, fasttext

HERE = Path(__file__).parents[1] / "files" / "opened"
ANSWERS: dict[str, Any] = json.loads((HERE / "answers.json").read_text(encoding="utf-8"))
TEXTS: list[str] = ANSWERS["texts"]
#: fastText adds up in single precision; where a sigmoid is looked up in a table, a step is exact.
TOLERANCE = 1e-5


@pytest.mark.parametrize("name", sorted(ANSWERS["fasttext"]))
def test_fasttext_and_linguine_say_the_same(name: str) -> None:
    clf = fasttext.load(HERE / name)
    for text, label, row, wanted in zip(
        TEXTS, clf.predict(TEXTS), clf.predict_proba(TEXTS), ANSWERS["fasttext"][name], strict=True
    ):
        there = {each.removeprefix("__label__"): p for each, p in wanted.items()}
        for each, p in zip(clf.labels_, row, strict=True):
            # labels below 1e-5 are left out there
            assert p == pytest.approx(min(there.get(each, p), 1.0), abs=TOLERANCE), (text, each)
        assert there[label] == pytest.approx(max(there.values()))
    sample = clf.explain(TEXTS[0])
    assert sample.label == clf.predict(TEXTS[:1])[0]


@pytest.mark.parametrize("name", sorted(ANSWERS["fasttext"]))
def test_what_was_opened_stays_the_same_in_a_file(name: str) -> None:
    clf = fasttext.load(HERE / name)
    again = linguine.TextClassifier.load(clf.to_bytes())
    assert np.array_equal(again.predict_proba(TEXTS), clf.predict_proba(TEXTS))


def test_what_was_opened_can_promise_and_its_file_keeps_that() -> None:
    clf = fasttext.load(HERE / "softmax.bin")
    texts = TEXTS[1:3] * 60
    clf.make_promise(texts, clf.predict(texts), 0.9)
    assert clf.promise_ is not None
    assert clf.promise_.n_right == 120
    again = linguine.TextClassifier.load(clf.to_bytes())
    assert again.promise_ == clf.promise_
    assert again.evaluate(texts, ["none of these"] * 120).verdict.is_refuted


def features(word: str, i: int) -> dict[str, Any]:
    return {"w": word.lower(), "end": word[-2:], "first": i == 0, "length": len(word) / 10}


def test_crfsuite_and_linguine_say_the_same() -> None:
    crf = crfsuite.load(HERE / "chain.crfsuite")
    for text, wanted in zip(TEXTS, ANSWERS["crfsuite"], strict=True):
        sentence = [features(word, i) for i, word in enumerate(text.split())]
        assert crf.predict_single(sentence) == wanted["tags"]
        for row, there in zip(
            crf.predict_marginals_single(sentence), wanted["marginals"], strict=True
        ):
            assert row == pytest.approx(there, abs=TOLERANCE)


def test_both_are_found_by_their_first_bytes_and_converted(tmp_path: Path) -> None:
    from linguine.serving.app import main

    for name in ("softmax.bin", "quantised.ftz", "chain.crfsuite"):
        out = tmp_path / f"{name}.linguine"
        assert main(["convert", str(HERE / name), "-o", str(out), "--quiet"]) == 0
        assert main(["inspect", str(out)]) == 0
    model = str(tmp_path / "softmax.bin.linguine")
    (tmp_path / "x.tsv").write_text("label\ttext\nsport\tteam goal\nfood\tsoup\n", "utf-8")
    for verb in (["predict", model, str(tmp_path / "x.tsv"), "--proba"],
                 ["evaluate", model, str(tmp_path / "x.tsv"), "--json"],
                 ["explain", model, "--text", "team soup"],
                 ["explain", model, "--text", "team soup", "--json"],
                 ["explain", model],
                 ["inspect", model, "--top", "3"]):  # fmt: skip
        assert main(verb) == 0
