"""Which kind of model it is: one label per text, or several. The one place that asks."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from linguine.data.reading.files import Files
from linguine.errors import NotAvailableError, ParameterError, said
from linguine.model.concurrency import Resources
from linguine.model.estimator import Functions
from linguine.model.file.loaded_model import LoadedModel
from linguine.tasks.multilabel.input import read_sets
from linguine.tasks.multilabel.model import MultilabelModel
from linguine.tasks.multilabel.schema import TASK
from linguine.tasks.text.file import build_model, pack_model
from linguine.tasks.text.input import (
    as_files,
    as_training,
    read_held_out,
    read_training,
    settings_for,
)
from linguine.tasks.text.model import TextModel
from linguine.tasks.text.settings import TextSettings
from linguine.tasks.text.training import TrainingData, train_text_model

if TYPE_CHECKING:
    from linguine.tasks.text.increment.stream import TextStream

__all__ = ["begin_stream", "build_either", "fit_either", "pack_either", "trainer_for"]


def trainer_for(settings: TextSettings, data: TrainingData) -> Callable[..., TextModel]:
    """Return what learns from data; refuse settings that the other one has."""
    if data.has_sets:
        from linguine.tasks.multilabel.training import train_multilabel_model

        return train_multilabel_model
    refuse_thresholds(settings)
    return train_text_model


def refuse_thresholds(settings: TextSettings) -> None:
    """Raise ParameterError for a threshold that only several labels have."""
    if settings.threshold not in (None, "f1"):
        raise ParameterError(
            "must be 'f1' where each text has one label; got "
            f"{said('threshold', settings.threshold)}. Use {said('reject_below', 0.5)} for a "
            "probability, or give a list of labels for each text.",
            owner=settings.owner,
            parameter="threshold",
        )


def fit_either(
    settings: TextSettings, given: tuple[Any, ...], dev: Any, use: Resources, engine: Any = None
) -> TextModel:
    """Return what is learned from texts, labels, columns and weights, or from files.

    Files that do not fit into memory are streams; an engine learns from parts of files.
    """
    texts, labels, *more = given
    has_labels = "keywords" not in settings.options
    read_dev = None if dev is None else partial(read_held_out, settings, dev)
    if engine is not None:
        refuse_thresholds(settings)
        return fit_in_parts(
            settings, as_files(texts, labels, settings.reads), read_dev, use, engine
        )
    texts = as_training(texts, labels, settings.reads, need_labels=has_labels)
    if isinstance(texts, Files):
        from linguine.tasks.text.streaming.fitting import train_streamed_model

        refuse_thresholds(settings)
        return train_streamed_model(settings, texts, use, read_dev)
    settings = settings_for(settings, texts)
    data = read_training(settings, texts, labels, *more)
    train = trainer_for(settings, data)
    return train(settings, data, use, read_held_out(settings, dev, data.classes))


def fit_in_parts(
    settings: TextSettings, files: Files, read_dev: Any, use: Resources, engine: Any
) -> TextModel:
    """Return what the workers of an engine learn from files."""
    from linguine.model.engines.opening import open_engine
    from linguine.tasks.text.parted.fitting import train_parted_model

    with open_engine(engine) as opened:
        return train_parted_model(settings, files, use, opened, read_dev)


def begin_stream(
    settings: TextSettings, model: TextModel | None, texts: Any, labels: Any
) -> TextStream:
    """Return what learns in pieces, by what was fitted, or else by the first piece."""
    from linguine.tasks.multilabel.increment import SetStream
    from linguine.tasks.text.increment.stream import TextStream

    if model is None:
        has_sets = read_sets(texts, labels) is not None
    else:
        has_sets = isinstance(model, MultilabelModel)
    for name in () if has_sets else ("threshold", "precision"):
        if (value := getattr(settings, name)) is not None:
            raise NotAvailableError(
                "needs held-out texts, and partial_fit holds nothing out; got "
                f"{said(name, value)}. Leave it out, or use fit.",
                owner=settings.owner,
                parameter=name,
            )
    return (SetStream if has_sets else TextStream)(settings, model)


def pack_either(
    model: TextModel, quantize: str | None
) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """Return what a file holds."""
    if isinstance(model, MultilabelModel):
        from linguine.tasks.multilabel.file import pack_model as pack_multilabel

        return pack_multilabel(model, quantize)
    return pack_model(model, quantize)


def build_either(loaded: LoadedModel, functions: Functions | None = None) -> TextModel:
    """Return the model of an opened file."""
    if loaded.config.get("task") == TASK:
        from linguine.tasks.multilabel.file import build_model as build_multilabel

        return build_multilabel(loaded, functions)
    return build_model(loaded, functions)
