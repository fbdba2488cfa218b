"""What is told about tokenizers: trainings, model files, scores to compare."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from linguine.reports.comparison import share
from linguine.reports.summary import name_algorithm
from linguine.reports.tables import percent

__all__ = ["SCORES", "brief", "describe_model", "summarize_training"]

SCORES = (
    share("words", "words_f1", lambda e: e.words.f1, 2),
    share("sentences", "sentences_f1", lambda e: e.sentences.f1, 2),
)


def summarize_training(facts: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return what was trained, and on what."""
    return [
        ("text", f"{facts['n_sentences']:,} sentences, {facts['n_tokens']:,} tokens"),
        ("never cuts", _units(facts["units"])),
        ("splits", _splits(facts["n_splits"], facts["endings"])),
        ("features", f"{facts['n_features']:,}, {facts['n_weights']:,} weights"),
    ]


def describe_model(config: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return what the model file of a tokenizer holds."""
    info = config["info"]
    return [
        ("algorithm", name_algorithm(info)),
        ("never cuts", _units(config["units"])),
        ("splits", _splits(len(config["words"]), config["endings"])),
        ("features", f"{config['n_features']:,}"),
        (
            "learned from",
            f"{info.get('n_sentences', 0):,} sentences, {info.get('n_tokens', 0):,} tokens, seed "
            f"{info.get('seed', 0)}",
        ),
        ("probabilities", "yes" if config["has_probabilities"] else "no"),
    ]


def brief(scores: Mapping[str, Any]) -> str:
    """Return what an evaluation says, in a line."""
    return (
        f"words F1 {percent(scores['words_f1'])}, sentences F1 {percent(scores['sentences_f1'])}, "
        f"{scores['n_words']:,} words"
    )


def _units(kind: str) -> str:
    return "runs of letters or digits" if kind == "runs" else "characters"


def _splits(n_known: int, endings: list[str]) -> str:
    shown = " ".join(endings[:12]) + (" ..." if len(endings) > 12 else "")
    return f"{n_known:,} tokens by heart" + (f", endings {shown}" if endings else "")
