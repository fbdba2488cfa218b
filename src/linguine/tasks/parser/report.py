"""What is told about parsers: trainings, model files, scores to compare."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from linguine.data.trees import NO_RELATION
from linguine.reports.comparison import share
from linguine.reports.summary import list_labels, name_algorithm
from linguine.reports.tables import percent

__all__ = ["SCORES", "brief", "describe_model", "summarize_training"]

#: What is compared; without relations the interval is that of UAS.
SCORES = (
    share("UAS", "uas", lambda e: e.scores.uas, 2),
    share("LAS", "las", lambda e: e.scores.las, 2),
)


def summarize_training(facts: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return what was trained, and on what."""
    return [
        ("sentences", f"{facts['n_sentences']:,}, {facts['n_tokens']:,} tokens"),
        ("relations", _relations(facts["relations"])),
        ("looks at", ", ".join(facts["columns"]) + _jackknife(facts) + _others(facts)),
        ("trees", _trees(facts["projective"])),
        ("weights", f"{facts['n_weights']:,} that are not 0"),
        ("learner", f"{facts['learner']}, {facts['n_iterations']:,} rounds"),
    ]


def describe_model(config: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return what the model file of a parser holds."""
    info = config["info"]
    templates = config["templates"]
    roots = "exactly one root" if config["single_root"] else "any number of roots"
    return [
        ("algorithm", name_algorithm(info)),
        ("relations", _relations(config["relations"])),
        ("trees", f"{_trees(config['projective'])}, {roots}"),
        ("columns", ", ".join(config["columns"]) + _jackknife(info)),
        (
            "templates",
            f"{len(templates['shared']):,} of arcs, {len(templates['relation']):,} by relation, "
            f"{len(templates.get('sibling') or []):,} of siblings",
        ),
        (
            "weights",
            f"{info.get('n_weights', 0):,} that are not 0, in 2^{config['shared_bits']} cells and "
            f"2^{config['relation_bits']} rows by relation",
        ),
        (
            "learned from",
            f"{info.get('n_sentences', 0):,} sentences, {info.get('n_tokens', 0):,} tokens, seed "
            f"{info.get('seed', 0)}",
        ),
        ("probabilities", _probabilities(config)),
    ]


def _jackknife(info: Mapping[str, Any]) -> str:
    return f"; tags predicted in {info['jackknife']} parts" if "jackknife" in info else ""


def _others(facts: Mapping[str, Any]) -> str:
    if not facts.get("other_columns"):
        return ""
    return f"; not at {', '.join(facts['other_columns'])} (--columns)"


def _probabilities(config: Mapping[str, Any]) -> str:
    if config["templates"].get("sibling"):
        return "no: of order 2"
    return "yes" if config["has_probabilities"] else "no, confidences only"


def _relations(names: list[str]) -> str:
    return "none, heads only" if list(names) == [NO_RELATION] else list_labels(names)


def _trees(projective: bool) -> str:
    return "without crossing arcs" if projective else "arcs may cross"


def brief(scores: Mapping[str, Any]) -> str:
    """Return what an evaluation says, in a line."""
    said = [
        f"{name.upper()} {percent(scores[name], 2)}"
        for name in ("uas", "las", "clas")
        if scores[name] is not None
    ]
    return f"{', '.join(said)}, {scores['n_tokens']:,} tokens"
