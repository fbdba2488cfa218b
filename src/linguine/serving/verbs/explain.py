"""explain: show which words decided, why a token has its tag or head, or what was learned."""

from __future__ import annotations

from typing import Any

import click

from linguine.model.file.output import check_output, write_file
from linguine.serving.options.command import FILE, make_verb, option
from linguine.serving.options.ownership import load_any
from linguine.serving.options.shared import shared_options
from linguine.serving.terminal.console import note, write, write_json, write_report
from linguine.tasks.options import INPUT, OUTPUT
from linguine.tasks.task import Asked

__all__ = ["command"]

_EXAMPLES = (
    ('linguine explain reviews.linguine --text "great, but too late"', "coloured words and a sum"),
    ("linguine explain reviews.linguine test.tsv --line 17 --html why.html", "as a page"),
    ('linguine explain tagger.linguine --text "They can fish." --token fish', "why this tag?"),
    (
        'linguine explain parser.linguine --tagger tagger.linguine --text "They can fish." '
        "--token fish",
        "why this head, and not another?",
    ),
)


@make_verb("explain", usage="MODEL [--text TEXT | FILE --line N] [OPTIONS]", examples=_EXAMPLES)
@click.argument("model", type=FILE)
@click.argument("file", type=FILE, required=False)
@option("--text", group=INPUT, multiple=True, metavar="TEXT", help="Explain this; may be repeated.")
@option(
    "--line",
    "lines",
    group=INPUT,
    multiple=True,
    type=click.IntRange(1),
    metavar="N",
    help="Explain the text, token or sentence on line N of FILE, as editors count; may be "
    "repeated.",
)
@option(
    "--top",
    group=OUTPUT,
    type=click.IntRange(1),
    metavar="K",
    help="How many words or features to show; the default is 12 for a text, 20 for each label.",
)
@option(
    "--by",
    group=OUTPUT,
    type=click.Choice(["words", "features"]),
    help="Add up what each word says, or list every feature; the default is words for a text, "
    "features for a token.",
)
@option("--html", group=OUTPUT, metavar="OUT", help="Write a page instead.")
@shared_options("explain", "json", "format", "tasks")
def command(
    model: str,
    file: str | None,
    text: tuple[str, ...],
    lines: tuple[int, ...],
    top: int | None,
    by: str | None,
    html: str | None,
    **settings: Any,
) -> None:
    """Show exactly how much each word of a text speaks for its label, or for the runner-up.

    What words and columns say adds up to the lead of the label: nothing is approximated. --by
    features shows the terms themselves: words, pairs, runs of characters. Without a text,
    the features with the largest weights of each label are shown. For a tagger it shows why one
    token has its tag: features and transitions, compared with the best tags that differ there.
    What words add to a score is in its own units (for counts, in those of its logarithm).
    For a parser it shows why a word has its head: features of this arc, compared with those of the
    best tree in which the word has another head, and how probable each head is. For a constituency
    parser it shows why words are a node: compared with the best tree in which they are none.
    """
    from linguine.reports import render_explanations

    if (text and (file or lines)) or (lines and not file):
        raise click.UsageError("Explain --text TEXT, or FILE --line N. Leave one of them out.")
    if html is not None:
        check_output(html, inputs=(model, *([file] if file else [])))
    task, loaded = load_any(model)
    if not text and file is None:
        overview = task.overview(loaded, top or 20)
        if html is not None:
            _write_page(html, overview.to_html())
        else:
            write_report(overview, as_json=settings["json"], painted=True)
        return
    found = task.explain(loaded, Asked(file, text, lines), settings)
    if html is not None:
        _write_page(html, render_explanations(found, by=by))
        return
    for i, each in enumerate(found):
        if settings["json"]:
            write_json(each.to_dict(by=by))
        else:
            write("\n" * (i > 0) + each.to_text(n_features=top or 12, by=by) + "\n", painted=True)


def _write_page(path: str, content: str) -> None:
    write_file(path, content)
    note(f"wrote {path}")
