"""Answers of a classifier: labels and probabilities, and the line of each text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linguine.model.prediction import choose_labels
from linguine.reports.tables import json_line
from linguine.tasks.text.reading import ask_of, read_blocks

if TYPE_CHECKING:
    from linguine.data import Documents
    from linguine.tasks.task import Asked, Settings
    from linguine.tasks.text.model import TextModel

__all__ = ["NONE", "Answers", "answer", "choose_form", "write_answers"]

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
    codes = choose_labels(scores, model.n_labels)
    if not with_probabilities and model.reject_below is None:
        return Answers(codes, None)
    probabilities = model.probabilities(scores)
    if model.reject_below is not None:
        codes = np.where(probabilities.max(axis=1) < model.reject_below, -1, codes)
    return Answers(codes, probabilities if with_probabilities else None)


def write_answers(model: TextModel, asked: Asked, settings: Settings) -> Iterator[tuple[int, str]]:
    """Yield how many texts were classified, and what is written of them."""
    one, every, as_json = settings["proba"], settings["every"], settings["json"]
    wanted = one or every or (as_json and model.calibrator is not None)
    form = choose_form(model.classes.tolist(), one=one, every=every, as_json=as_json)
    for documents in read_blocks(model, asked, settings):
        yield len(documents), form(answer(model, documents, with_probabilities=wanted))


def choose_form(
    labels: Sequence[Any], *, one: bool = False, every: bool = False, as_json: bool = False
) -> Callable[[Answers], str]:
    r"""Return what turns answers into lines, or into objects.

    With ``one`` each has the probability of its label, with ``every`` those of all labels.

    Examples
    --------
    >>> form = choose_form(["ham", "spam"], one=True)
    >>> form(Answers(np.array([1, -1]), np.array([[0.1, 0.9], [0.5, 0.5]])))
    'spam\t0.9000\n(none)\t0.5000\n'
    """
    if as_json:
        return lambda answers: _write_json(answers, labels, every)
    # A label from a quoted field may hold a line break, which would shift all lines after it.
    names = [" ".join(str(label).split()) for label in labels] + [NONE]  # -1 is the last
    if every:
        return lambda answers: _write_every(answers, names)
    if one:
        return lambda answers: _write_one(answers, names)
    return lambda answers: "".join([f"{names[code]}\n" for code in answers.codes.tolist()])


def _write_one(answers: Answers, names: list[str]) -> str:
    rows = zip(answers.codes.tolist(), _table(answers), strict=True)
    return "".join([f"{names[code]}\t{max(row):.4f}\n" for code, row in rows])


def _write_every(answers: Answers, names: list[str]) -> str:
    lines = []
    for code, row in zip(answers.codes.tolist(), _table(answers), strict=True):
        order = sorted(range(len(row)), key=lambda k, row=row: -row[k])  # type: ignore[misc]
        fields = [names[code], *(f"{names[k]}:{row[k]:.4f}" for k in order)]
        lines.append("\t".join(fields) + "\n")
    return "".join(lines)


def _write_json(answers: Answers, labels: Sequence[Any], every: bool) -> str:
    found: list[dict[str, Any]] = [
        {"label": labels[code] if code >= 0 else None} for code in answers.codes.tolist()
    ]
    if answers.probabilities is not None:
        for each, row in zip(found, _table(answers), strict=True):
            each["probability"] = max(row)
            if every:
                each["probabilities"] = {str(y): p for y, p in zip(labels, row, strict=True)}
    return "".join([json_line(each) for each in found])


def _table(answers: Answers) -> list[list[float]]:
    assert answers.probabilities is not None
    rows: list[list[float]] = answers.probabilities.tolist()
    return rows
