"""Weighting: how counts become values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from linguine.errors import ParameterError
from linguine.registry import Registry

__all__ = ["WeighedAs", "Weighting", "document_frequency", "inverse_document_frequency"]

#: What a count becomes, and whether rare features weigh more.
VALUES: Registry[tuple[str, bool]] = Registry(
    "kind of values",
    {
        "binary": ("binary", False),
        "count": ("count", False),
        "log": ("log", False),
        "square": ("square", False),
        "absolute": ("absolute", False),
        "binary-tfidf": ("binary", True),
        "tfidf": ("count", True),
        "log-tfidf": ("log", True),
    },
)


#: How the core is told: form, idf, blocks, how many there are, and if rows have length 1.
WeighedAs: TypeAlias = tuple[str, NDArray[np.float32] | None, NDArray[np.uint8] | None, int, bool]


@dataclass(frozen=True)
class Weighting:
    r"""How counts become values.

    .. math::
        x_j = w(c_j)\, \mathrm{idf}_j / \|x\|, \quad
        \mathrm{idf}_j = \ln \frac{1 + n}{1 + \mathrm{df}_j} + 1

    Parameters
    ----------
    values
        ``"binary"`` (w = 1), ``"count"`` (w = c), ``"log"`` (w = 1 + ln c), one of them with
        idf: ``"binary-tfidf"``, ``"tfidf"``, ``"log-tfidf"``; or ``"square"`` (w = c^2) and
        ``"absolute"`` (w = \|c\|), section 3.4 of [Eisenstein2014].
    normalize
        ``"l2"`` for rows of length 1, ``"blocks"`` for the same with an equal share for each
        template (a text has many more characters than words), or None.

    Examples
    --------
    >>> Weighting("tfidf").has_idf
    True
    """

    values: str = "log-tfidf"
    normalize: str | None = "l2"

    def __post_init__(self) -> None:
        VALUES.get(self.values)
        if self.normalize not in (None, "l2", "blocks"):
            raise ParameterError(
                f"must be 'l2', 'blocks' or None; got {self.normalize!r}. Choose one of these.",
                parameter="normalize",
            )

    @property
    def form(self) -> str:
        """What a count becomes."""
        return VALUES.get(self.values)[0]

    @property
    def has_idf(self) -> bool:
        """True if rare features weigh more."""
        return VALUES.get(self.values)[1]

    @property
    def is_plain_binary(self) -> bool:
        """True if all values are 1, so that none has to be stored."""
        return self.form == "binary" and not self.has_idf and self.normalize is None


def inverse_document_frequency(
    frequencies: NDArray[np.integer], n_documents: int
) -> NDArray[np.float32]:
    """Return ln((1 + n) / (1 + df)) + 1 for each feature."""
    largest = int(frequencies.max(initial=0))
    if len(frequencies) < largest:  # a few features of many documents
        idf = np.log((1.0 + n_documents) / (1.0 + frequencies)) + 1.0
        return np.asarray(idf.astype(np.float32))
    table = np.log((1.0 + n_documents) / (1.0 + np.arange(largest + 1))) + 1.0
    return np.asarray(table.astype(np.float32)[frequencies])


def document_frequency(idf: NDArray[np.float32], n_documents: int) -> NDArray[np.uint32]:
    """Return the document frequencies that gave idf: the way back, exact below a million."""
    frequencies = (1.0 + n_documents) * np.exp(1.0 - idf.astype(np.float64)) - 1.0
    return np.rint(np.clip(frequencies, 0, n_documents)).astype(np.uint32)
