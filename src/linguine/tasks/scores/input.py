"""Input of text regressors: files, documents that were read, lists, arrays and data frames."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linguine.data import Documents, make_examples
from linguine.data.targets.labels import Target
from linguine.data.texts import check_some
from linguine.errors import DataError
from linguine.tasks.scores.model import COLUMN
from linguine.tasks.scores.numbers import documents_numbers, read_numbers
from linguine.tasks.scores.settings import ScoreSettings
from linguine.tasks.text.input import read_to_learn
from linguine.tasks.text.model import take_apart
from linguine.tasks.text.training import TextData

__all__ = ["ScoreData", "numbers_of", "read_to_learn", "read_training"]

#: Folds have about the same share of each of so many ranges of scores.
_N_RANGES = 10


@dataclass(frozen=True, eq=False)
class ScoreData(TextData):
    """Texts, further columns, and the number of each.

    The labels of its examples are ranges of scores, by which folds are dealt.
    """

    numbers: NDArray[np.float64]  # (n_texts,)

    @property
    def classes(self) -> NDArray[Any]:
        """What the one column is called."""
        return COLUMN


def read_training(
    settings: ScoreSettings,
    texts: Any,
    scores: Any = None,
    columns: Mapping[str, Any] | None = None,
    sample_weight: ArrayLike | None = None,
) -> ScoreData:
    """Return what to learn from."""
    given = numbers_of(texts, scores)
    read, by_name = settings.reads.read(*take_apart(settings.reads, texts, columns))
    check_some(len(read))
    numbers = read_numbers(given, len(read))
    edges = np.quantile(numbers, np.linspace(0, 1, _N_RANGES + 1)[1:-1])
    ranges = Target(np.searchsorted(edges, numbers))
    classes = np.arange(_N_RANGES)
    examples = make_examples(ranges, classes, sample_weight=sample_weight)
    return ScoreData(read, by_name, examples, numbers)


def numbers_of(texts: Any, scores: Any) -> Any:
    """Return the scores that came with documents, or those that were given."""
    if not isinstance(texts, Documents):
        return scores
    if scores is None:
        return documents_numbers(texts)
    if texts.label_set is not None:
        raise DataError(
            f"{texts.source}: scores must be given once; these documents have their own, and "
            "scores were given too. Leave one out."
        )
    return scores
