"""predict with --k-best, --allowed, --html and --redact: for tags, trees and constituents."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from ..tasks.sentences import TEST, TRAIN
from ..tasks.treebank import FILE
from .command_line import CommandLine, run_process


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from linguine import ConstituencyParser
    from linguine.data import read_constituents

    from ..tasks import sentences, treebank

    folder = tmp_path_factory.mktemp("known")
    sentences.make("crf").fit(TRAIN.sentences, TRAIN.tags).save(folder / "names.linguine")
    sentences.make("mira").fit(TRAIN.sentences, TRAIN.tags).save(folder / "mira.linguine")
    treebank.make("crf").fit(treebank.TRAIN).save(folder / "trees.linguine")
    brackets = read_constituents(FILE.with_suffix(".mrg"))
    ConstituencyParser("pcfg").fit(brackets).save(folder / "phrases.linguine")
    TEST.write(folder / "test.conll")
    return folder


def lines_of(out: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in out.splitlines()]


def test_k_best_tags_are_json_lines(folder: Path, linguine: CommandLine) -> None:
    out = linguine.succeed(
        "predict", folder / "names.linguine", "--k-best", "3", "--text", "Anna loves Rome."
    )
    (found,) = lines_of(out)
    assert found["tokens"] == ["Anna", "loves", "Rome", "."]
    answers = found["answers"]
    assert isinstance(answers, list)
    shares = [each["probability"] for each in answers]
    assert len(answers) == 3
    assert shares == sorted(shares, reverse=True)
    assert answers[0]["tags"] == ["B-PER", "O", "B-LOC", "O"]
    out = linguine.succeed("predict", folder / "mira.linguine", "--k-best", "2", "--text", "Anna .")
    assert "probability" not in out


def test_k_best_trees_and_constituents(folder: Path, linguine: CommandLine) -> None:
    out = linguine.succeed("predict", folder / "trees.linguine", "--k-best", "2", FILE)
    for found in lines_of(out):
        answers = found["answers"]
        assert isinstance(answers, list)
        assert all(len(each["heads"]) == len(found["tokens"]) for each in answers)  # type: ignore[arg-type]
        assert all(0 <= each["probability"] <= 1 for each in answers)
    text = "The dog sees the cat."
    out = linguine.succeed("predict", folder / "phrases.linguine", "--k-best", "2", "--text", text)
    (found,) = lines_of(out)
    assert found["text"] == text
    assert isinstance(found["answers"], list)
    assert all(each["tree"].startswith("(") for each in found["answers"])


def test_tags_of_a_column_are_kept_and_the_rest_is_found(
    folder: Path, linguine: CommandLine, tmp_path: Path
) -> None:
    known = tmp_path / "known.conll"
    known.write_text("Anna B-LOC\nloves ?\nRome _\n\nOslo B-PER|B-LOC\n. O\n")
    out = linguine.succeed("predict", folder / "names.linguine", known, "--allowed", "tag")
    rows = [line.split() for line in out.splitlines() if line]
    assert [row[-1] for row in rows] == ["B-LOC", "O", "B-LOC", "B-LOC", "O"]
    again = linguine.succeed("predict", folder / "names.linguine", known, "--allowed", "2")
    assert again == out
    spans = linguine.succeed(
        "predict", folder / "names.linguine", known, "--allowed", "tag", "--spans"
    )
    assert lines_of(spans)[0]["spans"][0]["type"] == "LOC"  # type: ignore[index]
    as_json = linguine.succeed(
        "predict", folder / "names.linguine", known, "--allowed", "tag", "--json"
    )
    assert lines_of(as_json)[0]["probabilities"][0] == 1.0  # type: ignore[index]


def test_heads_and_relations_of_a_file_are_kept(
    folder: Path, linguine: CommandLine, tmp_path: Path
) -> None:
    words = [
        ("The", "DET", "2", "_"),
        ("dog", "NOUN", "_", "nsubj|obj"),
        ("barks", "VERB", "_", "?"),
    ]
    rows = [
        f"{i}\t{w}\t_\t{tag}\t_\t_\t{head}\t{relation}\t_\t_\n"
        for i, (w, tag, head, relation) in enumerate(words, start=1)
    ]
    known = tmp_path / "known.conllu"
    known.write_text("".join(rows) + "\n")
    for names in ("head", "deprel", "head,deprel"):
        out = linguine.succeed("predict", folder / "trees.linguine", known, "--allowed", names)
        found = [line.split("\t") for line in out.splitlines() if line]
        if "head" in names:
            assert found[0][6] == "2"
        if "deprel" in names:
            assert found[1][7] in ("nsubj", "obj")
    out = linguine.succeed(
        "predict", folder / "trees.linguine", known, "--allowed", "head", "--json"
    )
    assert lines_of(out)[0]["confidences"][0] == 1.0  # type: ignore[index]
    known.write_text("".join(rows).replace("\t2\t_\t", "\t9\t_\t") + "\n")
    said = linguine.fail("predict", folder / "trees.linguine", known, "--allowed", "head", code=1)
    assert "known.conllu:1: a known head must be" in said


def test_known_answers_that_cannot_be_are_told_with_their_line(
    folder: Path, linguine: CommandLine, tmp_path: Path
) -> None:
    names, known = folder / "names.linguine", tmp_path / "known.conll"
    known.write_text("Anna _\nloves B-XYZ\n")
    said = linguine.fail("predict", names, known, "--allowed", "tag", code=1)
    assert "known.conll:2: what is known" in said
    known.write_text("Anna O\nYork I-LOC\n")
    said = linguine.fail("predict", names, known, "--allowed", "tag", code=1)
    assert "known.conll:1: every token needs a tag" in said
    known.write_text("Anna _\n")
    said = linguine.fail("predict", names, known, "--allowed", "nothere", code=1)
    assert "nothere" in said
    assert linguine("predict", names, "--text", "Anna", "--allowed", "tag").code == 2


def test_a_page_of_spans_is_written(folder: Path, linguine: CommandLine, tmp_path: Path) -> None:
    page = tmp_path / "spans.html"
    told: list[str | Path] = ["--text", "Anna loves <Rome>.", "--html", page]
    linguine.succeed("predict", folder / "names.linguine", "--spans", *told)
    assert "&lt;" in page.read_text()
    assert page.read_text().count("<mark") >= 3
    linguine.succeed("predict", folder / "names.linguine", folder / "test.conll", "--html", page)
    assert page.read_text().count("<p dir") == len(TEST)


NOTES = "\ufeffAnna loves New York .\r\n\r\n\tÄh , Emeka maps Cape Town\u2028today .\nRome"


@pytest.mark.parametrize("how", ["file", "pipe", "text"])
def test_names_are_taken_out_and_all_else_stays_byte_for_byte(
    how: str,
    folder: Path,
    linguine: CommandLine,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    names, notes = folder / "names.linguine", tmp_path / "notes.txt"
    notes.write_bytes(NOTES.encode())
    wanted = NOTES
    for name in ("New York", "Cape Town", "Rome"):
        wanted = wanted.replace(name, "[LOC]")
    told = ["--redact", "LOC", "--min-confidence", "0.3"]
    if how == "file":
        written = tmp_path / "out.txt"
        linguine.succeed("predict", names, notes, *told, "-o", written)
        assert written.read_bytes() == wanted.encode()
    elif how == "pipe":
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(NOTES.encode())))
        assert linguine.succeed("predict", names, "-", *told) == wanted
    else:
        out = linguine.succeed("predict", names, "--text", "Anna maps Rome .", "--redact", "all")
        assert out == "[PER] maps [LOC] .\n"


def test_a_stream_is_redacted_by_a_process(folder: Path, tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_bytes(b"Anna loves Rome .\r\n" * 2000)
    with open(notes, "rb") as stream:
        done = run_process("predict", folder / "names.linguine", "--redact", "PER", stdin=stream)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("[PER] loves Rome .") == 2000


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--redact", "ORG"], "types of spans"),
        (["--min-confidence", "0.5"], "--redact"),
        (["--redact", "all", "--min-confidence", "7"], "not a share"),
        (["--redact", "all", "--json"], "not both"),
        (["--k-best", "2", "--json"], "JSON already"),
        (["--spans", "--json"], "JSON already"),
        (["--k-best", "2", "--spans"], "not both"),
        (["--k-best", "0"], "1 or more"),
    ],
)
def test_options_that_do_not_go_together_are_told(
    options: list[str], said: str, folder: Path, linguine: CommandLine
) -> None:
    outcome = linguine("predict", folder / "names.linguine", "--text", "Anna", *options)
    assert outcome.code in (1, 2)
    assert outcome.out == ""
    assert said in outcome.err


def test_a_file_of_tokens_is_not_redacted(folder: Path, linguine: CommandLine) -> None:
    outcome = linguine(
        "predict", folder / "names.linguine", folder / "test.conll", "--redact", "all"
    )
    assert outcome.code == 2
    assert "plain text" in outcome.err
