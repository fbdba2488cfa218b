"""Tables of texts: what a model remembers of the columns that it was trained on.

Who trains says once which columns hold the texts and the labels, and what is between labels. The
model's file keeps it, and every verb that reads a later file goes by it unless it is told others.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from linguine.data.reading.trained_columns import TrainedColumns
from linguine.tasks.options import number_or_word
from linguine.tasks.task import Settings, Task

if TYPE_CHECKING:
    from linguine.data import Documents, Files

__all__ = ["TableTask"]


class TableTask(Task):
    """A task whose examples are rows of a table."""

    def learn(self, estimator: Any, data: Any, dev: Any, settings: Settings) -> Any:
        """Learn, and remember what was told about the files."""
        return self.remember(super().learn(estimator, data, dev, settings), data, settings)

    def remember(self, learned: Any, data: Documents | Files, settings: Settings) -> Any:
        """Return what has learned, with what nobody has to say again."""
        learned.model_.info |= _told(data, settings)
        return learned

    def recalled(self, model: Any, settings: Settings) -> Settings:
        """Return the options for another reading of the files that a model has learned from."""
        separator = settings.get("label_separator") or model.info.get("label_separator")
        trained_on = TrainedColumns.of(model.info)
        return {**settings, "trained_on": trained_on, "label_separator": separator}

    def read_test(self, path: str, settings: Settings) -> Any:
        """Return all documents of a file to judge by, where each counts once."""
        trained_on = settings.get("trained_on")
        if trained_on is not None:
            trained_on = replace(trained_on, weight=None)
        return self.read(path, {**settings, "weight_column": None, "trained_on": trained_on})


def _told(data: Documents | Files, settings: Settings) -> dict[str, Any]:
    """Return the columns, if some were given by name; numbers say nothing about other files."""
    separator = settings.get("label_separator")
    told: dict[str, Any] = {"label_separator": separator} if separator else {}
    texts, labels = (tuple(settings.get(each) or ()) for each in ("text_column", "label_column"))
    weight = _name(settings.get("weight_column"))
    if weight is None and not any(_name(each) for each in (*texts, *labels)):
        return told
    facts = _columns_of(data)
    names = facts["text_columns"] or [each for each in texts if _name(each)]
    if names:
        told["text_columns"] = list(names)
    if len(labels) > 1 or facts["label_column"] is None:
        found = [each for each in labels if _name(each)]
    else:
        found = [facts["label_column"]]
    if found:
        told["label_columns"] = found
    return told if weight is None else {**told, "weight_column": weight}


def _name(told: str | None) -> str | None:
    """Return the name of a column, None if it was told by its number or not at all."""
    found = number_or_word(told)
    return found if isinstance(found, str) else None


def _columns_of(data: Documents | Files) -> Mapping[str, Any]:
    from linguine.data import Files

    if isinstance(data, Files):
        from linguine.tasks.text.streaming.reading import facts_of

        return facts_of(data)
    return {"text_columns": data.text_columns, "label_column": data.label_column}
