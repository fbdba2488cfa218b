"""Bad input: a line that says what to do, exit code 1, no file written, none damaged."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from .command_line import CommandLine, run_process
from .conftest import Desk


def write(content: bytes, name: str = "data.tsv") -> Callable[[Path], Path]:
    def make(folder: Path) -> Path:
        path = folder / name
        path.write_bytes(content)
        return path

    return make


def make_folder(folder: Path) -> Path:
    (folder / "data").mkdir()
    return folder / "data"


GARBAGE = bytes(np.random.default_rng(0).integers(128, 256, 5000, dtype=np.uint8))

#: What is given instead of a training file, and what the message must hold.
FILES: dict[str, tuple[Callable[[Path], Path], list[str]]] = {
    "missing": (lambda folder: folder / "data.tsv", ["data.tsv: ", "Check the path"]),
    "empty": (write(b""), ["data.tsv: ", "empty file", "Check that"]),
    "only a header": (write(b"label\ttext\n"), ["data.tsv: ", "only a line of column names"]),
    "too few fields": (write(b"a\tone\nb\n"), ["data.tsv:2: ", "got 1", "Check for spaces"]),
    "no labels": (write(b"one\ntwo\n", "data.txt"), ["data.txt: ", "Write label<TAB>text"]),
    "one class only": (
        write(b"a\tone\na\ttwo\n"),
        ["data.tsv: ", "all 2 texts have 'a'", "Add texts with another label"],
    ),
    "binary garbage": (write(GARBAGE), ["data.tsv", "must be UTF-8", "Is this a text file?"]),
    "zero bytes": (write(b"a\tone\0two\n"), ["data.tsv:1: ", "zero bytes"]),
    "an archive": (write(b"PK\x03\x04" + bytes(range(1, 99))), ["zip", "Unpack it first"]),
    "cut off compression": (
        write(b"\x1f\x8b\x08\0\0\0\0\0\0\x03abc", "data.tsv.gz"),
        ["data.tsv.gz: ", "broken or cut off", "Copy or download it again"],
    ),
    "not UTF-8": (
        write(b"a\tcaf\xe9\nb\tdeux caf\xc3\xa9s\n"),
        ["data.tsv:1: ", "0xe9", "--encoding-errors latin-1"],
    ),
    "a folder without texts": (make_folder, ["data: ", "one sub-folder of text files per label"]),
    "no words": (write(b"a\t...\nb\t!!!\na\t?\nb\t-\n"), ["at least one feature", "text column"]),
}


@pytest.mark.parametrize("case", FILES)
def test_a_file_that_cannot_be_learned_from(
    case: str, linguine: CommandLine, tmp_path: Path
) -> None:
    make, parts = FILES[case]
    data = make(tmp_path)
    before = sorted(tmp_path.iterdir())
    message = linguine.fail(
        "train", data, "--model", tmp_path / "m.linguine", "--algorithm", "svm", code=1
    )
    for part in parts:
        assert part in message
    assert sorted(tmp_path.iterdir()) == before


def test_a_missing_column_is_answered_with_those_that_are_there(
    linguine: CommandLine, tmp_path: Path
) -> None:
    data = write(b"label,text\na,one\nb,two\n", "data.csv")(tmp_path)
    message = linguine.fail(
        "train", data, "--model", tmp_path / "m", "--text-column", "body", code=1
    )  # fmt: skip
    assert "--text-column body" in message
    assert "label, text" in message


@pytest.mark.parametrize("option", ["--numeric", "--categorical"])
def test_a_missing_column_of_features_is_answered_with_those_that_are_there(
    option: str, desk: Desk, linguine: CommandLine, tmp_path: Path
) -> None:
    base = ("train", desk.train, "--model", tmp_path / "m", "--algorithm", "svm")
    message = linguine.fail(*base, option, "price", code=1)
    assert f"{option} must name a column; got 'price'" in message
    compare = ("compare", desk.train, desk.test, "--algorithm", "svm")
    assert linguine.fail(*compare, option, "price", code=1) == message


def test_a_line_of_50_megabytes_is_one_text(linguine: CommandLine, tmp_path: Path) -> None:
    data = write(b"a\t" + b"word " * 10_000_000 + b"\nb\tone\na\ttwo\nb\tone two\n")(tmp_path)
    model = tmp_path / "m.linguine"
    linguine.succeed("train", data, "--model", model, "--algorithm", "naive-bayes", "--quiet")
    assert linguine.succeed("predict", model, data).split()[:2] == ["a", "b"]


def newer(desk: Desk, folder: Path) -> Path:
    from linguine.model.file import header as file_header
    from linguine.model.file.container import load_model, save_model

    old, path = load_model(desk.model), folder / "model.linguine"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(file_header, "FORMAT_VERSION", 99)
        save_model(path, old.tensors, old.config)
    return path


def truncated(desk: Desk, folder: Path) -> Path:
    return write(desk.model.read_bytes()[:-1000], "model.linguine")(folder)


def flipped(desk: Desk, folder: Path) -> Path:
    content = bytearray(desk.model.read_bytes())
    content[len(content) // 2] ^= 1
    return write(bytes(content), "model.linguine")(folder)


MODELS: dict[str, tuple[Callable[[Desk, Path], Path], list[str]]] = {
    "missing": (lambda desk, folder: folder / "model.linguine", ["model.linguine: ", "train"]),
    "empty": (lambda desk, folder: write(b"", "model.linguine")(folder), ["this one is empty"]),
    "a folder": (lambda desk, folder: make_folder(folder), ["this is a folder", "Add the file's"]),
    "a text file": (lambda desk, folder: desk.train, ["looks like a text", "linguine train"]),
    "of a newer version": (newer, ["version 99", "pip install --upgrade linguine"]),
    "truncated": (truncated, ["should have", "Copy or download it again"]),
    "flipped": (flipped, ["checksum", "Copy or download it again"]),
}


@pytest.mark.parametrize("verb", ["predict", "evaluate", "explain", "inspect"])
@pytest.mark.parametrize("case", MODELS)
def test_a_model_that_cannot_be_used(
    case: str, verb: str, desk: Desk, linguine: CommandLine, tmp_path: Path
) -> None:
    make, parts = MODELS[case]
    data = {"predict": [desk.test], "evaluate": [desk.test]}.get(verb, [])
    message = linguine.fail(verb, make(desk, tmp_path), *data, code=1)
    for part in parts:
        assert part in message


# Tests may run as root, who may write everywhere; these places take no file from anybody.
PLACES = {
    "a folder": (".", "Add the name of a file"),
    "a folder by its name": ("sub/", "Add the name of a file"),
    "a missing folder": ("none/m.linguine", "Create the folder first"),
    "below a file": ("data.tsv/m.linguine", "write elsewhere"),
    "a place without permission": ("/proc/m.linguine", "Nothing was done yet"),
    "a full disk": ("/dev/full", "Free some space"),
    "the training file": ("data.tsv", "Give another name"),
}


@pytest.mark.parametrize("case", PLACES)
def test_a_place_that_takes_no_model(
    case: str, desk: Desk, linguine: CommandLine, tmp_path: Path
) -> None:
    place, advice = PLACES[case]
    data = write(desk.train.read_bytes())(tmp_path)
    message = linguine.fail(
        "train", data, "--model", os.path.join(tmp_path, place), "--algorithm", "svm", code=1
    )
    assert advice in message
    assert list(tmp_path.iterdir()) == [data]
    assert data.read_bytes() == desk.train.read_bytes()


def test_a_place_is_tried_before_the_training_file_is_read(
    linguine: CommandLine, tmp_path: Path
) -> None:
    message = linguine.fail(
        "train", tmp_path / "none.tsv", "--model", tmp_path / "none" / "m", code=1
    )
    assert "Create the folder first" in message


def test_an_old_model_survives_a_training_that_fails(
    desk: Desk, linguine: CommandLine, tmp_path: Path
) -> None:
    model = write(desk.model.read_bytes(), "m.linguine")(tmp_path)
    data = write(b"a\tone\na\ttwo\n")(tmp_path)
    linguine.fail("train", data, "--model", model, "--algorithm", "svm", code=1)
    assert model.read_bytes() == desk.model.read_bytes()


def test_a_page_that_cannot_be_written(desk: Desk, linguine: CommandLine) -> None:
    message = linguine.fail("explain", desk.model, "--html", "/dev/full", code=1)
    assert "No space left" in message


def test_a_full_disk_behind_standard_output(desk: Desk) -> None:
    with open("/dev/full", "w") as full:
        done = run_process(
            "predict", desk.model, desk.test, capture_output=False, stdout=full, stderr=-1
        )
    assert done.returncode == 1
    assert done.stderr.startswith("linguine: Standard output must take the answers")
    assert done.stderr.count("\n") == 1


def test_a_file_of_counts_does_not_fit_a_model_of_texts(
    desk: Desk, linguine: CommandLine, tmp_path: Path
) -> None:
    data = write(b"1 3:1 5:2\n-1 4:1\n", "data.svm")(tmp_path)
    message = linguine.fail("predict", desk.model, data, code=1)
    assert "learned from texts" in message
