"""Settings of a constituency parser: everything but the data, checked before any work."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from linguine.errors import check_number
from linguine.features.span.templates import SpanTemplates, default_span_templates
from linguine.tasks.constituency.algorithms import CONSTITUENCY_ALGORITHMS, PCFG
from linguine.tasks.learner import Composed, compose
from linguine.tasks.settings import TaskSettings

if TYPE_CHECKING:
    from linguine.tasks.constituency.model import ConstituencyModel

__all__ = ["ConstituencySettings"]

#: (vertical, horizontal): a grammar without features has to remember more.
_MEMORY, _MEMORY_OF_PCFG = (1, 0), (2, 2)


@dataclass(frozen=True, eq=False, kw_only=True)
class ConstituencySettings(TaskSettings):
    """What :class:`linguine.ConstituencyParser` was told; its docstring explains the fields."""

    owner = "ConstituencyParser"
    table = CONSTITUENCY_ALGORITHMS

    algorithm: str = "mira"
    vertical: int | None = None
    horizontal: int | None = None
    templates: SpanTemplates | None = None
    bits: int = 17

    def __post_init__(self) -> None:
        super().__post_init__()
        for name, low, fix in (("vertical", 1, "Use 2."), ("horizontal", 0, "Use 1.")):
            if (value := getattr(self, name)) is not None:
                check_number(self.owner, name, value, low=low, high=8, integer=True, fix=fix)
        check_number(self.owner, "bits", self.bits, low=4, high=24, integer=True, fix="Use 17.")
        if "unlabelled_weight" in self.options:
            fix = "Use 1.0, or 0.1 if there are many more sentences without a tree."
            weight, name = self.options["unlabelled_weight"], "unlabelled_weight"
            check_number(self.owner, name, weight, low=0, low_open=True, high=1, fix=fix)
        if not isinstance(self.templates, SpanTemplates | None):
            self.refuse(
                f"must be SpanTemplates(word, span, split); got {self.templates!r}. Leave it out "
                "for the usual ones.",
                "templates",
            )
        if self.is_pcfg and self.templates is not None:
            self.refuse(
                "a probabilistic grammar looks at rules and words only; got templates. Leave them "
                "out, or use 'mira'."
            )
        if not self.is_pcfg:
            self.composed.choose("tree")

    @staticmethod
    def _told_by(model: ConstituencyModel) -> dict[str, Any]:
        memory = model.info.get("markovisation") or [None, None]
        return {"vertical": memory[0], "horizontal": memory[1]}

    @property
    def is_pcfg(self) -> bool:
        """Whether rules are counted, and nothing is looked at."""
        return self.algorithm == PCFG

    @property
    def composed(self) -> Composed:
        """Loss, learner and penalty."""
        return compose(self.algorithm, self.row, self.options)

    @property
    def memory(self) -> tuple[int, int]:
        """What symbols remember: labels above them, and siblings."""
        usual = _MEMORY_OF_PCFG if self.is_pcfg else _MEMORY
        return (
            usual[0] if self.vertical is None else self.vertical,
            usual[1] if self.horizontal is None else self.horizontal,
        )

    @property
    def chosen_templates(self) -> SpanTemplates:
        """What to look at; nothing for a grammar that only counts."""
        if self.is_pcfg:
            return SpanTemplates()
        return default_span_templates() if self.templates is None else self.templates
