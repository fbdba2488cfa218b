"""Taggers that look at other columns than words, and taggers that fill these for plain text."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from linguine.serving.app import main

from .command_line import CommandLine

SENTENCES = (
    "Anna NNP B-NP B-PER\nsees VBZ B-VP O\nRome NNP B-NP B-LOC\n. . O O\n\n"
    "He PRP B-NP O\nsaw VBD B-VP O\nthe DT B-NP O\ndog NN I-NP O\n. . O O\n\n"
    "Rome NNP B-NP B-LOC\nsleeps VBZ B-VP O\n. . O O\n\n"
)
TEXT = "Anna saw Rome."
FAST = ("--algorithm", "perceptron", "--epochs", "5", "--quiet")
#: What is trained: with names of the columns, and without.
MODELS = {
    "names": ("--columns", "w,pos,chunk,ner"),
    "pos": ("--columns", "w,pos,chunk,ner", "--tag-column", "pos"),
    "chunk": ("--columns", "w,pos,chunk,ner", "--tag-column", "chunk"),
    "nameless": (),
    "second": ("--tag-column", "2"),
    "third": ("--tag-column", "3"),
    "words": ("--columns", "w,tag"),
    "one-more": ("--columns", "1:w,2:c1,4:tag"),
}
pytestmark = pytest.mark.filterwarnings("ignore:.*like the answers? to another question")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("chain")
    (folder / "wide.conll").write_text(SENTENCES * 8)
    for name, options in MODELS.items():
        arguments = ["train", str(folder / "wide.conll"), "--model", str(folder / name)]
        assert main([*arguments, *options, *FAST]) == 0
    return folder


@pytest.mark.parametrize(
    ("model", "taggers"),
    [
        ("names", ("pos", "chunk")),
        ("names", ("chunk", "pos")),  # the one looks at what the other fills
        ("nameless", ("second", "third")),
        ("one-more", ("second",)),
        ("one-more", ("pos",)),  # its only further column has no name of its own
        ("words", ()),
    ],
)
def test_plain_text_is_tagged_when_taggers_fill_the_columns(
    folder: Path, linguine: CommandLine, model: str, taggers: tuple[str, ...]
) -> None:
    """A tagger that looked at a further column could not be used on plain text at all."""
    first = [part for each in taggers for part in ("--tagger", folder / each)]
    out = linguine.succeed("predict", folder / model, *first, "--text", TEXT)
    assert out == "Anna/B-PER saw/O Rome/B-LOC ./O\n"
    told = linguine.succeed("explain", folder / model, *first, "--text", TEXT, "--token", "Rome")
    assert told.startswith("Rome")


def test_a_file_of_words_is_tagged_and_an_empty_line_is_no_harm(
    folder: Path, linguine: CommandLine, tmp_path: Path
) -> None:
    first = ("--tagger", folder / "pos", "--tagger", folder / "chunk")
    words, lines = tmp_path / "words.conll", tmp_path / "lines.txt"
    words.write_text("Anna\nsaw\nRome\n.\n\n")
    lines.write_text(f"\n{TEXT}\n\n")
    out = linguine.succeed("predict", folder / "names", words, *first)
    assert out == "Anna\tB-PER\nsaw\tO\nRome\tB-LOC\n.\tO\n\n".replace("\t", " ")
    out = linguine.succeed("predict", folder / "names", lines, *first)
    assert out.splitlines()[1] == "Anna/B-PER saw/O Rome/B-LOC ./O"
    assert linguine.succeed("predict", folder / "names", *first, "--text", "") == "\n"
    found = json.loads(linguine.succeed("predict", folder / "names", lines, *first, "--spans")
                       .splitlines()[1])  # fmt: skip
    assert [each["text"] for each in found["spans"]] == ["Anna", "Rome"]


def test_a_tagger_is_measured_with_predicted_columns(
    folder: Path, linguine: CommandLine, tmp_path: Path
) -> None:
    wrong = tmp_path / "wrong.conll"
    wrong.write_text(SENTENCES.replace("NNP B-NP", "VBZ B-VP"))
    first = ("--tagger", folder / "pos", "--tagger", folder / "chunk")
    facts = json.loads(linguine.succeed("evaluate", folder / "names", wrong, *first, "--json"))
    assert facts["token_accuracy"] == 1.0


def test_words_that_were_picked_are_enough_for_every_file(
    folder: Path, linguine: CommandLine, tmp_path: Path
) -> None:
    narrow = tmp_path / "narrow.conll"
    narrow.write_text("Anna B-PER\nsees O\nRome B-LOC\n. O\n\n")
    for file in (narrow, folder / "wide.conll"):
        facts = json.loads(linguine.succeed("evaluate", folder / "words", file, "--json"))
        assert facts["token_accuracy"] == 1.0


@pytest.mark.parametrize(
    ("model", "taggers", "parts"),
    [
        (
            "names", (),
            ("must see the columns w, pos, chunk; plain text has words only. Add a --tagger for "
             "each (linguine train FILE --columns w,pos,chunk,ner --tag-column pos --model OUT "
             "makes one of pos), or train a tagger on words alone (--columns 1:w,4:ner).",),
        ),
        ("names", ("pos",), ("and --tagger gives pos. Add a --tagger (", "one of chunk")),
        ("nameless", (), ("--tag-column 2 --model OUT makes one of c1", "--columns 1:w,4:tag")),
        ("names", ("pos", "second"), ("each --tagger must fill a column of its own", "Leave one")),
        ("names", ("names",), ("this one gives 'ner'", "looks at pos, chunk only. Leave it out")),
        ("names", ("words",), ("this one gives 'tag'", "looks at pos, chunk only. Leave it out")),
        ("nameless", ("pos",), ("this one gives 'pos', and the tagger looks at c1, c2 only",)),
        ("words", ("pos",), ("the tagger looks at words only. Leave it out.",)),
    ],
    ids=str,
)  # fmt: skip
def test_what_is_missing_is_told_with_both_ways_out(
    folder: Path,
    linguine: CommandLine,
    model: str,
    taggers: tuple[str, ...],
    parts: tuple[str, ...],
) -> None:
    first = [part for each in taggers for part in ("--tagger", folder / each)]
    message = linguine.fail("predict", folder / model, *first, "--text", TEXT, code=1)
    for part in parts:
        assert part in message
