"""inspect: show what is in a model file."""

from __future__ import annotations

from typing import Any

import click

from linguine.serving.options.command import FILE, make_verb, option
from linguine.serving.options.shared import shared_options
from linguine.serving.terminal.console import write, write_json
from linguine.tasks.options import OUTPUT

__all__ = ["command", "summarize_file"]

_EXAMPLES = (
    ("linguine inspect reviews.linguine", "how it was made, what it weighs"),
    ("linguine inspect reviews.linguine --top 10", "and what each label looks for"),
    ("linguine inspect reviews.linguine --json", "everything, as one JSON object"),
)


@make_verb("inspect", usage="MODEL [OPTIONS]", examples=_EXAMPLES)
@click.argument("model", type=FILE)
@option(
    "--top",
    group=OUTPUT,
    type=click.IntRange(1),
    metavar="K",
    help="Also show the K features with the largest weights of each label.",
)
@shared_options("inspect", "json")
def command(model: str, top: int | None, **settings: Any) -> None:
    """Check a model file and show what is in it: labels, features, training, sizes, versions.

    Nothing in a model file is code, so it is safe to look into one from a stranger.
    """
    from linguine.model.file.container import load_model
    from linguine.tasks.task import task_of_file

    opened = load_model(model)
    task, overview = task_of_file(opened), None
    task.check(opened)  # no model is made of it: a stranger's file cannot ask for memory
    facts = opened.describe()
    if top is not None:
        overview = task.overview(task.load(opened, None, for_answers=False), top)
    if settings["json"]:
        if overview is not None:
            facts["top_features"] = overview.features_to_dict()
        write_json(facts)
        return
    with opened.building():  # what a file says about its training may be anything
        shown = summarize_file(facts)
    write(shown + "\n")
    if overview is not None:
        from linguine.reports import render_top_features

        write("\n" + render_top_features(overview.features) + "\n", painted=True)


def summarize_file(facts: dict[str, Any]) -> str:
    """Return what a model file holds, for people."""
    from linguine.reports.summary import describe_file
    from linguine.tasks.task import tasks

    config = facts["config"]
    (task,) = (row for row in tasks() if row.in_files == config["task"])
    rows = task.describe(config)
    if config.get("quantization") is not None:
        rows.append(("quantised", f"to {config['quantization']}"))
    return describe_file(facts, rows)
