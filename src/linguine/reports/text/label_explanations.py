"""Explanations of several labels: why a text gets each of its labels, and why not the next ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from linguine.reports.explanation import Explanation

__all__ = ["LabelExplanations"]


@dataclass(frozen=True)
class LabelExplanations:
    """One explanation for each label that a text gets, and for those that it just does not get.

    In each the label is compared with its threshold: ``lead`` is positive if the text gets it.

    Parameters
    ----------
    text
        What was asked.
    explanations
        The labels that it gets, the clearest first, and then those just below their thresholds.

    Examples
    --------
    >>> each = Explanation("cash", "spam", "(threshold)", 1.0, 0.4, 0.6, ())
    >>> LabelExplanations("cash", [each]).labels
    ('spam',)
    """

    text: str
    explanations: Sequence[Explanation]

    def __iter__(self) -> Iterator[Explanation]:
        return iter(self.explanations)

    def __len__(self) -> int:
        return len(self.explanations)

    @property
    def labels(self) -> tuple[Any, ...]:
        """The labels that the text gets."""
        return tuple(each.label for each in self.explanations if each.lead > 0)

    def to_dict(self, *, by: str | None = None) -> dict[str, Any]:
        """Return plain data for JSON."""
        return {
            "text": self.text,
            "labels": [str(label) for label in self.labels],
            "explanations": [
                {"is_given": each.lead > 0, **each.to_dict(by=by)} for each in self.explanations
            ],
        }

    def to_text(
        self,
        width: int | None = None,
        color: bool | None = None,
        *,
        n_features: int = 12,
        by: str | None = None,
    ) -> str:
        """Return the explanations for a terminal, one below the other."""
        shown = [
            each.to_text(width=width, color=color, n_features=n_features, by=by)
            for each in self.explanations
        ]
        return "\n\n".join(shown)

    def to_html(self, *, by: str | None = None) -> str:
        """Return a page of HTML that needs no other file."""
        from linguine.reports.html_cards import render_explanations

        return render_explanations(list(self.explanations), by=by)
