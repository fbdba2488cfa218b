"""Answers of several labels per text: a line for each text, with its labels or none."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from linguine.reports.tables import json_line
from linguine.tasks.multilabel.model import name_sets
from linguine.tasks.multilabel.reading import read_blocks
from linguine.tasks.options import number_or_word
from linguine.tasks.text.reading import ask_of
from linguine.tasks.text.writing import NONE, ids_of, with_ids

if TYPE_CHECKING:
    from linguine.data import Documents
    from linguine.tasks.multilabel.model import MultilabelModel
    from linguine.tasks.task import Asked, Settings

__all__ = ["Answers", "answer", "write_answers"]


#: Between the labels of a text, and between their probabilities.
JOINT = "|"


class Answers(NamedTuple):
    """What a model says about some documents."""

    table: NDArray[np.bool_]  # (n, n_labels), which labels each gets
    probabilities: NDArray[np.float64] | None  # (n, n_labels), if they were asked for


def answer(model: MultilabelModel, documents: Documents, *, with_probabilities: bool) -> Answers:
    """Give labels to documents."""
    scores = model.scores(*ask_of(model, documents))
    probabilities = model.probabilities(scores) if with_probabilities else None
    return Answers(model.decide(scores), probabilities)


def write_answers(
    model: MultilabelModel, asked: Asked, settings: Settings
) -> Iterator[tuple[int, str]]:
    """Yield how many texts were answered, and what is written of them."""
    as_json, id_column = settings["json"], number_or_word(settings["id_column"])
    some = settings["proba"] or settings["every"] or settings["top"] is not None
    wanted = some or (as_json and model.calibrator is not None)
    for documents in read_blocks(model, asked, settings):
        answers = answer(model, documents, with_probabilities=wanted)
        write = _write_json if as_json else _write_lines
        lines = write(answers, model.labels, settings)
        if id_column is not None:
            lines = with_ids(lines, ids_of(documents, id_column), as_json=as_json)
        yield len(documents), lines


def _write_lines(answers: Answers, labels: list[Any], settings: Settings) -> str:
    """Return a line for each text: its labels, or the likeliest with their probabilities."""
    # A label from a quoted field may hold a line break, which would shift all lines after it.
    names = [" ".join(str(label).split()) for label in labels]
    rows = []
    for i, found in enumerate(name_sets(answers.table, list(range(len(names))))):
        fields = [JOINT.join([names[k] for k in found]) or NONE]
        if answers.probabilities is not None:
            p = answers.probabilities[i]
            if settings["every"] or settings["top"] is not None:
                shown = _likeliest(p, None if settings["every"] else settings["top"])
                fields += [f"{names[k]}:{p[k]:.4f}" for k in shown]
            else:
                fields.append(JOINT.join([f"{p[k]:.4f}" for k in found]))
        rows.append("\t".join(fields) + "\n")
    return "".join(rows)


def _write_json(answers: Answers, labels: list[Any], settings: Settings) -> str:
    lines = []
    k = len(labels) if settings["every"] else settings["top"]
    for i, found in enumerate(name_sets(answers.table, list(range(len(labels))))):
        row: dict[str, Any] = {"labels": [labels[each] for each in found]}
        if answers.probabilities is not None:
            p = answers.probabilities[i]
            shown = list(found) if k is None else _likeliest(p, k)
            row["probabilities"] = {str(labels[each]): float(p[each]) for each in shown}
        lines.append(json_line(row))
    return "".join(lines)


def _likeliest(p: NDArray[np.float64], k: int | None) -> list[int]:
    """Return the labels with the largest probabilities, the likeliest first; None is all."""
    found: list[int] = np.argsort(-p, kind="stable")[:k].tolist()
    return found
