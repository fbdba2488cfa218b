"""predict: label texts line by line, tag tokens or parse sentences, as they come."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import Any

import click

from linguine.data.formats.table import ENDINGS, TABLE_FORMATS, ending_of
from linguine.model.file.output import check_output, write_file
from linguine.serving.options.command import FILE, make_verb, option
from linguine.serving.options.ownership import load_any
from linguine.serving.options.shared import shared_options
from linguine.serving.terminal.console import flush, note, write
from linguine.serving.terminal.progress_bars import is_watched, show_share
from linguine.tasks.options import INPUT, OUTPUT
from linguine.tasks.parted.asking import predict_file
from linguine.tasks.task import BLOCK_BYTES, Asked, Written

__all__ = ["command"]

_EXAMPLES = (
    ("linguine predict reviews.linguine new.txt > labels.txt", "line i is the label of line i"),
    ('echo "free cash" | linguine predict spam.linguine - --proba', "from a pipe"),
    ('linguine predict names.linguine --spans --text "Anna flew to Oslo."', "names, as JSON"),
    (
        'linguine predict parser.linguine --tagger tagger.linguine --text "Dogs bark."',
        "cut into words, tagged, parsed; on a terminal, drawn",
    ),
)


@make_verb("predict", usage="MODEL [FILE | - | --text TEXT] [OPTIONS]", examples=_EXAMPLES)
@click.argument("model", type=FILE)
@click.argument("file", type=FILE, required=False)
@option("--text", group=INPUT, multiple=True, metavar="TEXT", help="Answer this; may be repeated.")
@option("--output", "-o", group=OUTPUT, metavar="OUT", help="Write the answers into a file.")
@shared_options("predict", "json", "quiet", "format", "tasks", "threads")
def command(
    model: str, file: str | None, text: tuple[str, ...], output: str | None, **settings: Any
) -> None:
    """Label texts, one line for each text in the same order; or tag tokens, or parse sentences.

    Without FILE, or with -, texts are read from standard input, and each answer is written as soon
    as it is found. Files of any size work: they are read in blocks. With -o OUT.parquet or .arrow,
    labels and probabilities stand beside the columns of the input. A text that the model rejects
    (see train --reject-below) is labelled (none), or null with --json.

    Scores are numbers; --interval 0.9 adds the ends between which nine of ten will lie, after tabs.

    A tagger writes a file of tokens back with the tags in an additional column (in CoNLL-U, in the
    column of these tags), and plain text as word/TAG word/TAG. If it also looks at other columns,
    such as parts of speech, --tagger fills them in for plain text. A model of CRFsuite reads files
    in CRFsuite's own format (label, tab, attributes), and writes a tag a line.

    A parser writes CoNLL-U back with new heads and relations, and leaves the rest unchanged; plain
    text, cut into sentences and words by rules or by --tokenizer, becomes CoNLL-U. Confidences are
    probabilities if the parser is a crf or softmax-margin; for other parsers they only show which
    arcs are surer than others.
    """
    if text and file is not None:
        raise click.UsageError("--text or FILE, not both. Leave one of them out.")
    task, loaded = load_any(model, settings["threads"])
    further, outputs = task.files(settings)
    for path in (*outputs, *([output] if output else [])):
        check_output(path, inputs=(model, *further, *([file] if file else [])))
    asked = Asked(file, text)
    ending = ENDINGS.get(ending_of(output or ""))
    table = ending if ending in TABLE_FORMATS else None
    if table is None:
        answers = predict_file(task, loaded, model, asked, settings)
    else:
        if settings.get("dask"):
            raise click.UsageError("--dask writes lines, not tables. Give OUT another ending.")
        from linguine.data.formats.write_tables import write_table

        assert output is not None
        parts = write_table(output, task.tabulate(loaded, asked, settings), table)
        answers = ((n, "") for n in parts)
    if not text and file is None and sys.stdin.isatty():
        note(f"Type a {task.question} and press Enter; Ctrl-D ends.")
    quiet = settings["quiet"]
    shown, unit = is_watched(output) and not text and not quiet, task.examples
    with show_share(file or "-", BLOCK_BYTES, is_shown=shown, unit=unit) as advance:
        pieces = _pieces(answers, advance, quiet=quiet)
        if output is not None and table is None:
            write_file(output, pieces)
        else:
            for piece in pieces:
                write(piece)
                flush()
    if output is not None and not quiet:
        note(f"wrote {output}")


def _pieces(
    answers: Iterator[tuple[int, str | Written]], advance: Callable[[int], None], *, quiet: bool
) -> Iterator[str]:
    """Yield what is written of the answers; what goes into a file of its own is written."""
    for n_done, piece in answers:
        if isinstance(piece, Written):
            write_file(*piece)
            if not quiet:
                note(f"wrote {piece.path}")
        else:
            yield piece
        if n_done:
            advance(n_done)
