"""cluster: group what nobody has labelled, and show what the groups are about."""

from __future__ import annotations

from typing import Any

import click

from linguine.model.file.output import check_output, write_file
from linguine.serving.options.command import FILE, make_verb, option
from linguine.serving.options.shared import shared_options
from linguine.serving.terminal.console import note, write_report
from linguine.serving.terminal.progress_bars import wanted_progress
from linguine.tasks.options import OUTPUT
from linguine.tasks.task import tasks

__all__ = ["command"]

_EXAMPLES = (
    ("linguine cluster docs.txt -k 20", "the words of 20 clusters, and the texts closest to them"),
    ("linguine cluster docs.txt -k 5-30", "finds out how many clusters there are"),
    ("linguine cluster docs.txt -k 20 --assign out.txt --proba", "line i: cluster of text i"),
    ("linguine cluster docs.txt -k 20 --model topics.linguine", "for linguine predict"),
)


@make_verb("cluster", usage="FILE [-k N] [OPTIONS]", examples=_EXAMPLES)
@click.argument("file", type=FILE)
@option("--model", "-o", group=OUTPUT, metavar="OUT", help="Where to save the model.")
@option(
    "--assign",
    group=OUTPUT,
    metavar="OUT",
    help="Write the cluster of each text, a line for each; --proba and --all say how surely.",
)
@shared_options("cluster", "json", "quiet", "verbose", "tasks", "format", "threads", "seed")
def command(file: str, model: str | None, assign: str | None, quiet: bool, **settings: Any) -> None:
    """Group texts by the words that they share; no labels are needed, or looked at.

    FILE has one text on each line, or a column called text (see --text-column). Shows how many
    texts each cluster has, the words that tell it from the others, and the texts that are most like
    it. Clusters are numbered from the largest, 0. The same can be saved by `train -k N`, and
    `evaluate` compares saved clusters with labels.
    """
    for path in filter(None, (model, assign)):
        check_output(path, inputs=(file,))
    if (settings["proba"] or settings["every"]) and assign is None:
        raise click.UsageError("--proba and --all are for --assign OUT. Give it, too.")
    task = next(row for row in tasks() if row.finds)
    estimator = task.estimator(file, settings)
    data = task.read(file, settings)
    estimator.progress = wanted_progress(quiet=quiet, verbose=settings["verbose"])
    estimator = task.fit(estimator, data, None, settings)
    found = task.find(estimator, data, settings)
    if model is not None:
        estimator.save(model)
        note(f"wrote {model}")
    if assign is not None:
        write_file(assign, found.lines())
        note(f"wrote {assign}")
    if settings["json"] or not quiet:
        write_report(found, as_json=settings["json"])
