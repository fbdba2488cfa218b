"""Overview: what a model has learned, label by label."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from linguine.reports.tables import shorten

__all__ = ["Overview"]

#: Transitions that are shown.
_N_SHOWN = 10


@dataclass(frozen=True)
class Overview:
    """The largest weights of each label, and which labels follow each other."""

    features: Mapping[Any, Sequence[tuple[str, float]]]  # names and weights of each label
    #: Two labels and the weight of the second behind the first, largest first; None if labels stand
    #: alone.
    transitions: Sequence[tuple[str, str, float]] | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)  # what else is worth knowing

    def features_to_dict(self) -> dict[str, list[list[Any]]]:
        """Return the features as plain data for JSON."""
        return {str(y): [list(each) for each in rows] for y, rows in self.features.items()}

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        if self.transitions is None:
            return self.features_to_dict()
        transitions = [list(each) for each in self.transitions]
        return {"features": self.features_to_dict(), "transitions": transitions}

    def to_text(self) -> str:
        """Return features as bars, and the strongest transitions."""
        from linguine.reports.terminal import render_top_features

        text = render_top_features(self.features)
        moves = self.transitions or ()
        for title, rows in (
            ("likely", moves[:_N_SHOWN]),
            ("unlikely", moves[::-1][:_N_SHOWN]),
        ):
            pairs = [f"{shorten(a, 40)} → {shorten(b, 40)} {w:+.2f}" for a, b, w in rows if w]
            if pairs:
                text += f"\n\n{title} transitions\n  " + "\n  ".join(pairs)
        return text

    def to_html(self) -> str:
        """Return a page that needs no other file."""
        from linguine.reports.html_cards import render_model

        return render_model(self.features, facts=self.facts)
