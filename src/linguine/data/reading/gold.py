"""Gold: what a text is by shares or votes, and how much it counts, as the cells of a file say it.

A cell may be an object, ``{"spam": 0.8, "ham": 0.2}``; an object of votes, ``{"ann": "spam"}``; or
a list of votes, ``["spam", "ham"]``. A plain label beside objects has the share 1.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.data.documents import Documents, Labels
from linguine.data.reading.columns import choose_column
from linguine.data.reading.gold_columns import GoldColumns, find_gold
from linguine.data.reading.options import ReadOptions
from linguine.data.runs import offsets_of
from linguine.data.targets.soft_labels import SoftLabels
from linguine.data.targets.votes import Votes
from linguine.errors import DataError, said, show_value

__all__ = ["check_found", "complete"]

_OBJECT, _ARRAY = 1, 2
_FIX_SHARES = 'Write {"spam": 0.8, "ham": 0.2}'


class _Cells(NamedTuple):
    """The members of cells, one after the other."""

    shapes: NDArray[np.uint8]  # (n_cells,)
    offsets: NDArray[np.int64]  # (n_cells + 1,)
    keys: _core.Texts
    values: _core.Texts

    @property
    def rows(self) -> NDArray[np.int64]:
        """The cell of each member."""
        return np.repeat(np.arange(len(self.shapes)), np.diff(self.offsets))


def complete(documents: Documents, options: ReadOptions, *, has_objects: bool) -> Documents:
    """Return documents with what else their columns say: shares, votes, weights.

    ``has_objects`` is True if cells of the label column hold objects of shares.
    """
    gold = find_gold(list(documents.columns), options, documents.source)
    if options.votes is not None and (gold is not None or documents.label_column is not None):
        documents = _with_votes(documents, gold, options.votes)
    elif gold is not None:
        documents = _softened(documents, _shares_of_columns(documents, gold), gold.prefix)
    elif has_objects and documents.label_column is not None:
        documents = _softened(documents, _shares_of_cells(documents), documents.label_column)
    if options.weight is not None:
        documents = replace(documents, weights=_weights(documents, options))
    return documents


def check_found(documents: Documents, options: ReadOptions) -> Documents:
    """Return documents, or raise DataError if what was asked for is nowhere in such a file."""
    asked = {"weight": options.weight, "votes": options.votes}
    for name, value in asked.items():
        if (
            value is not None
            and getattr(documents, "weights" if name == "weight" else name) is None
        ):
            raise DataError(
                f"{documents.source}: {said(name, value)} needs columns; these texts have none: "
                "they come from lines or files without columns. Leave it out."
            )
    return documents


def _place(documents: Documents) -> Callable[[int], str]:
    return lambda row: f"{documents.source}:{documents.lines[row]}"


def _softened(documents: Documents, soft: SoftLabels, column: str) -> Documents:
    labels = Labels(soft.names.tolist(), soft.likeliest)
    return replace(documents, label_set=labels, soft=soft, label_column=column)


def _shares_of_columns(documents: Documents, gold: GoldColumns) -> SoftLabels:
    n, labels = len(documents), np.array(gold.labels)
    table = np.empty((n, len(labels)))
    for j, name in enumerate(gold.names):
        table[:, j] = _numbers(documents, name, "the share of a label", "Correct it.", empty=0.0)
    order = np.argsort(labels, kind="stable")
    codes = np.tile(np.arange(len(labels), dtype=np.int32), n)
    offsets = np.arange(n + 1, dtype=np.int64) * len(labels)
    return SoftLabels.of_entries(
        labels[order], offsets, codes, table[:, order].ravel(), place=_place(documents)
    )


def _shares_of_cells(documents: Documents) -> SoftLabels:
    place, cells = _place(documents), _cells(documents)
    if (cells.shapes == _ARRAY).any():
        raise DataError(
            f"{place(int((cells.shapes == _ARRAY).argmax()))}: the label must be one, or an object "
            f"with a share of each; got a list. {_FIX_SHARES}, or say {said('votes', 'majority')} "
            "if several people have voted."
        )
    shares, _ = _core.read_numbers(cells.values)
    is_plain = (cells.shapes != _OBJECT)[cells.rows]
    shares[is_plain] = 1.0
    if (wrong := np.isnan(shares)).any():
        entry = int(wrong.argmax())
        raise DataError(
            f"{place(int(cells.rows[entry]))}: the share of a label must be a finite number that "
            f"is not negative; got {show_value(cells.values[entry])} for "
            f"{show_value(cells.keys[entry])}. {_FIX_SHARES}, or say {said('votes', 'majority')} "
            "if these are votes of annotators."
        )
    if (empty := np.diff(cells.offsets) == 0).any():
        raise DataError(
            f"{place(int(empty.argmax()))}: every document needs a label; this one has none. "
            f"{_FIX_SHARES}, or remove the line."
        )
    labels = Labels.of(cells.keys, documents.lines[cells.rows], documents.source)
    return SoftLabels.of_entries(
        np.array(labels.names), cells.offsets, labels.codes, shares, place=place
    )


# --- votes --------------------------------------------------------------------------------------


def _with_votes(documents: Documents, gold: GoldColumns | None, how: str) -> Documents:
    from linguine.data.targets.combining import combine

    votes = _votes_of_cells(documents) if gold is None else _votes_of_columns(documents, gold)
    combined = combine(votes, how, _place(documents))
    soft = combined.soft
    column = documents.label_column if gold is None else ", ".join(gold.names)
    return replace(
        documents,
        label_set=Labels(soft.names.tolist(), soft.likeliest),
        soft=soft if soft.n_shared else None,
        votes=combined,
        label_column=column,
    )


def _votes_of_columns(documents: Documents, gold: GoldColumns) -> Votes:
    columns = [_core.distinct(_core.strip_texts(documents.columns[name])) for name in gold.names]
    names = sorted({name for found, _ in columns for name in found if name})
    index = {name: i for i, name in enumerate(names)}
    codes = np.stack(
        [
            np.array([index.get(name, -1) for name in found] or [-1], dtype=np.int32)[of]
            for found, of in columns
        ],
        axis=1,
    )
    rows, who = np.nonzero(codes >= 0)
    offsets = offsets_of(np.bincount(rows, minlength=len(documents)))
    return Votes(np.array(names), offsets, codes[rows, who], gold.names, who.astype(np.int32))


def _votes_of_cells(documents: Documents) -> Votes:
    """Return votes of lists, of objects with the names of annotators, or of single labels."""
    cells = _cells(documents)
    names, codes = _core.distinct(_core.strip_texts(cells.values))
    is_there = np.array([bool(name) for name in names] or [False])[codes] if len(codes) else codes
    first = int(bool(names) and not names[0])  # an empty vote is none
    counts = np.bincount(cells.rows[is_there > 0], minlength=len(documents))
    annotators, who = None, None
    if (cells.shapes == _OBJECT).all():
        annotators, who = _core.distinct(_core.strip_texts(cells.keys))
        who = who[is_there > 0]
    return Votes(
        np.array(names[first:]),
        offsets_of(counts),
        (codes[is_there > 0] - first).astype(np.int32),
        None if annotators is None else tuple(annotators),
        who,
    )


# --- cells --------------------------------------------------------------------------------------


def _cells(documents: Documents) -> _Cells:
    column = documents.label_column
    assert column is not None
    cells = _Cells(*_core.json_members(documents.columns[column]))
    for texts in (cells.keys, cells.values):
        if (entry := texts.first_broken()) >= 0:
            raise DataError(
                f"{_place(documents)(int(cells.rows[entry]))}: {column!r} must be Unicode text; it "
                "holds half of a surrogate pair. Write both halves."
            )
    return cells


def _weights(documents: Documents, options: ReadOptions) -> NDArray[np.float64]:
    names = list(documents.columns)
    name = names[choose_column(options.weight, names, "weight", documents.source)]
    fix = "Use 0 to leave a text out."
    weights = _numbers(documents, name, "the weight of a text", fix)
    if (wrong := weights < 0).any():
        row = int(wrong.argmax())
        raise DataError(
            f"{_place(documents)(row)}: the weight of a text must be a number that is not "
            f"negative; got {weights[row]:g}. {fix}"
        )
    return weights


def _numbers(
    documents: Documents, name: str, what: str, fix: str, *, empty: float | None = None
) -> NDArray[np.float64]:
    """Return the numbers of a column; a cell that is empty may stand for one."""
    cells = documents.columns[name]
    numbers, bad = _core.read_numbers(cells)
    if bad >= 0 and empty is not None:
        names, codes = _core.distinct(_core.strip_texts(cells))
        if names and not names[0]:
            numbers[codes == 0] = empty
        wrong = np.isnan(numbers)
        bad = int(wrong.argmax()) if wrong.any() else -1
    if bad >= 0:
        raise DataError(
            f"{_place(documents)(bad)}: {what} must be a number that is not negative; got "
            f"{show_value(cells[bad])} in {name!r}. {fix}"
        )
    return numbers
