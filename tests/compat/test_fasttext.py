"""fastText's models answer through linguine as they do there, and broken files are refused."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linguine
from linguine.compat import fasttext
from linguine.errors import DataError, NotAvailableError

from ..forging import Config, Tensors, flip_a_byte, forge
from ..messages import assert_answers_or_refuses, has_three_parts
from ..reference.fasttext_box import Box, features_of, fnv, predict, write_box

WORDS = ["</s>", "free", "cash", "naïve", "at", "noon", "__x", "日本"]
TEXTS = [
    "free cash",
    "  cash\tat noon\u000b日本 naïve ",
    "nothing that is known",
    "",
    "free </s> cash after the end",
    "__label__spam free __label__new cash\nnoon",
    "e\u0301 ß\x00free",
]


def make(n_labels: int = 3, dim: int = 4, seed: int = 0, **settings: Any) -> Box:
    random = np.random.default_rng(seed)
    names = ["__label__spam", "__label__ham", "__label__été", "__label__eggs", "__label__a"]
    bucket, kept = settings.get("bucket", 0), settings.get("kept")
    n_rows = len(WORDS) + (bucket if kept is None else len(kept))

    def draw(n: int) -> list[list[float]]:
        found: list[list[float]] = (
            (3 * random.standard_normal((n, dim))).astype(np.float32).tolist()
        )
        return found

    counts = sorted(random.integers(1, 9, n_labels).tolist(), reverse=True)
    return Box(WORDS, names[:n_labels], counts, draw(n_rows), draw(n_labels), **settings)


CASES: dict[str, dict[str, Any]] = {
    "words": {},
    "two labels": {"n_labels": 2},
    "one label": {"n_labels": 1},
    "hierarchical": {"loss": "hs", "n_labels": 5},
    "hierarchical, two labels": {"loss": "hs", "n_labels": 2},
    "hierarchical, one label": {"loss": "hs", "n_labels": 1},
    "negative sampling": {"loss": "ns"},
    "one versus all": {"loss": "ova", "n_labels": 2},
    "bigrams": {"bucket": 7, "word_ngrams": 2},
    "trigrams": {"bucket": 1000, "word_ngrams": 3, "loss": "hs"},
    "pieces": {"bucket": 50, "minn": 2, "maxn": 4},
    "pieces of one": {"bucket": 50, "minn": 1, "maxn": 1},
    "all of it": {"bucket": 99, "minn": 1, "maxn": 3, "word_ngrams": 4, "loss": "ova"},
    "some buckets": {"bucket": 99, "minn": 1, "maxn": 3, "kept": [*range(3, 80, 2), 1]},
    "no bucket": {"bucket": 99, "word_ngrams": 2, "kept": []},
    "few dimensions": {"dim": 2, "n_labels": 5},
    "few dimensions, hierarchical": {"dim": 2, "n_labels": 5, "loss": "hs", "bucket": 9,
                                     "word_ngrams": 2},
}  # fmt: skip


@pytest.fixture(params=list(CASES.values()), ids=list(CASES))
def box(request: pytest.FixtureRequest) -> Box:
    return make(**request.param)


def names(box: Box) -> list[str]:
    return [label.removeprefix("__label__") for label in box.labels]


def test_probabilities_are_those_of_the_judge(box: Box) -> None:
    clf = fasttext.load(write_box(box))
    found = clf.predict_proba(TEXTS)
    for text, row in zip(TEXTS, found, strict=True):
        wanted = dict(zip(names(box), predict(box, text), strict=True))
        for label, p in zip(clf.labels_, row, strict=True):
            assert p == pytest.approx(min(wanted[label], 1.0), abs=1e-6), (text, label)


def test_labels_are_those_of_the_judge_and_of_equal_ones_the_last(box: Box) -> None:
    clf = fasttext.load(write_box(box))
    for text, label in zip(TEXTS, clf.predict(TEXTS), strict=True):
        p = predict(box, text)
        best = [name for name, each in zip(names(box), p, strict=True) if max(p) - each < 1e-9]
        assert label == best[-1], text


def test_saved_models_answer_the_same_byte_for_byte(box: Box, tmp_path: Path) -> None:
    clf = fasttext.load(write_box(box))
    clf.save(tmp_path / "x.linguine")
    again = linguine.TextClassifier.load(tmp_path / "x.linguine")
    assert np.array_equal(again.predict_proba(TEXTS), clf.predict_proba(TEXTS))
    assert again.to_bytes() == clf.to_bytes()


def test_threads_change_nothing(box: Box) -> None:
    data = write_box(box)
    one, two = (fasttext.load(data, n_threads=n).predict_proba(TEXTS * 20) for n in (1, 2))
    assert np.array_equal(one, two)


def test_explanations_add_up_and_name_every_feature(box: Box) -> None:
    clf = fasttext.load(write_box(box))
    for text in TEXTS:
        explanation = clf.explain(text)
        assert explanation.label == clf.predict([text])[0]
        assert explanation.probability == pytest.approx(clf.predict_proba([text]).max())
        total = math.fsum(each.contribution for each in explanation.contributions)
        assert total == pytest.approx(explanation.lead, abs=1e-5)
        values = math.fsum(each.value for each in explanation.contributions)
        assert values == pytest.approx(1.0 if features_of(box, text) else 0.0)


def test_two_labels_lead_by_the_logarithm_of_their_odds() -> None:
    clf = fasttext.load(write_box(make(n_labels=2, seed=3)))
    explanation = clf.explain("free cash")
    p = explanation.probability
    assert p is not None
    assert explanation.lead == pytest.approx(math.log((p - 1e-5) / (1 - (p - 1e-5))), rel=1e-3)


def test_features_have_their_places_in_the_text() -> None:
    clf = fasttext.load(write_box(make(bucket=1000, minn=3, maxn=3, word_ngrams=2)))
    text = "ça free"
    found = {each.name: [text[a:b] for a, b in each.spans] for each in
             clf.explain(text).contributions}  # fmt: skip
    assert found == {
        "free": ["free"], "</s>": [], "<ça…": ["ça"], "…ça>": ["ça"], "<fr…": ["fr"],
        "…fre…": ["fre"], "…ree…": ["ree"], "…ee>": ["ee"], "ça free": ["ça free"],
        "free </s>": ["free"],
    }  # fmt: skip


def test_top_words_add_up_their_pieces() -> None:
    box = make(n_labels=2, bucket=50, minn=2, maxn=3)
    top = fasttext.load(write_box(box)).top_features(3)
    rows = features_of(box, "cash")
    rows = rows[: rows.index(0)]  # without the end of the line
    assert rows[0] == WORDS.index("cash")
    lead = np.subtract(*np.array(box.output)) @ np.array(box.input)[rows].sum(axis=0)
    found = {name: weight for label in top for name, weight in top[label]}
    if "cash" in found:
        assert abs(found["cash"]) == pytest.approx(abs(lead), rel=1e-5)
    assert set(found) <= set(WORDS)


def test_a_hash_is_known() -> None:
    # FNV-1a of "a" is published; bytes above 127 are signed, which the published one is not
    assert fnv(b"a") == 0xE40C292C
    assert fnv(b"\xc3") != 0x860C93A2


def test_quantised_files_of_ours_are_smaller_and_nearly_the_same() -> None:
    clf = fasttext.load(write_box(make(bucket=5000, minn=2, maxn=3)))
    small = linguine.TextClassifier.load(clf.to_bytes(quantize="int8"))
    assert len(clf.to_bytes(quantize="int8")) < len(clf.to_bytes()) / 2
    assert np.abs(small.predict_proba(TEXTS) - clf.predict_proba(TEXTS)).max() < 0.2


def test_evaluation_rejection_and_decisions_work_as_for_any_classifier() -> None:
    clf = fasttext.load(write_box(make(n_labels=2)))
    labels = clf.predict(TEXTS).tolist()
    assert clf.evaluate(TEXTS, labels).accuracy == 1.0
    assert clf.score(TEXTS, labels) == 1.0
    second = clf.decision_function(TEXTS) > 0
    assert [clf.labels_[int(each)] for each in second] == labels


def test_learning_on_is_refused_and_says_why() -> None:
    clf = fasttext.load(write_box(make()))
    for ask in (clf.partial_fit, clf.calibrate):
        with pytest.raises(NotAvailableError) as caught:
            ask(["a", "b"], ["spam", "ham"])
        assert has_three_parts(str(caught.value))


def test_a_prefix_of_ones_own_is_taken_off() -> None:
    box = replace(make(n_labels=2), labels=["#a", "#b"])
    assert fasttext.load(write_box(box), label_prefix="#").labels_ == ["a", "b"]
    assert fasttext.load(write_box(box)).labels_ == ["#a", "#b"]


def test_version_11_has_no_pieces() -> None:
    plain = make(bucket=50, word_ngrams=2)
    old = replace(plain, version=11, minn=2, maxn=4)
    found = fasttext.load(write_box(old)).predict_proba(TEXTS)
    assert np.array_equal(found, fasttext.load(write_box(plain)).predict_proba(TEXTS))


def test_every_cut_of_a_file_is_refused_in_three_parts(box: Box) -> None:
    data = write_box(box)
    step = max(1, len(data) // 300)
    for n in [*range(0, len(data), step), len(data) - 1]:
        with pytest.raises(DataError) as caught:
            fasttext.load(data[:n])
        assert has_three_parts(str(caught.value)), str(caught.value)


def test_every_changed_byte_gives_a_model_or_a_clear_refusal() -> None:
    data = write_box(make(bucket=9, word_ngrams=2, minn=2, maxn=2, kept=[1, 3, 5], loss="hs"))

    def ask(data: bytes) -> object:
        return fasttext.load(data).predict_proba(TEXTS[:2])

    for place in range(len(data)):
        for change in (0x01, 0x80, 0xFF):
            broken = bytearray(data)
            broken[place] ^= change
            assert_answers_or_refuses(ask, bytes(broken))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda data: data + b"x", "1 bytes are left"),
        (lambda data: b"XXXX" + data[4:], "begins with the bytes"),
        (lambda data: data[:4] + b"\x63\0\0\0" + data[8:], "version 99"),
        (lambda data: data[:36] + b"\x02\0\0\0" + data[40:], "vectors of words"),
    ],
    ids=["too long", "another magic", "another version", "skipgram"],
)
def test_what_is_wrong_is_said(change: Any, says: str) -> None:
    with pytest.raises(DataError, match=says):
        fasttext.load(change(write_box(make())))


@pytest.mark.parametrize("seed", range(150))
def test_forged_files_of_ours_are_refused_or_answer(seed: int) -> None:
    random = np.random.default_rng(seed)
    kept = [1, 3, 5] if seed % 2 else None
    box = make(bucket=9, word_ngrams=2, minn=2, maxn=2, kept=kept, loss="hs", dim=1 + seed % 4)
    data = fasttext.load(write_box(box)).to_bytes()

    def change(tensors: Tensors, config: Config) -> None:
        names = sorted(tensors)
        name, facts = names[int(random.integers(len(names)))], config["averaged"]
        kind, key = seed % 5, sorted(facts)[int(random.integers(len(facts)))]
        if kind == 0:
            tensors[name] = tensors[name][: int(random.integers(len(tensors[name])))]
        elif kind == 1:
            flip_a_byte(tensors, random)
        elif kind == 2 and tensors[name].dtype.kind in "iu":
            tensors[name] = np.full_like(tensors[name], np.iinfo(tensors[name].dtype).max)
        elif kind == 3:
            del tensors[name]
        else:
            facts[key] = random.choice([0, 1, 2, 255, 2**31 - 1, -1]).item()

    def ask(file: bytes) -> object:
        clf = linguine.TextClassifier.load(file)
        return clf.predict_proba(TEXTS), clf.explain(TEXTS[0]), clf.top_features(2)

    try:
        ask(forge(data, change))
    except DataError as error:
        said = str(error)
    else:
        said = ""
    assert not said or said.endswith(".")


def test_numbers_that_are_none_are_refused() -> None:
    box = make()
    box.input[1][0] = math.nan
    with pytest.raises(DataError, match="finite"):
        fasttext.load(write_box(box))
