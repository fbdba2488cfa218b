"""Settings of what is learned from texts: their features, and what is held out of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from linguine.errors import show_value
from linguine.features import Categorical, Extractor, Features, Numeric, Weighting, WordNgrams
from linguine.features.numeric import as_counts
from linguine.features.text.columns import TextColumns
from linguine.features.text.specification import as_features
from linguine.features.text.templates import Template
from linguine.features.vectors import DenseTemplate
from linguine.tasks.settings import TaskSettings
from linguine.tasks.text.model import TextModel

__all__ = ["FeatureSettings"]


@dataclass(frozen=True, eq=False, kw_only=True)
class FeatureSettings(TaskSettings):
    """What classifiers and regressors of texts are told alike."""

    algorithm: str = "auto"
    features: Template | Features | None = None
    values: str | None = None
    normalize: str | None = "auto"
    min_df: float | None = None
    max_df: float = 1.0
    min_count: int = 1
    max_features: int | None = None
    hash_bits: int | None = None
    calibration: str | int = "auto"
    text_columns: Any = None
    join_columns: bool = False

    @staticmethod
    def _told_by(model: TextModel) -> dict[str, Any]:
        extractor = model.extractor
        names = ("features", "min_df", "max_df", "min_count", "max_features", "hash_bits")
        return {
            **{name: getattr(extractor, name) for name in names},
            "values": extractor.weighting.values,
            "normalize": extractor.weighting.normalize,
            "text_columns": model.reads.names or None,
            "join_columns": model.reads.is_joined,
        }

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

    def check_calibration(self) -> None:
        """Raise ParameterError unless it is said how many texts are held out."""
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
