"""train: learn from a file and save a model."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from linguine.model.file.output import check_output
from linguine.serving.options.command import FILE, make_verb, option
from linguine.serving.options.ownership import choose_task
from linguine.serving.options.shared import shared_options
from linguine.serving.terminal.console import write, write_json
from linguine.serving.terminal.progress_bars import wanted_progress
from linguine.tasks.options import OUTPUT

if TYPE_CHECKING:
    from linguine.tasks.task import Task

__all__ = ["command", "learn_from", "summarize"]

_EXAMPLES = (
    ("linguine train reviews.tsv --model reviews.linguine", "finds the columns, tunes itself"),
    (
        "linguine train 'parts/*.tsv.gz' --algorithm logistic --memory 1GB --model large.linguine",
        "many files, which need not fit into memory",
    ),
    (
        "linguine train names.conll --columns w,pos,tag --dev dev.conll --model names.linguine",
        "a tagger: one token per line, tags in the last column",
    ),
    (
        "linguine train trees.conllu --columns form,upos --dev dev.conllu --model parser.linguine",
        "a parser: CoNLL-U has trees; --task tag would learn its parts of speech",
    ),
)


@make_verb("train", usage="FILE... --model OUT [OPTIONS]", examples=_EXAMPLES)
@click.argument("files", metavar="FILE", type=FILE, nargs=-1, required=True)
@option(
    "--model", "-o", group=OUTPUT, required=True, metavar="OUT", help="Where to save the model."
)
@option(
    "--dev",
    group=OUTPUT,
    metavar="FILE",
    help="Also measure the model on this file; online learners stop when they get no better on it.",
)
@shared_options(
    "train",
    "quantize",
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
    files: tuple[str, ...],
    model: str,
    dev: str | None,
    quantize: str | None,
    quiet: bool,
    **settings: Any,
) -> None:
    """Learn to label texts, to tag tokens or to parse sentences, and save the model.

    A file of texts needs a column of labels and a column of texts; .tsv and .csv without a header
    have the label first. A file of tokens (.conll, .conllu, .iob, ...) has one token per line, with
    what is known about it in further columns, and an empty line after each sentence. CoNLL-U with
    heads trains a parser, or a tagger if an option asks for one (--task tag, --tag-column upos,
    --algorithm hmm). --task score learns a column of numbers as scores. FILE may be - for standard
    input. Texts, tags and trees may come from many files, or a pattern such as 'parts/*.tsv.gz';
    files that are larger than memory are learned from part by part.
    """
    from linguine.data.reading.files import find_files

    paths = find_files(files)
    task = choose_task(paths[0], settings, [settings["algorithm"]])
    told = {**settings, "quiet": quiet}
    if settings.get("plan"):
        _show_plan(*foresee(task, paths, model, dev, told), as_json=settings["json"])
        return
    facts, *_ = learn_from(task, paths, model, dev, quantize, told)
    if settings["json"]:
        write_json(facts)
    elif not quiet:
        write(summarize(task, facts) + "\n")


def foresee(
    task: Task, paths: Sequence[str], model: str, dev: str | None, settings: dict[str, Any]
) -> tuple[dict[str, Any], list[tuple[str, str]]]:
    """Return what a training would take: as plain data, and in lines."""
    estimator = _begin(task, paths, model, dev, settings)
    return task.foresee(estimator, task.read_training(paths, settings), settings)


def learn_from(
    task: Task,
    paths: Sequence[str],
    model: str,
    dev: str | None,
    quantize: str | None,
    settings: dict[str, Any],
) -> tuple[dict[str, Any], Any, Any]:
    """Learn from files and save the model; return what is told, what has learned, and the data."""
    settings["quantize"] = quantize
    estimator = _begin(task, paths, model, dev, settings)
    carried = task.carried(settings)
    data = task.read_training(paths, settings)
    held_out = None if dev is None else task.read_test(dev, settings)
    estimator.progress = wanted_progress(quiet=settings["quiet"], verbose=settings["verbose"])
    estimator = task.fit(estimator, data, held_out, settings)
    if carried is not None:
        estimator.model_.tokenizer = carried
    estimator.save(model, quantize=quantize)
    task.close(data)
    facts: dict[str, Any] = {
        "model": model,
        "bytes": os.path.getsize(model),
        "seconds": estimator.seconds_,
        **task.facts(estimator, data, settings),
        **estimator.info_,
    }
    facts |= _measure(task, estimator.model_, model, quantize, data, held_out, settings)
    return facts, estimator, data


def _begin(
    task: Task, paths: Sequence[str], model: str, dev: str | None, settings: dict[str, Any]
) -> Any:
    """Return what is to learn; complains before a long file is read."""
    settings |= {"dev": dev, "model": model}
    check_output(model, inputs=(*paths, *([dev] if dev else [])))
    return task.estimator(paths[0], settings)


def _show_plan(facts: dict[str, Any], rows: list[tuple[str, str]], *, as_json: bool) -> None:
    from linguine.reports.summary import write_paragraph

    if as_json:
        write_json(facts)
    else:
        write(write_paragraph("nothing was trained; a training would take", rows) + "\n")


def _measure(
    task: Task,
    exact: Any,
    path: str,
    quantize: str | None,
    data: Any,
    held_out: Any,
    settings: dict[str, Any],
) -> dict[str, Any]:
    """Return how good the saved model is, and what quantisation changed."""
    made: dict[str, Any] = {}
    saved = exact
    if quantize is not None:
        from linguine.model.file.container import load_model

        saved = task.load(load_model(path), settings["threads"])
    evaluation = None if held_out is None else task.measure(saved, held_out, settings)
    if quantize is not None and held_out is not None:
        before = task.measure(exact, held_out, settings)
        ends = zip(("before", "after"), map(task.prices_of, (before, evaluation)), strict=True)
        made["quantization"] = {
            "kind": quantize,
            **{f"{name}_{when}": value for when, each in ends for name, value in each.items()},
        }
    elif quantize is not None:
        sample = task.sample(data, task.n_sample)
        first, second = (task.answer(each, sample) for each in (exact, saved))
        changes = task.changes(exact, sample, first, second)
        made["quantization"] = {"kind": quantize, **changes}
    if evaluation is not None:
        made["dev"] = evaluation.to_dict()
    return made


def summarize(task: Task, facts: dict[str, Any]) -> str:
    """Return what is told about a training, for people."""
    from linguine.reports.summary import price_of_rounding, write_paragraph
    from linguine.reports.tables import size

    rows = task.summarize(facts)
    if (dev := facts.get("dev")) is not None:
        rows.append(("dev file", task.brief(dev)))
    if (price := facts.get("quantization")) is not None:
        rows.append(("quantised", price_of_rounding(price, task.prices)))
    rows.append(("saved", f"{facts['model']}, {size(facts['bytes'])}"))
    return write_paragraph(f"{facts['algorithm']}: trained in {facts['seconds']:.2f} s", rows)
