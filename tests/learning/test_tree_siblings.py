"""Trees of order 2: the best tree, the loss and its gradient are those of brute force."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from linguine import DependencyParser, _core
from linguine.data import read_sentences
from linguine.errors import LinguineError
from linguine.features import ArcExtractor, ArcTemplates

from ..features.token_tables import table
from ..reference.trees import all_trees

Array = NDArray[np.float64]
Parts = dict[tuple[int, int, int], int]
CORPUS = (
    Path(__file__).parents[2] / "src" / "linguine" / "data" / "corpora" / "everyday_small.conllu"
)
COST = 0.5
#: The corpus has two trees with crossing arcs, and says so.
crossing = pytest.mark.filterwarnings("ignore::linguine.DataWarning")


def lay_out(n: int, single_root: bool) -> Parts:
    """Return the place of each (head, sibling, modifier); sibling 0 is none."""
    places: Parts = {}
    for head in range(n + 1):
        for side in (range(head + 1, n + 1), range(head - 1, 0, -1)):
            before: list[int] = []
            for modifier in side:
                siblings = [] if head == 0 and single_root else before
                for sibling in (0, *siblings):
                    places[head, sibling, modifier] = len(places)
                before.append(modifier)
    return places


def parts_of(heads: tuple[int, ...]) -> list[tuple[int, int, int]]:
    """Return the sibling parts of a tree: the nearest modifier of the same head towards it."""
    found = []
    for modifier, head in enumerate(heads, start=1):
        between = range(modifier - 1, head, -1) if head < modifier else range(modifier + 1, head)
        same = [word for word in between if heads[word - 1] == head]
        found.append((head, same[0] if same else 0, modifier))
    return found


@pytest.mark.parametrize("loss", ["perceptron", "hinge"])
@pytest.mark.parametrize("single_root", [True, False])
@pytest.mark.parametrize(("n", "n_relations"), [(1, 1), (2, 3), (3, 2), (4, 1), (5, 3), (6, 2)])
def test_loss_and_gradient_are_those_of_brute_force(
    n: int, n_relations: int, single_root: bool, loss: str
) -> None:
    random = np.random.default_rng([n, n_relations])
    trees = all_trees(n, True, single_root)
    stride = _core.stride(n_relations)
    places = lay_out(n, single_root)
    for _ in range(10):
        gold = trees[random.integers(len(trees))]
        relations = random.integers(n_relations, size=n)
        arcs = random.normal(size=(n, n + 1, stride))
        siblings = 2 * random.normal(size=len(places))
        problem = sibling_problem(gold, relations, n_relations, single_root, loss)
        value, gradient = problem.evaluate(0, np.concatenate([arcs.ravel(), siblings]))

        margin = np.zeros((n, n + 1, n_relations))
        if loss == "hinge":
            margin[:] = 1
            margin[np.arange(n), gold] = COST
            margin[np.arange(n), gold, relations] = 0
        augmented = arcs[:, :, :n_relations] + margin

        def score(heads: tuple[int, ...], table: Array, own: Array = siblings) -> float:
            words = np.arange(n)
            best = table[words, heads].max(axis=1).sum()
            return float(best + sum(own[places[part]] for part in parts_of(heads)))

        best = max(trees, key=lambda heads: score(heads, augmented))
        right = arcs[np.arange(n), gold, relations].sum()
        right += sum(siblings[places[part]] for part in parts_of(gold))
        assert value == pytest.approx(score(best, augmented) - right)
        expected = np.zeros(len(places))
        for part in parts_of(best):
            expected[places[part]] += 1
        for part in parts_of(gold):
            expected[places[part]] -= 1
        assert gradient.ravel()[arcs.size :] == pytest.approx(expected)
        of_arcs = gradient.ravel()[: arcs.size].reshape(arcs.shape).sum(axis=2)
        wanted = np.zeros((n, n + 1))
        wanted[np.arange(n), best] += 1
        wanted[np.arange(n), gold] -= 1
        assert of_arcs == pytest.approx(wanted)


def sibling_problem(
    heads: tuple[int, ...],
    relations: NDArray[np.int64],
    n_relations: int,
    single_root: bool,
    loss: str,
) -> _core.TreeProblem:
    extractor = ArcExtractor(ArcTemplates(["h.w"], [], ["s.w|m.w"]), ["w"], 4, 4)
    words = table([[{"w": "a"}] * len(heads)], ("w",))
    return _core.TreeProblem(
        extractor.native,
        extractor.feed(words),
        np.array(heads, np.int32),
        relations.astype(np.int32),
        np.ones(1),
        n_relations,
        loss,
        True,
        single_root,
        COST,
        1,
    )


def test_what_sums_or_crosses_has_no_siblings() -> None:
    for loss, projective in (("logistic", True), ("hinge", False)):
        extractor = ArcExtractor(ArcTemplates(["h.w"], [], ["s.w"]), ["w"], 4, 4)
        fed = extractor.feed(table([[{"w": "a"}]], ("w",)))
        zero = np.zeros(1, np.int32)
        with pytest.raises(ValueError, match=r"order 2 are projective|needs sums"):
            _core.TreeProblem(
                extractor.native, fed, zero, zero, np.ones(1), 1, loss, projective, True, 0.5, 1
            )


@crossing
def test_a_parser_of_order_2_learns_and_gives_the_same_bytes_on_two_threads() -> None:
    sentences = read_sentences(CORPUS)
    made = [
        DependencyParser(
            "mira", order=2, epochs=3, shared_bits=14, relation_bits=8, n_threads=n
        ).fit(sentences)
        for n in (1, 2)
    ]
    first, second = (each.to_bytes() for each in made)
    assert first == second
    trees = made[0].predict_trees(sentences)
    assert made[0].evaluate(sentences).scores.uas > 0.8
    assert trees.is_projective().all()
    assert (np.add.reduceat(trees.heads == 0, sentences.offsets[:-1]) == 1).all()
    loaded = DependencyParser.load(first)
    assert loaded.settings.order == 2
    assert (loaded.predict_trees(sentences).heads == trees.heads).all()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"order": 3}, "order must be 1"),
        ({"order": 2, "projective": False}, "must be projective"),
        ({"algorithm": "crf", "order": 2}, "sums over trees"),
        ({"order": 2, "k_best": 5}, "several candidates"),
    ],
)
def test_what_order_2_does_not_have_is_refused(options: dict[str, object], words: str) -> None:
    with pytest.raises(LinguineError, match=words):
        DependencyParser(**options)  # type: ignore[arg-type]


@crossing
def test_probabilities_are_for_order_1() -> None:
    sentences = read_sentences(CORPUS).take(slice(20))
    parser = DependencyParser("mira", order=2, epochs=1, shared_bits=10, relation_bits=6)
    parser.fit(sentences)
    with pytest.raises(LinguineError, match="order=1"):
        parser.predict_proba(sentences)
