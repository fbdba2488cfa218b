"""train on CoNLL-U: a parser comes out, unless something is said that only taggers have."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from linguine import DependencyParser, Tagger
from linguine.data import Trees, read_sentences
from linguine.tasks import PARSER_ALGORITHMS

from .command_line import CommandLine, run_process
from .treebank import CORPUS, SMALL

pytestmark = pytest.mark.filterwarnings("ignore:.*crossing arcs")

FAST = ("--algorithm", "perceptron", "--epochs", "2")
GOOD = "1\tDogs\tdog\tNOUN\t_\t_\t2\tnsubj\t_\t_\n2\tbark\tbark\tVERB\t_\t_\t0\troot\t_\t_\n\n"


@pytest.fixture
def trees(tmp_path: Path) -> Path:
    return Path(shutil.copy(CORPUS, tmp_path / "trees.conllu"))


def test_a_parser_is_trained_measured_and_saved(
    trees: Path, linguine: CommandLine, tmp_path: Path
) -> None:
    model = tmp_path / "p.linguine"
    out = linguine.succeed("train", trees, "--dev", trees, "--model", model, *SMALL)
    for part in ("mira: trained in", "166, 1,901 tokens", "47: ", "form, upos", "UAS", "saved"):
        assert part in out
    facts = json.loads(
        linguine.succeed("train", trees, "--dev", trees, "--model", model, "--json", *SMALL)
    )
    assert facts["columns"] == ["form", "upos"]
    assert facts["dev"]["uas"] > facts["dev"]["las"] > 0.9
    assert facts["dev"]["n_tokens"] == facts["n_tokens"] == 1901
    assert facts["bytes"] == model.stat().st_size
    sentences = read_sentences(trees)
    answer, gold = DependencyParser.load(model).predict_trees(sentences), Trees.of(sentences)
    assert facts["dev"]["uas"] == (answer.heads == gold.heads).mean()


def test_without_columns_a_parser_looks_at_what_one_tagger_gives(
    trees: Path, linguine: CommandLine, tmp_path: Path
) -> None:
    """It wanted lemmas and features, too, which nothing can give to plain text."""
    model, tagger = tmp_path / "p.linguine", tmp_path / "t.linguine"
    out = linguine.succeed("train", trees, "--model", model, *SMALL[2:])
    assert "form, upos; not at lemma, feats (--columns)" in out
    linguine.succeed("train", trees, "--task", "tag", "--model", tagger, "--quiet", *FAST)
    out = linguine.succeed("predict", model, "--tagger", tagger, "--text", "Dogs bark.")
    assert len(out.splitlines()) == 5
    out = linguine.succeed(
        "train", trees, "--model", model, *SMALL[2:], "--columns", "form,lemma,upos,feats"
    )
    assert "form, lemma, upos, feats\n" in out


def test_the_library_and_the_command_line_make_the_same_bytes(
    trees: Path, linguine: CommandLine, tmp_path: Path
) -> None:
    ours, theirs = tmp_path / "a.linguine", tmp_path / "b.linguine"
    linguine.succeed(
        "train", trees, "--model", theirs, "--quiet", *SMALL, "--no-projective", "--C", "0.5"
    )
    parser = DependencyParser(
        "mira", columns="form,upos", shared_bits=16, relation_bits=12, epochs=5, projective=False,
        C=0.5,
    )  # fmt: skip
    parser.fit(trees).save(ours)
    assert ours.read_bytes() == theirs.read_bytes()


@pytest.mark.parametrize(
    "options",
    [["--task", "tag"], ["--tag-column", "upos"], ["--algorithm", "hmm"], ["--scheme", "plain"]],
    ids=lambda each: each[0],
)
def test_a_word_that_only_taggers_have_trains_a_tagger(
    options: list[str], trees: Path, linguine: CommandLine, tmp_path: Path
) -> None:
    linguine.succeed("train", trees, "--model", tmp_path / "m", "--quiet", *options)
    assert "NOUN" in Tagger.load(tmp_path / "m").labels_


def test_columns_with_a_head_train_a_parser(linguine: CommandLine, tmp_path: Path) -> None:
    data, model = tmp_path / "x.conll", tmp_path / "m"
    data.write_text("Dogs NOUN 2 nsubj\nbark VERB 0 root\n\nSit VERB 0 root\n\n" * 5)
    linguine.succeed("train", data, "--columns", "w,pos,head,deprel", "--model", model, "--quiet")
    parser = DependencyParser.load(model)
    assert parser.predict([[("Cats", "NOUN"), ("bark", "VERB")]]) == [[(2, "nsubj"), (0, "root")]]
    assert "no column of heads" in linguine.fail(
        "train", data, "--task", "parse", "--model", model, code=1
    )


def test_tags_are_jackknifed(trees: Path, linguine: CommandLine, tmp_path: Path) -> None:
    model, plain = tmp_path / "p.linguine", tmp_path / "q.linguine"
    out = linguine.succeed("train", trees, "--model", model, *SMALL, "--jackknife", "3")
    assert "tags predicted in 3 parts" in out
    assert "tags predicted in 3 parts" in linguine.succeed("inspect", model)
    linguine.succeed("train", trees, "--model", plain, *SMALL)
    assert DependencyParser.load(model).score(trees) < DependencyParser.load(plain).score(trees)
    message = linguine.fail(
        "train", trees, "--model", model, "--columns", "form", "--jackknife", "3", code=1
    )
    assert "looks at form only" in message


def test_crossing_arcs_are_told_in_words_of_the_command_line(trees: Path, tmp_path: Path) -> None:
    done = run_process("train", trees, "--model", tmp_path / "m", *SMALL)
    assert done.returncode == 0
    assert "6 of 166 trees have crossing arcs" in done.stderr
    assert "--no-projective learns them" in done.stderr


def test_the_price_of_a_small_file_is_told(
    trees: Path, linguine: CommandLine, tmp_path: Path
) -> None:
    out = linguine.succeed(
        "train", trees, "--model", tmp_path / "m", *SMALL, "--quantize", "float16"
    )
    assert "to float16: another head or relation for 0.0 % of 1,901 tokens" in out
    out = linguine.succeed(
        "train", trees, "--model", tmp_path / "m", *SMALL, "--quantize", "int8", "--dev", trees
    )
    assert "to int8: LAS" in out


@pytest.mark.parametrize(
    ("arguments", "code", "got"),
    [
        (["--ngrams", "2"], 2, "--ngrams is for texts"),
        (
            ["--task", "parse", "--scheme", "iob2"],
            2,
            "--scheme is for taggers; trees.conllu trains a parser",
        ),
        (["--tag-column", "upos", "--projective"], 2, "--projective is for parsers"),
        (["--task", "chunk"], 2, "'chunk' is not one of 'classify', 'multilabel', 'tag', 'parse'"),
        (["--algorithm", "logistic"], 2, "Unknown algorithm 'logistic'"),
        (["--l2", "1"], 2, "mira has no option --l2; it has --C"),
        (["--algorithm", "crf", "--C", "1"], 2, "use --algorithm mira"),
        (["--algorithm", "svm", "--learner", "lbfgs"], 2, "cannot minimise the loss"),
        (["--k-best", "0"], 2, "--k-best must be an integer >= 1"),
        (["--order", "3"], 2, "--order must be 1"),
        (["--order", "2", "--no-projective"], 2, "trees of order 2 must be projective"),
        (["--patience", "2"], 2, "--dev FILE"),
        (["--shared-bits", "50"], 2, "--shared-bits must be an integer >= 4 and <= 30"),
        (["--relation-bits", "1"], 2, "--relation-bits must be"),
        (["--relation-cost", "-1"], 2, "--relation-cost must be a number >= 0"),
        (["--jackknife", "1"], 2, "--jackknife must be an integer >= 2"),
        (["--columns", "form,pos"], 1, "Did you mean 'xpos'?"),
        (["--columns", "form,head"], 2, "'head' is a part of the tree"),
        (["--template", "missing.txt"], 1, "missing.txt: a file of templates must be"),
        (["--template", "wrong.txt"], 2, "the column 'oops' must be one of"),
        (["--dev", "missing.conllu"], 1, "missing.conllu: expected a file"),
        (["--dev", "words.conllu"], 1, "words.conllu:1: a parser learns from the head"),
    ],
    ids=lambda each: " ".join(each) if isinstance(each, list) else "",
)
def test_what_is_wrong_is_told_in_one_line(
    arguments: list[str],
    code: int,
    got: str,
    trees: Path,
    linguine: CommandLine,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(trees.parent)
    Path("wrong.txt").write_text("h.upos|m.oops\n")
    Path("words.conllu").write_text(GOOD.replace("\t2\tnsubj", "\t_\t_").replace("\t0\t", "\t_\t"))
    message = linguine.fail("train", trees.name, "--model", "m.linguine", *arguments, code=code)
    assert got in message
    assert not Path("m.linguine").exists()


CYCLE = GOOD.replace("\t0\troot", "\t3\troot").replace(
    "\n\n", "\n3\tso\t_\tADV\t_\t_\t2\tx\t_\t_\n"
)
BAD = {
    "a cycle": (CYCLE + "4\t.\t_\tPUNCT\t_\t_\t0\troot\t_\t_\n\n", "x.conllu:4: heads must make"),
    "two roots": (GOOD.replace("\t2\tnsubj", "\t0\tnsubj"), "x.conllu:4: a sentence must have one"),
    "no root": (GOOD.replace("\t0\troot", "\t1\troot"), "x.conllu:3: a sentence must have one"),
    "a head out of range": (GOOD.replace("\t2\tnsubj", "\t7\tnsubj"), "here 1 to 2, or 0"),
    "a column too few": (GOOD.replace("\t_\t_\n2", "\t_\n2"), "x.conllu:3: expected 10"),
    "ids that do not count": (GOOD.replace("\n2\tbark", "\n4\tbark"), "x.conllu:4: ids must count"),
    "its own head": (GOOD.replace("\t2\tnsubj", "\t1\tnsubj"), "x.conllu:3: no token may be"),
    "one head missing": (GOOD.replace("\t2\tnsubj", "\t_\tnsubj"), "x.conllu:3: every token needs"),
}


@pytest.mark.parametrize(("broken", "got"), BAD.values(), ids=BAD)
def test_a_broken_tree_is_refused_with_its_line(
    broken: str, got: str, linguine: CommandLine, tmp_path: Path
) -> None:
    data = tmp_path / "x.conllu"
    data.write_text("# a comment\n\n" + broken)
    assert got in linguine.fail("train", data, "--model", tmp_path / "m", *SMALL, code=1)
    assert not (tmp_path / "m").exists()


def test_a_file_without_heads_is_refused_with_what_to_do(
    linguine: CommandLine, tmp_path: Path
) -> None:
    data = tmp_path / "x.conllu"
    data.write_text(GOOD.replace("\t2\tnsubj", "\t_\t_").replace("\t0\troot", "\t_\t_"))
    message = linguine.fail("train", data, "--model", tmp_path / "m", code=1)
    assert "x.conllu:1: a parser learns from the head of each token" in message
    assert "--task tag" in message


def test_a_sentence_of_one_word_is_learned_from(linguine: CommandLine, tmp_path: Path) -> None:
    data, model = tmp_path / "x.conllu", tmp_path / "m"
    data.write_text("1\tYes\t_\tINTJ\t_\t_\t0\troot\t_\t_\n\n")
    linguine.succeed("train", data, "--model", model, "--quiet")
    assert linguine.succeed("predict", model, data) == data.read_text()


def test_parsers_are_compared(trees: Path, linguine: CommandLine) -> None:
    files = trees, trees
    facts = json.loads(linguine.succeed("compare", *files, "--json", *SMALL[:6]))
    assert [each["algorithm"] for each in facts["algorithms"]] == list(PARSER_ALGORITHMS.names)
    assert all(each["uas"] > 0.9 for each in facts["algorithms"])
    out = linguine.succeed("compare", *files, *SMALL[:6], "--algorithm", "mira")
    assert "sentences/s" in out
    assert out.count("\n") == 9  # what it is worth, and what it costs
