"""Asked: a structure that a user wrote, as the core asks it. Every answer is checked first."""

from __future__ import annotations

from threading import RLock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.errors import ParameterError
from linguine.inference.structure import Structure, Table

__all__ = ["Asked", "name_of", "read_labels", "require_answer"]

#: How a question is asked, and what is to be returned.
_HINTS = {
    "argmax": "argmax(sites), which returns the best label of each site",
    "marginals": "marginals(sites), which returns log Z and the share of each label",
    "k_best": "k_best(sites, k), which returns the k best outputs",
    "parts": "parts(output, n_labels), which counts the structural weights of an output",
}


def name_of(structure: object) -> str:
    """Return what users call their structure."""
    return structure.__name__ if isinstance(structure, type) else type(structure).__name__


def require_answer(structure: object, question: str, asker: str, instead: str) -> None:
    """Refuse what asks for more than a structure answers, before anything is learned."""
    if isinstance(structure, type):
        raise ParameterError(
            f"structure must be an object; got the class {name_of(structure)}. "
            f"Write {name_of(structure)}() with brackets."
        )
    if not callable(getattr(structure, question, None)):
        name = name_of(structure)
        raise ParameterError(
            f"{asker} asks a structure for {question}; {name} has no {question}. "
            f"{instead} add {_HINTS[question]}."
        )


def read_labels(structure: Structure, output: Any, n_sites: int) -> NDArray[Any] | None:
    """Return an output as labels of sites; None if it is not -1 or more for each of them."""
    encode = getattr(structure, "encode", None)
    try:
        labels = np.asarray(output if encode is None else encode(output, n_sites))
    except ValueError as error:  # rows of unequal length
        if isinstance(error, ParameterError):
            raise
        return None
    is_right = labels.shape == (n_sites,) and (n_sites == 0 or labels.dtype.kind in "iu")
    return labels if is_right and (labels >= -1).all() else None


class Asked:
    """Asks a user's structure and looks at what it answers; ``rho`` is the weight of its cost.

    Examples
    --------
    >>> from linguine.inference import DependencyTree
    >>> arcs = np.array([[1.0], [0.0], [5.0], [2.0], [4.0], [0.0]])
    >>> Asked(DependencyTree(), 1).argmax(arcs, np.zeros((0, 1))).tolist()
    [-1, -1, 0, 0, -1, -1]
    """

    def __init__(self, structure: Structure, n_labels: int, rho: float = 1.0) -> None:
        self.structure, self.n_labels, self.rho = structure, n_labels, rho
        self._lock = RLock()
        count = getattr(structure, "n_structural", None)
        self.n_structural = 0 if count is None else int(count(n_labels))
        if self.n_structural < 0:
            raise self._error("n_structural", "a number of rows", self.n_structural, "0 for none")

    def argmax(self, sites: Table, structural: Table) -> NDArray[np.int32]:
        """Return the best label of each site : (n_sites,)."""
        return self._labels("argmax", self._ask("argmax", sites, structural), len(sites))

    def marginals(self, sites: Table, structural: Table) -> tuple[float, Table, Table]:
        """Return log Z and the shares in the shapes of the tables."""
        found = self._ask("marginals", sites, structural)
        n_wanted = 3 if self.n_structural else 2
        if not isinstance(found, tuple) or len(found) != n_wanted:
            what = "log Z and the shares" + (" of sites and of structure" * (n_wanted == 3))
            raise self._error("marginals", f"a tuple of {what}", found, f"{n_wanted} values")
        log_z = self._table("marginals", found[0], ())
        shares = self._table("marginals", found[1], sites.shape)
        moves = structural if n_wanted == 2 else found[2]
        return float(log_z), shares, self._table("marginals", moves, structural.shape)

    def k_best(self, sites: Table, structural: Table, k: int) -> list[NDArray[np.int32]]:
        """Return the labels of the k best outputs."""
        found = list(self._ask("k_best", sites, structural, k))
        if not 0 < len(found) <= k:
            wanted = f"between 1 and {k} outputs"
            raise self._error("k_best", wanted, len(found), "the best ones, best first")
        return [self._labels("k_best", each, len(sites)) for each in found]

    def cost(self, gold: NDArray[np.int32]) -> Table:
        """Return rho times what each label of each site costs : (n_sites, n_labels)."""
        shape = len(gold), self.n_labels
        if not hasattr(self.structure, "cost"):
            return self.rho * np.asarray(gold[:, None] != np.arange(self.n_labels), np.float64)
        found = self._call("cost", self.decode(gold), self.n_labels)
        return self.rho * self._table("cost", found, shape)

    def parts(self, labels: NDArray[np.int32]) -> Table:
        """Return how often each structural weight counts : (n_structural, n_labels)."""
        found = self._call("parts", self.decode(labels), self.n_labels)
        return self._table("parts", found, (self.n_structural, self.n_labels))

    def decode(self, labels: NDArray[np.int32]) -> Any:
        """Return labels of sites as an output of the structure."""
        return self._call("decode", labels) if hasattr(self.structure, "decode") else labels

    def encode(self, output: Any, n_sites: int) -> NDArray[np.int32]:
        """Return an output as labels of sites, checked : (n_sites,)."""
        return self._labels("encode", output, n_sites)

    def tables(self, sites: Table, structural: Table) -> tuple[Table, ...]:
        """Return what a question is asked with."""
        return (sites, structural) if self.n_structural else (sites,)

    def _ask(self, question: str, sites: Table, structural: Table, *rest: int) -> Any:
        return self._call(question, *self.tables(sites, structural), *rest)

    def _call(self, name: str, *arguments: Any) -> Any:
        with self._lock:  # a call may let go of the GIL; users need not think of threads
            return getattr(self.structure, name)(*arguments)

    def _labels(self, question: str, output: Any, n_sites: int) -> NDArray[np.int32]:
        with self._lock:
            labels = read_labels(self.structure, output, n_sites)
        if labels is None or (labels >= self.n_labels).any():
            wanted = f"a label in -1..{self.n_labels - 1} for each of {n_sites} sites"
            raise self._error(question, wanted, output, "as many labels as there are rows")
        return np.ascontiguousarray(labels, np.int32)

    def _table(self, question: str, found: Any, shape: tuple[int, ...]) -> Table:
        wanted = f"finite numbers of shape {shape}" if shape else "a finite number for log Z"
        try:
            table = np.array(found, np.float64, order="C")
        except (TypeError, ValueError):
            raise self._error(question, wanted, found, "a table of numbers") from None
        # A structure may have a shape of its own for the same cells, as heads by words.
        if table.size != np.prod(shape) or (table.shape != shape and not self._has_own_shape):
            raise self._error(question, wanted, f"shape {table.shape}", "a row per site, or weight")
        if not np.isfinite(table).all():
            place = [int(i) for i in np.argwhere(~np.isfinite(table))[0]]
            got = f"{table[tuple(place)]} at {place}" if place else f"{table}"
            raise self._error(question, wanted, got, "sums in log space, which do not overflow")
        return table.reshape(shape)

    @property
    def _has_own_shape(self) -> bool:
        return hasattr(self.structure, "decode")

    def _error(self, question: str, wanted: str, got: object, fix: str) -> ParameterError:
        shown = got if isinstance(got, str) else repr(got)
        short = shown if len(shown) <= 80 else shown[:77] + "..."
        return ParameterError(
            f"{name_of(self.structure)}.{question} must return {wanted}; got {short}. Return {fix}."
        )
