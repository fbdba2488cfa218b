"""The scale of vectors against the words of a text, while it is being chosen."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from linguine.features.columns import BagTemplate
from linguine.features.text.counted import CountedRows
from linguine.features.text.extractor import Extractor
from linguine.features.text.templates import Features, Template
from linguine.features.vectors import DenseTemplate

__all__ = ["VectorScale", "settle", "settle_scale"]


@dataclass(eq=False)
class VectorScale:
    """Counted rows whose vectors have length 1, and what they are with another.

    Vectors whose scale the user has said are left alone; all others have one scale.
    """

    counts: CountedRows
    is_vector: NDArray[np.bool_]  # features : (n_features,)
    _made: dict[float, CountedRows] = field(default_factory=dict)

    @classmethod
    def find(cls, extractor: Extractor, counts: CountedRows) -> VectorScale | None:
        """Return the vectors of an extractor that have no scale yet; None if there are none."""
        if not any(_is_open(each) for each in extractor.features.templates):
            return None
        return cls(counts, extractor.of_columns(_is_open))

    def rows(self, scale: float) -> CountedRows:
        """Return the rows with vectors of this length."""
        if scale == 1.0:
            return self.counts
        if scale not in self._made:
            values = self.counts.values.copy()
            values[self.is_vector[self.counts.indices]] *= np.float32(scale)
            self._made = {scale: replace(self.counts, values=values)}  # one copy at a time
        return self._made[scale]


def settle(extractor: Extractor, counts: CountedRows, scale: float) -> CountedRows:
    """Return the rows with the scale that was chosen, which the extractor then has, too."""
    found = VectorScale.find(extractor, counts)
    if found is None:
        return counts
    extractor.take_settled(settle_scale(extractor.features, scale))
    return found.rows(scale)


def settle_scale(features: Template | Features, scale: float) -> Features:
    """Return templates whose vectors have the scale that was chosen."""
    templates = features.templates if isinstance(features, Features) else (features,)
    return Features(
        tuple(
            each.scaled(scale) if isinstance(each, DenseTemplate) and each.is_open else each
            for each in templates
        )
    )


def _is_open(template: Template | BagTemplate) -> bool:
    return isinstance(template, DenseTemplate) and template.is_open
