"""A damaged or forged file of a TextClassifier is refused: no crash, no other answer."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from linguine import TextClassifier
from linguine.errors import DataError
from linguine.features import WordNgrams
from linguine.model.file.container import load_model, model_bytes

from ..forging import damaged
from ..messages import assert_three_parts

# Three labels of four texts: what matters here is the file.
pytestmark = pytest.mark.filterwarnings("ignore:.*only one text")

TEXTS = ["free cash", "win cash", "at noon", "see noon"]
LABELS = ["spam", "spam", "ham", "ham"]
Tensors = dict[str, NDArray[Any]]
Config = dict[str, Any]


def saved(folder: Path, algorithm: str = "svm", *, labels: list[Any] | None = None,
          quantize: str | None = None, **options: Any) -> bytes:  # fmt: skip
    path = folder / "model.linguine"
    clf = TextClassifier(algorithm, features=WordNgrams(), **options)
    clf.fit(TEXTS, labels or LABELS).save(path, quantize=quantize)
    return path.read_bytes()


@pytest.fixture(scope="module")
def exact(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return saved(tmp_path_factory.mktemp("exact"))


@pytest.fixture(scope="module")
def hashed(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return saved(tmp_path_factory.mktemp("hashed"), hash_bits=5)


@pytest.fixture(scope="module")
def sparse(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return saved(tmp_path_factory.mktemp("sparse"), "logistic", l1=0.4, labels=["a", "a", "b", "c"])


def assert_refused(data: bytes) -> str:
    with pytest.raises(DataError) as caught:
        TextClassifier.load(data)
    assert_three_parts(caught.value, "must|begins with|reads|make", "; |got ", r"[A-Z]\S+ .*[.?]$")
    return str(caught.value)


@pytest.mark.parametrize("kind", ["exact", "hashed", "sparse"])
def test_every_truncation_and_every_flipped_bit_is_refused(
    kind: str, request: pytest.FixtureRequest
) -> None:
    for broken in damaged(request.getfixturevalue(kind)):
        assert_refused(broken)


@pytest.mark.parametrize("pattern", [1, 0x80, 0xFF])
def test_every_flipped_byte_is_refused(exact: bytes, pattern: int) -> None:
    for i in range(len(exact)):
        broken = bytearray(exact)
        broken[i] ^= pattern
        assert_refused(bytes(broken))


@given(st.data())
def test_some_flipped_bits_are_refused(exact: bytes, data: st.DataObject) -> None:
    broken = bytearray(exact)
    for place in data.draw(st.sets(st.integers(0, 8 * len(exact) - 1), min_size=2, max_size=6)):
        broken[place // 8] ^= 1 << place % 8
    assert_refused(bytes(broken))


def test_a_damaged_file_on_disk_is_named(exact: bytes, tmp_path: Path) -> None:
    path = tmp_path / "damaged.linguine"
    path.write_bytes(exact[:-1])
    with pytest.raises(DataError, match=r"damaged\.linguine: .*should have"):
        TextClassifier.load(path)


def test_a_model_of_another_task_is_refused() -> None:
    with pytest.raises(DataError) as caught:
        TextClassifier.load(model_bytes({}, {"task": "tagging"}))
    assert_three_parts(caught.value, "text-classification", "got 'tagging'", "Use the class")


# --- forged files: the checksum is right, the contents are not ---------------------------------


def parts(data: bytes) -> tuple[Tensors, Config]:
    loaded = load_model(data)
    tensors = {name: np.array(values) for name, values in loaded.tensors.items()}
    return tensors, copy.deepcopy(loaded.config)


def forge(data: bytes, change: Callable[[Tensors, Config], None]) -> bytes:
    tensors, config = parts(data)
    change(tensors, config)
    return model_bytes(tensors, config)


def tensor(name: str, make: Callable[[NDArray[Any]], NDArray[Any]]) -> Any:
    def change(tensors: Tensors, config: Config) -> None:
        tensors[name] = make(tensors[name])

    return change


def without(name: str) -> Any:
    def change(tensors: Tensors, config: Config) -> None:
        del tensors[name]

    return change


def setting(**entries: Any) -> Any:
    def change(tensors: Tensors, config: Config) -> None:
        config.update(entries)

    return change


def without_setting(name: str) -> Any:
    def change(tensors: Tensors, config: Config) -> None:
        del config[name]

    return change


WORDS = {"template": "word-ngrams", "low": 1, "high": 1, "column": None, "tokenizer": "words",
         "lowercase": True, "punctuation": False}  # fmt: skip
CALIBRATION = {"kind": "platt", "parameters": [1.0, 1.0], "n_labels": 2}

FORGED: Mapping[str, Any] = {
    "text columns are a number": setting(text_columns=5),
    "text columns are not distinct": setting(text_columns=["a", "a"]),
    "joined is no truth": setting(text_columns=["a", "b"], join_columns="yes"),
    "text columns without features": setting(text_columns=["a", "b"], join_columns=False),
    "weights-too-few": tensor("weights.values", lambda w: w[:-1]),
    "weights-too-many-columns": tensor("weights.values", lambda w: np.hstack([w, w])),
    "weights-flat": tensor("weights.values", lambda w: w.reshape(-1)),
    "weights-int": tensor("weights.values", lambda w: w.astype(np.int32)),
    "weights-int8-without-scales": tensor("weights.values", lambda w: w.astype(np.int8)),
    "weights-missing": without("weights.values"),
    "bias-too-long": tensor("bias", lambda b: np.append(b, b)),
    "bias-double": tensor("bias", lambda b: b.astype(np.float64)),
    "bias-empty": tensor("bias", lambda b: b[:0]),
    "bias-missing": without("bias"),
    "idf-too-short": tensor("idf", lambda v: v[1:]),
    "idf-double": tensor("idf", lambda v: v.astype(np.float64)),
    "idf-missing": without("idf"),
    "keys-descending": tensor("keys", lambda k: k[::-1].copy()),
    "keys-equal": tensor("keys", lambda k: np.full_like(k, k[0])),
    "keys-signed": tensor("keys", lambda k: k.astype(np.int64)),
    "keys-too-few": tensor("keys", lambda k: k[1:]),
    "keys-missing": without("keys"),
    "name-lengths-too-long": tensor("name_lengths", lambda n: n + np.uint32(1)),
    "name-lengths-huge": tensor("name_lengths", lambda n: np.full_like(n, 2**32 - 1)),
    "name-lengths-signed": tensor("name_lengths", lambda n: n.astype(np.int32)),
    "name-lengths-too-few": tensor("name_lengths", lambda n: n[1:]),
    "name-bytes-too-short": tensor("name_bytes", lambda b: b[:-1]),
    "name-bytes-too-long": tensor("name_bytes", lambda b: np.append(b, b)),
    "name-bytes-missing": without("name_bytes"),
    "n-features-0": setting(n_features=0),
    "n-features-negative": setting(n_features=-1),
    "n-features-float": setting(n_features=6.0),
    "n-features-true": setting(n_features=True),
    "n-features-huge": setting(n_features=2**62),
    "n-features-missing": without_setting("n_features"),
    "labels-twice": setting(labels=["ham", "ham"]),
    "labels-none": setting(labels=[]),
    "labels-too-many": setting(labels=["a", "b", "c"]),
    "labels-mixed": setting(labels=["ham", 3]),
    "labels-of-another-type": setting(labels=[1, 2]),
    "labels-nested": setting(labels=[["ham"], ["spam"]]),
    "labels-of-unknown-type": setting(label_type="bytes"),
    "labels-missing": without_setting("labels"),
    "labels-text": setting(labels="ham spam"),
    "hash-bits-without-buckets": setting(hash_bits=5),
    "features-broken": setting(features=[{"template": "word-ngrams", "low": 0}]),
    "features-unknown": setting(features=[{"template": "telepathy"}]),
    "features-without-name": setting(features=[{"low": 1}]),
    "features-unknown-option": setting(features=[{**WORDS, "mood": 1}]),
    "features-of-numbers": setting(features=[3]),
    "features-kind-as-list": setting(features=[{"template": ["word-ngrams"]}]),
    "features-text": setting(features="words"),
    "features-word-list": setting(features=[{"template": "word-list", "name": 1, "words": 5}]),
    "features-missing": without_setting("features"),
    "values-number": setting(values=3),
    "values-missing": without_setting("values"),
    "calibration-text": setting(calibration="platt"),
    "calibration-of-zero": setting(calibration={**CALIBRATION, "parameters": [0.0, 1.0]}),
    "calibration-of-one-slope": setting(calibration={**CALIBRATION, "parameters": [1.0]}),
    "info-text": setting(info="made by hand"),
    "info-missing": without_setting("info"),
    "task-missing": without_setting("task"),
}


def test_the_forger_of_these_tests_can_write_a_good_file(exact: bytes) -> None:
    assert forge(exact, lambda tensors, config: None) == exact


@pytest.mark.parametrize("case", FORGED)
def test_parts_that_do_not_fit_are_refused(case: str, exact: bytes) -> None:
    assert_refused(forge(exact, FORGED[case]))


SPARSE: Mapping[str, Any] = {
    "row-out-of-range": tensor("weights.rows", lambda r: r + np.uint32(1000)),
    "rows-descending": tensor("weights.rows", lambda r: r[::-1].copy()),
    "rows-signed": tensor("weights.rows", lambda r: r.astype(np.int32)),
    "shape-other": tensor("weights.shape", lambda s: s + 1),
    "shape-missing": without("weights.shape"),
    "values-too-few": tensor("weights.values", lambda v: v[1:]),
}


@pytest.mark.parametrize("case", SPARSE)
def test_sparse_weights_that_do_not_fit_are_refused(case: str, sparse: bytes) -> None:
    tensors, _ = parts(sparse)
    assert "weights.rows" in tensors
    assert_refused(forge(sparse, SPARSE[case]))


HASHED: Mapping[str, Any] = {
    "bucket-names-list": setting(bucket_names=["a"]),
    "bucket-names-words": setting(bucket_names={"first": "a"}),
    "bucket-names-missing": without_setting("bucket_names"),
    "buckets-missing": without("buckets"),
    "buckets-beyond": tensor("buckets", lambda b: b + np.uint32(32)),
    "buckets-twice": tensor("buckets", lambda b: np.minimum(b, b[-2])),
    "buckets-signed": tensor("buckets", lambda b: b.astype(np.int32)),
    "fewer-bits": setting(hash_bits=4),
    "no-bits": setting(hash_bits=None),
    "more-features": setting(n_features=64),
}


@pytest.mark.parametrize("case", HASHED)
def test_hash_bits_that_do_not_fit_are_refused(case: str, hashed: bytes) -> None:
    assert_refused(forge(hashed, HASHED[case]))


@settings(max_examples=300)
@given(st.data())
def test_any_forged_array_is_refused_or_gives_a_model_that_answers(
    exact: bytes, data: st.DataObject
) -> None:
    tensors, config = parts(exact)
    name = data.draw(st.sampled_from(sorted(tensors)))
    dtype = data.draw(st.sampled_from(["f2", "f4", "f8", "u1", "u4", "u8", "i4", "i8"]))
    shape = data.draw(st.lists(st.integers(0, 7), max_size=3))
    fill = data.draw(st.integers(0, 9))
    tensors[name] = (np.arange(int(np.prod(shape))) + fill).astype(dtype).reshape(shape)
    try:
        clf = TextClassifier.load(model_bytes(tensors, config))
    except DataError:
        return
    assert clf.predict(["free cash", ""]).shape == (2,)
    clf.explain("free cash at noon")
    clf.top_features(3)
