"""Settings of a text classifier: everything but the data, checked before any work."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from linguine.errors import said
from linguine.features import Features, Weighting
from linguine.features.text.specification import as_features
from linguine.features.vectors import DenseTemplate
from linguine.learning import Online
from linguine.model.promise import USUAL_CONFIDENCE, check_promise
from linguine.tasks.algorithm import Algorithms
from linguine.tasks.learner import given
from linguine.tasks.multilabel.settings import ThresholdChoice
from linguine.tasks.text.algorithms import TEXT_ALGORITHMS
from linguine.tasks.text.fitting.recipe import Recipe, make_recipe
from linguine.tasks.text.fitting.settings import FeatureSettings
from linguine.tasks.text.gold.hidden_options import check_hidden_options
from linguine.tasks.text.label_tree.options import TreeOptions
from linguine.tasks.text.model import TextModel

__all__ = ["TextSettings"]


@dataclass(frozen=True, eq=False, kw_only=True)
class TextSettings(FeatureSettings):
    """What :class:`linguine.TextClassifier` was told; its docstring explains the fields."""

    owner = "TextClassifier"
    table = TEXT_ALGORITHMS

    class_weight: Any = None
    reject_below: float | None = None
    promise: float | None = None
    promise_confidence: float = USUAL_CONFIDENCE
    threshold: str | float | None = None
    precision: float | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.row.loss:
            self.recipe()
        weighting = self.weighting(Weighting())
        if self.row.loss and self.recipe().composition.is_binary:
            self._check_presence()
        self.extractor(weighting)
        if self.row.learner == "counts" and self.features is not None:
            self._check_counted(as_features(self.features))
        self.check_calibration()
        self._check_rejection()
        if self.row.is_tree:
            self.tree_options.check(self.algorithm)
        self._check_promise()
        ThresholdChoice.of(self.threshold, self.precision)
        self._check_thresholds()
        check_hidden_options(self.options)

    @staticmethod
    def _told_by(model: TextModel) -> dict[str, Any]:
        if model.is_opened:
            return _rejection_of(model)
        told = {**_rejection_of(model), **ThresholdChoice.told_by(model.info).given}
        if not model.each_stands_alone and "threshold" in model.info and told["precision"] is None:
            told["threshold"] = "f1"  # which of several labels is what is done anyway
        return {**FeatureSettings._told_by(model), **told}

    @property
    def plain_options(self) -> dict[str, object]:
        """The options as a model file takes them; labels that have keywords become texts."""
        made = super().plain_options
        if "keywords" in made:
            words = self.options["keywords"]
            made["keywords"] = {str(label): list(each) for label, each in words.items()}
        return made

    def recipe(self, table: Algorithms = TEXT_ALGORITHMS) -> Recipe:
        """Return the algorithm as a table has it, complete but for its data."""
        weighting = self.weighting(Weighting(self.row.values, self.row.normalize))
        return make_recipe(self.algorithm, self.options, weighting, table)

    @property
    def tree_options(self) -> TreeOptions:
        """How a label tree is grown."""
        return TreeOptions(**given(self.options, ("branches", "beam", "prune")))

    @property
    def is_online(self) -> bool:
        """True if one text is seen after the other, so that others can say when to stop."""
        return bool(self.row.loss) and isinstance(self.recipe().composition.learner, Online)

    def _check_presence(self) -> None:
        """Raise ParameterError unless a model of presence sees only whether words are there."""
        chosen = self.weighting(Weighting(self.row.values, self.row.normalize))
        if not chosen.is_plain_binary:
            self.refuse(
                f"{self.algorithm!r} looks at whether words are there, not how often; got "
                f"{said('values', chosen.values)} and {said('normalize', chosen.normalize)}. Leave "
                "them out, or use 'naive-bayes'."
            )

    def _check_counted(self, features: Features) -> None:
        """Raise ParameterError if a learner that counts is given what cannot be counted."""
        for each in features.templates:
            if isinstance(each, DenseTemplate):
                self.refuse(
                    f"{self.algorithm!r} counts words, and a vector is no count; got "
                    f"{said(type(each).__name__, each.title)}. Use 'auto', 'svm' or 'logistic', or "
                    "leave the vectors out."
                )

    def _check_rejection(self) -> None:
        if self.reject_below is None:
            return
        self.check("reject_below", low=0, high=1, fix="Try 0.5.")
        if self.calibration == "none":
            self.refuse(
                f"needs probabilities; got {said('calibration', 'none')}. Leave one of them out.",
                "reject_below",
            )

    def _check_thresholds(self) -> None:
        """Raise ParameterError if two rules say when to answer."""
        if self.threshold is None and self.precision is None:
            return
        name = "threshold" if self.precision is None else "precision"
        for rival in ("promise", "reject_below"):
            if (value := getattr(self, rival)) is not None:
                self.refuse(
                    f"says when to answer; got {said(rival, value)} as well. Leave one of them "
                    "out.",
                    name,
                )

    def _check_promise(self) -> None:
        if self.promise is None:
            return
        check_promise(self.owner, self.promise, self.promise_confidence)
        rivals = {
            "reject_below": self.reject_below is not None,
            "calibration": self.calibration == "none",
            "algorithm": not self.row.loss and self.algorithm != "auto",
        }
        for name in [each for each, is_there in rivals.items() if is_there]:
            self.refuse(
                "chooses on held-out texts from which probability on a text is answered; got "
                f"{said(name, getattr(self, name))}. Leave one of them out.",
                "promise",
            )


def _rejection_of(model: TextModel) -> dict[str, Any]:
    """Return what makes a model leave texts without an answer."""
    if model.promise is None:
        return {"reject_below": model.reject_below}
    made = model.promise
    return {"promise": made.precision, "promise_confidence": made.confidence}
