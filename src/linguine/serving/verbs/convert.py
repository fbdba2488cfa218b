"""convert: open the model of another program, and save it as a model of linguine."""

from __future__ import annotations

from typing import Any

import click

from linguine.model.file.output import check_output
from linguine.serving.options.command import FILE, make_verb, option
from linguine.serving.options.shared import shared_options
from linguine.serving.terminal.console import note, write_json
from linguine.tasks.options import INPUT, OUTPUT

__all__ = ["command"]

_EXAMPLES = (
    ("linguine convert model.bin -o model.linguine", "a classifier of fastText, .bin or .ftz"),
    ("linguine convert ner.crfsuite -o ner.linguine", "a tagger of CRFsuite"),
)


@make_verb("convert", usage="BOX -o MODEL [OPTIONS]", examples=_EXAMPLES)
@click.argument("box", type=FILE)
@option("--output", "-o", group=OUTPUT, required=True, metavar="MODEL", help="Where to save it.")
@option(
    "--label-prefix",
    group=INPUT,
    default="__label__",
    metavar="TEXT",
    help="What labels of fastText begin with; it is taken off.",
)
@shared_options("convert", "quantize", "json", "quiet")
def command(
    box: str, output: str, label_prefix: str, quantize: str | None, **settings: Any
) -> None:
    """Save a model of fastText or CRFsuite as one of linguine that answers the same.

    Which program wrote it is seen from its first bytes. Unless it is quantised, a classifier gives
    the labels and probabilities of fastText, a tagger the tags and marginals of CRFsuite; both can
    be explained. The file is checked byte by byte, so it may come from a stranger.
    """
    from linguine.compat.boxes import open_any

    check_output(output, inputs=(box,))
    kind, made = open_any(box, label_prefix=label_prefix)
    made.save(output, quantize=quantize)
    facts = {"opened": kind, "labels": len(made.labels_), "saved": output}
    if settings["json"]:
        write_json(facts)
    elif not settings["quiet"]:
        note(f"opened {kind} with {facts['labels']:,} labels, wrote {output}")
