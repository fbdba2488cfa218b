"""Opened models of CRFsuite on the command line: files in CRFsuite's own format."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from linguine.data.formats.token_bags import parse_token_bag, read_token_bags
from linguine.errors import DataError
from tests.serving.command_line import CommandLine

OPENED = Path(__file__).parents[1] / "files" / "opened"
ANSWERS = json.loads((OPENED / "answers.json").read_text("utf-8"))


def bag(word: str, i: int) -> str:
    """The attributes of tests/files/opened/write_files.py, as CRFsuite's format has them."""
    names = [f"w:{word.lower()}", f"end:{word[-2:]}", *(["first"] if i == 0 else [])]
    return "\t".join([*(name.replace(":", r"\:") for name in names), f"length:{len(word) / 10}"])


@pytest.fixture(name="model")
def convert(tmp_path: Path, linguine: CommandLine) -> Path:
    path = tmp_path / "chain.linguine"
    assert linguine("convert", OPENED / "chain.crfsuite", "-o", path).code == 0
    return path


@pytest.fixture(name="file")
def write(tmp_path: Path) -> Path:
    path, blocks = tmp_path / "new.crfsuite", []
    for text, answer in zip(ANSWERS["texts"], ANSWERS["crfsuite"], strict=True):
        rows = zip(text.split(), answer["tags"], strict=True)
        blocks.append("".join(f"{y}\t{bag(w, i)}\n" for i, (w, y) in enumerate(rows)))
    path.write_text("\n".join(blocks), encoding="utf-8")
    return path


def test_predict_answers_as_crfsuite_does(linguine: CommandLine, model: Path, file: Path) -> None:
    found = linguine.succeed("predict", model, file)
    wanted = [answer["tags"] for answer in ANSWERS["crfsuite"] if answer["tags"]]
    assert [block.split() for block in found.strip().split("\n\n")] == wanted
    first = json.loads(linguine.succeed("predict", model, file, "--json").splitlines()[0])
    shares = ANSWERS["crfsuite"][0]["marginals"]
    for tag, p, each in zip(first["tags"], first["probabilities"], shares, strict=True):
        assert p == pytest.approx(each[tag], abs=1e-5)


def test_evaluate_and_explain_read_the_same_file(
    linguine: CommandLine, model: Path, file: Path
) -> None:
    assert json.loads(linguine.succeed("evaluate", model, file, "--json"))["token_accuracy"] == 1.0
    found = linguine.succeed("explain", model, file, "--line", "2")
    assert "w:team" in found


def test_plain_text_and_options_of_columns_are_refused_in_three_parts(
    linguine: CommandLine, model: Path, file: Path
) -> None:
    said = linguine.fail("predict", model, "--text", "the team", code=1)
    assert "plain text has none. Give a file in CRFsuite's format" in said
    assert "--columns is for columns" in linguine.fail(
        "predict", model, file, "--columns", "w,tag", code=2
    )


def test_attributes_are_read_as_crfsuite_reads_them() -> None:
    assert parse_token_bag(r"a:2" + "\t" + r"b\:c" + "\t" + r"d\\:3" + "\ta") == {
        "a": 3.0,
        "b:c": 1.0,
        "d\\": 3.0,
    }


@pytest.mark.parametrize("size", [1, 7, 1 << 20])
def test_sentences_are_the_same_in_blocks_of_every_size(tmp_path: Path, size: int) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"A\tx\ty:2\r\nB\tz\r\n\r\n\nC\tx")
    found = [
        (tags, bags)
        for block in read_token_bags(str(path), block_bytes=size)
        for tags, bags in zip(block.texts_of("tag"), block.texts_of("features"), strict=True)
    ]
    assert found == [(["A", "B"], ["x\ty:2", "z"]), (["C"], ["x"])]


def test_a_broken_attribute_is_told_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"A\tx\n\nB\ty:z\n")
    with pytest.raises(DataError, match=r"a.txt:3: behind the last colon .* got 'y:z'. Write"):
        list(read_token_bags(str(path)))
    path.write_bytes(b"A\tx\nB\t\xff\n")
    with pytest.raises(DataError, match=r"a.txt:2: text must be UTF-8; byte 3 of the line is 0xff"):
        list(read_token_bags(str(path)))
