"""The Python face of dependency trees: what it refuses, and that it says why."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import ArrayLike

from linguine.errors import ParameterError
from linguine.inference import DependencyTree


@pytest.mark.parametrize(
    ("scores", "message"),
    [
        ([[0.0, 0.0], [0.0, 0.0]], r"got shape \(2, 2\)\. Put the score of head h"),
        ([[0.0, 0.0, 1.0], [0.0, 0.0]], r"table of numbers; .* Give one row per word"),
        ([[0.0, 0.0, np.nan], [0.0, 0.0, 0.0]], r"scores\[0, 2\] is nan\. Check the weights"),
        ([[0.0, 0.0, 0.0], [np.inf, 0.0, 0.0]], r"scores\[1, 0\] is inf"),
        ([[-np.inf, 0.0, 0.0], [-np.inf, 0.0, 0.0]], r"at least one tree; .* Exclude fewer arcs"),
        ([[0.0, 0.0, -np.inf], [0.0, -np.inf, 0.0]], r"at least one tree"),
    ],
    ids=["shape", "ragged", "nan", "infinity", "no-root", "two-roots"],
)
def test_scores_that_have_no_answer_are_refused(scores: ArrayLike, message: str) -> None:
    for projective in (True, False):
        tree = DependencyTree(projective=projective, single_root=True)
        for ask in (tree.argmax, tree.marginals):
            with pytest.raises(ParameterError, match=message):
                ask(scores)
        with pytest.raises(ParameterError, match=message):
            tree.k_best(scores, 2)


def test_a_word_as_its_own_head_is_not_read() -> None:
    scores = np.zeros((3, 4))
    scores[np.arange(3), np.arange(1, 4)] = [np.nan, np.inf, 1e300]
    log_z, shares = DependencyTree(projective=False).marginals(scores)
    assert log_z == pytest.approx(np.log(9))
    assert shares[np.arange(3), np.arange(1, 4)].tolist() == [0.0, 0.0, 0.0]


def test_arrays_of_any_layout_and_type_are_taken() -> None:
    scores = np.asfortranarray(np.arange(12).reshape(3, 4))
    tree = DependencyTree()
    wanted = tree.argmax(scores).tolist()
    assert tree.argmax(scores.tolist()).tolist() == wanted
    assert tree.argmax(scores.reshape(-1, 1)).tolist() == wanted
