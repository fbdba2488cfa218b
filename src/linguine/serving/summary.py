"""Summaries: what was trained and what a file holds, for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from linguine.reports.tables import format_table, percent, printable, shorten
from linguine.serving.console import format_size

__all__ = [
    "describe_file",
    "list_labels",
    "summarize_model",
    "summarize_training",
    "write_paragraph",
]

#: Letters of labels that fit into a line.
_WIDTH = 72
#: How a model file says that values are normalised.
_LENGTHS = {"l2": ", rows of length 1", "blocks": ", each kind of features of length 1"}


def summarize_training(facts: Mapping[str, Any]) -> str:
    """Return what was trained, on what, how good it is and where it lies."""
    rows = [
        *_texts("texts", facts),
        *_columns(facts),
        ("labels", list_labels(facts["labels"])),
        ("features", f"{facts['n_features']:,}"),
        *_choices(facts),
        *_accuracy(facts),
    ]
    if (dev := facts.get("dev")) is not None:
        low, high = dev["accuracy_interval"]
        rows.append(
            (
                "dev file",
                f"accuracy {percent(dev['accuracy'])} (95 %: {percent(low)} to {percent(high)}), "
                f"macro-F1 {dev['macro_f1']:.3f}, {dev['n']:,} texts",
            )
        )
    if (price := facts.get("quantization")) is not None:
        rows.append(("quantised", _price(price)))
    rows.append(("saved", f"{facts['model']}, {format_size(facts['bytes'])}"))
    return write_paragraph(f"{facts['algorithm']}: trained in {facts['seconds']:.2f} s", rows)


def summarize_model(facts: Mapping[str, Any]) -> str:
    """Return what a model file holds."""
    config = facts["config"]
    info = config.get("info", {})
    rows = [
        ("algorithm", _algorithm(info)),
        ("labels", list_labels(config["labels"])),
        ("features", _features(config)),
        *_columns({**config, "joined": config.get("join_columns")}),
        ("values", f"{config['values']}{_LENGTHS.get(config.get('normalize'), '')}"),
        *_texts("learned from", info, f" texts, seed {info.get('seed', 0)}"),
        *_choices(info),
        *_accuracy(info),
        ("probabilities", info.get("calibration", "none")),
    ]
    if config.get("reject_below") is not None:
        rows.append(("rejects", f"below a probability of {config['reject_below']}"))
    if config.get("quantization") is not None:
        rows.append(("weights", f"quantised to {config['quantization']}"))
    return describe_file(facts, rows)


def list_labels(labels: Sequence[Any]) -> str:
    """Return how many labels there are, and the first of them.

    Examples
    --------
    >>> list_labels(["ham", "spam"])
    '2: ham, spam'
    """
    shown: list[str] = []
    for label in labels:
        shown.append(shorten(str(label), 30))
        if sum(map(len, shown)) + 2 * len(shown) > _WIDTH:
            break
    more = f", ... {len(labels) - len(shown):,} more" if len(labels) > len(shown) else ""
    return f"{len(labels):,}: {', '.join(shown)}{more}"


def _algorithm(info: Mapping[str, Any]) -> str:
    options = "".join(f", {name}={value}" for name, value in info.get("options", {}).items())
    return f"{info.get('algorithm', 'unknown')}{options}"


def _features(config: Mapping[str, Any]) -> str:
    templates = [_template(each) for each in config["features"]]
    bits = config.get("hash_bits")
    hashed = f", hashed to {bits} bits" if bits else ""
    return f"{config['n_features']:,}: {' + '.join(templates)}{hashed}"


def _template(config: Mapping[str, Any]) -> str:
    """Return ``word-ngrams 1-2``: the name, the lengths, and what differs from the default."""
    name = str(config.get("template"))
    if config.get("low") is not None:
        name += f" {config['low']}-{config['high']}"
    for key in ("name", "column"):
        if config.get(key):
            name += f" {config[key]}"
    if config.get("tokenizer", "words") != "words":
        name += f", {config['tokenizer']}"
    return name + (" with punctuation" if config.get("punctuation") else "")


def _texts(name: str, info: Mapping[str, Any], ending: str = "") -> list[tuple[str, str]]:
    n_documents = info.get("n_documents", 0)  # a lexicon has learned from none
    return [(name, f"{n_documents:,}{ending}")] if n_documents else []


def _columns(facts: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return which columns of the file were read, if it has columns."""
    texts, label = facts.get("text_columns"), facts.get("label_column")
    if not texts:
        return []
    how = ""
    if len(texts) > 1:
        how = ", joined" if facts.get("joined") else ", each with features of its own"
    parts = [f"text: {', '.join(texts)}{how}", *([f"label: {label}"] if label else [])]
    return [("columns", "; ".join(parts))]


def _choices(info: Mapping[str, Any]) -> list[tuple[str, str]]:
    chosen = info.get("chosen")
    if not isinstance(chosen, Mapping):
        return []
    parts = [str(chosen.get("features") or "")]
    found = [(name, chosen.get(name)) for name in ("lambda", "C")]
    parts += [f"{name} {value:g}" for name, value in found if value is not None]
    return [("auto chose", ", ".join(filter(None, parts)))]


def _accuracy(info: Mapping[str, Any]) -> list[tuple[str, str]]:
    accuracy, macro_f1 = info.get("estimated_accuracy"), info.get("estimated_macro_f1")
    if accuracy is None:
        return []
    if macro_f1 is None:  # a file of before: weighted, if texts or labels had weights
        return [("accuracy", f"{percent(accuracy)}, estimated on held-out texts")]
    rows = [
        ("accuracy", f"{percent(accuracy)}, macro-F1 {macro_f1:.3f}, estimated on held-out texts")
    ]
    if "majority_label" in info and "majority_accuracy" in info:
        always = shorten(str(info["majority_label"]), 30)
        share = percent(info["majority_accuracy"])
        rows.append(("baseline", f"{share}, if the answer were always {always}"))
    if "weighted_accuracy" in info:
        by = " and ".join(_spell(each) for each in str(info.get("weighted_by")).split(" and "))
        rows.append(("weighted", f"accuracy {percent(info['weighted_accuracy'])}, by {by}"))
    if never := info.get("never_predicted"):
        rows.append(("never predicted", list_labels(never)))
    return rows


def _spell(name: str) -> str:
    return f"the {name.replace('_', ' ')}s"


def _price(price: Mapping[str, Any]) -> str:
    if "labels_changed" in price:
        return (
            f"to {price['kind']}: another label for {percent(price['labels_changed'])} of "
            f"{price['n']:,} texts"
        )
    return (
        f"to {price['kind']}: accuracy {percent(price['accuracy_before'], 2)} before, "
        f"{percent(price['accuracy_after'], 2)} after"
    )


def describe_file(facts: Mapping[str, Any], rows: Sequence[tuple[str, str]]) -> str:
    """Return what is said about a model, its file, and the table of its tensors.

    Parameters
    ----------
    facts
        What ``describe_model`` gave.
    rows
        What is said about the model.
    """
    version = f"format {facts['format_version']}, written by linguine {facts['library_version']}"
    file = ("file", f"{format_size(facts['bytes'])}, {version}, {facts['checksum']}")
    tensors = [
        [each["name"], each["dtype"], " x ".join(map(str, each["shape"])), f"{each['bytes']:,}"]
        for each in facts["tensors"]
    ]
    table = format_table(["tensor", "type", "shape", "bytes"], tensors, n_left=3)
    return f"{write_paragraph(facts['file'], [*rows, file])}\n\n{table}"


def write_paragraph(head: str, rows: Sequence[tuple[str, str]]) -> str:
    """Return a heading and lines of a name and what belongs to it."""
    width = max(len(name) for name, _ in rows)
    lines = [f"  {name:<{width}}  {printable(text, one_line=True)}" for name, text in rows]
    return "\n".join([printable(head, one_line=True), *lines])
