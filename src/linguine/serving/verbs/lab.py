"""lab: figures that show how linear models learn, one by one or all on a page."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from linguine.errors import OptionError
from linguine.model.file.output import check_output
from linguine.reports.lab.options import OPTIONS, describe_option
from linguine.reports.lab.table import FIGURES
from linguine.serving.options.command import make_verb, option
from linguine.serving.options.shared import shared_options, type_of
from linguine.serving.terminal.console import note, write
from linguine.speech import Speech, speaking
from linguine.tasks.options import OUTPUT

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

__all__ = ["command"]

Function = TypeVar("Function", bound=Callable[..., Any])
#: What draws every figure.
_ALL = "all"
_DATA = "Data"
#: What a name ends in that is not meant to be a folder.
_FILES = (".html", ".htm", ".png", ".svg", ".pdf")

_EXAMPLES = (
    ("linguine lab", "the figures that there are"),
    ("linguine lab boundaries -o boundaries.svg", "or .png, or .pdf"),
    ("linguine lab boundaries --variances 1,4 --balance 0.2", "other data; writes boundaries.png"),
    ("linguine lab all -o gallery", "all of them on one page, gallery/index.html"),
)


class _FigureName(click.ParamType):  # type: ignore[type-arg]  # generic since click 8.2
    """The name of a figure, which a shell completes."""

    name = "figure"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the names that begin like this one."""
        from click.shell_completion import CompletionItem

        known = (*FIGURES.names, _ALL)
        return [CompletionItem(each) for each in known if each.startswith(incomplete)]


def _data_options(function: Function) -> Function:
    """Add the options of all figures."""
    for name in reversed(OPTIONS):
        metavar, read, _ = OPTIONS[name]
        declare = option(
            f"--{name}", group=_DATA, metavar=metavar, type=type_of(read),
            help=describe_option(name),
        )  # fmt: skip
        function = declare(function)
    return function


@make_verb("lab", usage="[FIGURE | all] [OPTIONS]", examples=_EXAMPLES)
@click.argument("figure", required=False, type=_FigureName())
@option(
    "--output",
    "-o",
    group=OUTPUT,
    metavar="OUT",
    help="The file, which ends in .png, .svg or .pdf; with all, the folder.",
)
@shared_options("lab", "quiet", "seed")
@_data_options
def command(figure: str | None, output: str | None, quiet: bool, seed: int, **data: Any) -> None:
    """Draw how linear models learn, on small data that are made for it.

    Without FIGURE, lists all figures with where they come from. Needs matplotlib and scikit-learn:
    pip install 'linguine[report]'.
    """
    given = {name: value for name, value in data.items() if value is not None}
    if figure is None:
        if given or output:
            raise click.UsageError("a figure must be named to be drawn. Name one, or all.")
        _list_figures()
        return
    with speaking(Speech({name: f"--{name}" for name in (*OPTIONS, "seed")})):
        path = _draw_all(given, output, seed, quiet) if figure == _ALL else None
        if path is None:
            path = _draw_one(figure, given, output, seed)
    if not quiet:
        note(f"wrote {path}")


def _list_figures() -> None:
    rows = [FIGURES.get(name) for name in FIGURES.names]
    width = max(len(each.name) for each in rows)
    lines = [f"{each.name:<{width}}  {each.about}\n{'':<{width}}  {each.source}" for each in rows]
    lines.append(f"{_ALL:<{width}}  All of them on one page.")
    write("\n".join(lines) + "\n")


def _draw_one(name: str, given: dict[str, Any], output: str | None, seed: int) -> str:
    experiment = FIGURES.get(name)
    _check_options(name, given, experiment.options)
    path = output or f"{name}.png"
    _need_drawing()
    from linguine.reports.lab.drawing import check_ending, save_figure

    check_ending(path)
    check_output(path)
    save_figure(experiment.draw(seed=seed, **given), path)
    return path


def _draw_all(given: dict[str, Any], output: str | None, seed: int, quiet: bool) -> str:
    _check_options(_ALL, given, ())
    folder, ending = os.path.splitext(output or "")
    if ending.lower() in _FILES:
        raise OptionError(
            f"--output of {_ALL} must be a folder, for a page and what may come beside it; got "
            f"{output!r}. Say --output {folder} and open {folder}/index.html."
        )
    _need_drawing()
    from linguine.reports.lab.gallery import write_gallery

    return write_gallery(output or "lab", seed=seed, progress=None if quiet else _tell)


def _tell(name: str) -> None:
    note(f"drawing {name}")


def _need_drawing() -> None:
    """Say what is missing before anything is done."""
    from linguine.extras import needed_by

    with needed_by("The laboratory"):
        import matplotlib  # noqa: F401


def _check_options(name: str, given: Iterable[str], known: Iterable[str]) -> None:
    """Raise OptionError for an option that belongs to other figures."""
    for each in given:
        if each not in known:
            having = [n for n in FIGURES.names if each in FIGURES.get(n).options]
            raise OptionError(
                f"--{each} must be given to a figure that has it: {', '.join(having)}; got "
                f"{name!r}. Leave it out."
            )
