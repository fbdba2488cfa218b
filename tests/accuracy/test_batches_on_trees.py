"""Batch learners on real trees: a small subset of EWT, whose optimum can be found."""

from __future__ import annotations

import numpy as np
import pytest

from linguine.data import Trees
from linguine.features.arc.extractor import ArcExtractor
from linguine.features.arc.templates import ArcTemplates
from linguine.learning import (
    Batch,
    FrankWolfe,
    Hinge,
    Logistic,
    Loss,
    Online,
    TreeData,
    TreeProblem,
    TreeWeights,
)
from linguine.tasks.parser.model import feed_sentences

from .test_parsers import read

pytestmark = pytest.mark.slow

N_SENTENCES = 200
TEMPLATES = ArcTemplates(
    ["h.upos|m.upos|distance", "h.form|m.upos", "h.upos|m.form", "h.upos|between.upos|m.upos"],
    ["h.upos|m.upos", "m.form", "m.upos|distance"],
)


def ewt_problem(loss: Loss, l2: float) -> TreeProblem:
    sentences = read("train").take(slice(N_SENTENCES))
    trees = Trees.of(sentences)
    extractor = ArcExtractor(TEMPLATES, ["form", "upos"], 16, 12)
    extractor.fit(sentences, trees.heads)
    data = TreeData(
        feed_sentences(extractor, sentences),
        sentences.offsets,
        trees.heads,
        trees.relations,
        np.ones(N_SENTENCES),
    )
    return TreeProblem(
        data=data,
        extractor=extractor,
        n_relations=len(trees.names),
        loss=loss,
        l2=l2,
        projective=False,  # some trees have crossing arcs
        n_threads=2,
    )


def objective(problem: TreeProblem, weights: TreeWeights) -> float:
    cells = np.concatenate([weights.shared, weights.relation.ravel()])[:, None]
    value, _, _ = problem.gradient(cells, np.zeros(1, np.float32))
    return value + 0.5 * problem.l2 * float((cells.astype(np.float64) ** 2).sum())


def test_lbfgs_reaches_the_optimum_that_sgd_approaches() -> None:
    problem = ewt_problem(Logistic(), 1.0)
    best = Batch("lbfgs", tolerance=1e-5).fit(problem)
    assert best.converged
    assert best.objective is not None
    assert best.objective == pytest.approx(objective(problem, best.weights), rel=1e-5)
    reached = [
        objective(problem, Online("sgd", epochs=n, learning_rate=0.03).fit(problem).weights)
        for n in (2, 10, 50, 200)
    ]
    print(f"lbfgs {best.objective:.2f}; sgd {[round(each, 2) for each in reached]}")
    assert reached == sorted(reached, reverse=True)
    assert best.objective < reached[3] < 1.03 * best.objective


def test_the_gap_of_frank_wolfe_closes() -> None:
    """With l2=1 it takes thousands of passes: 0.25 after 50, 0.019 after 1,000."""
    problem = ewt_problem(Hinge(), 10.0)
    fitted = FrankWolfe(max_iterations=200, tolerance=1e-2).fit(problem)
    print(f"gap {fitted.gap} after {fitted.n_iterations} passes")
    assert fitted.converged
    assert fitted.gap is not None
    assert fitted.gap < 1e-2
    assert fitted.objective == pytest.approx(objective(problem, fitted.weights), rel=1e-4)
