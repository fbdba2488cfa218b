"""A command of a verb: its help shows examples first, and its options in groups."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from linguine.errors import OptionError

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

__all__ = ["FILE", "Option", "Verb", "make_verb", "option", "write_examples"]

Function = TypeVar("Function", bound=Callable[..., Any])
#: (the line to type, what it does).
Examples = Sequence[tuple[str, str]]


class _FileName(click.ParamType):  # type: ignore[type-arg]  # generic since click 8.2
    """The name of a file, which whoever opens it checks; a shell completes it."""

    name = "file"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return that the shell knows best."""
        from click.shell_completion import CompletionItem

        return [CompletionItem(incomplete, type="file")]


FILE = _FileName()
#: What options call the files that they take.
_FILES = ("FILE", "OUT", "MODEL")


class Option(click.Option):
    """An option that knows its heading in the help, and the tasks that have it; None is all.

    ``values`` are what a shell offers for it: words, or what returns them, which costs nothing
    until somebody presses the key.
    """

    def __init__(
        self,
        *args: Any,
        group: str = "Other",
        owners: frozenset[str] | None = None,
        values: Callable[[], Iterable[str]] | None = None,
        **settings: Any,
    ) -> None:
        super().__init__(*args, **settings)
        self.group, self.owners, self.values = group, owners, values

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the values that begin like this one."""
        from click.shell_completion import CompletionItem

        if self.values is not None:
            return [CompletionItem(each) for each in self.values() if each.startswith(incomplete)]
        if self.metavar in _FILES:
            return FILE.shell_complete(ctx, self, incomplete)
        return super().shell_complete(ctx, incomplete)


class Verb(click.Command):
    """A command with examples and grouped options."""

    def __init__(
        self, *args: Any, usage: str = "", examples: Examples = (), **settings: Any
    ) -> None:
        super().__init__(*args, **settings)
        self.usage = usage
        self.examples = examples

    def invoke(self, ctx: click.Context) -> Any:
        """Run the verb; what a row says about options is said as click says it."""
        try:
            return super().invoke(ctx)
        except OptionError as error:
            raise click.UsageError(str(error), ctx) from None

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """Return what stands behind the verb: which arguments go together, click cannot know."""
        return [self.usage]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write examples, then options by heading, as declared; what all verbs have comes last."""
        write_examples(formatter, self.examples)
        groups: dict[str, list[tuple[str, str]]] = {}
        for each in self.get_params(ctx):
            record = each.get_help_record(ctx)
            if record is not None and not isinstance(each, click.Argument):
                groups.setdefault(getattr(each, "group", "Other"), []).append(record)
        for heading, records in sorted(groups.items(), key=lambda group: group[0] == "Other"):
            with formatter.section(heading):
                formatter.write_dl(records)


def write_examples(formatter: click.HelpFormatter, examples: Examples) -> None:
    """Write commands to copy, each with what it does."""
    if not examples:
        return
    with formatter.section("Examples"):
        for line, purpose in examples:
            formatter.write(f"{'':>{formatter.current_indent}}{line}\n")
            formatter.write(f"{'':>{formatter.current_indent}}    {purpose}\n")


def make_verb(
    name: str, *, usage: str, examples: Examples
) -> Callable[[Callable[..., Any]], click.Command]:
    """Return a decorator that makes a verb of a function; its docstring is the help."""
    make = click.command(
        name,
        cls=Verb,
        examples=examples,
        usage=usage,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    )
    # main() looks for --debug itself, as it has to know of it when all else has failed
    debug = option(
        "--debug",
        group="Other",
        is_flag=True,
        expose_value=False,
        help="Show the traceback of an error.",
    )
    return lambda function: make(debug(function))


def option(*names: str, group: str, **settings: Any) -> Callable[[Function], Function]:
    """Declare an option under a heading of the help."""
    return click.option(*names, cls=Option, group=group, **settings)
