"""Text row: what the tasks have alike whose examples are texts."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from linguine.tasks.task import Settings
from linguine.tasks.text.options import choose_features
from linguine.tasks.text.table_task import TableTask

if TYPE_CHECKING:
    from linguine.data import Documents

__all__ = ["TextRow"]


class TextRow(TableTask):
    """A task that learns from documents with labels or scores."""

    about: ClassVar[str] = "texts"
    unit, rate, question = "texts", "predictions", "text"
    n_sample = 10_000

    def prepare(self, estimator: Any, data: Documents, settings: Settings) -> Any:
        """Return the estimator with the columns of a file; refuse a file that lacks some."""
        from linguine.tasks.text import reading

        told = reading.text_column_settings(data, settings)
        if data.bags is not None:
            algorithm = estimator.settings.algorithm
            told["features"] = choose_features(settings, is_bag=True, algorithm=algorithm)
        reading.check_columns(data, settings)
        return estimator.set_params(**told) if told else estimator

    def facts(self, estimator: Any, data: Documents, settings: Settings) -> dict[str, Any]:
        """Return what is told about a training."""
        return {
            **self._learned(estimator, data),
            "text_columns": list(data.text_columns),
            "label_column": data.label_column,
            "joined": bool(settings["join_columns"]),
        }

    @abstractmethod
    def _learned(self, estimator: Any, data: Documents) -> Mapping[str, Any]:
        """Return what is told about the answers that were learned from."""
