"""Parsers in files: what goes into the ``.linguine`` container, and checks on the way out."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.features.arc.extractor import ArcExtractor
from linguine.features.arc.templates import ArcTemplates
from linguine.learning.tree_problem import TreeWeights
from linguine.model.file.carried import pack_carried, read_carried
from linguine.model.file.loaded_model import LoadedModel
from linguine.model.file.packing import pack_small, unpack_tensors
from linguine.model.file.sparse_weights import pack_weights, unpack_weights
from linguine.model.file.standing import pack_standing, read_standing
from linguine.tasks.parser.model import MOST_WEIGHT, ParserModel
from linguine.tasks.parser.schema import SCHEMA

__all__ = ["build_model", "pack_model"]

TASK = "parsing"


def pack_model(
    model: ParserModel, quantize: str | None
) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """Return what the file holds."""
    extractor, n = model.extractor, len(model.relations)
    tensors: dict[str, NDArray[Any]] = {
        "filter.classes": extractor.classes,
        "filter.farthest": extractor.farthest,
        **pack_weights("shared", model.weights.shared.reshape(-1, 1), quantization=quantize),
    }
    if model.has_relations:
        columns = np.ascontiguousarray(model.weights.relation[:, :n])
        tensors |= pack_weights("relation", columns, quantization=quantize)
    config = {
        "task": TASK,
        "relations": list(model.relations),
        "projective": model.projective,
        "single_root": model.single_root,
        "has_probabilities": model.has_probabilities,
        "columns": list(model.columns),
        "templates": extractor.templates.to_config(),
        "frequent": list(extractor.frequent),
        "shared_bits": extractor.shared_bits,
        "relation_bits": extractor.relation_bits,
        "quantization": quantize,
        "info": model.info,
        **pack_standing(model.memory),
    }
    tensors |= pack_carried(model.tokenizer)
    return pack_small(tensors, config)


def build_model(loaded: LoadedModel, functions: Any = None) -> ParserModel:
    """Return the parser of an opened file; its templates have no functions of the user."""
    loaded.check_task("DependencyParser", TASK, SCHEMA)
    with loaded.building():
        model = _build(unpack_tensors(loaded))
        _ = model.native  # the core checks what only it can
    return model


def _build(loaded: LoadedModel) -> ParserModel:
    relations = loaded.texts("relations", distinct=True)
    bits = loaded.setting("shared_bits", int), loaded.setting("relation_bits", int)
    classes = loaded.tensor("filter.classes", dtype=np.uint64, shape=(None,))
    extractor = ArcExtractor(
        ArcTemplates.from_config(loaded.setting("templates", dict)),
        list(loaded.texts("columns")),
        *bits,
        frequent=[str(each) for each in loaded.setting("frequent", list)],
        classes=classes,
        farthest=loaded.tensor("filter.farthest", dtype=np.int32, shape=(2 * len(classes) ** 2,)),
    )
    shared = _table(loaded, "shared", (1 << bits[0], 1), 1).ravel()
    n, stride = len(relations), _core.stride(len(relations))
    relation = np.zeros((0, stride), np.float32)
    if n > 1:
        relation = _table(loaded, "relation", (1 << bits[1], n), stride)
    return ParserModel(
        extractor,
        TreeWeights(shared, relation),
        relations,
        loaded.setting("projective", bool),
        loaded.setting("single_root", bool),
        loaded.setting("has_probabilities", bool),
        dict(loaded.setting("info", dict)),
        tokenizer=read_carried(loaded),
        memory=read_standing(loaded),
    )


def _table(
    loaded: LoadedModel, name: str, shape: tuple[int, int], width: int
) -> NDArray[np.float32]:
    """Return weights, with columns padded as the core wants them.

    Hashed tables are mostly zeros, which take no memory until they are written to: a small file
    may have a large table.
    """
    weights = unpack_weights(name, loaded.tensors, shape=shape, width=width, most=MOST_WEIGHT)
    if weights.dtype != np.float32:
        raise loaded.damaged(f"weights must be float32; got {weights.dtype}")
    return np.ascontiguousarray(weights)
