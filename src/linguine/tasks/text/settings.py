"""Settings of a text classifier: everything but the data, checked before any work."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from linguine.errors import said, show_value
from linguine.features import Categorical, Extractor, Features, Numeric, Weighting, WordNgrams
from linguine.features.numeric import as_counts
from linguine.features.text.columns import TextColumns
from linguine.features.text.specification import as_features
from linguine.features.text.templates import Template
from linguine.features.vectors import DenseTemplate
from linguine.learning import Online
from linguine.tasks.settings import TaskSettings
from linguine.tasks.text.algorithms import TEXT_ALGORITHMS
from linguine.tasks.text.hidden_options import check_hidden_options
from linguine.tasks.text.model import TextModel
from linguine.tasks.text.recipe import Recipe, make_recipe

__all__ = ["TextSettings"]


@dataclass(frozen=True, eq=False, kw_only=True)
class TextSettings(TaskSettings):
    """What :class:`linguine.TextClassifier` was told; its docstring explains the fields."""

    owner = "TextClassifier"
    table = TEXT_ALGORITHMS

    algorithm: str = "auto"
    features: Template | Features | None = None
    values: str | None = None
    normalize: str | None = "auto"
    min_df: float | None = None
    max_df: float = 1.0
    min_count: int = 1
    max_features: int | None = None
    hash_bits: int | None = None
    class_weight: Any = None
    calibration: str | int = "auto"
    reject_below: float | None = None
    text_columns: Any = None
    join_columns: bool = False

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
        self._check_calibration()
        check_hidden_options(self.options)

    @staticmethod
    def _told_by(model: TextModel) -> dict[str, Any]:
        extractor = model.extractor
        names = ("features", "min_df", "max_df", "min_count", "max_features", "hash_bits")
        return {
            **{name: getattr(extractor, name) for name in names},
            "values": extractor.weighting.values,
            "normalize": extractor.weighting.normalize,
            "reject_below": model.reject_below,
            "text_columns": model.reads.names or None,
            "join_columns": model.reads.is_joined,
        }

    @property
    def plain_options(self) -> dict[str, object]:
        """The options as a model file takes them; labels that have keywords become texts."""
        made = super().plain_options
        if "keywords" in made:
            words = self.options["keywords"]
            made["keywords"] = {str(label): list(each) for label, each in words.items()}
        return made

    @property
    def reads(self) -> TextColumns:
        """Where the text lies."""
        return TextColumns.of(self.text_columns, self.join_columns)

    @property
    def columns_beside(self) -> tuple[Template, ...]:
        """The templates, if all read columns, and ``auto`` chooses what it takes of the text."""
        if self.algorithm != "auto" or self.features is None:
            return ()
        templates = as_features(self.features).templates
        beside = Numeric | Categorical | DenseTemplate
        are_columns = all(isinstance(each, beside) for each in templates)
        return templates if are_columns else ()

    def recipe(self) -> Recipe:
        """Return the algorithm, complete but for its data."""
        weighting = self.weighting(Weighting(self.row.values, self.row.normalize))
        return make_recipe(self.algorithm, self.options, weighting)

    @property
    def is_online(self) -> bool:
        """True if one text is seen after the other, so that others can say when to stop."""
        return bool(self.row.loss) and isinstance(self.recipe().composition.learner, Online)

    def weighting(self, usual: Weighting) -> Weighting:
        """Return the weighting: the user's where there is one, else the algorithm's own."""
        return Weighting(
            usual.values if self.values is None else self.values,
            usual.normalize if self.normalize == "auto" else self.normalize,
        )

    def extractor(
        self, weighting: Weighting, features: Template | Features | None = None
    ) -> Extractor:
        """Return an extractor; features say what silence means."""
        is_open = self.features is None or self.columns_beside
        chosen = features if is_open and features is not None else self.features
        templates = as_features(WordNgrams(1, 2) if chosen is None else chosen)
        return Extractor(
            self.reads.spread(as_counts(templates) if self.row.learner == "counts" else templates),
            values=weighting.values,
            normalize=weighting.normalize,
            min_df=self.min_df,
            max_df=self.max_df,
            min_count=self.min_count,
            max_features=self.max_features,
            hash_bits=self.hash_bits,
            n_threads=self.n_threads,
        )

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

    def _check_calibration(self) -> None:
        is_number = isinstance(self.calibration, int) and not isinstance(self.calibration, bool)
        is_name = isinstance(self.calibration, str) and self.calibration in ("auto", "none")
        if not is_name and not is_number:
            self.refuse(
                "must be 'auto', 'none' or a number of folds; got "
                f"{show_value(self.calibration)}. Choose one of these.",
                "calibration",
            )
        if is_number:
            fix = "Use 5 folds, or 'none'."
            self.check("calibration", low=2, high=1000, integer=True, fix=fix)
        if self.reject_below is None:
            return
        self.check("reject_below", low=0, high=1, fix="Try 0.5.")
        if self.calibration == "none":
            self.refuse(
                f"needs probabilities; got {said('calibration', 'none')}. Leave one of them out.",
                "reject_below",
            )
