"""Learners of trees take the steps of the judge."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from linguine import _core
from linguine.errors import ParameterError
from linguine.features import ArcExtractor, ArcTemplates
from linguine.learning import Hinge, Logistic, Loss, Online, PerceptronLoss, SoftmaxMargin
from linguine.learning.tree_problem import TreeData, TreeProblem, TreeWeights

from ..features.token_tables import table
from ..messages import assert_three_parts
from ..reference.labelled_trees import LOSSES, Array
from ..reference.tree_learning import TreeLearner, TreeSentence, learn_trees
from ..reference.trees import all_trees
from ..tree_scores import RULES

BITS = 10, 8
TEMPLATES = ArcTemplates(
    ["h.pos|m.pos", "h.w|m.w", "m.w|between.pos", "distance"],
    ["h.pos|m.pos", "m.w", "h.w|distance"],
)
EPOCHS = 3
#: Sentences that look at the same weights; the last crew is a smaller one.
CREW = 8
N_SENTENCES = 11
TABLE: dict[str, Loss] = {
    each.name: each for each in (PerceptronLoss(), Hinge(), Logistic(), SoftmaxMargin())
}
by_rules = pytest.mark.parametrize(("projective", "single_root"), RULES)
by_average = pytest.mark.parametrize("averaged", [False, True], ids=["last", "averaged"])


def written_out(weights: TreeWeights) -> Array:
    return np.concatenate([weights.shared, weights.relation.ravel()])


class Toy:
    """Random sentences of one to four words with random trees, for core and judge."""

    def __init__(
        self, n_relations: int, projective: bool = True, single_root: bool = True, seed: int = 0
    ) -> None:
        random = np.random.default_rng([seed, n_relations, projective, single_root])
        self.n_relations = n_relations
        self.rules = {"projective": projective, "single_root": single_root}
        words, heads, relations = [], [], []
        for _ in range(N_SENTENCES):
            n = int(random.integers(1, 5))
            trees = all_trees(n, projective, single_root)
            words.append(
                [{"w": f"w{random.integers(5)}", "pos": f"T{random.integers(3)}"} for _ in range(n)]
            )
            heads.append(np.array(trees[random.integers(len(trees))]))
            relations.append(random.integers(n_relations, size=n))
        self.extractor = ArcExtractor(TEMPLATES, ["w", "pos"], *BITS)
        given = table(words, ("w", "pos"))
        self.weights = random.uniform(0.5, 2.0, N_SENTENCES)
        self.data = TreeData(
            self.extractor.feed(given),
            given.offsets,
            np.concatenate(heads).astype(np.int32),
            np.concatenate(relations).astype(np.int32),
            self.weights,
        )
        self.sentences = [
            TreeSentence(heads[s], relations[s], *self._cells(given, s, len(heads[s])), weight)
            for s, weight in enumerate(self.weights.tolist())
        ]
        n_cells = (1 << BITS[0]) + (1 << BITS[1]) * _core.stride(n_relations) * (n_relations > 1)
        # without ties: which of two equal trees is taken is not the judge's business
        self.start = random.normal(size=n_cells).astype(np.float32)

    def _cells(self, given: Any, sentence: int, n: int) -> tuple[Any, Any]:
        shared: Any = {}
        rows: Any = {}
        for m in range(1, n + 1):
            for h in set(range(n + 1)) - {m}:
                found = self.extractor.features_of(given, sentence, h, m)
                shared[h, m] = [place for kind, *_, place in found if kind == "shared"]
                rows[h, m] = [place for kind, *_, place in found if kind == "relation"]
        return shared, rows

    def problem(self, loss: Loss, **rest: Any) -> TreeProblem:
        return TreeProblem(
            data=self.data,
            extractor=self.extractor,
            n_relations=self.n_relations,
            loss=loss,
            **rest,
        )

    def learned(self, learner: Online, loss: str, **rest: Any) -> Array:
        """Return what the core learns."""
        problem = self.problem(TABLE[loss], **self.rules, **rest)
        begin = self.start.reshape(-1, 1), np.zeros(1, np.float32)
        state = learner.begin(problem, begin)
        for _ in range(EPOCHS):
            state.n_examples = 0  # the same sentences again share the penalty with no others
            fitted = learner.advance(state, problem)
        return np.asarray(written_out(fitted.weights), np.float64)

    def judged(self, averaged: bool, rule: str, loss: str, **options: Any) -> Array:
        """Return what the judge learns."""
        learner = TreeLearner(
            rule, loss, 1 << BITS[0], self.n_relations, _core.stride(self.n_relations),
            **self.rules, **options,
        )  # fmt: skip
        start = self.start.astype(np.float64)
        last, average = learn_trees(learner, self.sentences, start, epochs=EPOCHS, crew=CREW)
        return average if averaged else last

    def assert_agrees(self, found: Array, wanted: Array, tolerance: float = 1e-4) -> None:
        """Weights are float32; a step's rounding is carried on by the next."""
        assert np.abs(wanted - self.start).max() > 0.05
        np.testing.assert_allclose(found, wanted, rtol=0, atol=tolerance)


@by_rules
@by_average
@pytest.mark.parametrize("n_relations", [1, 3])
def test_perceptron_takes_the_steps_of_the_judge(
    n_relations: int, averaged: bool, projective: bool, single_root: bool
) -> None:
    toy = Toy(n_relations, projective, single_root)
    found = toy.learned(Online("perceptron", averaged=averaged, shuffle=False), "perceptron")
    toy.assert_agrees(found, toy.judged(averaged, "perceptron", "perceptron"))


@by_rules
@by_average
@pytest.mark.parametrize("n_relations", [1, 3])
@pytest.mark.parametrize("C", [0.02, np.inf])
@pytest.mark.parametrize("k", [1, 3])
def test_mira_takes_the_steps_of_the_judge(
    n_relations: int, averaged: bool, C: float, k: int, projective: bool, single_root: bool
) -> None:
    toy = Toy(n_relations, projective, single_root)
    learner = Online("mira", C=C, k_best=k, averaged=averaged, shuffle=False)
    wanted = toy.judged(averaged, "mira", "hinge", C=C, k=k, relation_cost=0.7)
    # several constraints are met by iteration
    tolerance = 1e-4 if k == 1 else 2e-3
    toy.assert_agrees(toy.learned(learner, "hinge", relation_cost=0.7), wanted, tolerance)


@by_average
@pytest.mark.parametrize("n_relations", [1, 3])
@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("l2", [0.0, 0.5])
def test_sgd_takes_the_steps_of_the_judge(
    n_relations: int, averaged: bool, loss: str, l2: float
) -> None:
    toy = Toy(n_relations, projective=False)
    learner = Online("sgd", learning_rate=0.1, averaged=averaged, shuffle=False)
    wanted = toy.judged(averaged, "sgd", loss, eta=0.1, l2=l2)
    toy.assert_agrees(toy.learned(learner, loss, l2=l2), wanted)


@by_average
@pytest.mark.parametrize("n_relations", [1, 3])
@pytest.mark.parametrize("loss", LOSSES)
def test_adagrad_divides_a_crews_gradient_by_the_root_of_the_squares(
    n_relations: int, averaged: bool, loss: str
) -> None:
    toy = Toy(n_relations)
    options: dict[str, Any] = {"learning_rate": 0.1, "first_square": 0.01}
    learner = Online("adagrad", averaged=averaged, shuffle=False, **options)
    wanted = toy.judged(averaged, "adagrad", loss, eta=0.1, first_square=0.01)
    toy.assert_agrees(toy.learned(learner, loss), wanted)


def test_a_batch_takes_one_step_along_its_mean() -> None:
    """Where the user asks for batches, they are those of all other structures."""
    toy = Toy(3)
    learner = Online(
        "sgd", learning_rate=0.3, averaged=False, shuffle=False, batch_size=N_SENTENCES
    )
    judge = TreeLearner("sgd", "logistic", 1 << BITS[0], 3, _core.stride(3), eta=0.3)
    theta = toy.start.astype(np.float64)
    for _ in range(EPOCHS):
        theta += np.mean([judge.step(theta, each) for each in toy.sentences], axis=0)
    toy.assert_agrees(toy.learned(learner, "logistic"), theta)


def test_a_cost_other_than_one_is_refused() -> None:
    toy = Toy(3)
    with pytest.raises(ParameterError) as caught:
        toy.problem(Hinge(cost=0.5))
    assert_three_parts(caught.value, "costs of their own", "cost=0.5", "Leave it out")


def test_weights_are_taken_apart_as_they_were_put_together() -> None:
    toy = Toy(3)
    problem = toy.problem(Hinge())
    assert problem.n_weight_rows == problem.native().n_cells == len(toy.start)
    fitted = Online("mira", epochs=1).fit(problem)
    weights = fitted.weights
    assert weights.shared.shape == (1 << BITS[0],)
    assert weights.relation.shape == (1 << BITS[1], 4)
    np.testing.assert_array_equal(problem.unpack(toy.start).shared, toy.start[: 1 << BITS[0]])
    np.testing.assert_array_equal(written_out(problem.unpack(toy.start)), toy.start)
    assert not weights.relation[:, 3].any()
