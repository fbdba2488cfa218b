"""train, predict, evaluate, explain and inspect with tokenizers; plain text for other models."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import pytest

from linguine.serving.app import main

from .command_line import CommandLine

TEXT = "I'd like tea. Isn't it cold?"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tokenizer, and a tagger, a parser and a constituency parser that look at words."""
    folder = tmp_path_factory.mktemp("raw")
    corpus = files("linguine") / "data" / "corpora" / "everyday_small.conllu"
    (folder / "bank.conllu").write_text(corpus.read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "trees.mrg").write_text("(S (NP (NNS Dogs)) (VP (VBP bark)) (. .))\n" * 3)
    for name, *options in (
        ("tok", "bank.conllu", "--task", "tokenize"),
        ("tag", "bank.conllu", "--task", "tag", "--algorithm", "perceptron"),
        ("parse", "bank.conllu", "--columns", "form", "--no-projective", "--epochs", "2"),
        ("bracket", "trees.mrg", "--algorithm", "pcfg"),
    ):
        train = [str(folder / options[0]), *options[1:], "--model", str(folder / name)]
        assert main(["train", *train, "--quiet"]) == 0
    return folder


def test_words_are_written_one_a_line(folder: Path, linguine: CommandLine) -> None:
    out = linguine.succeed("predict", folder / "tok", "--text", TEXT)
    assert out == "I\n'd\nlike\ntea\n.\n\nIs\nn't\nit\ncold\n?\n\n"


def test_conllu_has_multiword_tokens_and_spaces(folder: Path, linguine: CommandLine) -> None:
    out = linguine.succeed("predict", folder / "tok", "--conllu", "--text", TEXT).splitlines()
    assert out[:3] == ["# text = I'd like tea.", "1-2\tI'd" + "\t_" * 8, "1\tI" + "\t_" * 8]
    assert "4\ttea" + "\t_" * 7 + "\tSpaceAfter=No" in out


def test_conllu_of_raw_text_evaluates_to_what_was_predicted(
    folder: Path, linguine: CommandLine, tmp_path: Path
) -> None:
    raw, found = tmp_path / "raw.txt", tmp_path / "found.conllu"
    raw.write_text(f"{TEXT}\nThanks", encoding="utf-8")
    found.write_text(linguine.succeed("predict", folder / "tok", raw, "--conllu"))
    scores = json.loads(linguine.succeed("evaluate", folder / "tok", found, "--json"))
    assert scores["words_f1"] == 1
    assert scores["n_words"] == 11


def test_offsets_are_characters_of_the_text(folder: Path, linguine: CommandLine) -> None:
    out = linguine.succeed("predict", folder / "tok", "--offsets", "--text", TEXT)
    for line in filter(None, out.splitlines()):
        begin, end, token = line.split("\t")
        assert TEXT[int(begin) : int(end)] == token
    one = json.loads(
        linguine.succeed("predict", folder / "tok", "--json", "--text", TEXT).splitlines()[1]
    )
    assert one["text"] == TEXT[slice(*one["characters"])] == "Isn't it cold?"
    assert one["words"] == ["Is", "n't", "it", "cold", "?"]


def test_two_forms_at_once_are_refused(folder: Path, linguine: CommandLine) -> None:
    told = linguine.fail("predict", folder / "tok", "--json", "--conllu", "--text", "x", code=2)
    assert "not both" in told


def test_a_tokenizer_is_evaluated_explained_and_inspected(
    folder: Path, linguine: CommandLine
) -> None:
    assert "sentences" in linguine.succeed("evaluate", folder / "tok", folder / "bank.conllu")
    assert "sentence" in linguine.succeed("explain", folder / "tok", "--text", TEXT, "--token", ".")
    assert "inside" in linguine.succeed("explain", folder / "tok")
    assert "never cuts" in linguine.succeed("inspect", folder / "tok")
    told = linguine.fail("explain", folder / "tok", "--text", TEXT, "--token", "zebra", code=1)
    assert "--token must be" in told


def test_quantised_tokenizers_say_what_it_costs(
    folder: Path, linguine: CommandLine, tmp_path: Path
) -> None:
    arguments: list[str | Path] = [
        "train",
        folder / "bank.conllu",
        "--task",
        "tokenize",
        "--quantize",
        "int8",
    ]
    assert "of tokens" in linguine.succeed(*arguments, "--model", tmp_path / "q")


@pytest.mark.parametrize("model", ["tag", "parse", "bracket"])
def test_two_sentences_on_a_line_are_two(model: str, folder: Path, linguine: CommandLine) -> None:
    arguments: list[str | Path] = [
        "predict",
        folder / model,
        "--json",
        "--text",
        "Dogs bark. Dogs bark.",
    ]
    assert len(linguine.succeed(*arguments).splitlines()) == 2
    assert len(linguine.succeed(*arguments, "--one-per-line").splitlines()) == 1
    assert len(linguine.succeed(*arguments, "--tokenizer", folder / "tok").splitlines()) == 2


def test_spans_know_where_their_text_is_in_the_line(folder: Path, linguine: CommandLine) -> None:
    out = linguine.succeed("predict", folder / "tag", "--json", "--text", TEXT).splitlines()
    assert json.loads(out[1])["tokens"] == ["Is", "n't", "it", "cold", "?"]


def test_a_tree_of_raw_text_has_the_multiword_tokens_of_the_tokenizer(
    folder: Path, linguine: CommandLine
) -> None:
    arguments: list[str | Path] = ["predict", folder / "parse", "--text", TEXT]
    assert "1-2\tI'd\t" in linguine.succeed(*arguments, "--tokenizer", folder / "tok")
    assert "1-2" not in linguine.succeed(*arguments)


def test_a_model_carries_the_tokenizer_it_was_trained_with(
    folder: Path, linguine: CommandLine, tmp_path: Path
) -> None:
    model = tmp_path / "tagger"
    linguine.succeed(
        "train", folder / "bank.conllu", "--task", "tag", "--algorithm", "perceptron",
        "--tokenizer", folder / "tok", "--model", model,
    )  # fmt: skip
    (tmp_path / "text.txt").write_text("I'd go. Isn't it?")
    out = linguine.succeed("predict", model, tmp_path / "text.txt")
    assert [line.split("/")[0] for line in out.splitlines()] == ["I", "Is"]


def test_what_is_no_tokenizer_is_told_before_anything_is_learned(
    folder: Path, linguine: CommandLine, tmp_path: Path
) -> None:
    told = linguine.fail(
        "train", folder / "bank.conllu", "--task", "tag", "--tokenizer", folder / "tag",
        "--model", tmp_path / "m", code=1,
    )  # fmt: skip
    assert "--tokenizer must be the model of a tokenizer" in told
    assert not (tmp_path / "m").exists()


def test_a_file_that_is_not_utf8_is_told_with_its_line(
    folder: Path, linguine: CommandLine, tmp_path: Path
) -> None:
    (tmp_path / "x.txt").write_bytes(b"one\ntwo \xff")
    told = linguine.fail("predict", folder / "tok", tmp_path / "x.txt", code=1)
    assert ":2:" in told
