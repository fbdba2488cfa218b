"""Reporting: all that a page says about models and a test file, asked of the row of their task."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from linguine.errors import DataError, LinguineError, OptionError
from linguine.reports.page.material import Answered, Items, Judged, Material, Side
from linguine.tasks.changes import check_same
from linguine.tasks.checking import check_test
from linguine.tasks.model_card import make_card
from linguine.tasks.options import usual_settings

if TYPE_CHECKING:
    from linguine.model.file.loaded_model import LoadedModel
    from linguine.reports.judging.ledger import Ledger
    from linguine.reports.overview import Overview
    from linguine.tasks.task import Settings, Task

__all__ = ["Opened", "gather_material"]

#: Errors that are explained, changes each way, and features of each label.
_N_ERRORS, _N_CHANGES, _N_FEATURES = 10, 5, 12


class Opened(NamedTuple):
    """A model, and the file that it is from."""

    name: str
    model: Any
    file: LoadedModel


def gather_material(
    task: Task, models: Sequence[Opened], path: str, settings: Settings
) -> Material:
    """Return what a page shows of the answers of a model, or of two, to a file."""
    source = os.path.basename(path)
    names = _short_names([each.name for each in models])
    sides = []
    for name, each in zip(names, models, strict=True):
        answered = task.answers(each.model, path, settings)
        _check_some(answered, path, task)
        sides.append(
            Side(
                name,
                answered,
                make_card(task, each.file, answered, source, settings),
                None if len(models) > 1 else _overview(task, each.model),
            )
        )
    if len(sides) > 1:
        check_same(path, (names[0], names[1]), *(_ledger(side) for side in sides))
    sides = _with_same_names(sides)
    first = sides[0].answered
    told = task.recalled(models[0].model, {**usual_settings(task.options, "train"), **settings})
    training = None if settings.get("train") is None else task.read(settings["train"], told)
    material = Material(
        sides,
        source,
        _units(task, first),
        checkup=check_test(task, first, training),
        facts={_units(task, first): f"{first.evaluation.ledger.n:,}"},
    )
    material = replace(material, **_curve(task, models, training, path, told))
    shown = _Shower(task, models, path, settings, sides)
    if len(models) > 1:
        return replace(material, changes=_changes(material, shown))
    worst = [] if first.items is None else first.items.worst(_N_ERRORS).tolist()
    return replace(material, errors=shown.judge(worst))


def _curve(
    task: Task, models: Sequence[Opened], data: Any, path: str, settings: Settings
) -> dict[str, Any]:
    """Return how good such models get as they learn from more, or why nobody knows."""
    from linguine.tasks.curves import trace_curve

    if len(models) > 1 or task.finds:
        return {}
    if data is None:
        advice = "Give the file that it has learned from, too: --train FILE. It is then learned "
        return {"why_no_curve": f"{advice}from again, in parts, and each is judged on this file."}
    try:
        estimator = task.remade(models[0].model)
        questions = task.read_test(path, settings)
        return {"curve": trace_curve(task, estimator, data, questions, settings)}
    except LinguineError as error:
        return {"why_no_curve": f"There is none, as such a model cannot be learned again: {error}"}


def _with_same_names(sides: list[Side]) -> list[Side]:
    """Return what two models said with labels in one numbering: each may know others."""
    items = [side.answered.items for side in sides]
    names = tuple(dict.fromkeys(name for each in items if each is not None for name in each.names))
    return [
        side
        if each is None
        else replace(side, answered=replace(side.answered, items=each.named_as(names)))
        for side, each in zip(sides, items, strict=True)
    ]


def _ledger(side: Side) -> Ledger:
    return side.answered.evaluation.ledger


def _check_some(answered: Answered, path: str, task: Task) -> None:
    if answered.evaluation.ledger.n == 0:
        raise DataError(
            f"{path}: a report needs {task.unit} with the right answers; there are none. Give a "
            "file that has some."
        )


def _short_names(paths: Sequence[str]) -> list[str]:
    """Return the names of files, with as much of their folders as tells them apart."""
    short = [os.path.basename(path) for path in paths]
    return short if len(set(short)) == len(short) else list(paths)


def _units(task: Task, answered: Answered) -> str:
    return task.unit if answered.items is None else task.examples


def _overview(task: Task, model: Any) -> Overview | None:
    """Return the largest weights; None where they have no names."""
    try:
        return task.overview(model, _N_FEATURES)
    except OptionError:
        return None


class _Shower:
    """Asks each model why it gave some answers."""

    def __init__(
        self,
        task: Task,
        models: Sequence[Opened],
        path: str,
        settings: Settings,
        sides: Sequence[Side],
    ) -> None:
        self.task, self.models, self.path = task, models, path
        self.settings, self.sides = settings, sides

    def judge(self, places: Sequence[int], wrong: int = 0) -> list[Judged]:
        """Return the examples with what each model makes of them, in their order.

        Of a sentence all are asked about the token that one of them has wrong.
        """
        if not places:
            return []
        by_model = [
            self.task.show(each.model, self.path, self.settings, self._asked(side, wrong), places)
            for each, side in zip(self.models, self.sides, strict=True)
        ]
        return [
            Judged(place, by) for place, by in zip(places, zip(*by_model, strict=True), strict=True)
        ]

    def _asked(self, side: Side, wrong: int) -> Answered:
        items, other = side.answered.items, self.sides[wrong].answered.items
        if items is None or other is None:
            return side.answered
        return replace(side.answered, items=replace(items, asked=other.asked))


def _changes(material: Material, shown: _Shower) -> list[tuple[str, int, list[Judged]]]:
    """Return what only one of two models has right, the largest differences first."""
    first, second = (side.answered.items for side in material.sides)
    if first is None or second is None:
        return []
    right = first.verdicts[0]
    found = []
    for title, mine, theirs, wrong in (
        (f"only B is {right}", second, first, 0),
        (f"only A is {right}", first, second, 1),
    ):
        places = np.flatnonzero(mine.is_right & ~theirs.is_right)
        order = np.argsort(-_lead(mine, theirs)[places], kind="stable")
        chosen = places[order][:_N_CHANGES].tolist()
        found.append((title, len(places), shown.judge(chosen, wrong)))
    return found


def _lead(mine: Items, theirs: Items) -> Any:
    """Return by how much the one is better, example by example."""
    if mine.loss is None or theirs.loss is None:
        return np.zeros(len(mine))
    return theirs.loss - mine.loss
