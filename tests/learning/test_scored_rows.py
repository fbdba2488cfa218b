"""Rows that are scored instead of leaving weights: the same numbers, and no table of weights."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from linguine import _core
from linguine.data import Examples, LabelSets
from linguine.features import Sites
from linguine.model.concurrency import Resources
from linguine.model.prediction import score_rows
from linguine.tasks.multilabel.algorithms import MULTILABEL_ALGORITHMS
from linguine.tasks.text.fitting.recipe import Recipe, make_recipe
from linguine.tasks.text.fitting.tuning import make_auto_recipe

N, D, K = 60, 40, 70  # more labels than one group of columns


def _problem() -> tuple[Sites, Examples]:
    rng = np.random.default_rng(0)
    table = (rng.random((N, D)) < 0.3) * rng.random((N, D)).astype(np.float32)
    sets = LabelSets.of_table(rng.random((N, K)) < 0.1)
    examples = Examples(np.arange(N), np.arange(N, dtype=np.int32), np.ones(N), sets)
    rows = csr_matrix(table.astype(np.float32))
    parts = rows.indptr.astype(np.int64), rows.indices.astype(np.int32), rows.data
    native = _core.Matrix(*parts, N, D, False)
    return Sites(native, parts[2], parts[0], parts[1]), examples


def _recipes() -> dict[str, Recipe]:
    svm = make_recipe("svm", {"tolerance": 0.1}, table=MULTILABEL_ALGORITHMS)
    return {
        "svm": svm,
        "logistic": make_recipe("logistic", {"tolerance": 0.1}, table=MULTILABEL_ALGORITHMS),
        "scaled": make_auto_recipe(1.0, 1.0, svm.weighting, 0.1),
        "nb-svm": make_recipe("nb-svm", {"tolerance": 0.1}, table=MULTILABEL_ALGORITHMS),
        "perceptron": make_recipe("perceptron", {}, table=MULTILABEL_ALGORITHMS),
    }


@pytest.mark.parametrize("name", ["svm", "logistic", "scaled", "nb-svm", "perceptron"])
def test_scores_are_those_of_the_weights(name: str) -> None:
    sites, examples = _problem()
    recipe, use = _recipes()[name], Resources(1, 0)
    learned, asked = examples.subset(np.arange(N) < 40), np.arange(40, N)
    fitted = recipe.fit(sites, learned, K, use)
    wanted = score_rows(sites, fitted.weights, fitted.bias, K, 1)[asked]
    found = recipe.score(sites, learned, asked, K, use)
    assert found.shape == (20, K)
    np.testing.assert_allclose(found, wanted, atol=1e-5)


def test_threads_do_not_change_a_bit() -> None:
    sites, examples = _problem()
    recipe, rows = _recipes()["scaled"], np.arange(N)
    one, two = (recipe.score(sites, examples, rows, K, Resources(n, 0)) for n in (1, 2))
    assert (one == two).all()


def test_rows_must_be_there() -> None:
    sites, examples = _problem()
    recipe = _recipes()["svm"]
    with pytest.raises(ValueError, match="rows of the matrix"):
        recipe.score(sites, examples, np.array([N]), K, Resources(1, 0))
