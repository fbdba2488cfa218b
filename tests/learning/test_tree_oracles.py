"""Losses on trees: values and gradients are those of brute force and of finite differences."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from linguine import _core
from linguine.features import ArcExtractor, ArcTemplates

from ..features.token_tables import table
from ..reference import labelled_trees as judge
from ..reference.trees import all_trees
from ..tree_scores import RULES

Array = NDArray[np.float64]
by_rules = pytest.mark.parametrize(("projective", "single_root"), RULES)
by_loss = pytest.mark.parametrize("loss", judge.LOSSES)
SIZES = [(1, 1), (1, 3), (2, 2), (3, 1), (3, 3), (4, 1), (4, 2), (4, 3)]


class Sentence:
    """A tree of n words and random scores; some arcs that it does not have are excluded."""

    def __init__(
        self,
        seed: int,
        n: int,
        n_relations: int,
        projective: bool = True,
        single_root: bool = True,
        *,
        excluded: float = 0.0,
        whole: bool = False,
    ) -> None:
        random = np.random.default_rng([seed, n, n_relations])
        trees = all_trees(n, projective, single_root)
        self.heads = np.array(trees[random.integers(len(trees))])
        self.relations = random.integers(n_relations, size=n)
        self.scores: Array = 2 * random.standard_normal((n, n + 1, n_relations))
        if whole:
            self.scores = np.round(self.scores)
        is_out = random.random((n, n + 1)) < excluded
        is_out[np.arange(n), self.heads] = False
        self.scores[is_out, 0] = -np.inf
        self.rules = {"projective": projective, "single_root": single_root}

    @property
    def gold(self) -> tuple[Any, Any]:
        return self.heads, self.relations

    def problem(self, loss: str, *, relation_cost: float = 0.5) -> _core.TreeProblem:
        return tree_problem([self], loss, relation_cost=relation_cost)

    def parts(self) -> Array:
        """Return the scores as the core has them; what it must not read is not a number."""
        n, _, n_relations = self.scores.shape
        parts = np.full((n, n + 1, _core.stride(n_relations)), np.nan)
        parts[:, :, :n_relations] = self.scores
        parts[np.arange(n), np.arange(1, n + 1)] = np.nan
        return parts.ravel()


def tree_problem(
    sentences: list[Sentence], loss: str, *, relation_cost: float = 0.5
) -> _core.TreeProblem:
    extractor = ArcExtractor(ArcTemplates(["h.w"]), ["w"], 4, 4)
    words = table([[{"w": "a"}] * len(each.heads) for each in sentences], ("w",))
    first = sentences[0]
    return _core.TreeProblem(
        extractor.native,
        extractor.feed(words),
        np.concatenate([each.heads for each in sentences]).astype(np.int32),
        np.concatenate([each.relations for each in sentences]).astype(np.int32),
        np.ones(len(sentences)),
        first.scores.shape[2],
        loss,
        first.rules["projective"],
        first.rules["single_root"],
        relation_cost,
        1,
    )


def unpadded(gradient: Array, sentence: Sentence) -> Array:
    """Return the gradient in the shape of the scores; the padding must be zero."""
    n, _, n_relations = sentence.scores.shape
    cube = gradient.reshape(n, n + 1, -1)
    assert not cube[:, :, n_relations:].any()
    return cube[:, :, :n_relations]


@by_rules
@by_loss
@pytest.mark.parametrize(("n", "n_relations"), SIZES)
@pytest.mark.parametrize("excluded", [0.0, 0.4])
@pytest.mark.parametrize("relation_cost", [0.5, 0.0, 2.0])
def test_value_and_gradient_are_those_of_brute_force(
    n: int,
    n_relations: int,
    loss: str,
    projective: bool,
    single_root: bool,
    excluded: float,
    relation_cost: float,
) -> None:
    for seed in range(3):
        sentence = Sentence(seed, n, n_relations, projective, single_root, excluded=excluded)
        problem = sentence.problem(loss, relation_cost=relation_cost)
        value, gradient = problem.evaluate(0, sentence.parts())
        wanted, slope = judge.loss(
            sentence.scores, sentence.gold, loss, relation_cost=relation_cost, **sentence.rules
        )
        assert value == pytest.approx(wanted, abs=1e-9)
        # random scores have one best tree, so the subgradients are unique too
        np.testing.assert_allclose(unpadded(gradient, sentence), slope, atol=1e-9)


@by_rules
@by_loss
def test_gradients_are_finite_differences(loss: str, projective: bool, single_root: bool) -> None:
    sentence = Sentence(7, 4, 2, projective, single_root, excluded=0.2)
    problem = sentence.problem(loss)
    parts = sentence.parts()
    _, gradient = problem.evaluate(0, parts)
    h = 1e-5
    for i in np.flatnonzero(np.isfinite(parts)):
        up, down = parts.copy(), parts.copy()
        up[i] += h
        down[i] -= h
        slope = (problem.evaluate(0, up)[0] - problem.evaluate(0, down)[0]) / (2 * h)
        assert slope == pytest.approx(gradient.ravel()[i], abs=1e-8)


@by_rules
@pytest.mark.parametrize("loss", ["perceptron", "hinge"])
def test_of_equal_trees_one_of_the_best_is_taken(
    loss: str, projective: bool, single_root: bool
) -> None:
    for seed in range(20):
        sentence = Sentence(seed, 4, 2, projective, single_root, whole=True)
        value, gradient = sentence.problem(loss).evaluate(0, sentence.parts())
        wanted, _ = judge.loss(
            sentence.scores, sentence.gold, loss, relation_cost=0.5, **sentence.rules
        )
        assert value == wanted  # halves are exact
        words = np.arange(4)
        taken = unpadded(gradient, sentence)
        taken[words, sentence.heads, sentence.relations] += 1
        assert (taken.sum((1, 2)) == 1).all()
        heads, relations = np.divmod(taken.reshape(4, -1).argmax(1), 2)
        assert tuple(heads) in all_trees(4, projective, single_root)
        found = sentence.scores[words, heads, relations].sum()
        if loss == "hinge":
            found += judge.costs(sentence.gold, heads[None], relations[None], 0.5)[0]
        assert found - sentence.scores[words, sentence.heads, sentence.relations].sum() == wanted


@by_loss
def test_a_wrong_head_costs_one_and_a_wrong_relation_what_was_said(loss: str) -> None:
    """With equal scores a loss with a margin is about costs only."""
    sentence = Sentence(0, 3, 2)
    sentence.scores[:] = 0.0
    value, _ = sentence.problem(loss, relation_cost=0.25).evaluate(0, sentence.parts())
    heads, relations = judge.all_labelled(3, 2, True, True)
    costs = judge.costs(sentence.gold, heads, relations, 0.25)
    wanted = {
        "perceptron": 0.0,
        "hinge": costs.max(),
        "logistic": np.log(len(heads)),
        "softmax-margin": np.log(np.exp(costs).sum()),
    }[loss]
    assert value == pytest.approx(wanted, abs=1e-12)
    assert costs.max() > 2


@by_rules
@pytest.mark.parametrize("loss", ["logistic", "softmax-margin"])
@pytest.mark.parametrize("size", [1.0, 300.0])
def test_shares_of_a_long_sentence_add_up(
    loss: str, size: float, projective: bool, single_root: bool
) -> None:
    n, n_relations = 60, 5
    random = np.random.default_rng(1)
    sentence = Sentence(0, 1, n_relations)
    sentence.heads, sentence.relations = np.arange(n), random.integers(n_relations, size=n)
    sentence.scores = size * random.standard_normal((n, n + 1, n_relations))
    sentence.rules = {"projective": projective, "single_root": single_root}
    value, gradient = sentence.problem(loss).evaluate(0, sentence.parts())
    shares = unpadded(gradient, sentence)
    shares[np.arange(n), sentence.heads, sentence.relations] += 1
    assert value > 0
    assert shares.min() >= -1e-9
    np.testing.assert_allclose(shares.sum((1, 2)), 1.0, atol=1e-9)
    if single_root:
        assert shares[:, 0].sum() == pytest.approx(1.0, abs=1e-9)


def test_sentences_are_asked_one_by_one_and_empty_ones_are_none() -> None:
    sentences = [Sentence(i, n, 2) for i, n in enumerate((2, 3))]
    empty = Sentence(0, 1, 2)
    empty.heads, empty.relations = np.zeros(0, int), np.zeros(0, int)
    problem = tree_problem([empty, sentences[0], empty, sentences[1], empty], "hinge")
    for i, each in enumerate(sentences):
        wanted = each.problem("hinge").evaluate(0, each.parts())[0]
        assert problem.evaluate(i, each.parts())[0] == wanted
    for i in (-1, 2):
        with pytest.raises(ValueError, match="no such sentence"):
            problem.evaluate(i, sentences[0].parts())


# --- what is refused ----------------------------------------------------------------------------


@by_loss
@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_scores_that_are_no_numbers_are_refused(loss: str, bad: float) -> None:
    """A search that cannot compare two scores might look for the larger one for ever."""
    sentence = Sentence(0, 3, 2)
    for part in ((0, 2, 0), (0, 2, 1), (2, 0, 0)):
        parts = sentence.parts().reshape(3, 4, -1)
        parts[part] = bad
        with pytest.raises(ValueError, match="must be finite"):
            sentence.problem(loss).evaluate(0, parts.ravel())


@by_loss
def test_a_gold_arc_that_is_excluded_is_refused(loss: str) -> None:
    sentence = Sentence(0, 3, 2)
    parts = sentence.parts().reshape(3, 4, -1)
    parts[1, sentence.heads[1]] = -np.inf
    with pytest.raises(ValueError, match="gold tree is excluded"):
        sentence.problem(loss).evaluate(0, parts.ravel())


def test_scores_must_be_as_many_as_parts() -> None:
    sentence = Sentence(0, 3, 2)
    with pytest.raises(ValueError, match="for each part"):
        sentence.problem("hinge").evaluate(0, sentence.parts()[:-1])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"heads": [2, 4, 0]}, "a head is out of range"),
        ({"heads": [2, -1, 0]}, "a head is out of range"),
        ({"heads": [1, 0, 2]}, "a head is out of range"),
        ({"heads": [2, 0]}, "one for each token"),
        ({"relations": [0, 0, 2]}, "a relation is out of range"),
        ({"relations": [0, 0, -2]}, "a relation is out of range"),
        ({"relations": [0, 0]}, "one for each token"),
    ],
    ids=str,
)
def test_trees_that_cannot_be_are_refused(change: dict[str, list[int]], message: str) -> None:
    sentence = Sentence(0, 3, 2)
    words = table([[{"w": "a"}] * 3], ("w",))
    extractor = ArcExtractor(ArcTemplates(["h.w"]), ["w"], 4, 4)
    given = {"heads": [2, 0, 2], "relations": [0, 1, 0], **change}
    heads, relations = (np.array(given[name], np.int32) for name in ("heads", "relations"))
    with pytest.raises(ValueError, match=message):
        _core.TreeProblem(
            extractor.native, extractor.feed(words), heads, relations, np.ones(1), 2, "hinge",
            sentence.rules["projective"], sentence.rules["single_root"], 0.5, 1,
        )  # fmt: skip


def test_a_relation_that_is_not_known_cannot_be_learned_from() -> None:
    """Held-out trees may have one; it has no score, so no loss can be made of it."""
    sentence = Sentence(0, 3, 2)
    sentence.relations = np.array([-1, 0, 1])
    with pytest.raises(ValueError, match="must be known"):
        sentence.problem("hinge").evaluate(0, sentence.parts())


@pytest.mark.parametrize("loss", ["squared", "Hinge", ""])
def test_an_unknown_loss_is_refused(loss: str) -> None:
    with pytest.raises(ValueError, match="unknown loss"):
        Sentence(0, 2, 2).problem(loss)
