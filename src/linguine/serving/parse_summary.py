"""Summaries of parsers: what was trained and what a file holds, for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from linguine.data.trees import NO_RELATION
from linguine.reports.tables import percent
from linguine.serving.console import format_size
from linguine.serving.summary import describe_file, list_labels, write_paragraph

__all__ = ["summarize_parse_training", "summarize_parser"]


def summarize_parse_training(facts: Mapping[str, Any]) -> str:
    """Return what was trained, on what, how good it is and where it lies."""
    rows = [
        ("sentences", f"{facts['n_sentences']:,}, {facts['n_tokens']:,} tokens"),
        ("relations", _relations(facts["relations"])),
        ("looks at", ", ".join(facts["columns"]) + _jackknife(facts) + _others(facts)),
        ("trees", _trees(facts["projective"])),
        ("weights", f"{facts['n_weights']:,} that are not 0"),
        ("learner", f"{facts['learner']}, {facts['n_iterations']:,} rounds"),
    ]
    if (dev := facts.get("dev")) is not None:
        rows.append(("dev file", _measured(dev)))
    if (price := facts.get("quantization")) is not None:
        rows.append(("quantised", _price(price)))
    rows.append(("saved", f"{facts['model']}, {format_size(facts['bytes'])}"))
    return write_paragraph(f"{facts['algorithm']}: trained in {facts['seconds']:.2f} s", rows)


def summarize_parser(facts: Mapping[str, Any]) -> str:
    """Return what the model file of a parser holds."""
    config = facts["config"]
    info = config["info"]
    options = "".join(f", {name}={value}" for name, value in info.get("options", {}).items())
    templates = config["templates"]
    roots = "exactly one root" if config["single_root"] else "any number of roots"
    rows = [
        ("algorithm", f"{info.get('algorithm', 'unknown')}{options}"),
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
    if config.get("quantization") is not None:
        rows.append(("quantised", f"to {config['quantization']}"))
    return describe_file(facts, rows)


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


def _measured(dev: Mapping[str, Any]) -> str:
    parts = [
        f"{name.upper()} {percent(dev[name], 2)}"
        for name in ("uas", "las", "clas")
        if dev[name] is not None
    ]
    return f"{', '.join(parts)}, {dev['n_tokens']:,} tokens"


def _price(price: Mapping[str, Any]) -> str:
    if "arcs_changed" in price:
        return (
            f"to {price['kind']}: another head or relation for {percent(price['arcs_changed'])} "
            f"of {price['n']:,} tokens"
        )
    name = "uas" if price["las_before"] is None else "las"
    return (
        f"to {price['kind']}: {name.upper()} {percent(price[f'{name}_before'], 2)} before, "
        f"{percent(price[f'{name}_after'], 2)} after"
    )
