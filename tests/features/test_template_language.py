"""The language of templates: what it means, and what it says to mistakes."""

from __future__ import annotations

import json
from typing import Any

import pytest

from linguine.errors import DataError, ParameterError
from linguine.features.token.defaults import crfsuite_chunking, default_templates
from linguine.features.token.extractor import TokenExtractor
from linguine.features.token.patterns import TokenPattern
from linguine.features.token.templates import TokenTemplates

from ..messages import assert_three_parts
from .token_tables import sentences, table


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("w[0].suffix1-3", ["w[0].suffix1", "w[0].suffix2", "w[0].suffix3"]),
        ("w[-1..1]", ["w[-1]", "w[0]", "w[1]"]),
        (" w[ +1 ] | pos[0] ", ["w[1]|pos[0]"]),
        ("w[0].lower.prefix2", ["w[0].lower.prefix2"]),
        ("pos[0]|y[-1]", ["y[-1]|pos[0]"]),
        ("w[0..1]|pos[0..1]", ["w[0]|pos[0]", "w[0]|pos[1]", "w[1]|pos[0]", "w[1]|pos[1]"]),
        ("w[0] else w[0].suffix2-3 else bias", ["w[0]", "w[0].suffix2", "w[0].suffix3", "bias"]),
        ("U1:{w[0..1]}/{{x}}", ["U1:{w[0]}/{{x}}", "U1:{w[1]}/{{x}}"]),
        ("y[-1]|B:{w[0]}", ["y[-1]|B:{w[0]}"]),
        ("U{bias}", ["U{bias}"]),
        ("y[-1]", []),
    ],
)
def test_ranges_and_spaces_are_written_out(text: str, expected: list[str]) -> None:
    assert TokenTemplates([text]).names == expected


def test_the_same_template_twice_is_one() -> None:
    assert TokenTemplates("w[0]\n\nw[-1..1]\n").names == ["w[0]", "w[-1]", "w[1]"]


@pytest.mark.parametrize(
    ("template", "name"),
    [
        ("w[-1]|w[0]", "w[-1]|w[0]=the|cat"),
        ("w[-1]|pos[0].lower", "w[-1]|pos[0].lower=the|n"),
        ("last|w[0]", "last|w[0]=cat"),
        ("last", "last"),
        ("bias", "bias"),
        ("U05:{w[-1]}/{w[0]} {{}}", "U05:the/cat {}"),
        ("U{bias}", "U"),
        ("w[1]|w[2]", "w[1]|w[2]=<e+1>|<e+2>"),
        ("w[-2]", "w[-2]=<s-1>"),
    ],
)
def test_a_feature_is_called_by_its_template_and_its_values(template: str, name: str) -> None:
    ours = TokenExtractor([template])
    ours.fit_rows(sentences("the/D cat/N"))
    assert [name for name, _ in ours.explain(sentences("the/D cat/N"), 1)] == [name]


MISTAKES = {
    "unknown-form": ("w[0].sufix3", "unknown form 'sufix3'", "sufix3", "mean 'suffix'"),
    "no-form": ("w[0].", "unknown form", "w\\[0\\]", "Choose"),
    "behind-bracket": ("w[0]lower", "unknown form 'lower'", "lower", "mean 'lower'"),
    "no-offset": ("w", "column with an offset", "'w'", "w\\[0\\]"),
    "nothing": ("w[0]|", "column with an offset", "''", "w\\[0\\]"),
    "frist": ("frist", "column with an offset", "frist", "mean 'first'"),
    "word-offset": ("w[x]", "whole number", "\\[x\\]", "Write 0"),
    "empty-offset": ("w[]", "whole number", "\\[\\]", "Write 0"),
    "far": ("w[101]", "between -100 and 100", "101", "Write 0"),
    "backward": ("w[2..-2]", "range such as", "2..-2", "Write 0"),
    "no-length": ("w[0].prefix", "unknown form", "prefix", "mean"),
    "length-0": ("w[0].prefix0", "between 1 and", "prefix0", "Try prefix1-4"),
    "lengths-fall": ("w[0].suffix4-2", "ascend", "suffix4-2", "Try suffix1-4"),
    "label": ("y[0]|w[0]", "only the label before", "y\\[0\\]", "another name"),
    "brace": ("U{w[0]", "brace", "U\\{w", "\\{\\{"),
    "no-lexicon": ("w[0].lexicon:x", "every lexicon", "'x'", "Add 'x'"),
    "no-function": ("w[0].function:f", "every function", "'f'", "Add 'f'"),
    "no-pattern": ("w[0].pattern:p", "every pattern", "'p'", "Add 'p'"),
    "function-late": ("w[0].lower.function:f", "come first", "lower.function", "offset"),
}


@pytest.mark.parametrize(("template", "rule", "got", "fix"), MISTAKES.values(), ids=MISTAKES)
def test_mistakes_are_explained(template: str, rule: str, got: str, fix: str) -> None:
    with pytest.raises(ParameterError) as caught:
        TokenTemplates([template])
    assert_three_parts(caught.value, rule, got, fix)


@pytest.mark.parametrize(
    ("options", "rule", "got"),
    [
        ({"templates": []}, "must not be empty", "none"),
        ({"templates": [7]}, "must be a str", "7"),
        ({"templates": ["w[0]"], "beyond": "wrap"}, "'value' or 'skip'", "wrap"),
        ({"templates": ["w[0]"], "lexicons": {"a": "b"}}, "list of words", "'b'"),
    ],
)
def test_bad_options_are_explained(options: dict[str, Any], rule: str, got: str) -> None:
    with pytest.raises(ParameterError) as caught:
        TokenTemplates(**options)
    assert_three_parts(caught.value, rule, got, "")


def test_an_unknown_column_is_named_with_the_nearest() -> None:
    with pytest.raises(ParameterError) as caught:
        TokenExtractor(["w[0]", "w[0]|poss[1]"]).fit_rows(sentences("a/X"))
    assert_three_parts(caught.value, "'w', 'pos'", "poss\\[1\\]", "mean 'pos'")


def test_words_are_w_or_form_or_the_first_column() -> None:
    for columns in (("w", "x"), ("x", "form"), ("word", "x")):
        token = {name: "cat" if name != "x" else "-" for name in columns}
        ours = TokenExtractor(["w[0]"])
        ours.fit_rows(table([[token]], columns))
        assert ours.names() == ["w[0]=cat"]


def test_templates_do_not_see_the_tags() -> None:
    data = sentences("a/X")
    tagged = type("Tagged", (), {**vars(data), "tag_column": "pos"})()
    with pytest.raises(ParameterError, match="pos"):
        TokenExtractor(["pos[0]"]).fit_rows(tagged)


def test_min_count_by_template_must_name_templates() -> None:
    with pytest.raises(ParameterError) as caught:
        TokenExtractor(["w[0].suffix1-2"], min_count={"w[0].suffix1-2": 3})
    assert_three_parts(caught.value, "w\\[0\\].suffix2'", "suffix1-2", "Write")
    with pytest.raises(ParameterError, match="integer >= 1"):
        TokenExtractor(["w[0]"], min_count=0)


def test_a_function_must_give_texts() -> None:
    templates = TokenTemplates(["w[0].function:f"], functions={"f": len})  # type: ignore[dict-item]
    with pytest.raises(DataError) as caught:
        TokenExtractor(templates).fit_rows(sentences("a/X"))
    assert_three_parts(caught.value, "must give a str", "got 1 for 'a'", "str")


def test_what_is_not_fitted_knows_nothing() -> None:
    with pytest.raises(DataError, match="fit_rows"):
        TokenExtractor(["w[0]"]).rows(sentences("a/X"))


def test_templates_survive_the_model_file() -> None:
    made = TokenTemplates(
        ["w[-1..1]", "w[0].lexicon:a", "w[0].function:f|y[-1]", "U:{w[0].pattern:p}"],
        beyond="skip",
        transitions=False,
        lexicons={"a": ["One", "two"]},
        functions={"f": str.upper},
        patterns={"p": TokenPattern("^\\u", "test")},
    )
    config = json.loads(json.dumps(made.to_config()))
    again = TokenTemplates.from_config(config, {"f": str.upper})
    assert again == made
    assert again.parsed == made.parsed
    with pytest.raises(DataError, match="function 'f'"):
        TokenTemplates.from_config(config)


@pytest.mark.parametrize(
    "change",
    [
        {"templates": ["w[0"]}, {"beyond": None}, {"patterns": {"p": 3}}, {"templates": 7},
        {"lexicons": {"a": 5}}, {"functions": 3}, {"patterns": []},
    ],
    ids=str,
)  # fmt: skip
def test_broken_templates_in_a_file_are_an_error(change: dict[str, Any]) -> None:
    config = {**TokenTemplates(["w[0]"]).to_config(), **change}
    with pytest.raises(DataError):
        TokenTemplates.from_config(config)


@pytest.mark.parametrize("kind", ["plain", "chunks", "names"])
@pytest.mark.parametrize(
    "columns",
    [["w"], ["w", "pos"], ["w", "pos", "chunk"], ["word", "c1"], ["id", "form", "lemma", "upos"]],
    ids="-".join,
)
def test_defaults_fit_their_columns(columns: list[str], kind: str) -> None:
    templates = default_templates(columns, kind)
    token = {name: "X1" for name in columns}
    rows = TokenExtractor(templates).fit_rows(table([[token, token]], columns))
    assert rows.tokens.indptr[-1] > len(templates.names)
    assert not {"lemma", "upos"} & set(templates.columns)


def test_unknown_kinds_of_tags_are_refused() -> None:
    with pytest.raises(ParameterError, match="plain"):
        default_templates(["w"], "span")


def test_crfsuites_templates_leave_out_what_is_beyond() -> None:
    ours = TokenExtractor(crfsuite_chunking())
    ours.fit_rows(sentences("a/X b/Y"))
    assert sorted(ours.names()) == sorted([
        "first", "last", "w[-1]=a", "w[0]=a", "w[0]=b", "w[1]=b", "w[-1]|w[0]=a|b",
        "w[0]|w[1]=a|b", "pos[-1]=X", "pos[0]=X", "pos[0]=Y", "pos[1]=Y", "pos[-1]|pos[0]=X|Y",
        "pos[0]|pos[1]=X|Y",
    ])  # fmt: skip
