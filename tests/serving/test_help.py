"""Help teaches: what a verb does, lines to copy, options under headings, one word for one thing."""

from __future__ import annotations

import re
import shlex
from importlib import import_module

import click
import pytest

from linguine.serving.app import VERBS
from linguine.serving.options.command import Verb
from linguine.tasks.task import Task, tasks

from .command_line import CommandLine


def verb(name: str) -> Verb:
    command = import_module(f"linguine.serving.verbs.{name}").command
    assert isinstance(command, Verb)
    return command


def spellings(name: str) -> set[str]:
    return {each for option in verb(name).params for each in option.opts if each.startswith("--")}


def test_the_first_page_names_every_verb(linguine: CommandLine) -> None:
    page = linguine.succeed("--help")
    for name, purpose in VERBS.items():
        assert f"  {name} " in page
        assert purpose in page


def test_a_command_without_a_verb_shows_the_first_page(linguine: CommandLine) -> None:
    assert linguine.succeed() == linguine.succeed("--help")


@pytest.mark.parametrize("name", VERBS)
def test_every_verb_has_examples_and_says_what_each_option_does(
    name: str, linguine: CommandLine
) -> None:
    page = linguine.succeed(name, "--help")
    assert page.startswith(f"Usage: linguine {name}")
    assert 2 <= len(verb(name).examples) <= 4
    for line, _ in verb(name).examples:
        assert line in page
    for option in verb(name).params:
        if isinstance(option, click.Option):
            assert option.help, f"{name} {option.opts} has no help"


@pytest.mark.parametrize("name", VERBS)
def test_every_example_is_a_line_that_works(name: str) -> None:
    for line, _ in verb(name).examples:
        command = re.split(r" [>|] ", line.split("| ")[-1])[0]
        _, named, *arguments = shlex.split(command)
        assert named == name
        verb(name).make_context(name, arguments)  # raises for a word that it does not know


@pytest.mark.parametrize(
    "word",
    "--algorithm --l2 --l1 --C --alpha --epochs --max-iterations --learning-rate --hash-bits "
    "--ngrams --chars --tokenizer --punctuation --values --min-df --max-df --max-features "
    "--class-weight --calibration --reject-below --seed --threads --dev --text-column "
    "--label-column --format --encoding-errors --quantize --json --quiet --model".split(),
)
def test_train_has_all_words(word: str) -> None:
    assert word in spellings("train")


def test_a_word_means_the_same_in_every_verb() -> None:
    helps: dict[str, set[str]] = {}
    for name in VERBS:
        for option in verb(name).params:
            if isinstance(option, click.Option) and option.opts[0] in spellings("train"):
                helps.setdefault(option.opts[0], set()).add(str(option.help))
    differing = {word for word, texts in helps.items() if len(texts) > 1}
    # One to train with, some to compare; so many wrong answers to learn from, or answers to write;
    # what a training may also stop by, or what settings are judged by. A curve is measured on its
    # test file alone.
    assert differing <= {"--algorithm", "--k-best", "--dev"}


@pytest.mark.parametrize("task", tasks(), ids=lambda task: task.name)
def test_the_help_names_every_algorithm_of_every_task(task: Task, linguine: CommandLine) -> None:
    page = " ".join(linguine.succeed("train", "--help").split())
    listed = page.split(f"For {task.makers}: ")[1].split(";")[0].replace(" or ", ", ")
    known = [name for name in task.algorithms.names if name != "auto"]
    assert listed.replace("- ", "-").split(", ") == known


@pytest.mark.parametrize("task", tasks(), ids=lambda task: task.name)
def test_every_option_of_an_algorithm_has_a_word(task: Task) -> None:
    for name in task.algorithms.names:
        for option in task.algorithms.get(name).options:
            if option != "lexicon":  # which is the training file
                assert f"--{option.replace('_', '-')}" in spellings("train"), (name, option)


@pytest.mark.parametrize("name", VERBS)
def test_an_option_that_several_tasks_have_says_the_same_for_all(name: str) -> None:
    said: dict[str, str] = {}
    for task in tasks():
        for _, table in task.options.get(name, ()):
            for spelled, row in table.items():
                assert said.setdefault(spelled.split()[0], row[1]) == row[1], spelled


def test_the_version_is_that_of_the_library(linguine: CommandLine) -> None:
    import linguine as library

    for word in ("--version", "-V"):
        assert linguine.succeed(word) == f"linguine {library.__version__}\n"


@pytest.mark.parametrize("name", VERBS)
def test_help_shows_what_the_option_shows(name: str, linguine: CommandLine) -> None:
    assert linguine.succeed("help", name) == linguine.succeed(name, "--help")


def test_help_alone_is_the_first_page_and_knows_near_names(linguine: CommandLine) -> None:
    assert linguine.succeed("help") == linguine.succeed("--help")
    assert linguine.succeed("help", "help") == linguine.succeed("--help")
    assert "Did you mean 'train'?" in linguine.fail("help", "trian", code=2)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("ev", ["plain,evaluate"]),
        ("train --algorithm nb", ["plain,nb-svm"]),
        ("train --format con", ["plain,conll", "plain,conllu"]),
        ("train --task pa", ["plain,parse"]),
        ("train --tokenizer w", ["plain,words", "plain,whitespace"]),
        ("predict --encoding-errors re", ["plain,replace"]),
        ("explain --by f", ["plain,features"]),
        ("predict mod", ["file,mod"]),
        ("train --dev te", ["file,te"]),
        ("predict --proba mod", ["file,mod"]),
    ],
)
def test_a_shell_can_complete_verbs_values_and_files(
    words: str, expected: list[str], linguine: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("_LINGUINE_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_CWORD", str(len(words.split())))
    monkeypatch.setenv("COMP_WORDS", f"linguine {words}")
    assert linguine.succeed().splitlines() == expected


def test_a_shell_completes_the_algorithms_of_all_tasks(
    linguine: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("_LINGUINE_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_CWORD", "3")
    for verb in ("train", "compare"):
        monkeypatch.setenv("COMP_WORDS", f"linguine {verb} --algorithm ")
        offered = {line.removeprefix("plain,") for line in linguine.succeed().splitlines()}
        assert offered == {name for task in tasks() for name in task.algorithms.names}
