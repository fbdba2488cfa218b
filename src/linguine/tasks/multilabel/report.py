"""What is told about classifiers of several labels: trainings, model files, scores to compare."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from linguine.reports.comparison import Column, share
from linguine.reports.tables import percent
from linguine.tasks.text import report as text_report

__all__ = ["SCORES", "brief", "describe_model", "summarize_training"]


def _f1(title: str, name: str) -> Column:
    return Column(title, name, lambda e: getattr(e, name), lambda value: f"{value:.3f}")


#: What is compared.
SCORES = (
    _f1("F1 of texts", "example_f1"),
    _f1("micro-F1", "micro_f1"),
    _f1("macro-F1", "macro_f1"),
    share("right at 1", "precision_at_1", lambda e: e.precision_at_1),
)


def summarize_training(facts: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return what was trained, on what, and how good it is."""
    return [*text_report.summarize_training(facts), *_several(facts)]


def brief(scores: Mapping[str, Any]) -> str:
    """Return what an evaluation says, in a line."""
    return (
        f"micro-F1 {scores['micro_f1']:.3f}, macro-F1 {scores['macro_f1']:.3f}, F1 of texts "
        f"{scores['example_f1']:.3f}, precision at 1 {percent(scores['precision_at_1'])}, "
        f"{scores['n']:,} texts"
    )


def describe_model(config: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return what a model file holds."""
    return [*text_report.describe_model(config), *_several(config.get("info", {}))]


def _several(info: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return how many labels texts have, when they get one, and how good that is."""
    rows = []
    if (mean := info.get("labels_per_text")) is not None:
        without = info.get("n_without_label", 0)
        none = f", {without:,} texts without a label" if without else ""
        rows.append(("several labels", f"{mean:.2f} per text{none}"))
    if "threshold" in info:
        rows.append(("threshold", _SAID.get(info["threshold"], info["threshold"])))
    if (micro := info.get("estimated_micro_f1")) is not None:
        macro, first = info["estimated_macro_f1"], info["estimated_precision_at_1"]
        rows.append(
            (
                "quality",
                f"micro-F1 {micro:.3f}, macro-F1 {macro:.3f}, precision at 1 {percent(first)}, "
                "estimated on held-out texts",
            )
        )
    return rows


_SAID = {
    "f1": "one for each label, for F1 on held-out texts",
    "common": "one for all labels, for F1 on held-out texts",
}
