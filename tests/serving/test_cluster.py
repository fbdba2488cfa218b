"""cluster: from a file of texts to clusters, their words, a model and the cluster of each text."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ..tasks.test_clusterer import TOPICS, texts
from .command_line import CommandLine, put_lines, run_process


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    path = tmp_path / "docs.txt"
    put_lines(path, texts()[0])
    return path


@pytest.fixture
def labelled(tmp_path: Path) -> Path:
    path = tmp_path / "docs.tsv"
    rows = zip(*reversed(texts(seed=1)), strict=True)
    put_lines(path, ["label\ttext", *map("\t".join, rows)])
    return path


def test_words_and_closest_texts_of_each_cluster_are_shown(
    docs: Path, linguine: CommandLine
) -> None:
    shown = linguine.succeed("cluster", docs, "-k", "3")
    head, *blocks = shown.strip().split("\n\n")
    assert head == "150 texts, 24 features: 3 clusters"
    for y, block in enumerate(blocks):
        first, *closest = [line for line in block.split("\n") if line.startswith(("   |", str(y)))]
        assert first.startswith(f"{y}  ")
        assert len(closest) == 3
        assert any(word in first for topic in TOPICS.values() for word in topic)


def test_a_saved_model_assigns_new_texts_and_line_i_belongs_to_text_i(
    docs: Path, tmp_path: Path, linguine: CommandLine
) -> None:
    model, assigned = tmp_path / "t.linguine", tmp_path / "a.txt"
    linguine.succeed("cluster", docs, "-k", "3", "--model", model, "--assign", assigned, "--quiet")
    assert linguine.succeed("predict", model, docs) == assigned.read_text()
    linguine.succeed("cluster", docs, "-k", "3", "--assign", assigned, "--all", "--quiet")
    assert linguine.succeed("predict", model, docs, "--all") == assigned.read_text()
    assert assigned.read_text().count(":") == 3 * 150


def test_train_with_a_number_of_clusters_saves_the_same_model(
    docs: Path, tmp_path: Path, linguine: CommandLine
) -> None:
    first, second = tmp_path / "1.linguine", tmp_path / "2.linguine"
    linguine.succeed("cluster", docs, "-k", "3", "--model", first)
    told = linguine.succeed("train", docs, "-k", "3", "--model", second)
    assert "mixture: trained in" in told
    assert first.read_bytes() == second.read_bytes()


def test_a_range_finds_out_how_many_clusters_there_are(docs: Path, linguine: CommandLine) -> None:
    shown = json.loads(linguine.succeed("cluster", docs, "-k", "2-5", "--restarts", "2", "--json"))
    assert len(shown["clusters"]) == 3
    assert "the likeliest for held-out texts of 2 (" in shown["facts"]
    assert shown["clusters"][0]["closest_texts"][0] in texts()[0]


def test_labels_of_a_file_are_not_looked_at_but_judge_saved_clusters(
    labelled: Path, tmp_path: Path, linguine: CommandLine
) -> None:
    model = tmp_path / "t.linguine"
    linguine.succeed("cluster", labelled, "-k", "3", "--model", model)
    judged = json.loads(linguine.succeed("evaluate", model, labelled, "--json"))
    assert judged["nmi"] == pytest.approx(1.0)
    assert "NMI 1.000, purity 100.0 %" in linguine.succeed("evaluate", model, labelled)


def test_explain_and_inspect_know_clusters(
    docs: Path, tmp_path: Path, linguine: CommandLine
) -> None:
    model = tmp_path / "t.linguine"
    linguine.succeed("cluster", docs, "-k", "3", "--model", model)
    assert "moon" in linguine.succeed("explain", model, "--text", "to the moon")
    overview = json.loads(linguine.succeed("explain", model, "--json"))
    assert list(overview) == ["0", "1", "2"]
    assert "clusters      3" in linguine.succeed("inspect", model)


def test_texts_may_come_through_a_pipe(docs: Path, tmp_path: Path) -> None:
    assigned = tmp_path / "a.txt"
    done = run_process("cluster", "-", "-k", "3", "--assign", assigned, input=docs.read_text())
    assert done.returncode == 0, done.stderr
    assert len(assigned.read_text().splitlines()) == 150


BAD = {
    "zero": ("-k 0", 2, "-k must be an integer >= 2"),
    "word": ("-k some", 2, "neither a number such as 20"),
    "too many": ("-k 151", 1, "Clusters must not be more than texts; got -k 151 for 150 texts."),
    "soft nowhere": ("-k 3 --proba", 2, "--proba and --all are for --assign OUT"),
}


@pytest.mark.parametrize(("options", "code", "message"), BAD.values(), ids=BAD)
def test_what_cannot_be_is_refused_in_a_line(
    docs: Path, linguine: CommandLine, options: str, code: int, message: str
) -> None:
    assert message in linguine.fail("cluster", docs, *options.split(), code=code)


def test_options_of_labels_are_refused_for_clusters(
    docs: Path, tmp_path: Path, linguine: CommandLine
) -> None:
    arguments = ("train", docs, "--task", "cluster", "--model", tmp_path / "t.linguine")
    refused = linguine.fail(*arguments, "--class-weight", "balanced", code=2)
    assert "--class-weight is for texts" in refused


def test_clusters_cannot_be_judged_by_what_was_read_without_labels(
    docs: Path, labelled: Path, tmp_path: Path, linguine: CommandLine
) -> None:
    outcome = linguine("train", docs, "-k", "3", "--dev", labelled, "--model", tmp_path / "m")
    assert outcome.code == 2
    assert "Clusters are judged by labels" in outcome.err


# --- texts without a label ----------------------------------------------------------------------


def test_empty_labels_are_learned_from_only_where_an_option_says_so(
    tmp_path: Path, linguine: CommandLine
) -> None:
    file, model = tmp_path / "some.tsv", tmp_path / "m.linguine"
    rows = zip(*reversed(texts()), strict=True)
    put_lines(
        file, ["label\ttext", *(f"{y if i < 30 else ''}\t{x}" for i, (y, x) in enumerate(rows))]
    )
    arguments = ("train", file, "--model", model, "--algorithm", "naive-bayes")
    assert "every document needs a label" in linguine.fail(*arguments, code=1)
    told = linguine.succeed(*arguments, "--semi-supervised", "--unlabelled-weight", "0.5")
    assert "150, 120 of them without a label" in told
    assert linguine.succeed("predict", model, "--text", "moon rocket") == "space\n"


def test_keywords_of_a_file_stand_in_for_labels(
    docs: Path, tmp_path: Path, linguine: CommandLine
) -> None:
    words, model = tmp_path / "words.tsv", tmp_path / "m.linguine"
    put_lines(words, [f"{name}\t{word}" for name, topic in TOPICS.items() for word in topic[:2]])
    arguments = ("train", docs, "--model", model, "--keywords", words)
    assert "--keywords is for naive-bayes" in linguine.fail(*arguments, code=2)
    linguine.succeed(*arguments, "--algorithm", "naive-bayes")
    assert linguine.succeed("predict", model, "--text", "comet") == "space\n"
