r"""Numeric columns: numbers beside the text, brought to the scale of its features.

.. math:: z = \min(3, \max(-3, \frac{x - \mathrm{median}}{q_3 - q_1}))

A text is a row of length 1, so a column of lengths or prices as they are would drown its words, and
no penalty and no step size would suit both. The median and the quartiles q hardly move with
outliers, and the bounds keep one of them from deciding alone.

The scale is learned from all texts of ``fit`` and not again for every fold of a held-out estimate:
it never sees a label, and a held-out number moves a quartile by no more than to its neighbour.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.errors import DataError, ParameterError, named, show_value
from linguine.features.columns import Bag, BagTemplate, find_column
from linguine.features.text.templates import Features
from linguine.registry import Registry

__all__ = ["Numeric", "as_counts"]

Numbers = NDArray[np.float64]

#: Element-wise transforms: how each is named and computed.
TRANSFORMS: Registry[tuple[str, Callable[[Numbers], Numbers]]] = Registry(
    "one of transforms",
    {
        "value": ("{}", lambda x: x),
        "square": ("{}^2", lambda x: x * x),
        "absolute": ("|{}|", np.abs),
        "log": ("log {}", lambda x: np.sign(x) * np.log1p(np.abs(x))),
    },
)


def _robust(x: Numbers) -> tuple[float, float]:
    """Return the median and the distance of the quartiles.

    Where the quartiles are equal, most numbers are the same one (often 0): the typical distance of
    the others from it takes their place.
    """
    low, middle, high = np.quantile(x, [0.25, 0.5, 0.75]).tolist()
    spread = high - low
    if not spread > 0:
        others = np.abs(x - middle)
        others = others[others > 0]
        spread = float(np.median(others)) if len(others) else 0.0
    return middle, spread


def _unit(x: Numbers) -> tuple[float, float]:
    """Return what becomes 0, and how far from it lies what becomes 1: all but the outermost 5 %."""
    low, high = np.quantile(x, [0.05, 0.95]).tolist()
    if not high > low:
        low, high = float(x.min()), float(x.max())
    return low, high - low


def _finite(find: Callable[[Numbers], tuple[float, float]], x: Numbers) -> tuple[float, float]:
    """Return a finite centre and spread of any numbers; a constant column will be 0."""
    shift = 2.0**-4 if np.abs(x).max() > 1e300 else 1.0  # differences must not overflow
    center, spread = find(x * shift)
    largest = float(np.finfo(np.float64).max)
    return center / shift, min(spread / shift, largest) or 1.0


#: How the centre and the spread of a column are found, and the bounds of what is scaled.
SCALES: Registry[tuple[Callable[[Numbers], tuple[float, float]] | None, float, float]] = Registry(
    "scale",
    {
        "auto": (_robust, -3.0, 3.0),
        "robust": (_robust, -3.0, 3.0),
        "unit": (_unit, 0.0, 1.0),
        "none": (None, -math.inf, math.inf),
    },
)


@dataclass(frozen=True)
class Numeric(BagTemplate):
    """A column of numbers, and element-wise transforms of it.

    Parameters
    ----------
    column
        Name of the column.
    transforms
        Any of ``"value"``, ``"square"``, ``"absolute"``, ``"log"`` (sign(x) ln(1 + abs(x))).
    scale
        ``"robust"``: 0 is the median, 1 the distance of the quartiles, from -3 to 3.
        ``"unit"``: from 0 to 1. ``"none"``: as they are. ``"auto"`` is robust, and unit for
        naive Bayes, which counts and cannot have numbers below 0.
    learned
        Centre and spread of each transform: what ``fit`` finds and a model file keeps.

    Examples
    --------
    >>> Numeric("price", transforms=("value", "square")).column
    'price'
    """

    kind: ClassVar[str] = "numeric"
    column: str
    _: KW_ONLY
    transforms: Sequence[str] = ("value",)
    scale: str = "auto"
    learned: Sequence[Sequence[float]] | None = None

    def __post_init__(self) -> None:
        if isinstance(self.transforms, str) or not self.transforms:
            raise ParameterError(
                f"must be a list of names; got {self.transforms!r}. "
                "Try transforms=['value', 'log'].",
                owner="Numeric",
                parameter="transforms",
            )
        object.__setattr__(self, "transforms", tuple(self.transforms))
        for each in self.transforms:
            TRANSFORMS.get(each)
        SCALES.get(self.scale)
        if self.learned is not None:
            object.__setattr__(self, "learned", self._check_learned(self.learned))

    def _check_learned(self, learned: Any) -> tuple[tuple[float, float], ...]:
        try:
            pairs = tuple((float(center), float(spread)) for center, spread in learned)
        except (TypeError, ValueError):
            pairs = ()
        is_sound = all(map(math.isfinite, sum(pairs, ()))) and all(each > 0 for _, each in pairs)
        if not is_sound or len(pairs) != len(self.transforms) or self.scale == "none":
            raise ParameterError(
                "must be a finite centre and a spread > 0 for each transform of a column that is "
                f"scaled; got {learned!r} for {len(self.transforms)} with "
                f"scale={self.scale!r}. Leave it out: fit finds it.",
                owner="Numeric",
                parameter="learned",
            )
        return pairs

    @property
    def is_scaled(self) -> bool:
        """True if the numbers are not taken as they are."""
        return self.scale != "none"

    @property
    def names(self) -> list[str]:
        """The features, one for each transform."""
        return [TRANSFORMS.get(each)[0].format(self.column) for each in self.transforms]

    def learn(self, texts: _core.Texts, columns: Mapping[str, Any]) -> Numeric:
        """Return the template with the centres and spreads of some documents."""
        find = SCALES.get(self.scale)[0]
        if find is None:
            return self
        learned = [_finite(find, x) for x in self.numbers(texts, columns).T]
        scale = "robust" if self.scale == "auto" else self.scale
        return dataclasses.replace(self, scale=scale, learned=learned)

    def numbers(self, texts: _core.Texts, columns: Mapping[str, Any]) -> Numbers:
        """Return the transformed numbers, not scaled : (n_documents, n_transforms)."""
        cells = find_column(columns, self.column, len(texts))
        x = self._read(cells)
        with np.errstate(over="ignore"):
            table = np.stack([TRANSFORMS.get(each)[1](x) for each in self.transforms], axis=1)
        if not np.isfinite(table).all():
            row, k = (int(each[0]) for each in np.nonzero(~np.isfinite(table)))
            raise DataError(
                f"The column {self.column!r} must stay finite; {self.names[k]} of row {row} is "
                f"not, the number being {x[row]:g}. Leave the transform {self.transforms[k]!r} out."
            )
        return np.asarray(table, np.float64)

    def bag(self, texts: _core.Texts, columns: Mapping[str, Any]) -> Bag:
        """Return names and numbers of all documents."""
        x = self.numbers(texts, columns)
        if self.is_scaled:
            x = self._rescale(x)
        offsets = np.arange(len(x) + 1, dtype=np.int64) * x.shape[1]
        values = np.ascontiguousarray(x.reshape(-1), dtype=np.float32)
        return offsets, _core.Texts(self.names * len(x)), values

    def _rescale(self, x: Numbers) -> Numbers:
        if self.learned is None:
            raise DataError(
                f"The column {self.column!r} must be seen before it can be scaled; nothing was "
                "learned yet. Call fit, or use scale='none'."
            )
        _, low, high = SCALES.get(self.scale)
        center, spread = np.array(self.learned, np.float64).T
        with np.errstate(over="ignore"):
            return np.asarray(np.clip((x - center) / spread, low, high))

    def _read(self, column: Any) -> Numbers:
        if isinstance(column, _core.Texts):
            column = column.tolist()
        x = np.empty(len(column))
        for i, cell in enumerate(column):
            try:
                x[i] = float(cell)
            except (TypeError, ValueError, OverflowError):
                x[i] = math.nan
            if not math.isfinite(x[i]):
                raise DataError(
                    f"The column {self.column!r} must hold finite numbers; row {i} is "
                    f"{show_value(cell)}. Repair it, or use {named('Categorical')} for words."
                )
        return x


def as_counts(features: Features) -> Features:
    """Return the templates for a learner that counts: its columns of numbers are not below 0."""
    return Features(
        tuple(
            dataclasses.replace(each, scale="unit")
            if isinstance(each, Numeric) and each.scale == "auto"
            else each
            for each in features.templates
        )
    )
