"""CRFsuite's models answer through linguine as they do there, and broken files are refused."""

from __future__ import annotations

import itertools
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linguine
from linguine.compat import crfsuite
from linguine.errors import DataError

from ..messages import assert_answers_or_refuses, has_three_parts
from ..reference.crfsuite_box import Weight, write_box

LABELS = ["O", "B-PER", "I-PER"]
ATTRIBUTES = ["w:Anna", "w:Bo", "bias", "été", "w:never"]
SENTENCES: list[Any] = [
    [{"w": "Anna", "bias": 1.0}, {"w": "Bo", "bias": 0.5}, ["été", "unknown"]],
    [["w:Bo", "bias"]],
    [["unknown"], ["w:Anna"]],
]
#: The values of attributes at each token, by hand.
VALUES = [
    [{0: 1.0, 2: 1.0}, {1: 1.0, 2: 0.5}, {3: 1.0}],
    [{1: 1.0, 2: 1.0}],
    [{}, {0: 1.0}],
]


def weights(seed: int = 0) -> list[Weight]:
    random = np.random.default_rng(seed)
    states = [(0, a, y) for a in range(4) for y in range(3) if random.random() < 0.8]
    moves = [(1, a, b) for a in range(3) for b in range(3) if random.random() < 0.8]
    return [(*each, round(float(random.standard_normal()), 3)) for each in states + moves]


def shares(given: list[Weight], values: list[dict[int, float]]) -> dict[tuple[int, ...], float]:
    """Return the probability of every way to tag a sentence."""
    table = {(kind, a, b): weight for kind, a, b, weight in given}
    scores = {}
    for tags in itertools.product(range(len(LABELS)), repeat=len(values)):
        score = sum(table.get((1, a, b), 0.0) for a, b in itertools.pairwise(tags))
        for tag, token in zip(tags, values, strict=True):
            score += sum(v * table.get((0, a, tag), 0.0) for a, v in token.items())
        scores[tags] = math.exp(score)
    total = sum(scores.values())
    return {tags: score / total for tags, score in scores.items()}


@pytest.mark.parametrize("seed", range(5))
def test_tags_and_marginals_are_those_of_all_taggings(seed: int) -> None:
    crf = crfsuite.load(write_box(LABELS, ATTRIBUTES, weights(seed)))
    found, marginals = crf.predict(SENTENCES), crf.predict_marginals(SENTENCES)
    for values, tags, table in zip(VALUES, found, marginals, strict=True):
        p = shares(weights(seed), values)
        assert list(tags) == [LABELS[y] for y in max(p, key=lambda each: p[each])]
        for i, row in enumerate(table):
            for y, label in enumerate(LABELS):
                wanted = sum(share for each, share in p.items() if each[i] == y)
                assert row[label] == pytest.approx(wanted, abs=1e-6)


def test_weights_come_back_by_name() -> None:
    given = weights()
    crf = crfsuite.load(write_box(LABELS, ATTRIBUTES, given))
    states = {(ATTRIBUTES[a], LABELS[y]): w for kind, a, y, w in given if kind == 0}
    moves = {(LABELS[a], LABELS[y]): w for kind, a, y, w in given if kind == 1}
    assert crf.state_features_ == pytest.approx(states, rel=1e-6)
    assert crf.transition_features_ == pytest.approx(moves, rel=1e-6)
    assert crf.classes_ == LABELS


def test_saved_models_answer_the_same(tmp_path: Path) -> None:
    crf = crfsuite.load(write_box(LABELS, ATTRIBUTES, weights()))
    crf.save(tmp_path / "x.linguine")
    again = linguine.CRF.load(tmp_path / "x.linguine")
    assert again.predict_marginals(SENTENCES).tolist() == crf.predict_marginals(SENTENCES).tolist()
    assert again.to_bytes() == crf.to_bytes()


def test_every_cut_of_a_file_is_refused_in_three_parts() -> None:
    data = write_box(LABELS, ATTRIBUTES, weights())
    for n in range(0, len(data), 7):
        with pytest.raises(DataError) as caught:
            crfsuite.load(data[:n])
        assert has_three_parts(str(caught.value)), str(caught.value)


def test_every_changed_byte_gives_a_model_or_a_clear_refusal() -> None:
    data = write_box(LABELS, ATTRIBUTES, weights())

    def ask(data: bytes) -> object:
        return crfsuite.load(data).predict(SENTENCES)

    hashes = range(24, 24 + 8 * 256)  # of a database; nobody reads them
    starts = [data.index(b"CQDB"), data.rindex(b"CQDB")]
    for place in range(len(data)):
        if any(place - start in hashes for start in starts):
            continue
        for change in (0x01, 0x80, 0xFF):
            broken = bytearray(data)
            broken[place] ^= change
            assert_answers_or_refuses(ask, bytes(broken))


@pytest.mark.parametrize(
    ("weight", "says"),
    [
        ((0, 5, 0, 1.0), "some are of others"),
        ((0, 0, 3, 1.0), "some are of others"),
        ((1, 3, 0, 1.0), "some are of others"),
        ((2, 0, 0, 1.0), "each weight should be"),
        ((0, 0, 0, math.inf), "finite"),
    ],
    ids=["no attribute", "no label", "from no label", "of no kind", "no number"],
)
def test_weights_of_what_is_not_there_are_refused(weight: Weight, says: str) -> None:
    with pytest.raises(DataError, match=says):
        crfsuite.load(write_box(LABELS, ATTRIBUTES, [weight]))
