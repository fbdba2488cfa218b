"""What is told about constituency parsers: trainings, model files, scores to compare."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from linguine.reports.comparison import share
from linguine.reports.summary import list_labels, name_algorithm
from linguine.reports.tables import percent

__all__ = ["SCORES", "brief", "describe_model", "summarize_training"]

SCORES = (
    share("F1", "f1", lambda e: e.scores.f1, 2),
    share("precision", "precision", lambda e: e.scores.precision, 2),
    share("recall", "recall", lambda e: e.scores.recall, 2),
    share("tags", "tag_accuracy", lambda e: e.scores.tag_accuracy, 2),
)


def summarize_training(facts: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return what was trained, and on what."""
    return [
        ("sentences", f"{facts['n_sentences']:,}, {facts['n_tokens']:,} words"),
        ("labels", list_labels(facts["labels"])),
        ("grammar", f"{facts['n_rules']:,} rules, {_memory(facts)}"),
        ("weights", f"{facts['n_weights']:,} that are not 0"),
        ("learner", f"{facts['learner']}, {facts['n_iterations']:,} rounds"),
    ]


def describe_model(config: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return what the model file of a constituency parser holds."""
    info, templates = config["info"], config["templates"]
    looks = ", ".join(f"{len(each):,} of {kind}s" for kind, each in templates.items())
    return [
        ("algorithm", name_algorithm(info)),
        ("labels", list_labels(config["labels"])),
        ("tags", list_labels(config["tags"])),
        ("grammar", f"{info.get('n_rules', 0):,} rules, {_memory(info)}"),
        ("templates", looks),
        ("words", f"{len(config['entries'] or config['common']):,} that are known"),
        ("weights", f"{info.get('n_weights', 0):,} that are not 0"),
        (
            "learned from",
            f"{info.get('n_sentences', 0):,} sentences, {info.get('n_tokens', 0):,} words, seed "
            f"{info.get('seed', 0)}",
        ),
        ("probabilities", "yes" if config["has_probabilities"] else "no, confidences only"),
    ]


def _memory(info: Mapping[str, Any]) -> str:
    vertical, horizontal = info.get("markovisation") or (1, 0)
    above = "no parent" if vertical == 1 else f"{vertical - 1} above"
    beside = "no sibling" if horizontal == 0 else f"{horizontal} beside"
    return f"symbols remember {above}, {beside}"


def brief(scores: Mapping[str, Any]) -> str:
    """Return what an evaluation says, in a line."""
    return (
        f"F1 {percent(scores['f1'], 2)}, precision {percent(scores['precision'], 2)}, recall "
        f"{percent(scores['recall'], 2)}, {scores['n_sentences']:,} sentences"
    )
