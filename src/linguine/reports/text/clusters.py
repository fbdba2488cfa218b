r"""Clusters: what they are about, and how far they agree with labels that nobody learned from.

.. math:: NMI = \frac{2 I(Y; L)}{H(Y) + H(L)}, \quad
    purity = \frac{1}{n} \sum_y \max_l n_{y,l}

for clusters Y and labels L: Section 16.3 of [Manning2008].
"""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linguine.errors import DataError
from linguine.reports.judging.figures import share
from linguine.reports.judging.ledger import Ledger
from linguine.reports.tables import format_table, percent, shorten

__all__ = ["ClusterEvaluation", "Findings", "evaluate_clusters"]

#: Words and texts of a cluster that are shown.
_N_WORDS, _N_TEXTS = 10, 3


@dataclass(frozen=True, eq=False)
class ClusterEvaluation:
    """How far clusters and labels agree; made by :func:`evaluate_clusters`."""

    labels: tuple[Any, ...]
    table: NDArray[np.int64]  # (n_clusters, n_labels), texts of each pair
    outcomes: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))

    @property
    def ledger(self) -> Ledger:
        """What each text adds to the purity; clusters keep the labels that they have."""
        table = np.column_stack([self.outcomes, np.ones(len(self.outcomes))])
        return Ledger.of_table(table, [share("purity", 0, 1, counts_examples=True)])

    @property
    def n(self) -> int:
        """Number of texts."""
        return int(self.table.sum())

    @property
    def n_clusters(self) -> int:
        """Clusters that have a text."""
        return int(np.count_nonzero(self.table.sum(axis=1)))

    @property
    def nmi(self) -> float:
        """Normalised mutual information: 0 if clusters say nothing about labels, 1 if all."""
        joint = self.table / self.n
        rows, columns = joint.sum(axis=1), joint.sum(axis=0)
        seen = joint > 0
        mutual = float((joint[seen] * np.log(joint[seen] / np.outer(rows, columns)[seen])).sum())
        entropies = _entropy(rows) + _entropy(columns)
        return 2.0 * mutual / entropies if entropies > 0 else 1.0

    @property
    def purity(self) -> float:
        """Share of texts with the most frequent label of their cluster."""
        return float(self.table.max(axis=1).sum()) / self.n

    @property
    def best_labels(self) -> tuple[Any, ...]:
        """The most frequent label of each cluster; ties go to the first."""
        return tuple(self.labels[i] for i in self.table.argmax(axis=1))

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        names = ("n", "n_clusters", "nmi", "purity")
        return {
            **{name: getattr(self, name) for name in names},
            "intervals": self.ledger.to_dict(),
            "labels": list(self.labels),
            "table": self.table.tolist(),
        }

    def to_text(self) -> str:
        """Return the scores, and the labels that each cluster has most of."""
        head = (
            f"NMI {self.nmi:.3f}, purity {percent(self.purity)}: {self.n:,} texts, "
            f"{self.n_clusters} clusters, {len(self.labels)} labels"
        )
        rows = []
        for y, counts in enumerate(self.table):
            most = [int(i) for i in np.argsort(-counts, kind="stable")[:3] if counts[i]]
            shown = ", ".join(f"{shorten(str(self.labels[i]), 30)} {counts[i]:,}" for i in most)
            rows.append([str(y), shown, f"{int(counts.sum()):,}"])
        return f"{head}\n\n{format_table(['cluster', 'labels', 'texts'], rows, n_left=2)}"


def evaluate_clusters(
    clusters: ArrayLike, labels: ArrayLike, *, n_clusters: int | None = None
) -> ClusterEvaluation:
    """Return how far clusters agree with labels, a number and a label for each text.

    Examples
    --------
    >>> evaluate_clusters([0, 0, 1, 1], ["a", "a", "b", "b"]).nmi
    1.0
    """
    y, names = np.asarray(clusters), np.asarray(labels)
    if y.shape != names.shape or y.ndim != 1 or not len(y):
        raise DataError(
            f"There must be one cluster and one label for each text, and at least one text; got "
            f"{y.shape} and {names.shape}. Check how the two were read."
        )
    known, codes = np.unique(names, return_inverse=True)
    table = np.zeros((max(n_clusters or 0, int(y.max()) + 1), len(known)), np.int64)
    np.add.at(table, (y, codes), 1)
    outcomes = (table.argmax(axis=1)[y] == codes).astype(np.int64)
    return ClusterEvaluation(tuple(known.tolist()), table, outcomes)


def _entropy(p: NDArray[np.float64]) -> float:
    return -float((p[p > 0] * np.log(p[p > 0])).sum())


@dataclass(frozen=True, eq=False)
class Findings:
    """What was found in texts: the words of each cluster, and the texts closest to it.

    Parameters
    ----------
    facts
        How the clusters were found, in a line.
    clusters
        Size, words and closest texts of each, as model files hold them.
    text_of
        From the place of a text to its words.
    lines
        The cluster of each text, as it is written into a file.
    """

    facts: str
    clusters: Sequence[dict[str, Any]]
    text_of: Callable[[int], str]
    lines: Callable[[], str]

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        return {"facts": self.facts, "clusters": [self._cluster(each) for each in self.clusters]}

    def _cluster(self, cluster: dict[str, Any]) -> dict[str, Any]:
        texts = [self.text_of(row) for row in cluster["closest"]]
        return {**cluster, "closest_texts": texts}

    def to_text(self) -> str:
        """Return a paragraph for each cluster."""
        width = max(40, shutil.get_terminal_size().columns)
        blocks = [self.facts]
        for y, each in enumerate(self.clusters):
            words = ", ".join(str(word) for word, _ in each["words"][:_N_WORDS])
            head = f"{y}  {each['size']:,} texts: {words or '(none)'}"
            lines = textwrap.wrap(head, width, subsequent_indent="   ") or [head]
            for row in each["closest"][:_N_TEXTS]:
                lines.append(f"   | {shorten(' '.join(self.text_of(row).split()), width - 6)}")
            blocks.append("\n".join(lines))
        return "\n\n".join(blocks)
