"""Box: what is in a model file of CRFsuite, checked byte by byte.

A header says where the parts begin: the weights (``FEAT``), and two databases (``CQDB``) with the
names of labels and attributes by number. Only these are read; what else is there finds weights
faster, and says nothing new.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.compat.cursor import Cursor
from linguine.errors import DataError

__all__ = ["Box", "read_box"]

_VERSION = 100
#: Bytes of a database that say in which order bytes stand.
_BYTE_ORDER = 0x62445371
#: A weight: of an attribute with a label (0) or of a label before a label (1), from, to, how much.
_WEIGHT = np.dtype([("kind", "<u4"), ("source", "<u4"), ("target", "<u4"), ("value", "<f8")])


@dataclass(frozen=True, eq=False)
class Box:
    """The names and the weights."""

    name: str
    labels: list[str]
    attributes: list[str]
    states: NDArray[Any]  # records: source is an attribute, target a label
    transitions: NDArray[Any]  # records: source and target are labels


def read_box(source: Any) -> Box:
    """Return what is in a model file, or in its bytes; DataError if it does not fit together."""
    cursor = Cursor(source, "a model of CRFsuite")
    magic, size, kind, version = cursor.numbers("<4sI4sI")
    if magic != b"lCRF":
        raise DataError(
            f"{cursor.name}: a model of CRFsuite begins with lCRF; this file does not. Give a file "
            "that CRFsuite, python-crfsuite or sklearn-crfsuite has saved."
        )
    if kind != b"FOMC" or version != _VERSION:
        raise DataError(
            f"{cursor.name}: first-order chains (FOMC) of version {_VERSION} are read; this model "
            f"is {kind!r} of version {version}. Train it again with CRFsuite 0.12."
        )
    if size != len(cursor.data):
        raise cursor.damaged(f"it has {len(cursor.data):,} bytes and says {size:,}")
    _, n_labels, n_attributes, weights, labels, attributes = cursor.numbers("<6I")
    found = _read_weights(cursor, weights)
    names = _read_names(cursor, labels, n_labels, "label")
    box = Box(
        cursor.name,
        names,
        _read_names(cursor, attributes, n_attributes, "attribute"),
        found[found["kind"] == 0],
        found[found["kind"] == 1],
    )
    _check(cursor, box, len(found))
    return box


def _check(cursor: Cursor, box: Box, n: int) -> None:
    if len(box.states) + len(box.transitions) != n:
        raise cursor.damaged("each weight should be of an attribute or of a label before a label")
    ends = [
        (box.states["source"], len(box.attributes)),
        (box.states["target"], len(box.labels)),
        (box.transitions["source"], len(box.labels)),
        (box.transitions["target"], len(box.labels)),
    ]
    if any(len(column) and int(column.max()) >= limit for column, limit in ends):
        raise cursor.damaged(
            f"weights should be of {len(box.attributes)} attributes and {len(box.labels)} labels; "
            "some are of others"
        )
    if not box.labels or not box.attributes:
        raise cursor.damaged("it should have a label and an attribute")


def _read_weights(cursor: Cursor, begin: int) -> NDArray[Any]:
    cursor.go(begin)
    kind, _, n = cursor.numbers("<4s2I")
    if kind != b"FEAT":
        raise cursor.damaged(f"at byte {begin} weights (FEAT) should begin; there is {kind!r}")
    return cursor.array(_WEIGHT, (n,), "weights")


def _read_names(cursor: Cursor, begin: int, n: int, what: str) -> list[str]:
    """Return the names in a database by their numbers, 0 to n - 1."""
    cursor.go(begin)
    kind, size, _, order, n_numbers, table = cursor.numbers("<4s5I")
    if kind != b"CQDB" or order != _BYTE_ORDER or n_numbers != n:
        raise cursor.damaged(
            f"at byte {begin} a database (CQDB) of {n} {what}s should begin; there is {kind!r} of "
            f"{n_numbers}"
        )
    cursor.go(begin + table)
    places = cursor.array("<u4", (n,), f"places of {what}s")
    names = []
    for number, place in enumerate(places.tolist()):
        if not 0 < place < size:
            raise cursor.damaged(f"{what} {number} should be in its database; it is at {place}")
        cursor.go(begin + place)
        found, length = cursor.numbers("<2I")
        (name,) = cursor.numbers(f"{length}s") if length <= size else (b"",)
        if found != number or not name.endswith(b"\0"):
            raise cursor.damaged(f"{what} {number} should have a name with a zero byte at its end")
        names.append(name[:-1].decode("utf-8", "replace"))
    if len(set(names)) != n:
        raise cursor.damaged(f"{what}s should have different names")
    return names
