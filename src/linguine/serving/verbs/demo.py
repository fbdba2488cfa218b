"""demo: the whole journey on messages to a help desk, on tagged sentences or on trees.

The demo calls the verbs themselves, so what it prints is what they do.
"""

from __future__ import annotations

import os
import shlex
import tempfile
import time
from collections.abc import Sequence
from importlib import import_module

import click

from linguine.data.formats.table import ENDINGS, TOKEN_ENDINGS, TREE_ENDINGS
from linguine.errors import DataError
from linguine.serving.options.command import make_verb, option
from linguine.serving.terminal.console import write
from linguine.tasks.options import OUTPUT
from linguine.tasks.task import tasks

__all__ = ["command"]

#: How the names of files end that the demo puts into its folder.
_FILES = (".txt", ".linguine", ".html", *ENDINGS, *TOKEN_ENDINGS, *TREE_ENDINGS)
#: The rows by what the demo calls them; the first is shown if nobody says.
_TOURS = {row.in_demo or row.name: row for row in tasks()}

_EXAMPLES = (
    ("linguine demo", "texts: messages to a help desk, in a temporary folder"),
    ("linguine demo tag", "tokens: parts of speech in everyday sentences"),
    ("linguine demo parse", "trees: what depends on what; demo bracket: phrases"),
    ("linguine demo --output helpdesk", "keeps files and model in ./helpdesk"),
)


@make_verb("demo", usage=f"[{' | '.join(_TOURS)}] [OPTIONS]", examples=_EXAMPLES)
@click.argument("task", required=False, default=next(iter(_TOURS)), type=click.Choice(list(_TOURS)))
@option("--output", group=OUTPUT, metavar="FOLDER", help="Where to put the files and the model.")
def command(task: str, output: str | None) -> None:
    """Train, compare, evaluate, explain and predict on 600 messages to a help desk.

    The messages come with linguine. Each step shows the command that does it, to try again with
    other options; the commands for a file of yours come last. `demo tag` does the same with a
    tagger, on sentences with parts of speech, `demo parse` with a parser of dependencies and
    `demo bracket` with one of phrases.
    """
    start = time.perf_counter()
    folder = _make_folder(output)
    tour = _TOURS[task].tour(lambda name, lines: _put(folder, name, lines))
    write(f"{tour.opening}\n\n  $ cd {shlex.quote(folder)}\n")
    for title, step in tour.journey:
        _show(title, step)
        _run(folder, step)
    write(
        f"\nAll of this took {time.perf_counter() - start:.1f} seconds. The model is "
        f"{os.path.join(folder, tour.model)}\n\n{tour.advice}:\n\n"
    )
    width = max(len(line) for line, _ in tour.yours)
    write("".join([f"  {line:<{width}}   # {purpose}\n" for line, purpose in tour.yours]))


def _make_folder(output: str | None) -> str:
    if output is None:
        return tempfile.mkdtemp(prefix="linguine-demo-")
    try:
        os.makedirs(output, exist_ok=True)
    except OSError as error:
        raise DataError(
            f"{output}: the demo needs a folder to write to; got '{error.strerror}'. "
            "Give another --output."
        ) from None
    return output


def _put(folder: str, name: str, lines: Sequence[str]) -> None:
    from linguine.model.file.output import write_file

    write_file(os.path.join(folder, name), "".join(f"{line}\n" for line in lines))


def _show(title: str, step: Sequence[str]) -> None:
    from linguine.reports import has_color

    line = " ".join(f'"{each}"' if " " in each else each for each in ("linguine", *step))
    shown = f"\x1b[1m{title}\x1b[0m" if has_color() else title
    write(f"\n{shown}\n\n" if title else "\n", painted=True)
    write(f"  $ {line}\n\n")


def _run(folder: str, step: Sequence[str]) -> None:
    verb, *arguments = step
    placed = [os.path.join(folder, each) if each.endswith(_FILES) else each for each in arguments]
    command = import_module(f"linguine.serving.verbs.{verb}").command
    command.main(placed, prog_name=f"linguine {verb}", standalone_mode=False)
