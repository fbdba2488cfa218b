"""Packing: the items of a page, small: long texts are cut, and all of it is compressed.

A page has to open at once and go with a letter. What is wrong is what people read, so half of the
room is for wrong answers, cut where all that are longer are cut; the others share the rest.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from linguine.reports.page.material import Items
from linguine.reports.tables import printable

__all__ = ["Packed", "pack"]

#: Letters of texts, before they are compressed; and bytes after that, as letters of base 64.
_LETTERS, _BYTES = 4_600_000, 2_900_000
#: Items that a page has at all.
_MOST = 60_000
_SHORTEST = 40
#: Letters of any text: more is not read here, and a browser would choke on it.
_LONGEST_TEXT = 10_000
#: Letters of labels, and of answers that are written out.
_LONGEST_NAME, _LONGEST_ANSWER = 200, 600


class Packed(NamedTuple):
    """Items as a page has them."""

    data: str  # of letters, digits, +, / and =: nothing to be escaped
    note: str  # what was left out


def pack(
    items: Items,
    other: Items | None = None,
    *,
    letters: int = _LETTERS,
    most_bytes: int = _BYTES,
) -> Packed:
    """Return items as one string, and what it lacks.

    Parameters
    ----------
    items
        The answers.
    other
        Those of another model to the same examples.
    letters
        Of all texts together.
    most_bytes
        Of the string; letters get fewer until it has no more.
    """
    is_right = items.is_right if other is None else items.is_right & other.is_right
    places = _chosen(is_right)
    while True:
        caps = _caps(items, is_right[places], places, letters)
        texts = [_cut(items.texts[i], cap) for i, cap in zip(places.tolist(), caps, strict=True)]
        data = _squeeze(_columns(items, other, places, texts))
        if len(data) <= most_bytes or letters < len(places) * _SHORTEST:
            return Packed(data, _note(items, is_right[places], places, caps))
        letters = int(letters * 0.9 * most_bytes / len(data))


def _chosen(is_right: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the items that a page has: all, or wrong ones first and some of the others."""
    n = len(is_right)
    if n <= _MOST:
        return np.arange(n)
    order = np.random.default_rng(0).permutation(n)
    return np.sort(order[np.argsort(is_right[order], kind="stable")][:_MOST])


def _caps(
    items: Items, is_right: NDArray[np.bool_], places: NDArray[np.int64], letters: int
) -> list[int]:
    lengths = np.array([min(len(items.texts[i]), _LONGEST_TEXT) for i in places.tolist()])
    wrong = _cap(lengths[~is_right], max(letters // 2, letters - int(lengths[is_right].sum())))
    taken = int(np.minimum(lengths[~is_right], wrong).sum())
    right = _cap(lengths[is_right], letters - taken)
    return np.where(is_right, right, wrong).tolist()  # type: ignore[no-any-return]


def _cap(lengths: NDArray[np.int64], room: int) -> int:
    """Return the length that longer ones are cut to, so that all of them have room.

    Examples
    --------
    >>> _cap(np.array([10, 200, 300]), 210), _cap(np.array([10, 20]), 100)
    (100, 20)
    """
    if not len(lengths):
        return 0
    ordered = np.sort(lengths)
    n_longer = len(ordered) - np.arange(len(ordered))
    before = np.concatenate([[0], np.cumsum(ordered)[:-1]])
    fits = before + ordered * n_longer <= room
    if fits.all():
        return int(ordered[-1])
    first = int(np.argmin(fits))
    return max(_SHORTEST, int((room - before[first]) // n_longer[first]))


def _cut(text: str, cap: int) -> str:
    shown = printable(text)
    return shown if len(shown) <= cap else f"{shown[: cap - 1].rstrip()}\u2026"


def _columns(
    items: Items, other: Items | None, places: NDArray[np.int64], texts: list[str]
) -> bytes:
    columns: dict[str, object] = {
        "names": [_cut(name, _LONGEST_NAME) for name in items.names],
        "verdicts": items.verdicts,
        "place": items.place,
        "texts": texts,
        "lines": items.lines[places].tolist(),
        "right": items.is_right[places].astype(int).tolist(),
    }
    if len(items.gold):
        columns["gold"] = [list(items.gold[i]) for i in places.tolist()]
    if items.told is not None:
        columns["told"] = _told(items.told[0], places)
    columns |= _answers(items, places, "")
    if items.loss is not None:
        order = np.argsort(-items.loss[places], kind="stable")
        rank = np.empty(len(places), np.int64)
        rank[order] = np.arange(len(places))
        columns["rank"] = rank.tolist()
    if other is not None:
        right = items.is_right[places] + 2 * other.is_right[places]
        columns |= {"right": right.tolist(), **_answers(other, places, "2")}
    text = json.dumps(columns, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "replace")


def _answers(items: Items, places: NDArray[np.int64], which: str) -> dict[str, object]:
    """Return what a model said, and how sure it was."""
    columns: dict[str, object] = {}
    if len(items.predicted):
        columns[f"predicted{which}"] = [list(items.predicted[i]) for i in places.tolist()]
    if items.told is not None:
        columns[f"said{which}"] = _told(items.told[1], places)
    if items.confidence is not None:
        columns[f"sure{which}"] = np.round(1000 * items.confidence[places]).astype(int).tolist()
    return columns


def _told(answers: Sequence[str], places: NDArray[np.int64]) -> list[str]:
    return [_cut(answers[i], _LONGEST_ANSWER) for i in places.tolist()]


def _squeeze(content: bytes) -> str:
    packer = zlib.compressobj(9, wbits=-15)
    return base64.b64encode(packer.compress(content) + packer.flush()).decode("ascii")


def _note(
    items: Items, is_right: NDArray[np.bool_], places: NDArray[np.int64], caps: list[int]
) -> str:
    """Return what is not there, for the reader."""
    parts = []
    if len(places) < len(items):
        parts.append(
            f"{len(places):,} of {len(items):,} are here: wrong ones first, and a sample of the "
            "others"
        )
    n_cut = sum(len(items.texts[i]) > cap for i, cap in zip(places.tolist(), caps, strict=True))
    if n_cut:
        ends = [
            f"{kind} answers after {cap:,} letters"
            for kind, which in (("wrong", ~is_right), ("right", is_right))
            if which.any() and (cap := int(np.array(caps)[which][0]))
        ]
        parts.append(
            f"{n_cut:,} texts are cut so that the page stays small, {' and '.join(ends)}; the "
            "search sees what is here"
        )
    return ". ".join(parts) + "." if parts else "All of them, whole."
