"""check and split: what is wrong with data is found and told; files are cut without leaks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from linguine.data import read_documents

from .command_line import CommandLine, put_lines

HAM = ["lunch at noon", "see you at the meeting", "notes of the project plan", "call me at home"]
SPAM = ["win cash now", "cheap pills here today", "free prize click now", "claim your cash prize"]


@pytest.fixture
def mail(tmp_path: Path) -> Path:
    """Forty texts, all different but for what is planted."""
    lines = ["label\ttext"]
    for i in range(20):
        lines.append(f"ham\t{HAM[i % 4]} number {i}")
        lines.append(f"spam\t{SPAM[i % 4]} offer {i}")
    lines.append("ham\tlunch at noon number 0")  # a duplicate of line 2
    lines.append("spam\tlunch at noon number 4")  # contradicts line 10
    path = tmp_path / "mail.tsv"
    put_lines(path, lines)
    return path


def found(linguine: CommandLine, *arguments: str | Path) -> dict[str, dict[str, Any]]:
    report = json.loads(linguine.succeed("check", *arguments, "--json", "--quiet"))
    return {each["kind"]: each for each in report["findings"]}


def test_duplicates_and_contradictions_are_told_with_their_lines(
    mail: Path, linguine: CommandLine
) -> None:
    findings = found(linguine, mail)
    (copy,) = findings["duplicates"]["items"]
    assert copy["place"] == f"{mail}:42"
    assert copy["note"] == "as line 2"
    places = {item["place"] for item in findings["contradictions"]["items"]}
    assert places == {f"{mail}:10", f"{mail}:43"}


def test_what_stands_in_both_files_is_a_leak(
    mail: Path, tmp_path: Path, linguine: CommandLine
) -> None:
    test = tmp_path / "test.tsv"
    put_lines(test, ["label\ttext", "ham\tcall me at home number 3", "eggs\tsomething new"])
    findings = found(linguine, mail, test)
    assert [item["place"] for item in findings["leaks"]["items"]] == [f"{mail}:8"]
    assert findings["unseen-labels"]["items"][0]["note"] == "eggs"


def test_a_cleaned_copy_has_neither_copies_nor_contradictions_nor_leaks(
    mail: Path, tmp_path: Path, linguine: CommandLine
) -> None:
    test, clean = tmp_path / "test.tsv", tmp_path / "clean.tsv"
    put_lines(test, ["label\ttext", "ham\tcall me at home number 3"])
    linguine.succeed("check", mail, test, "--fix", clean, "--quiet")
    before, after = mail.read_text().splitlines(), clean.read_text().splitlines()
    gone = [1 + before.index("ham\tcall me at home number 3"), 10, 42, 43]
    left = [line for number, line in enumerate(before, 1) if number not in gone]
    assert after == left
    assert not {"duplicates", "contradictions", "leaks"} & {*found(linguine, clean, test)}


def test_a_wrong_label_is_the_most_suspicious_one(mail: Path, linguine: CommandLine) -> None:
    lines = mail.read_text().splitlines()[:41]
    lines[5] = lines[5].replace("ham\t", "spam\t")
    put_lines(mail, lines)
    first = found(linguine, mail, "--suspicious", "3")["suspicious"]["items"][0]
    assert first["place"] == f"{mail}:6"
    assert first["note"].startswith("spam, rather ham")


def test_labels_that_are_there_once_are_lonely_and_not_suspicious(
    tmp_path: Path, linguine: CommandLine
) -> None:
    path = tmp_path / "x.tsv"
    rows = [f"{'ab'[i % 2]}\t{('red', 'green')[i % 2]} thing {i}" for i in range(20)]
    put_lines(path, [*rows, "c\tblue thing", "d\tgrey thing"])
    findings = found(linguine, path, "--suspicious", "22")
    assert {each["note"] for each in findings["lonely-labels"]["items"]} == {"c", "d"}
    places = {each["place"] for each in findings["suspicious"]["items"]}
    assert places == {f"{path}:{line}" for line in range(1, 21)}


def test_tagged_sentences_are_counted_as_sentences_and_their_tags_have_no_share(
    tmp_path: Path, linguine: CommandLine
) -> None:
    path = tmp_path / "t.conll"
    path.write_text("".join(f"the\tD\ndog{i}\tN\nbarks\tV\n\n" for i in range(24)))
    told = linguine.succeed("check", path, "--suspicious", "5")
    assert told.startswith(f"{path}: 24 sentences")
    assert "suspicious: 5 answers" in told
    assert " sentences" in linguine("split", path, "--folder", tmp_path).err


def test_lonely_labels_imbalance_and_words_that_give_a_label_away(
    tmp_path: Path, linguine: CommandLine
) -> None:
    path = tmp_path / "x.tsv"
    rows = [f"a\tsigned text {i} about thing {i % 7}" for i in range(60)]
    rows += [f"b\tother words {i} on matter {i % 5}" for i in range(3)] + ["c\tonly one"]
    put_lines(path, rows)
    findings = found(linguine, path)
    assert findings["lonely-labels"]["items"][0]["note"] == "c"
    assert findings["imbalance"]["n"] == 60
    assert findings["imbalance"]["items"][0]["place"] == f"{path}:64"
    (signed,) = (
        item for item in findings["giveaways"]["items"] if item["note"].startswith("signed:")
    )
    assert signed["place"] == f"{path}:1"


def test_tags_that_are_there_once_or_only_in_the_test_are_found(
    tmp_path: Path, linguine: CommandLine
) -> None:
    train, test = tmp_path / "train.conll", tmp_path / "test.conll"
    train.write_text("the\tD\ndog\tN\n\n" * 4 + "oh\tX\n\n")
    test.write_text("oh\tX\n\nah\tY\n\n")
    findings = found(linguine, train, test)
    (lonely,) = findings["lonely-labels"]["items"]
    assert (lonely["place"], lonely["note"]) == (f"{train}:13", "X")
    (unseen,) = findings["unseen-labels"]["items"]
    assert (unseen["place"], unseen["note"]) == (f"{test}:3", "Y")


def test_relations_that_are_there_once_are_found(tmp_path: Path, linguine: CommandLine) -> None:
    file = tmp_path / "trees.conllu"
    tree = "1\tdogs\t_\tNOUN\t_\t_\t2\t{}\t_\t_\n2\tbark\t_\tVERB\t_\t_\t0\troot\t_\t_\n\n"
    file.write_text(tree.format("nsubj") * 3 + tree.format("obj"))
    (lonely,) = found(linguine, file)["lonely-labels"]["items"]
    assert (lonely["place"], lonely["note"]) == (f"{file}:10", "obj")


def test_odd_texts_are_found(tmp_path: Path, linguine: CommandLine) -> None:
    path = tmp_path / "x.jsonl"
    texts = [f"plain words of text {i}" for i in range(60)]
    texts += ["", "p\u0430ypal login", "caf\u00c3\u00a9 au lait", "это другой язык", "x " * 900]
    put_lines(path, [json.dumps({"label": "ab"[i % 2], "text": t}) for i, t in enumerate(texts)])
    findings = found(linguine, path)
    for kind, line in (
        ("empty", 61), ("mixed-alphabets", 62), ("broken-characters", 63),
        ("other-scripts", 64), ("long", 65),
    ):  # fmt: skip
        assert [each["place"] for each in findings[kind]["items"]] == [f"{path}:{line}"], kind


def test_tags_and_arcs_that_nobody_believes_are_found(
    tmp_path: Path, linguine: CommandLine
) -> None:
    trees = []
    for i in range(24):
        noun = ("dog", "cat", "man")[i % 3]
        tag = "VERB" if i == 13 else "NOUN"
        trees.append(
            f"1\tThe\tthe\tDET\t_\t_\t2\tdet\t_\t_\n2\t{noun}{i % 2}\t_\t{tag}\t_\t_\t"
            f"3\tnsubj\t_\t_\n3\tsleeps\t_\tVERB\t_\t_\t0\troot\t_\t_\n"
            f"4\ttoday{i % 4}\t_\tADV\t_\t_\t{2 if i == 13 else 3}\tadvmod\t_\t_\n"
        )
    path = tmp_path / "t.conllu"
    put_lines(path, trees)
    told = found(linguine, path, "--task", "tag", "--tag-column", "upos", "--suspicious", "1")
    assert told["suspicious"]["items"][0]["note"].startswith("cat1: VERB, rather NOUN")
    arcs = found(linguine, path, "--columns", "form", "--suspicious", "2")["suspicious"]
    assert arcs["n"] == 2
    note = "today1: advmod of cat1, rather advmod of sleeps"
    assert any(item["note"].startswith(note) for item in arcs["items"])


def test_what_cannot_be_checked_is_told(tmp_path: Path, linguine: CommandLine) -> None:
    lists, trees = tmp_path / "m.jsonl", tmp_path / "t.mrg"
    put_lines(lists, [json.dumps({"text": f"apple {i}", "labels": ["a", "b"]}) for i in range(9)])
    put_lines(trees, ["(S (NP (N a)) (VP (V b)))", "(S (NP (N c)) (VP (V d)))"])
    assert "several labels" in linguine.fail("check", lists, code=2)
    assert "Leave both out" in linguine.fail("check", trees, "--suspicious", "3", code=2)
    told = json.loads(linguine.succeed("split", lists, "--label-column", "labels", "--json"))
    assert sum(part["n"] for part in told.values()) == 9


def test_a_clean_file_is_told_to_be_clean(tmp_path: Path, linguine: CommandLine) -> None:
    path = tmp_path / "x.tsv"
    put_lines(path, ["a\tone two", "b\tthree four", "a\tfive six", "b\tseven eight"])
    assert linguine.succeed("check", path) == f"{path}: 4 texts, nothing odd was found\n"


# --- split --------------------------------------------------------------------------------------


def test_files_are_split_by_label_and_every_line_is_somewhere(
    mail: Path, tmp_path: Path, linguine: CommandLine
) -> None:
    told = json.loads(
        linguine.succeed("split", mail, "--test-share", "0.25", "--dev-share", "0.25", "--json")
    )
    assert [9 <= told[part]["n"] <= 11 for part in ("dev", "test")] == [True, True]
    assert sum(part["n"] for part in told.values()) == 42
    lines = [Path(part["path"]).read_text().splitlines() for part in told.values()]
    assert all(part[0] == "label\ttext" for part in lines)
    rest = sorted(line for part in lines for line in part[1:])
    assert rest == sorted(mail.read_text().splitlines()[1:])
    for part in told.values():
        assert set(read_documents(part["path"]).labels or []) == {"ham", "spam"}


def test_duplicates_are_on_one_side_and_groups_too(tmp_path: Path, linguine: CommandLine) -> None:
    path = tmp_path / "m.csv"
    rows = ["label,text,author"]
    rows += [f"{'ab'[i % 2]},text {i // 2},{i // 6}" for i in range(60)]
    put_lines(path, rows)
    linguine.succeed(
        "split", path, "--test-share", "0.3", "--folder", tmp_path, "--group-column", "author"
    )
    train, test = (read_documents(tmp_path / f"m.{part}.csv") for part in ("train", "test"))
    for column in ("text", "author"):
        one, other = ({*each.columns[column].tolist()} for each in (train, test))
        assert not one & other
    assert 12 <= len(test) <= 24


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--test-share", "0"), "shares between 0 and 1"),
        (("--test-share", "0.6", "--dev-share", "0.6"), "shares between 0 and 1"),
    ],
    ids=["nothing", "too much"],
)
def test_shares_that_make_no_sense_are_refused(
    mail: Path, linguine: CommandLine, arguments: tuple[str, ...], said: str
) -> None:
    assert said in linguine.fail("split", mail, *arguments, code=2)


def test_a_column_that_is_not_there_a_pipe_and_a_file_too_small_are_refused(
    mail: Path, tmp_path: Path, linguine: CommandLine
) -> None:
    assert "'thread'" in linguine.fail("split", mail, "--group-column", "thread", code=1)
    small = tmp_path / "s.tsv"
    put_lines(small, ["a\tone", "b\ttwo"])
    assert "every file must get something" in linguine.fail("split", small, code=1)
    assert not (tmp_path / "s.train.tsv").exists()
