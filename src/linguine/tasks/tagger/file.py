"""Taggers in files: what goes into the ``.linguine`` container, and checks on the way out."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.data.targets.tag_scheme import TagScheme
from linguine.features import BagExtractor, TokenExtractor, TokenTemplates, WordVectors
from linguine.inference.chain_rows import first_row
from linguine.learning.standing import Standing
from linguine.model.estimator import Functions
from linguine.model.file.carried import pack_carried, read_carried
from linguine.model.file.hmm_counts import StoredHmmCounts, pack_hmm_counts
from linguine.model.file.loaded_model import LoadedModel
from linguine.model.file.packing import pack_small, read_vocabulary, unpack_tensors
from linguine.model.file.sequence_weights import (
    keep_rows,
    pack_sequence_weights,
    unpack_sequence_weights,
)
from linguine.model.file.sparse_weights import smallest_type
from linguine.model.file.standing import pack_standing, read_standing
from linguine.model.file.word_tables import pack_word_vectors, read_word_vectors
from linguine.tasks.tagger.gold.limits import check_file_order
from linguine.tasks.tagger.model import TaggerModel
from linguine.tasks.tagger.schema import SCHEMA

__all__ = ["build_model", "pack_model", "rebuild"]

TASK = "tagging"


def pack_model(
    model: TaggerModel, quantize: str | None
) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """Return what the file holds; features without a weight are not stored."""
    # In a dictionary of tags a weight of 0 says that the tag may be.
    weights = model.weights.drop_zeros() if model.unseen is None else model.weights
    extractor = model.extractor
    vocabularies = {"": extractor.vocabulary_}
    if isinstance(extractor, TokenExtractor) and extractor.edge_vocabulary_ is not None:
        vocabularies["edge_"] = extractor.edge_vocabulary_
    n_rows = {"": 1, "edge_": len(model.tags)}  # of theta, for each feature
    has_weight = np.diff(weights.offsets) > 0
    stays, first = np.ones(weights.n_rows, np.bool_), 0
    tensors: dict[str, NDArray[Any]] = {"words": model.known_words}
    sizes = {"n_features": 0, "n_edge_features": 0}
    for prefix, vocabulary in vocabularies.items():
        assert vocabulary is not None
        last = first + len(vocabulary) * n_rows[prefix]
        is_used = np.asarray(has_weight[first:last].reshape(-1, n_rows[prefix]).any(axis=1))
        if not is_used.all() and not _has_alternatives(extractor):
            stays[first:last] = np.repeat(is_used, n_rows[prefix])
            vocabulary = vocabulary.keep(is_used)
        lengths = np.diff(vocabulary.name_offsets)
        tensors |= {
            f"{prefix}keys": vocabulary.keys,
            f"{prefix}name_bytes": vocabulary.name_bytes,
            f"{prefix}name_lengths": lengths.astype(smallest_type(int(lengths.max(initial=0)))),
        }
        sizes[f"n_{prefix}features"] = len(vocabulary)
        first = last
    tensors |= pack_sequence_weights(keep_rows(weights, stays), quantization=quantize)
    tensors |= pack_carried(model.tokenizer)
    if isinstance(extractor, TokenExtractor) and extractor.vectors is not None:
        tensors |= pack_word_vectors(extractor.vectors)
    memory = model.memory.unpack() if isinstance(model.memory, StoredHmmCounts) else model.memory
    if memory is not None and not isinstance(memory, Standing) and quantize is None:
        tensors |= pack_hmm_counts(memory)
    return pack_small(tensors, {**_config(model, quantize), **sizes})


def _has_alternatives(extractor: TokenExtractor | BagExtractor) -> bool:
    """Return True if a feature that is not known is replaced by another, so all must stay."""
    if isinstance(extractor, BagExtractor):
        return False
    return any(each.group for each in extractor.templates.parsed)


def _config(model: TaggerModel, quantize: str | None) -> dict[str, Any]:
    extractor = model.extractor
    templates = extractor.templates.to_config() if isinstance(extractor, TokenExtractor) else None
    further: dict[str, Any] = {} if model.unseen is None else {"unseen": model.unseen}
    if isinstance(extractor, TokenExtractor) and extractor.vectors is not None:
        further["vectors"] = extractor.vectors.to_config()
    return {
        "task": TASK,
        "tags": list(model.tags),
        "scheme": model.scheme.value,
        "order": model.order,
        "is_local": model.is_local,
        "has_probabilities": model.has_probabilities,
        "columns": list(model.columns),
        "tag_column": model.tag_column,
        "templates": templates,
        "quantization": quantize,
        "info": model.info,
        **further,
        **pack_standing(model.memory if isinstance(model.memory, Standing) else None),
    }


def build_model(loaded: LoadedModel, functions: Functions | None = None) -> TaggerModel:
    """Return the tagger of an opened file."""
    loaded.check_task("Tagger", TASK, SCHEMA)
    with loaded.building():
        model = rebuild(loaded, functions)
        _ = model.native  # the core checks what only it can
    return model


def _vectors(loaded: LoadedModel) -> WordVectors | None:
    config = loaded.config.get("vectors")
    if config is None:
        return None
    return read_word_vectors(loaded, WordVectors(config["path"], scale=config["scale"]))


def rebuild(loaded: LoadedModel, functions: Functions | None) -> TaggerModel:
    """Return the tagger of a file whose configuration was checked."""
    loaded = unpack_tensors(loaded)
    tags, columns = loaded.texts("tags", distinct=True), loaded.texts("columns")
    order = loaded.setting("order", int)
    # The core keeps scores of all moves from as many tags as the order says to a tag, and their
    # shares. Of a dictionary of tags the moves after two tags and more are a list, not a table.
    is_list = "unseen" in loaded.config
    check_file_order(loaded, len(tags), order, is_list=is_list)
    n_structural = first_row(order + 1, len(tags))
    n_moves = first_row(2, len(tags)) if is_list else n_structural
    loaded.check_memory("moves between tags", 32 * n_moves * (len(tags) + 4) + 16 * n_structural)
    n_features = loaded.setting("n_features", int)
    n_edges = loaded.setting("n_edge_features", int)
    vocabulary = read_vocabulary(loaded, n_features)
    extractor: TokenExtractor | BagExtractor
    if loaded.config.get("templates") is None:
        extractor = BagExtractor()
        extractor.restore(vocabulary)
    else:
        templates = loaded.setting("templates", dict)
        extractor = TokenExtractor(
            TokenTemplates.from_config(templates, functions), vectors=_vectors(loaded)
        )
        edges = read_vocabulary(loaded, n_edges, "edge_") if extractor.has_edges else None
        extractor.restore(vocabulary, edges)
    return TaggerModel(
        extractor,
        unpack_sequence_weights(
            loaded.tensors,
            n_rows=n_features + n_edges * len(tags) + n_structural,
            n_labels=len(tags),
        ),
        tags,
        TagScheme(loaded.setting("scheme", str)),
        order,
        loaded.setting("is_local", bool),
        columns,
        loaded.setting("tag_column", str),
        loaded.setting("has_probabilities", bool),
        loaded.tensor("words", dtype=np.uint32, shape=(None,)),
        dict(loaded.setting("info", dict)),
        unseen=loaded.setting("unseen", float) if "unseen" in loaded.config else None,
        tokenizer=read_carried(loaded),
        memory=read_standing(loaded) or StoredHmmCounts.find(loaded, len(tags), order),
    )
