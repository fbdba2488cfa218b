"""inspect: show what is in a model file."""

from __future__ import annotations

from typing import Any

import click

from linguine.serving.console import write, write_json
from linguine.serving.options import OUTPUT, output_options
from linguine.serving.verb import make_verb, option

__all__ = ["command"]

_EXAMPLES = (
    ("linguine inspect reviews.linguine", "how it was made, what it weighs"),
    ("linguine inspect reviews.linguine --top 10", "and what each label looks for"),
    ("linguine inspect reviews.linguine --json", "everything, as one JSON object"),
)


@make_verb("inspect", usage="MODEL [OPTIONS]", examples=_EXAMPLES)
@click.argument("model")
@option(
    "--top",
    group=OUTPUT,
    type=click.IntRange(1),
    metavar="K",
    help="Also the K features with the largest weights of each label.",
)
@output_options()
def command(model: str, top: int | None, **settings: Any) -> None:
    """Check a model file and show what is in it: labels, features, training, sizes, versions.

    Nothing in a model file is code, so looking into one from a stranger is safe.
    """
    from linguine.model.file.container import load_model
    from linguine.reports import render_top_features

    opened = load_model(model)
    opened.check_config()  # no model is made of it: a stranger's file cannot ask for memory
    facts = opened.describe()
    best = {} if top is None else _top_features(model, top)
    if settings["json"]:
        if top is not None:
            facts["top_features"] = {str(y): [list(each) for each in best[y]] for y in best}
        write_json(facts)
        return
    with opened.building():  # what a file says about its training may be anything
        shown = _summarize(facts)
    write(shown + "\n")
    if top is not None:
        write("\n" + render_top_features(best) + "\n", painted=True)


def _summarize(facts: dict[str, Any]) -> str:
    task = facts["config"]["task"]
    if task == "tagging":  # each imports what the others can do without
        from linguine.serving.tag_summary import summarize_tagger

        return summarize_tagger(facts)
    if task == "parsing":
        from linguine.serving.parse_summary import summarize_parser

        return summarize_parser(facts)
    from linguine.serving.summary import summarize_model

    return summarize_model(facts)


def _top_features(path: str, k: int) -> dict[Any, list[tuple[str, float]]]:
    from linguine.serving.explain import HASHED
    from linguine.serving.models import load_any
    from linguine.tasks.tagger.explanation import top_tag_features
    from linguine.tasks.tagger.model import TaggerModel
    from linguine.tasks.text.explanation import top_features
    from linguine.tasks.text.model import TextModel

    loaded = load_any(path, needs_templates=False)
    if isinstance(loaded, TextModel):
        return top_features(loaded, k)
    if isinstance(loaded, TaggerModel):
        return dict(top_tag_features(loaded, k))
    raise click.UsageError(f"--top: {HASHED} Use linguine explain with a text.")
