"""linguine.CRF answers more than CRFsuite: k best, what is known already, and why."""

from __future__ import annotations

import itertools

import pytest

from linguine import CRF, DataError

from .test_crfsuite import X, Y


def test_k_best_and_what_is_known_are_those_of_an_enumeration() -> None:
    crf = CRF(c2=0.1, n_threads=1).fit(X, Y)
    tags = crf.classes_ or []
    judge = crf.tagger_
    assert judge is not None
    judge.set(X[0])
    every = {each: judge.probability(each) for each in itertools.product(tags, repeat=3)}
    ranked = sorted(every, key=lambda each: -every[each])
    (found,) = crf.k_best([X[0]], 5)
    assert [tuple(each) for each, _ in found] == ranked[:5]
    assert [p for _, p in found] == pytest.approx([every[each] for each in ranked[:5]], rel=1e-4)
    allowed = [[None, {"PER", "LOC"}, "O"]]
    fitting = [each for each in ranked if each[1] != "O" and each[2] == "O"]
    assert tuple(crf.predict([X[0]], allowed)[0]) == fitting[0]
    (found,) = crf.k_best([X[0]], 2, allowed)
    total = sum(every[each] for each in fitting)
    assert found[0][1] == pytest.approx(every[fitting[0]] / total, rel=1e-4)
    marginals = crf.predict_marginals([X[0]], allowed)[0]
    assert marginals[2]["O"] == pytest.approx(1.0)
    with pytest.raises(DataError):
        crf.predict([X[0]], [["nonsense", None, None]])


def test_a_tag_is_explained_by_its_attributes() -> None:
    crf = CRF(c2=0.1, n_threads=1).fit(X, Y)
    explanation = crf.explain(X[0], 0)
    assert explanation.label == "PER"
    assert explanation.subject == "Anna"
    assert "w:Anna" in {each.name for each in explanation.contributions}
    total = sum(each.contribution for each in explanation.contributions)
    assert total == pytest.approx(explanation.lead, abs=1e-4)
    with pytest.raises(DataError):
        crf.explain(X[0], 7)
