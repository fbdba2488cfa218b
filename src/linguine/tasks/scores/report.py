"""What is told about regressors of texts: trainings, model files, scores to compare."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from linguine.reports.comparison import Column, share
from linguine.reports.scores.evaluation import shown_number
from linguine.reports.summary import list_labels, name_algorithm
from linguine.reports.tables import percent
from linguine.tasks.text.report import columns_of, columns_read, features_of

__all__ = ["SCORES", "brief", "describe_model", "summarize_training"]


def _three(value: float) -> str:
    return f"{value:.3f}"


SCORES = (
    Column("R²", "r2", lambda e: e.r2, _three),
    Column("MAE", "mae", lambda e: e.mae, shown_number),
    Column("RMSE", "rmse", lambda e: e.rmse, shown_number),
    Column("Spearman", "spearman", lambda e: e.spearman, _three),
    share("coverage", "coverage", lambda e: e.coverage),
)
#: What a link means for the answers.
_ANSWERS = {
    "identity": "any number",
    "log": "a mean above 0; its logarithm is added up",
}


def summarize_training(facts: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return what was trained, on what, and how good it is."""
    return [
        ("texts", f"{facts['n_documents']:,}"),
        *columns_read(facts),
        ("scores", facts["scores"]),
        ("features", f"{facts['n_features']:,}"),
        *_choices(facts),
        *_estimates(facts),
    ]


def brief(scores: Mapping[str, Any]) -> str:
    """Return what an evaluation says, in a line."""
    r2 = "-" if scores["r2"] is None else _three(scores["r2"])
    held = ""
    if scores["coverage"] is not None:
        held = f", {percent(scores['coverage'])} in intervals of {percent(scores['promised'])}"
    return f"R² {r2}, MAE {shown_number(scores['mae'])}{held}, {scores['n']:,} texts"


def describe_model(config: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return what a model file holds."""
    info, score = config["info"], config["score"]
    answers = _ANSWERS.get(score["kind"], f"one of {score['n_values']} ordered values")
    n = score["n_held_out"]
    intervals = "none" if n is None else f"from {n:,} texts that were held out"
    return [
        ("algorithm", name_algorithm(info)),
        ("answers", answers),
        ("features", features_of(config)),
        *columns_of(config),
        ("values", f"{config['values']}, normalised: {config['normalize'] or 'no'}"),
        ("learned from", f"{info.get('n_documents', 0):,} texts, seed {info.get('seed', 0)}"),
        *_choices(info),
        *_estimates(info),
        ("intervals", intervals),
    ]


def describe_numbers(numbers: Any) -> str:
    """Return what there is to learn: the values if they are few, else the range."""
    import numpy as np

    values = np.unique(numbers)
    if len(values) <= 10:
        return list_labels([f"{each:g}" for each in values.tolist()])
    low, middle, high = np.quantile(numbers, [0, 0.5, 1]).tolist()
    return f"{shown_number(low)} to {shown_number(high)}, half of them below {shown_number(middle)}"


def _choices(info: Mapping[str, Any]) -> list[tuple[str, str]]:
    chosen = info.get("chosen")
    if not isinstance(chosen, Mapping):
        return []
    C = chosen.get("C")
    parts = [str(chosen.get("loss") or ""), str(chosen.get("features") or "")]
    parts += [f"C {C:g}"] if C is not None else []
    return [("auto chose", ", ".join(filter(None, parts)))]


def _estimates(info: Mapping[str, Any]) -> list[tuple[str, str]]:
    if "estimated_mae" not in info:
        return []
    figures = [("R²", "r2"), ("MAE", "mae"), ("Spearman", "spearman")]
    shown = [
        f"{title} {shown_number(info[f'estimated_{name}'])}"
        for title, name in figures
        if f"estimated_{name}" in info
    ]
    return [("quality", f"{', '.join(shown)}, estimated on held-out texts")]
