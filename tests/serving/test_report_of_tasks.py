"""report: every task has a page, and each page shows what its answers are."""

from __future__ import annotations

from pathlib import Path

import pytest

from ..reports.test_html import Page
from ..reports.test_page import packed, unpack
from .command_line import CommandLine, put_lines
from .treebank import Treebank, make_treebank

#: The files of a task, the options that train it in no time, and sections besides the usual ones.
LISTS = [
    *('{"text": "free cash", "labels": ["spam", "money"]}', '{"text": "lunch", "labels": []}'),
    *('{"text": "cash loan", "labels": ["money"]}', '{"text": "click now", "labels": ["spam"]}'),
] * 10  # fmt: skip
NUMBERS = [f"{i % 5 + (i % 3) / 4}\t{'good ' * (i % 5)}text {i % 7}" for i in range(60)]
STARS = [f"{i % 3}\t{'good ' * (i % 3)}text {i % 7}" for i in range(60)]
BRACKETS = [
    "(S (NP (DT the) (NN dog)) (VP (VBZ sees) (NP (DT a) (NN cat))) (. .))",
    "(S (NP (NNS dogs)) (VP (VBP bark)) (. .))",
] * 5
#: A tree whose words no rule fits.
ODD = "(S (VP (VB sleep) (NP (DT the) (NN cat))) (. !))"
LABELLED = ["label\ttext", *["a\tfree cash now", "b\tlunch at noon", "a\tcash prize"] * 8]
MULTI, SCORE = ["--task", "multilabel"], ["--task", "score", "--algorithm"]
FILES = {
    "several": ("train.jsonl", LISTS, [*MULTI, "--algorithm", "logistic"], "data calibration"),
    "scores": ("train.tsv", ["label\ttext", *NUMBERS], [*SCORE, "ridge"], "numbers"),
    "stars": ("train.tsv", ["label\ttext", *STARS], [*SCORE, "ordinal"], "numbers confusion"),
    "brackets": ("train.mrg", BRACKETS, ["--algorithm", "pcfg"], "scores"),
    "clusters": ("train.tsv", LABELLED, ["--task", "cluster", "-k", "2"], "confusion weights"),
}


@pytest.fixture(scope="module")
def bank(tmp_path_factory: pytest.TempPathFactory) -> Treebank:
    return make_treebank(tmp_path_factory.mktemp("trees"))


def read(path: Path) -> Page:
    """Return a page, which has to be well-formed."""
    return Page(path.read_text(encoding="utf-8"))


def sections(page: Page) -> set[str]:
    return {str(attributes["id"]) for tag, attributes in page.tags if tag == "section"}


@pytest.mark.parametrize("kind", FILES)
def test_every_task_has_a_page(kind: str, tmp_path: Path, linguine: CommandLine) -> None:
    name, lines, options, wanted = FILES[kind]
    file, model, out = tmp_path / name, tmp_path / "m.linguine", tmp_path / "r.html"
    put_lines(file, lines)
    linguine.succeed("train", file, "--model", model, "--quiet", *options)
    if kind == "brackets":
        put_lines(file, [*lines, ODD])
    linguine.succeed("report", model, file, "--html", out)
    page = read(out)
    assert {"summary", "items", "card", "errors", *wanted.split()} <= sections(page)
    found = unpack(packed(out.read_text(encoding="utf-8")))
    n_lines = len(lines) - (lines[0] == "label\ttext") + (kind == "brackets")
    assert len(found["texts"]) == n_lines


def test_a_tagger_shows_the_tags_that_it_missed_and_what_follows_what(
    bank: Treebank, tmp_path: Path, linguine: CommandLine
) -> None:
    out = tmp_path / "r.html"
    linguine.succeed("report", bank.tagger, bank.test, "--html", out)
    told = out.read_text(encoding="utf-8")
    assert {"transitions", "weights", "calibration"} <= sections(read(out))
    found = unpack(packed(told))
    wrong = found["right"].index(0)
    right, said = found["told"][wrong].split()[0], found["said"][wrong].split()[0]
    assert right != said
    assert right.split("/")[0] == said.split("/")[0] in found["texts"][wrong]
    assert told.count('<p class="text spans"') == min(10, found["right"].count(0))


def test_a_parser_shows_both_trees(bank: Treebank, tmp_path: Path, linguine: CommandLine) -> None:
    out = tmp_path / "r.html"
    linguine.succeed("report", bank.crf, bank.test, "--html", out)
    told = out.read_text(encoding="utf-8")
    n_shown = min(10, unpack(packed(told))["right"].count(0))
    assert told.count('<svg class="tree"') >= 2 * n_shown - 4  # very long ones are not drawn
    assert "✗ " in told
    assert {"calibration", "coverage", "confusion"} <= sections(read(out))


def test_two_parsers_beside_each_other_show_what_changes(
    bank: Treebank, tmp_path: Path, linguine: CommandLine
) -> None:
    out = tmp_path / "r.html"
    linguine.succeed("report", bank.mira, bank.crf, bank.test, "--html", out)
    assert {"versus", "changes"} <= sections(read(out))
    found = unpack(packed(out.read_text(encoding="utf-8")))
    assert set(found["right"]) <= {0, 1, 2, 3}
    assert len(found["said"]) == len(found["said2"])


def test_a_tokenizer_shows_where_it_cuts_elsewhere(
    bank: Treebank, tmp_path: Path, linguine: CommandLine
) -> None:
    model, out = tmp_path / "t.linguine", tmp_path / "r.html"
    linguine.succeed("train", bank.train, "--task", "tokenize", "--model", model, "--quiet")
    linguine.succeed("report", model, bank.test, "--html", out)
    found = unpack(packed(out.read_text(encoding="utf-8")))
    assert found["place"] == "sentence"
    for right, told, said in zip(found["right"], found["told"], found["said"], strict=True):
        assert bool(right) == (told == said == "(the same)")


def test_models_of_two_tasks_are_not_set_beside_each_other(
    bank: Treebank, linguine: CommandLine
) -> None:
    told = linguine.fail("report", bank.tagger, bank.crf, bank.test, code=2)
    assert "must do the same" in told
    assert "is a tagger" in told
