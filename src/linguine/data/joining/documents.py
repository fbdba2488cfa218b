"""Joining: the documents of several files as those of one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.data.documents import Bags, Documents, LabelLists, Labels
from linguine.data.label_sets import LabelSets
from linguine.data.runs import offsets_of
from linguine.errors import DataError

__all__ = ["join_documents"]


def join_documents(parts: Sequence[Documents]) -> Documents:
    """Return the documents of all parts, one after the other; their columns have one name each.

    Examples
    --------
    >>> first = Documents(_core.Texts(["a"]), Labels(["ham"], np.zeros(1, np.int32)), source="1")
    >>> second = Documents(_core.Texts(["b"]), Labels(["spam"], np.zeros(1, np.int32)), source="2")
    >>> both = join_documents([first, second])
    >>> both.labels, both.source
    (['ham', 'spam'], '1 and 1 more')
    """
    first = parts[0]
    for each in parts:
        if each.soft is not None or each.votes is not None:
            raise DataError(
                f"{each.source}: several files must have a label or a list of labels for each "
                "text; this one has shares or votes. Join the files into one."
            )
        if set(each.columns) != set(first.columns):
            theirs, ours = (", ".join(one.columns) or "none" for one in (each, first))
            raise DataError(
                f"{each.source}: all files of a training must be alike; the columns are {theirs} "
                f"here and {ours} in {first.source}. Bring them to one form."
            )
    columns = {
        name: _core.Texts.chain([each.columns[name] for each in parts]) for name in first.columns
    }
    return Documents(
        _core.Texts.chain([each.texts for each in parts]),
        _join_labels(parts),
        columns,
        np.concatenate([each.lines for each in parts]),
        f"{first.source} and {len(parts) - 1} more",
        _join_bags(parts),
        first.text_columns,
        first.label_column,
        _join_lists(parts),
        _join_tables(parts),
        weights=None
        if first.weights is None
        else np.concatenate([each.weights for each in parts if each.weights is not None]),
    )


def _join_labels(parts: Sequence[Documents]) -> Labels | None:
    found = [each.label_set for each in parts if each.label_set is not None]
    if len(found) < len(parts):
        return None
    names, places = _join_names(found)
    codes = [place[each.codes] for place, each in zip(places, found, strict=True)]
    return Labels(names, np.concatenate(codes))


def _join_names(found: Sequence[Labels | LabelLists]) -> tuple[list[str], list[NDArray[np.int32]]]:
    """Return all names, sorted, and where those of each part have gone."""
    names = sorted({name for each in found for name in each.names})
    place = {name: i for i, name in enumerate(names)}
    return names, [np.array([place[name] for name in each.names], np.int32) for each in found]


def _join_lists(parts: Sequence[Documents]) -> LabelLists | None:
    found = [each.label_lists for each in parts if each.label_lists is not None]
    if len(found) < len(parts):
        return None
    names, places = _join_names(found)
    codes = [place[each.sets.codes] for place, each in zip(places, found, strict=True)]
    offsets = offsets_of(np.concatenate([np.diff(each.sets.offsets) for each in found]))
    return LabelLists(names, LabelSets.of(offsets, np.concatenate(codes), len(names)))


def _join_bags(parts: Sequence[Documents]) -> Bags | None:
    found = [each.bags for each in parts if each.bags is not None]
    if len(found) < len(parts):
        return None
    return Bags(
        offsets_of(np.concatenate([np.diff(each.offsets) for each in found])),
        _core.Texts.chain([each.names for each in found]),
        np.concatenate([each.values for each in found]),
    )


def _join_tables(parts: Sequence[Documents]) -> Any:
    found = [each.table for each in parts if each.table is not None]
    if len(found) < len(parts):
        return None
    import pyarrow as pa

    return pa.concat_tables(found, promote_options="default")
