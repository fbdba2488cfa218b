"""Text classifier: texts in, labels out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linguine.data import Documents
from linguine.data.texts import check_some
from linguine.features import Features
from linguine.features.text.templates import Template
from linguine.model.promise import USUAL_CONFIDENCE, check_promise
from linguine.progress import ProgressOption
from linguine.tasks.multilabel.choosing import (
    begin_stream,
    build_either,
    fit_either,
    pack_either,
)
from linguine.tasks.text.answering import TextAnswers
from linguine.tasks.text.input import as_documents, read_training
from linguine.tasks.text.model import TextModel
from linguine.tasks.text.settings import TextSettings

__all__ = ["TextClassifier"]

Self = TypeVar("Self", bound="TextClassifier")


class TextClassifier(TextAnswers):
    """Classifies texts, from raw strings to explained and calibrated answers.

    Parameters
    ----------
    algorithm
        ``"auto"`` chooses features and a penalty by cross-validation; or one of
        ``"naive-bayes"``, ``"bernoulli-naive-bayes"``, ``"perceptron"``, ``"mira"``, ``"svm"``,
        ``"logistic"``, ``"ridge"``, ``"nb-svm"``, ``"label-tree"``, ``"lexicon"``.
    features
        A template or a sum of templates; None is words and pairs of words. Columns alone (Numeric,
        Categorical) stand beside what ``"auto"`` chooses of the text.
    values, normalize
        How counts become values, see :class:`linguine.features.Weighting`. values=None and
        normalize="auto" are what suits the algorithm; normalize=None leaves rows as long as they
        are.
    min_df, max_df, min_count, max_features
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
    promise, promise_confidence
        Choose reject_below such that this share of the answers is right, with this confidence, by
        an exact bound on held-out answers; see :attr:`promise_`. ``fit`` raises DataError if that
        cannot be promised, and says what can.
    threshold, precision
        Of texts with several labels: from which probability on a text gets a label. ``"f1"`` (the
        default) chooses one for each label on held-out texts, ``"common"`` one for all labels, and
        a number is the probability itself. ``precision=0.9`` instead chooses them such that nine
        of ten answers are right.
    n_threads
        Threads; None is all processors. The result does not depend on it.
    seed, random_state
        Seed of every shuffle and split, under our name and scikit-learn's; None is 0.
    progress
        None, True for a bar or log lines, or a function of :class:`linguine.progress.Progress`.
    options
        What the algorithm has: C, l2, l1, alpha, epochs, max_iterations, learning_rate, ...
        ``"label-tree"``, for thousands of labels, has ``branches`` (64), the most children of a
        node; ``beam`` (16), how many nodes of a level are followed; and ``prune`` (0.05), below
        which share of the largest weight of a label others are dropped.
        ``"naive-bayes"`` has ``unlabelled_weight`` (1.0), how much a text without a label counts,
        and ``keywords``, a mapping from each label to some words that texts without labels begin
        with; alpha is then 0.01 if it is not given.

    Examples
    --------
    >>> texts = ["free cash now", "win cash", "lunch at noon", "see you at lunch"]
    >>> clf = TextClassifier("svm").fit(texts, ["spam", "spam", "ham", "ham"])
    >>> clf.predict(["cash for lunch now"]).item()
    'spam'

    Texts may have several labels, or none: lists of them, or an indicator matrix.

    >>> topics = [["spam", "money"], ["money", "spam"], ["food"], ["food"]]
    >>> TextClassifier("svm").fit(texts, topics).labels_
    ['food', 'money', 'spam']
    """

    settings: TextSettings
    _settings_type = TextSettings
    _pack, _build = staticmethod(pack_either), staticmethod(build_either)
    _called, _how = "classifier", "fit(texts, labels)"
    _fitted: TextModel | None = None

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
        class_weight: Any = None,
        calibration: str | int = "auto",
        reject_below: float | None = None,
        promise: float | None = None,
        promise_confidence: float = USUAL_CONFIDENCE,
        threshold: str | float | None = None,
        precision: float | None = None,
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
        labels: ArrayLike | Iterable[Any] | None = None,
        *,
        columns: Mapping[str, Any] | None = None,
        sample_weight: ArrayLike | None = None,
        dev: Any = None,
        engine: Any = None,
    ) -> Self:
        """Learn from texts and their labels.

        Parameters
        ----------
        texts
            A list, generator, array, or column of a data frame or Arrow table; with
            ``text_columns`` a whole data frame, or a mapping from names to columns. Or, with
            labels and columns in it, the name of a file, a pattern or a list of names, or what
            :func:`linguine.data.read_documents` or :class:`linguine.data.Files` gave. Files that
            are larger than memory are read once and learned from part by part.
        labels
            One per text; or how probable each label is: a dict for each text
            (``{"spam": 0.8, "ham": 0.2}``), a data frame with a column for each label, or a table
            of the labels 0, 1, ... : (n_texts, n_labels). None is no label: ``"naive-bayes"``
            learns from such texts, too, and needs no labels at all if it has ``keywords``. Several
            per text: lists, tuples or sets, of which some may be empty, or an indicator matrix.
        columns
            Further columns by name, or a data frame, where the features need them.
        sample_weight
            Weight of each text.
        dev
            Texts that tell online learners (perceptron, mira, sgd) when to stop: a pair of texts
            and labels, the name of a file, or documents; others do not look at them.
        engine
            Who learns, each a part of the files: a ``dask.distributed.Client``, the address of a
            Dask scheduler, or ``"local"``; None is this process. The model does not depend on how
            many workers there are.

        Returns
        -------
        self
            The fitted classifier.
        """
        if self.settings.algorithm == "lexicon":
            from linguine.tasks.text.fitting.lexicon import make_lexicon_model

            with self._learning():
                self.model_ = make_lexicon_model(self.settings)
            return self
        with self._learning() as use:
            given = texts, labels, columns, sample_weight
            self.model_ = fit_either(self.settings, given, dev, use, engine)
        return self

    def partial_fit(
        self: Self,
        texts: Any,
        labels: ArrayLike | Iterable[Any] | None = None,
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
        texts = as_documents(texts, labels, self.settings.reads)
        given = texts, labels, columns, sample_weight
        self._learn_more(
            texts,
            lambda settings, model: begin_stream(settings, model, texts, labels),
            lambda stream: read_training(stream.settings, *given, known=stream.classes),
        )
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
        model: TextModel = self._model()
        model.check_goes_on("calibrate")
        how = model.calibrate(texts, labels, columns)
        model.info["calibration"] = how
        if self._stream is not None:
            self._stream.calibrate(model, how)
        return self

    def make_promise(
        self: Self,
        texts: Any,
        labels: ArrayLike | Iterable[Any] | None = None,
        precision: float = 0.95,
        *,
        confidence: float = USUAL_CONFIDENCE,
        columns: Mapping[str, Any] | None = None,
    ) -> Self:
        """Let a model as it is promise a share of right answers: one that was loaded or opened.

        The bound is exact for this very model, if it has not learned from these texts; ``promise``
        of the constructor holds texts out by itself.

        Parameters
        ----------
        texts, labels, columns
            As for ``fit``; labels that the model does not know are answered wrongly.
        precision, confidence
            The share of right answers, and how sure the promise is.

        Returns
        -------
        self
            The classifier, with ``promise_``; answers that are not sure enough are None.

        Examples
        --------
        >>> clf = TextClassifier("svm").fit(["cash", "lunch"] * 9, [1, 0] * 9)
        >>> clf.make_promise(["win cash", "lunch at noon"] * 30, [1, 0] * 30, 0.9).promise_.n_right
        60
        """
        from linguine.tasks.text.deciding.how_sure import promise_on

        check_promise(type(self).__name__, precision, confidence)
        model, scores, labels, is_file = self._judged(texts, labels, columns)
        promise_on(model, scores, labels, (precision, confidence), is_file=is_file)
        self.model_ = model
        self.settings = replace(
            self.settings, reject_below=None, promise=precision, promise_confidence=confidence
        )
        return self

    # --- judging --------------------------------------------------------------------------------

    def score(
        self,
        texts: Any,
        labels: ArrayLike | Iterable[Any] | None = None,
        columns: Mapping[str, Any] | None = None,
    ) -> float:
        """Return the share of texts whose best label is right, likely enough or not.

        Of soft labels the likeliest is right; where texts have several labels, the micro-F1.
        """
        model, scores, labels, is_file = self._judged(texts, labels, columns)
        return model.score(scores, labels, is_file=is_file)

    def evaluate(
        self,
        texts: Any,
        labels: ArrayLike | Iterable[Any] | None = None,
        columns: Mapping[str, Any] | None = None,
    ) -> Any:
        """Return accuracy, scores of each label, confusions, and how good probabilities are.

        A :class:`linguine.reports.LabelEvaluation`; where texts have several labels, the F1 of
        labels, texts and all answers: :class:`linguine.reports.text.label_sets.LabelSetEvaluation`.

        Parameters
        ----------
        texts, labels, columns
            As for ``fit``. Texts that ``reject_below`` leaves without an answer are not right. Of
            soft labels the likeliest is right, and the log-loss is the cross-entropy with them.
        """
        model, scores, labels, is_file = self._judged(texts, labels, columns)
        return model.evaluate(scores, labels, is_file=is_file)

    def _judged(
        self, texts: Any, labels: Any, columns: Mapping[str, Any] | None
    ) -> tuple[TextModel, NDArray[np.float32], Any, bool]:
        """Return the model, scores of texts, their right labels, and if these are of a file."""
        texts = as_documents(texts, labels, self._reads())
        is_file = isinstance(texts, Documents) and labels is None
        if is_file:
            labels = texts.labels if texts.soft is None else texts.soft
        model, texts, columns = self._asked(texts, columns)
        scores = model.scores(texts, columns)
        check_some(len(scores))
        return model, scores, labels, is_file

    def __sklearn_tags__(self) -> Any:
        from sklearn.utils import ClassifierTags

        tags = super().__sklearn_tags__()
        tags.estimator_type, tags.classifier_tags = "classifier", ClassifierTags()
        return tags
