"""Answers of a classifier: labels and probabilities, and the line of each text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linguine.errors import DataError
from linguine.reports.tables import json_line
from linguine.tasks.options import number_or_word
from linguine.tasks.text.reading import ask_of, read_blocks

if TYPE_CHECKING:
    from linguine.data import Documents
    from linguine.tasks.task import Asked, Settings
    from linguine.tasks.text.model import TextModel

__all__ = [
    "NONE",
    "Answers",
    "answer",
    "choose_form",
    "ids_of",
    "tabulate_answers",
    "with_ids",
    "write_answers",
]

#: What is written where no label is likely enough.
NONE = "(none)"


@dataclass(frozen=True, eq=False)
class Answers:
    """What a model says about some documents."""

    codes: NDArray[np.intp]  # (n,), -1 where no label is likely enough
    probabilities: NDArray[np.float64] | None  # (n, n_labels), if they were asked for


def answer(model: TextModel, documents: Documents, *, with_probabilities: bool) -> Answers:
    """Classify documents; probabilities and rejection come from the same scores."""
    scores = model.scores(*ask_of(model, documents))
    probabilities = model.probabilities(scores) if with_probabilities else None
    return Answers(model.choose(scores, probabilities), probabilities)


def write_answers(model: TextModel, asked: Asked, settings: Settings) -> Iterator[tuple[int, str]]:
    """Yield how many texts were classified, and what is written of them."""
    one, every, as_json = settings["proba"], settings["every"], settings["json"]
    top, id_column = settings["top"], number_or_word(settings["id_column"])
    wanted = one or every or top is not None or (as_json and model.has_probabilities)
    form = choose_form(model.classes.tolist(), one=one, every=every, top=top, as_json=as_json)
    for documents in read_blocks(model, asked, settings):
        lines = form(answer(model, documents, with_probabilities=wanted))
        if id_column is not None:
            lines = with_ids(lines, ids_of(documents, id_column), as_json=as_json)
        yield len(documents), lines


def tabulate_answers(
    model: TextModel, asked: Asked, settings: Settings
) -> Iterator[tuple[Documents, dict[str, Any]]]:
    """Yield documents and the columns of answers to them: label, probability, or p:LABEL of all."""
    labels = np.array([*model.labels, None], object)  # -1 is no label
    for documents in read_blocks(model, asked, settings):
        answers = answer(model, documents, with_probabilities=model.has_probabilities)
        columns: dict[str, Any] = {"label": labels[answers.codes].tolist()}
        if answers.probabilities is not None:
            columns["probability"] = answers.probabilities.max(axis=1)
            if settings["every"]:
                of_all = zip(model.labels, answers.probabilities.T, strict=True)
                columns |= {f"p:{label}": p for label, p in of_all}
        yield documents, columns


def ids_of(documents: Documents, wanted: str | int) -> list[str]:
    """Return what a column says about each document; DataError if there is no such column."""
    names = list(documents.columns)
    if isinstance(wanted, int) and 1 <= wanted <= len(names):
        wanted = names[wanted - 1]
    if wanted in names:
        return documents.columns[str(wanted)].tolist()
    there = f"they are {', '.join(names[:20])}" if names else "these texts have none"
    raise DataError(
        f"{documents.source}: --id-column must be one of the columns; got {wanted!r}, and {there}. "
        "Name one of them, or leave it out."
    )


def with_ids(lines: str, ids: Sequence[str], *, as_json: bool) -> str:
    """Return lines that begin with an id each, or objects that do; no answer has a line break."""
    rows = zip(ids, lines.split("\n")[:-1], strict=True)
    if as_json:
        return "".join([f"{json_line({'id': each})[:-2]}, {row[1:]}\n" for each, row in rows])
    return "".join([f"{' '.join(each.split())}\t{row}\n" for each, row in rows])


def choose_form(
    labels: Sequence[Any],
    *,
    one: bool = False,
    every: bool = False,
    top: int | None = None,
    as_json: bool = False,
) -> Callable[[Answers], str]:
    r"""Return what turns answers into lines, or into objects.

    With ``one`` each has the probability of its label, with ``every`` those of all labels, with
    ``top`` those of the likeliest.

    Examples
    --------
    >>> form = choose_form(["ham", "spam"], one=True)
    >>> form(Answers(np.array([1, -1]), np.array([[0.1, 0.9], [0.5, 0.5]])))
    'spam\t0.9000\n(none)\t0.5000\n'
    """
    if as_json:
        return lambda answers: _write_json(answers, labels, len(labels) if every else top)
    # A label from a quoted field may hold a line break, which would shift all lines after it.
    names = [" ".join(str(label).split()) for label in labels] + [NONE]  # -1 is the last
    if every or top is not None:
        return lambda answers: _write_likeliest(answers, names, None if every else top)
    if one:
        return lambda answers: _write_one(answers, names)
    return lambda answers: "".join([f"{names[code]}\n" for code in answers.codes.tolist()])


def _write_one(answers: Answers, names: list[str]) -> str:
    rows = zip(answers.codes.tolist(), _table(answers), strict=True)
    return "".join([f"{names[code]}\t{max(row):.4f}\n" for code, row in rows])


def _likeliest(row: list[float], n: int | None) -> list[int]:
    """Return the labels with the largest probabilities, the likeliest first; None is all."""
    return sorted(range(len(row)), key=lambda k: -row[k])[:n]


def _write_likeliest(answers: Answers, names: list[str], n: int | None) -> str:
    lines = []
    for code, row in zip(answers.codes.tolist(), _table(answers), strict=True):
        fields = [names[code], *(f"{names[k]}:{row[k]:.4f}" for k in _likeliest(row, n))]
        lines.append("\t".join(fields) + "\n")
    return "".join(lines)


def _write_json(answers: Answers, labels: Sequence[Any], n_labels: int | None) -> str:
    found: list[dict[str, Any]] = [
        {"label": labels[code] if code >= 0 else None} for code in answers.codes.tolist()
    ]
    if answers.probabilities is not None:
        for each, row in zip(found, _table(answers), strict=True):
            each["probability"] = max(row)
            if n_labels is not None:
                shown = _likeliest(row, n_labels) if n_labels < len(row) else range(len(row))
                each["probabilities"] = {str(labels[k]): row[k] for k in shown}
    return "".join([json_line(each) for each in found])


def _table(answers: Answers) -> list[list[float]]:
    assert answers.probabilities is not None
    rows: list[list[float]] = answers.probabilities.tolist()
    return rows
