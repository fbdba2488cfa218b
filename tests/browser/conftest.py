"""A browser and the pages that it opens; without Chromium all tests here are skipped."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from linguine.serving.app import main
from linguine.tasks.text.demo import split_corpus

from ..serving.command_line import put_lines
from ..serving.treebank import make_treebank
from .chromium import Chromium, find_chromium

#: What strangers write: ends of scripts, overrides of direction, controls, another direction, and a
#: text of a megabyte without a space.
CROOKED = (
    "spam\t</script><script>window.broken=1</script><img src=x onerror=window.broken=1>",
    "ham\t\u202emoc.live\u202c \x07\x1b[31m \u200b end",
    "spam\t<!--<script> ]]> &lt;b&gt; ${window.broken=1} `;window.broken=1//",
    "ham\t\u05e9\u05dc\u05d5\u05dd \u05e2\u05d5\u05dc\u05dd, \u0645\u0631\u062d\u0628\u0627",
    f"ham\t{'x' * 1_000_000}",
    f"spam\t{'lunch at noon ' * 70_000}",
    "ham\t",
)
TEXTS = [
    *("spam\tfree cash, win now", "spam\tclick now to win", "spam\tcash prize for you"),
    *("ham\tlunch at noon?", "ham\tsee you at the meeting", "ham\tthe report is done"),
] * 6  # fmt: skip
SCORES = [f"{i % 5 + (i % 3) / 4}\t{'good ' * (i % 5)}text {i % 7}" for i in range(60)]
TREES = [
    "(S (NP (DT the) (NN dog)) (VP (VBZ sees) (NP (DT a) (NN cat))) (. .))",
    "(S (NP (NNS dogs)) (VP (VBP bark)) (. .))",
    "(S (NP (DT a) (NN cat)) (VP (VBZ sleeps) (ADVP (RB here))) (. .))",
] * 5


def run(*arguments: str | Path) -> None:
    assert main([str(each) for each in arguments]) == 0


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chromium]:
    program = find_chromium()
    if program is None:
        pytest.skip("there is no Chromium; `make test-browser` installs it and runs these tests")
    with Chromium(program, tmp_path_factory.mktemp("profile")) as made:
        yield made


@pytest.fixture(scope="session")
def pages(browser: Chromium, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Reports of all kinds, of models that are trained in no time."""
    folder = tmp_path_factory.mktemp("pages")
    put_lines(folder / "train.tsv", ["label\ttext", *TEXTS])
    crooked = "".join(f"{each}\n" for each in ["label\ttext", *TEXTS[:12], *CROOKED, "new\tunseen"])
    (folder / "test.tsv").write_bytes(crooked.encode())
    split_corpus(lambda name, lines: put_lines(folder / f"desk-{name}", lines))
    put_lines(folder / "scores.tsv", ["label\ttext", *SCORES])
    put_lines(folder / "trees.mrg", TREES)
    put_lines(folder / "hard.mrg", [*TREES[:3], "(S (VP (VB sleep) (NP (DT the) (NN cat))) (. !))"])
    bank = make_treebank(folder)
    made: dict[str, Path] = {}

    def report(name: str, *arguments: str | Path) -> None:
        made[name] = folder / f"{name}.html"
        run("report", *arguments, "--html", made[name])

    for model, file, *options in (
        ("first", "train.tsv", "--algorithm", "naive-bayes"),
        ("second", "train.tsv", "--algorithm", "logistic"),
        ("desk", "desk-train.tsv", "--algorithm", "logistic"),
        ("ridge", "scores.tsv", "--task", "score", "--algorithm", "ridge"),
        ("brackets", "trees.mrg", "--algorithm", "pcfg"),
    ):
        run("train", folder / file, "--model", folder / f"{model}.linguine", "--quiet", *options)
    crooked_test, desk_test = folder / "test.tsv", folder / "desk-test.tsv"
    report("crooked", folder / "second.linguine", crooked_test)
    report("desk", folder / "desk.linguine", desk_test, "--train", folder / "desk-train.tsv")
    report("pair", folder / "first.linguine", folder / "second.linguine", crooked_test)
    report("scores", folder / "ridge.linguine", folder / "scores.tsv")
    report("brackets", folder / "brackets.linguine", folder / "hard.mrg")
    report("tags", bank.tagger, bank.test)
    report("trees", bank.crf, bank.test)
    return made
