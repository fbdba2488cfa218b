"""Changes: two models on one file, asked of the row of their task."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linguine.errors import DataError
from linguine.reports.judging.changes import Change, Changes, count_right

if TYPE_CHECKING:
    from linguine.reports.explanation import Explanation
    from linguine.reports.page.material import Answered, Items
    from linguine.tasks.task import Settings, Task

__all__ = ["check_same", "find_changes"]


def find_changes(
    task: Task,
    models: tuple[Any, Any],
    names: tuple[str, str],
    path: str,
    settings: Settings,
    *,
    n_shown: int,
) -> Changes:
    """Return what changes on a file from one model to another of the same task.

    Parameters
    ----------
    task
        The row of both models.
    models, names
        The models, and what they are called.
    path, settings
        The file, and the options by name.
    n_shown
        How many examples of each kind are explained.
    """
    answered = [task.answers(each, path, settings) for each in models]
    first, second = (each.evaluation.ledger for each in answered)
    check_same(path, names, first, second)
    items = [each.items for each in answered]
    right = tuple(
        count_right(each.evaluation.ledger) if found is None else found.is_right
        for each, found in zip(answered, items, strict=True)
    )
    changed: list[Change] = []
    if items[0] is not None and items[1] is not None:
        for better in (1, 0):
            places = _largest(items, right, better)[:n_shown]
            changed += _explain(task, models, path, settings, answered, places, better)
    return Changes(names, task.examples, (first, second), (right[0], right[1]), changed)


def check_same(path: str, names: tuple[str, str], first: Any, second: Any) -> None:
    """Raise DataError unless both ledgers are of the same examples, and judge the same."""
    if first.n == second.n and first.head.name == second.head.name:
        return
    raise DataError(
        f"{path}: two models must answer the same questions to be compared; {names[0]} was judged "
        f"by {first.head.title} on {first.n:,} examples, and {names[1]} by {second.head.title} on "
        f"{second.n:,}. Give models that have learned the same kind of answers."
    )


def _largest(items: Sequence[Any], right: Sequence[NDArray[np.bool_]], better: int) -> list[int]:
    """Return what only one has right, the other being most wrong first."""
    mine, theirs = items[better], items[1 - better]
    places = np.flatnonzero(right[better] & ~right[1 - better])
    if mine.loss is not None and theirs.loss is not None:
        lead = theirs.loss[places] - mine.loss[places]
        places = places[np.argsort(-lead, kind="stable")]
    found: list[int] = places.tolist()
    return found


def _explain(
    task: Task,
    models: tuple[Any, Any],
    path: str,
    settings: Settings,
    answered: Sequence[Answered],
    places: Sequence[int],
    better: int,
) -> list[Change]:
    if not places:
        return []
    # The token that the wrong one has wrong is the one to ask both about.
    asked = _asked_of(answered[1 - better])
    why = []
    for model, each in zip(models, answered, strict=True):
        shown = task.show(model, path, settings, asked(each), places)
        why.append([one.explanations[0] if one.explanations else None for one in shown])
    return [
        _change(path, answered, place, better, (why[0][i], why[1][i]))
        for i, place in enumerate(places)
    ]


def _asked_of(answered: Answered) -> Any:
    """Return what makes another ask about the same lines."""
    from dataclasses import replace

    def same(other: Answered) -> Answered:
        assert answered.items is not None
        assert other.items is not None
        return replace(other, items=replace(other.items, asked=answered.items.asked))

    return same


def _change(
    path: str,
    answered: Sequence[Answered],
    place: int,
    better: int,
    why: tuple[Explanation | None, Explanation | None],
) -> Change:
    first, second = (each.items for each in answered)
    assert first is not None
    assert second is not None
    said = [each.tell(place) for each in (first, second)]
    gold = said[1 - better][0]  # of structures only what is wrong is told
    return Change(
        f"{path}:{_line(first, place)}",
        first.texts[place],
        gold,
        (said[0][1], said[1][1]),
        better,
        why,
    )


def _line(items: Items, place: int) -> int:
    return int(items.lines[place])
