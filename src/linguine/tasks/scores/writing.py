"""Answers of a regressor: scores, intervals and probabilities, and the line of each text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linguine.model.conformal import check_coverage
from linguine.reports.tables import json_line
from linguine.tasks.options import number_or_word
from linguine.tasks.text.reading import ask_of, read_blocks
from linguine.tasks.text.writing import ids_of, with_ids

if TYPE_CHECKING:
    from linguine.data import Documents
    from linguine.tasks.scores.model import ScoreModel
    from linguine.tasks.task import Asked, Settings

__all__ = ["answer", "plain_number", "write_answers"]


def answer(model: ScoreModel, documents: Documents) -> NDArray[np.float64]:
    """Return the sums of documents : (n,)."""
    return model.sums(*ask_of(model, documents))


def write_answers(model: ScoreModel, asked: Asked, settings: Settings) -> Iterator[tuple[int, str]]:
    """Yield how many texts were scored, and what is written of them."""
    coverage, every, as_json = settings["interval"], settings["every"], settings["json"]
    id_column = number_or_word(settings["id_column"])
    nothing = np.zeros(0)
    if coverage is not None:  # complain before a long file is read
        model.intervals(nothing, check_coverage(coverage))
    if every:
        model.value_probabilities(nothing)
    for documents in read_blocks(model, asked, settings):
        sums = answer(model, documents)
        ends = None if coverage is None else model.intervals(sums, coverage)
        table = None
        if every or (as_json and model.link.kind == "ordinal"):
            table = model.value_probabilities(sums)
        form = _write_json if as_json else _write_lines
        lines = form(model, model.link.answers(sums), ends, table)
        if id_column is not None:
            lines = with_ids(lines, ids_of(documents, id_column), as_json=as_json)
        yield len(documents), lines


def plain_number(number: float) -> float | int:
    """Return a number that is whole as an integer.

    Examples
    --------
    >>> plain_number(4.0), plain_number(4.5)
    (4, 4.5)
    """
    return int(number) if number.is_integer() and abs(number) < 1e15 else number


def _rows(
    answers: NDArray[np.float64], ends: Sequence[NDArray[np.float64]] | None
) -> Iterator[tuple[float, tuple[float, float] | None]]:
    """Yield answers with the ends of their intervals, if there are any."""
    numbers = answers.tolist()
    if ends is None:
        yield from ((each, None) for each in numbers)
        return
    yield from zip(numbers, zip(*(each.tolist() for each in ends), strict=True), strict=True)


def _write_lines(
    model: ScoreModel,
    answers: NDArray[np.float64],
    ends: Sequence[NDArray[np.float64]] | None,
    table: NDArray[np.float64] | None,
) -> str:
    """Return a line for each text: the score, then the interval, then probabilities, by tabs."""
    names = [f"{value:.10g}" for value in model.link.values.tolist()]
    lines = []
    for i, (number, interval) in enumerate(_rows(answers, ends)):
        fields = [f"{each:.6g}" for each in (number, *(interval or ()))]
        if table is not None:
            row = zip(names, table[i].tolist(), strict=True)
            fields += [f"{name}:{p:.4f}" for name, p in row]
        lines.append("\t".join(fields) + "\n")
    return "".join(lines)


def _write_json(
    model: ScoreModel,
    answers: NDArray[np.float64],
    ends: Sequence[NDArray[np.float64]] | None,
    table: NDArray[np.float64] | None,
) -> str:
    is_ordinal = model.link.kind == "ordinal"
    names = [f"{value:.10g}" for value in model.link.values.tolist()]
    lines = []
    for i, (number, interval) in enumerate(_rows(answers, ends)):
        found: dict[str, Any] = {"score": plain_number(number) if is_ordinal else number}
        if interval is not None:
            found["interval"] = list(map(plain_number, interval) if is_ordinal else interval)
        if table is not None:
            found["probabilities"] = dict(zip(names, table[i].tolist(), strict=True))
        lines.append(json_line(found))
    return "".join(lines)
