"""compare: train every algorithm and put them in one table."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from linguine.serving.options.command import FILE, make_verb, option
from linguine.serving.options.ownership import choose_task
from linguine.serving.options.shared import shared_options, values_of
from linguine.serving.terminal.console import collected_warnings, write_report
from linguine.serving.terminal.progress_bars import show_steps, wanted_progress
from linguine.tasks.options import LEARNING

if TYPE_CHECKING:
    from linguine.tasks.task import Task

__all__ = ["command"]

#: Work is timed for at least so long; one batch of a small file is over too soon.
_SECONDS = 0.1

_EXAMPLES = (
    ("linguine compare train.tsv test.tsv", "every algorithm, measured"),
    ("linguine compare train.tsv test.tsv --algorithm svm --algorithm nb-svm", "only these"),
    ("linguine compare train.conll test.conll", "every tagger"),
    ("linguine compare train.conllu test.conllu --columns form,upos", "every parser"),
)


@make_verb("compare", usage="TRAIN TEST [OPTIONS]", examples=_EXAMPLES)
@click.argument("train", type=FILE)
@click.argument("test", type=FILE)
@option(
    "--algorithm",
    "algorithms",
    group=LEARNING,
    multiple=True,
    metavar="NAME",
    values=values_of("algorithm"),
    help="Compare only this one; may be repeated.",
)
@shared_options("compare", "task", "json", "quiet", "verbose", "format", "tasks", "threads", "seed")
def command(train: str, test: str, algorithms: tuple[str, ...], **settings: Any) -> None:
    """Train every algorithm on one file, test it on another, and print one table.

    Accuracy, the same on the training file, its 95 % interval, macro-F1, seconds to train (from
    texts to calibrated probabilities), predictions per second, size of the model file, weights that
    are not 0. Taggers: accuracy of all tokens and of unknown words, F1 of spans, tokens per second.
    Scores: R², MAE, RMSE, Spearman, coverage. Parsers: shares of words with the right head (UAS)
    and relation (LAS), sentences per second. p tells how often chance alone would set an algorithm
    so far behind the best one, text by text or sentence by sentence.
    """
    from linguine.reports.comparison import Comparison

    task = choose_task(train, settings, algorithms)
    names = algorithms or task.compared
    made = {name: task.estimator(train, settings, name) for name in names}  # complain early
    data, questions = task.read(train, settings), task.read_test(test, settings)
    with collected_warnings() as collect:
        others = list(task.others(data, settings))
        shown = wanted_progress(quiet=settings["quiet"], verbose=settings["verbose"])
        with show_steps(len(made) + len(others), is_shown=bool(shown), unit="algorithms") as begin:
            n_train, n_test = task.count(data), task.count(questions)
            comparison = Comparison(task.scores, task.unit, n_train, n_test, rate=task.rate)
            for name, estimator in [*made.items(), *others]:
                begin(name)
                with collect(name):
                    if name in made:
                        task.fit(estimator, data, None, settings)
                    _add(comparison, task, name, estimator, data, questions, settings)
    write_report(comparison, as_json=settings["json"])


def _add(
    comparison: Any,
    task: Task,
    name: str,
    estimator: Any,
    data: Any,
    questions: Any,
    settings: dict[str, Any],
) -> None:
    model = estimator.model_
    n_weights, has_probabilities = task.weights(model)
    comparison.add(
        name,
        task.measure(model, questions, settings),
        task.measure(model, data, settings),
        train_seconds=estimator.seconds_ or 0.0,
        per_second=_measure_speed(lambda: task.answer(model, questions), task.count(questions)),
        model_bytes=len(estimator.to_bytes()),
        nonzero_weights=n_weights,
        has_probabilities=has_probabilities,
    )


def _measure_speed(work: Callable[[], object], n_done: int) -> float:
    """Return how many a second are done by work that does some number of them."""
    n_rounds, start = 0, time.perf_counter()
    while (seconds := time.perf_counter() - start) < _SECONDS or n_rounds == 0:
        work()
        n_rounds += 1
    return n_rounds * n_done / seconds
