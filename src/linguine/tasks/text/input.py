"""Input of text classifiers: files, documents that were read, lists, arrays and data frames."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from os import PathLike
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linguine.data import Documents, find_classes, join_classes, make_examples
from linguine.data.reading.files import Files, are_names
from linguine.data.targets.labels import Target, read_target
from linguine.data.texts import check_some
from linguine.errors import DataError
from linguine.features.text.columns import TextColumns
from linguine.tasks.multilabel.input import make_set_examples, read_sets
from linguine.tasks.text.fitting.settings import FeatureSettings
from linguine.tasks.text.gold.hidden_options import find_hidden, split_hidden
from linguine.tasks.text.model import take_apart
from linguine.tasks.text.settings import TextSettings
from linguine.tasks.text.training import TrainingData

__all__ = [
    "as_documents",
    "as_files",
    "as_training",
    "read_held_out",
    "read_to_learn",
    "read_training",
    "settings_for",
]

Settings = TypeVar("Settings", bound=FeatureSettings)


def as_documents(texts: Any, labels: Any, reads: TextColumns, *, need_labels: bool = True) -> Any:
    """Return the documents of a file; anything else, and a text that has a label, as it is."""
    found = _files(texts, labels, reads, need_labels=need_labels)
    if not isinstance(found, Files):
        return found
    from linguine.data.reading.files import read_files  # who has lists needs no formats

    return read_files(found.paths, **found.options, need_labels=need_labels)


def as_training(texts: Any, labels: Any, reads: TextColumns, *, need_labels: bool = True) -> Any:
    """Return the same of what is learned from; files that do not fit into memory stay there."""
    found = texts if isinstance(texts, Files) else None
    if found is None:
        found = _files(texts, labels, reads, need_labels=need_labels)
    if not isinstance(found, Files):
        return found
    from linguine.tasks.streaming.memory import fits

    if need_labels and (isinstance(texts, Files) or not fits(found)):
        return found
    return as_documents(texts, labels, reads, need_labels=need_labels)


def as_files(texts: Any, labels: Any, reads: TextColumns) -> Files:
    """Return files to learn from in parts; refuse what is in memory already."""
    found = texts if isinstance(texts, Files) else _files(texts, labels, reads, need_labels=True)
    if not isinstance(found, Files) or labels is not None:
        raise DataError(
            "must be the names of files, with labels and columns in them, which each worker of an "
            f"engine reads a part of; got {type(texts).__name__}. Write the texts to a file, or "
            "leave engine out.",
            parameter="texts",
        )
    return found


def _files(texts: Any, labels: Any, reads: TextColumns, *, need_labels: bool) -> Any:
    """Return the files that are meant; anything else, and a text that has a label, as it is."""
    if labels is not None or not _names_files(texts, need_labels):
        return texts
    names = list(reads.names)
    return Files.of(texts, text=names if len(names) > 1 else next(iter(names), None))


def _names_files(texts: Any, need_labels: bool) -> bool:
    if isinstance(texts, str | PathLike):
        return need_labels or not isinstance(texts, str)
    if not isinstance(texts, list | tuple) or not texts:
        return False
    return are_names(texts) if need_labels else all(isinstance(each, PathLike) for each in texts)


def settings_for(settings: Settings, texts: Any) -> Settings:
    """Return the settings with the text columns that documents come with, if none were named."""
    if not isinstance(texts, Documents) or settings.text_columns or len(texts.text_columns) < 2:
        return settings
    return replace(settings, text_columns=texts.text_columns)


def read_training(
    settings: TextSettings,
    texts: Any,
    labels: Any = None,
    columns: Mapping[str, Any] | None = None,
    sample_weight: ArrayLike | None = None,
    *,
    known: NDArray[Any] | None = None,
) -> TrainingData:
    """Return what to learn from; labels of documents stay the codes that they are.

    ``known`` are labels that were learned before, for learning in pieces; None begins.
    """
    several = read_sets(texts, labels)
    target, sample_weight = _target_of(texts, labels), _weights_of(texts, sample_weight)
    texts, by_name = settings.reads.read(*take_apart(settings.reads, texts, columns))
    check_some(len(texts))
    if several is not None:
        return TrainingData(
            texts,
            by_name,
            *make_set_examples(several, len(texts), sample_weight, known),
            has_weights=sample_weight is not None,
            sets_given_as_table=several.is_table,
        )
    if known is None and (hides := find_hidden(settings, target, labels, len(texts))) is not None:
        weights = sample_weight, sample_weight is not None
        return TrainingData(texts, by_name, *split_hidden(settings, *hides, *weights))
    target = target or read_target(labels, len(texts))
    classes = find_classes(target)
    if known is not None:
        classes = join_classes([known, classes])
    examples = make_examples(
        target,
        classes,
        sample_weight=sample_weight,
        class_weight=settings.class_weight,
        may_name_unseen=known is not None,
    )
    return TrainingData(texts, by_name, examples, classes, sample_weight is not None)


def read_held_out(settings: TextSettings, dev: Any, classes: NDArray[Any]) -> TrainingData | None:
    """Return texts that say when to stop; those whose label is not to be learned do not count.

    None where nobody asks.
    ``dev`` is a file, documents, or a pair of texts and labels.
    """
    if dev is None or not settings.is_online:
        return None
    texts, labels = dev if isinstance(dev, tuple) and len(dev) == 2 else (dev, None)
    texts = as_documents(texts, labels, settings.reads)
    if labels is None and not isinstance(texts, Documents):
        raise DataError(
            "must have labels; got texts without. Give the name of a file, documents, or a pair "
            "(texts, labels).",
            parameter="dev",
        )
    data = read_training(settings, texts, labels, known=classes)
    places = np.searchsorted(classes, data.classes).clip(max=len(classes) - 1)
    is_known = (classes[places] == data.classes)[data.examples.gold]
    if not is_known.any():
        raise DataError(
            f"Texts that say when to stop must have labels that are learned; got "
            f"{data.classes.tolist()[:3]} in dev, and none of these. Check its label column."
        )
    kept = data.examples.subset(is_known)
    gold = places[kept.gold].astype(np.int32)
    return replace(data, examples=replace(kept, gold=gold), classes=classes)


def _weights_of(texts: Any, sample_weight: ArrayLike | None) -> ArrayLike | None:
    if not isinstance(texts, Documents) or texts.weights is None:
        return sample_weight
    if sample_weight is not None:
        raise DataError(
            f"{texts.source}: weights must be given once; these documents have their own, and "
            "sample_weight was given too. Leave one out."
        )
    return texts.weights


def _target_of(texts: Any, labels: Any) -> Target | None:
    if not isinstance(texts, Documents):
        return None
    if labels is None and texts.label_set is not None:
        if texts.soft is not None:
            return Target.of_soft(texts.soft)
        return Target(texts.label_set.codes, np.array(texts.label_set.names))
    if labels is not None and texts.labels is not None:
        raise DataError(
            f"{texts.source}: labels must be given once; these documents have their own, and "
            "labels were given too. Leave one out."
        )
    return None


def read_to_learn(settings: FeatureSettings, path: Any) -> Any:
    """Return the documents of a file, with what is said about them."""
    return as_documents(path, None, settings.reads)
