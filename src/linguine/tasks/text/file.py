"""Text models in files: what goes into the ``.linguine`` container, and checks on the way out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linguine.errors import NotAvailableError, said
from linguine.features import Extractor
from linguine.features.buckets import Buckets
from linguine.features.text.columns import TextColumns
from linguine.features.text.specification import features_from_config, features_to_config
from linguine.features.vocabulary import Vocabulary
from linguine.learning.standing import Standing
from linguine.model.beam_calibration import BeamCalibrator
from linguine.model.calibration import Calibrator
from linguine.model.estimator import Functions
from linguine.model.file.counts import StoredCounts, pack_counts
from linguine.model.file.labels import read_classes
from linguine.model.file.loaded_model import LoadedModel
from linguine.model.file.packing import pack_small, read_vocabulary, unpack_tensors
from linguine.model.file.schema import Kind
from linguine.model.file.sparse_weights import pack_weights, unpack_weights
from linguine.model.file.weight_limits import MOST_WEIGHT, check_weights
from linguine.model.file.word_tables import pack_word_tables, read_word_tables
from linguine.model.sigmoids import Sigmoids
from linguine.tasks.text.deciding.file import build_decisions, pack_decisions
from linguine.tasks.text.model import TextModel
from linguine.tasks.text.schema import SCHEMA

if TYPE_CHECKING:
    from linguine.tasks.text.label_tree.model import Along

__all__ = ["build_model", "pack_model"]

TASK = "text-classification"


def pack_model(
    model: TextModel,
    quantize: str | None,
    *,
    task: str = TASK,
    more: Mapping[str, Any] | None = None,
) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """Return what the file holds; names of features without a weight are not stored.

    ``more`` is what a task keeps besides.
    """
    if model.promise is not None and quantize is not None:
        raise NotAvailableError(
            "A promise is about the weights that were judged; smaller ones answer otherwise; got "
            f"{said('quantize', quantize)}. Leave one of them out."
        )
    if model.is_opened:
        from linguine.tasks.text.averaged.file import AveragedModel, pack_averaged

        assert isinstance(model, AveragedModel)
        return pack_averaged(model, quantize, task=task)
    if model.is_tree:
        from linguine.tasks.text.label_tree.model import Along

        assert isinstance(model, Along)
        return _pack_along(model, quantize, task=task, more=more)
    weights = np.ascontiguousarray(model.weights[:, : model.n_columns])
    extractor = model.extractor
    tensors: dict[str, NDArray[Any]] = {"bias": model.bias[: model.n_columns]}
    check_weights("weights", weights)
    check_weights("bias", tensors["bias"])
    idf = extractor.idf_ if extractor.weighting.has_idf else None
    vocabulary = extractor.vocabulary_
    assert vocabulary is not None
    is_used: NDArray[np.bool_] = np.asarray(weights.any(axis=1))
    counts = model.memory.unpack() if isinstance(model.memory, StoredCounts) else model.memory
    if counts is not None and not isinstance(counts, Standing) and quantize is None:
        tensors |= pack_counts(counts)
        is_used[:] = True  # what was counted counts, with and without a weight
    if not is_used.all() and extractor.weighting.normalize is None:
        vocabulary = vocabulary.keep(is_used)
        weights = weights[is_used]
        idf = None if idf is None else idf[is_used]
    elif not is_used.all():  # they still count for the length of a row, but need no names
        vocabulary = vocabulary.forget_names(~is_used)
    tensors |= _vocabulary_tensors(vocabulary) | pack_word_tables(extractor.features)
    if idf is not None:
        tensors["idf"] = idf
    tensors |= pack_weights("weights", weights, quantization=quantize)
    if model.sets is not None:
        tensors["misses_of_sets"] = model.sets.misses
    config = {"task": task, **_config(model, vocabulary, quantize), **(more or {})}
    return pack_small(tensors, config)


def _pack_along(
    model: Along, quantize: str | None, *, task: str, more: Mapping[str, Any] | None
) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """Return what the file of a label tree holds; all features count for the length of a row."""
    from linguine.tasks.text.label_tree.file import pack_tree

    assert isinstance(model, TextModel)
    extractor, vocabulary = model.extractor, model.extractor.vocabulary_
    assert vocabulary is not None
    is_used = np.zeros(extractor.n_features, np.bool_)
    is_used[model.tree.features] = True
    vocabulary = vocabulary.forget_names(~is_used)
    tensors = _vocabulary_tensors(vocabulary) | pack_word_tables(extractor.features)
    if extractor.weighting.has_idf and extractor.idf_ is not None:
        tensors["idf"] = extractor.idf_
    tensors |= pack_tree(model.tree, quantize)
    along = {"tree": {"beam": model.tree.beam}}
    config = {"task": task, **_config(model, vocabulary, quantize), **along, **(more or {})}
    return pack_small(tensors, config)


def _vocabulary_tensors(vocabulary: Vocabulary | Buckets) -> dict[str, NDArray[Any]]:
    if isinstance(vocabulary, Buckets):
        return {"buckets": vocabulary.numbers}
    return {
        "keys": vocabulary.keys,
        "name_bytes": vocabulary.name_bytes,
        "name_lengths": np.diff(vocabulary.name_offsets).astype(np.uint32),
    }


def _config(
    model: TextModel, vocabulary: Vocabulary | Buckets, quantize: str | None
) -> dict[str, Any]:
    extractor = model.extractor
    found = vocabulary.found if isinstance(vocabulary, Buckets) else {}
    labels = model.classes.tolist()
    return {
        "labels": labels,
        "label_type": type(labels[0]).__name__,
        "features": features_to_config(extractor.features),
        "n_features": len(vocabulary),
        "hash_bits": extractor.hash_bits,
        "min_df": (
            extractor.least(extractor.n_documents_)
            if extractor.min_df is None
            else extractor.min_df
        ),
        "min_df_is_usual": extractor.min_df is None,
        "max_df": extractor.max_df,
        **({} if extractor.min_count == 1 else {"min_count": extractor.min_count}),
        "max_features": extractor.max_features,
        "values": extractor.weighting.values,
        "normalize": extractor.weighting.normalize,
        "calibration": None if model.calibrator is None else model.calibrator.to_config(),
        "reject_below": model.reject_below,
        **pack_decisions(model),
        "quantization": quantize,
        "bucket_names": {str(bucket): name for bucket, name in found.items()},
        "standing": model.memory.to_config() if isinstance(model.memory, Standing) else None,
        "info": model.info,
        **_text_columns(model.reads),
    }


def _text_columns(reads: TextColumns) -> dict[str, Any]:
    """Return where the text lies; nothing where it comes by itself, as in all older files."""
    if not reads.names:
        return {}
    return {"text_columns": list(reads.names), "join_columns": reads.is_joined}


def _tree_model() -> type[TextModel]:
    from linguine.tasks.text.label_tree.model import TreeModel

    return TreeModel


def build_model(
    loaded: LoadedModel,
    functions: Functions | None = None,
    *,
    reader: str = "TextClassifier",
    task: str = TASK,
    schema: Kind = SCHEMA,
    make: type[TextModel] = TextModel,
    along: Callable[[], type[TextModel]] = _tree_model,
) -> TextModel:
    """Return the model of an opened file; ``reader`` asks for one of a task, with its schema.

    ``make`` is its class; ``along`` returns that of label trees, which few models are.
    """
    loaded.check_task(reader, task, schema)
    with loaded.building():
        if "averaged" in loaded.config:
            from linguine.tasks.text.averaged.file import build_averaged

            return build_averaged(unpack_tensors(loaded))
        return _build(unpack_tensors(loaded), functions, make, along)


def _build(
    loaded: LoadedModel,
    functions: Functions | None,
    make: type[TextModel],
    along: Callable[[], type[TextModel]],
) -> TextModel:
    classes = read_classes(loaded)
    n_columns = make.count_columns(len(classes))
    n_features = loaded.setting("n_features", int)
    hash_bits = loaded.config.get("hash_bits")
    extractor = Extractor(
        read_word_tables(loaded, features_from_config(loaded.setting("features", list), functions)),
        values=loaded.setting("values", str),
        normalize=loaded.config.get("normalize"),
        min_df=None if loaded.config.get("min_df_is_usual") else loaded.config.get("min_df", 1),
        max_df=loaded.config.get("max_df", 1.0),
        min_count=loaded.config.get("min_count", 1),
        max_features=loaded.config.get("max_features"),
        hash_bits=hash_bits,
    )
    vocabulary = (
        read_vocabulary(loaded, n_features)
        if hash_bits is None
        else _buckets(loaded, n_features, hash_bits)
    )
    idf = None
    if extractor.weighting.has_idf:
        idf = loaded.tensor("idf", dtype=np.float32, shape=(n_features,))
    info = dict(loaded.setting("info", dict))
    extractor.restore(vocabulary, idf, info.get("n_documents", 0))
    if "tree" in loaded.config:
        if idf is not None:
            check_weights("document frequencies", idf)
        return _build_along(loaded, extractor, classes, info, along())
    loaded.check_memory("weights", 4 * n_features * n_columns)
    weights = unpack_weights(
        "weights", loaded.tensors, shape=(n_features, n_columns), most=MOST_WEIGHT
    )
    bias = loaded.tensor("bias", dtype=np.float32, shape=(n_columns,))
    check_weights("bias", bias)
    if idf is not None:
        check_weights("document frequencies", idf)
    calibrator = _calibrator(loaded, len(classes), make.calibrates_with)
    return make(
        extractor,
        np.ascontiguousarray(weights, dtype=np.float32),
        np.ascontiguousarray(bias),
        classes,
        calibrator,
        loaded.config.get("reject_below"),
        info,
        reads=_reads(loaded, extractor),
        memory=_memory(loaded, n_features, make.count_columns(len(classes), of_counts=True)),
        **build_decisions(loaded, len(classes)),
    )


def _build_along(
    loaded: LoadedModel,
    extractor: Extractor,
    classes: NDArray[Any],
    info: dict[str, Any],
    make: type[TextModel],
) -> TextModel:
    from linguine.tasks.text.label_tree.file import unpack_tree

    return make(
        extractor,
        np.zeros((0, 0), np.float32),
        np.zeros(0, np.float32),
        classes,
        _calibrator(loaded, len(classes), make.calibrates_with),
        loaded.config.get("reject_below"),
        info,
        reads=_reads(loaded, extractor),
        tree=unpack_tree(loaded, extractor.n_features, len(classes)),  # type: ignore[call-arg]
    )


def _reads(loaded: LoadedModel, extractor: Extractor) -> TextColumns:
    config = loaded.config
    reads = TextColumns.of(config.get("text_columns"), config.get("join_columns", False))
    if reads.spread(extractor.features) is extractor.features:
        return reads
    columns = {getattr(each, "column", None) for each in extractor.features.templates}
    if None in columns or not columns >= set(reads.names):
        raise loaded.damaged(
            "each text column must have features of its own; the columns are "
            f"{', '.join(reads.names)}, and the features say otherwise"
        )
    return reads


def _memory(loaded: LoadedModel, n_features: int, n_labels: int) -> StoredCounts | Standing | None:
    """Return what learning goes on from; files of older versions have none."""
    standing = loaded.config.get("standing")
    if standing is not None:
        return Standing.from_config(standing)
    return StoredCounts.find(loaded, n_features, n_labels)


def _calibrator(
    loaded: LoadedModel, n_labels: int, kind: type[Calibrator | Sigmoids | BeamCalibrator]
) -> Calibrator | Sigmoids | BeamCalibrator | None:
    config = loaded.config.get("calibration")
    if config is None:
        return None
    calibrator = kind.from_config(config)
    if calibrator.n_labels != n_labels:
        raise loaded.damaged(
            f"probabilities must be for the {n_labels} labels of the model; they are for "
            f"{calibrator.n_labels}"
        )
    return calibrator


def _buckets(loaded: LoadedModel, n_features: int, hash_bits: int) -> Buckets:
    names = loaded.setting("bucket_names", dict)
    found = {int(bucket): str(name) for bucket, name in names.items()}
    numbers = loaded.tensor("buckets", dtype=np.uint32, shape=(n_features,))
    if (largest := int(numbers.max(initial=0))) >> hash_bits:
        raise loaded.damaged(
            f"buckets of {hash_bits} bits must be below {1 << hash_bits}; one is {largest}"
        )
    return Buckets.numbered(numbers, hash_bits, found)
