"""Columns that training was told by name are found again in every later file that has them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from linguine.model.file.container import load_model

from ..data.files import give_stdin
from ..messages import has_three_parts
from .command_line import CommandLine

ROWS = [(("gut", "übel")[i % 2], f"{('schön', 'mies')[i % 2]} wort{i % 7}") for i in range(40)]
NAMED = ("--text-column", "spruch", "--label-column", "art")
RIGHT = "accuracy 100.0 %"


def write(path: Path, *, header: str = "id,spruch,art", separator: str = ",") -> Path:
    """Write a table with the texts in the second column and their labels in the third."""
    rows = [f"{i},{text},{label}" for i, (label, text) in enumerate(ROWS)]
    lines = [header, *rows] if header else rows
    path.write_text("".join(line.replace(",", separator) + "\n" for line in lines), "utf-8")
    return path


@pytest.fixture
def table(tmp_path: Path) -> Path:
    return write(tmp_path / "train.csv")


@pytest.fixture
def model(linguine: CommandLine, table: Path, tmp_path: Path) -> Path:
    path = tmp_path / "m.linguine"
    linguine.succeed("train", table, *NAMED, "--algorithm", "svm", "--model", path, "--quiet")
    return path


def labels() -> list[str]:
    return [label for label, _ in ROWS]


@pytest.mark.parametrize("name", ["new.csv", "new.tsv"])
def test_predict_finds_the_texts(
    linguine: CommandLine, model: Path, tmp_path: Path, name: str
) -> None:
    new = write(tmp_path / name, separator="\t" if name.endswith("tsv") else ",")
    answered = linguine("predict", model, new)
    assert (answered.out.split(), answered.err) == (labels(), "")


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_predict_finds_the_texts_in_a_pipe(
    linguine: CommandLine, model: Path, tmp_path: Path, separator: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    content = write(tmp_path / "x", separator=separator).read_bytes()
    give_stdin(monkeypatch, content)
    assert linguine.succeed("predict", model, "-").split() == labels()


def test_evaluate_finds_texts_and_labels(linguine: CommandLine, model: Path, table: Path) -> None:
    outcome = linguine("evaluate", model, table)
    assert RIGHT in outcome.out
    assert outcome.err == ""
    assert RIGHT in linguine.succeed("evaluate", model, table, "--by", "label")


def test_report_finds_them_in_the_test_and_in_the_training_file(
    linguine: CommandLine, model: Path, table: Path, tmp_path: Path
) -> None:
    page = tmp_path / "page.html"
    outcome = linguine("report", model, table, "--train", table, "--html", page)
    assert outcome.code == 0, outcome.err
    assert "There is none, as such a model" not in page.read_text("utf-8")


def test_diff_finds_them_for_each_model(linguine: CommandLine, model: Path, tmp_path: Path) -> None:
    """Each of the two has its own names, and one file may have both."""
    other, known = tmp_path / "other.linguine", write(tmp_path / "k.csv", header="id,text,label")
    linguine.succeed("train", known, "--algorithm", "svm", "--model", other, "--quiet")
    both = tmp_path / "both.csv"
    rows = [f"{text},{label},{text},{label}" for label, text in ROWS]
    both.write_text("\n".join(["text,label,spruch,art", *rows]) + "\n", "utf-8")
    outcome = linguine("diff", model, other, both)
    assert outcome.code == 0, outcome.err
    assert outcome.err == ""


def test_explain_and_inspect_know_them(linguine: CommandLine, model: Path, table: Path) -> None:
    assert "mies" in linguine.succeed("explain", model, table, "--line", "3")
    assert "text: spruch; label: art" in linguine.succeed("inspect", model)


def test_members_of_members_are_found(linguine: CommandLine, tmp_path: Path) -> None:
    path, model, page = (tmp_path / name for name in ("a.jsonl", "m", "page.html"))
    rows = [{"message": {"body": text}, "verdict": {"is": label}} for label, text in ROWS]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    told = ("--text-column", "message.body", "--label-column", "verdict.is")
    linguine.succeed("train", path, *told, "--algorithm", "svm", "--model", model, "--quiet")
    assert linguine.succeed("predict", model, path).split() == labels()
    assert RIGHT in linguine.succeed("evaluate", model, path)
    linguine.succeed("report", model, path, "--train", path, "--html", page)
    linguine.succeed("diff", model, model, path)
    flat = tmp_path / "flat.jsonl"
    flat.write_text("".join(json.dumps({"message.body": t}) + "\n" for _, t in ROWS))
    assert linguine.succeed("predict", model, flat).split() == labels()


def test_columns_of_parquet_are_found(linguine: CommandLine, model: Path, tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    pq = pytest.importorskip("pyarrow.parquet")
    columns = {"id": range(len(ROWS)), "spruch": [t for _, t in ROWS], "art": labels()}
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({name: list(each) for name, each in columns.items()}), path)
    assert linguine.succeed("predict", model, path).split() == labels()
    assert RIGHT in linguine.succeed("evaluate", model, path)


def test_what_is_found_beside_what_is_named_is_remembered(
    linguine: CommandLine, tmp_path: Path
) -> None:
    """Of two columns one is named; a later file has a third, and is read the same."""
    two, model = tmp_path / "two.csv", tmp_path / "m"
    rows = [f"{text},{label}" for label, text in ROWS]
    two.write_text("\n".join(["spruch,art", *rows]) + "\n", "utf-8")
    linguine.succeed("train", two, "--label-column", "art", "--model", model, "--quiet")
    assert RIGHT in linguine.succeed("evaluate", model, write(tmp_path / "three.csv"))


def test_options_win_over_what_is_remembered(
    linguine: CommandLine, model: Path, tmp_path: Path
) -> None:
    path = tmp_path / "a.csv"
    rows = [f"{text},{label},nichts,{labels()[1 - i % 2]}" for i, (label, text) in enumerate(ROWS)]
    path.write_text("\n".join(["text,right,spruch,art", *rows]) + "\n", "utf-8")
    told = ("--text-column", "text", "--label-column", "right")
    assert RIGHT in linguine.succeed("evaluate", model, path, *told)
    assert "accuracy 0.0 %" in linguine.succeed("evaluate", model, path, *told[:2])
    # the name that is remembered for the label is said to be the text
    assert linguine("predict", model, path, "--text-column", "art").code == 0


@pytest.mark.parametrize(
    ("header", "taken"),
    [("id,text,label", "'text' as the text and 'label' as the label"),
     ("id,spruch,label", "'label' as the label")],
)  # fmt: skip
def test_other_names_are_read_as_before_with_a_warning(
    linguine: CommandLine, model: Path, tmp_path: Path, header: str, taken: str
) -> None:
    outcome = linguine("evaluate", model, write(tmp_path / "new.csv", header=header))
    assert RIGHT in outcome.out
    (warning,) = outcome.err.splitlines()
    assert "'art' for the label" in warning
    assert f"read with {taken}. " in warning
    assert has_three_parts(warning)


def test_a_file_without_names_is_read_as_before_with_a_warning(
    linguine: CommandLine, model: Path, tmp_path: Path
) -> None:
    path = tmp_path / "new.tsv"
    path.write_text("".join(f"{label}\t{text}\n" for label, text in ROWS), "utf-8")
    outcome = linguine("evaluate", model, path)
    assert RIGHT in outcome.out
    assert "column 2 as the text and column 1 as the label" in outcome.err


def test_plain_lines_have_no_columns_to_warn_of(
    linguine: CommandLine, model: Path, tmp_path: Path
) -> None:
    path = tmp_path / "new.txt"
    path.write_text("".join(f"{text}\n" for _, text in ROWS), "utf-8")
    outcome = linguine("predict", model, path)
    assert (outcome.out.split(), outcome.err) == (labels(), "")


@pytest.mark.parametrize("ending", ["csv", "jsonl"])
def test_an_error_says_which_names_training_knew(
    linguine: CommandLine, model: Path, tmp_path: Path, ending: str
) -> None:
    path = tmp_path / f"new.{ending}"
    write(path, header="id,foo,bar")
    if ending == "jsonl":
        path.write_text("".join(json.dumps({"foo": t, "bar": y}) + "\n" for y, t in ROWS))
    message = linguine.fail("evaluate", model, path, code=1)
    assert "the model was trained on 'spruch' for the text" in message
    assert "--text-column NAME" in message
    assert has_three_parts(message)


def test_several_labels_a_text_are_found(linguine: CommandLine, tmp_path: Path) -> None:
    path, model, lists = (tmp_path / name for name in ("a.tsv", "m", "a.jsonl"))
    rows = [(f"{label}|{'xz'[i % 3 > 0]}", text) for i, (label, text) in enumerate(ROWS)]
    path.write_text(
        "".join(["id\tspruch\tmarken\n", *(f"1\t{t}\t{y}\n" for y, t in rows)]), "utf-8"
    )
    named = ("--text-column", "spruch", "--label-column", "marken", "--label-separator", "|")
    linguine.succeed("train", path, *named, "--algorithm", "svm", "--model", model, "--quiet")
    scores = linguine.succeed("evaluate", model, path)
    page = tmp_path / "page.html"
    linguine.succeed("report", model, path, "--train", path, "--html", page)
    assert "There is none, as such a model" not in page.read_text("utf-8")
    lists.write_text("".join(json.dumps({"spruch": t, "marken": y.split("|")}) + "\n"
                             for y, t in rows))  # fmt: skip
    assert linguine.succeed("evaluate", model, lists) == scores


def test_scores_and_clusters_remember_them(
    linguine: CommandLine, table: Path, tmp_path: Path
) -> None:
    numbers, model = tmp_path / "n.csv", tmp_path / "m"
    rows = [f"{i},{text},{1 + i % 2}" for i, (_, text) in enumerate(ROWS)]
    numbers.write_text("\n".join(["nr,spruch,punkte", *rows]) + "\n", "utf-8")
    named = ("--text-column", "spruch", "--label-column", "punkte")
    linguine.succeed("train", numbers, "--task", "score", *named, "--model", model, "--quiet")
    assert "R²" in linguine.succeed("evaluate", model, numbers)
    found = ("--task", "cluster", "--tolerance", "0.1", "--text-column", "spruch")
    linguine.succeed("train", table, *found, "--model", model, "--quiet")
    assert len(linguine.succeed("predict", model, table).split()) == len(ROWS)
    assert "text: spruch" in linguine.succeed("inspect", model)


def test_weights_count_again_where_it_is_learned_again(
    linguine: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A learning curve of a model that was trained with weights is one with weights."""
    from linguine.data import Documents
    from linguine.tasks import curves

    path, model = tmp_path / "w.csv", tmp_path / "m"
    rows = [f"{text},{label},{i % 3}" for i, (label, text) in enumerate(ROWS)]
    path.write_text("\n".join(["spruch,art,gewicht", *rows]) + "\n", "utf-8")
    linguine.succeed("train", path, *NAMED, "--weight-column", "gewicht", "--model", model, "-q")
    seen: list[tuple[Documents, Documents]] = []
    trace = curves.trace_curve

    def look(*given: Any) -> Any:
        seen.append((given[2], given[3]))
        return trace(*given)

    monkeypatch.setattr(curves, "trace_curve", look)
    linguine.succeed("report", model, path, "--train", path, "--html", tmp_path / "p.html")
    ((data, questions),) = seen
    assert data.weights is not None
    assert data.weights.tolist()[:4] == [0, 1, 2, 0]
    assert questions.weights is None


def test_only_names_that_were_given_change_a_model_file(
    linguine: CommandLine, tmp_path: Path
) -> None:
    path, made = write(tmp_path / "k.csv", header="id,text,label"), list[Path]()
    for told in ((), ("--text-column", "2", "--label-column", "3"), ("--text-column", "text")):
        model = tmp_path / f"m{len(made)}"
        linguine.succeed("train", path, *told, "--algorithm", "svm", "--model", model, "--quiet")
        made.append(model)
    assert made[0].read_bytes() == made[1].read_bytes()
    infos = [load_model(str(model)).config["info"] for model in made]
    assert "text_columns" not in infos[0]
    assert infos[2] == {**infos[0], "text_columns": ["text"], "label_columns": ["label"]}


def test_models_without_names_say_what_they_said(linguine: CommandLine, tmp_path: Path) -> None:
    """So do all models of before."""
    known, model = write(tmp_path / "k.csv", header="id,text,label"), tmp_path / "m"
    linguine.succeed("train", known, "--algorithm", "svm", "--model", model, "--quiet")
    message = linguine.fail("evaluate", model, write(tmp_path / "new.csv"), code=1)
    assert "trained on" not in message
    outcome = linguine("evaluate", model, known)
    assert RIGHT in outcome.out
    assert outcome.err == ""


def test_tune_and_parts_of_files_remember_the_same(
    linguine: CommandLine, table: Path, tmp_path: Path
) -> None:
    tuned, again, streamed = (tmp_path / name for name in ("t", "a", "s"))
    algorithm = ("--algorithm", "logistic")
    out = linguine.succeed("tune", table, *NAMED, *algorithm, "--grid", "C=1,2", "--folds", "2",
                           "--model", tuned)  # fmt: skip
    assert "--text-column spruch" in out
    linguine.succeed("train", table, *NAMED, *algorithm, "--model", streamed, "--memory", "100MB",
                     "--quiet")  # fmt: skip
    linguine.succeed("train", table, *NAMED, *algorithm, "--model", again, "--quiet")
    wanted = {"text_columns": ["spruch"], "label_columns": ["art"]}
    for model in (tuned, again, streamed):
        info = load_model(str(model)).config["info"]
        assert {name: info[name] for name in wanted} == wanted
        assert RIGHT in linguine.succeed("evaluate", model, table)
