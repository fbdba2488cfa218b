"""DependencyParser says what is wrong with its input and settings, where, and what to do."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from linguine import DependencyParser
from linguine.errors import DataError, DataWarning, ParameterError
from linguine.features import ArcTemplates

from ..messages import assert_three_parts
from .treebank import FILE, TRAIN, as_lists, make

TOKENS, HEADS, RELATIONS = as_lists(TRAIN.take(slice(0, 40)))


def words_only(sentences: Any) -> list[list[str]]:
    return [[form for form, *_ in each] for each in sentences]


@cache
def make_pairs() -> DependencyParser:
    """A parser of forms and tags; tests must leave it as it is."""
    return make().fit(TOKENS, HEADS, RELATIONS)


@pytest.fixture
def pairs() -> DependencyParser:
    return make_pairs()


@pytest.mark.parametrize(
    ("sentences", "got"),
    [
        ("Dogs bark", "got str"),
        (["Dogs bark"], "sentence 0 is str"),
        ([[("Dogs", "NOUN"), ("bark", 3)]], "sentence 0, token 1"),
        ([[("Dogs", "NOUN"), "bark"]], "sentence 0, token 1"),
        ([[("Dogs", "NOUN"), ("bark",)]], "sentence 0, token 1"),
        ([[("Dogs", "NOUN")], [("Dogs", "NOUN", "x")]], "sentence 1, token 0"),
        ([[{"form": "Dogs", "upos": "NOUN"}, {"form": "bark"}]], "sentence 0, token 1"),
        ([[("a", "b", "c")]], r"a tuple of 2 \(form, upos\) cells"),
        ([[3]], "got int"),
        (None, "got NoneType"),
        (3, "got int"),
        ([None], "sentence 0 is NoneType"),
    ],
    ids=str,
)
def test_what_are_no_sentences_is_refused(
    sentences: Any, got: str, pairs: DependencyParser
) -> None:
    for ask in (pairs.predict, pairs.predict_proba, pairs.confidences):
        with pytest.raises(DataError) as caught:
            ask(sentences)
        assert_three_parts(caught.value, "must|expected", got, "Give|Convert|Split")


@pytest.mark.parametrize(
    ("given", "rule", "got", "fix"),
    [
        ((TOKENS,), "Trees must come with lists", "got no heads", r"Give heads=\[\[2, 0\]"),
        ((TOKENS, HEADS[:-1]), "must go together", "40 sentences, 39 lists", "one list each"),
        ((TOKENS, HEADS, RELATIONS[1:]), "must go together", "39 of relations", "one list each"),
        (([["a", "b"]], [[0]]), "needs one head", "2 tokens, 1 heads and 2 rel", "Check the lists"),
        (([["a", "b"]], [[2, 0]], [["x"]]), "needs one head", "1 relations", "Check the lists"),
        (([["a", "b"]], [2]), "heads must be a list of numbers", "sentence 0.*got 2", "Give one"),
        (([["a"]], ["0"]), "heads must be a list of numbers", "got '0'", "Give one list"),
        (([["a", "b"]], [[0, 0]]), "must have one root", "sentence 0, token 1", "one of them"),
        (([["a"], ["a", "b"]], [[0], [2, 1]]), "must have one root", "sentence 1", "head 0"),
        (([["a", "b", "c"]], [[0, 3, 2]]), "cycle|circle|root", "sentence 0", "[A-Z]"),
        (([["a", "b"]], [[3, 0]]), "a head must be the id", "token 0.*got 3", "Correct it"),
        (([["a", "b"]], [[-1, 0]]), "a head must be", "got '-1'", "Check the column"),
        (([["a", "b"]], [[2.5, 0]]), "a head must be", "got '2.5'", "Check the column"),
        (([["a", "b"]], [[None, 0]]), "a head must be", "got 'None'", "Check the column"),
        (([["a", "b"]], [[1, 0]]), "its own head", "token 0", "Give it the head"),
        (([["a", "b"]], [[2, 0]], [["x", 3]]), "expected a str", "got int", "Convert"),
        (([["a", "b"]], [[2, 0]], [["x", "_"]]), "needs a relation", "got '_'", "Fill it in"),
        (([], []), "must be sentences to learn from", "all are empty", "Give words"),
        (([[], []], [[], []]), "must be sentences to learn from", "all are empty", "Give words"),
        ((FILE, HEADS), "Trees must be given once", "more were given", "Leave one out"),
        ((str(FILE), None, RELATIONS), "Trees must be given once", "more were", "Leave one out"),
        (("Dogs bark .",), "Dogs bark|file", "Dogs bark", "[.?]$"),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)  # fmt: skip
def test_what_are_no_trees_is_refused(given: Any, rule: str, got: str, fix: str) -> None:
    with pytest.raises(DataError) as caught:
        make().fit(*given)
    assert_three_parts(caught.value, rule, got, fix)


def row(i: int, head: str, relation: str = "dep") -> str:
    return f"{i}\tw{i}\t_\tX\t_\t_\t{head}\t{relation}\t_\t_\n"


@pytest.mark.parametrize(
    ("text", "rule", "got", "fix"),
    [
        (row(1, "_", "_") + row(2, "_", "_"), "every token needs a head", "x.conllu:2", "treebank"),
        (row(1, "0") + row(2, "_"), "every token needs a head", "x.conllu:3.*one of 1", "fill"),
        (row(1, "0") + row(2, "3") + row(3, "2"), "cycle|circle|root", "x.conllu:[34]", "[A-Z]"),
        (row(1, "0") + row(2, "0"), "must have one root", "x.conllu:3", "single_root=False"),
        (row(1, "2") + row(2, "1"), "must have one root", "x.conllu:2", "head 0"),
        (row(1, "0") + row(2, "9"), "a head must be the id", "x.conllu:3.*got 9", "Correct it"),
        (row(1, "0") + row(2, "x"), "HEAD must be the id", "x.conllu:3.*'x'", "Check the sev"),
        (row(1, "0") + row(3, "1"), "id|count", "x.conllu:3", "[A-Z]"),
        ("1\ta\t_\tX\t0\tdep\n", "10|fields|columns", "x.conllu:2", "[A-Z]"),
    ],
    ids=["no-heads", "a-head-missing", "cycle", "two-roots", "no-root", "out-of-range", "no-number",
         "ids", "columns"],
)  # fmt: skip
def test_mistakes_in_a_file_are_told_with_their_line(
    text: str, rule: str, got: str, fix: str, tmp_path: Path
) -> None:
    path = tmp_path / "x.conllu"
    path.write_text("# sent_id = 1\n" + text + "\n")
    with pytest.raises(DataError) as caught:
        make().fit(path)
    assert_three_parts(caught.value, rule, got, fix)


def test_a_missing_column_is_named(pairs: DependencyParser) -> None:
    for sentences in (words_only(TOKENS), [[{"form": "a", "xpos": "X"}]]):
        with pytest.raises(DataError) as caught:
            pairs.predict(sentences)
        assert_three_parts(
            caught.value, "needs the column 'upos'", "there are form", "a tagger can"
        )
    lexical = make(templates=ArcTemplates(["h.lexical|m.lexical"]))
    lexical.fit(TOKENS, HEADS, RELATIONS)
    with pytest.raises(DataError, match="needs the column 'form'"):
        lexical.predict([[{"upos": "NOUN"}]])
    forms = make(templates=ArcTemplates(["h.form|m.form"])).fit(TOKENS, HEADS, RELATIONS)
    with pytest.raises(DataError, match="needs the column 'upos'"):  # which arcs are looked at
        forms.predict(words_only(TOKENS))


@pytest.mark.parametrize(
    ("arguments", "got"),
    [
        ({"algorithm": "mera"}, "Did you mean 'mira'?"),
        ({"algorithm": "crf", "C": 1.0}, "crf has no option C"),
        ({"algorithm": "mira", "l2": 1.0}, "use algorithm='svm', 'crf' or 'softmax-margin'"),
        ({"epoch": 2}, "Did you mean 'epochs'?"),
        ({"k_best": 0}, "k_best must be an integer >= 1"),
        ({"C": -1.0}, "C must be a number > 0"),
        ({"epochs": 0}, "epochs must be"),
        ({"patience": 0}, "patience must be"),
        ({"averaged": 1}, "averaged must be True or False"),
        ({"algorithm": "svm", "learner": "lbfgs"}, "cannot minimise the loss 'hinge'"),
        ({"algorithm": "svm", "learner": "sdg"}, "Did you mean 'sgd'?"),
        (
            {"algorithm": "crf", "l2": 1.0, "learner": "adagrad"},
            "'adagrad' has no l2 for dependency trees",
        ),
        ({"algorithm": "crf", "l1": 1.0}, "Online learners of dependency trees have no l1"),
        ({"algorithm": "crf", "learning_rate": 0.0}, "learning_rate must be"),
        ({"algorithm": "svm", "learner": "pegasos", "learning_rate": 1.0}, "no option learning"),
        ({"projective": "no"}, "projective must be True or False"),
        ({"single_root": None}, "single_root must be True or False"),
        ({"relation_cost": -1}, "relation_cost must be a number >= 0"),
        ({"relation_cost": float("inf")}, "relation_cost must be"),
        ({"relation_cost": float("nan")}, "relation_cost must be"),
        ({"shared_bits": 3}, "shared_bits must be"),
        ({"shared_bits": 31}, "shared_bits must be an integer >= 4 and <= 30"),
        ({"relation_bits": 25}, "must be an integer >= 4 and <= 24"),
        ({"relation_bits": 8.5}, "relation_bits must be an integer"),
        ({"seed": -1}, "seed must be"),
        ({"templates": ["h.upos"]}, "templates must be ArcTemplates"),
        ({"templates": "arcs.txt"}, "a pathlib.Path"),
        ({"columns": 3}, "columns must be names"),
        ({"columns": []}, "at least one column"),
        ({"columns": "form,form"}, "different names"),
    ],
    ids=lambda each: each if isinstance(each, str) else "-".join(each),
)  # fmt: skip
def test_a_wrong_setting_is_refused_before_any_work(arguments: dict[str, Any], got: str) -> None:
    with pytest.raises(ParameterError) as caught:
        DependencyParser(**arguments)
    assert got in str(caught.value)


def test_columns_and_templates_that_the_sentences_do_not_have_are_refused() -> None:
    with pytest.raises(DataError, match=r"one of form, upos, .*got 'poss'. Did you mean 'upos'"):
        make(columns="form,poss").fit(TOKENS, HEADS)
    with pytest.raises(ParameterError) as caught:
        make(templates=ArcTemplates(["h.poss"])).fit(TOKENS, HEADS)
    assert_three_parts(caught.value, "must be one of 'form', 'upos'", "poss", "Did you mean 'upos'")
    with pytest.raises(DataError, match=r"none.txt: a file of templates must be text"):
        make(templates=Path("none.txt")).fit(TOKENS, HEADS)


def test_a_parser_that_has_not_learned_says_so() -> None:
    parser = DependencyParser()
    for ask in (parser.predict, parser.predict_proba, parser.confidences, parser.score):
        with pytest.raises(DataError) as caught:
            ask([["a"]])
        assert_three_parts(caught.value, "must be fitted first", "no model yet", "Call fit")
    with pytest.raises(DataError, match="must be fitted first"):
        _ = parser.labels_


def test_a_relation_that_was_never_seen_counts_as_wrong_and_is_told(pairs: Any) -> None:
    with pytest.warns(DataWarning, match=r"1 tokens have relations .*'foreign'"):
        scores = pairs.evaluate(
            [[("Dogs", "NOUN"), ("bark", "VERB")]], [[2, 0]], [["foreign", "root"]]
        ).scores
    assert scores.las <= 0.5
    assert scores.n_tokens == 2


def test_a_sentence_that_would_take_hours_is_refused(pairs: DependencyParser) -> None:
    """A file without empty lines is one sentence, and time grows with the cube of its length."""
    with pytest.raises(DataError) as caught:
        pairs.predict([[("dog", "NOUN")] * 3, [("dog", "NOUN")] * 5001])
    assert_three_parts(
        caught.value, "sentence 1.*at most 5,000 words", "begins here has 5,001", "empty line"
    )
