"""What is told about classifiers of texts: trainings, model files, scores to compare."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from linguine.reports.comparison import Column, share
from linguine.reports.promise import describe_promise
from linguine.reports.summary import list_labels, name_algorithm
from linguine.reports.tables import percent, shorten

__all__ = [
    "SCORES",
    "brief",
    "columns_of",
    "columns_read",
    "describe_model",
    "features_of",
    "summarize_training",
]

#: How a model file says that values are normalised.
_LENGTHS = {"l2": ", rows of length 1", "blocks": ", each kind of features of length 1"}


#: What is compared.
SCORES = (
    share("accuracy", "accuracy", lambda e: e.accuracy),
    Column("macro-F1", "macro_f1", lambda e: e.macro_f1, lambda value: f"{value:.3f}"),
)


def summarize_training(facts: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return what was trained, on what, and how good it is."""
    return [
        *_texts("texts", facts),
        *columns_read(facts),
        ("labels", _labels(facts["labels"])),
        *_gold(facts),
        ("features", f"{facts['n_features']:,}"),
        *_choices(facts),
        *_accuracy(facts),
        *_thresholds(facts),
        *_promise(facts),
    ]


def _labels(labels: Sequence[str]) -> str:
    """Return the labels; that numbers can be learned as such is worth a word."""
    hint = "; --task score would learn them as numbers" if _are_numbers(labels) else ""
    return list_labels(labels) + hint


def _are_numbers(labels: Sequence[str]) -> bool:
    """Return True for three or more numbers: two are as good as any two labels."""
    try:
        return len(labels) > 2 and all(math.isfinite(float(each)) for each in labels)
    except ValueError:
        return False


def brief(scores: Mapping[str, Any]) -> str:
    """Return what an evaluation says, in a line."""
    low, high = scores["accuracy_interval"]
    given = ""
    if scores["coverage"] < 1:
        right = percent(scores["answered_accuracy"])
        given = f"answered {percent(scores['coverage'])}, of these right {right}, "
    return (
        f"accuracy {percent(scores['accuracy'])} (95 %: {percent(low)} to {percent(high)}), "
        f"macro-F1 {scores['macro_f1']:.3f}, {given}{scores['n']:,} texts"
    )


def describe_model(config: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return what a model file holds."""
    info = config.get("info", {})
    opened = [("opened from", str(info["opened"]))] if "opened" in info else []
    rows = [
        ("algorithm", name_algorithm(info)),
        *opened,
        ("labels", list_labels(config["labels"])),
        ("features", features_of(config)),
        *columns_of(config),
        ("values", f"{config['values']}{_LENGTHS.get(str(config.get('normalize')), '')}"),
        *_texts("learned from", info, f" texts, seed {info.get('seed', 0)}"),
        *_choices(info),
        *_accuracy(info),
        ("probabilities", info.get("calibration", "none")),
    ]
    if config.get("reject_below") is not None and config.get("promise") is None:
        rows.append(("rejects", f"below a probability of {config['reject_below']}"))
    return [*rows, *_thresholds(info), *_promise(config)]


def _thresholds(info: Mapping[str, Any]) -> list[tuple[str, str]]:
    chosen = info.get("threshold")
    if chosen is None or "labels_per_text" in info:  # several labels have lines of their own
        return []
    if chosen == "f1":
        return [("decides by", "probabilities times a weight of each label, for macro-F1")]
    return [("answers", f"from a probability of each label on, for a {chosen} of its answers")]


def _promise(told: Mapping[str, Any]) -> list[tuple[str, str]]:
    made = told.get("promise")
    return [] if made is None else describe_promise(made, told["reject_below"])


def features_of(config: Mapping[str, Any]) -> str:
    """Return how many features a model has, and of which kinds."""
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
    hidden = f", {info['n_unlabelled']:,} of them without a label" if "n_unlabelled" in info else ""
    return [(name, f"{n_documents:,}{ending}{hidden}")] if n_documents else []


def columns_of(config: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the columns that a model reads, and was trained on, if it knows them."""
    info = config.get("info", {})
    told = {"text_columns": info.get("text_columns"), **config}
    label = ", ".join(info.get("label_columns", ()))
    return columns_read({**told, "label_column": label, "joined": config.get("join_columns")})


def columns_read(facts: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return which columns of the file were read, if it has columns."""
    texts, label = facts.get("text_columns"), facts.get("label_column")
    if not texts:
        return []
    how = ""
    if len(texts) > 1:
        how = ", joined" if facts.get("joined") else ", each with features of its own"
    parts = [f"text: {', '.join(texts)}{how}", *([f"label: {label}"] if label else [])]
    return [("columns", "; ".join(parts))]


def _gold(facts: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return what the labels are made of, if not one was given for each text."""
    rows = []
    if (votes := facts.get("votes")) is not None:
        agree = (
            "" if votes["agreement"] is None else f", agreement (alpha) {votes['agreement']:.2f}"
        )
        tied = f", {votes['n_tied']:,} ties" if votes["n_tied"] else ""
        rows.append(("votes", f"{votes['n_votes']:,}{agree}{tied}; by {votes['how']}"))
        if votes["annotators"]:
            each = [f"{who} {percent(right)}" for who, right in votes["annotators"].items()]
            rows.append(("annotators", f"{shorten(', '.join(each), 70)} as combined"))
    if "n_shared" in facts:
        rows.append(("soft labels", f"{facts['n_shared']:,} texts have more than one, by shares"))
    return rows


def _choices(info: Mapping[str, Any]) -> list[tuple[str, str]]:
    chosen = info.get("chosen")
    if not isinstance(chosen, Mapping):
        return []
    parts = [str(chosen.get("features") or "")]
    found = [(name, chosen.get(name)) for name in ("lambda", "C")]
    parts += [f"{name} {value:g}" for name, value in found if value is not None]
    if chosen.get("vectors") is not None:
        parts.append(f"vectors of length {chosen['vectors']:g} beside words of length 1")
    who = "auto chose" if parts[0] else "chosen"
    return [(who, ", ".join(filter(None, parts)))]


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
        baseline = percent(info["majority_accuracy"])
        rows.append(("baseline", f"{baseline}, if the answer were always {always}"))
    if "weighted_accuracy" in info:
        by = " and ".join(_spell(each) for each in str(info.get("weighted_by")).split(" and "))
        rows.append(("weighted", f"accuracy {percent(info['weighted_accuracy'])}, by {by}"))
    if never := info.get("never_predicted"):
        rows.append(("never predicted", list_labels(never)))
    return rows


def _spell(name: str) -> str:
    return f"the {name.replace('_', ' ')}s"
