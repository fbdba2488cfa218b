"""Forms: answers as lines, one for each text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from linguine.serving.answers import Answers
from linguine.serving.console import json_line

__all__ = ["NONE", "choose_form"]

#: What is written where no label is likely enough.
NONE = "(none)"


def choose_form(
    labels: Sequence[Any], *, one: bool = False, every: bool = False, as_json: bool = False
) -> Callable[[Answers], str]:
    r"""Return what turns answers into lines.

    Parameters
    ----------
    labels
        The labels of the model.
    one, every
        Whether to add the probability of the label, or those of all labels.
    as_json
        Write objects instead of fields with tabs between them.

    Examples
    --------
    >>> import numpy as np
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
