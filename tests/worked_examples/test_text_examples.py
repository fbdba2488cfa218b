"""Worked examples of the sources that start from text: 3 and 5 of SPEC section 8."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

from linguine import LinearClassifier
from linguine.features import Capitalisation, Extractor, Lexicon, Sites, WordList, WordNgrams

ENGLISH = {"bicycle", "con", "the", "red", "is"}
SPANISH = {"bicicleta", "con", "la", "roja", "es"}


def csr(sites: Sites) -> Any:
    assert sites.indices is not None
    shape = (sites.n_rows, sites.n_features)
    values = np.ones(len(sites.indices)) if sites.values is None else sites.values
    return sp.csr_matrix((values, sites.indices, sites.indptr), shape=shape)


@pytest.mark.parametrize(
    ("text", "english", "spanish"),
    [
        ("bicycle", 1, 0),
        ("bicicleta", 0, 1),
        ("con", 1, 1),
        ("ordinateur", 0, 0),
        ("The bicycle is red", 4, 0),
        ("La bicicleta es roja", 0, 4),
    ],
)
def test_example_3_language_dictionaries(text: str, english: float, spanish: float) -> None:
    """One for each word in a language's dictionary, page 32 of [Eisenstein2018]."""
    dictionaries = Lexicon("english", dict.fromkeys(ENGLISH, 1.0)) + Lexicon(
        "spanish", dict.fromkeys(SPANISH, 1.0)
    )
    ours = Extractor(dictionaries, values="count", normalize=None)
    ours.fit_transform(["bicycle bicicleta"])
    scores = csr(ours.transform([text])).toarray()[0]
    assert dict(zip(ours.names(), scores, strict=True)) == {
        "lex:english": english,
        "lex:spanish": spanish,
    }


def test_example_3_weights_by_hand_separate_english_from_spanish() -> None:
    """theta(y, w) = 1 if w is in the dictionary of y: the same as weights of a linear model."""
    bag = Extractor(WordNgrams(1, 1), values="count", normalize=None)
    bag.fit_transform([" ".join(sorted(ENGLISH | SPANISH))])
    theta = np.array(
        [[float(word in words) for word in bag.names()] for words in (ENGLISH, SPANISH, ())]
    )
    # the third label only keeps a column for each of the two; it never wins
    model = LinearClassifier.from_weights(theta, np.array([0.0, 0.0, -1.0]), ["en", "es", "~"])
    texts = ["bicycle", "bicicleta", "con", "ordinateur", "The RED bicycle", "es la bicicleta roja"]
    X = csr(bag.transform(texts))
    scores = model.decision_function(X)[:, :2]
    np.testing.assert_array_equal(scores, [[1, 0], [0, 1], [1, 1], [0, 0], [3, 0], [0, 4]])
    assert model.predict(X)[[0, 1, 4, 5]].tolist() == ["en", "es", "en", "es"]


def test_example_5_propositions() -> None:
    """Three yes-or-no questions about a sentence, Eq. (1.12)-(1.14) of [LxMLS]."""
    g = Extractor(
        WordList("ronaldo", ["Ronaldo"])
        + Capitalisation()
        + WordList("praise", ["amazing", "excellent", ":-)"]),
        values="binary",
        normalize=None,
    )
    all_three = "Ronaldo Is Excellent :-)"
    g.fit_transform([all_three])

    def answer(text: str) -> tuple[float, ...]:
        row = dict(zip(g.names(), csr(g.transform([text])).toarray()[0].tolist(), strict=True))
        return tuple(row[name] for name in ("list:ronaldo", "caps:all", "list:praise"))

    assert answer("Ronaldo kicked the ball and scored an amazing goal!") == (1, 0, 1)
    assert answer(all_three) == (1, 1, 1)
    assert answer("a dull day") == (0, 0, 0)
    assert answer("a goal :-)") == (0, 0, 1)
