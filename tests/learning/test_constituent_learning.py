"""Constituency trees through the one oracle: gradients of every loss, every learner, threads."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from linguine import _core
from linguine.data import Constituents
from linguine.features.span.extractor import SpanExtractor
from linguine.features.span.templates import SpanTemplates
from linguine.features.span.words import WordClasses
from linguine.inference.grammar import Grammar
from linguine.learning import Batch, FrankWolfe, Loss, Online
from linguine.learning.constituent_problem import ConstituentData, ConstituentProblem
from linguine.learning.losses import Hinge, Logistic, PerceptronLoss, SoftmaxMargin, SquaredHinge

from ..reference.constituents import Rules, all_trees, codes_of, cost_between, parts_of

TREES = [
    "(S (NP (DT the) (NN dog)) (VP (VBZ sees) (NP (DT the) (NN moon))))",
    "(S (NP (NN dog)) (VP (VBZ barks)))",
    "(S (NP (NP (DT the) (NN dog)) (PP (IN of) (NP (NN war)))) (VP (VBZ barks)))",
    "(S (VP (VB sit)))",
]
TEMPLATES = SpanTemplates(
    ["word.form", "word.form.suffix1"],
    ["first.form", "last.form", "first.form|last.form", "distance"],
    ["left.form|right.form"],
)
LOSSES = [PerceptronLoss(), Hinge(), Logistic(), SoftmaxMargin(), SquaredHinge()]


def problem_of(loss: Loss, texts: list[str] = TREES, **rest: Any) -> ConstituentProblem:
    trees = Constituents.from_brackets(texts)
    grammar = Grammar.of(trees)
    extractor = SpanExtractor(TEMPLATES, WordClasses.of(trees.sentences), bits=6)
    data = ConstituentData(
        extractor.feed(trees.sentences),
        trees.sentences.offsets,
        np.full(trees.n_tokens, -1, np.int32),
        grammar.encode(trees),
        np.ones(len(trees)),
    )
    return ConstituentProblem(
        data=data, loss=loss, features=extractor.native, bits=6, grammar=grammar.native, **rest
    )


def weights_of(problem: ConstituentProblem, seed: int) -> np.ndarray[Any, Any]:
    generator = np.random.default_rng(seed)
    cells = generator.normal(size=(problem.n_weight_rows, 1)) * 0.5
    return cells.astype(np.float32)


@pytest.mark.parametrize("loss", LOSSES, ids=lambda loss: loss.name)
def test_the_gradient_is_the_derivative_of_the_loss(loss: Loss) -> None:
    problem = problem_of(loss)
    at = weights_of(problem, 3)
    value, gradient, _ = problem.gradient(at, np.zeros(1, np.float32))
    assert value > 0
    moved = np.flatnonzero(np.abs(gradient.ravel()) > 0)
    chosen = np.random.default_rng(0).choice(moved, size=40, replace=False)
    step = 1 / 128  # scores are sums of float32
    for cell in chosen:
        ends = []
        for sign in (-1, 1):
            there = at.copy()
            there[cell] += sign * step
            ends.append(problem.gradient(there, np.zeros(1, np.float32))[0])
        derivative = (ends[1] - ends[0]) / (2 * step)
        assert derivative == pytest.approx(float(gradient[cell, 0]), abs=2e-3, rel=2e-3)


@pytest.mark.parametrize("loss", LOSSES, ids=lambda loss: loss.name)
def test_the_loss_is_that_of_all_trees_of_the_grammar(loss: Loss) -> None:
    text = "(S (NP (DT the) (NN dog)) (VP (VBZ barks)))"
    problem = problem_of(loss, [text])
    at = weights_of(problem, 5)
    value, _, _ = problem.gradient(at, np.zeros(1, np.float32))
    of_symbol, binary, unary, _, _ = problem.grammar.arrays()
    n_tags = 3
    rules = Rules(
        n_tags,
        len(problem.grammar.symbols),
        [tuple(each) for each in binary.tolist()],
        [tuple(each) for each in unary.tolist()],
        {s for s, label in enumerate(of_symbol.tolist()) if label < 0 and s >= n_tags},
    )
    model = _core.ConstituencyModel(*problem.features, problem.grammar, 0, at.ravel())
    scores = model.scores(problem.data.columns, problem.data.lexicon, None)
    trees = all_trees(rules, 3)
    gold = next(each for each in trees if codes_of(rules, 3, each) == tuple(problem.data.gold))
    width = _core.stride(rules.n_columns)
    own = np.array([parts_of(rules, 3, each, width) @ scores for each in trees])
    costly = own + loss.rho * np.array([cost_between(rules, gold, each) for each in trees])
    top = np.logaddexp.reduce(costly) if loss.asks == "sum" else costly.max()
    wanted = top - own[trees.index(gold)]
    assert value == pytest.approx(wanted**2 if loss.name == "squared-hinge" else wanted, rel=1e-5)


@pytest.mark.parametrize(
    ("loss", "learner", "l2"),
    [
        (PerceptronLoss(), Online("perceptron", epochs=20), 0.0),
        (Hinge(), Online("mira", epochs=20), 0.0),
        (Hinge(), Online("mira", epochs=20, k_best=3), 0.0),
        (Hinge(), Online("adagrad", epochs=20), 0.0),
        (Logistic(), Online("sgd", epochs=50, learning_rate=0.1), 0.0),
        (SoftmaxMargin(), Online("adagrad", epochs=50), 0.0),
        (Logistic(), Batch(), 0.01),
        (Hinge(), FrankWolfe(max_iterations=200), 0.01),
    ],
    ids=lambda each: getattr(each, "name", str(each)),
)
def test_every_learner_learns_the_trees(loss: Loss, learner: Any, l2: float) -> None:
    problem = problem_of(loss, l2=l2)
    weights = learner.fit(problem).weights
    trees = Constituents.from_brackets(TREES)
    grammar = Grammar.of(trees)
    model = _core.ConstituencyModel(*problem.features, problem.grammar, 0, weights)
    found = model.parse(problem.data.columns, problem.data.lexicon, None, 1)
    assert grammar.trees(trees.sentences, *found).to_brackets() == TREES


def test_threads_do_not_change_the_weights() -> None:
    first, second = (
        Online("mira", epochs=5).fit(problem_of(Hinge(), TREES * 5, n_threads=n)).weights
        for n in (1, 2)
    )
    assert first.tobytes() == second.tobytes()


def test_lbfgs_reaches_what_sgd_approaches() -> None:
    exact = Batch(tolerance=1e-6).fit(problem_of(Logistic(), l2=0.1))
    step = Online("sgd", epochs=300, learning_rate=0.05).fit(problem_of(Logistic(), l2=0.1))

    def objective(weights: Any) -> float:
        problem = problem_of(Logistic())
        loss, _, _ = problem.gradient(weights.reshape(-1, 1), np.zeros(1, np.float32))
        return float(loss + 0.05 * (weights.astype(float) ** 2).sum())

    assert objective(exact.weights) <= objective(step.weights) + 1e-4
    assert objective(step.weights) < 1.05 * objective(exact.weights)
