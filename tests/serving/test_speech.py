"""Speech: one message, in the words of Python and in those of the command line."""

from __future__ import annotations

import ast
import re
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import linguine
from linguine.errors import (
    ConvergenceWarning,
    DataError,
    LinguineError,
    ParameterError,
    check_flag,
    check_number,
)
from linguine.model.concurrency import Resources, run_beside, run_in_order
from linguine.serving.terminal.speech import OTHERWISE, OptionSpeech
from linguine.speech import Verbatim, named, said, speaking


@pytest.mark.parametrize(
    ("say", "python", "option"),
    [
        (lambda: named("min_df"), "min_df", "--min-df"),
        (lambda: named("n_threads"), "n_threads", "--threads"),
        (lambda: named("text_columns"), "text_columns", "--text-column"),
        (lambda: named("Categorical"), "Categorical", "--categorical"),
        (lambda: named("batch_size"), "batch_size", "batch_size"),
        (lambda: said("C", 0.5), "C=0.5", "--C 0.5"),
        (lambda: said("batch_size", 2), "batch_size=2", "batch_size=2"),
        (
            lambda: said("encoding_errors", "latin-1", "replace"),
            "encoding_errors='latin-1' or 'replace'",
            "--encoding-errors latin-1 or replace",
        ),
        (lambda: said("text", Verbatim("NAME")), "text=NAME", "--text-column NAME"),
        (
            lambda: said("text", ["title", "body"]),
            "text=['title', 'body']",
            "--text-column title --text-column body",
        ),
        (lambda: said("header", True), "header=True", "--header"),
        (lambda: said("averaged", False), "averaged=False", "--no-averaged"),
        (lambda: said("strict", False), "strict=False", "no --strict"),
    ],
)
def test_parameters_are_called_as_the_caller_writes_them(
    say: Callable[[], str], python: str, option: str
) -> None:
    assert say() == python
    with speaking(OptionSpeech()):
        assert say() == option
    assert say() == python


def catch(make: Callable[[], object]) -> LinguineError:
    with pytest.raises(LinguineError) as caught:
        make()
    return caught.value


def check_iterations() -> None:
    check_number("Anybody", "max_iterations", 0, low=1, integer=True, fix="Try 1000.")


def test_errors_carry_whose_parameter_they_are_about_and_begin_with_it() -> None:
    error = catch(check_iterations)
    assert (error.owner, error.parameter) == ("Anybody", "max_iterations")
    rest = "must be an integer >= 1; got 0. Try 1000."
    assert str(error) == f"Anybody: max_iterations {rest}"
    with speaking(OptionSpeech()):
        assert str(catch(check_iterations)) == f"--max-iterations {rest}"
        assert str(catch(lambda: check_flag("A", "averaged", 3))).startswith("--averaged must be")
        assert str(ParameterError("'x' is not.", owner="Tagger")) == "'x' is not."
        assert str(DataError("x must be y.")) == "x must be y."
        assert str(ConvergenceWarning("Raise it.", owner="Tagger")) == "Raise it."
    assert str(ConvergenceWarning("Raise it.", owner="Tagger")) == "Tagger: Raise it."


def test_an_end_of_a_range_is_called_a_part_of_its_option() -> None:
    with speaking(OptionSpeech()):
        error = catch(lambda: check_number("CharNgrams", "low", 0, low=1, fix="Try 1."))
    assert str(error).startswith("--chars: the shortest length must be a number >= 1")


def test_fits_on_other_threads_speak_as_the_one_that_waits_for_them() -> None:
    def say(_: object = None, use: object = None) -> tuple[str, bool]:
        return named("min_df"), threading.current_thread() is threading.main_thread()

    with speaking(OptionSpeech()):
        assert run_beside(say, say, Resources(2)) == (("--min-df", True), ("--min-df", False))
        assert set(run_in_order(say, 4, Resources(2))) == {("--min-df", False)}
    assert run_beside(say, say, Resources(2)) == (("min_df", True), ("min_df", False))


# --- no message forgets it ----------------------------------------------------------------------


def bare_parameter() -> re.Pattern[str]:
    """Return what finds a parameter in a message: assigned to, at its beginning, or by its name."""
    known = {name for name in OptionSpeech().options if name is not None} | set(OTHERWISE)
    names = "|".join(sorted(known - {"model"}))  # a file here, elsewhere a kind of naive Bayes
    unlike_english = "|".join(name for name in sorted(known) if "_" in name)
    outside = r"(?<![\w'\"`.-])(?<!\w\()"  # neither quoted, nor an argument of a call
    return re.compile(
        rf"{outside}({names})=|^({names}) (must|needs) |{outside}({unlike_english})(?![\w'\"(=-])"
    )


def messages(path: Path) -> Iterator[tuple[int, str]]:
    """Yield all texts of a module that are sentences, or parts of one; docstrings are none."""
    tree = ast.parse(path.read_text())
    documentation = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            if id(node) not in documentation:
                yield node.lineno, node.value


def test_no_message_spells_a_parameter_by_itself() -> None:
    pattern, root = bare_parameter(), Path(linguine.__file__).parent
    found = [
        f"{path.relative_to(root)}:{line}: {text}"
        for path in sorted(root.rglob("*.py"))
        for line, text in messages(path)
        if path.relative_to(root).parts[0] not in ("compat", "serving") and pattern.search(text)
    ]
    assert not found, "Say named(...) or said(...), so that the command line can spell it:\n" + (
        "\n".join(found)
    )


@pytest.mark.parametrize(
    ("text", "is_bare"),
    [
        ("Read it with encoding_errors='replace'.", True),
        (". Use order=", True),
        ("order must be 1 or 2.", True),
        ("or lower min_df.", True),
        ("the column 'max_df' of my_max_df", False),
        ("Use LinearClassifier(learner='sgd').", False),
        ("the text of a label", False),
    ],
)
def test_the_search_for_bare_parameters_finds_them(text: str, is_bare: bool) -> None:
    assert bool(bare_parameter().search(text)) == is_bare
