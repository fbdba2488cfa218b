"""Trees as they are written: brackets, JSON, or drawings."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from linguine.data import Constituents, Sentences
from linguine.data.constituents import FORM, TAG
from linguine.data.formats.write_brackets import format_trees
from linguine.errors import OptionError
from linguine.reports import (
    ConstituentPicture,
    draw_constituents_svg,
    draw_constituents_text,
    render_constituents,
)
from linguine.reports.tables import json_line
from linguine.tasks.constituency.given_tags import GivenTags
from linguine.tasks.constituency.reading import iterate_asked
from linguine.tasks.sentences.drawing import draw_files
from linguine.tasks.sentences.reading import Line
from linguine.tasks.task import Asked, Settings, Written

if TYPE_CHECKING:
    from linguine.tasks.constituency.model import ConstituencyModel

__all__ = ["write_answers"]

Form = Callable[["ConstituencyModel", Constituents, "Sequence[Line] | None"], Iterator[str]]


def write_answers(
    model: ConstituencyModel, asked: Asked, settings: Settings
) -> Iterator[tuple[int, str | Written]]:
    """Yield how many sentences were parsed, and what is written of them."""
    form = _choose_form(settings, is_short=bool(asked.texts) or asked.file is None)
    if settings["svg"] is not None or settings["page"] is not None:
        yield from ((0, each) for each in _draw_files(model, asked, settings))
        return
    given = GivenTags(model, settings)
    for lines, sentences in iterate_asked(asked, settings, model.tokenizer):
        if settings.get("k_best") is not None:
            for piece in _write_k_best(model, given.add(sentences), lines, settings["k_best"]):
                yield 1, piece
            continue
        trees = model.parse(given.add(sentences))
        yield from ((0, piece) for piece in form(model, trees, lines))
        yield len(trees), ""


def _choose_form(settings: Settings, *, is_short: bool) -> Form:
    names = ("json", "pretty", "draw", "svg", "page", "k_best")
    given = [name for name in names if settings.get(name) not in (None, False)]
    if len(given) > 1 and set(given) != {"svg", "page"}:
        first, second = (
            f"--{name.replace('page', 'html').replace('_', '-')}" for name in given[:2]
        )
        raise OptionError(f"{first} or {second}, not both. Leave one of them out.")
    if settings["json"]:
        return _write_json
    if settings["draw"] or (is_short and not given and sys.stdout.isatty()):
        return _draw
    return _write_pretty if settings["pretty"] else _write_lines


def _write_lines(
    model: ConstituencyModel, trees: Constituents, lines: Sequence[Line] | None
) -> Iterator[str]:
    """Yield each tree on a line."""
    return (f"{each}\n" for each in format_trees(trees))


def _write_pretty(
    model: ConstituencyModel, trees: Constituents, lines: Sequence[Line] | None
) -> Iterator[str]:
    """Yield each tree over several lines."""
    return (f"{each}\n" for each in format_trees(trees, pretty=True))


def _write_json(
    model: ConstituencyModel, trees: Constituents, lines: Sequence[Line] | None
) -> Iterator[str]:
    """Yield an object for each sentence: the tree, and its nodes with how sure the model is."""
    shares = np.round(np.minimum(model.node_shares(trees), 1.0), 6).tolist()
    words, tags = trees.sentences.texts_of(FORM), trees.sentences.texts_of(TAG)
    ends = list(pairwise(trees.offsets.tolist()))
    for i, tree in enumerate(format_trees(trees)):
        first, last = ends[i]
        nodes = [
            {
                "label": trees.names[trees.labels[k]],
                "first": int(trees.first[k]),
                "last": int(trees.last[k]),
                "confidence": shares[k],
            }
            for k in range(first, last)
        ]
        text = {} if lines is None else {"text": lines[i].text, "offset": lines[i].offset}
        yield json_line({**text, "tokens": words[i], "tags": tags[i], "tree": tree, "nodes": nodes})


def _write_k_best(
    model: ConstituencyModel, sentences: Sentences, lines: Sequence[Line] | None, k: int
) -> Iterator[str]:
    """Yield an object for each sentence: its k best trees."""
    for i in range(len(sentences)):
        trees = model.k_best(sentences.take([i]), k)
        text = {} if lines is None else {"text": lines[i].text, "offset": lines[i].offset}
        answers = [{"tree": tree} for tree in format_trees(trees)]
        yield json_line({**text, "tokens": trees.sentences.texts_of(FORM)[0], "answers": answers})


def _draw(
    model: ConstituencyModel, trees: Constituents, lines: Sequence[Line] | None
) -> Iterator[str]:
    """Yield each tree as text, with an empty line behind it."""
    return (f"{draw_constituents_text(each)}\n\n" for each in _pictures(model, trees))


def _pictures(model: ConstituencyModel, trees: Constituents) -> list[ConstituentPicture]:
    """Return trees to be drawn; with confidences if they are probabilities."""
    shares = model.node_shares(trees) if model.has_probabilities else None
    return [
        ConstituentPicture.of(
            trees,
            i,
            confidences=None if shares is None else np.minimum(shares[a:b], 1.0).tolist(),
        )
        for i, (a, b) in enumerate(pairwise(trees.offsets.tolist()))
        if b > a
    ]


def _draw_files(model: ConstituencyModel, asked: Asked, settings: Settings) -> Iterator[Written]:
    given = GivenTags(model, settings)
    groups = (
        _pictures(model, model.parse(given.add(sentences)))
        for _, sentences in iterate_asked(asked, settings, model.tokenizer)
    )
    return draw_files(settings, groups, draw_constituents_svg, render_constituents)
