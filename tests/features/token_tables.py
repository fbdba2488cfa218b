"""Sentences as the columns of codes that the extractor takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from linguine import _core


@dataclass(frozen=True)
class Column:
    codes: NDArray[np.int32]
    values: _core.Texts


@dataclass(frozen=True)
class Table:
    columns: Mapping[str, Column]
    offsets: NDArray[np.int64]


def table(sentences: Sequence[Sequence[Mapping[str, str]]], columns: Sequence[str]) -> Table:
    """Return sentences, whose tokens are mappings from columns to cells, as a table."""
    tokens = [token for sentence in sentences for token in sentence]
    found = {}
    for name in columns:
        codes: dict[str, int] = {}
        numbers = [codes.setdefault(token[name], len(codes)) for token in tokens]
        found[name] = Column(np.array(numbers, np.int32), _core.Texts(list(codes)))
    offsets = np.cumsum([0, *map(len, sentences)]).astype(np.int64)
    return Table(found, offsets)


def sentences(*texts: str) -> Table:
    """Return sentences written as "word/pos word/pos"."""
    tokens = [
        [dict(zip(("w", "pos"), t.split("/"), strict=True)) for t in s.split()] for s in texts
    ]
    return table(tokens, ("w", "pos"))
