"""evaluate: measure a model on a file with the right labels, tags or trees."""

from __future__ import annotations

from typing import Any

import click

from linguine.errors import BrokenPromiseError
from linguine.serving.options.command import FILE, make_verb, option
from linguine.serving.options.ownership import load_any
from linguine.serving.options.shared import shared_options
from linguine.serving.terminal.console import write_report
from linguine.tasks.options import OUTPUT
from linguine.tasks.parted.asking import measure_file

__all__ = ["command"]

_EXAMPLES = (
    ("linguine evaluate reviews.linguine test.tsv", "accuracy, F1 per label, confusions"),
    (
        "zcat test.jsonl.gz | linguine evaluate reviews.linguine - --by source --json",
        "from a pipe, as JSON, with each source by itself",
    ),
    ("linguine evaluate names.linguine test.conll", "token accuracy, span F1 as conlleval has it"),
    ("linguine evaluate parser.linguine test.conllu", "UAS, LAS, CLAS, by relation and length"),
)


@make_verb("evaluate", usage="MODEL FILE [OPTIONS]", examples=_EXAMPLES)
@click.argument("model", type=FILE)
@click.argument("file", type=FILE)
@option(
    "--by",
    group=OUTPUT,
    multiple=True,
    metavar="NAME",
    help="Also judge parts: by a column of texts, by a comment of sentences ('# genre = news'), by "
    "length in words, or by label; may be repeated.",
)
@option(
    "--strictly",
    group=OUTPUT,
    is_flag=True,
    help="Take a promise for broken as soon as fewer answers are right than it says, even if luck "
    "may explain that.",
)
@shared_options("evaluate", "json", "format", "tasks", "threads")
def command(model: str, file: str, by: tuple[str, ...], strictly: bool, **settings: Any) -> None:
    """Compare a model's answers with the right labels, tags or trees in a file.

    Prints the accuracy with its 95 % interval, precision, recall and F1 of each label, which labels
    are confused, and how far the probabilities can be trusted: how many answers of about the same
    probability are right. Texts that the model rejects count as wrong; the share that was answered
    is printed as well. --by shows all scores for parts of the file, too, and which of them are
    worse than the rest by more than chance.

    A model with a promise (see train --promise) is held to it: the exit code is 3 if so few answers
    are right that an exact binomial test refutes it, at the confidence of the promise.

    For a tagger it prints the accuracy of all tokens and of unknown words and, if tags form spans
    (B-LOC, I-LOC, O), precision, recall and F1 of whole spans, exactly as conlleval counts them.

    For scores it prints R², the mean misses (MAE, RMSE), Spearman's correlation and the share of
    intervals that hold the right score.

    For a parser it prints the shares of words with the right head (UAS), with the right head and
    relation (LAS), the same for content words (CLAS), as the CoNLL 2018 scorer counts them; and by
    relation, length and distance. --tagger gives it predicted tags instead of those of the file.
    """
    task, loaded = load_any(model, settings["threads"])
    if strictly and getattr(loaded, "promise", None) is None:
        raise click.UsageError(f"--strictly is about a promise; {model} makes none. Leave it out.")
    if by and settings.get("dask"):
        raise click.UsageError("--by looks at all texts at once. Leave --dask or --by out.")
    if by:
        from linguine.tasks.slices import measure_slices

        told: Any = measure_slices(task, loaded, file, settings, tuple(dict.fromkeys(by)))
        evaluation = told.evaluation
    else:
        told = evaluation = measure_file(task, loaded, model, file, settings)
    verdict = getattr(evaluation, "verdict", None)
    write_report(told, as_json=settings["json"])
    if verdict is not None and verdict.is_broken(strictly=strictly):
        raise BrokenPromiseError(
            f"{model} promises {verdict.promise.precision:g} right answers, and {file} breaks that "
            f"with {verdict.precision:.3f} of {verdict.n_answered:,}. Train again on texts like "
            "these, or promise less."
        )
