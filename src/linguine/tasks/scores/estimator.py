"""Text regressor: texts in, scores out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linguine.data.texts import check_some
from linguine.features import Features
from linguine.features.text.templates import Template
from linguine.model.conformal import USUAL_COVERAGE, check_coverage
from linguine.progress import ProgressOption
from linguine.tasks.scores.file import build_model, pack_model
from linguine.tasks.scores.input import numbers_of, read_training
from linguine.tasks.scores.model import ScoreModel
from linguine.tasks.scores.numbers import read_numbers
from linguine.tasks.scores.settings import ScoreSettings
from linguine.tasks.scores.training import train_score_model
from linguine.tasks.text.increment.asking import AsksTexts
from linguine.tasks.text.input import as_documents, settings_for

if TYPE_CHECKING:
    from linguine.reports import Explanation, ScoreEvaluation

__all__ = ["TextRegressor"]

Self = TypeVar("Self", bound="TextRegressor")


class TextRegressor(AsksTexts[ScoreModel]):
    """Scores texts: stars, prices, counts, urgencies, with intervals and exact explanations.

    Parameters
    ----------
    algorithm
        ``"auto"`` chooses features, penalty and loss on held-out texts; or one of ``"ridge"``
        (squared loss), ``"huber"``, ``"epsilon-insensitive"``, ``"poisson"`` (counts) and
        ``"ordinal"`` (a few ordered values, such as 1 to 5 stars).
    features, values, normalize, min_df, max_df, min_count, max_features, hash_bits
        As in :class:`linguine.TextClassifier`.
    calibration
        ``"auto"`` measures on held-out texts how far scores miss, which intervals need; a number
        does so on that many folds, ``"none"`` leaves intervals out and is fastest.
    text_columns, join_columns
        As in :class:`linguine.TextClassifier`.
    n_threads
        Threads; None is all processors. The result does not depend on it.
    seed, random_state
        Seed of every shuffle, under our name and scikit-learn's; None is 0.
    progress
        None, True for a bar or log lines, or a function of :class:`linguine.progress.Progress`.
    options
        What the algorithm has: ``C``, ``l2`` and ``l1``, for scores in units of their spread, so
        that they mean the same for stars and for prices; ``delta`` of huber and ``epsilon``, in the
        units of the scores; ``max_iterations``, ``tolerance``, ``epochs``, ``learning_rate``, ...

    Examples
    --------
    >>> texts = ["great, love it", "love it", "awful", "awful, broken", "great"] * 4
    >>> stars = [5, 5, 1, 1, 4] * 4
    >>> model = TextRegressor("ridge").fit(texts, stars)
    >>> model.predict(["I love it", "broken"]).round(1).tolist()
    [4.7, 2.3]
    """

    settings: ScoreSettings
    _settings_type = ScoreSettings
    _pack, _build = staticmethod(pack_model), staticmethod(build_model)
    _called, _how = "regressor", "fit(texts, scores)"
    learns_numbers = True
    _fitted: ScoreModel | None = None

    def __init__(
        self,
        algorithm: str = "auto",
        *,
        features: Template | Features | None = None,
        values: str | None = None,
        normalize: str | None = "auto",
        min_df: float | None = None,
        max_df: float = 1.0,
        min_count: int = 1,
        max_features: int | None = None,
        hash_bits: int | None = None,
        calibration: str | int = "auto",
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
        self: Self,
        texts: Any,
        scores: ArrayLike | Iterable[float] | None = None,
        *,
        columns: Mapping[str, Any] | None = None,
        sample_weight: ArrayLike | None = None,
        dev: Any = None,
    ) -> Self:
        """Learn from texts and their scores.

        Parameters
        ----------
        texts, columns, sample_weight
            As for :meth:`linguine.TextClassifier.fit`; the label column of a file holds the scores.
        scores
            A number for each text.
        dev
            Not looked at.
        """
        with self._learning() as use:
            texts = as_documents(texts, scores, self.settings.reads)
            settings = settings_for(self.settings, texts)
            data = read_training(settings, texts, scores, columns, sample_weight)
            self.model_ = train_score_model(settings, data, use)
        return self

    def partial_fit(
        self: Self,
        texts: Any,
        scores: ArrayLike | Iterable[float] | None = None,
        *,
        columns: Mapping[str, Any] | None = None,
        sample_weight: ArrayLike | None = None,
    ) -> Self:
        """Learn from more texts, keeping what was learned; new words may appear.

        One pass of stochastic steps, by ``"ridge"``, ``"huber"`` and ``"epsilon-insensitive"``. A
        model that was fitted or loaded goes on from its weights, which count in the average as one
        step for each of their texts, at most a thousand. How far scores spread is taken from the
        first texts, or from what was fitted: later ones may lie beyond, but not in other units.
        Intervals stay those of the last ``fit``.

        Parameters
        ----------
        texts, scores, columns, sample_weight
            As for ``fit``; the first texts must have two different scores at least.

        Examples
        --------
        >>> model = TextRegressor("ridge")
        >>> for _ in range(20):
        ...     _ = model.partial_fit(["good", "good day", "bad"], [5, 4, 1])
        >>> low, high = model.predict(["bad", "good"])
        >>> bool(low < 2 and high > 4)
        True
        """
        from linguine.tasks.scores.increment import ScoreStream

        texts = as_documents(texts, scores, self.settings.reads)
        given = texts, scores, columns, sample_weight
        self._learn_more(texts, ScoreStream, lambda stream: read_training(stream.settings, *given))
        return self

    # --- answering ------------------------------------------------------------------------------

    def predict(self, texts: Any, columns: Mapping[str, Any] | None = None) -> NDArray[np.float64]:
        """Return the score of each text : (n_texts,); of ordered values one of them."""
        model, texts, columns = self._asked(texts, columns)
        return model.predict(texts, columns)

    def predict_interval(
        self, texts: Any, coverage: float = USUAL_COVERAGE, columns: Mapping[str, Any] | None = None
    ) -> NDArray[np.float64]:
        """Return intervals that hold the true score as often as ``coverage`` says : (n_texts, 2).

        The promise is about texts like those that were learned from, all of them together.

        Examples
        --------
        >>> model = TextRegressor("ridge").fit([f"{'good ' * i}day" for i in range(40)], range(40))
        >>> low, high = model.predict_interval(["good good day"], coverage=0.8)[0]
        >>> bool(low < high)
        True
        """
        wanted = check_coverage(coverage)
        model, texts, columns = self._asked(texts, columns)
        return np.column_stack(model.intervals(model.sums(texts, columns), wanted))

    def predict_proba(
        self, texts: Any, columns: Mapping[str, Any] | None = None
    ) -> NDArray[np.float64]:
        """Return the probability of each of ``values_``, of ``"ordinal"`` : (n_texts, n_values)."""
        model, texts, columns = self._asked(texts, columns)
        return model.value_probabilities(model.sums(texts, columns))

    def score(
        self,
        texts: Any,
        scores: ArrayLike | Iterable[float] | None = None,
        columns: Mapping[str, Any] | None = None,
        sample_weight: ArrayLike | None = None,
    ) -> float:
        """Return R²: the share of the scores' variance that is explained; 0 where there is none."""
        _, sums, gold = self._judged(texts, scores, columns)
        weights = np.ones(len(gold)) if sample_weight is None else np.asarray(sample_weight)
        answers = self._model().link.answers(sums)
        around = gold - np.average(gold, weights=weights)
        total = float((weights * np.square(around)).sum())
        return 1.0 - float((weights * np.square(gold - answers)).sum()) / total if total else 0.0

    def evaluate(
        self,
        texts: Any,
        scores: ArrayLike | Iterable[float] | None = None,
        columns: Mapping[str, Any] | None = None,
        *,
        coverage: float = USUAL_COVERAGE,
    ) -> ScoreEvaluation:
        """Return R², mean misses, how far the order is right, and what intervals hold.

        Parameters
        ----------
        texts, scores, columns
            As for ``fit``.
        coverage
            What intervals promise.
        """
        from linguine.tasks.scores.evaluation import judge

        model, sums, gold = self._judged(texts, scores, columns)
        return judge(model, sums, gold, check_coverage(coverage))

    def explain(self, text: Any, columns: Mapping[str, Any] | None = None) -> Explanation:
        """Return what every feature of one text adds to its score, in the score's units.

        Of counts it is the logarithm that is added up, of ordered values the place on their scale.

        Parameters
        ----------
        text, columns
            As for :meth:`linguine.TextClassifier.explain`.
        """
        from linguine.tasks.scores.explanation import explain_score

        return explain_score(self._model(), text, columns)

    def top_features(self, k: int = 20) -> dict[str, list[tuple[str, float]]]:
        """Return the k features that raise scores most, and the k that lower them most."""
        from linguine.tasks.scores.explanation import top_features

        return top_features(self._model(), k)

    # --- what was learned -----------------------------------------------------------------------

    @property
    def values_(self) -> NDArray[np.float64]:
        """The ordered values that ``"ordinal"`` answers, in the order of ``predict_proba``."""
        values: NDArray[np.float64] = self._model().link.values
        return values

    def _judged(
        self, texts: Any, scores: Any, columns: Mapping[str, Any] | None
    ) -> tuple[ScoreModel, NDArray[np.float64], NDArray[np.float64]]:
        """Return the model, the sums of texts, and their right scores."""
        texts = as_documents(texts, scores, self._reads())
        given = numbers_of(texts, scores)
        model, texts, columns = self._asked(texts, columns)
        sums = model.sums(texts, columns)
        check_some(len(sums))
        return model, sums, read_numbers(given, len(sums))

    def __sklearn_tags__(self) -> Any:
        from sklearn.utils import RegressorTags

        tags = super().__sklearn_tags__()
        tags.estimator_type, tags.regressor_tags = "regressor", RegressorTags()
        return tags
