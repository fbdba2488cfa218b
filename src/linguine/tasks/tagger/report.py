"""What is told about taggers: trainings, model files, scores to compare."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from linguine.reports.comparison import share
from linguine.reports.summary import list_labels, name_algorithm
from linguine.reports.tables import percent

__all__ = ["SCORES", "brief", "describe_model", "summarize_training"]

#: How a model file names schemes, and how people do.
_SCHEMES = {
    "iob2": "IOB2 (BIO)",
    "bioes": "BIOES",
    "plain": "no spans",
}


#: What is compared.
SCORES = (
    share("tokens", "token_accuracy", lambda e: e.token_accuracy),
    share("unknown words", "unknown_word_accuracy", lambda e: e.unknown_word_accuracy),
    share("span F1", "f1", lambda e: None if e.spans is None else e.spans.f1, 2),
)


def summarize_training(facts: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return what was trained, and on what."""
    return [
        ("sentences", f"{facts['n_sentences']:,}, {facts['n_tokens']:,} tokens"),
        ("tags", list_labels(facts["tags"])),
        ("spans", _spans(facts)),
        ("looks at", _columns(facts)),
        ("features", f"{facts['n_features']:,}, {facts['n_weights']:,} weights"),
        ("learner", _learner(facts)),
    ]


def describe_model(config: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return what the model file of a tagger holds."""
    info = config["info"]
    return [
        ("algorithm", name_algorithm(info)),
        ("tags", list_labels(config["tags"])),
        ("spans", _spans({**info, "scheme": config["scheme"]})),
        ("order", f"{config['order']}, so a tag depends on the {_before(config['order'])}"),
        ("columns", f"{', '.join(config['columns'])}; the tag is {config['tag_column']}"),
        ("templates", _templates(config)),
        ("features", _features(config)),
        _origin(info),
        ("probabilities", "yes" if config["has_probabilities"] else "no"),
    ]


def _origin(info: Mapping[str, Any]) -> tuple[str, str]:
    """Return what it has learned from, or whose file it was opened from."""
    if "opened" in info:
        return "opened from", str(info["opened"])
    sizes = f"{info.get('n_sentences', 0):,} sentences, {info.get('n_tokens', 0):,} tokens"
    return "learned from", f"{sizes}, seed {info.get('seed', 0)}"


def brief(scores: Mapping[str, Any]) -> str:
    """Return what an evaluation says, in a line."""
    name = "many-to-one accuracy" if "nmi" in scores else "token accuracy"
    text = f"{name} {percent(scores['token_accuracy'])}"
    if "f1" in scores:
        text += f", span F1 {percent(scores['f1'])}"
    return f"{text}, {scores['n_tokens']:,} tokens"


def _columns(facts: Mapping[str, Any]) -> str:
    """Return what plain text has to come with, so that nobody is surprised later."""
    names, others = list(facts["columns"]), facts["other_columns"]
    text = ", ".join(names)
    if others:
        text += f"; not at {', '.join(others)}"
    further = [each for each in names if each not in ("w", "form")]
    return text + (f"; plain text needs --tagger for {', '.join(further)}" if further else "")


def _before(order: int) -> str:
    return "one before it" if order == 1 else f"{order} before it"


def _spans(info: Mapping[str, Any]) -> str:
    text = _SCHEMES.get(info["scheme"], str(info["scheme"]))
    if info.get("converted_from"):
        text += f", converted from {str(info['converted_from']).upper()}"
    if info.get("n_repaired"):
        text += f", {info['n_repaired']:,} tags repaired"
    if info.get("n_unknown_tags"):
        text += f", {info['n_unknown_tags']:,} tags unknown"
    return text


def _learner(facts: Mapping[str, Any]) -> str:
    if "learner" not in facts:
        return "counts"
    text = f"{facts['learner']}, {facts['n_iterations']:,} rounds"
    if "objective" in facts:
        text += f", objective {facts['objective']:,}"
    if "log_likelihood" in facts:
        text += f", log-likelihood {facts['log_likelihood']:,.1f}"
    if "duality_gap" in facts:
        text += f", duality gap {percent(facts['duality_gap'])}"
    return text


def _templates(config: Mapping[str, Any]) -> str:
    templates = config.get("templates")
    if templates is None:
        return "none: features are made in Python"
    return " ".join(map(str, templates["templates"]))


def _features(config: Mapping[str, Any]) -> str:
    edges = config["n_edge_features"]
    return f"{config['n_features']:,}" + (f" of tokens, {edges:,} of pairs of tags" * bool(edges))
