"""Clusterer: texts in, groups of texts out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linguine.features import Features
from linguine.features.text.templates import Template
from linguine.progress import ProgressOption
from linguine.tasks.base import TaskEstimator
from linguine.tasks.clusters.file import build_model, pack_model
from linguine.tasks.clusters.input import as_unlabelled, read_texts, settings_for
from linguine.tasks.clusters.model import ClusterModel
from linguine.tasks.clusters.settings import ClusterSettings
from linguine.tasks.clusters.training import train_clusters
from linguine.tasks.text.model import take_apart

if TYPE_CHECKING:
    from linguine.reports import Explanation
    from linguine.reports.text.clusters import ClusterEvaluation

__all__ = ["Clusterer"]

Self = TypeVar("Self", bound="Clusterer")


class Clusterer(TaskEstimator):
    r"""Groups texts that nobody has labelled: a mixture of naive Bayes models, found by EM.

    .. math:: p(x) = \sum_{y=1}^{k} \pi_y \prod_j \phi_{y,j}^{x_j}

    Section 1.5 of [Zhang2010]. Clusters are numbered by falling size.

    Parameters
    ----------
    k
        How many clusters; ``"auto"``, or a range such as (5, 30), chooses the number under which
        held-out texts are most likely, or the least that is as good within a standard error.
    algorithm
        ``"auto"``, which is ``"mixture"``.
    features
        A template or a sum of templates; None is words.
    values
        How counts become values, see :class:`linguine.features.Weighting`; likelihoods are those
        of texts if they are ``"count"``.
    min_df, max_df, max_features
        Which features are kept; see :class:`linguine.features.Extractor`. None keeps all of fewer
        than 100 texts; of more, words of at least 2 texts (5 of 10,000) and of at most 0.3 of all.
    text_columns, join_columns
        As in :class:`linguine.TextClassifier`.
    n_threads
        Threads; None is all processors. The result does not depend on it.
    seed, random_state
        Seed of all starts, under our name and scikit-learn's; None is 0.
    progress
        None, True for a bar or log lines, or a function of :class:`linguine.progress.Progress`.
    options
        ``restarts`` (10): the start whose end is most likely wins; ``alpha`` (0.1), the
        pseudo-count of every word; ``max_iterations`` (100), ``tolerance`` (1e-6).

    Examples
    --------
    >>> texts = ["cash prize now", "win cash now", "win a prize", "lunch at noon", "noon lunch?"]
    >>> clusterer = Clusterer(2).fit(texts)
    >>> clusterer.predict(["cash!", "lunch"]).tolist()
    [0, 1]
    """

    settings: ClusterSettings
    _settings_type = ClusterSettings
    _pack, _build = staticmethod(pack_model), staticmethod(build_model)
    _called, _how = "clusterer", "fit(texts)"
    model_: ClusterModel | None = None

    def __init__(
        self,
        k: int | str | Sequence[int] = "auto",
        *,
        algorithm: str = "auto",
        features: Template | Features | None = None,
        values: str = "count",
        min_df: float | None = None,
        max_df: float | None = None,
        max_features: int | None = None,
        n_threads: int | None = None,
        seed: int | None = None,
        progress: ProgressOption = None,
        text_columns: Sequence[str] | None = None,
        join_columns: bool = False,
        random_state: int | None = None,
        **options: Any,
    ) -> None:
        self._keep(locals())

    # --- learning -------------------------------------------------------------------------------

    def fit(
        self: Self, texts: Any, y: Any = None, *, columns: Mapping[str, Any] | None = None
    ) -> Self:
        """Find clusters of texts.

        Parameters
        ----------
        texts
            As for :meth:`linguine.TextClassifier.fit`; a ``Path`` names a file.
        y
            Not looked at; scikit-learn's pipelines give it.
        columns
            Further columns by name, or a data frame, where the features need them.
        """
        with self._learning() as use:
            texts = as_unlabelled(texts, self.settings.reads)
            settings = settings_for(self.settings, texts)
            self.model_ = train_clusters(settings, *read_texts(settings, texts, columns), use)
        return self

    def fit_predict(self, texts: Any, y: Any = None) -> NDArray[np.int64]:
        """Find clusters of texts, and return the cluster of each."""
        texts = as_unlabelled(texts, self.settings.reads)
        return self.fit(texts).predict(texts)

    # --- answering ------------------------------------------------------------------------------

    def predict(self, texts: Any, columns: Mapping[str, Any] | None = None) -> NDArray[np.int64]:
        """Return the number of the most probable cluster of each text : (n_texts,)."""
        model, texts, columns = self._asked(texts, columns)
        return model.predict(texts, columns)

    def predict_proba(
        self, texts: Any, columns: Mapping[str, Any] | None = None
    ) -> NDArray[np.float64]:
        """Return the probability of each cluster : (n_texts, k); long texts are nearly certain."""
        model, texts, columns = self._asked(texts, columns)
        return model.tabulate(model.probabilities(model.scores(texts, columns)))

    def evaluate(self, texts: Any, labels: ArrayLike) -> ClusterEvaluation:
        """Return how well the clusters of texts agree with labels that nobody has learned from."""
        from linguine.reports.text.clusters import evaluate_clusters

        return evaluate_clusters(self.predict(texts), labels)

    def explain(self, text: Any, columns: Mapping[str, Any] | None = None) -> Explanation:
        """Return what every word of one text contributes to the choice of its cluster."""
        from linguine.tasks.text.explanation import explain_text

        return explain_text(self._model(), text, columns)

    # --- what was learned -----------------------------------------------------------------------

    @property
    def words_(self) -> list[list[str]]:
        """Of each cluster the words that tell it from all texts, the most telling first."""
        return [[word for word, _ in each["words"]] for each in self._clusters()]

    @property
    def sizes_(self) -> list[int]:
        """How many of the texts that were learned from each cluster has."""
        return [each["size"] for each in self._clusters()]

    @property
    def closest_(self) -> list[list[int]]:
        """Of each cluster the texts that are most like it, by their places in what was learned."""
        return [each["closest"] for each in self._clusters()]

    def _clusters(self) -> list[dict[str, Any]]:
        clusters: list[dict[str, Any]] = self._model().info["clusters"]
        return clusters

    def _asked(
        self, texts: Any, columns: Mapping[str, Any] | None
    ) -> tuple[ClusterModel, Any, Mapping[str, Any] | None]:
        model: ClusterModel = self._model()
        return model, *take_apart(model.reads, as_unlabelled(texts, model.reads), columns)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.estimator_type, tags.target_tags.required = "clusterer", False
        tags.input_tags.one_d_array = tags.input_tags.string = True
        return tags
