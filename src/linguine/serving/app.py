"""The command ``linguine``: its verbs, each loaded only when it is called.

Starting fast is a promise, so this module imports nothing heavier than click: NumPy and the core
come with the verb that needs them.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module

import click

import linguine
from linguine.registry import did_you_mean
from linguine.serving.options.command import write_examples
from linguine.serving.terminal.console import borrowed_terminal, flush, write
from linguine.serving.terminal.failures import describe_failure

__all__ = ["main"]

#: In the order of a journey; each is a module of the folder verbs.
VERBS = {
    "train": "Learn from labelled texts, tags or trees, and save a model.",
    "distil": "Learn from another system's log, and take what is sure.",
    "cluster": "Group texts that nobody has labelled.",
    "predict": "Label texts, tag tokens or parse, from a file or a pipe.",
    "evaluate": "Measure a model on a file with the right answers.",
    "report": "Show a model on a file with the right answers, as a page.",
    "explain": "Show what decided, or what a model has learned.",
    "compare": "Train every algorithm and put them in one table.",
    "diff": "Show what changes from one model to another.",
    "curve": "Tell whether more data would help.",
    "tune": "Try settings on held-out examples, and train by the best.",
    "inspect": "Show what is in a model file.",
    "check": "Find what is wrong with data: duplicates, leaks, wrong labels.",
    "split": "Cut a file into train, dev and test files.",
    "convert": "Open a model of fastText or CRFsuite.",
    "demo": "See the whole journey: texts, tags or trees.",
    "lab": "Draw how linear models learn: boundaries, margins, losses.",
}

_HELP = """\
Classify texts, tag tokens and parse sentences: from a file to an explained prediction.

Files of texts: .tsv and .csv (with or without a header), .jsonl, fastText's '__label__x text'
lines, word:count bags, svmlight, or a folder with one sub-folder per label. Files of tokens:
.conll and the like (one token per line) to tag, .conllu to parse. The task follows from the file,
or from --task. Plain, .gz or .zst.
"""

_EXAMPLES = (
    ("linguine demo", "a tour, without any file of yours"),
    ("linguine train reviews.tsv --model reviews.linguine", "chooses and tunes by itself"),
    ("linguine predict reviews.linguine new.txt > labels.txt", "one label per line"),
    ("linguine evaluate reviews.linguine test.tsv", "accuracy, F1, confusions"),
    ('linguine explain reviews.linguine --text "great, but too late"', "why this label?"),
    ("linguine train names.conll --model names.linguine", "a tagger: the file has tokens"),
    ('linguine predict names.linguine --spans --text "Anna flew to Oslo."', "names in a text"),
    ("linguine train trees.conllu --model parser.linguine", "a parser: the file has trees"),
)

_EXIT_CODES = """\
linguine help VERB, or linguine VERB -h, shows examples and options of a verb.
Exit codes: 0 done; 1 something is wrong with a file or its data; 2 with the command line;
3 evaluate found a promise broken; 130 stopped by Ctrl-C; 143 by SIGTERM; 70 a mistake of linguine
itself.
"""


class Journey(click.Group):
    """The group of all verbs, in the order of the journey."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the verbs."""
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the module of a verb and return its command."""
        if cmd_name == _help.name:
            return _help
        if cmd_name not in VERBS:
            return None
        command = import_module(f"linguine.serving.verbs.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the verb; a wrong one is answered with the nearest."""
        name = args[0]
        if (
            name not in (*VERBS, _help.name)
            and not name.startswith("-")
            and not ctx.resilient_parsing
        ):
            advice = did_you_mean(
                name.lower(), VERBS, otherwise=f"Choose one of {', '.join(VERBS)}."
            )
            raise click.UsageError(f"there is no verb {name!r}. {advice}", ctx)
        return super().resolve_command(ctx, args)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the help without importing a verb."""
        self.format_usage(ctx, formatter)
        self.format_help_text(ctx, formatter)
        with formatter.section("Verbs"):
            formatter.write_dl(list(VERBS.items()))
        write_examples(formatter, _EXAMPLES)
        click.Command.format_options(self, ctx, formatter)
        formatter.write("\n" + _EXIT_CODES)


@click.command("help", add_help_option=False)
@click.argument("verb", required=False)
@click.pass_context
def _help(context: click.Context, verb: str | None) -> None:
    """Show the help of a verb, or this page."""
    first = context.parent
    assert first is not None
    if verb is None or verb == _help.name:
        write(first.get_help() + "\n")
        return
    _, command, _ = journey.resolve_command(first, [verb])
    assert command is not None
    with command.make_context(verb, [], parent=first, resilient_parsing=True) as inner:
        write(inner.get_help() + "\n")


@click.command(
    cls=Journey,
    help="\b\n" + _HELP,
    subcommand_metavar="VERB ...",
    options_metavar="",
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(
    linguine.__version__,
    "-V",
    "--version",
    message="linguine %(version)s",
    help="Show the version.",
)
@click.option("--debug", is_flag=True, expose_value=False, help="Show tracebacks of errors.")
@click.pass_context
def journey(context: click.Context) -> None:
    """Show the way to somebody who gives no verb."""
    if context.invoked_subcommand is None:
        write(context.get_help() + "\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code.

    Parameters
    ----------
    arguments
        What stands behind ``linguine``; None takes it from the command line.

    Examples
    --------
    >>> main(["--version"])
    linguine ...
    0
    """
    given = sys.argv[1:] if arguments is None else list(arguments)
    with borrowed_terminal():
        try:
            journey.main(given, prog_name="linguine", standalone_mode=False)
            flush()
        except SystemExit as stop:  # shell completion
            return int(stop.code or 0)
        except BaseException as error:
            return describe_failure(error, is_debugging="--debug" in given)
    return 0
