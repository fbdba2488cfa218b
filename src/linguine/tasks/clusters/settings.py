"""Settings of a clusterer: everything but the texts, checked before any work."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from linguine.errors import check_number, show_value
from linguine.features import Extractor, Features, WordNgrams
from linguine.features.numeric import as_counts
from linguine.features.text.columns import TextColumns
from linguine.features.text.specification import as_features
from linguine.features.text.templates import Template
from linguine.tasks.clusters.algorithms import AUTO, CLUSTER_ALGORITHMS, MIXTURE
from linguine.tasks.settings import TaskSettings
from linguine.tasks.text.model import TextModel

__all__ = ["ClusterSettings"]

#: Documents from which on a word of one text is noise, and one of most texts says nothing; and
#: from which on so is a word of four texts.
_SOME, _MANY = 100, 10_000
#: Clusters that a core's table of labels holds at most.
_MOST_CLUSTERS = 30_000
#: Bounds of the options, what they are if nobody says, and what to try.
_OPTIONS: dict[str, tuple[float, dict[str, Any]]] = {
    "alpha": (0.1, {"low": 0, "low_open": True, "high": 1e9, "fix": "Try 0.1."}),
    "restarts": (10, {"low": 1, "integer": True, "fix": "Try 10."}),
    "max_iterations": (100, {"low": 1, "integer": True, "fix": "Try 100."}),
    "tolerance": (1e-6, {"low": 0, "high": 1, "fix": "Try 1e-6."}),
}


@dataclass(frozen=True, eq=False, kw_only=True)
class ClusterSettings(TaskSettings):
    """What :class:`linguine.Clusterer` was told; its docstring explains the fields."""

    owner = "Clusterer"
    table = CLUSTER_ALGORITHMS

    k: Any = "auto"
    algorithm: str = AUTO
    features: Template | Features | None = None
    values: str = "count"
    min_df: float | None = None
    max_df: float | None = None
    max_features: int | None = None
    text_columns: Any = None
    join_columns: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        for name, (_, bounds) in _OPTIONS.items():
            if name in self.options:
                check_number(self.owner, name, self.options[name], **bounds)
        self._check_k()
        self.extractor(_SOME)

    def _check_k(self) -> None:
        if self.k == "auto":
            return
        is_range = isinstance(self.k, tuple | list) and len(self.k) == 2
        if not is_range and not isinstance(self.k, int) and not hasattr(self.k, "item"):
            self.refuse(
                "must be a number of clusters, a range such as (5, 30), or 'auto'; got "
                f"{show_value(self.k)}. Try 10.",
                "k",
            )
        ends = tuple(self.k) if is_range else (self.k,)
        for each in ends:
            check_number(
                self.owner, "k", each, low=2, high=_MOST_CLUSTERS, integer=True, fix="Try 10."
            )
        if ends[0] > ends[-1]:
            self.refuse(
                f"must be a range from the smaller number to the larger; got {show_value(self.k)}. "
                f"Try {(ends[-1], ends[0])}.",
                "k",
            )

    @staticmethod
    def _told_by(model: TextModel) -> dict[str, Any]:
        extractor = model.extractor
        names = ("features", "min_df", "max_df", "max_features")
        return {
            **{name: getattr(extractor, name) for name in names},
            "k": model.n_labels,
            "values": extractor.weighting.values,
            "text_columns": model.reads.names or None,
            "join_columns": model.reads.is_joined,
        }

    @property
    def row_name(self) -> str:
        """The algorithm; there is one."""
        return MIXTURE if self.algorithm == AUTO else self.algorithm

    def option(self, name: str) -> Any:
        """Return an option of the algorithm, as it was given or as it is if nobody says."""
        return self.options.get(name, _OPTIONS[name][0])

    @property
    def reads(self) -> TextColumns:
        """Where the text lies."""
        return TextColumns.of(self.text_columns, self.join_columns)

    def extractor(self, n_texts: int, features: Template | Features | None = None) -> Extractor:
        """Return an extractor for so many texts; ``features`` say what silence means.

        A few texts keep all their words. Of more, what one text has, or a third of all, says
        little about which texts belong together.
        """
        chosen = self.features or features or WordNgrams(1)
        least, most = (2 if n_texts < _MANY else 5, 0.3) if n_texts >= _SOME else (1, 1.0)
        return Extractor(
            self.reads.spread(as_counts(as_features(chosen))),
            values=self.values,
            normalize=None,
            min_df=least if self.min_df is None else self.min_df,
            max_df=most if self.max_df is None else self.max_df,
            max_features=self.max_features,
            n_threads=self.n_threads,
        )
