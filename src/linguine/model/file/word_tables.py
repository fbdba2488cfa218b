"""Vectors of words in files: the words, and a byte a number."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.data.runs import offsets_of
from linguine.data.word_vectors import WordTable
from linguine.features.text.templates import Features, Template
from linguine.features.word_vectors import WordVectors
from linguine.model.file.loaded_model import LoadedModel

__all__ = ["pack_word_tables", "pack_word_vectors", "read_word_tables", "read_word_vectors"]


def pack_word_vectors(vectors: WordVectors, place: int = 0) -> dict[str, NDArray[Any]]:
    """Return the tensors of a table; ``place`` tells those of several templates apart."""
    table = vectors.words
    name = f"vectors{place}"
    return {
        f"{name}.codes": np.ascontiguousarray(table.codes),
        f"{name}.words": table.name_bytes,
        f"{name}.lengths": np.diff(table.offsets).astype(np.uint32),
    }


def read_word_vectors(loaded: LoadedModel, vectors: WordVectors, place: int = 0) -> WordVectors:
    """Return a template with the table of a file."""
    name = f"vectors{place}"
    codes = loaded.tensor(f"{name}.codes", dtype=np.int8, shape=(None, None))
    names = loaded.tensor(f"{name}.words", dtype=np.uint8, shape=(None,))
    lengths = loaded.tensor(f"{name}.lengths", dtype=np.uint32, shape=(len(codes),))
    loaded.check_memory("table of words", 16 * len(codes))
    offsets = offsets_of(lengths.astype(np.int64))
    if int(offsets[-1]) != len(names):
        raise loaded.damaged(
            f"the words of a table must have {len(names)} bytes; their lengths add up to "
            f"{int(offsets[-1])}"
        )
    if vectors.center is not None and len(vectors.center) != codes.shape[1]:
        raise loaded.damaged(
            f"a word must have as many numbers as the mean of texts, {len(vectors.center)}; it has "
            f"{codes.shape[1]}"
        )
    return replace(vectors, table=WordTable(codes, offsets, names))


def pack_word_tables(features: Features) -> dict[str, NDArray[Any]]:
    """Return the tensors of all templates that have a table."""
    tensors: dict[str, NDArray[Any]] = {}
    for place, each in enumerate(features.templates):
        if isinstance(each, WordVectors):
            tensors |= pack_word_vectors(each, place)
    return tensors


def read_word_tables(loaded: LoadedModel, features: Features) -> Features:
    """Return templates with the tables of a file."""
    found: list[Template] = [
        read_word_vectors(loaded, each, place) if isinstance(each, WordVectors) else each
        for place, each in enumerate(features.templates)
    ]
    return Features(tuple(found))
