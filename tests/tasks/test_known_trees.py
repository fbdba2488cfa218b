"""k best trees, and trees of which something is known: judged by enumerating all trees."""

from __future__ import annotations

import itertools
import math
import pickle
from functools import cache
from typing import Any

import numpy as np
import pytest

from linguine import DependencyParser
from linguine.data import Sentences
from linguine.errors import DataError, NotAvailableError
from linguine.tasks.parser.explanation import find_siblings
from linguine.tasks.parser.input import read_unparsed
from linguine.tasks.parser.model import ParserModel

from ..messages import assert_three_parts
from ..reference.trees import is_projective, is_tree
from .treebank import TEST, TRAIN, as_lists, fitted, make

WORDS = ["she", "sees", "the", "old", "dog"]
SHORT = WORDS[1:]
Pairs = list[tuple[int, str]]


@cache
def of_words(algorithm: str, projective: bool = True, order: int = 1) -> DependencyParser:
    """A parser of words alone, which looks at all arcs."""
    return make(algorithm, columns="form", projective=projective, order=order).fit(TRAIN)


def model_of(parser: DependencyParser) -> ParserModel:
    assert parser.model_ is not None
    return parser.model_


def all_trees(parser: DependencyParser, words: list[str], allowed: Any = None) -> list[Any]:
    """(score, heads, relations) of every tree with its best relations, best first."""
    model = model_of(parser)
    read: Sentences = read_unparsed(model, [words])
    n, names = len(words), model.relations
    wishes = [None] * n if allowed is None else allowed
    found = []
    for heads in itertools.product(range(n + 1), repeat=n):
        if not is_tree(heads) or heads.count(0) > 1:
            continue
        if model.projective and not is_projective(heads):
            continue
        siblings = find_siblings(heads) if model.order > 1 else [0] * n
        if any(not fits(wish, head, None) for wish, head in zip(wishes, heads, strict=True)):
            continue
        score, relations = 0.0, []
        for m, (head, sibling) in enumerate(zip(heads, siblings, strict=True), start=1):
            scores = {
                name: score_arc(parser, read, head, m, name, sibling)
                for name in names
                if fits(wishes[m - 1], head, name)
            }
            best = max(scores, key=lambda name: scores[name])
            relations.append(best)
            score += scores[best]
        found.append((score, heads, relations))
    return sorted(found, key=lambda each: -each[0])


_ARCS: dict[Any, float] = {}


def score_arc(
    parser: DependencyParser, read: Sentences, head: int, m: int, name: str, sibling: int
) -> float:
    key = id(parser), tuple(read.texts_of("form")[0]), head, m, name, sibling
    if key not in _ARCS:
        features = model_of(parser).arc_features(read, 0, head, m, name, sibling)
        _ARCS[key] = math.fsum(each.weight for each in features)
    return _ARCS[key]


def fits(wish: Any, head: int, relation: str | None) -> bool:
    """Whether a wish allows a head, and a relation unless that is not asked."""
    if wish is None:
        return True
    heads, names = wish if isinstance(wish, tuple) else (None, wish)
    if isinstance(wish, int):
        heads, names = wish, None
    heads = {heads} if isinstance(heads, int) else heads
    names = {names} if isinstance(names, str) else names
    fits_head = heads is None or head in heads
    return fits_head and (relation is None or names is None or relation in names)


ALLOWED: list[Any] = [
    None,
    [None, 0, None, None],
    ["det", (0, None), None, ({1, 2}, {"obj", "nsubj"})],
    [(None, {"obj", "det"}), None, 4, None],
]


@pytest.mark.parametrize("allowed", ALLOWED)
@pytest.mark.parametrize(
    ("algorithm", "projective", "order"),
    [("crf", True, 1), ("crf", False, 1), ("mira", True, 1), ("mira", True, 2)],
)
def test_the_k_best_trees_are_those_of_an_enumeration(
    algorithm: str, projective: bool, order: int, allowed: Any
) -> None:
    parser = of_words(algorithm, projective, order)
    judge = all_trees(parser, SHORT, allowed)
    wishes = None if allowed is None else [allowed]
    for k in (1, 4, len(judge) + 5):
        (found,) = parser.k_best([SHORT], k, wishes)
        assert len(found) == min(k, len(judge))
        assert len({tuple(head for head, _ in tree) for tree, _ in found}) == len(found)
        scores = {heads: score for score, heads, _ in judge}
        names = {heads: relations for _, heads, relations in judge}
        for (tree, _), (score, _, _) in zip(found, judge, strict=False):
            heads = tuple(head for head, _ in tree)
            assert scores[heads] == pytest.approx(score, abs=1e-4)
            assert [relation for _, relation in tree] == names[heads]
    (best,) = parser.predict([SHORT], wishes)
    assert best == found[0][0]


@pytest.mark.parametrize("allowed", ALLOWED)
def test_probabilities_are_shares_of_what_is_allowed(allowed: Any) -> None:
    parser = of_words("crf")
    model = model_of(parser)
    read = read_unparsed(model, [SHORT])
    wishes = [None] * len(SHORT) if allowed is None else allowed
    total, by_head = 0.0, np.zeros((len(SHORT), len(SHORT) + 1))
    judge = all_trees(parser, SHORT, allowed)
    for _, heads, _ in judge:
        share = 1.0
        for m, head in enumerate(heads, start=1):
            names = [each for each in model.relations if fits(wishes[m - 1], head, each)]
            share *= sum(math.exp(score_arc(parser, read, head, m, name, 0)) for name in names)
        total += share
        by_head[np.arange(len(SHORT)), heads] += share
    told = None if allowed is None else [allowed]
    (found,) = parser.k_best([SHORT], 3, told)
    for (_, p), (score, _, _) in zip(found, judge, strict=False):
        assert p == pytest.approx(math.exp(score) / total, rel=1e-3)
    (table,) = parser.predict_proba([SHORT], told)
    np.testing.assert_allclose(table, by_head / total, atol=1e-4)


def test_what_is_known_wins_over_arcs_that_training_never_came_near() -> None:
    parser = fitted()
    tokens, _, _ = as_lists(TEST)
    i = next(i for i, each in enumerate(tokens) if len(each) > 6)
    wishes: list[Any] = [None] * len(tokens[i])
    wishes[0] = len(tokens[i])  # the first word hangs on the last
    (tree,) = parser.predict([tokens[i]], [wishes])
    assert tree[0][0] == len(tokens[i])


def test_all_heads_known_are_all_heads_found() -> None:
    tokens, heads, relations = as_lists(TEST)
    found = fitted("mira", projective=False).predict(tokens, heads)
    assert [[head for head, _ in tree] for tree in found] == heads
    wishes = [
        list(zip(own, named, strict=True)) for own, named in zip(heads, relations, strict=True)
    ]
    known = set(fitted("mira", projective=False).labels_)
    if {name for each in relations for name in each} <= known:
        assert fitted("mira", projective=False).predict(tokens, wishes) == wishes


def test_empty_sentences_and_threads() -> None:
    parser = of_words("crf")
    assert parser.k_best([[]], 3) == [[([], 1.0)]]
    both = [parser.set_params(n_threads=n).k_best([WORDS, [], SHORT] * 5, 3) for n in (1, 2)]
    parser.set_params(n_threads=1)
    assert both[0] == both[1]


def test_order_2_has_k_best_trees_and_no_probabilities() -> None:
    parser = of_words("mira", order=2)
    assert {p for _, p in parser.k_best([WORDS], 4)[0]} == {None}
    with pytest.raises(NotAvailableError):
        parser.predict_proba([WORDS], [[0, None, None, None, None]])


@pytest.mark.parametrize(
    ("wishes", "rule", "got", "fix"),
    [
        ([0, 0, None, None], "must be a tree", "4 words", "Allow more"),
        ([2, 1, None, None], "must be a tree", "4 words", "Allow more"),
        ([3, 4, None, None], "must be a tree", "4 words", "projective"),
        ([1, None, None, None], "heads by their number", "token 1 has 1", "Give a head"),
        ([9, None, None, None], "heads by their number", "token 1 has 9", "Give a head"),
        ([True, None, None, None], "heads by their number", "True", "Give a head"),
        ([set(), None, None, None], "heads and relations", "set", "Give a head"),
        (["nonsense", None, None, None], "relations of the model", "nonsense", "Give a head"),
        ([2.5, None, None, None], "heads and relations", "2.5", "Give a head"),
        ([None], "one wish for each token", "1 wishes", "Write None"),
    ],
)
def test_wishes_that_cannot_be_are_told(wishes: Any, rule: str, got: str, fix: str) -> None:
    with pytest.raises(DataError) as error:
        of_words("crf").predict([SHORT], [wishes])
    assert_three_parts(error.value, rule, got, fix)
    with pytest.raises(DataError):
        of_words("crf").k_best([SHORT], 2, [wishes])
    with pytest.raises(DataError):
        of_words("crf").predict_proba([SHORT], [wishes])


# --- going on -------------------------------------------------------------------------------------


@pytest.mark.parametrize("algorithm", ["perceptron", "mira", "svm", "crf", "softmax-margin"])
def test_a_loaded_parser_takes_the_same_steps_as_the_fitted_one(algorithm: str) -> None:
    first, rest = TRAIN.take(slice(0, 40)), TRAIN.take(slice(40, 60))
    fitted_one = make(algorithm).fit(first)
    loaded = DependencyParser.load(fitted_one.to_bytes(), n_threads=1)
    for parser in (fitted_one, loaded):
        parser.partial_fit(rest)
    one, other = model_of(fitted_one), model_of(loaded)
    np.testing.assert_array_equal(one.weights.shared, other.weights.shared)
    np.testing.assert_array_equal(one.weights.relation, other.weights.relation)
    assert one.info["n_sentences"] == 60


@pytest.mark.parametrize("algorithm", ["perceptron", "mira", "crf"])
def test_a_pass_over_all_at_once_is_a_fit_of_one_epoch(algorithm: str) -> None:
    once = model_of(make(algorithm, epochs=1).fit(TRAIN))
    pieced = model_of(make(algorithm, epochs=1).partial_fit(TRAIN))
    np.testing.assert_array_equal(once.weights.shared, pieced.weights.shared)
    np.testing.assert_array_equal(once.weights.relation, pieced.weights.relation)


def test_pieces_of_eight_sentences_are_the_steps_of_one_run() -> None:
    """A parser takes eight at a time; with all words and arcs known before, in the same order."""
    from linguine.learning import Online
    from linguine.tasks.parser.increment import TreeStream

    def stream(parser: DependencyParser) -> TreeStream:
        made = TreeStream(parser.settings, parser.model_)
        made._learner = Online("perceptron", shuffle=False)
        return made

    known = make("perceptron").fit(TRAIN)
    whole, pieces = stream(known), stream(known)
    some = TRAIN.take(slice(0, 32))
    from linguine.model.concurrency import Resources

    use = Resources(1, 0, None)
    whole.advance(some, use)
    for i in range(0, 32, 8):
        pieces.advance(some.take(slice(i, i + 8)), use)
    one, other = whole.model(), pieces.model()
    np.testing.assert_array_equal(one.weights.shared, other.weights.shared)
    np.testing.assert_array_equal(one.weights.relation, other.weights.relation)


def test_a_stream_learns_trees_and_new_relations() -> None:
    parser = make("mira", shared_bits=16, relation_bits=12)
    for _ in range(3):
        for begin in range(0, len(TRAIN), 30):
            parser.partial_fit(TRAIN.take(slice(begin, begin + 30)))
    assert parser.score(TRAIN) > 0.6
    before = parser.labels_
    tokens, heads, _ = as_lists(TRAIN.take(slice(0, 5)))
    named = [["brandnew"] * len(each) for each in heads]
    for _ in range(120):  # an average over all steps learns a late relation as slowly
        parser.partial_fit(tokens, heads, named)
    assert parser.labels_ == [*before, "brandnew"]
    found = parser.predict(tokens[:1])[0]
    assert "brandnew" in {name for _, name in found}
    assert pickle.loads(pickle.dumps(parser)).predict(tokens) == parser.predict(tokens)


def test_a_first_piece_of_one_sentence_with_one_relation() -> None:
    parser = make("perceptron").partial_fit([[("Go", "VERB")]], [[0]], [["root"]])
    parser.partial_fit(TRAIN)
    assert len(parser.labels_) > 5


def test_threads_do_not_change_the_file_of_a_stream() -> None:
    files = []
    for n_threads in (1, 2):
        parser = make("crf", n_threads=n_threads).partial_fit(TRAIN.take(slice(0, 30)))
        files.append(parser.partial_fit(TRAIN.take(slice(30, 50))).to_bytes())
    assert files[0] == files[1]


def test_what_breaks_off_leaves_no_trace() -> None:
    parser = make("mira").partial_fit(TRAIN.take(slice(0, 10)))
    before = parser.to_bytes()
    wrong: Any
    for wrong in ([[("a", "X"), ("b", "X")]], [[2, 1]]), ([[]], [[]]):
        with pytest.raises(DataError):
            parser.partial_fit(*wrong)
    assert parser.to_bytes() == before


def test_heads_alone_go_on_with_heads_alone() -> None:
    tokens, heads, relations = as_lists(TRAIN.take(slice(0, 10)))
    parser = make("perceptron").partial_fit(tokens, heads)
    with pytest.raises(DataError) as error:
        parser.partial_fit(tokens, heads, relations)
    assert_three_parts(error.value, "heads alone", "such as", "Leave them out")


def test_batch_learners_do_not_go_on() -> None:
    with pytest.raises(NotAvailableError) as error:
        DependencyParser("crf", learner="lbfgs").partial_fit(TRAIN)
    assert_three_parts(error.value, "sentence by sentence", "lbfgs", "Use 'perceptron'")
