"""A wrong command line: one line that says what to do, exit code 2, nothing done."""

from __future__ import annotations

from pathlib import Path

import pytest

from .command_line import CommandLine
from .conftest import Desk

WRONG = {
    "misspelled verb": (["trian"], "Did you mean 'train'"),
    "no file": (["train"], "Missing argument 'FILE'"),
    "no model": (["train", "TRAIN"], "Missing option '--model'"),
    "misspelled option": (["train", "TRAIN", "--model", "OUT", "--epoch", "3"], "--epochs"),
    "misspelled algorithm": (
        ["train", "TRAIN", "--model", "OUT", "--algorithm", "svn"],
        "Did you mean 'svm'?",
    ),
    "an option that the algorithm does not have": (
        ["train", "TRAIN", "--model", "OUT", "--algorithm", "naive-bayes", "--l2", "1"],
        "naive-bayes has no option --l2; it has --alpha",
    ),
    "a number out of range": (
        ["train", "TRAIN", "--model", "OUT", "--algorithm", "svm", "--C", "-1"],
        "C must be a number > 0",
    ),
    "l2 and C at once": (
        ["train", "TRAIN", "--model", "OUT", "--algorithm", "svm", "--C", "1", "--l2", "1"],
        "Leave one out",
    ),
    "not a number": (
        ["train", "TRAIN", "--model", "OUT", "--algorithm", "svm", "--C", "many"],
        "'many' is not a valid float",
    ),
    "a number beyond all bounds": (
        ["train", "TRAIN", "--model", "OUT", "--algorithm", "perceptron", "--epochs", "9" * 400],
        "--epochs must be an integer >= 1 and <= 2147483647; got an integer of 1329 bits",
    ),
    "a seed beyond all bounds": (
        ["train", "TRAIN", "--model", "OUT", "--algorithm", "perceptron", "--seed", "9" * 30],
        "--seed must be an integer",
    ),
    "a number that Python does not read": (
        ["train", "TRAIN", "--model", "OUT", "--calibration", "9" * 5000],
        "--calibration must be",
    ),
    "not a range": (
        ["train", "TRAIN", "--model", "OUT", "--chars", "3to5"],
        "'3to5' is not a range of lengths such as 3-5",
    ),
    "a range upside down": (
        ["train", "TRAIN", "--model", "OUT", "--algorithm", "svm", "--chars", "5-3"],
        "must not be below the shortest",
    ),
    "no features left": (
        ["train", "TRAIN", "--model", "OUT", "--algorithm", "svm", "--ngrams", "0"],
        "Add --chars 3-5",
    ),
    "unknown tokenizer": (
        ["train", "TRAIN", "--model", "OUT", "--algorithm", "svm", "--tokenizer", "word"],
        "Did you mean 'words'?",
    ),
    "unknown values": (
        ["train", "TRAIN", "--model", "OUT", "--algorithm", "svm", "--values", "tf-idf"],
        "Did you mean 'tfidf'?",
    ),
    "unknown format": (
        ["train", "TRAIN", "--model", "OUT", "--algorithm", "svm", "--format", "xml"],
        "format must be one of",
    ),
    "unknown quantisation": (
        ["train", "TRAIN", "--model", "OUT", "--quantize", "int4"],
        "'int4' is not one of 'float16', 'int8'",
    ),
    "class weight without a factor": (
        ["train", "TRAIN", "--model", "OUT", "--algorithm", "svm", "--class-weight", "equal"],
        "Try --class-weight balanced",
    ),
    "rejecting without probabilities": (
        ["train", "TRAIN", "--model", "OUT", "--algorithm", "svm", "--reject-below", "0.5",
         "--calibration", "none"],
        "--reject-below needs probabilities; got --calibration none",
    ),
    "no threads": (["predict", "MODEL", "TEST", "--threads", "0"], "Leave it out for all"),
    "text and file at once": (["predict", "MODEL", "TEST", "--text", "hello"], "not both"),
    "line without a file": (["explain", "MODEL", "--line", "3"], "FILE --line N"),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_command_line_is_answered_with_advice(
    case: str, desk: Desk, linguine: CommandLine, tmp_path: Path
) -> None:
    words, advice = WRONG[case]
    places = {
        "TRAIN": str(desk.train),
        "TEST": str(desk.test),
        "MODEL": str(desk.model),
        "OUT": str(tmp_path / "new.linguine"),
    }
    message = linguine.fail(*(places.get(word, word) for word in words), code=2)
    assert advice in message
    assert list(tmp_path.iterdir()) == []


def test_options_are_checked_before_the_file_is_read(linguine: CommandLine, tmp_path: Path) -> None:
    message = linguine.fail(
        "train", tmp_path / "none.tsv", "--model", tmp_path / "m", "--algorithm", "x", code=2
    )
    assert "Unknown algorithm 'x'" in message
