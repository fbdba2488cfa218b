"""Averaged models in files: tensors and settings, and checks on the way out."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.features import Extractor
from linguine.features.text.columns import TextColumns
from linguine.model.file.labels import read_classes
from linguine.model.file.loaded_model import LoadedModel
from linguine.model.file.packing import pack_small
from linguine.model.file.sparse_weights import pack_weights, unpack_weights
from linguine.model.file.weight_limits import MOST_WEIGHT, check_weights
from linguine.tasks.text.averaged.model import AveragedModel, HashedWords, Ways
from linguine.tasks.text.deciding.file import pack_decisions, read_promise

__all__ = ["AveragedModel", "build_averaged", "pack_averaged"]


def pack_averaged(
    model: AveragedModel, quantize: str | None, *, task: str
) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """Return what the file holds."""
    words = model.words
    check_weights("weights", model.weights)
    tensors: dict[str, NDArray[Any]] = {
        "entries": words.entries,
        "entry_lengths": np.diff(words.offsets).astype(np.uint32),
        "order": model.order,
    }
    if words.kept is not None:
        tensors["kept"] = words.kept
    if model.link == "tree":
        tensors |= {"way_offsets": model.ways.offsets, "way_steps": model.ways.steps}
    if model.output is not None:
        check_weights("output", model.output)
        tensors["output"] = model.output
    tensors |= pack_weights("weights", model.weights, quantization=quantize)
    return pack_small(tensors, _config(model, quantize, task))


def _config(model: AveragedModel, quantize: str | None, task: str) -> dict[str, Any]:
    words = model.words
    return {
        "task": task,
        "labels": model.classes.tolist(),
        "label_type": "str",
        "features": [{"template": "hashed-words", "low": 1, "high": words.longest}],
        "n_features": words.n_rows,
        "values": "mean",
        "reject_below": model.reject_below,
        **pack_decisions(model),
        "quantization": quantize,
        "averaged": {
            "n_words": words.n_words,
            "n_buckets": words.n_buckets,
            "longest": words.longest,
            "least_piece": words.least_piece,
            "longest_piece": words.longest_piece,
            "keeps_all": words.kept is None,
            "n_columns": model.n_columns,
            "has_output": model.output is not None,
            "link": model.link,
        },
        "info": model.info,
    }


def build_averaged(loaded: LoadedModel) -> AveragedModel:
    """Return the model of a file whose configuration was checked."""
    classes, facts = read_classes(loaded), loaded.setting("averaged", dict)
    words = _words(loaded, facts)
    shape = (words.n_rows, facts["n_columns"])
    loaded.check_memory("weights", 4 * (shape[0] + words.n_words) * shape[1])
    weights = unpack_weights("weights", loaded.tensors, shape=shape, most=MOST_WEIGHT)
    output, ways = None, Ways.none()
    if facts["has_output"]:
        output = loaded.tensor("output", dtype=np.float32, shape=(None, shape[1]))
        check_weights("output", output)
    if facts["link"] == "tree":
        ways = Ways(
            loaded.tensor("way_offsets", dtype=np.int64, shape=(len(classes) + 1,)),
            loaded.tensor("way_steps", dtype=np.int32, shape=(None,)),
        )
    order = loaded.tensor("order", dtype=np.int32, shape=(len(classes),))
    if not np.array_equal(np.sort(order), np.arange(len(classes))):
        raise loaded.damaged("the order of labels must have each once")
    model = AveragedModel(
        Extractor(values="count", normalize=None),
        np.ascontiguousarray(weights, dtype=np.float32),
        np.zeros(shape[1], np.float32),
        classes,
        reject_below=loaded.config.get("reject_below"),
        info=dict(loaded.setting("info", dict)),
        reads=TextColumns(),
        words=words,
        link=facts["link"],
        order=order,
        output=output,
        ways=ways,
        promise=read_promise(loaded),
    )
    _ = model.native  # the core checks what only it can
    return model


def _words(loaded: LoadedModel, facts: dict[str, Any]) -> HashedWords:
    lengths = loaded.tensor("entry_lengths", dtype=np.uint32, shape=(None,))
    offsets = np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)]).astype(np.int64)
    return HashedWords(
        loaded.tensor("entries", dtype=np.uint8, shape=(int(offsets[-1]),)),
        offsets,
        facts["n_words"],
        facts["n_buckets"],
        facts["longest"],
        facts["least_piece"],
        facts["longest_piece"],
        None if facts["keeps_all"] else loaded.tensor("kept", dtype=np.uint32, shape=(None,)),
    )
