"""Constituency parsers in files: what goes into the container, and checks on the way out."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.features.span.extractor import SpanExtractor
from linguine.features.span.templates import SpanTemplates
from linguine.features.span.words import WordClasses
from linguine.inference.grammar import Grammar
from linguine.learning.generative.pcfg import Lexicon
from linguine.model.file.carried import pack_carried, read_carried
from linguine.model.file.loaded_model import LoadedModel
from linguine.model.file.packing import pack_small, unpack_tensors
from linguine.model.file.sparse_weights import pack_weights, unpack_weights
from linguine.tasks.constituency.model import ConstituencyModel
from linguine.tasks.constituency.schema import SCHEMA
from linguine.tasks.constituency.training import MOST_WEIGHT

__all__ = ["build_model", "pack_model"]

TASK = "constituency"
_ARRAYS = ("symbols", "binary", "unary", "chain_offsets", "chain_labels")


def pack_model(
    model: ConstituencyModel, quantize: str | None
) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """Return what the file holds."""
    grammar, extractor, words = model.grammar, model.extractor, model.extractor.words
    arrays: list[NDArray[Any]] = list(grammar.native.arrays())
    named = dict(zip(_ARRAYS, arrays, strict=True))
    tensors: dict[str, NDArray[Any]] = {f"grammar.{name}": a for name, a in named.items()}
    tensors |= pack_weights("weights", model.weights.reshape(-1, 1), quantization=quantize)
    templates = extractor.templates
    config = {
        "task": TASK,
        "labels": list(grammar.labels),
        "tags": list(grammar.tags),
        "symbols": list(grammar.symbols),
        "templates": {
            "word": list(templates.word),
            "span": list(templates.span),
            "split": list(templates.split),
        },
        "bits": extractor.bits,
        "common": list(words.common),
        "frequent": list(words.frequent),
        "classes": list(words.classes),
        "entries": list(model.lexicon.entries),
        "has_probabilities": model.has_probabilities,
        "quantization": quantize,
        "info": model.info,
    }
    tensors |= pack_carried(model.tokenizer)
    return pack_small(tensors, config)


def build_model(loaded: LoadedModel, functions: Any = None) -> ConstituencyModel:
    """Return the parser of an opened file; its templates have no functions of the user."""
    loaded.check_task("ConstituencyParser", TASK, SCHEMA)
    with loaded.building():
        model = _build(unpack_tensors(loaded))
        _ = model.native  # the core checks what only it can
    return model


def _build(loaded: LoadedModel) -> ConstituencyModel:
    labels = tuple(map(str, loaded.setting("labels", list)))  # none if all trees are words
    tags = loaded.texts("tags", distinct=True)
    symbols = loaded.texts("symbols", distinct=True)
    native = _grammar(loaded, len(labels), len(tags), len(symbols))
    grammar = Grammar(labels, tags, symbols, native)
    told = loaded.setting("templates", dict)
    common, frequent, classes, entries = (
        tuple(map(str, loaded.setting(name, list)))
        for name in ("common", "frequent", "classes", "entries")
    )
    if len(frequent) != len(classes):
        raise loaded.damaged("every frequent word must have a class")
    if entries and "unknown" not in entries:
        raise loaded.damaged("a lexicon must have an entry for words that are not known")
    extractor = SpanExtractor(
        SpanTemplates(tuple(told["word"]), tuple(told["span"]), tuple(told["split"])),
        WordClasses(common, frequent, classes),
        bits=loaded.setting("bits", int),
    )
    stride = _core.stride(grammar.native.n_columns)
    n_rows = (1 << extractor.bits) + len(entries)
    n_cells = n_rows * stride + grammar.native.n_structural
    loaded.check_memory("weights", 4 * n_cells)
    cells = unpack_weights("weights", loaded.tensors, shape=(n_cells, 1), width=1, most=MOST_WEIGHT)
    if cells.dtype != np.float32:
        raise loaded.damaged(f"weights must be float32; got {cells.dtype}")
    weights = np.ascontiguousarray(cells.ravel())
    of_words = weights[(1 << extractor.bits) * stride : n_rows * stride].reshape(-1, stride)
    return ConstituencyModel(
        grammar,
        extractor,
        Lexicon(entries, of_words[:, : len(tags)].astype(np.float64)),
        weights,
        loaded.setting("has_probabilities", bool),
        dict(loaded.setting("info", dict)),
        tokenizer=read_carried(loaded),
    )


def _grammar(loaded: LoadedModel, n_labels: int, n_tags: int, n_symbols: int) -> _core.Grammar:
    symbols = loaded.tensor("grammar.symbols", dtype=np.int32, shape=(n_symbols,))
    binary = loaded.tensor("grammar.binary", dtype=np.int32, shape=(None, 3))
    unary = loaded.tensor("grammar.unary", dtype=np.int32, shape=(None, 2))
    offsets = loaded.tensor("grammar.chain_offsets", dtype=np.int64, shape=(len(unary) + 1,))
    chains = loaded.tensor("grammar.chain_labels", dtype=np.int32, shape=(None,))
    return _core.Grammar(n_tags, symbols, binary, unary, offsets, chains, n_labels)
