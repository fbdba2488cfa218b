"""Settings of a tokenizer: everything but the data, checked before any work."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from linguine.registry import Registry
from linguine.tasks.settings import TaskSettings
from linguine.tasks.tagger.settings import TaggerSettings
from linguine.tasks.tokenizer.algorithms import AUTO, TOKENIZER_ALGORITHMS
from linguine.tasks.tokenizer.model import TokenizerModel
from linguine.tasks.tokenizer.units import KINDS

__all__ = ["TEMPLATES", "TokenizerSettings"]

#: What is looked at around the end of a unit; the columns are those of :class:`Units`.
TEMPLATES = (
    "w[0]", "w[-2..2].lower", "a[-3..3]", "a[-1]|a[0]", "a[0]|a[1]", "a[-1]|a[0]|a[1]",
    "a[-2]|a[-1]|a[0]", "a[0]|a[1]|a[2]", "a[-2]|a[-1]|a[0]|a[1]", "a[-1]|a[0]|a[1]|a[2]",
    "x[0]|w[0]", "x[0]|a[-1]|a[0]", "n[0]|a[0]", "w[0]|g[0]", "w[-1].lower|w[0]|g[0]",
    "w[0]|g[0]|w[1].lower", "w[-1].lower|w[0]|w[1].lower", "w[0]|w[1].lower|w[2].lower",
    "a[0]|w[1]", "a[0]|n[0]|a[1]", "a[0]|w[1].type|w[2].lower", "w[-2].lower|w[-1].lower|w[0]",
)  # fmt: skip
_UNITS = Registry("kind of units", {name: name for name in ("auto", *KINDS)})


@dataclass(frozen=True, eq=False, kw_only=True)
class TokenizerSettings(TaskSettings):
    """What :class:`linguine.Tokenizer` was told; its docstring explains the fields."""

    owner = "Tokenizer"
    table = TOKENIZER_ALGORITHMS

    algorithm: str = AUTO
    units: str = "auto"
    min_count: int = 1

    def __post_init__(self) -> None:
        super().__post_init__()
        _UNITS.get(self.units)
        self.check("min_count", low=1, integer=True, fix="Try 1.")
        _ = self.boundaries  # options that fit the algorithm

    @property
    def boundaries(self) -> TaggerSettings:
        """The settings of what decides after each unit."""
        return TaggerSettings(
            algorithm=self.algorithm,
            templates=TEMPLATES,
            min_count=self.min_count,
            scheme="plain",
            n_threads=self.n_threads,
            seed=self.seed,
            options=self.options,
        )

    @staticmethod
    def _told_by(model: TokenizerModel) -> dict[str, Any]:
        return {"units": model.units}
