"""check: find what is wrong with data before anything learns from it."""

from __future__ import annotations

from typing import Any

import click

from linguine.model.file.output import check_output, write_file
from linguine.serving.options.command import FILE, make_verb, option
from linguine.serving.options.ownership import choose_task
from linguine.serving.options.shared import shared_options, values_of
from linguine.serving.terminal.console import note, write_report
from linguine.serving.terminal.progress_bars import wanted_progress
from linguine.tasks.options import LEARNING, OUTPUT, read_count

__all__ = ["command"]

_EXAMPLES = (
    ("linguine check train.tsv", "duplicates, contradictions, odd texts, suspicious labels"),
    ("linguine check train.tsv test.tsv --fix clean.tsv", "a copy without what is surely wrong"),
    ("linguine check train.tsv --suspicious 200 --json", "the 200 least believed labels"),
    ("linguine check trees.conllu", "tags and trees, too"),
)


@make_verb("check", usage="TRAIN [TEST] [OPTIONS]", examples=_EXAMPLES)
@click.argument("train", type=FILE)
@click.argument("test", type=FILE, required=False)
@option(
    "--fix",
    group=OUTPUT,
    metavar="OUT",
    help="Write a copy of TRAIN without duplicates, contradictions, empty texts and leaks.",
)
@option(
    "--suspicious",
    group=LEARNING,
    metavar="N",
    type=lambda value: read_count(value) if isinstance(value, str) else value,
    help="List the N least believed answers, however they are believed.",
)
@option(
    "--algorithm",
    group=LEARNING,
    metavar="NAME",
    default="auto",
    show_default=True,
    values=values_of("algorithm"),
    help="What looks for suspicious answers; auto asks svm, logistic and nb-svm about texts, crf "
    "about tags and trees.",
)
@shared_options("check", "task", "json", "quiet", "verbose", "format", "tasks", "threads", "seed")
def command(train: str, test: str | None, fix: str | None, **settings: Any) -> None:
    """Look for what is wrong with labelled texts, tags or trees, and say what to do.

    Duplicates and near duplicates, the same words with two answers, what stands in both files,
    labels that are there once or in one file only, unequal labels, empty, broken and odd texts,
    words that give a label away; and suspicious answers, ranked: those that models which have
    learned from the other examples do not believe.
    """  # fmt: skip
    for path in filter(None, (fix,)):
        check_output(path, inputs=tuple(filter(None, (train, test))))
    from linguine.tasks.checking import check_data

    task = choose_task(
        train, settings, () if settings["algorithm"] == "auto" else (settings["algorithm"],)
    )
    if not task.checks:
        raise click.UsageError(
            f"check looks at labels, tags and trees; {train} trains {task.makes}. Name another "
            "--task, or look for duplicates with linguine split --near-duplicates."
        )
    data = task.read(train, settings)
    other = None if test is None else task.read(test, settings)
    progress = wanted_progress(quiet=settings["quiet"], verbose=settings["verbose"])
    checkup = check_data(task, data, settings, other, progress)
    if fix is not None:
        from linguine.data.reading.transcoding import Encoding
        from linguine.data.splitting import read_pieces

        encoding = Encoding(settings.get("encoding") or "utf-8", settings["encoding_errors"])
        gone = checkup.dropped()
        write_file(fix, read_pieces(train, data, encoding).write(~gone))
        note(f"wrote {fix}: {int((~gone).sum()):,} of {len(gone):,} {task.examples}")
    write_report(checkup, as_json=settings["json"])
