"""evaluate: measure a model on a file with the right labels, tags or trees."""

from __future__ import annotations

from typing import Any

import click

from linguine.serving.options.command import FILE, make_verb
from linguine.serving.options.ownership import load_any
from linguine.serving.options.shared import shared_options
from linguine.serving.terminal.console import write_report

__all__ = ["command"]

_EXAMPLES = (
    ("linguine evaluate reviews.linguine test.tsv", "accuracy, F1 per label, confusions"),
    ("zcat test.jsonl.gz | linguine evaluate reviews.linguine - --json", "from a pipe, as JSON"),
    ("linguine evaluate names.linguine test.conll", "token accuracy, span F1 as conlleval has it"),
    ("linguine evaluate parser.linguine test.conllu", "UAS, LAS, CLAS, by relation and length"),
)


@make_verb("evaluate", usage="MODEL FILE [OPTIONS]", examples=_EXAMPLES)
@click.argument("model", type=FILE)
@click.argument("file", type=FILE)
@shared_options("evaluate", "json", "format", "tasks", "threads")
def command(model: str, file: str, **settings: Any) -> None:
    """Compare a model's answers with the right labels, tags or trees in a file.

    Prints the accuracy with its 95 % interval, precision, recall and F1 of each label, which labels
    are confused, and how far the probabilities can be trusted. Texts that the model rejects count
    as wrong; the share that was answered is printed as well.

    For a tagger it prints the accuracy of all tokens and of unknown words and, if tags form spans
    (B-LOC, I-LOC, O), precision, recall and F1 of whole spans, exactly as conlleval counts them.

    For scores it prints R², the mean misses (MAE, RMSE), Spearman's correlation and the share of
    intervals that hold the right score.

    For a parser it prints the shares of words with the right head (UAS), with the right head and
    relation (LAS), the same for content words (CLAS), as the CoNLL 2018 scorer counts them; and by
    relation, length and distance. --tagger gives it predicted tags instead of those of the file.
    """
    task, loaded = load_any(model, settings["threads"])
    evaluation = task.measure(loaded, task.questions(loaded, file, settings), settings)
    write_report(evaluation, as_json=settings["json"])
