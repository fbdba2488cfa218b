"""Trees as they are written: CoNLL-U as it was with heads and relations, JSON, or drawings."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linguine.data import Sentences, Tags, Trees, write_trees
from linguine.errors import DataError, DataWarning, OptionError
from linguine.features.arc.defaults import tag_column_of
from linguine.reports import TreePicture, draw_svg, draw_text, render_trees
from linguine.reports.tables import json_line
from linguine.tasks.parser.allowed import Wishes
from linguine.tasks.parser.reading import ParserReader
from linguine.tasks.sentences.drawing import draw_files
from linguine.tasks.sentences.reading import Line
from linguine.tasks.task import Asked, Settings, Written

if TYPE_CHECKING:
    from linguine.tasks.parser.model import ParserModel

__all__ = ["write_answers"]

DEPS, MISC = "deps", "misc"
#: What the last column says about how sure the parser is.
_OF_HEAD, _OF_ARC = "HeadConf", "ArcConf"


def write_answers(
    model: ParserModel, asked: Asked, settings: Settings
) -> Iterator[tuple[int, str | Written]]:
    """Yield how many sentences were parsed, and what is written of them."""
    form = _choose_form(settings, is_short=bool(asked.texts) or asked.file is None)
    reader = ParserReader(model, settings)
    if settings["svg"] is not None or settings["page"] is not None:
        yield from ((0, each) for each in _draw_files(reader, asked))
        return
    for lines, sentences in reader.asked(asked):
        yield from ((0, piece) for piece in form(reader, sentences, lines))
        yield len(sentences), ""


#: Options that are called otherwise, and why two of them make no sense.
_SPELLED = {"page": "html", "k_best": "k-best"}
_ALREADY = {
    ("json", "confidence"): " --json has confidences already.",
    ("json", "k_best"): " --k-best is JSON already.",
}
Form = Callable[[ParserReader, Sentences, Sequence[Line] | None], Iterator[str]]


def _choose_form(settings: Settings, *, is_short: bool) -> Form:
    given = [
        name
        for name in ("json", "confidence", "draw", "svg", "page", "k_best")
        if settings.get(name) not in (None, False)
    ]
    if len(given) > 1 and set(given) not in ({"svg", "page"}, {"draw", "confidence"}):
        first, second = (f"--{_SPELLED.get(name, name)}" for name in given[:2])
        extra = _ALREADY.get((given[0], given[1]), "")
        raise OptionError(f"{first} or {second}, not both.{extra} Leave one of them out.")
    if settings.get("k_best") is not None:
        return _write_k_best
    if settings["json"]:
        return _write_json
    if settings["draw"] or (is_short and not given and sys.stdout.isatty()):
        return _draw
    return _write_columns


# --- forms --------------------------------------------------------------------------------------


def _write_columns(
    reader: ParserReader, sentences: Sentences, lines: Sequence[Line] | None
) -> Iterator[str]:
    """Yield the file as it was, but for heads, relations and what was asked for besides."""
    wishes = reader.wishes(sentences, is_text=lines is not None)
    trees = reader.model.parse(sentences, wishes)
    changed = reader.first.changed(sentences)
    if reader.settings["confidence"]:
        sentences = _with_confidences(reader.model, sentences, trees, wishes)
        changed.append(MISC)
    if _has_graphs(sentences):
        warnings.warn(
            f"{sentences.source}: the graphs in the column DEPS belonged to other heads: they are "
            "left out, and _ is written.",
            DataWarning,
            stacklevel=2,
        )
        nothing = Tags(["_"], np.zeros(sentences.n_tokens, np.int32))
        sentences = sentences.with_column(DEPS, nothing)
        changed.append(DEPS)
    for piece in write_trees(sentences, trees, changed=changed):
        yield piece.decode()


def _has_graphs(sentences: Sentences) -> bool:
    """Return whether a file in CoNLL-U has enhanced dependencies, which tell of its old heads."""
    original = sentences.original
    if original is None or not original.is_universal or DEPS not in sentences.columns:
        return False
    return bool(set(sentences.columns[DEPS].values.tolist()) - {"_", ""})


def _with_confidences(
    model: ParserModel, sentences: Sentences, trees: Trees, wishes: Wishes | None
) -> Sentences:
    """Return the sentences with confidences in the column of what does not belong elsewhere."""
    original = sentences.original
    if original is not None and not original.is_universal and "head" in sentences.columns:
        raise DataError(
            f"{sentences.source}: --confidence needs a last column as CoNLL-U has it; this file "
            "has none. Use --json."
        )
    of_heads, of_arcs = model.confidences(sentences, trees, wishes)
    with_arcs = model.has_probabilities and model.has_relations
    cells = sentences.columns[MISC].tolist() if MISC in sentences.columns else None
    found = []
    for i, (head, arc) in enumerate(zip(of_heads.tolist(), of_arcs.tolist(), strict=True)):
        own = [] if cells is None or cells[i] in ("", "_") else cells[i].split("|")
        kept = [each for each in own if each.partition("=")[0] not in (_OF_HEAD, _OF_ARC)]
        kept.append(f"{_OF_HEAD}={head:.4f}")
        found.append("|".join([*kept, f"{_OF_ARC}={arc:.4f}"] if with_arcs else kept))
    names = list(dict.fromkeys(found))
    place = {name: i for i, name in enumerate(names)}
    codes = np.array([place[each] for each in found], np.int32)
    return sentences.with_column(MISC, Tags(names, codes))


def _write_json(
    reader: ParserReader, sentences: Sentences, lines: Sequence[Line] | None
) -> Iterator[str]:
    """Yield an object for each sentence; lines without words have empty lists."""
    model, wishes = reader.model, reader.wishes(sentences, is_text=lines is not None)
    trees = model.parse(sentences, wishes)
    columns: dict[str, list[list[Any]]] = {"tokens": _words(sentences)}
    if (tags := _tags(model, sentences)) is not None:
        columns["tags"] = tags
    columns["heads"], relations = trees.to_lists()
    if trees.has_relations:
        columns["relations"] = relations
    if model.order == 1:  # beyond nothing is summed
        of_heads, of_arcs = model.confidences(sentences, trees, wishes)
        columns["confidences"] = _split(np.round(of_heads, 6), trees.offsets)
        if model.has_probabilities and model.has_relations:
            columns["relation_confidences"] = _split(np.round(of_arcs, 6), trees.offsets)
    rows: Iterator[tuple[list[Any], ...]] = zip(*columns.values(), strict=True)
    yield from _json_rows(columns, rows, lines)


def _json_rows(
    names: Iterable[str],
    rows: Iterator[tuple[list[Any], ...]],
    lines: Sequence[Line] | None,
) -> Iterator[str]:
    """Yield an object for each sentence, or for each line, of which some have no words."""
    if lines is None:
        for row in rows:
            yield json_line(dict(zip(names, row, strict=True)))
        return
    for line in lines:
        row = next(rows) if line.words else tuple([] for _ in names)
        yield json_line(
            {"text": line.text, "offset": line.offset, **dict(zip(names, row, strict=True))}
        )


def _write_k_best(
    reader: ParserReader, sentences: Sentences, lines: Sequence[Line] | None
) -> Iterator[str]:
    """Yield an object for each sentence: its k best trees."""
    wishes = reader.wishes(sentences, is_text=lines is not None)
    answers = []
    for trees, shares in reader.model.k_best(sentences, reader.settings["k_best"], wishes):
        heads, relations = trees.to_lists()
        found: list[dict[str, Any]] = [{"heads": each} for each in heads]
        for i, each in enumerate(found):
            if trees.has_relations:
                each["relations"] = relations[i]
            if (share := shares[i]) is not None:
                each["probability"] = round(share, 6)
        answers.append(found)
    rows = zip(_words(sentences), answers, strict=True)
    yield from _json_rows(("tokens", "answers"), rows, lines)


def _draw(
    reader: ParserReader, sentences: Sentences, lines: Sequence[Line] | None
) -> Iterator[str]:
    """Yield each tree as text, with an empty line behind it."""
    for each in _picture_trees(reader, sentences, is_text=lines is not None):
        yield f"{_drawn(draw_text, each)}\n\n"


# --- drawings -----------------------------------------------------------------------------------


def _picture_trees(
    reader: ParserReader, sentences: Sentences, *, is_text: bool
) -> list[TreePicture]:
    """Return trees to be drawn; with confidences if they are probabilities, or asked for."""
    model = reader.model
    wishes = reader.wishes(sentences, is_text=is_text)
    trees = model.parse(sentences, wishes)
    heads, relations = trees.to_lists()
    words, tags = _words(sentences), _tags(model, sentences)
    confidences: list[list[Any]] | None = None
    if model.has_probabilities or reader.settings["confidence"]:
        of_heads, _ = model.confidences(sentences, trees, wishes)
        confidences = _split(of_heads, trees.offsets)
    return [
        TreePicture(
            words[i],
            heads[i],
            relations[i] if trees.has_relations else None,
            None if tags is None else tags[i],
            None if confidences is None else confidences[i],
        )
        for i in range(len(sentences))
    ]


def _draw_files(reader: ParserReader, asked: Asked) -> Iterator[Written]:
    groups = (
        _picture_trees(reader, sentences, is_text=lines is not None)
        for lines, sentences in reader.asked(asked)
    )
    return draw_files(reader.settings, groups, lambda one: _drawn(draw_svg, one), render_trees)


def _drawn(draw: Callable[..., str], one: TreePicture) -> str:
    return draw(one.forms, one.heads, one.relations, tags=one.tags, confidences=one.confidences)


def _words(sentences: Sentences) -> list[list[str]]:
    return sentences.texts_of(sentences.word_column)


def _tags(model: ParserModel, sentences: Sentences) -> list[list[str]] | None:
    column = tag_column_of(model.columns)
    return None if column is None else sentences.texts_of(column)


def _split(values: NDArray[np.float64], offsets: NDArray[np.int64]) -> list[list[Any]]:
    flat = np.minimum(values, 1.0).tolist()  # sums of shares may round up
    return [flat[i:j] for i, j in pairwise(offsets.tolist())]
