"""Which kind of model it is: one label per text, or several. The one place that asks."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from linguine.errors import ParameterError, said
from linguine.model.estimator import Functions
from linguine.model.file.loaded_model import LoadedModel
from linguine.tasks.multilabel.file import TASK
from linguine.tasks.multilabel.file import build_model as build_multilabel
from linguine.tasks.multilabel.file import pack_model as pack_multilabel
from linguine.tasks.multilabel.input import read_sets
from linguine.tasks.multilabel.model import MultilabelModel
from linguine.tasks.text.file import build_model, pack_model
from linguine.tasks.text.model import TextModel
from linguine.tasks.text.settings import TextSettings
from linguine.tasks.text.training import TrainingData, train_text_model

if TYPE_CHECKING:
    from linguine.tasks.text.increment import TextStream

__all__ = ["begin_stream", "build_either", "pack_either", "trainer_for"]


def trainer_for(settings: TextSettings, data: TrainingData) -> Callable[..., TextModel]:
    """Return what learns from data; refuse settings that the other one has."""
    if data.has_sets:
        from linguine.tasks.multilabel.training import train_multilabel_model

        return train_multilabel_model
    for name in ("threshold", "precision"):
        if (value := getattr(settings, name)) is not None:
            raise ParameterError(
                f"is for texts with several labels each; got {said(name, value)}, and a label for "
                "each text. Leave it out, or give a list of labels for each text.",
                owner=settings.owner,
                parameter=name,
            )
    return train_text_model


def begin_stream(
    settings: TextSettings, model: TextModel | None, texts: Any, labels: Any
) -> TextStream:
    """Return what learns in pieces, by what was fitted, or else by the first piece."""
    from linguine.tasks.multilabel.increment import SetStream
    from linguine.tasks.text.increment import TextStream

    if model is None:
        has_sets = read_sets(texts, labels) is not None
    else:
        has_sets = isinstance(model, MultilabelModel)
    return (SetStream if has_sets else TextStream)(settings, model)


def pack_either(
    model: TextModel, quantize: str | None
) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """Return what a file holds."""
    if isinstance(model, MultilabelModel):
        return pack_multilabel(model, quantize)
    return pack_model(model, quantize)


def build_either(loaded: LoadedModel, functions: Functions | None = None) -> TextModel:
    """Return the model of an opened file."""
    if loaded.config.get("task") == TASK:
        return build_multilabel(loaded, functions)
    return build_model(loaded, functions)
