"""report: one page about a model, or two, and a file with the right answers."""

from __future__ import annotations

from pathlib import Path

import pytest

from ..reports.test_html import Page
from ..reports.test_page import packed, unpack
from .command_line import CommandLine
from .conftest import Desk


def report(linguine: CommandLine, out: Path, *arguments: str | Path) -> str:
    assert "wrote" in linguine("report", *arguments, "--html", out).err
    return out.read_text(encoding="utf-8")


def test_a_report_has_the_answers_that_predict_gives(
    desk: Desk, linguine: CommandLine, tmp_path: Path
) -> None:
    page = report(linguine, tmp_path / "r.html", desk.model, desk.test)
    found = unpack(packed(page))
    answers = [found["names"][codes[0]] for codes in found["predicted"]]
    assert answers == linguine.succeed("predict", desk.model, desk.test).split("\n")[:-1]
    assert Page(page).tags


def test_what_misled_the_model_is_shown_for_the_worst_errors(
    desk: Desk, linguine: CommandLine, tmp_path: Path
) -> None:
    page = report(linguine, tmp_path / "r.html", desk.model, desk.test)
    assert page.count("what each word says") == min(10, unpack(packed(page))["right"].count(0))


def test_the_card_says_what_the_model_is_and_what_its_maker_says(
    desk: Desk, linguine: CommandLine, tmp_path: Path
) -> None:
    page = report(linguine, tmp_path / "r.html", desk.model, desk.test)
    facts = linguine.succeed("inspect", desk.model)
    checksum = facts.split("crc32:")[1][:8]
    assert f"crc32:{checksum}" in page
    assert "<dt>date</dt>" not in page  # the same files write the same page
    assert report(linguine, tmp_path / "again.html", desk.model, desk.test) == page
    told = ("--use", "To route <tickets>.", "--limits", "Not for complaints.", "--date", "May 2026")
    page = report(linguine, tmp_path / "r.html", desk.model, desk.test, *told)
    for text in ("To route &lt;tickets&gt;.", "Not for complaints.", "May 2026"):
        assert text in page


def test_the_file_that_was_learned_from_gives_leaks_and_a_curve(
    desk: Desk, linguine: CommandLine, tmp_path: Path
) -> None:
    out = tmp_path / "r.html"
    assert "--train FILE" in report(linguine, out, desk.model, desk.test)
    page = report(linguine, out, desk.model, desk.train, "--train", desk.train)
    assert "leaks" in page
    assert "texts to learn from" in page


def test_two_models_are_compared_by_the_same_test_as_ever(
    desk: Desk, linguine: CommandLine, tmp_path: Path
) -> None:
    other = tmp_path / "nb.linguine"
    linguine.succeed("train", desk.train, "--algorithm", "naive-bayes", "--model", other, "-q")
    page = report(linguine, tmp_path / "r.html", other, desk.model, desk.test)
    found = unpack(packed(page))
    only_a, only_b = (found["right"].count(bits) for bits in (1, 2))
    assert f"only A is right: {only_a:,}" in page
    assert f"only B is right: {only_b:,}" in page
    for model, key in ((other, "predicted"), (desk.model, "predicted2")):
        answers = [found["names"][codes[0]] for codes in found[key]]
        assert answers == linguine.succeed("predict", model, desk.test).split("\n")[:-1]


def test_models_that_know_other_labels_are_compared(
    desk: Desk, linguine: CommandLine, tmp_path: Path
) -> None:
    file, other = tmp_path / "fewer.tsv", tmp_path / "fewer.linguine"
    header, *rows = desk.train.read_text(encoding="utf-8").strip().split("\n")
    labels = sorted({row.split("\t")[0] for row in rows}, reverse=True)
    kept = [row for label in labels[:2] for row in rows if row.startswith(f"{label}\t")]
    file.write_text("\n".join([header, *kept]) + "\n", encoding="utf-8")
    linguine.succeed("train", file, "--algorithm", "svm", "--model", other, "-q")
    page = report(linguine, tmp_path / "r.html", desk.model, other, desk.test)
    found = unpack(packed(page))
    for model, key in ((desk.model, "predicted"), (other, "predicted2")):
        answers = [found["names"][codes[0]] for codes in found[key]]
        assert answers == linguine.succeed("predict", model, desk.test).split("\n")[:-1]


def test_labels_that_the_model_never_saw_are_told_and_count_as_wrong(
    desk: Desk, linguine: CommandLine, tmp_path: Path
) -> None:
    file, out = tmp_path / "new.tsv", tmp_path / "r.html"
    lines = desk.test.read_text(encoding="utf-8").split("\n")[:30]
    file.write_text("\n".join([*lines, "holiday\tmay I have a day off"]), encoding="utf-8")
    assert "never seen" in linguine("report", desk.model, file, "--html", out).err
    page = out.read_text(encoding="utf-8")
    found = unpack(packed(page))
    assert found["right"][-1] == 0
    assert "It can never answer holiday" in page


@pytest.mark.parametrize(
    ("content", "told"),
    [("", "an empty file"), ("just words\nand words\n", "label"), ("\x7fELF\x00\x01", "")],
    ids=["empty", "no labels", "no text"],
)
def test_a_file_without_right_answers_is_refused_in_a_line(
    content: str, told: str, desk: Desk, linguine: CommandLine, tmp_path: Path
) -> None:
    file, out = tmp_path / "odd.tsv", tmp_path / "r.html"
    file.write_text(content)
    assert told in linguine.fail("report", desk.model, file, "--html", out, code=1)
    assert not out.exists()


@pytest.mark.parametrize("verb", ["evaluate", "report"])
def test_a_file_of_several_labels_is_refused_by_a_model_of_one(
    verb: str, desk: Desk, linguine: CommandLine, tmp_path: Path
) -> None:
    file = tmp_path / "several.txt"
    file.write_text("__label__a __label__b two labels\n__label__a one\n")
    told = linguine.fail(verb, desk.model, file, code=1)
    assert "each must have one right label" in told


def test_a_file_of_another_task_is_refused(
    desk: Desk, linguine: CommandLine, tmp_path: Path
) -> None:
    file = tmp_path / "names.conll"
    file.write_text("Anna B-PER\nsleeps O\n\n")
    linguine.fail("report", desk.model, file, "--html", tmp_path / "r.html", code=1)


def test_texts_of_hundreds_of_kilobytes_make_no_large_page(
    desk: Desk, linguine: CommandLine, tmp_path: Path
) -> None:
    file = tmp_path / "long.tsv"
    label = desk.test.read_text(encoding="utf-8").split("\n")[1].split("\t")[0]
    rows = [f"{label}\t{'lunch at noon ' * 25_000}", f"{label}\t{'x' * 350_000}", f"{label}\ta"]
    file.write_text("\n".join(["label\ttext", *rows]))
    page = report(linguine, tmp_path / "r.html", desk.model, file)
    assert len(page) < 300_000


def test_a_page_never_replaces_what_is_read(desk: Desk, linguine: CommandLine) -> None:
    told = linguine.fail("report", desk.model, desk.test, "--html", desk.test, code=1)
    assert "must not replace" in told


def test_a_pipe_is_refused_with_what_to_do(desk: Desk, linguine: CommandLine) -> None:
    told = linguine.fail("report", desk.model, "-", code=2)
    assert "Save it as a file" in told


def test_more_than_two_models_are_refused(desk: Desk, linguine: CommandLine) -> None:
    models = [desk.model] * 3
    assert "one model or two" in linguine.fail("report", *models, desk.test, code=2)
    assert "Missing argument" in linguine.fail("report", desk.model, code=2)
