"""predict: label texts line by line, tag tokens or parse sentences, as they come."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from linguine.serving.bars import is_watched, show_share
from linguine.serving.console import flush, note, write
from linguine.serving.options import INPUT, OUTPUT, output_options, reading_options, running_options
from linguine.serving.parse_options import picture_options, tagging_options
from linguine.serving.settings import reading_settings
from linguine.serving.token_options import token_reading_options
from linguine.serving.verb import make_verb, option

if TYPE_CHECKING:
    from linguine.tasks.text.model import TextModel

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
@click.argument("model")
@click.argument("file", required=False)
@option("--text", group=INPUT, multiple=True, metavar="TEXT", help="Answer this; may be repeated.")
@option("--proba", group=OUTPUT, is_flag=True, help="Add the probability, after a tab.")
@option("--all", "every", group=OUTPUT, is_flag=True, help="Add label:probability of every label.")
@option(
    "--spans",
    group=OUTPUT,
    is_flag=True,
    help="Of a tagger: what the tags spell, with probabilities, as JSON lines.",
)
@tagging_options
@output_options()
@picture_options
@reading_options(with_labels=False)
@token_reading_options
@running_options(with_seed=False)
def command(
    model: str,
    file: str | None,
    text: tuple[str, ...],
    proba: bool,
    every: bool,
    spans: bool,
    **settings: Any,
) -> None:
    """Label texts, one line of output for each text in its order; or tag tokens, or parse them.

    Without FILE, or with -, texts come from standard input and answers leave as soon as they
    are there. Files of any size work: they are read in blocks. A text that the model rejects
    (see train --reject-below) is labelled (none), or null with --json.

    A tagger writes a file of tokens back with the tags in one column more (in CoNLL-U in their own
    column), and a line of plain text as word/TAG word/TAG. If it looks at further columns, such as
    parts of speech, --tagger gives them to plain text.

    A parser writes CoNLL-U back with other heads and relations and all else untouched; plain text,
    a sentence a line, becomes CoNLL-U. Confidences are probabilities if the parser is a crf or
    softmax-margin; of others they tell only which arcs are surer than which.
    """
    from linguine.serving.models import load_any
    from linguine.tasks.text.model import TextModel

    if text and file is not None:
        raise click.UsageError("--text or FILE, not both. Leave one of them out.")
    loaded = load_any(model, settings["threads"])
    if isinstance(loaded, TextModel):
        _label(loaded, file, text, proba, every, settings)
        return
    from linguine.tasks.tagger.model import TaggerModel

    if isinstance(loaded, TaggerModel):
        from linguine.serving.tag_predict import predict_tags

        predict_tags(loaded, file, text, spans=spans, settings=settings)
    else:
        from linguine.serving.parse_predict import predict_trees

        inputs = (model, *settings["tagger"], *([file] if file else []))
        predict_trees(loaded, file, text, settings=settings, inputs=inputs)


def _label(
    loaded: TextModel,
    file: str | None,
    text: tuple[str, ...],
    proba: bool,
    every: bool,
    settings: dict[str, Any],
) -> None:
    from linguine.serving.answers import BLOCK_BYTES, answer, read_blocks, wrap_texts
    from linguine.serving.forms import choose_form

    has_probabilities = loaded.calibrator is not None
    with_probabilities = proba or every or (settings["json"] and has_probabilities)
    labels = loaded.classes.tolist()
    form = choose_form(labels, one=proba, every=every, as_json=settings["json"])
    if text:
        blocks = iter([wrap_texts(text)])
    else:
        if file is None and sys.stdin.isatty():
            note("Type a text and press Enter; Ctrl-D ends.")
        blocks = read_blocks(
            file or "-", reading_settings(settings, loaded.reads.names), need_labels=False
        )
    with show_share(file or "-", BLOCK_BYTES, is_shown=is_watched()) as advance:
        for documents in blocks:
            write(form(answer(loaded, documents, with_probabilities=with_probabilities)))
            flush()
            advance(len(documents))
