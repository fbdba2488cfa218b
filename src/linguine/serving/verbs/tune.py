"""tune: try settings on held-out examples, and learn by the best of them."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from linguine.errors import DataError, ParameterError
from linguine.model.file.output import check_output
from linguine.serving.options.command import FILE, make_verb, option
from linguine.serving.options.grids import read_grid, write_line
from linguine.serving.options.ownership import choose_task
from linguine.serving.options.shared import shared_options, type_of
from linguine.serving.terminal.console import note, write_report
from linguine.serving.terminal.progress_bars import wanted_progress
from linguine.tasks.options import OUTPUT

if TYPE_CHECKING:
    from linguine.reports.tuning.result import Tuning
    from linguine.tasks.task import Task

__all__ = ["command"]

_TUNING = "What to try"
#: Options that are this verb's own, and how a file is read: nothing of a model.
_OWN = (
    "grid", "dev", "folds", "nested", "halving", "simplest", "budget", "plot", "model", "json",
    "quiet", "verbose", "threads",
)  # fmt: skip
_NO_GRID = (*_OWN, "task", "seed", "format", "encoding_errors", "text_column", "label_column",
            "columns", "tag_column", "header", "encoding", "votes", "weight_column")  # fmt: skip

_EXAMPLES = (
    ("linguine tune reviews.tsv --model reviews.linguine", "the penalty, on five folds"),
    (
        "linguine tune reviews.tsv --grid l2=0.01..100:10 --grid ngrams=1,2 --plot path.png",
        "20 settings, and the errors drawn against the penalty",
    ),
    ("linguine tune names.conll --grid C=0.1,1,10 --dev dev.conll", "a tagger, judged by a file"),
    ("linguine tune trees.conllu --grid epochs=5,10,20 --budget 10m", "as far as ten minutes go"),
)


def _read_folds(value: Any) -> Any:
    from linguine.data.splitting.folds import LEAVE_ONE_OUT
    from linguine.errors import whole_number

    if not isinstance(value, str) or value == LEAVE_ONE_OUT:
        return value
    number = whole_number(value)
    if number is None or number < 2:
        raise ValueError(f"{value!r} is neither 2 or more folds nor {LEAVE_ONE_OUT}. Try 5.")
    return number


def _read_budget(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    from linguine.tasks.tuning.clock import read_seconds

    try:
        return read_seconds(value)
    except ParameterError:
        raise ValueError(f"{value!r} is not a time such as 90s, 5m or 1h. Try 60s.") from None


@make_verb("tune", usage="FILE [OPTIONS]", examples=_EXAMPLES)
@click.argument("file", type=FILE)
@option(
    "--grid",
    group=_TUNING,
    multiple=True,
    metavar="NAME=V,V,...",
    help="Values of an option of train, or NAME=LOW..HIGH:N for N numbers; may be repeated, the "
    "simplest first. The default is the penalty.",
)
@option("--dev", group=_TUNING, metavar="FILE", help="Judge by this file instead of folds.")
@option(
    "--folds",
    group=_TUNING,
    type=type_of(_read_folds),
    default=5,
    show_default=True,
    metavar="N",
    help="How many folds, or leave-one-out, which ridge and naive-bayes of texts need no fit for.",
)
@option(
    "--nested",
    group=_TUNING,
    type=type_of(_read_folds),
    metavar="N",
    help="Also judge the whole procedure, choice included, by N outer folds.",
)
@option(
    "--halving",
    group=_TUNING,
    is_flag=True,
    help="Try all on few examples first; one in three goes on with three times as many.",
)
@option(
    "--simplest",
    group=_TUNING,
    is_flag=True,
    help="Take the simplest setting within a standard error of the best.",
)
@option(
    "--budget",
    group=_TUNING,
    type=type_of(_read_budget),
    metavar="TIME",
    help="Stop trying after 60s, 5m or 1h, and go on with what was found.",
)
@option("--model", "-o", group=OUTPUT, metavar="OUT", help="Where to save the model.")
@option(
    "--plot",
    group=OUTPUT,
    metavar="OUT",
    help="Draw training and held-out error against the penalty: .png, .svg or .pdf.",
)
@shared_options(
    "train", "json", "quiet", "verbose", "algorithm", "task", "learner", "format", "tasks",
    "threads", "seed",
)  # fmt: skip
def command(
    file: str, grid: tuple[str, ...], dev: str | None, model: str | None, plot: str | None,
    **settings: Any,
) -> None:  # fmt: skip
    """Try settings of train on held-out examples, and learn by the best of them.

    Every value of --grid is tried with every other. The features of texts and tokens are extracted
    once, and fits along a penalty begin where the stronger one ended. Where nobody names an
    algorithm, texts are learned by svm and scores by ridge: auto has nothing to try. Ctrl-C keeps
    what was found until then. The last line is the command that trains the same model.
    """
    from linguine.tasks.tuning.of_task import points_of, tune_task
    from linguine.tasks.tuning.running import Plan

    _check(file, dev, model, plot, settings)
    context = click.get_current_context()
    values = read_grid(grid, context.command, _NO_GRID)
    settings["dev"] = None  # which says to train when to stop, and here what to judge by
    task = _choose(file, dev, settings, values)
    points = points_of(task, file, settings, values)  # complains before a long file is read
    names = ("folds", "nested", "halving", "simplest", "budget", "seed")
    plan = Plan(**{name: settings[name] for name in names}, refit=model is not None,
                shares=task.shares)  # fmt: skip
    carried = task.carried(settings) if model is not None else None
    data = task.read(file, settings)
    judge = None if dev is None else task.read_test(dev, settings)
    progress = wanted_progress(quiet=settings["quiet"], verbose=settings["verbose"])
    found = tune_task(task, points, data, judge, settings, plan, progress)
    found = replace(found, again=_again(file, model, settings, found, context))
    if plot is not None:
        from linguine.reports.lab.drawing import save_figure

        save_figure(found.plot(), plot)
    if model is not None and found.estimator is not None:
        if carried is not None:
            found.estimator.model_.tokenizer = carried
        found.save(model)
    if settings["json"] or not settings["quiet"]:
        write_report(found, as_json=settings["json"])
    _tell(found, model, plot, quiet=settings["quiet"])


def _check(
    file: str, dev: str | None, model: str | None, plot: str | None, settings: dict[str, Any]
) -> None:
    """Complain about what can be said before any work."""
    inputs = (file, *([dev] if dev else []))
    for path in filter(None, (model, plot)):
        check_output(path, inputs=inputs)
    if plot is not None:
        from linguine.extras import needed_by
        from linguine.reports.lab.drawing import check_ending

        check_ending(plot)
        with needed_by("--plot"):
            import matplotlib  # noqa: F401
    if settings["nested"] is not None and not isinstance(settings["nested"], int):
        raise click.UsageError("--nested is a number of outer folds. Try 5.")
    if settings["patience"] is not None:
        raise click.UsageError(
            "--patience lets train stop by a --dev file; tune judges by it. Leave it out, or try "
            "--grid epochs=5,10,20."
        )


def _choose(file: str, dev: str | None, settings: dict[str, Any], values: dict[str, Any]) -> Task:
    """Return the task; settle an algorithm that has something to try."""
    algorithms = [settings["algorithm"], *values.get("algorithm", ())]
    task = choose_task(file, settings, algorithms)
    if dev is not None and settings["task"] is None:
        other = choose_task(dev, settings, algorithms)
        if other is not task:
            raise DataError(
                f"{dev}: settings must be judged by a file of the same kind; {file} trains "
                f"{task.makes}, and this one {other.makes}. Give another --dev, or say --task."
            )
    given = click.get_current_context().get_parameter_source("algorithm")
    if given is not click.core.ParameterSource.COMMANDLINE and "algorithm" not in values:
        settings["algorithm"] = task.tuned
    return task


def _again(
    file: str, model: str | None, settings: dict[str, Any], found: Tuning, context: click.Context
) -> str:
    """Return the line that trains the same model."""
    source = click.core.ParameterSource.COMMANDLINE
    given = {
        each.name or "": settings[each.name or ""]
        for each in context.command.params
        if each.name not in (*_OWN, "file")
        and context.get_parameter_source(each.name or "") is source
    }
    algorithm = settings["algorithm"]
    named = {} if algorithm == "auto" else {"algorithm": algorithm}
    made = {**named, **given, **found.winner.changes}
    line = write_line("train", file, made, context.command.params)
    return f"{line} --model {model or 'model.linguine'}"


def _tell(found: Tuning, model: str | None, plot: str | None, *, quiet: bool) -> None:
    if plot is not None and not quiet:
        note(f"wrote {plot}")
    if model is not None and found.estimator is not None and not quiet:
        note(f"saved {model}, {os.path.getsize(model):,} bytes")
    if found.stopped in ("interrupted", "refit"):
        if model is not None:
            note(f"{model} was not written: the line above trains the best model so far.")
        raise KeyboardInterrupt
