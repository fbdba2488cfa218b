"""Candidates: the best labels of each text, where a table of all labels would not fit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["Candidates", "join_rows", "likeliest"]


@dataclass(frozen=True, eq=False)
class Candidates:
    """Some labels of each text, the best first, with a value each: scores, or probabilities.

    Parameters
    ----------
    labels
        Numbers of labels, -1 where there are fewer : (n_texts, k).
    values
        What is said of them : (n_texts, k).
    absent
        What is said of all other labels.
    n_labels
        How many labels there are.

    Examples
    --------
    >>> found = Candidates(np.array([[2, 0], [1, -1]]), np.array([[3.0, 1.0], [2.0, 0.0]]), 0.0, 3)
    >>> found.table().tolist(), found.at(np.array([0, 1]), np.array([0, 2])).tolist()
    ([[1.0, 0.0, 3.0], [0.0, 2.0, 0.0]], [1.0, 0.0])
    """

    labels: NDArray[np.int32]
    values: NDArray[Any]
    absent: float
    n_labels: int

    def __len__(self) -> int:
        return len(self.labels)

    @property
    def is_there(self) -> NDArray[np.bool_]:
        """Which places have a label : (n_texts, k)."""
        return np.asarray(self.labels >= 0)

    @property
    def best(self) -> NDArray[np.int32]:
        """The best label of each text : (n_texts,)."""
        return np.asarray(self.labels[:, 0])

    def top(self, k: int) -> Candidates:
        """Return the first k of each text."""
        return replace(self, labels=self.labels[:, :k], values=self.values[:, :k])

    def valued(self, values: NDArray[Any], absent: float) -> Candidates:
        """Return the same labels with other values."""
        return replace(self, values=values, absent=absent)

    def hits(self, rows: NDArray[Any], codes: NDArray[Any]) -> NDArray[np.bool_]:
        """Return which candidates are among these labels of these texts : (n_texts, k)."""
        cells = np.asarray(rows, np.int64) * (self.n_labels + 1) + codes
        own = np.arange(len(self))[:, None] * (self.n_labels + 1) + self.labels
        return np.isin(own, cells) & self.is_there

    def at(self, rows: NDArray[Any], codes: NDArray[Any]) -> NDArray[np.float64]:
        """Return the values of some labels of some texts : (n,)."""
        is_it = (self.labels[rows] == np.asarray(codes)[:, None]) & self.is_there[rows]
        found = self.values[rows, is_it.argmax(axis=1)]
        return np.where(is_it.any(axis=1), found, self.absent).astype(np.float64)

    def table(self) -> NDArray[Any]:
        """Return the values of all labels : (n_texts, n_labels)."""
        table = np.full((len(self), self.n_labels), self.absent, self.values.dtype)
        rows, places = np.nonzero(self.is_there)
        table[rows, self.labels[rows, places]] = self.values[rows, places]
        return table


def likeliest(
    probabilities: NDArray[np.float64] | Candidates, k: int | None, ranking: Any = None
) -> Iterator[list[tuple[int, float]]]:
    """Yield the k likeliest labels of each text with their probabilities; None is all known.

    ``ranking`` says which of a table come first, if it is not what is likelier.

    Examples
    --------
    >>> list(likeliest(np.array([[0.1, 0.7, 0.2]]), 2))
    [[(1, 0.7), (2, 0.2)]]
    """
    if isinstance(probabilities, Candidates):
        top = probabilities.top(probabilities.n_labels if k is None else k)
        for labels, values in zip(top.labels.tolist(), top.values.tolist(), strict=True):
            yield [(y, p) for y, p in zip(labels, values, strict=True) if y >= 0]
        return
    for row, by in zip(probabilities, probabilities if ranking is None else ranking, strict=True):
        order = np.argsort(-by, kind="stable")[:k]
        yield list(zip(order.tolist(), row[order].tolist(), strict=True))


def join_rows(parts: list[Any]) -> Any:
    """Return tables, or candidates, of several blocks of texts as one."""
    if not isinstance(parts[0], Candidates):
        return np.concatenate(parts)
    tables = [[each.labels for each in parts], [each.values for each in parts]]
    return replace(parts[0], labels=np.concatenate(tables[0]), values=np.concatenate(tables[1]))
