"""Costs as they are given: a file with a row for each right label, a table, or dicts."""

from __future__ import annotations

import csv
import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from os import PathLike, fspath
from pathlib import Path
from typing import Any

import numpy as np

from linguine.data.texts import as_columns, is_table
from linguine.errors import DataError, NotAvailableError, said
from linguine.model.costs import Costs
from linguine.registry import did_you_mean
from linguine.tasks.text.model import TextModel

__all__ = ["read_costs", "with_costs"]

#: How no answer is called, as predict writes it.
NONE = "(none)"
_HOW = "Write a row for each right label and a column for each answer."


def with_costs(model: TextModel, given: Any) -> TextModel:
    """Return a model that answers at the least expected cost."""
    if model.each_stands_alone:
        raise NotAvailableError(
            "Costs are for one label per text; this model gives several. Train it again with "
            "precision, or leave the costs out."
        )
    if model.is_tree:
        raise NotAvailableError(
            "Costs need the probabilities of all labels; a label tree has those that were found. "
            f"Leave the costs out, or use {said('algorithm', 'svm')}."
        )
    if model.promise is not None:
        raise NotAvailableError(
            f"A promise of {model.promise.precision:g} right answers is about the likeliest "
            "labels; costs choose others. Train without the promise, or leave the costs out."
        )
    model.probabilities(np.zeros((1, model.n_columns)))  # complains if there are none
    costs = read_costs(given, model.labels)
    if model.reject_below is not None and not costs.has_none:
        raise DataError(
            f"Costs must say what no answer costs where a model may give none; it rejects below "
            f"{model.reject_below:g}, and there is no column {NONE!r}. Add that column."
        )
    return replace(model, costs=costs)


def read_costs(given: Any, labels: Sequence[Any]) -> Costs:
    """Return the costs of a file, of dicts or a data frame, or of a table in the labels' order.

    Examples
    --------
    >>> read_costs({"ham": {"ham": 0, "spam": 9}, "spam": {"ham": 1, "spam": 0}},
    ...            ["ham", "spam"]).table.tolist()
    [[0.0, 9.0], [1.0, 0.0]]
    """
    if isinstance(given, str | PathLike):
        return _read_file(fspath(given), [str(label) for label in labels])
    if is_table(given):
        if not isinstance(given, Mapping):  # a data frame has columns of answers
            rows = [str(each) for each in given.index]
            columns = as_columns(given)
            given = {
                row: {name: list(column)[i] for name, column in columns.items()}
                for i, row in enumerate(rows)
            }
        return _of_rows(given, [str(label) for label in labels])
    table, n = np.asarray(given, np.float64), len(labels)
    if table.shape not in ((n, n), (n, n + 1)) or not np.isfinite(table).all():
        raise DataError(
            f"A table of costs must have finite numbers for {n} right labels (rows) and {n} "
            f"answers, or one more for none (columns); got {table.shape}. {_HOW}"
        )
    return Costs(table)


def _of_rows(given: Mapping[Any, Any], labels: list[str]) -> Costs:
    rows: dict[str, dict[str, float]] = {}
    for gold, costs in given.items():
        _check_label("costs", str(gold), labels, rows)
        rows[str(gold)] = {}
        for answer, cost in dict(costs).items():
            _check_label("costs", str(answer), [*labels, NONE], rows[str(gold)])
            rows[str(gold)][str(answer)] = _number("costs", cost, str(gold), str(answer))
    return _assemble("costs", rows, labels)


def _read_file(path: str, labels: list[str]) -> Costs:
    tabs = "\t" if path.endswith(".tsv") else ","
    try:
        with Path(path).open(encoding="utf-8-sig", newline="") as lines:
            found = [(n, row) for n, row in enumerate(csv.reader(lines, delimiter=tabs), 1) if row]
    except (UnicodeDecodeError, csv.Error) as error:
        reason = "it is not UTF-8" if isinstance(error, UnicodeDecodeError) else error
        raise DataError(f"{path}: costs must be a table of text; {reason}. {_HOW}") from None
    if len(found) < 2:
        raise DataError(f"{path}: costs must be a table; got {len(found)} lines. {_HOW}")
    answers: dict[str, int] = {}
    for answer in found[0][1][1:]:
        _check_label(f"{path}:{found[0][0]}", answer, [*labels, NONE], answers)
        answers[answer] = len(answers)
    rows: dict[str, dict[str, float]] = {}
    for n, (gold, *cells) in found[1:]:
        place = f"{path}:{n}"
        _check_label(place, gold, labels, rows)
        if len(cells) != len(answers):
            raise DataError(
                f"{place}: expected {len(answers)} costs after the label, got {len(cells)}. Give "
                "one for each answer of the first line."
            )
        pairs = zip(answers, cells, strict=True)
        rows[gold] = {answer: _number(place, cell, gold, answer) for answer, cell in pairs}
    return _assemble(path, rows, labels)


def _check_label(place: str, label: str, known: list[str], so_far: Mapping[str, Any]) -> None:
    if label in so_far:
        raise DataError(f"{place}: a label must occur once; {label!r} is there twice. Join them.")
    if label not in known:
        advice = did_you_mean(label, known, otherwise=f"They are {', '.join(known[:20])}.")
        raise DataError(
            f"{place}: rows and columns must be labels of the model, or a column {NONE}; got "
            f"{label[:60]!r}. {advice}"
        )


def _number(place: str, cell: Any, gold: str, answer: str) -> float:
    try:
        cost = float(cell)
    except (TypeError, ValueError):
        cost = math.nan
    if not math.isfinite(cost):
        raise DataError(
            f"{place}: a cost must be a number; got {str(cell)[:40]!r} for the answer {answer!r} "
            f"where {gold!r} is right. Write 0 for what costs nothing."
        )
    return cost


def _assemble(place: str, rows: Mapping[str, Mapping[str, float]], labels: list[str]) -> Costs:
    answers = [*labels, *([NONE] if any(NONE in row for row in rows.values()) else [])]
    missing = [f"the row of {gold!r}" for gold in labels if gold not in rows] or [
        f"the answer {answer!r} where {gold!r} is right"
        for gold in labels
        for answer in answers
        if answer not in rows[gold]
    ]
    if missing:
        raise DataError(
            f"{place}: every right label and every answer must have a cost; {missing[0]} has none. "
            f"{_HOW}"
        )
    return Costs(np.array([[rows[gold][answer] for answer in answers] for gold in labels]))
