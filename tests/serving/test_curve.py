"""curve: how good models get as there is more to learn from, in every task with right answers."""

from __future__ import annotations

import json
from pathlib import Path

from .command_line import CommandLine, put_lines
from .conftest import Desk


def test_more_texts_are_better_and_what_twice_as_many_give_is_said(
    desk: Desk, linguine: CommandLine, tmp_path: Path
) -> None:
    page = tmp_path / "curve.html"
    outcome = linguine("curve", desk.train, desk.test, "--algorithm", "svm", "--html", page)
    assert outcome.code == 0, outcome.err
    assert "Twice the data (900 texts)" in " ".join(outcome.out.split())
    assert "<svg" in page.read_text()


def test_a_program_gets_all_figures_with_intervals(desk: Desk, linguine: CommandLine) -> None:
    arguments = ("curve", desk.train, desk.test, "--algorithm", "naive-bayes", "--json")
    facts = json.loads(linguine.succeed(*arguments, "--sizes", "50,0.5,450"))
    assert [each["n"] for each in facts["points"]] == [50, 225, 450]
    for each in facts["points"]:
        low, high = each["intervals"]["accuracy"]
        assert low <= each["figures"]["accuracy"] <= high
    assert facts["outlook"] is None
    again = json.loads(linguine.succeed(*arguments, "--sizes", "450"))
    model = json.loads(
        linguine.succeed("compare", desk.train, desk.test, "--algorithm", "naive-bayes", "--json")
    )
    assert again["points"][0]["figures"]["accuracy"] == model["algorithms"][0]["accuracy"]


def test_sizes_that_cannot_be_are_refused(desk: Desk, linguine: CommandLine) -> None:
    told = linguine.fail("curve", desk.train, desk.test, "--sizes", "100,5000", code=2)
    assert "from 1 to 450" in told
    assert "--sizes" in told
    told = linguine.fail("curve", desk.train, desk.test, "--sizes", "many", code=2)
    assert "'many' is neither" in told


def test_what_learns_without_answers_has_no_curve(desk: Desk, linguine: CommandLine) -> None:
    told = linguine.fail("curve", desk.train, desk.test, "--task", "cluster", code=2)
    assert "learn without" in told


def test_an_empty_test_file_is_refused(desk: Desk, linguine: CommandLine, tmp_path: Path) -> None:
    empty = tmp_path / "empty.tsv"
    empty.write_text("")
    assert str(empty) in linguine.fail("curve", desk.train, empty, code=1)


def test_unequal_labels_and_a_label_with_one_text_have_a_curve(
    linguine: CommandLine, tmp_path: Path
) -> None:
    file = tmp_path / "texts.tsv"
    lines = [f"ham\tlunch at noon {i}" for i in range(97)] + ["spam\tfree", "spam\twin", "odd\t?"]
    put_lines(file, lines)
    facts = json.loads(linguine.succeed("curve", file, file, "--algorithm", "svm", "--json"))
    assert [each["n"] for each in facts["points"]] == [16, 32, 64, 100]


TOKENS = "".join(f"the\tD\ndog{i}\tN\nbarks\tV\n\n" for i in range(40))
TREES = "".join(
    f"# text = the dog{i}\n1\tthe\tthe\tDET\t_\t_\t2\tdet\t_\t_\n"
    f"2\tdog{i}\tdog\tNOUN\t_\t_\t0\troot\t_\tSpaceAfter=No\n\n"
    for i in range(40)
)
BRACKETS = "".join(f"(S (NP (D the) (N dog{i})) (VP (V barks)))\n" for i in range(40))


def test_every_task_with_right_answers_has_a_curve(linguine: CommandLine, tmp_path: Path) -> None:
    made = {
        "a.conll": (TOKENS, ("--algorithm", "perceptron"), "sentences"),
        "a.conllu": (TREES, ("--algorithm", "perceptron"), "sentences"),
        "b.conllu": (TREES, ("--task", "tokenize"), "sentences"),
        "a.mrg": (BRACKETS, ("--algorithm", "pcfg"), "sentences"),
        "several.jsonl": (
            "".join(
                json.dumps({"labels": ["x"] if i % 2 else ["x", "y"], "text": f"w{i % 3}"}) + "\n"
                for i in range(40)
            ),
            (),
            "texts",
        ),
        "scores.tsv": (
            "".join(f"{i % 5}\tword{i % 5}\n" for i in range(40)), ("--task", "score"), "texts",
        ),
    }  # fmt: skip
    for name, (content, options, unit) in made.items():
        file = tmp_path / name
        file.write_text(content)
        facts = json.loads(
            linguine.succeed("curve", file, file, *options, "--sizes", "20,40", "--json")
        )
        assert facts["unit"] == unit, name
        assert [each["n"] for each in facts["points"]] == [20, 40], name
        assert facts["points"][1]["figures"][facts["figure"]] is not None, name
