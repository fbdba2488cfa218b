r"""Vectors: dense numbers beside the words of a text, such as embeddings of a neural model.

.. math:: z = s \, \frac{v - \bar v}{\|v - \bar v\|}

A text is a row of length 1, and so are its vectors: s says how much they count against the words.
What all vectors have in common (embeddings point in much the same direction) tells no text from
another, so the mean of the texts learned from is taken away. A vector of zeros is none, and stays.

``scale="auto"`` is 1 until a classifier has chosen it on held-out texts. The mean is learned from
all texts of ``fit``, as the scale of a column of numbers is: it never sees a label.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any, ClassVar, TypeVar

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.data.vectors import as_vectors
from linguine.errors import DataError, ParameterError, check_number
from linguine.features.columns import Bag, BagTemplate, find_column

__all__ = ["AUTO", "DenseTemplate", "Vectors"]

AUTO = "auto"
#: What is too small to have a direction; the mean of equal vectors is off by its rounding.
_NOTHING = 1e-6

Self = TypeVar("Self", bound="DenseTemplate")


@dataclass(frozen=True)
class DenseTemplate(BagTemplate):
    """A template that has a vector for each document."""

    _: KW_ONLY
    scale: float | str = AUTO
    center: Sequence[float] | None = None

    def __post_init__(self) -> None:
        owner = type(self).__name__
        if self.scale != AUTO:
            if isinstance(self.scale, str):
                raise ParameterError(
                    f"must be 'auto' or a number; got {self.scale!r}. Try 1.0.",
                    owner=owner,
                    parameter="scale",
                )
            check_number(owner, "scale", self.scale, low=0, high=1e6, fix="Try 1.0.")
        if self.center is None:
            return
        center = np.asarray(self.center, np.float64)
        if center.ndim != 1 or not len(center) or not np.isfinite(center).all():
            raise ParameterError(
                "must be a finite number for each number of a vector; got "
                f"{str(self.center)[:40]}. Leave it out: fit finds it.",
                owner=owner,
                parameter="center",
            )
        object.__setattr__(self, "center", tuple(center.tolist()))

    @property
    def title(self) -> str:
        """What the vector is called in explanations; its numbers are ``title[0]`` and so on."""
        raise NotImplementedError

    def vectors(self, texts: _core.Texts, columns: Mapping[str, Any]) -> NDArray[np.float32]:
        """Return the vectors as they come : (n_documents, n_numbers)."""
        raise NotImplementedError

    @property
    def is_open(self) -> bool:
        """True if somebody may choose the scale."""
        return self.scale == AUTO

    @property
    def factor(self) -> float:
        """The scale, 1 as long as nobody has chosen any."""
        return 1.0 if self.scale == AUTO else float(self.scale)

    def scaled(self: Self, scale: float) -> Self:
        """Return the template with a scale that was chosen."""
        return dataclasses.replace(self, scale=float(scale))

    def learn(self: Self, texts: _core.Texts, columns: Mapping[str, Any]) -> Self:
        """Return the template with the mean of some documents' vectors."""
        x = self.vectors(texts, columns)
        is_there = x.any(axis=1)
        total = np.sum(x, axis=0, dtype=np.float64)
        mean = np.atleast_1d(total / max(1, int(is_there.sum())))
        return dataclasses.replace(self, center=tuple(mean.tolist()))

    def bag(self, texts: _core.Texts, columns: Mapping[str, Any]) -> Bag:
        """Return names and numbers of all documents: no offsets, each has the same names."""
        x = self._placed(self.vectors(texts, columns))
        names = _core.Texts([f"{self.title}[{k}]" for k in range(x.shape[1])])
        return np.zeros(0, np.int64), names, np.ascontiguousarray(x.reshape(-1), dtype=np.float32)

    def _placed(self, x: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return vectors around 0, of the length that the scale says."""
        if self.center is None:
            raise DataError(
                f"The vectors {self.title!r} must be seen before they can be scaled; nothing was "
                "learned yet. Call fit."
            )
        if x.shape[1] != len(self.center):
            raise DataError(
                f"The vectors {self.title!r} must have {len(self.center)} numbers, as those that "
                f"were learned from; row 0 has {x.shape[1]}. Make them with the same model."
            )
        is_there = np.asarray(x.any(axis=1))
        sizes = np.sqrt(np.einsum("ij,ij->i", x, x, dtype=np.float64))
        x = np.where(is_there[:, None], x - np.array(self.center, np.float32), 0)
        lengths = np.sqrt(np.einsum("ij,ij->i", x, x, dtype=np.float64))
        by = np.divide(self.factor, lengths, out=np.zeros(len(x)), where=lengths > _NOTHING * sizes)
        return np.asarray(x * by[:, None].astype(np.float32), np.float32)


@dataclass(frozen=True)
class Vectors(DenseTemplate):
    """A column of vectors, such as embeddings.

    Parameters
    ----------
    column
        Name of the column: a matrix, lists of numbers, a column of lists of a data frame, or
        texts such as ``"[0.1, -2]"``.
    scale
        How long a vector is beside the text's other features, which have length 1; ``"auto"`` is
        chosen on held-out texts, and 1 where there are none.
    center
        The mean of the vectors: what ``fit`` finds and a model file keeps.

    Examples
    --------
    >>> from linguine.features import Extractor, WordNgrams
    >>> extractor = Extractor(WordNgrams() + Vectors("embedding"))
    >>> sites = extractor.fit_transform(["hello", "bye"], {"embedding": [[1.0, 0.0], [0.0, 1.0]]})
    >>> sorted(extractor.names())
    ['bye', 'embedding[0]', 'embedding[1]', 'hello']
    """

    kind: ClassVar[str] = "vectors"
    column: str

    @property
    def title(self) -> str:
        """The name of the column."""
        return self.column

    def vectors(self, texts: _core.Texts, columns: Mapping[str, Any]) -> NDArray[np.float32]:
        """Return the vectors as they come : (n_documents, n_numbers)."""
        return as_vectors(find_column(columns, self.column, len(texts)), self.column)
