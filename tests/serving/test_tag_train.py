"""train on tokens: the task follows from the file, and a tagger comes out."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from linguine import Tagger

from ..tasks.sentences import TEST, TRAIN
from .command_line import CommandLine
from .test_start import HEAVY, loaded_by

FAST = ("--algorithm", "perceptron", "--epochs", "3")


@pytest.fixture
def names(tmp_path: Path) -> Path:
    return TRAIN.write(tmp_path / "names.conll")


def test_a_tagger_is_trained_measured_and_saved(
    names: Path, linguine: CommandLine, tmp_path: Path
) -> None:
    model, dev = tmp_path / "n.linguine", TEST.write(tmp_path / "dev.conll")
    out = linguine.succeed("train", names, "--model", model, "--dev", dev)
    for part in (
        "softmax-margin: trained in",
        "60, ",
        "4: O, B-PER, B-LOC, I-LOC",
        "IOB2",
        "span F1",
        "saved",
    ):
        assert part in out
    facts = json.loads(linguine.succeed("train", names, "--model", model, "--dev", dev, "--json"))
    assert facts["dev"]["token_accuracy"] > 0.98
    assert facts["dev"]["f1"] > 0.95
    assert facts["learner"] == "lbfgs"
    assert facts["bytes"] == model.stat().st_size
    assert Tagger.load(model).score(TEST.sentences, TEST.tags) == facts["dev"]["token_accuracy"]


def test_the_library_and_the_command_line_make_the_same_bytes(
    names: Path, linguine: CommandLine, tmp_path: Path
) -> None:
    ours, theirs = tmp_path / "a.linguine", tmp_path / "b.linguine"
    linguine.succeed("train", names, "--model", theirs, "--quiet", "--l2", "0.5", "--order", "2")
    Tagger(l2=0.5, order=2).fit(names).save(ours)
    assert ours.read_bytes() == theirs.read_bytes()


def test_a_pipe_of_tokens_is_learned_from(
    names: Path, linguine: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(names.read_bytes())))
    model = tmp_path / "n.linguine"
    linguine.succeed("train", "-", "--model", model, *FAST, "--quiet")
    assert Tagger.load(model).labels_ == ["O", "B-PER", "B-LOC", "I-LOC"]


def test_columns_templates_and_the_tag_column_are_named(
    linguine: CommandLine, tmp_path: Path
) -> None:
    data, template = tmp_path / "x.txt", tmp_path / "x.tpl"
    data.write_text("X can AUX\nY can NOUN\n\nY can NOUN\n" * 4)
    template.write_text("# CRF++\nU00:%x[0,0]\nU01:%x[0,0]/%x[0,1]\nB\n")
    model = tmp_path / "n.linguine"
    linguine.succeed(
        "train", data, "--model", model, "--columns", "tag,w,pos", "--tag-column", "tag",
        "--template", template, "--quiet",
    )  # fmt: skip
    tagger = Tagger.load(model)
    assert tagger.labels_ == ["Y", "X"]
    assert {name[:3] for name, _ in tagger.top_features()["X"]} == {"U01"}
    wrong = template.with_name("wrong.tpl")
    wrong.write_text("U00:%x[0,7]\n")
    message = linguine.fail(
        "train", data, "--columns", "tag,w,pos", "--tag-column", "1", "--template", wrong,
        "--model", model, code=1,
    )  # fmt: skip
    assert "wrong.tpl:1: a column must be between 0 and 1" in message


def test_the_price_of_a_small_file_is_told(
    names: Path, linguine: CommandLine, tmp_path: Path
) -> None:
    model = tmp_path / "n.linguine"
    out = linguine.succeed("train", names, "--model", model, "--quantize", "int8")
    assert "to int8: another tag for 0.0 % of" in out
    assert "0.0 % of spans changed" in out


def test_taggers_of_spans_are_priced_by_their_spans(
    names: Path, linguine: CommandLine, tmp_path: Path
) -> None:
    """Token accuracy stayed where it was while span F1 fell: most tokens are outside of spans."""
    base = ("train", names, "--model", tmp_path / "n", "--quantize", "int8", "--dev", names)
    assert "to int8: span F1 100.00 % before, 100.00 % after" in linguine.succeed(*base)
    price = json.loads(linguine.succeed(*base, "--json"))["quantization"]
    assert {"span_f1_before", "span_f1_after", "accuracy_before", "accuracy_after"} <= set(price)


@pytest.mark.filterwarnings("default")
def test_repairs_and_conversions_are_told(linguine: CommandLine, tmp_path: Path) -> None:
    data, model = tmp_path / "x.conll", tmp_path / "n.linguine"
    data.write_text("a I-X\nb O\n\nc B-X\nd I-X\n\ne B-X\n")
    outcome = linguine("train", data, "--model", model, *FAST)
    assert outcome.code == 0
    assert "1 tags repaired" in outcome.out
    assert "x.conll:1: I-X became B-X" in outcome.err
    message = linguine.fail("train", data, "--model", model, "--strict", code=1)
    assert "x.conll:1: IOB2 tags must spell whole spans" in message
    data.write_text("a I-X\nb O\n\nc I-X\nd I-X\n")
    outcome = linguine("train", data, "--model", model, *FAST)
    assert "converted from IOB1" in outcome.out
    assert "the tags were IOB1 and are now IOB2" in outcome.err


def test_unknown_tags_are_named(linguine: CommandLine, tmp_path: Path) -> None:
    data, model = tmp_path / "x.conll", tmp_path / "n.linguine"
    data.write_text("a X\nb _\n\nb Y\na X\n")
    out = linguine.succeed("train", data, "--model", model, "--unknown-tag", "_")
    assert "2: X, Y" in out
    assert "1 tags unknown" in out


@pytest.mark.parametrize(
    ("arguments", "code", "got"),
    [
        (["--ngrams", "2"], 2, "--ngrams is for texts"),
        (["--calibration", "none"], 2, "--calibration is for texts"),
        (["--algorithm", "logistic"], 2, "Unknown algorithm 'logistic'"),
        (["--algorithm", "hmm", "--l2", "1"], 2, "hmm has no option --l2; it has --alpha"),
        (["--algorithm", "hmm", "--template", "x"], 2, "must not be told what to look at"),
        (["--k-best", "2"], 2, "use --algorithm local-mira or mira"),
        (["--order", "0"], 2, "--order must be an integer >= 1"),
        (["--scheme", "bio"], 2, "Unknown tag scheme 'bio'"),
        (["--min-count", "0"], 2, "--min-count must be an integer >= 1"),
        (["--C", "0"], 2, "--C must be a number > 0"),
        (["--template", "missing.tpl"], 1, "missing.tpl: a template file must be readable"),
        (["--columns", "w,w"], 2, "--columns must have different names"),
        (["--columns", "w,pos,tag"], 1, "expected 3 columns"),
        (["--tag-column", "3"], 1, "--tag-column 3 must be one of the columns"),
        (["--separator", "comma"], 2, "--separator must be one of"),
        (["--dev", "missing.conll"], 1, "missing.conll: expected a file"),
    ],
    ids=lambda each: each[0] if isinstance(each, list) else "",
)
def test_what_is_wrong_is_told_in_one_line(
    arguments: list[str],
    code: int,
    got: str,
    names: Path,
    linguine: CommandLine,
    tmp_path: Path,
) -> None:
    message = linguine.fail("train", names, "--model", tmp_path / "m", *arguments, code=code)
    assert got in message


@pytest.mark.parametrize(
    ("content", "got"),
    [
        ("a DT O\nb DT\n\n", "x.conll:2: expected 3 columns, as on line 1; got 2"),
        ("a\nb\n", "x.conll: expected a column of tags"),
        ("a X\nb X\n", "at least two different tags"),
        ("", "got an empty file"),
        ("a O\n# b c\n", "comments, say --comments."),
    ],
    ids=["ragged", "no tags", "one tag", "empty", "comment"],
)
def test_a_broken_file_is_refused_with_its_line(
    content: str, got: str, linguine: CommandLine, tmp_path: Path
) -> None:
    data = tmp_path / "x.conll"
    data.write_text(content)
    assert got in linguine.fail("train", data, "--model", tmp_path / "m", code=1)


def test_an_option_of_taggers_is_refused_for_texts(linguine: CommandLine, tmp_path: Path) -> None:
    data = tmp_path / "x.tsv"
    data.write_text("spam\tfree cash\nham\tat noon\n" * 5)
    message = linguine.fail("train", data, "--model", tmp_path / "m", "--order", "2", code=2)
    assert "--order is for tokens" in message
    message = linguine.fail("predict", tmp_path / "none", "--spans", code=1)
    assert "none" in message


def test_predicting_tags_imports_nothing_heavy(
    names: Path, linguine: CommandLine, tmp_path: Path
) -> None:
    model = tmp_path / "n.linguine"
    linguine.succeed("train", names, "--model", model, *FAST, "--quiet")
    assert not loaded_by("predict", model, "-") & HEAVY


# --- columns ------------------------------------------------------------------------------------

WIDE = "Anna NNP B-NP B-PER\nsees VBZ B-VP O\nRome NNP B-NP B-LOC\n. . O O\n\n" * 6


@pytest.fixture
def wide(tmp_path: Path) -> Path:
    path = tmp_path / "wide.conll"
    path.write_text(WIDE)
    return path


def test_the_columns_that_are_looked_at_are_told(
    wide: Path, linguine: CommandLine, tmp_path: Path
) -> None:
    model = tmp_path / "m"
    out = linguine.succeed("train", wide, "--model", model, *FAST)
    assert "w, c1, c2; plain text needs --tagger for c1, c2\n" in out
    out = linguine.succeed("train", wide, "--model", model, *FAST, "--columns", "w,tag")
    assert "w; not at c1, c2\n" in out
    facts = json.loads(
        linguine.succeed("train", wide, "--model", model, *FAST, "--columns", "1,4", "--json")
    )
    assert facts["columns"] == ["w"]
    assert facts["other_columns"] == ["c1", "c2"]


@pytest.mark.filterwarnings("default")
def test_answers_to_other_questions_are_not_looked_at_unless_they_are_picked(
    wide: Path, linguine: CommandLine, tmp_path: Path
) -> None:
    """A tagger of parts of speech learned from the names behind them, and said nothing."""
    model = tmp_path / "m"
    train = ("train", wide, "--model", model, *FAST)
    names = ("--columns", "w,pos,chunk,ner")
    outcome = linguine(*train, *names, "--tag-column", "pos")
    assert "w; not at chunk, ner\n" in outcome.out
    assert "the columns chunk, ner look like the answers to another question" in outcome.err
    assert "--columns 1:w,2:pos,3:chunk,4:ner" in outcome.err
    outcome = linguine(*train, *names, "--tag-column", "chunk")
    assert "w, pos; not at ner;" in outcome.out
    outcome = linguine(*train, "--columns", "1:w,2:pos,3:chunk,4:ner", "--tag-column", "pos")
    assert "w, chunk, ner; plain" in outcome.out
    assert not outcome.err
    outcome = linguine(*train, *names)  # what stands before the tags is given
    assert "w, pos, chunk; plain" in outcome.out
    assert not outcome.err


def test_a_tagger_of_a_treebank_looks_at_words_or_at_what_is_picked(
    linguine: CommandLine, tmp_path: Path
) -> None:
    data, model = tmp_path / "x.conllu", tmp_path / "m"
    row = "{}\t{}\t{}\t{}\tX\tA=b\t{}\tdep\t_\t_\n"
    data.write_text((row.format(1, "a", "a", "N", 2) + row.format(2, "b", "b", "V", 0) + "\n") * 5)
    for column in ("upos", "lemma"):
        linguine.succeed("train", data, "--tag-column", column, "--model", model, "--quiet", *FAST)
        tagger = Tagger.load(model)
        assert tagger.model_ is not None
        assert tagger.model_.needed == ["w"]
    out = linguine.succeed(
        "train", data, "--task", "tag", "--columns", "form,xpos,upos", "--model", model, *FAST
    )
    assert "form, xpos; plain text needs --tagger for xpos\n" in out


def test_a_column_that_holds_no_tags_is_refused_before_memory_is_spent(
    linguine: CommandLine, tmp_path: Path
) -> None:
    """Lemmas of a treebank took 3.1 GB."""
    data, model = tmp_path / "x.conll", tmp_path / "m"
    data.write_text("".join(f"Word{i} word{i}\n\n" for i in range(3000)))
    message = linguine.fail("train", data, "--model", model, code=1)
    assert "at most 1,000 different tags" in message
    assert "the column 'tag' has 3,000" in message
    assert "Name the right column (--tag-column)" in message
    message = linguine.fail("train", data, "--model", model, "--order", "2", code=1)
    assert "at most 200 different tags" in message
    few = tmp_path / "few.conll"
    few.write_text("".join(f"Word{i} word{i % 300}\n\n" for i in range(3000)))
    message = linguine.fail("train", few, "--model", model, "--order", "2", code=1)
    assert "Use --order 1." in message
    message = linguine.fail("train", few, "--model", model, "--order", "3", code=1)
    assert "a tagger of order 3 takes at most 34 different tags" in message
    assert "has 300, and one table of them would take 64.8 GB. Use --order 1." in message
    message = linguine.fail(
        "train", few, "--model", model, "--order", "3", "--algorithm", "hmm", code=1
    )
    assert "at most 100 different tags" in message
    assert "Use --order 2." in message
    linguine.succeed("train", few, "--model", model, "--algorithm", "hmm", "--quiet")
    linguine.succeed("train", few, "--model", model, *FAST, "--quiet")


@pytest.mark.filterwarnings("default")
def test_what_many_tags_cost_is_told_before_the_training(
    linguine: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("linguine.tasks.tagger.gold.limits._LONG_ROUND", 1e-4)
    data, model = tmp_path / "x.conll", tmp_path / "m"
    data.write_text("".join(f"Word{i} word{i % 150}\n\n" for i in range(300)))
    outcome = linguine("train", data, "--model", model, *FAST, "--threads", "1")
    assert outcome.code == 0
    assert "150 different tags, and the time goes with their square" in outcome.err
    assert not linguine("train", data, "--model", model, "--algorithm", "hmm").err
