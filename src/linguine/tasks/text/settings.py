"""Settings of a text classifier: everything but the data, checked before any work."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from linguine.errors import said
from linguine.features import Features, Weighting
from linguine.features.text.specification import as_features
from linguine.features.vectors import DenseTemplate
from linguine.learning import Online
from linguine.tasks.algorithm import Algorithms
from linguine.tasks.multilabel.settings import ThresholdChoice
from linguine.tasks.text.algorithms import TEXT_ALGORITHMS
from linguine.tasks.text.feature_settings import FeatureSettings
from linguine.tasks.text.hidden_options import check_hidden_options
from linguine.tasks.text.model import TextModel
from linguine.tasks.text.recipe import Recipe, make_recipe

__all__ = ["TextSettings"]


@dataclass(frozen=True, eq=False, kw_only=True)
class TextSettings(FeatureSettings):
    """What :class:`linguine.TextClassifier` was told; its docstring explains the fields."""

    owner = "TextClassifier"
    table = TEXT_ALGORITHMS

    class_weight: Any = None
    reject_below: float | None = None
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
        ThresholdChoice.of(self.threshold, self.precision)
        check_hidden_options(self.options)

    @staticmethod
    def _told_by(model: TextModel) -> dict[str, Any]:
        if model.is_opened:
            return {"reject_below": model.reject_below}
        told = {"reject_below": model.reject_below, **ThresholdChoice.told_by(model.info).given}
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
