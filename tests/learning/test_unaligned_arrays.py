"""Arrays may begin at any byte, as those do that came with a message of another process."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.sparse
from numpy.typing import NDArray

from linguine import KernelPerceptron
from linguine.data import Examples
from linguine.features import read_matrix
from linguine.learning import Dual, LabelProblem, SquaredHinge
from linguine.model.prediction import score_rows


def shifted(values: NDArray[Any]) -> NDArray[Any]:
    """Return the same numbers one byte behind where they should begin."""
    room = np.empty(values.nbytes + 64, np.uint8)
    begin = -room.ctypes.data % 64 + 1
    found: NDArray[Any] = np.ndarray(values.shape, values.dtype, buffer=room.data, offset=begin)
    found[...] = values
    assert not found.flags.aligned
    return found


def toy() -> tuple[NDArray[np.float64], NDArray[np.int32]]:
    generator = np.random.default_rng(0)
    X = generator.normal(size=(60, 9)) * (generator.random((60, 9)) < 0.5)
    return X, (X[:, 0] + 0.1 * generator.normal(size=60) > 0).astype(np.int32)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_rows_and_examples_may_lie_anywhere(dtype: type[np.floating[Any]]) -> None:
    X, gold = toy()

    def weights(place: Any) -> bytes:
        rows = scipy.sparse.csr_array(X.astype(dtype))
        rows.data, rows.indices, rows.indptr = map(place, (rows.data, rows.indices, rows.indptr))
        examples = Examples(place(np.arange(60)), place(gold), place(np.ones(60)))
        problem = LabelProblem(
            sites=read_matrix(rows), data=examples, n_labels=2, loss=SquaredHinge(), l2=1.0
        )
        return Dual().fit(problem).weights.tobytes()

    assert weights(shifted) == weights(np.asarray)


def test_weights_may_lie_anywhere() -> None:
    X, _ = toy()
    generator = np.random.default_rng(1)
    weights = generator.normal(size=(9, 4)).astype(np.float32)
    bias = generator.normal(size=4).astype(np.float32)
    sites = read_matrix(X.astype(np.float32))
    expected = score_rows(sites, weights, bias, 4, 1)
    np.testing.assert_array_equal(
        score_rows(sites, shifted(weights), shifted(bias), 4, 1), expected
    )


def test_a_gram_matrix_may_lie_anywhere() -> None:
    X, gold = toy()

    def answers(place: Any) -> list[int]:
        model = KernelPerceptron(kernel=lambda a, b: place(a @ b.T)).fit(X, gold)
        found: list[int] = model.predict(X).tolist()
        return found

    assert answers(shifted) == answers(np.asarray)
