"""predict: label texts line by line, as they come."""

from __future__ import annotations

import sys
from typing import Any

import click

from linguine.serving.bars import is_watched, show_share
from linguine.serving.console import flush, note, write
from linguine.serving.options import INPUT, OUTPUT, output_options, reading_options, running_options
from linguine.serving.settings import reading_settings
from linguine.serving.verb import make_verb, option

__all__ = ["command"]

_EXAMPLES = (
    ("linguine predict reviews.linguine new.txt > labels.txt", "line i is the label of line i"),
    ('echo "free cash" | linguine predict spam.linguine - --proba', "from a pipe"),
    ("linguine predict reviews.linguine big.jsonl.gz --all --json", "all labels, as JSON"),
)


@make_verb("predict", usage="MODEL [FILE | - | --text TEXT] [OPTIONS]", examples=_EXAMPLES)
@click.argument("model")
@click.argument("file", required=False)
@option("--text", group=INPUT, multiple=True, metavar="TEXT", help="Label this; may be repeated.")
@option("--proba", group=OUTPUT, is_flag=True, help="Add the probability, after a tab.")
@option("--all", "every", group=OUTPUT, is_flag=True, help="Add label:probability of every label.")
@output_options()
@reading_options(with_labels=False)
@running_options(with_seed=False)
def command(
    model: str, file: str | None, text: tuple[str, ...], proba: bool, every: bool, **settings: Any
) -> None:
    """Label texts, one line of output for each text of the input, in its order.

    Without FILE, or with -, texts come from standard input and answers leave as soon as they
    are there. Files of any size work: they are read in blocks. A text that the model rejects
    (see train --reject-below) is labelled (none), or null with --json.
    """
    from linguine.serving.answers import BLOCK_BYTES, answer, load, read_blocks, wrap_texts
    from linguine.serving.forms import choose_form

    if text and file is not None:
        raise click.UsageError("--text or FILE, not both. Leave one of them out.")
    loaded = load(model, settings["threads"])
    has_probabilities = loaded.calibrator is not None
    with_probabilities = proba or every or (settings["json"] and has_probabilities)
    labels = loaded.classes.tolist()
    form = choose_form(labels, one=proba, every=every, as_json=settings["json"])
    if text:
        blocks = iter([wrap_texts(text)])
    else:
        if file is None and sys.stdin.isatty():
            note("Type a text and press Enter; Ctrl-D ends.")
        blocks = read_blocks(file or "-", reading_settings(settings), need_labels=False)
    with show_share(file or "-", BLOCK_BYTES, is_shown=is_watched()) as advance:
        for documents in blocks:
            write(form(answer(loaded, documents, with_probabilities=with_probabilities)))
            flush()
            advance(len(documents))
