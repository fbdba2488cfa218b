"""Packed tensors come back as they were, and no file can make them larger than it says."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from numpy.typing import NDArray

from linguine import DataError, Tagger, TextClassifier
from linguine.model.file.container import load_model, model_bytes
from linguine.model.file.packing import pack_tensors, unpack_tensors

from ..forging import Config, Tensors, forge
from ..messages import assert_three_parts

WORDS = [f"word{i}" for i in range(400)]
SENTENCES = [WORDS[i : i + 4] for i in range(0, 400, 4)]
TAGS = [["A", "B", "A", "C"]] * 100


def tagger() -> Tagger:
    return Tagger("crf", n_threads=1, templates=["w[0]", "w[-1]"]).fit(SENTENCES, TAGS)


def packed_file(path: Path) -> bytes:
    tagger().save(path, quantize="float16")
    return path.read_bytes()


@given(
    arrays.arrays(
        st.sampled_from([np.uint8, np.uint16, np.uint32, np.uint64, np.int8, np.float32]),
        arrays.array_shapes(max_dims=2, min_side=1, max_side=600),
        fill=st.just(1),
    ),
    st.booleans(),
)
def test_what_is_packed_comes_back(values: NDArray[Any], ascends: bool) -> None:
    values = np.nan_to_num(values)
    tensors = {"a": np.sort(values, axis=0) if ascends else values, "b": np.arange(9)}
    kept, config = pack_tensors(tensors)
    found = unpack_tensors(load_model(model_bytes(kept, config))).tensors
    assert set(found) == {"a", "b"}
    for name, wanted in tensors.items():
        assert found[name].dtype == wanted.dtype
        np.testing.assert_array_equal(found[name], wanted)


@pytest.mark.parametrize("kind", ["float16", "int8"])
def test_a_quantised_file_is_packed_and_a_plain_one_is_not(kind: str, tmp_path: Path) -> None:
    """Names and keys were four fifths of a tagger's file, whatever the width of its weights."""
    fitted, plain, small = tagger(), tmp_path / "plain", tmp_path / "small"
    fitted.save(plain)
    fitted.save(small, quantize=kind)
    assert "packed" not in load_model(plain).config
    assert {"keys", "name_bytes"} <= set(load_model(small).config["packed"])
    assert small.stat().st_size < 0.7 * plain.stat().st_size
    loaded = Tagger.load(small)
    assert loaded.predict(SENTENCES) == fitted.predict(SENTENCES)
    assert loaded.top_features(1)["A"][0][0] == fitted.top_features(1)["A"][0][0]


def test_a_quantised_text_classifier_keeps_its_names(tmp_path: Path) -> None:
    texts = [" ".join(each) for each in SENTENCES]
    classifier = TextClassifier("svm").fit(texts, ["x", "y"] * 50)
    classifier.save(tmp_path / "m", quantize="float16")
    loaded = TextClassifier.load(tmp_path / "m")
    assert "name_bytes" in load_model(tmp_path / "m").config["packed"]
    assert loaded.predict(texts).tolist() == classifier.predict(texts).tolist()
    assert loaded.explain(texts[0]).contributions[0].name in texts[0]
    loaded.partial_fit(["a new word"], ["x"])
    assert loaded.predict(["a new word"]).tolist() == ["x"]


def _state(config: Config, name: str = "name_bytes", **facts: Any) -> None:
    config["packed"][name] |= facts


def _bomb(tensors: Tensors, config: Config) -> None:
    """A thousand times larger than its bytes, and says so."""
    tensors["name_bytes.packed"] = np.frombuffer(zlib.compress(bytes(1 << 24)), np.uint8)
    _state(config, shape=[1 << 24])


def _liar(tensors: Tensors, config: Config) -> None:
    """A thousand times larger than its bytes, and does not say so."""
    tensors["keys.packed"] = np.frombuffer(zlib.compress(bytes(1 << 24)), np.uint8)


def _cut(tensors: Tensors, config: Config) -> None:
    tensors["keys.packed"] = tensors["keys.packed"][:-5].copy()


def _longer(tensors: Tensors, config: Config) -> None:
    tensors["keys.packed"] = np.append(tensors["keys.packed"], np.uint8(7))


def _twice(tensors: Tensors, config: Config) -> None:
    tensors["keys"] = np.zeros(3, np.uint64)


FORGERIES: dict[str, Callable[[Tensors, Config], object]] = {
    "bomb": _bomb,
    "liar": _liar,
    "cut": _cut,
    "longer": _longer,
    "twice": _twice,
    "not-there": lambda tensors, config: tensors.pop("keys.packed"),
    "huge": lambda tensors, config: _state(config, shape=[1 << 62, 1 << 62]),
    "negative": lambda tensors, config: _state(config, shape=[-1]),
    "no-number": lambda tensors, config: _state(config, shape=[True]),
    "other-shape": lambda tensors, config: _state(config, shape=[17]),
    "other-type": lambda tensors, config: _state(config, dtype="object"),
    "other-form": lambda tensors, config: _state(config, form="pickle"),
    "steps-of-floats": lambda tensors, config: _state(config, dtype="float32", form="steps"),
    "no-facts": lambda tensors, config: config["packed"].update(keys=None),
    "no-list": lambda tensors, config: config.update(packed=[]),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forged_packing_is_refused(name: str, tmp_path: Path) -> None:
    data = forge(packed_file(tmp_path / "t"), FORGERIES[name])
    with pytest.raises(DataError) as caught:
        Tagger.load(data)
    assert_three_parts(caught.value, "must|may", "; ", r"[A-Z]\S+ .*\.$")


def test_forged_names_are_refused_when_one_is_asked_for(tmp_path: Path) -> None:
    """They are unpacked late: answers do not need them."""

    def change(tensors: Tensors, config: Config) -> None:
        tensors["name_bytes.packed"] = np.frombuffer(zlib.compress(b"x" * 99), np.uint8)

    loaded = Tagger.load(forge(packed_file(tmp_path / "t"), change))
    assert loaded.predict(SENTENCES[:1]) == TAGS[:1]
    with pytest.raises(DataError, match="packed tensors must unpack to what the file says"):
        loaded.top_features(1)
