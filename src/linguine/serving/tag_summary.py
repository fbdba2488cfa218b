"""Summaries of taggers: what was trained and what a file holds, for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from linguine.reports.tables import percent
from linguine.serving.console import format_size
from linguine.serving.summary import describe_file, list_labels, write_paragraph

__all__ = ["summarize_tag_training", "summarize_tagger"]

#: How a model file names schemes, and how people do.
_SCHEMES = {
    "iob2": "IOB2 (BIO)",
    "bioes": "BIOES",
    "plain": "no spans",
}


def summarize_tag_training(facts: Mapping[str, Any]) -> str:
    """Return what was trained, on what, how good it is and where it lies."""
    rows = [
        ("sentences", f"{facts['n_sentences']:,}, {facts['n_tokens']:,} tokens"),
        ("tags", list_labels(facts["tags"])),
        ("spans", _spans(facts)),
        ("looks at", _columns(facts)),
        ("features", f"{facts['n_features']:,}, {facts['n_weights']:,} weights"),
        ("learner", _learner(facts)),
    ]
    if (dev := facts.get("dev")) is not None:
        rows.append(("dev file", _measured(dev)))
    if (price := facts.get("quantization")) is not None:
        rows.append(("quantised", _price(price)))
    rows.append(("saved", f"{facts['model']}, {format_size(facts['bytes'])}"))
    return write_paragraph(f"{facts['algorithm']}: trained in {facts['seconds']:.2f} s", rows)


def summarize_tagger(facts: Mapping[str, Any]) -> str:
    """Return what the model file of a tagger holds."""
    config = facts["config"]
    info = config["info"]
    options = "".join(f", {name}={value}" for name, value in info.get("options", {}).items())
    rows = [
        ("algorithm", f"{info.get('algorithm', 'unknown')}{options}"),
        ("tags", list_labels(config["tags"])),
        ("spans", _spans({**info, "scheme": config["scheme"]})),
        ("order", f"{config['order']}, so a tag depends on the {_before(config['order'])}"),
        ("columns", f"{', '.join(config['columns'])}; the tag is {config['tag_column']}"),
        ("templates", _templates(config)),
        ("features", _features(config)),
        (
            "learned from",
            f"{info.get('n_sentences', 0):,} sentences, {info.get('n_tokens', 0):,} tokens, seed "
            f"{info.get('seed', 0)}",
        ),
        ("probabilities", "yes" if config["has_probabilities"] else "no"),
    ]
    if config.get("quantization") is not None:
        rows.append(("weights", f"quantised to {config['quantization']}"))
    return describe_file(facts, rows)


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
    if "duality_gap" in facts:
        text += f", duality gap {percent(facts['duality_gap'])}"
    return text


def _measured(dev: Mapping[str, Any]) -> str:
    text = f"token accuracy {percent(dev['token_accuracy'])}"
    if "f1" in dev:
        text += f", span F1 {percent(dev['f1'])}"
    return f"{text}, {dev['n_tokens']:,} tokens"


def _price(price: Mapping[str, Any]) -> str:
    if "tags_changed" in price:
        text = f"another tag for {percent(price['tags_changed'])} of {price['n']:,} tokens"
        if "spans_changed" in price:
            text += f", {percent(price['spans_changed'])} of spans changed"
        return f"to {price['kind']}: {text}"
    key, name = "accuracy", "token accuracy"
    if "span_f1_before" in price:
        key, name = "span_f1", "span F1"
    before, after = (percent(price[f"{key}_{when}"], 2) for when in ("before", "after"))
    return f"to {price['kind']}: {name} {before} before, {after} after"


def _templates(config: Mapping[str, Any]) -> str:
    templates = config.get("templates")
    if templates is None:
        return "none: features are made in Python"
    return " ".join(map(str, templates["templates"]))


def _features(config: Mapping[str, Any]) -> str:
    edges = config["n_edge_features"]
    return f"{config['n_features']:,}" + (f" of tokens, {edges:,} of pairs of tags" * bool(edges))
