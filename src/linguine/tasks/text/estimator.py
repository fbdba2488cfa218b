"""Text classifier: texts in, labels out."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linguine.data import find_classes, join_classes, make_examples, read_target
from linguine.data.texts import check_some
from linguine.errors import DataError
from linguine.features import Features
from linguine.features.text.templates import Template
from linguine.features.threads import count_threads
from linguine.model.concurrency import Resources
from linguine.model.prediction import choose_labels
from linguine.progress import ProgressOption, resolve
from linguine.tasks.text.file import load_text_model, save_text_model
from linguine.tasks.text.model import TextModel
from linguine.tasks.text.settings import TextSettings, settings_of
from linguine.tasks.text.training import TrainingData, train_text_model

if TYPE_CHECKING:
    from linguine.reports import Explanation
    from linguine.tasks.text.increment import TextStream

__all__ = ["TextClassifier"]

Self = TypeVar("Self", bound="TextClassifier")


class TextClassifier:
    """Classifies texts, from raw strings to explained and calibrated answers.

    Parameters
    ----------
    algorithm
        ``"auto"`` chooses features and a penalty by cross-validation; or one of
        ``"naive-bayes"``, ``"perceptron"``, ``"mira"``, ``"svm"``, ``"logistic"``, ``"ridge"``,
        ``"nb-svm"``, ``"lexicon"``.
    features
        A template or a sum of templates; None is words and pairs of words. Columns alone (Numeric,
        Categorical) stand beside what ``"auto"`` chooses of the text.
    values, normalize
        How counts become values, see :class:`linguine.features.Weighting`. values=None and
        normalize="auto" are what suits the algorithm; normalize=None leaves rows as long as they
        are.
    min_df, max_df, max_features
        Which features are kept; see :class:`linguine.features.Extractor`. min_df=None keeps all
        of fewer than 10,000 texts, and those in at least two of more, however many pieces they
        come in.
    hash_bits
        Hash features into at most 2**hash_bits buckets instead of keeping a vocabulary.
    class_weight
        ``"balanced"``, a dict from label to factor, or None.
    calibration
        ``"auto"`` fits probabilities on held-out texts, a number does so on that many folds,
        ``"none"`` leaves probabilities out and is fastest.
    text_columns
        Names of the columns that hold the text, if there are several, such as a title and a body.
        ``fit`` and ``predict`` then take a data frame or a mapping instead of a list of texts, and
        each column has features of its own (``title: free``).
    join_columns
        One text of all text columns instead.
    reject_below
        Answer None when the best probability is below it.
    n_threads
        Threads; None is all processors. The result does not depend on it.
    seed
        Seed of every shuffle and split.
    progress
        None, True for a bar or log lines, or a function of :class:`linguine.progress.Progress`.
    options
        What the algorithm has: C, l2, l1, alpha, epochs, max_iterations, learning_rate, ...

    Examples
    --------
    >>> texts = ["free cash now", "win cash", "lunch at noon", "see you at lunch"]
    >>> clf = TextClassifier("svm").fit(texts, ["spam", "spam", "ham", "ham"])
    >>> clf.predict(["cash for lunch now"]).item()
    'spam'
    """

    def __init__(
        self,
        algorithm: str = "auto",
        *,
        features: Template | Features | None = None,
        values: str | None = None,
        normalize: str | None = "auto",
        min_df: float | None = None,
        max_df: float = 1.0,
        max_features: int | None = None,
        hash_bits: int | None = None,
        class_weight: Any = None,
        calibration: str | int = "auto",
        reject_below: float | None = None,
        n_threads: int | None = None,
        seed: int = 0,
        progress: ProgressOption = None,
        text_columns: Sequence[str] | None = None,
        join_columns: bool = False,
        **options: Any,
    ) -> None:
        self.settings = TextSettings(
            algorithm=algorithm,
            features=features,
            values=values,
            normalize=normalize,
            min_df=min_df,
            max_df=max_df,
            max_features=max_features,
            hash_bits=hash_bits,
            class_weight=class_weight,
            calibration=calibration,
            reject_below=reject_below,
            n_threads=n_threads,
            seed=seed,
            options=options,
            text_columns=text_columns,
            join_columns=join_columns,
        )
        self.progress = progress
        self.seconds_: float | None = None  # not in the model file: its bytes are repeatable
        self._fitted: TextModel | None = None
        self._stream: TextStream | None = None  # takes over from what was fitted or loaded

    @property
    def model_(self) -> TextModel | None:
        """What answers; None before anything was learned."""
        return self._fitted if self._stream is None else self._stream.model()

    # --- learning -------------------------------------------------------------------------------

    def fit(
        self: Self,
        texts: Any,
        labels: ArrayLike | Iterable[Any] | None = None,
        *,
        columns: Mapping[str, Any] | None = None,
        sample_weight: ArrayLike | None = None,
    ) -> Self:
        """Learn from texts and their labels.

        Parameters
        ----------
        texts
            A list, generator, array, or column of a data frame or Arrow table; with
            ``text_columns`` a whole data frame, or a mapping from names to columns.
        labels
            One per text; or proportions of the labels 0, 1, ... : (n_texts, n_labels).
        columns
            Further columns by name, or a data frame, where the features need them.
        sample_weight
            Weight of each text.

        Returns
        -------
        self
            The fitted classifier.
        """
        start = time.perf_counter()
        if self.settings.algorithm == "lexicon":
            from linguine.tasks.text.lexicon import make_lexicon_model

            self._fitted = make_lexicon_model(self.settings)
        else:
            data = self._read(texts, labels, columns, sample_weight, None)
            with resolve(self.progress) as report:
                use = Resources(count_threads(self.settings.n_threads), self.settings.seed, report)
                self._fitted = train_text_model(self.settings, data, use)
        self._stream = None
        self.seconds_ = round(time.perf_counter() - start, 3)
        return self

    def partial_fit(
        self: Self,
        texts: Any,
        labels: ArrayLike | Iterable[Any],
        *,
        columns: Mapping[str, Any] | None = None,
        sample_weight: ArrayLike | None = None,
    ) -> Self:
        """Learn from more texts, keeping what was learned; new words and labels may appear.

        One pass of an online learner, or more counts. A model that was fitted or loaded goes on
        from its weights, which count in the average as one step for each of their texts, at most
        a thousand; naive Bayes counts on. The cost is that of the texts, however many features are
        known. Probabilities stay those of the last ``fit`` or ``calibrate``, unless a new label
        appears; ``reject_below`` needs them, and refuses it.

        Parameters
        ----------
        texts, labels, columns, sample_weight
            As for ``fit``; there may be one label only.

        Returns
        -------
        self
            The classifier.
        """
        from linguine.tasks.text.increment import TextStream

        stream = self._stream or TextStream(self.settings, self._fitted)
        data = self._read(texts, labels, columns, sample_weight, stream.classes)
        with resolve(self.progress) as report:
            use = Resources(count_threads(self.settings.n_threads), self.settings.seed, report)
            stream.advance(data, use)
        self._stream, self._fitted = stream, None
        return self

    def calibrate(
        self: Self, texts: Any, labels: ArrayLike, *, columns: Mapping[str, Any] | None = None
    ) -> Self:
        """Find the probabilities of a model as it is: of one learned in pieces, or loaded.

        Parameters
        ----------
        texts, labels, columns
            Texts that it has not learned from, and their labels; a hundred settle a slope or two.

        Returns
        -------
        self
            The classifier; its labels and scores stay as they are.

        Examples
        --------
        >>> clf = TextClassifier("perceptron").partial_fit(["cash", "lunch"] * 2, [1, 0] * 2)
        >>> clf.calibrate(["cash now", "at lunch", "cash", "lunch"], [1, 0, 1, 0]).labels_
        [0, 1]
        """
        from linguine.tasks.text.calibration import calibrate_text_model

        model = self._model()
        model.calibrator, how = calibrate_text_model(model, texts, labels, columns)
        model.info["calibration"] = how
        if self._stream is not None:
            self._stream.calibrate(model.calibrator, how)
        return self

    def _read(
        self,
        texts: Any,
        labels: ArrayLike | Iterable[Any] | None,
        columns: Mapping[str, Any] | None,
        sample_weight: ArrayLike | None,
        known: NDArray[Any] | None,
    ) -> TrainingData:
        texts, columns = self.settings.reads.read(texts, columns)
        check_some(len(texts))
        target = read_target(labels, len(texts))
        classes = find_classes(target)
        if known is not None:
            classes = join_classes([known, classes])
        examples = make_examples(
            target,
            classes,
            sample_weight=sample_weight,
            class_weight=self.settings.class_weight,
            may_name_unseen=known is not None,
        )
        return TrainingData(texts, columns, examples, classes, sample_weight is not None)

    # --- answering ------------------------------------------------------------------------------

    def predict(self, texts: Any, columns: Mapping[str, Any] | None = None) -> NDArray[Any]:
        """Return the best label of each text; None where ``reject_below`` says so."""
        model, texts, columns = self._asked(texts, columns)
        return model.predict(texts, columns)

    def predict_proba(
        self, texts: Any, columns: Mapping[str, Any] | None = None
    ) -> NDArray[np.float64]:
        """Return calibrated probabilities in the order of ``labels_`` : (n_texts, n_labels)."""
        model, texts, columns = self._asked(texts, columns)
        return model.probabilities(model.scores(texts, columns))

    def decision_function(
        self, texts: Any, columns: Mapping[str, Any] | None = None
    ) -> NDArray[np.float32]:
        """Return the score of each label; for two labels that of the second : (n_texts,)."""
        model, texts, columns = self._asked(texts, columns)
        scores = model.scores(texts, columns)
        return scores[:, 0] if scores.shape[1] == 1 else scores

    def score(
        self,
        texts: Any,
        labels: ArrayLike | Iterable[Any],
        columns: Mapping[str, Any] | None = None,
    ) -> float:
        """Return the share of texts whose label is right."""
        model, texts, columns = self._asked(texts, columns)
        scores = model.scores(texts, columns)
        check_some(len(scores))
        target = read_target(labels, len(scores)).hard("score")
        chosen = model.classes[choose_labels(scores, model.n_labels)]
        return float(np.mean(chosen == target.values))

    def explain(self, text: Any, columns: Mapping[str, Any] | None = None) -> Explanation:
        """Return what every feature of one text contributes to the decision.

        Parameters
        ----------
        text
            A str; with ``text_columns`` a mapping from their names to a str each.
        columns
            Further columns with one value each, if the features need any.
        """
        from linguine.tasks.text.explanation import explain_text

        return explain_text(self._model(), text, columns)

    def top_features(self, k: int = 20) -> dict[Any, list[tuple[str, float]]]:
        """Return the k features with the largest weights of each label."""
        from linguine.tasks.text.explanation import top_features

        return top_features(self._model(), k)

    @property
    def labels_(self) -> list[Any]:
        """The labels, sorted."""
        labels: list[Any] = self._model().classes.tolist()
        return labels

    @property
    def info_(self) -> dict[str, Any]:
        """How the model was made: plain data, the same that the model file holds."""
        return self._model().info

    # --- keeping --------------------------------------------------------------------------------

    def save(self, path: str | PathLike[str], *, quantize: str | None = None) -> None:
        """Write the model to a ``.linguine`` file, all or nothing.

        Parameters
        ----------
        path
            Where to.
        quantize
            ``"float16"`` or ``"int8"`` for a smaller file; None is exact.
        """
        save_text_model(path, self._model(), quantize=quantize)

    @classmethod
    def load(
        cls: type[Self],
        path: str | PathLike[str] | bytes,
        *,
        functions: Mapping[str, Callable[[str], Any]] | None = None,
        n_threads: int | None = None,
    ) -> Self:
        """Read a model from a file, or from its bytes.

        Parameters
        ----------
        path
            The file.
        functions
            The user's Python functions by name, if the features need any.
        n_threads
            Threads for prediction; None is all processors.
        """
        model = load_text_model(path, functions=functions)
        model.n_threads = model.extractor.n_threads = n_threads
        clf = cls.__new__(cls)
        clf.settings = settings_of(model)
        clf.progress, clf.seconds_, clf._stream = None, None, None
        clf._fitted = model
        return clf

    # --- checking -------------------------------------------------------------------------------

    def _model(self) -> TextModel:
        return self._checked(self.model_)

    def _asked(
        self, texts: Any, columns: Mapping[str, Any] | None
    ) -> tuple[TextModel, Any, Mapping[str, Any] | None]:
        """Return what answers, and what it is asked about; a stream looks at the texts first."""
        if self._stream is None:
            return self._checked(self._fitted), texts, columns
        reads = self.settings.reads
        read, by_name = reads.read(texts, columns)
        model = self._stream.model_for(read, by_name)
        return model, read if reads.is_one_text else by_name, by_name

    @staticmethod
    def _checked(model: TextModel | None) -> TextModel:
        if model is None:
            raise DataError(
                "The classifier must be fitted first; it has no model yet. "
                "Call fit(texts, labels) or TextClassifier.load(path)."
            )
        return model
