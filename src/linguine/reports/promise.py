"""What is said about promises: in a summary, of a model file, and against new answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from linguine.model.promise import Promise, Verdict
from linguine.reports.tables import percent

__all__ = ["describe_promise", "describe_verdict"]


def describe_promise(config: Mapping[str, Any], threshold: float) -> list[tuple[str, str]]:
    """Return the promise of a model file: a name, and what belongs to it."""
    made = Promise.from_config(config, threshold)
    low, high = made.coverage_interval
    which = (
        f"those with a probability from {threshold:.4f}; the others are deferred"
        if threshold > 0
        else "however sure it is; none is deferred"
    )
    return [
        (
            "promise",
            f"{percent(made.precision)} of the answers are right, with {percent(made.confidence)} "
            f"confidence: {made.n_right:,} of {made.n_answered:,} held-out answers, so "
            f"{percent(made.bound)} or more",
        ),
        (
            "answers",
            f"{percent(made.coverage)} of the texts (95 %: {percent(low)} to {percent(high)}) of "
            f"{made.n_held_out:,} held out, {which}",
        ),
    ]


def describe_verdict(verdict: Verdict) -> str:
    """Return what new answers say about a promise, in a line or two."""
    made = verdict.promise
    if verdict.precision is None:
        return f"Promise of {percent(made.precision)} right answers: no text was answered."
    share = percent(verdict.n_answered / verdict.n)
    seen = (
        f"{percent(verdict.precision)} of {verdict.n_answered:,} answers are right, {share} of the "
        f"texts are answered ({percent(made.coverage)} were expected)"
    )
    if verdict.is_refuted:
        ending = f"broken: luck explains so few right answers with p = {verdict.p_value:.2g}"
    elif verdict.is_below:
        ending = f"not broken, though below it: luck explains that with p = {verdict.p_value:.2g}"
    else:
        ending = "kept"
    return f"Promise of {percent(made.precision)} right answers: {seen}; {ending}."
