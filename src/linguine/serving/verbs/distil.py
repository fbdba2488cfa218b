"""distil: learn from the log of another system, and take the part of its work that is sure."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import click

from linguine.serving.options.command import FILE, make_verb, option
from linguine.serving.options.shared import shared_options
from linguine.serving.terminal.console import write, write_json
from linguine.serving.verbs.train import learn_from
from linguine.tasks.options import OUTPUT
from linguine.tasks.task import tasks

if TYPE_CHECKING:
    from linguine.tasks.task import Task

__all__ = ["command"]

_EXAMPLES = (
    ("linguine distil log.jsonl --promise 0.95 --model m.linguine", "finds text and label columns"),
    (
        "linguine distil log.jsonl --text-column prompt --label-column answer --promise 0.98 "
        "--model m.linguine",
        "names them; a label may be an object of probabilities",
    ),
    (
        "linguine distil log.jsonl --promise 0.95 --price 1.20 --model m.linguine",
        "what it saves, if 1,000 answers of the other system cost 1.20",
    ),
)


@make_verb("distil", usage="LOG --promise P --model OUT [OPTIONS]", examples=_EXAMPLES)
@click.argument("log", type=FILE)
@option(
    "--model", "-o", group=OUTPUT, required=True, metavar="OUT", help="Where to save the model."
)
@option(
    "--price",
    group=OUTPUT,
    type=click.FloatRange(min=0, min_open=True),
    metavar="N",
    help="What 1,000 answers of the other system cost, to show what is saved.",
)
@shared_options(
    "distil",
    "json",
    "quiet",
    "verbose",
    "algorithm",
    "learner",
    "format",
    "tasks",
    "threads",
    "seed",
)
def command(log: str, model: str, price: float | None, quiet: bool, **settings: Any) -> None:
    """Learn from another system's decisions, and take over those that are sure to agree.

    LOG has a text and what the other system, such as a large language model, decided: a label, or
    how probable each label is, as an object or in columns p:NAME. The model answers where
    held-out texts show that a share P of its answers agrees with the log; of probabilities, with
    the likeliest label. All else is (none), for the other system. A label of the log that is wrong
    is learned as it is: the promise is about agreement. A later log shows whether it still holds:
    `linguine evaluate MODEL LATER` ends with exit code 3 if it does not.
    """
    if settings["promise"] is None:
        raise click.UsageError("distil needs --promise P, such as 0.95. Give it, too.")
    task = next(row for row in tasks() if row.promises)
    told = {**settings, "quiet": quiet}
    facts, estimator, data = learn_from(task, [log], model, None, None, told)
    facts["texts_per_second"] = _rate(task, estimator.model_, data)
    if price is not None:
        facts["saved_per_million"] = round(1_000 * price * facts["promise"]["coverage"], 2)
    if settings["json"]:
        write_json(facts)
    elif not quiet:
        write(_summarize(task, facts) + "\n")


def _rate(task: Task, model: Any, data: Any) -> int:
    """Return how many texts the model answers in a second, on texts of the log."""
    sample = task.sample(data, task.n_sample)
    start = time.perf_counter()
    task.answer(model, sample)
    return round(len(sample) / (time.perf_counter() - start))


def _summarize(task: Task, facts: dict[str, Any]) -> str:
    from linguine.reports.tables import percent
    from linguine.serving.verbs.train import summarize

    coverage = facts["promise"]["coverage"]
    lines = [
        summarize(task, facts),
        f"  takes     {percent(coverage)} of the traffic, {facts['texts_per_second']:,} texts a "
        "second; the rest stays with the other system",
    ]
    if "saved_per_million" in facts:
        lines.append(
            f"  saves     {facts['saved_per_million']:,.2f} for each million texts, of "
            f"{facts['saved_per_million'] / coverage:,.2f} that the other system costs"
        )
    return "\n".join(lines)
