"""What is told about guesses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from linguine.reports.comparison import share

SCORES = (share("accuracy", "accuracy", lambda e: e.accuracy),)


def summarize_training(facts: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [("labels", ", ".join(facts["labels"]))]


def describe_model(config: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [("guesses", config["labels"][0])]


def brief(scores: Mapping[str, Any]) -> str:
    return f"accuracy {scores['accuracy']}"
