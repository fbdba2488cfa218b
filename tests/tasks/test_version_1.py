"""Files of version 1 of the format are a promise: they load, answer the same and are kept."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from linguine import CRF, DependencyParser, Tagger, TextClassifier

from ..files.version_1.write_files import ANSWERS, HERE

FILES = sorted(HERE.glob("*.linguine"))
OWNERS: dict[str, Any] = {
    "text": TextClassifier, "tagger": Tagger, "crfsuite": CRF, "parser": DependencyParser,
}  # fmt: skip


def stem(path: Path) -> str:
    return path.stem


def test_there_is_a_file_of_every_task() -> None:
    assert {path.stem.split("_")[0] for path in FILES} == set(OWNERS)


@pytest.mark.parametrize("path", FILES, ids=stem)
def test_an_old_file_answers_as_it_did(path: Path) -> None:
    then = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    now = ANSWERS[path.stem.split("_")[0]](path)
    assert now["labels"] == then["labels"]
    assert json.loads(json.dumps(now["predictions"])) == then["predictions"]
    assert ("probabilities" in now) == ("probabilities" in then)
    for ours, theirs in zip(
        now.get("probabilities", ()), then.get("probabilities", ()), strict=True
    ):
        # Sums of float32 may differ in the last digits between processors.
        np.testing.assert_allclose(ours, theirs, rtol=1e-5, atol=1e-7)


@pytest.mark.parametrize("path", FILES, ids=stem)
def test_an_old_file_is_saved_again_with_the_same_bytes(path: Path, tmp_path: Path) -> None:
    loaded = OWNERS[path.stem.split("_")[0]].load(path)
    quantization = json.loads(_config(path))["quantization"]
    loaded.save(tmp_path / "again.linguine", quantize=quantization)
    assert (tmp_path / "again.linguine").read_bytes() == path.read_bytes()


def _config(path: Path) -> str:
    data = path.read_bytes()
    head = json.loads(data[8 : 8 + int.from_bytes(data[:8], "little")])
    config: str = head["__metadata__"]["config"]
    return config
