"""curve: how good models get as there is more to learn from."""

from __future__ import annotations

import os
from typing import Any

import click

from linguine.model.file.output import check_output, write_file
from linguine.serving.options.command import FILE, make_verb, option
from linguine.serving.options.ownership import choose_task
from linguine.serving.options.shared import shared_options
from linguine.serving.terminal.console import collected_warnings, note, write_report
from linguine.serving.terminal.progress_bars import show_steps, wanted_progress
from linguine.tasks.options import LEARNING, OUTPUT, read_amount

__all__ = ["command"]

_EXAMPLES = (
    ("linguine curve train.tsv test.tsv", "would more texts help?"),
    ("linguine curve train.tsv test.tsv --algorithm svm --html curve.html", "with a picture"),
    ("linguine curve train.conll test.conll --sizes 500,1000,2000,4000", "sentences of a tagger"),
    ("linguine curve trees.conllu test.conllu --sizes 0.125,0.25,0.5,1.0 --json", "shares of all"),
)


def _read_sizes(value: Any) -> list[float] | None:
    return [read_amount(each.strip()) for each in value.split(",")] if value is not None else None


@make_verb("curve", usage="TRAIN TEST [OPTIONS]", examples=_EXAMPLES)
@click.argument("train", type=FILE)
@click.argument("test", type=FILE)
@option(
    "--sizes",
    group=LEARNING,
    metavar="N,...",
    help="Numbers of texts or sentences to learn from, or shares of all such as 0.5; the default "
    "is powers of two up to all.",
)
@option(
    "--dev",
    group=LEARNING,
    metavar="FILE",
    help="Online learners stop when they get no better on this file.",
)
@option("--html", group=OUTPUT, metavar="OUT", help="Also write a page with a picture.")
@shared_options(
    "train",
    "json",
    "quiet",
    "verbose",
    "algorithm",
    "task",
    "learner",
    "format",
    "tasks",
    "threads",
    "seed",
)
def command(
    train: str,
    test: str,
    sizes: str | None,
    dev: str | None,
    html: str | None,
    **settings: Any,
) -> None:
    """Learn from some of the examples, then from more, and judge each model on one test file.

    Tells whether more data would help, and what twice the data would probably give. Smaller samples
    are part of larger ones and have the same shares of labels; the same seed draws the same.
    """  # fmt: skip
    settings["dev"] = dev
    inputs = (train, test, *([dev] if dev else []))
    if html is not None:
        check_output(html, inputs=inputs)
    try:
        wanted = _read_sizes(sizes)
    except ValueError as error:
        raise click.UsageError(f"--sizes: {error} Try --sizes 100,200,400.") from None
    from linguine.tasks.curves import trace_curve

    task = choose_task(train, settings, [settings["algorithm"]])
    if task.finds:
        raise click.UsageError(
            f"curve shows what right answers teach; {train} trains {task.makes}, which learn "
            "without. Name another --task."
        )
    estimator = task.estimator(train, settings)
    data, questions = task.read(train, settings), task.read_test(test, settings)
    held_out = None if dev is None else task.read_test(dev, settings)
    shown = wanted_progress(quiet=settings["quiet"], verbose=settings["verbose"])
    with (
        collected_warnings() as collect,
        show_steps(len(wanted or ()) or None, is_shown=bool(shown), unit="sizes") as begin,
        collect(""),
    ):
        curve = trace_curve(
            task, estimator, data, questions, settings,
            sizes=wanted, seed=settings["seed"], dev=held_out, begin=begin,
        )  # fmt: skip
    if html is not None:
        from linguine.reports.judging.curve_picture import render_curve

        write_file(
            html, render_curve(curve, title=f"Learning from more of {os.path.basename(train)}")
        )
        note(f"wrote {html}")
    write_report(curve, as_json=settings["json"])
