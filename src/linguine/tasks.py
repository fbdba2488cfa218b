"""Tasks: an algorithm's name becomes features, structure, loss and learner.

``TextClassifier`` is the first of them: texts in, labels out.
"""

from __future__ import annotations

import dataclasses
import time
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from os import PathLike
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linguine.data import Examples, find_classes, make_examples, read_target
from linguine.data.texts import as_texts
from linguine.errors import ConvergenceWarning, DataError, ParameterError, check_number
from linguine.features import Extractor, Features, Sites, Weighting, WordNgrams
from linguine.features.extractor import Counts
from linguine.features.specification import as_features
from linguine.features.templates import Template
from linguine.features.threads import count_threads
from linguine.learning import Fitted
from linguine.model.algorithms import ALGORITHMS, check_options, make_recipe
from linguine.model.calibration import fit_calibrator
from linguine.model.held_out import HeldOut, Plan, choose_plan, held_out_scores
from linguine.model.prediction import choose_labels
from linguine.model.recipe import Recipe, Resources
from linguine.model.text_file import load_text_model, save_text_model
from linguine.model.text_model import TextModel
from linguine.model.tuning import Candidate, choose_candidates, tune
from linguine.progress import ProgressOption, Report, resolve

if TYPE_CHECKING:
    from linguine._core import Texts
    from linguine.reports import Explanation

__all__ = ["ALGORITHMS", "TextClassifier"]

Self = TypeVar("Self", bound="TextClassifier")


@dataclass(frozen=True, eq=False)
class _Trained:
    """What training gave, before it becomes a model."""

    extractor: Extractor
    fitted: Fitted
    held_out: HeldOut | None
    plan: Plan | None
    choices: dict[str, Any] | None = None


class TextClassifier:
    """Classifies texts, from raw strings to explained and calibrated answers.

    Parameters
    ----------
    algorithm
        ``"auto"`` chooses features and a penalty by cross-validation; or one of
        ``"naive-bayes"``, ``"perceptron"``, ``"mira"``, ``"svm"``, ``"logistic"``, ``"ridge"``,
        ``"nb-svm"``, ``"lexicon"``.
    features
        A template or a sum of templates; None is words and pairs of words.
    values, normalize
        How counts become values; None is what suits the algorithm.
    min_df, max_df, max_features
        Which features are kept; see :class:`linguine.features.Extractor`.
    hash_bits
        Hash features into 2**hash_bits buckets instead of keeping a vocabulary.
    class_weight
        ``"balanced"``, a dict from label to factor, or None.
    calibration
        ``"auto"`` fits probabilities on held-out texts, a number does so on that many folds,
        ``"none"`` leaves probabilities out and is fastest.
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
        normalize: str | None = "l2",
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
        **options: Any,
    ) -> None:
        self.algorithm = algorithm
        self.features = features
        self.values, self.normalize = values, normalize
        self.min_df, self.max_df, self.max_features = min_df, max_df, max_features
        self.hash_bits = hash_bits
        self.class_weight = class_weight
        self.calibration = calibration
        self.reject_below = reject_below
        self.n_threads, self.seed, self.progress = n_threads, seed, progress
        self.options = options
        self.model_: TextModel | None = None
        self.seconds_: float | None = None  # not in the model file: its bytes are repeatable
        self._check()

    # --- learning -------------------------------------------------------------------------------

    def fit(
        self: Self,
        texts: Any,
        labels: ArrayLike,
        *,
        columns: Mapping[str, Any] | None = None,
        sample_weight: ArrayLike | None = None,
    ) -> Self:
        """Learn from texts and their labels.

        Parameters
        ----------
        texts
            A list, generator, array, or column of a data frame or Arrow table.
        labels
            One per text; or proportions of the labels 0, 1, ... : (n_texts, n_labels).
        columns
            Further columns by name, where the features need them.
        sample_weight
            Weight of each text.

        Returns
        -------
        self
            The fitted classifier.
        """
        start = time.perf_counter()
        texts = as_texts(texts)
        target = read_target(labels, len(texts))
        classes = find_classes(target)
        _check_classes(classes, len(texts))
        examples = make_examples(
            target, classes, sample_weight=sample_weight, class_weight=self.class_weight
        )
        with resolve(self.progress) as report:
            self.model_ = self._learn(texts, columns or {}, examples, classes, report)
        self.seconds_ = round(time.perf_counter() - start, 3)
        return self

    def _learn(
        self,
        texts: Texts,
        columns: Mapping[str, Any],
        examples: Examples,
        classes: NDArray[Any],
        report: Report | None,
    ) -> TextModel:
        use = Resources(count_threads(self.n_threads), self.seed, report)
        if self.algorithm == "auto":
            trained = self._train_auto(texts, columns, examples, len(classes), use)
        else:
            trained = self._train(texts, columns, examples, len(classes), use)
        fitted, held_out = trained.fitted, trained.held_out
        if not fitted.converged:
            warnings.warn(f"TextClassifier: {fitted.advice}", ConvergenceWarning, stacklevel=4)
        model = TextModel(
            trained.extractor,
            fitted.weights,
            fitted.bias,
            classes,
            reject_below=self.reject_below,
            n_threads=self.n_threads,
        )
        if held_out is not None:
            model.calibrator = fit_calibrator(held_out.scores, held_out.gold, len(classes))
        model.info = self._info(model, len(texts), trained)
        if self.hash_bits is not None:
            model.name_buckets(texts, columns)
        return model

    def _train(
        self,
        texts: Texts,
        columns: Mapping[str, Any],
        examples: Examples,
        n_labels: int,
        use: Resources,
    ) -> _Trained:
        recipe = self._recipe()
        extractor = self._extractor(recipe.weighting)
        counts = extractor.fit_counts(texts, columns, use.report)
        held_out, plan = None, self._plan(examples)
        if plan is not None:
            weigh = partial(_weigh, extractor, counts)
            held_out = held_out_scores(recipe, weigh, examples, n_labels, plan, use)
        fitted = recipe.fit(extractor.weigh(counts, in_place=True), examples, n_labels, use)
        return _Trained(extractor, fitted, held_out, plan)

    def _train_auto(
        self,
        texts: Texts,
        columns: Mapping[str, Any],
        examples: Examples,
        n_labels: int,
        use: Resources,
    ) -> _Trained:
        if self.features is not None:
            candidates = [Candidate("given features", self.features)]
        else:
            candidates = choose_candidates(
                texts.n_bytes, is_given="bag" in columns, is_hashed=self.hash_bits is not None
            )
        weighting = Weighting(self.values or "log-tfidf", "blocks" if self.normalize else None)
        least = 1 if len(texts) < 10_000 or self.hash_bits is not None else 2
        extractor = self._extractor(weighting, candidates[-1].features, least)
        counts = extractor.fit_counts(texts, columns, use.report)
        tuned = tune(extractor, counts, candidates, examples, n_labels, use)
        without = tuned.candidate.without
        sites = extractor.weigh(counts, in_place=True, without=without)
        fitted = tuned.recipe.fit(sites, examples, n_labels, use)
        if without:
            stays = extractor.narrow(as_features(tuned.candidate.features), without)
            fitted = dataclasses.replace(fitted, weights=fitted.weights[stays])
        held_out = None if self.calibration == "none" else tuned.held_out
        return _Trained(extractor, fitted, held_out, tuned.plan, tuned.choices)

    def _recipe(self) -> Recipe:
        weighting = None
        if self.values is not None:
            weighting = Weighting(self.values, self.normalize)
        return make_recipe(self.algorithm, self.options, weighting)

    def _extractor(
        self,
        weighting: Weighting,
        features: Template | Features | None = None,
        min_df: float = 1,
    ) -> Extractor:
        chosen = features or self.features
        return Extractor(
            WordNgrams(1, 2) if chosen is None else chosen,
            values=weighting.values,
            normalize=weighting.normalize,
            min_df=min_df if self.min_df is None else self.min_df,
            max_df=self.max_df,
            max_features=self.max_features,
            hash_bits=self.hash_bits,
            n_threads=self.n_threads,
        )

    def _plan(self, examples: Examples) -> Plan | None:
        if self.calibration == "none" or len(examples) < 4:
            return None
        if isinstance(self.calibration, int):
            return Plan(self.calibration, self.calibration)
        return choose_plan(len(examples))

    def _info(self, model: TextModel, n_documents: int, trained: _Trained) -> dict[str, Any]:
        info: dict[str, Any] = {
            "algorithm": self.algorithm,
            "options": {name: _plain(value) for name, value in sorted(self.options.items())},
            "n_documents": n_documents,
            "n_features": model.extractor.n_features,
            "n_iterations": trained.fitted.n_iterations,
            "seed": self.seed,
            "calibration": "none",
        }
        if trained.choices is not None:
            info["chosen"] = trained.choices
        if trained.held_out is not None and model.calibrator is not None:
            info["calibration"] = f"{model.calibrator.kind} on {trained.plan}"
            info["estimated_accuracy"] = round(trained.held_out.accuracy(model.n_labels), 4)
        return info

    # --- answering ------------------------------------------------------------------------------

    def predict(self, texts: Any, columns: Mapping[str, Any] | None = None) -> NDArray[Any]:
        """Return the best label of each text; None where ``reject_below`` says so."""
        return self._model().predict(texts, columns)

    def predict_proba(
        self, texts: Any, columns: Mapping[str, Any] | None = None
    ) -> NDArray[np.float64]:
        """Return calibrated probabilities in the order of ``labels_`` : (n_texts, n_labels)."""
        model = self._model()
        return model.probabilities(model.scores(texts, columns))

    def decision_function(
        self, texts: Any, columns: Mapping[str, Any] | None = None
    ) -> NDArray[np.float32]:
        """Return the score of each label; for two labels that of the second : (n_texts,)."""
        scores = self._model().scores(texts, columns)
        return scores[:, 0] if scores.shape[1] == 1 else scores

    def score(
        self, texts: Any, labels: ArrayLike, columns: Mapping[str, Any] | None = None
    ) -> float:
        """Return the share of texts whose label is right."""
        model = self._model()
        target = read_target(labels, len(texts))
        right = model.classes[choose_labels(model.scores(texts, columns), model.n_labels)]
        return float(np.mean(right == target.values))

    def explain(self, text: str, columns: Mapping[str, Any] | None = None) -> Explanation:
        """Return what every feature of one text contributes to the decision."""
        from linguine.reports.text_explanation import explain_text

        return explain_text(self._model(), text, columns)

    def top_features(self, k: int = 20) -> dict[Any, list[tuple[str, float]]]:
        """Return the k features with the largest weights of each label."""
        from linguine.reports.text_explanation import top_features

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
        clf = cls(n_threads=n_threads)
        clf.algorithm = str(model.info.get("algorithm", "auto"))
        clf.options = dict(model.info.get("options", {}))
        clf.features, clf.hash_bits = model.extractor.features, model.extractor.hash_bits
        clf.reject_below = model.reject_below
        clf.model_ = model
        return clf

    # --- checking -------------------------------------------------------------------------------

    def _model(self) -> TextModel:
        if self.model_ is None:
            raise DataError(
                "The classifier must be fitted first; it has no model yet. "
                "Call fit(texts, labels) or TextClassifier.load(path)."
            )
        return self.model_

    def _check(self) -> None:
        if self.algorithm != "auto":
            self._recipe()
        elif self.options:
            check_options("auto", self.options, ())
        self._extractor(Weighting())
        if self.reject_below is not None:
            check_number("TextClassifier", "reject_below", self.reject_below, low=0, high=1,
                         fix="Try 0.5.")  # fmt: skip
            if self.calibration == "none":
                raise ParameterError(
                    "reject_below needs probabilities; got calibration='none'. Leave one out."
                )
        is_number = isinstance(self.calibration, int) and not isinstance(self.calibration, bool)
        if self.calibration not in ("auto", "none") and not is_number:
            raise ParameterError(
                "calibration must be 'auto', 'none' or a number of folds; got "
                f"{self.calibration!r}. Choose one of these."
            )
        if is_number:
            check_number("TextClassifier", "calibration", self.calibration, low=2, integer=True,
                         fix="Use 5 folds, or 'none'.")  # fmt: skip
        check_number("TextClassifier", "seed", self.seed, low=0, integer=True, fix="Use 0.")


def _check_classes(classes: NDArray[Any], n_texts: int) -> None:
    if len(classes) < 2:
        raise DataError(
            f"There must be at least two labels; all {n_texts} texts have {classes.tolist()}. "
            "Add texts of another label, or check the label column."
        )


def _weigh(extractor: Extractor, counts: Counts, known_from: NDArray[np.bool_]) -> Sites:
    return extractor.weigh(counts, known_from=known_from)


def _plain(value: Any) -> Any:
    return value.item() if hasattr(value, "item") else value
