"""What is told about clusters: trainings, model files, scores, and what was found."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from linguine.reports.comparison import Column, share
from linguine.reports.summary import name_algorithm
from linguine.reports.tables import percent
from linguine.reports.text.clusters import Findings
from linguine.tasks.clusters.writing import answer, choose_form
from linguine.tasks.text.report import columns_of

if TYPE_CHECKING:
    from linguine.data import Documents
    from linguine.tasks.clusters.estimator import Clusterer
    from linguine.tasks.task import Settings

__all__ = ["SCORES", "brief", "describe_model", "find", "summarize_training"]

SCORES = (
    Column("NMI", "nmi", lambda e: e.nmi, lambda value: f"{value:.3f}"),
    share("purity", "purity", lambda e: e.purity),
)


def summarize_training(facts: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return what was found, and in what."""
    return [("texts", f"{facts['n_documents']:,}"), *_found(facts)]


def brief(scores: Mapping[str, Any]) -> str:
    """Return what an evaluation says, in a line."""
    return f"NMI {scores['nmi']:.3f}, purity {percent(scores['purity'])}, {scores['n']:,} texts"


def describe_model(config: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return what a model file holds."""
    info = config["info"]
    return [
        ("algorithm", name_algorithm(info)),
        *_found(info),
        *columns_of(config),
        ("values", str(config["values"])),
        ("learned from", f"{info.get('n_documents', 0):,} texts, seed {info.get('seed', 0)}"),
    ]


def find(estimator: Clusterer, data: Documents, settings: Settings) -> Findings:
    """Return what ``cluster`` shows, and the cluster of each text."""
    model, info = estimator.model_, estimator.info_
    assert model is not None
    one, every = bool(settings["proba"]), bool(settings["every"])

    def lines() -> str:
        form = choose_form(model.labels, one=one, every=every)
        return form(answer(model, data, with_probabilities=one or every))

    def text_of(row: int) -> str:
        names = data.text_columns if len(data.text_columns) > 1 else ()
        return " ".join(data.columns[name][row] for name in names) or data.texts[row]

    head = f"{len(data):,} texts, {info['n_features']:,} features: {model.n_labels} clusters"
    return Findings(f"{head}{_tried(info)}", info["clusters"], text_of, lines)


def _found(info: Mapping[str, Any]) -> list[tuple[str, str]]:
    sizes = ", ".join(f"{each['size']:,}" for each in info["clusters"][:10])
    more = ", ..." if len(info["clusters"]) > 10 else ""
    return [
        ("clusters", f"{len(info['clusters'])}{_tried(info)}"),
        ("sizes", sizes + more),
        ("features", f"{info.get('n_features', 0):,}"),
    ]


def _tried(info: Mapping[str, Any]) -> str:
    tried = info.get("tried")
    if not tried:
        return ""
    shown = ", ".join(f"{k} ({value:,.1f})" for k, value in tried.items())
    return f", the likeliest for held-out texts of {shown}"
