"""Tags that are hidden: some, which the others help to find; all, which become states; trees."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from linguine import ConstituencyParser, DataError, ParameterError, Tagger
from linguine.serving.app import main

#: Words of three kinds, which follow one another.
KINDS = {
    "D": ["the", "a", "this", "every"],
    "N": ["dog", "cat", "moon", "house", "tree", "plant", "book", "watch"],
    "V": ["sees", "likes", "finds", "takes", "plant", "book", "watch"],
}


def sentences(n: int = 200, seed: int = 0) -> tuple[list[list[str]], list[list[str]]]:
    """D N V D N, some without the object, and the kinds of their words."""
    generator = np.random.default_rng(seed)
    words, kinds = [], []
    for _ in range(n):
        shape = ["D", "N", "V", "D", "N"] if generator.uniform() < 0.7 else ["D", "N", "V"]
        kinds.append(shape)
        words.append([str(generator.choice(KINDS[kind])) for kind in shape])
    return words, kinds


def some_tags(n_tagged: int = 3) -> tuple[list[list[str]], list[list[str | None]]]:
    words, kinds = sentences()
    shown: list[list[str | None]] = [list(each) for each in kinds[:n_tagged]]
    return words, shown + [[None] * len(each) for each in words[n_tagged:]]


# --- some tags are known -----------------------------------------------------------------------


def test_sentences_without_tags_help() -> None:
    """Of three sentences one knows no word of a kind that they do not have."""
    words, shown = some_tags()
    test, gold = sentences(seed=9)
    alone = Tagger("textbook-hmm").fit(words[:3], shown[:3])
    semi = Tagger("textbook-hmm").fit(words, shown)
    assert semi.score(test, gold) >= alone.score(test, gold)
    assert semi.score(test, gold) > 0.98
    assert semi.info_["n_unknown_tags"] == sum(map(len, words[3:]))
    assert semi.info_["learner"] == "em"


def test_steps_can_be_limited() -> None:
    words, shown = some_tags()
    for steps in (1, 3):
        tagger = Tagger("textbook-hmm", max_iterations=steps).fit(words, shown)
        assert tagger.info_["n_iterations"] == steps


def test_where_all_tags_are_known_nothing_is_different() -> None:
    words, kinds = sentences(30)
    tagger = Tagger("textbook-hmm").fit(words, kinds)
    assert tagger.info_["n_iterations"] == 1
    assert tagger.info_["learner"] == "counts"


def test_tags_that_are_known_stay() -> None:
    """A word that is tagged against all others keeps its tag, and carries its neighbours."""
    words, kinds = sentences(40)
    shown: list[list[str | None]] = [list(each) for each in kinds]
    shown[0] = ["X", None, None, None, None][: len(words[0])]
    tagger = Tagger("textbook-hmm").fit(words, shown)
    assert "X" in tagger.labels_
    assert tagger.transitions_[("X", "N")] > -1e-3


def test_the_weight_of_sentences_without_tags_counts() -> None:
    words, shown = some_tags()
    light, heavy = (
        Tagger("textbook-hmm", unlabelled_weight=weight).fit(words, shown) for weight in (0.01, 1.0)
    )
    assert light.transitions_ != heavy.transitions_


@pytest.mark.parametrize("order", [1, 2, 3])
def test_files_bring_back_the_same_tagger(order: int) -> None:
    words, shown = some_tags()
    tagger = Tagger("textbook-hmm", order=order, unlabelled_weight=0.5).fit(words, shown)
    again = Tagger.load(tagger.to_bytes())
    assert again.to_bytes() == tagger.to_bytes()
    assert again.predict(words[:9]) == tagger.predict(words[:9])


@pytest.mark.parametrize("algorithm", ["textbook-hmm", "baum-welch"])
def test_the_bytes_do_not_depend_on_the_number_of_threads(algorithm: str) -> None:
    words, shown = some_tags()
    options: dict[str, Any] = {"states": 4, "restarts": 3} if algorithm == "baum-welch" else {}
    made = [Tagger(algorithm, n_threads=n, **options).fit(words, shown).to_bytes() for n in (1, 2)]
    assert made[0] == made[1]


# --- no tag is known ---------------------------------------------------------------------------


def test_states_find_the_kinds_of_words() -> None:
    words, kinds = sentences()
    tagger = Tagger("baum-welch", states=3).fit(words)
    assert tagger.labels_ == ["1", "2", "3"]
    judged = tagger.evaluate(words, kinds)
    assert judged.token_accuracy > 0.99
    assert judged.states is not None
    assert judged.states.nmi > 0.95
    assert "many-to-one accuracy" in judged.to_text()
    assert judged.to_dict()["nmi"] == judged.states.nmi
    again = Tagger.load(tagger.to_bytes())
    assert again.predict(words[:5]) == tagger.predict(words[:5])
    assert again.settings.options == {"states": 3}


def test_states_are_numbered_by_their_size() -> None:
    words, _ = sentences()
    tagger = Tagger("baum-welch", states=3, restarts=2).fit(words)
    flat = [tag for each in tagger.predict(words) for tag in each]
    sizes = [flat.count(state) for state in tagger.labels_]
    assert sizes == sorted(sizes, reverse=True)


def test_tags_are_not_looked_at_and_the_seed_decides() -> None:
    words, kinds = sentences(50)
    with_tags = Tagger("baum-welch", states=3).fit(words, kinds).to_bytes()
    assert with_tags == Tagger("baum-welch", states=3).fit(words).to_bytes()
    assert with_tags != Tagger("baum-welch", states=3, seed=1).fit(words).to_bytes()


def test_more_states_than_kinds_stay_apart_or_empty_without_harm() -> None:
    words, kinds = sentences(60)
    tagger = Tagger("baum-welch", states=10, restarts=2).fit(words)
    assert tagger.score(words, kinds) > 0.95
    assert np.isfinite(tagger.model_.weights.values).all()  # type: ignore[union-attr]


def test_progress_is_told_of_every_step() -> None:
    words, shown = some_tags()
    phases: list[str] = []
    Tagger("textbook-hmm", progress=lambda told: phases.append(told.phase)).fit(words, shown)
    assert phases.count("em") >= 2


# --- complaints --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "got"),
    [
        ({"states": 1}, "states must be .* got 1. Try 12."),
        ({"states": 2.5}, "states must be .* got 2.5"),
        ({"restarts": 0}, "restarts must be .* got 0"),
        ({"tolerance": -1}, "tolerance must be .* got -1"),
        ({"l2": 1.0}, "baum-welch has no option l2"),
    ],
)
def test_options_that_cannot_be_are_refused(options: dict[str, Any], got: str) -> None:
    with pytest.raises(ParameterError, match=got):
        Tagger("baum-welch", **options)


def test_more_states_than_tokens_are_refused() -> None:
    with pytest.raises(DataError, match=r"more than tokens; got states=12 for 2 tokens\. Give"):
        Tagger("baum-welch").fit([["a", "b"]])


@pytest.mark.parametrize("nothing", [[], [[]], [[], []]])
def test_no_sentence_is_refused(nothing: list[list[str]]) -> None:
    with pytest.raises(DataError, match=r"there must be sentences to learn from; .* Give"):
        Tagger("baum-welch").fit(nothing)


def test_no_tag_at_all_is_refused_with_what_needs_none() -> None:
    words, _ = sentences(5)
    with pytest.raises(DataError, match="tag"):
        Tagger("textbook-hmm").fit(words, [[None] * len(each) for each in words])


def test_a_weight_without_hidden_tags_is_refused() -> None:
    words, kinds = sentences(5)
    with pytest.raises(DataError, match=r"all 19 tokens have one\. Leave unlabelled_weight out"):
        Tagger("textbook-hmm", unlabelled_weight=0.5).fit(words, kinds)
    with pytest.raises(ParameterError, match="unlabelled_weight must be"):
        Tagger("textbook-hmm", unlabelled_weight=0)
    with pytest.raises(ParameterError, match="crf has no option unlabelled_weight"):
        Tagger("crf", unlabelled_weight=0.5)


# --- the command line --------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["lines", "tokens", "tagged"])
def test_the_command_line_finds_states(
    form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words, kinds = sentences(80)
    file, model, gold = (tmp_path / each for each in ("words.txt", "m.linguine", "gold.conll"))
    tagged = "\n".join(
        "".join(f"{w}\t{k}\n" for w, k in zip(*each, strict=True))
        for each in zip(words, kinds, strict=True)
    )
    gold.write_text(tagged)
    if form == "lines":
        file.write_text("".join(" ".join(each) + "\n" for each in words))
    elif form == "tokens":
        file.write_text("\n".join("".join(word + "\n" for word in each) for each in words))
    else:
        file = gold
    train = ["train", str(file), "--task", "tag", "--algorithm", "baum-welch", "--states", "3"]
    assert main([*train, "--model", str(model), "--restarts", "4", "--quiet"]) == 0
    assert main(["evaluate", str(model), str(gold), "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["token_accuracy"] > 0.99
    assert facts["nmi"] > 0.9
    assert sorted(facts["tag_of_state"]) == ["D", "N", "V"]
    assert main(["predict", str(model), "--text", "the dog sees a cat"]) == 0
    assert capsys.readouterr().out.count("/") == 5
    for verb in (["inspect", str(model)], ["explain", str(model), "--text", "the dog sees"]):
        assert main(verb) == 0
        assert capsys.readouterr().out


def test_the_command_line_takes_unknown_tags(tmp_path: Path) -> None:
    words, shown = some_tags()
    file, model = tmp_path / "some.conll", tmp_path / "m.linguine"
    file.write_text(
        "\n".join(
            "".join(f"{w}\t{k or '_'}\n" for w, k in zip(*each, strict=True))
            for each in zip(words, shown, strict=True)
        )
    )
    train = ["train", str(file), "--algorithm", "textbook-hmm", "--unknown-tag", "_"]
    options = ["--unlabelled-weight", "0.5", "--model", str(model), "--quiet"]
    assert main([*train, *options]) == 0
    test, gold = sentences(seed=9)
    assert Tagger.load(model).score(test, gold) > 0.99


# --- trees -------------------------------------------------------------------------------------

TREES = [
    "(S (NP (DT the) (NN dog)) (VP (VBZ sees) (NP (DT the) (NN moon))))",
    "(S (NP (NN dog)) (VP (VBZ barks)))",
    "(S (NP (NP (DT the) (NN dog)) (PP (IN of) (NP (NN war)))) (VP (VBZ barks)))",
    "(S (NP (NN war)) (VP (VBZ sees) (NP (NN dog)) (PP (IN of) (NP (NN war)))))",
]
RAW = [["the", "dog", "sees", "war"], ["war", "barks"], ["the", "moon", "sees", "the", "dog"]] * 5


def test_sentences_without_trees_move_the_rules() -> None:
    alone = ConstituencyParser("pcfg").fit(TREES)
    none_there = ConstituencyParser("pcfg").fit(TREES, unlabelled=RAW[:0] or [RAW[0]])
    joint = ConstituencyParser("pcfg", unlabelled_weight=0.5).fit(TREES, unlabelled=RAW)
    assert alone.to_bytes() == ConstituencyParser("pcfg").fit(TREES).to_bytes()
    assert joint.to_bytes() != alone.to_bytes() != none_there.to_bytes()
    assert joint.info_["learner"] == "em"
    assert joint.predict([["the", "dog", "barks"]]) == alone.predict([["the", "dog", "barks"]])
    assert ConstituencyParser.load(joint.to_bytes()).to_bytes() == joint.to_bytes()


def test_rules_from_sentences_do_not_depend_on_the_number_of_threads() -> None:
    made = [
        ConstituencyParser("pcfg", n_threads=n).fit(TREES, unlabelled=RAW).to_bytes()
        for n in (1, 2)
    ]
    assert made[0] == made[1]


def test_the_command_line_takes_sentences_without_trees(tmp_path: Path) -> None:
    trees, raw, model = (tmp_path / each for each in ("t.mrg", "raw.txt", "m.linguine"))
    trees.write_text("\n".join(TREES))
    raw.write_text("".join(" ".join(each) + "\n" for each in RAW))
    options = ["--algorithm", "pcfg", "--unlabelled", str(raw), "--unlabelled-weight", "0.5"]
    assert main(["train", str(trees), "--model", str(model), "--quiet", *options]) == 0
    expected = ConstituencyParser("pcfg", unlabelled_weight=0.5).fit(TREES, unlabelled=RAW)
    assert ConstituencyParser.load(model).to_bytes() == expected.to_bytes()


def test_sentences_that_cannot_be_learned_from_are_refused() -> None:
    with pytest.raises(ParameterError, match="'mira' learns from trees alone"):
        ConstituencyParser("mira").fit(TREES, unlabelled=RAW)
    with pytest.raises(DataError, match="there are none"):
        ConstituencyParser("pcfg", unlabelled_weight=0.5).fit(TREES)
    with pytest.raises(ParameterError, match="unlabelled_weight must be"):
        ConstituencyParser("pcfg", unlabelled_weight=2)
    with pytest.raises(DataError, match="must have words"):
        ConstituencyParser("pcfg").fit(TREES, unlabelled=[[]])
