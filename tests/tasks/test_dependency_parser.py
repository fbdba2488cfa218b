"""DependencyParser: every form of input, every complaint, and always a tree."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linguine import DependencyParser
from linguine.data import Trees, read_sentences
from linguine.errors import DataError
from linguine.features import ArcTemplates
from linguine.progress import Progress
from linguine.tasks.parser.input import read_unparsed

from ..messages import assert_three_parts
from ..reference.trees import is_projective, is_tree
from .treebank import EVERY, TEST, TRAIN, as_lists, fitted, make, saved

TOKENS, HEADS, RELATIONS = as_lists(TRAIN.take(slice(0, 40)))
ODD: list[list[tuple[str, str]]] = [
    [],
    [("Yes", "INTJ")],
    [("unheard", "of"), ("ÄÖ", "??"), ("你好", "")],
    [("", "")] * 3,
    [("the", "DET")] * 30,
    [("a|b", "X Y"), ("<root>", "<root>"), ("#", "_")],
]


def words_only(sentences: Any) -> list[list[str]]:
    return [[form for form, *_ in each] for each in sentences]


@cache
def make_pairs() -> DependencyParser:
    """A parser of forms and tags; tests must leave it as it is."""
    return make().fit(TOKENS, HEADS, RELATIONS)


@pytest.fixture
def pairs() -> DependencyParser:
    return make_pairs()


# --- input --------------------------------------------------------------------------------------


def test_files_sentences_lists_and_dictionaries_give_the_same_model(tmp_path: Path) -> None:
    path = tmp_path / "x.conllu"
    lines = [
        [
            f"{i}\t{form}\t_\t{tag}\t_\t_\t{head}\t{relation}\t_\t_\n"
            for i, ((form, tag), head, relation) in enumerate(zip(*each, strict=True), start=1)
        ]
        for each in zip(TOKENS, HEADS, RELATIONS, strict=True)
    ]
    path.write_text("\n".join("".join(each) for each in lines))
    wanted = saved(make().fit(TOKENS, HEADS, RELATIONS))
    shuffled = [
        [{"upos": tag, "form": form} if i % 2 else {"form": form, "upos": tag}
         for i, (form, tag) in enumerate(each)]
        for each in TOKENS
    ]  # fmt: skip
    for trees in (
        (path,),
        (str(path),),
        (read_sentences(path),),
        (shuffled, HEADS, RELATIONS),
        (iter(TOKENS), iter(HEADS), iter(RELATIONS)),
        (tuple(map(tuple, TOKENS)), [np.array(each) for each in HEADS], RELATIONS),
    ):
        assert saved(make().fit(*trees)) == wanted
    parser = make().fit(path)
    answers = parser.predict(TOKENS)
    assert parser.predict(path) == parser.predict(read_sentences(path)) == answers
    assert parser.predict(shuffled) == answers
    assert parser.predict(iter(TOKENS)) == answers
    assert parser.score(path) == parser.score(TOKENS, HEADS, RELATIONS)
    assert parser.predict_trees(TOKENS).to_lists()[0] == [[h for h, _ in each] for each in answers]


def test_five_cells_are_those_of_universal_dependencies() -> None:
    names = ("form", "lemma", "upos", "xpos", "feats")
    tokens = [[("Dogs", "dog", "NOUN", "NNS", "Number=Plur"), ("bark", "bark", "VERB", "VBP", "_")]]
    parser = make().fit(tokens, [[2, 0]], [["nsubj", "root"]])
    assert parser.model_ is not None
    assert parser.model_.columns == names
    assert parser.predict(tokens) == [[(2, "nsubj"), (0, "root")]]


def test_words_alone_can_be_learned() -> None:
    parser = make().fit(words_only(TOKENS), HEADS, RELATIONS)
    assert parser.score(words_only(TOKENS), HEADS, RELATIONS) > 0.7
    assert (
        parser.predict([["Yes"]])
        == parser.predict([[("Yes",)]])
        == parser.predict([[{"form": "Yes"}]])
    )


def test_columns_that_are_asked_for_are_looked_at_and_no_others() -> None:
    for asked in ("form,upos", ["form", "upos"], " form , upos "):
        parser = make(columns=asked).fit(TRAIN.take(slice(0, 20)))
        assert parser.model_ is not None
        assert parser.model_.columns == ("form", "upos")
    usual = make().fit(TRAIN.take(slice(0, 20)))
    assert usual.model_ is not None
    assert usual.model_.columns == ("form", "upos")  # what one tagger gives to plain text


def test_templates_may_be_given_as_such_or_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "arcs.txt"
    path.write_text("h.upos|m.upos\nh.form|m.form\nrelation: h.upos|m.upos\n")
    own = ArcTemplates(["h.upos|m.upos", "h.form|m.form"], ["h.upos|m.upos"])
    by_file = make(templates=path).fit(TOKENS, HEADS, RELATIONS)
    by_name = make(templates=own).fit(TOKENS, HEADS, RELATIONS)
    assert saved(by_file) == saved(by_name) != saved(make().fit(TOKENS, HEADS, RELATIONS))
    assert by_name.score(TOKENS, HEADS, RELATIONS) > 0.5


def test_progress_is_told_epoch_by_epoch() -> None:
    seen: list[Progress] = []
    make(progress=seen.append, epochs=4).fit(TOKENS, HEADS, RELATIONS)
    assert [(each.step, each.total) for each in seen] == [(i, 4) for i in range(1, 5)]


# --- answers ------------------------------------------------------------------------------------


@pytest.mark.parametrize("projective", [True, False])
@pytest.mark.parametrize("algorithm", EVERY)
def test_marginals_and_confidences_are_shares(algorithm: str, projective: bool) -> None:
    parser = fitted(algorithm, projective)
    some = TEST.take(slice(0, 12))
    tables, confidences = parser.predict_proba(some), parser.confidences(some)
    trees = parser.predict_trees(some)
    assert len(tables) == len(confidences) == 12
    for i, (table, own) in enumerate(zip(tables, confidences, strict=True)):
        n = len(own)
        assert table.shape == (n, n + 1)
        assert table.min() >= 0
        np.testing.assert_allclose(table.sum(1), 1.0, atol=1e-9)
        assert table[:, 0].sum() == pytest.approx(1.0, abs=1e-9)  # one root
        assert not table[np.arange(n), np.arange(1, n + 1)].any()
        heads = np.array(trees.take([i]).heads)
        np.testing.assert_allclose(own, table[np.arange(n), heads], atol=1e-9)


def test_confidences_of_all_relations_add_up_to_the_arcs(pairs: DependencyParser) -> None:
    sentence = [[("Dogs", "NOUN"), ("bark", "VERB")]]
    (table,) = pairs.predict_proba(sentence)
    names = pairs.labels_
    assert pairs.model_ is not None
    for heads in ([2, 0], [0, 1]):
        given = [Trees.from_lists([heads], [[name, name]]) for name in names]
        both = [
            pairs.model_.confidences(read_unparsed(pairs.model_, sentence), each)[1]
            for each in given
        ]
        np.testing.assert_allclose(np.sum(both, axis=0), table[[0, 1], heads], atol=1e-9)


@pytest.mark.parametrize(
    ("trees", "rule", "got", "fix"),
    [
        (Trees.from_lists([[0]]), "a tree for each sentence", "1 trees of 1 words", "Give the"),
        (Trees.from_lists([[2, 0], [0]]), "a tree for each sentence", "2 trees", "Give the"),
        (Trees.from_lists([[2, 0]], [["odd", "root"]]), "one that the parser knows", "'odd'", "It"),
    ],
    ids=["words", "sentences", "relation"],
)
def test_confidences_of_other_trees_are_refused(
    trees: Trees, rule: str, got: str, fix: str, pairs: DependencyParser
) -> None:
    with pytest.raises(DataError) as caught:
        pairs.confidences([[("Dogs", "NOUN"), ("bark", "VERB")]], trees)
    assert_three_parts(caught.value, rule, got, fix)


def assert_trees(parser: DependencyParser, sentences: Any) -> None:
    answers = parser.predict(sentences)
    assert [len(each) for each in answers] == [len(each) for each in sentences]
    for answer in answers:
        heads = tuple(head for head, _ in answer)
        assert is_tree(heads)
        assert not parser.settings.projective or is_projective(heads)
        assert not heads or not parser.settings.single_root or heads.count(0) == 1
        assert {relation for _, relation in answer} <= set(parser.labels_)


@pytest.mark.parametrize("single_root", [True, False])
@pytest.mark.parametrize("projective", [True, False])
def test_random_weights_make_trees(projective: bool, single_root: bool) -> None:
    parser = make(projective=projective, single_root=single_root).fit(TOKENS, HEADS, RELATIONS)
    model = parser.model_
    assert model is not None
    for seed, size in enumerate((0.0, 1e-30, 1.0, 1e4, 1e8)):
        random = np.random.default_rng(seed)
        model.weights.shared[:] = size * random.standard_normal(model.weights.shared.shape)
        model.weights.relation[:] = size * random.standard_normal(model.weights.relation.shape)
        assert_trees(parser, [*ODD, *TOKENS])


words = st.tuples(st.text(max_size=5), st.sampled_from("ABC"))


@given(st.lists(st.lists(words, max_size=12), max_size=4))
@settings(max_examples=40)
def test_any_sentences_get_trees_alone_and_among_others(sentences: Any) -> None:
    parser = make_pairs()
    assert_trees(parser, sentences)
    assert parser.predict(sentences) == [parser.predict([each])[0] for each in sentences]


def test_odd_sentences_get_trees_and_shares(pairs: DependencyParser) -> None:
    assert_trees(pairs, ODD)
    for table, sentence in zip(pairs.predict_proba(ODD), ODD, strict=True):
        assert table.shape == (len(sentence), len(sentence) + 1)
        np.testing.assert_allclose(table.sum(1), 1.0, atol=1e-9)
    assert [len(each) for each in pairs.confidences(ODD)] == [len(each) for each in ODD]


def test_no_sentences_get_no_trees(pairs: DependencyParser) -> None:
    assert pairs.predict([]) == []
    assert pairs.predict([[]]) == [[]]
    assert pairs.predict_proba([]) == []
    assert pairs.confidences([]) == []
    assert [len(each) for each in pairs.confidences([[], []])] == [0, 0]


def test_a_parser_of_400_words_is_no_problem(pairs: DependencyParser) -> None:
    long = [("dog", "NOUN"), ("barks", "VERB"), (".", "PUNCT"), ("the", "DET")] * 100
    assert_trees(pairs, [long, ODD[2], long[:399]])


def test_sentences_of_the_wrong_class_are_scored_by_heads_where_there_are_only_heads() -> None:
    parser = make().fit(TOKENS, HEADS)
    evaluation = parser.evaluate(TOKENS, HEADS)
    assert evaluation.scores.las is None
    assert parser.score(TOKENS, HEADS) == evaluation.scores.uas > 0.8
