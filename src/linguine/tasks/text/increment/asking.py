"""Asking: what estimators of texts share whose model may go on learning."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

from linguine.features.text.columns import TextColumns
from linguine.tasks.base import TaskEstimator
from linguine.tasks.going_on import GoingOn
from linguine.tasks.text.fitting.settings import FeatureSettings
from linguine.tasks.text.input import as_documents, settings_for
from linguine.tasks.text.model import take_apart

__all__ = ["AsksTexts"]

Model = TypeVar("Model")


class AsksTexts(GoingOn, TaskEstimator, Generic[Model]):
    """Finds out what answers, and what it is asked about; a stream looks at the texts first."""

    settings: FeatureSettings

    def _asked(
        self, texts: Any, columns: Mapping[str, Any] | None
    ) -> tuple[Model, Any, Mapping[str, Any] | None]:
        """Return the model, the texts and the columns."""
        reads = self._reads()
        texts = as_documents(texts, None, reads, need_labels=False)
        texts, columns = take_apart(reads, texts, columns)
        if self._stream is None:
            return self._model(), texts, columns
        read, by_name = reads.read(texts, columns)
        model: Model = self._stream.model_for(read, by_name)
        return model, read if reads.is_one_text else by_name, by_name

    def _learn_more(
        self, texts: Any, begin: Callable[[Any, Any], Any], read: Callable[[Any], Any]
    ) -> None:
        """Go on learning: ``begin`` makes a stream of settings and a model, ``read`` its data."""
        if self._fitted is not None:
            self._fitted.check_goes_on("partial_fit")
        stream = self._stream or begin(settings_for(self.settings, texts), self._fitted)
        with self._learning() as use:
            stream.advance(read(stream), use)
        self._go_on_with(stream)

    def _reads(self) -> TextColumns:
        """Return where the text lies; a stream need not make a model to know it."""
        if self._stream is not None:
            return self._stream.settings.reads  # type: ignore[no-any-return]
        reads: TextColumns = self._model().reads
        return reads

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.one_d_array = tags.input_tags.string = True
        return tags
