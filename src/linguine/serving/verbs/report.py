"""report: a page about a model, or two, and a file with the right answers."""

from __future__ import annotations

from typing import Any

import click

from linguine.model.file.output import check_output, write_file
from linguine.serving.options.command import FILE, make_verb, option
from linguine.serving.options.ownership import open_any
from linguine.serving.options.shared import shared_options
from linguine.serving.terminal.console import note
from linguine.tasks.options import INPUT, OUTPUT

__all__ = ["command"]

_CARD = "Model card"
_EXAMPLES = (
    ("linguine report reviews.linguine test.tsv", "writes report.html"),
    ("linguine report names.linguine test.conll --html names.html", "a tagger, another file"),
    ("linguine report old.linguine new.linguine test.tsv", "what changes from one to the other"),
    (
        "linguine report m.linguine test.tsv --train train.tsv",
        "also what is in both, and a learning curve",
    ),
)


@make_verb("report", usage="MODEL [MODEL] TEST [OPTIONS]", examples=_EXAMPLES)
@click.argument("model", type=FILE)
@click.argument("files", type=FILE, nargs=-1, required=True, metavar="[MODEL] TEST")
@option(
    "--html",
    group=OUTPUT,
    metavar="OUT",
    default="report.html",
    show_default=True,
    help="The page.",
)
@option(
    "--train",
    group=INPUT,
    type=FILE,
    metavar="FILE",
    help="What the model has learned from: to find what stands in both files, and to see whether "
    "more data would help, for which is learned again from parts of it.",
)
@option("--use", group=_CARD, metavar="TEXT", help="What the model is meant for.")
@option("--limits", group=_CARD, metavar="TEXT", help="What it must not be used for.")
@option("--date", group=_CARD, metavar="TEXT", help="When it was made; not told if not given.")
@shared_options("evaluate", "format", "tasks", "threads")
def command(model: str, files: tuple[str, ...], html: str, **settings: Any) -> None:
    """Write one page about a model's answers to a file that has the right ones.

    It opens from disk and needs no network: scores with their intervals, what was taken for what,
    whether probabilities can be believed, what the model looks for, the worst errors with the words
    that misled it, all answers, to be searched, and a model card. With two models it says what
    changes from the first to the second, and whether luck explains it.
    """
    if len(files) > 2:
        raise click.UsageError(
            f"report takes one model or two, and one test file; got {1 + len(files)} files. Make "
            "a page for each pair."
        )
    *more, test = files
    if test == "-":
        raise click.UsageError(
            "report reads TEST twice, to answer and to explain; a pipe can be read once. Save it "
            "as a file first."
        )
    paths = [model, *more]
    check_output(html, inputs=(*paths, test, *filter(None, (settings["train"],))))
    from linguine.reports.page.page import render_report
    from linguine.tasks.reporting import Opened, gather_material

    opened = [(path, *open_any(path, settings["threads"])) for path in paths]
    tasks = [task for _, task, _, _ in opened]
    if tasks[-1] is not tasks[0]:
        raise click.UsageError(
            f"two models beside each other must do the same; {paths[0]} is {tasks[0].makes} and "
            f"{paths[1]} is {tasks[1].makes}. Make a page for each."
        )
    models = [Opened(path, loaded, file) for path, _, loaded, file in opened]
    write_file(html, render_report(gather_material(tasks[0], models, test, settings)))
    note(f"wrote {html}")
