"""An HMM has a dictionary of tags: it tries likely ones, and others where nothing else is left."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from linguine import DataError, Tagger
from linguine.model.file.container import load_model

from ..forging import Config, Tensors, forge
from ..messages import assert_three_parts

WORDS = [["a", "b"], ["b", "a"]] * 300
PLAIN = [["N", "V"], ["V", "N"]] * 300


def tagger(tags: list[list[str]], **options: Any) -> Tagger:
    return Tagger("hmm", n_threads=1, **options).fit(WORDS, tags)


def test_what_a_word_was_not_seen_with_is_not_tried() -> None:
    fitted = tagger([["N", "V"], ["V", "Q"]] * 300)
    shares = dict(zip(fitted.labels_, fitted.predict_proba([["b"]])[0][0].tolist(), strict=True))
    assert shares == {"V": pytest.approx(1.0), "N": 0.0, "Q": 0.0}


@pytest.mark.parametrize("order", [1, 2, 3])
@pytest.mark.filterwarnings("ignore")
def test_a_word_that_only_goes_on_with_spans_may_begin_one(order: int) -> None:
    """Every tag of its dictionary is forbidden at the beginning."""
    fitted = Tagger("hmm", n_threads=1, order=order).fit(
        [["a", "b"], ["c", "c"]] * 300, [["B-X", "I-X"], ["O", "O"]] * 300
    )
    assert [first for first, *_ in fitted.predict([["b"], ["b", "b"]])] != ["I-X", "I-X"]
    assert {tags[0] for tags, _ in fitted.k_best([["b"]], 3)[0]} == {"B-X", "O"}


@pytest.mark.parametrize("order", [1, 2, 3])
def test_a_tag_that_is_asked_for_is_given_though_unseen(order: int) -> None:
    fitted = tagger(PLAIN, order=order)
    assert fitted.predict([["a", "b"]]) == [["N", "V"]]
    allowed = [[["V"], None]]
    assert fitted.predict([["a", "b"]], allowed=allowed)[0][0] == "V"
    share = fitted.predict_proba([["a", "b"]], allowed=allowed)[0]
    np.testing.assert_allclose(share.sum(axis=1), 1, atol=1e-6)


def test_an_explanation_names_a_tag_that_the_word_was_not_seen_with() -> None:
    explanation = tagger(PLAIN).explain(["a", "b"], 0)
    assert (explanation.label, explanation.runner_up) == ("N", "V")
    lead = explanation.score - explanation.runner_up_score
    assert lead == pytest.approx(sum(each.contribution for each in explanation.contributions))


def test_only_dictionaries_say_so_in_the_file(tmp_path: Path) -> None:
    tagger(PLAIN).save(tmp_path / "hmm")
    Tagger("crf", n_threads=1).fit(WORDS, PLAIN).save(tmp_path / "crf")
    assert load_model(tmp_path / "hmm").config["unseen"] < 0
    assert "unseen" not in load_model(tmp_path / "crf").config


@pytest.mark.parametrize("change", [{"unseen": "low"}, {"unseen": True}, {"is_local": True}])
def test_a_forged_dictionary_is_refused(change: dict[str, Any], tmp_path: Path) -> None:
    def forged(tensors: Tensors, config: Config) -> None:
        config.update(change)

    tagger(PLAIN).save(tmp_path / "hmm")
    with pytest.raises(DataError) as caught:
        Tagger.load(forge((tmp_path / "hmm").read_bytes(), forged))
    assert_three_parts(caught.value, "must", "; ", r"[A-Z]\S+ .*\.$")
