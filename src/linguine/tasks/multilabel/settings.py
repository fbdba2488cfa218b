"""Settings of texts with several labels: how it is decided which labels a text gets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from numbers import Real
from typing import TYPE_CHECKING, Any

from linguine.errors import ParameterError, check_number, said, show_value

if TYPE_CHECKING:
    from linguine.tasks.text.settings import TextSettings

__all__ = ["WAYS", "ThresholdChoice", "check_several"]

_OWNER = "TextClassifier"
#: Ways to choose thresholds on held-out texts.
WAYS = ("f1", "common")


@dataclass(frozen=True)
class ThresholdChoice:
    """From which probability on a text gets a label.

    Parameters
    ----------
    way
        ``"f1"``, a threshold for each label; ``"common"``, one for all; both chosen for F1 on
        held-out texts. A number is the threshold.
    precision
        Instead: the share of a label's answers that is to be right.

    Examples
    --------
    >>> ThresholdChoice.of(None, 0.9).precision, str(ThresholdChoice.of("common", None))
    (0.9, 'common')
    """

    way: str | float = "f1"
    precision: float | None = None

    @classmethod
    def of(cls, threshold: Any, precision: Any) -> ThresholdChoice:
        """Check what a user gave; None is not given."""
        if precision is not None:
            if threshold is not None:
                raise ParameterError(
                    f"and precision both choose thresholds; got {said('threshold', threshold)} and "
                    f"{said('precision', precision)}. Leave one of them out.",
                    owner=_OWNER,
                    parameter="threshold",
                )
            limits = {"low": 0, "high": 1, "low_open": True, "high_open": True}
            check_number(_OWNER, "precision", precision, fix="Try 0.9.", **limits)  # type: ignore[arg-type]
            return cls(precision=float(precision))
        if threshold is None:
            return cls()
        is_number = isinstance(threshold, Real) and not isinstance(threshold, bool)
        if not is_number and not (isinstance(threshold, str) and threshold in WAYS):
            raise ParameterError(
                "must be 'f1' (one for each label), 'common' (one for all) or a probability; got "
                f"{show_value(threshold)}. Use {said('threshold', 'f1')} or "
                f"{said('threshold', 0.5)}.",
                owner=_OWNER,
                parameter="threshold",
            )
        if is_number:
            limits = {"low": 0, "high": 1, "low_open": True, "high_open": True}
            check_number(_OWNER, "threshold", threshold, fix="Try 0.5.", **limits)  # type: ignore[arg-type]
            return cls(float(threshold))
        return cls(threshold)

    @classmethod
    def told_by(cls, info: Mapping[str, Any]) -> ThresholdChoice:
        """Return what a model file says, as far as it says anything.

        Examples
        --------
        >>> ThresholdChoice.told_by({"threshold": "precision 0.9"}).precision
        0.9
        """
        said_so = str(info.get("threshold", "f1"))
        if said_so in WAYS:
            return cls(said_so)
        word, _, number = said_so.rpartition(" ")
        try:
            value = float(number)
        except ValueError:
            return cls()
        return cls.of(None, value) if word == "precision" else cls.of(value, None)

    def for_all_labels(self) -> ThresholdChoice:
        """Return the same with one threshold for all labels, where there was one for each."""
        return replace(self, way="common") if self.way == "f1" else self

    @property
    def given(self) -> dict[str, Any]:
        """What an estimator is told."""
        way = None if self.precision is not None or self.way == "f1" else self.way
        return {"threshold": way, "precision": self.precision}

    def __str__(self) -> str:
        return f"precision {self.precision:g}" if self.precision is not None else f"{self.way}"


def check_several(settings: TextSettings) -> None:
    """Raise ParameterError for settings that mean something for one label per text only."""
    if settings.algorithm == "lexicon":
        settings.refuse(
            "'lexicon' answers one label per text; these texts have several. Use 'naive-bayes'.",
            "algorithm",
        )
    if settings.promise is not None:
        settings.refuse(
            f"is for one label per text; got {settings.promise} for texts with several. Use "
            f"{said('precision', settings.promise)}, which no test vouches for.",
            "promise",
        )
    if settings.reject_below is not None:
        settings.refuse(
            f"leaves texts without their one label; got {settings.reject_below} for texts with "
            f"several. Use {said('threshold', settings.reject_below)}.",
            "reject_below",
        )
    if settings.class_weight is not None:
        settings.refuse(
            f"is for one label per text; got {show_value(settings.class_weight)} for texts with "
            f"several. Leave it out: {said('threshold', 'f1')} finds rare labels, too.",
            "class_weight",
        )
    for name in ("keywords", "unlabelled_weight"):
        if name in settings.options:
            settings.refuse(
                "is for texts of which each has one label or is unlabelled; here a text without "
                "labels has none. Leave it out.",
                name,
            )
    if settings.calibration == "none" and (
        settings.threshold is not None or settings.precision is not None
    ):
        settings.refuse(
            f"needs probabilities of held-out texts; got {said('calibration', 'none')}. Leave one "
            "of them out.",
            "threshold" if settings.precision is None else "precision",
        )
