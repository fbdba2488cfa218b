"""explain: show which words decided, why a token has its tag or head, or what was learned."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from linguine.errors import DataError
from linguine.serving.console import note, write, write_json
from linguine.serving.files import check_output, write_file
from linguine.serving.options import INPUT, OUTPUT, output_options, reading_options
from linguine.serving.parse_options import tagging_options
from linguine.serving.settings import reading_settings
from linguine.serving.token_options import token_reading_options
from linguine.serving.verb import make_verb, option

if TYPE_CHECKING:
    from collections.abc import Iterator

    from linguine.data import Documents
    from linguine.reports import Explanation
    from linguine.tasks.text.model import TextModel

__all__ = ["HASHED", "command"]

#: Why there is no list of what a parser has learned.
HASHED = "the features of a parser have no names before they meet a sentence."

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
@click.argument("model")
@click.argument("file", required=False)
@option("--text", group=INPUT, multiple=True, metavar="TEXT", help="Explain this; may be repeated.")
@option(
    "--line",
    "lines",
    group=INPUT,
    multiple=True,
    type=click.IntRange(1),
    metavar="N",
    help="Explain the text or token on line N of FILE, as editors count; may be repeated.",
)
@option(
    "--token",
    group=INPUT,
    metavar="WORD",
    help="Of a tagger or parser: explain this word of the text, or its number from 1; else the "
    "least sure.",
)
@option(
    "--top",
    group=OUTPUT,
    type=click.IntRange(1),
    metavar="K",
    help="How many features to show: 12 of a text, 20 of each label.",
)
@tagging_options
@option("--html", group=OUTPUT, metavar="OUT", help="Write a page instead.")
@output_options()
@reading_options(with_labels=False)
@token_reading_options
def command(
    model: str,
    file: str | None,
    text: tuple[str, ...],
    lines: tuple[int, ...],
    token: str | None,
    top: int | None,
    html: str | None,
    **settings: Any,
) -> None:
    """Show exactly what each feature of a text adds for the label against the runner-up.

    The contributions add up to the lead of the label: nothing is approximated. Without a text,
    the features with the largest weights of each label are shown. Of a tagger it shows why one
    token has its tag: features and transitions, against the best tags with another one there.
    Of a parser it shows why a word has its head: features of this arc and of the one in the best
    tree with another head there, and how probable each head is.
    """
    from linguine.serving.models import load_any
    from linguine.tasks.text.model import TextModel

    if (text and (file or lines)) or (lines and not file):
        raise click.UsageError("Explain --text TEXT, or FILE --line N. Leave one of them out.")
    if html is not None:
        check_output(html, inputs=(model, *([file] if file else [])))
    loaded, is_model, as_json = load_any(model), not text and file is None, settings["json"]
    if isinstance(loaded, TextModel):
        if is_model:
            _show_model(loaded, top or 20, html, as_json=as_json)
        else:
            reading = reading_settings(settings, loaded.reads.names)
            found = _explain(loaded, _find(file, text, lines, reading))
            _show(found, top or 12, html, as_json=as_json)
        return
    from linguine.tasks.tagger.model import TaggerModel

    if isinstance(loaded, TaggerModel):
        from linguine.serving.tag_explain import explain_tags, show_tagger

        if is_model:
            show_tagger(loaded, top or 20, html, as_json=as_json)
            return
        found = explain_tags(loaded, file, text, lines, token, settings)
    else:
        from linguine.serving.parse_explain import explain_trees

        if is_model:
            raise click.UsageError(
                f"{HASHED} Give --text TEXT or FILE; linguine inspect shows what the model is."
            )
        found = explain_trees(loaded, file, text, lines, token, settings)
    _show(found, top or 12, html, as_json=as_json)


def _show_model(model: TextModel, k: int, html: str | None, *, as_json: bool) -> None:
    from linguine.reports import render_model, render_top_features
    from linguine.tasks.text.explanation import top_features

    top = top_features(model, k)
    if html is not None:
        write_file(html, render_model(top, facts=_facts(model)))
        note(f"wrote {html}")
    elif as_json:
        write_json({str(label): [list(each) for each in top[label]] for label in top})
    else:
        write(render_top_features(top) + "\n", painted=True)


def _facts(model: TextModel) -> dict[str, Any]:
    info = model.info
    names = {"algorithm": "algorithm", "n_documents": "texts", "n_features": "features"}
    return {shown: info[name] for name, shown in names.items() if name in info}


def _find(
    file: str | None, text: tuple[str, ...], lines: tuple[int, ...], reading: dict[str, Any]
) -> Iterator[tuple[Documents, int]]:
    """Yield the documents to explain: blocks of documents, and the place in the block."""
    from linguine.serving.answers import read_blocks, wrap_texts

    if file is None:
        documents = wrap_texts(text)
        yield from ((documents, i) for i in range(len(documents)))
        return
    wanted = sorted(set(lines))
    for documents in read_blocks(file, reading, need_labels=False):
        if not lines:
            yield documents, 0
            return
        places = documents.lines
        while wanted and wanted[0] <= places[-1]:
            # A text of several lines is meant by each of them.
            place = int(places.searchsorted(wanted[0], side="right")) - 1
            if place < 0:
                break
            yield documents, place
            wanted.pop(0)
    if wanted:
        raise DataError(
            f"{file}: --line must be a line with a text; got {wanted[0]}, and the file has no text "
            "there. Count from 1, with the line of column names."
        )


def _explain(model: TextModel, found: Iterator[tuple[Documents, int]]) -> Iterator[Explanation]:
    import numpy as np

    from linguine.reports.tables import shorten
    from linguine.serving.answers import columns_of, take, texts_of
    from linguine.tasks.text.explanation import explain_text

    for documents, place in found:
        one = take(documents, np.array([place]))
        texts = texts_of(model, one)
        # Counted words are no text to be read; the table names those that matter.
        text: Any = one.texts[0] if one.bags is None else shorten(one.texts[0], 200)
        if isinstance(texts, Mapping):
            text = {name: column[0] for name, column in texts.items()}
        yield explain_text(model, text, columns_of(model, one))


def _show(found: Iterator[Explanation], k: int, html: str | None, *, as_json: bool) -> None:
    from linguine.reports import render_explanation, render_explanations

    if html is not None:
        write_file(html, render_explanations(found))
        note(f"wrote {html}")
        return
    for i, explanation in enumerate(found):
        if as_json:
            write_json(explanation.to_dict())
        else:
            write(
                "\n" * (i > 0) + render_explanation(explanation, n_features=k) + "\n", painted=True
            )
