"""demo: the whole journey on messages to a help desk, on tagged sentences or on trees.

The demo calls the verbs themselves, so what it prints is what they do.
"""

from __future__ import annotations

import os
import shlex
import tempfile
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.resources import files
from typing import NamedTuple, TypeAlias

import click

from linguine.errors import DataError
from linguine.serving.console import write
from linguine.serving.options import OUTPUT
from linguine.serving.verb import make_verb, option

__all__ = ["command", "split_corpus"]

_MODEL = "helpdesk.linguine"

#: Three messages of the test file: plain, about a bill and yet a bug, and praise about money.
MESSAGES = (
    "The package was delivered to the wrong address.",
    "Your PDF invoices open as garbage characters in Acrobat.",
    "I was sceptical about the price, but it has paid for itself within a month.",
)

#: For the lexicon of moods.
MOODY = "Beautiful design, but it is slow and the last update is terrible."

#: What somebody at the help desk would write down in a minute.
WORDS = {
    "billing": "invoice payment refund charged price card bill pay subscription discount",
    "bug": "crashes error app update button screen page shows version file",
    "delivery": "parcel order package tracking courier delivered shipping box arrived address",
    "login": "password account login log code sign email access user verification",
    "praise": "thank great love best happy wonderful perfect excellent thanks amazing",
}

#: (what is shown, the verb with its arguments); names of files stand for files of the demo.
Journey: TypeAlias = tuple[tuple[str, tuple[str, ...]], ...]


class Tour(NamedTuple):
    """What a demo shows."""

    opening: str
    journey: Journey
    model: str
    advice: str
    yours: tuple[tuple[str, str], ...]


JOURNEY: Journey = (
    (
        "1. Train. Algorithm, features and penalty are chosen by cross-validation.",
        ("train", "train.tsv", "--model", _MODEL),
    ),
    (
        "2. Compare. Every algorithm on the same files, and a list of words written by hand.",
        ("compare", "train.tsv", "test.tsv", "--lexicon", "words.tsv"),
    ),
    (
        "3. Evaluate. Messages that the model has not seen.",
        ("evaluate", _MODEL, "test.tsv"),
    ),
    (
        "4. Explain. An easy message; a bug about a bill; praise that sounds like a bill.",
        ("explain", _MODEL, "--top", "6", *(part for m in MESSAGES for part in ("--text", m))),
    ),
    (
        "5. What the model looks for, label by label.",
        ("explain", _MODEL, "--top", "8"),
    ),
    (
        "6. Predict. One line for each message, with its probability.",
        ("predict", _MODEL, "new.txt", "--proba"),
    ),
    (
        "7. A model that nobody trained: words with the mood of who writes them.",
        ("train", "mood.tsv", "--algorithm", "lexicon", "--model", "mood.linguine"),
    ),
    ("", ("explain", "mood.linguine", "--text", MOODY)),
)

#: The same for the user: (command, what it does).
YOURS = (
    ("linguine train yours.tsv --model yours.linguine", "learn"),
    ("linguine evaluate yours.linguine test.tsv", "measure, on texts that were not trained on"),
    ("linguine compare yours.tsv test.tsv", "try every algorithm"),
    ('linguine explain yours.linguine --text "some text"', "see why"),
    ("linguine predict yours.linguine new.txt > labels.txt", "label new texts"),
)

_EXAMPLES = (
    ("linguine demo", "texts: messages to a help desk, in a temporary folder"),
    ("linguine demo tag", "tokens: parts of speech in everyday sentences"),
    ("linguine demo parse", "trees: what depends on what in everyday sentences"),
    ("linguine demo --output helpdesk", "keeps files and model in ./helpdesk"),
)


def _tour_of_texts(folder: str) -> Tour:
    n_train, n_test = split_corpus(folder)
    _write_lists(folder)
    return Tour(
        f"600 messages to a help desk in 5 categories: {n_train} to train on, {n_test} to test on.",
        JOURNEY,
        _MODEL,
        "The same on a file of yours, with label<TAB>text on each line (or .csv or .jsonl with\n"
        "the columns label and text, or a folder per label)",
        YOURS,
    )


def _tour_of_tags(folder: str) -> Tour:
    from linguine.serving import tag_demo

    n_train, n_test = tag_demo.split_sentences(folder)
    return Tour(
        f"Everyday sentences with parts of speech: {n_train} to train on, {n_test} to test on.",
        tag_demo.JOURNEY,
        tag_demo.MODEL,
        "The same on a file of yours, with a word and its tag on each line and an empty line\n"
        "after each sentence (or .conllu, with --task tag)",
        tag_demo.YOURS,
    )


def _tour_of_trees(folder: str) -> Tour:
    from linguine.serving import parse_demo, tag_demo

    n_train, n_test = tag_demo.split_sentences(folder)
    return Tour(
        f"Everyday sentences with their trees: {n_train} to train on, {n_test} to test on.",
        parse_demo.JOURNEY,
        parse_demo.MODEL,
        "The same on a treebank of yours in CoNLL-U (universaldependencies.org has many)",
        parse_demo.YOURS,
    )


_TOURS: dict[str, Callable[[str], Tour]] = {
    "text": _tour_of_texts,
    "tag": _tour_of_tags,
    "parse": _tour_of_trees,
}


@make_verb("demo", usage="[text | tag | parse] [OPTIONS]", examples=_EXAMPLES)
@click.argument("task", required=False, default="text", type=click.Choice(list(_TOURS)))
@option("--output", group=OUTPUT, metavar="FOLDER", help="Where to put the files and the model.")
def command(task: str, output: str | None) -> None:
    """Train, compare, evaluate, explain and predict on 600 messages to a help desk.

    The messages come with linguine. Each step shows the command that does it, to try again with
    other options; at the end stand the commands for a file of yours. `demo tag` does the same with
    a tagger, on sentences whose words have their parts of speech, and `demo parse` with a parser.
    """
    start = time.perf_counter()
    folder = _make_folder(output)
    tour = _TOURS[task](folder)
    write(f"{tour.opening}\n\n  $ cd {shlex.quote(folder)}\n")
    for title, step in tour.journey:
        _show(title, step)
        _run(folder, step)
    write(
        f"\nAll of this took {time.perf_counter() - start:.1f} seconds. The model is "
        f"{os.path.join(folder, tour.model)}\n\n{tour.advice}:\n\n"
    )
    width = max(len(line) for line, _ in tour.yours)
    write("".join([f"  {line:<{width}}   # {purpose}\n" for line, purpose in tour.yours]))


def _make_folder(output: str | None) -> str:
    if output is None:
        return tempfile.mkdtemp(prefix="linguine-demo-")
    try:
        os.makedirs(output, exist_ok=True)
    except OSError as error:
        raise DataError(
            f"{output}: the demo needs a folder to write to; got '{error.strerror}'. "
            "Give another --output."
        ) from None
    return output


def split_corpus(folder: str) -> tuple[int, int]:
    """Write the messages as files like a user's, and return how many are to train and to test."""
    parts: dict[str, list[str]] = {"train": [], "test": []}
    for line in _read_corpus("helpdesk_small.tsv"):
        part, _, message = line.partition("\t")
        parts[part].append(message)
    for part, lines in parts.items():
        _write_lines(folder, f"{part}.tsv", lines)
    return len(parts["train"]), len(parts["test"])


def _write_lists(folder: str) -> None:
    """Write the new messages and the two lists of words."""
    _write_lines(folder, "new.txt", MESSAGES)
    words = [f"{label}\t{word}" for label, row in WORDS.items() for word in row.split()]
    _write_lines(folder, "words.tsv", words)
    moods = ["label\ttext\tweight"]
    for line in _read_corpus("sentiment_lexicon.tsv"):
        word, weight = line.split("\t")
        label = "unhappy" if weight.startswith("-") else "happy"
        moods.append(f"{label}\t{word}\t{weight.lstrip('-')}")
    _write_lines(folder, "mood.tsv", moods)


def _read_corpus(name: str) -> list[str]:
    corpus = files("linguine") / "data" / "corpora" / name
    return corpus.read_text(encoding="utf-8").splitlines()[1:]


def _write_lines(folder: str, name: str, lines: Sequence[str]) -> None:
    from linguine.serving.files import write_file

    write_file(os.path.join(folder, name), "".join(f"{line}\n" for line in lines))


def _show(title: str, step: Sequence[str]) -> None:
    from linguine.reports import has_color

    line = " ".join(f'"{each}"' if " " in each else each for each in ("linguine", *step))
    shown = f"\x1b[1m{title}\x1b[0m" if has_color() else title
    write(f"\n{shown}\n\n" if title else "\n", painted=True)
    write(f"  $ {line}\n\n")


def _run(folder: str, step: Sequence[str]) -> None:
    verb, *arguments = step
    placed = [
        os.path.join(folder, each)
        if each.endswith((".tsv", ".txt", ".conllu", ".linguine", ".html"))
        else each
        for each in arguments
    ]
    command = import_module(f"linguine.serving.{verb}").command
    command.main(placed, prog_name=f"linguine {verb}", standalone_mode=False)
