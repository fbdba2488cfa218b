"""diff: what changes on a file when one model takes the place of another."""

from __future__ import annotations

import os
from typing import Any

import click

from linguine.serving.options.command import FILE, make_verb, option
from linguine.serving.options.ownership import load_any
from linguine.serving.options.shared import shared_options
from linguine.serving.terminal.console import collected_warnings, write_report
from linguine.tasks.options import OUTPUT

__all__ = ["command"]

_EXAMPLES = (
    ("linguine diff old.linguine new.linguine test.tsv", "who is right where, and why"),
    ("linguine diff old.linguine new.linguine test.tsv --examples 50 --json", "for programs"),
    ("linguine diff crf.linguine svm.linguine test.conll", "two taggers"),
)


@make_verb("diff", usage="A B TEST [OPTIONS]", examples=_EXAMPLES)
@click.argument("first", type=FILE, metavar="A")
@click.argument("second", type=FILE, metavar="B")
@click.argument("test", type=FILE)
@option(
    "--examples",
    group=OUTPUT,
    type=click.IntRange(0),
    default=5,
    show_default=True,
    metavar="N",
    help="How many examples to explain that only A has right, and that only B has.",
)
@shared_options("evaluate", "json", "format", "tasks", "threads")
def command(first: str, second: str, test: str, examples: int, **settings: Any) -> None:
    """Show what changes on a file that has the right answers, from model A to model B.

    The scores of both with their intervals, and how often chance alone would set two equal models
    so far apart; how many examples both have right, only one, or none; and those that only one has
    right, the surest mistakes first, with what decided for each model side by side. linguine report
    A B TEST writes a page of it.
    """
    if test == "-":
        raise click.UsageError(
            "diff reads TEST once for each model and to explain; a pipe can be read once. Save it "
            "as a file first."
        )
    loaded = [load_any(each, settings["threads"]) for each in (first, second)]
    (task, one), (other_task, other) = loaded
    if other_task is not task:
        raise click.UsageError(
            f"diff takes two models of one task; {first} is {task.makes}, and {second} is "
            f"{other_task.makes}. Evaluate each by itself."
        )
    from linguine.tasks.changes import find_changes

    names = _names(first, second)
    with collected_warnings() as collect, collect(""):
        found = find_changes(task, (one, other), names, test, settings, n_shown=examples)
    write_report(found, as_json=settings["json"])


def _names(first: str, second: str) -> tuple[str, str]:
    """Return the names of two files, with their folders if these tell them apart."""
    short = os.path.basename(first), os.path.basename(second)
    return short if short[0] != short[1] else (first, second)
