"""The row of clustering."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from linguine.tasks.clusters.algorithms import CLUSTER_ALGORITHMS, MIXTURE
from linguine.tasks.clusters.options import OPTIONS, clustered_features
from linguine.tasks.task import Hints, Settings
from linguine.tasks.text.table_task import TableTask

if TYPE_CHECKING:
    from linguine.data import Documents
    from linguine.reports.text.clusters import ClusterEvaluation
    from linguine.tasks.clusters.estimator import Clusterer
    from linguine.tasks.clusters.model import ClusterModel
    from linguine.tasks.clusters.writing import Answers

__all__ = ["ROW"]


class _Clusters(TableTask):
    name, in_files, learns = "cluster", "text-clusters", "Clusterer"
    makes, makers, about = "clusters", "clusters", "texts"
    unit, rate, question = "texts", "predictions", "text"
    algorithms, auto = CLUSTER_ALGORITHMS, f"is {MIXTURE}"
    options = OPTIONS
    finds = True
    n_sample = 10_000
    prices: ClassVar[Mapping[str, str]] = {
        "nmi": "NMI",
        "clusters_changed": "another cluster for {} of {n:,} texts",
    }

    def claims(self, hints: Hints) -> int:
        return 9 * bool(hints.options or hints.algorithms)

    def prepare(self, estimator: Clusterer, data: Documents, settings: Settings) -> Clusterer:
        from linguine.tasks.text import reading

        told = reading.text_column_settings(data, settings)
        if data.bags is not None:
            told["features"] = clustered_features(settings, is_bag=True)
        return estimator.set_params(**told) if told else estimator

    def learn(
        self, estimator: Clusterer, data: Documents, dev: Documents | None, settings: Settings
    ) -> Clusterer:
        learned: Clusterer = self.remember(estimator.fit(data), data, settings)
        return learned

    def facts(self, estimator: Clusterer, data: Documents, settings: Settings) -> dict[str, Any]:
        return {"text_columns": list(data.text_columns)}

    # --- judging ---------------------------------------------------------------------------------

    def weights(self, model: ClusterModel) -> tuple[int, bool]:
        import numpy as np

        return int(np.count_nonzero(model.weights[:, : model.n_columns])), True

    def answer(self, model: ClusterModel, data: Documents) -> Answers:
        from linguine.tasks.clusters.writing import answer

        return answer(model, data, with_probabilities=False)

    def changes(
        self, model: ClusterModel, data: Documents, first: Answers, second: Answers
    ) -> dict[str, float]:
        changed = float((first.codes != second.codes).mean())
        return {"clusters_changed": changed, "n": len(data)}

    def prices_of(self, evaluation: ClusterEvaluation) -> dict[str, float | None]:
        return {"nmi": evaluation.nmi}


ROW = _Clusters()
