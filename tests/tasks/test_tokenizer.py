"""Tokenizers learn from the text of a treebank where words and sentences end."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from functools import cache, partial
from importlib.resources import files
from typing import Any

import numpy as np
import pytest

from linguine import DataError, ParameterError, Tagger, Tokenizer
from linguine.data import Segmentation
from linguine.tasks.tokenizer.splits import Splits
from linguine.tasks.tokenizer.treebank import restore_text
from linguine.tasks.tokenizer.units import Units

from ..forging import Config, Tensors, flip_a_byte, forge
from ..growth import assert_linear
from ..messages import assert_three_parts

CORPUS = files("linguine") / "data" / "corpora" / "everyday_small.conllu"


def universal(*sentences: str, new_paragraphs: bool = False) -> Segmentation:
    """A treebank of sentences whose tokens are separated by |; after _ comes no space."""
    lines = []
    for sentence in sentences:
        lines += ["# newpar"] * new_paragraphs + ["# text = x"]
        for i, token in enumerate(sentence.split("|"), 1):
            misc = "SpaceAfter=No" if token.endswith("_") else "_"
            lines.append(f"{i}\t{token.removesuffix('_')}" + "\t_" * 7 + f"\t{misc}")
        lines.append("")
    return restore_text(lines)


GERMAN = (
    "Das|Haus|ist|alt_|.", "Wo|wohnst|du_|?", "Dr.|Braun|kommt|z.B.|um|3.|Mai_|.",
    "Sie|sagt_|:|ja_|!", "Wir|gehen_|,|weil|es|regnet_|.",
)  # fmt: skip
CHINESE = (
    "我_|喜欢_|猫_|。_", "你_|喜欢_|狗_|吗_|\uff1f_", "我们_|有_|猫_|。_", "他_|是_|老师_|。_",
    "你_|是_|老师_|吗_|\uff1f_", "我们_|喜欢_|老师_|。_",
)  # fmt: skip


@cache
def fitted(algorithm: str = "mira") -> Tokenizer:
    return Tokenizer(algorithm, n_threads=1).fit(str(CORPUS))


# --- learning -------------------------------------------------------------------------------------


@pytest.mark.parametrize("algorithm", ["perceptron", "mira", "memm", "crf"])
def test_every_algorithm_finds_words_and_sentences(algorithm: str) -> None:
    found = fitted(algorithm).evaluate(str(CORPUS))
    assert found.words.f1 > 0.99
    assert found.sentences.f1 > 0.95


def test_two_sentences_on_a_line_are_two_and_contractions_are_words() -> None:
    found = fitted().predict(["I'd like some tea, please. Isn't it cold?"])
    assert found == [
        [
            ["I", "'d", "like", "some", "tea", ",", "please", "."],
            ["Is", "n't", "it", "cold", "?"],
        ]
    ]


def test_tokens_know_where_they_are_in_the_text() -> None:
    text = "  Thanks.\n\n I'd like tea! "
    found = fitted().segment(text)
    tokens = [text[b:e] for b, e in zip(found.begins, found.ends, strict=True)]
    assert tokens == ["Thanks", ".", "I'd", "like", "tea", "!"]
    assert found.offsets.tolist() == [0, 2, 6]
    assert found.splits == {2: ("I", "'d")}


def test_german_is_learned_as_any_language() -> None:
    tokenizer = Tokenizer(n_threads=1).fit(universal(*GERMAN * 5))
    assert tokenizer.predict(["Dr. Braun ist alt. Wo wohnst du?"])[0] == [
        ["Dr.", "Braun", "ist", "alt", "."],
        ["Wo", "wohnst", "du", "?"],
    ]


def test_chinese_needs_no_spaces() -> None:
    tokenizer = Tokenizer(n_threads=1).fit(universal(*CHINESE * 5))
    assert tokenizer.predict(["他是老师。你喜欢猫吗\uff1f"])[0] == [
        ["他", "是", "老师", "。"],
        ["你", "喜欢", "猫", "吗", "\uff1f"],
    ]


def test_characters_decide_where_words_end_within_runs() -> None:
    gold = universal(*["ab_|cd|ef_|ab", "cd_|ab|ef"] * 10)
    tokenizer = Tokenizer(n_threads=1).fit(gold)
    assert tokenizer.model_ is not None
    assert tokenizer.model_.units == "characters"
    assert tokenizer.evaluate(gold).tokens.f1 == 1


def test_a_token_may_hold_a_space_if_the_treebank_has_such() -> None:
    gold = universal(*["about|1 000|cars", "1 000|dogs"] * 10)
    assert Tokenizer(n_threads=1).fit(gold).predict(["1 000 dogs"]) == [[["1 000", "dogs"]]]


def test_held_out_text_is_taken() -> None:
    tokenizer = Tokenizer("mira", n_threads=1).fit(str(CORPUS), dev=str(CORPUS))
    assert tokenizer.score(str(CORPUS)) > 0.99


@pytest.mark.parametrize("text", ["", " ", "\n\n\n", "\u00a0\t"])
def test_nothing_gives_nothing(text: str) -> None:
    assert fitted().predict([text]) == [[]]


@pytest.mark.parametrize(
    "text",
    ["x", "no newline", "a\n\nb", "👍🏽👨‍👩‍👧!", "e\u0301", "\u0301", "a\x00b", "\U0001d4b3y"],
)
def test_every_character_but_spaces_is_in_one_token(text: str) -> None:
    found = fitted().segment(text)
    covered = "".join(text[b:e] for b, e in zip(found.begins, found.ends, strict=True))
    assert covered == "".join(text.split())
    assert found.offsets[-1] == found.n_tokens


def test_a_paragraph_does_not_depend_on_the_others() -> None:
    tokenizer, texts = fitted(), ["I'd go. Now", "Isn't it? Yes.", "Well"]
    together = tokenizer.predict(["\n\n".join(texts)])[0]
    assert together == [sentence for each in tokenizer.predict(texts) for sentence in each]


def test_a_long_line_takes_linear_time() -> None:
    tokenizer = fitted()

    def segment(n: int) -> None:
        tokenizer.segment("I'd like some tea. " * n)
        tokenizer.segment("x" * 10 * n)

    assert_linear(lambda n: partial(segment, n), 5_000)


# --- units, splits, treebanks ---------------------------------------------------------------------


def test_units_are_what_is_never_cut() -> None:
    units = Units("Größe 12km, 我们!", "runs")
    found = [units.text[b:e] for b, e in zip(units.begins, units.ends, strict=True)]
    assert found == ["Größe", "12", "km", ",", "我", "们", "!"]
    assert len(Units("ab c", "characters").begins) == 3


def test_endings_are_learned_and_what_was_seen_is_known_by_heart() -> None:
    lines = []
    for stem in ("Anna", "Tom", "Ben", "dog"):
        lines += [f"1-2\t{stem}'s" + "\t_" * 8, f"1\t{stem}" + "\t_" * 8, "2\t's" + "\t_" * 8, ""]
    for _ in range(3):
        lines += ["1-2\tdu" + "\t_" * 8, "1\tde" + "\t_" * 8, "2\tle" + "\t_" * 8, ""]
    splits = Splits.learn(restore_text(["# text = x", *lines]))
    assert splits.endings == ("'s",)
    assert splits.of("ZOE'S") == ("ZOE", "'S")
    assert splits.of("Du") == ("De", "le")
    assert splits.of("'s") == ("'s",)


def test_paragraphs_and_spaces_of_a_treebank_are_put_together_again() -> None:
    assert universal("Go_|!", "Now").text == "Go! Now"
    assert universal("Go_|!", "Now", new_paragraphs=True).text == "Go!\n\nNow"


# --- files, threads, messages ---------------------------------------------------------------------


def test_a_tokenizer_answers_the_same_from_its_file_and_its_pickle() -> None:
    tokenizer, text = fitted(), ["I'd go. Isn't it?"]
    for other in (Tokenizer.load(tokenizer.to_bytes()), pickle.loads(pickle.dumps(tokenizer))):
        assert other.predict(text) == tokenizer.predict(text)
        assert other.to_bytes() == tokenizer.to_bytes()
        assert other.info_ == tokenizer.info_


@pytest.mark.parametrize("algorithm", ["mira", "crf"])
def test_one_and_two_threads_give_the_same_bytes(algorithm: str) -> None:
    other = Tokenizer(algorithm, n_threads=2).fit(str(CORPUS))
    assert other.to_bytes() == fitted(algorithm).to_bytes()


def _without(tag: str) -> Callable[[Tensors, Config], None]:
    def change(_: Tensors, config: Config) -> None:
        config["tags"] = ["other" if each == tag else each for each in config["tags"]]

    return change


def _set(name: str, value: Any) -> Callable[[Tensors, Config], None]:
    def change(_: Tensors, config: Config) -> None:
        config[name] = value

    return change


@pytest.mark.parametrize(
    "change",
    [
        _without("sentence"),
        _without("inside"),
        _set("units", "words"),
        _set("words", {"": ["a"]}),
        _set("words", {"a": [""]}),
        _set("words", {"a": []}),
        _set("words", [1]),
        _set("endings", [3]),
        _set("joins_spaces", 1),
        _set("tags", []),
    ],
)
def test_a_forged_file_is_refused(change: Callable[[Tensors, Config], None]) -> None:
    with pytest.raises(DataError) as caught:
        Tokenizer.load(forge(fitted().to_bytes(), change))
    assert_three_parts(caught.value, "must", "; ", r"[A-Z]\S+ .*[.?]$")


def test_templates_that_look_at_other_columns_are_refused() -> None:
    def change(_: Tensors, config: Config) -> None:
        config["templates"]["templates"][0] = "pos[0]"

    with pytest.raises(DataError, match="columns"):
        Tokenizer.load(forge(fitted().to_bytes(), change))


@pytest.mark.parametrize("seed", range(10))
def test_a_changed_byte_is_refused_or_harmless(seed: int) -> None:
    random = np.random.default_rng(seed)
    data = forge(fitted().to_bytes(), lambda tensors, _: flip_a_byte(tensors, random))
    try:
        Tokenizer.load(data).predict(["I'd go. Isn't it?"])
    except DataError:
        pass


def test_a_tagger_is_no_tokenizer() -> None:
    tagger = Tagger("crf").fit([["a", "b"], ["b"]], [["X", "Y"], ["Y"]])
    with pytest.raises(DataError) as caught:
        Tokenizer.load(tagger.to_bytes())
    assert_three_parts(caught.value, "Tokenizer|tokeniz", "tagging", r"\.$")


def test_a_file_without_spaces_is_no_text() -> None:
    with pytest.raises(DataError) as caught:
        restore_text(["1\tGo" + "\t_" * 8, "2\ton" + "\t_" * 8], "x.conllu")
    assert_three_parts(caught.value, "learns from text", "neither", "Give a treebank")


def test_a_broken_line_is_told_with_its_place() -> None:
    with pytest.raises(DataError) as caught:
        restore_text(["# text = Go", "1\tGo"], "x.conllu")
    assert_three_parts(caught.value, "x.conllu:2: .* must have 10", "got 2", "Give a file")


@pytest.mark.parametrize("wrong", [3, ["a"], None])
def test_what_is_no_treebank_is_refused(wrong: Any) -> None:
    with pytest.raises(DataError) as caught:
        Tokenizer().fit(wrong)
    assert_three_parts(caught.value, "must be", "got", "Give")


@pytest.mark.parametrize("wrong", ["one text", [3], 5, ["\ud800"]])
def test_what_is_no_list_of_texts_is_refused(wrong: Any) -> None:
    with pytest.raises(DataError) as caught:
        fitted().predict(wrong)
    assert_three_parts(caught.value, "must be", "got|is|has", "Give|Read")


@pytest.mark.parametrize("options", [{"units": "words"}, {"min_count": 0}, {"alpha": 1.0}])
def test_wrong_options_are_refused_before_any_work(options: dict[str, Any]) -> None:
    with pytest.raises(ParameterError):
        Tokenizer(**options)


def test_an_explanation_adds_up() -> None:
    found = fitted().explain("I'd go. Now", 4)
    assert found.label in ("sentence", "token")
    total = sum(each.contribution for each in found.contributions)
    assert total == pytest.approx(found.lead, abs=1e-6)
