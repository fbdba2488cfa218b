"""explain and inspect: why a text got its label, and what a model file holds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .command_line import CommandLine
from .conftest import Desk

TEXT = "my parcel never arrived"


def test_contributions_add_up_to_the_lead(desk: Desk, linguine: CommandLine) -> None:
    facts = json.loads(linguine.succeed("explain", desk.model, "--text", TEXT, "--json"))
    assert facts["label"] == "delivery"
    total = facts["bias"] + sum(each["contribution"] for each in facts["contributions"])
    # weights are float32, and scores are added in another order
    assert total == pytest.approx(facts["score"] - facts["runner_up_score"], abs=1e-5)


def test_words_and_bars_are_for_people(desk: Desk, linguine: CommandLine) -> None:
    out = linguine.succeed("explain", desk.model, "--text", TEXT, "--top", "2")
    assert out.startswith("delivery (")
    assert "more)" in out
    assert "\x1b" not in out  # no colour in a pipe


def test_each_word_is_named_once_and_features_are_listed_on_request(
    desk: Desk, linguine: CommandLine
) -> None:
    leads = []
    for by, kind in (((), "word"), (("--by", "features"), "feature")):
        out = linguine.succeed("explain", desk.model, "--text", TEXT, "--json", *by)
        facts = json.loads(out)
        assert {each["kind"] for each in facts["contributions"]} == {kind}
        leads.append(facts["bias"] + sum(each["contribution"] for each in facts["contributions"]))
        names = [each["name"] for each in facts["contributions"]]
        assert (sorted(names) == sorted(TEXT.split())) is (kind == "word")
    assert leads[0] == pytest.approx(leads[1], abs=1e-9)
    assert "my parcel" in linguine.succeed(
        "explain", desk.model, "--text", TEXT, "--by", "features", "--top", "30"
    )


def test_an_unknown_way_of_adding_up_is_a_usage_error(desk: Desk, linguine: CommandLine) -> None:
    message = linguine.fail("explain", desk.model, "--text", TEXT, "--by", "letters", code=2)
    assert "'words', 'features'" in message


def test_a_line_of_a_file_is_explained(desk: Desk, linguine: CommandLine) -> None:
    rows = desk.test.read_text().splitlines()
    for line in (1, 7, 150):
        out = linguine.succeed("explain", desk.model, desk.test, "--line", str(line), "--json")
        assert json.loads(out)["text"] == rows[line - 1].split("\t")[1]


def test_lines_are_counted_as_editors_do(desk: Desk, linguine: CommandLine, tmp_path: Path) -> None:
    data = tmp_path / "data.csv"
    data.write_text('label,text\nbug,"one\ntwo"\nbug,three\n')
    for line, text in (("2", "one\ntwo"), ("3", "one\ntwo"), ("4", "three")):
        out = linguine.succeed("explain", desk.model, data, "--line", line, "--json")
        assert json.loads(out)["text"] == text
    for line in ("1", "5"):
        message = linguine.fail("explain", desk.model, data, "--line", line, code=1)
        assert f"got {line}" in message


def test_several_texts_make_one_page(desk: Desk, linguine: CommandLine, tmp_path: Path) -> None:
    page = tmp_path / "why.html"
    linguine.succeed(
        "explain", desk.model, "--text", TEXT, "--text", "<script>alert(1)</script>",
        "--html", page,
    )  # fmt: skip
    html = page.read_text(encoding="utf-8")
    assert html.count("<article") == 2
    assert "<script>" not in html


def test_without_a_text_the_model_is_explained(
    desk: Desk, linguine: CommandLine, tmp_path: Path
) -> None:
    assert "password" in linguine.succeed("explain", desk.model)
    top = json.loads(linguine.succeed("explain", desk.model, "--top", "3", "--json"))
    assert list(top) == ["billing", "bug", "delivery", "login", "praise"]
    assert all(len(features) == 3 for features in top.values())
    page = tmp_path / "model.html"
    linguine.succeed("explain", desk.model, "--html", page)
    assert page.read_text(encoding="utf-8").count("<article") == 5


def test_counted_words_are_explained(linguine: CommandLine, tmp_path: Path) -> None:
    data, model = tmp_path / "data.svm", tmp_path / "m.linguine"
    data.write_text("1 3:1 5:2\n-1 4:1 6:1\n1 3:2\n-1 4:3\n" * 3)
    linguine.succeed("train", data, "--model", model, "--algorithm", "svm", "--quiet")
    facts = json.loads(linguine.succeed("explain", model, data, "--line", "2", "--json"))
    assert {each["name"] for each in facts["contributions"]} == {"4", "6"}


def test_inspecting_shows_how_a_model_was_made(desk: Desk, linguine: CommandLine) -> None:
    out = linguine.succeed("inspect", desk.model, "--top", "3")
    for part in ("svm", "5: billing", "word-ngrams 1-2", "450 texts", "held-out", "crc32:",
                 "weights.values", "password"):  # fmt: skip
        assert part in out


def test_a_machine_gets_all_that_is_in_the_file(desk: Desk, linguine: CommandLine) -> None:
    facts = json.loads(linguine.succeed("inspect", desk.model, "--json", "--top", "2"))
    assert facts["bytes"] == desk.model.stat().st_size
    assert facts["config"]["labels"] == ["billing", "bug", "delivery", "login", "praise"]
    assert len(facts["top_features"]["bug"]) == 2
