"""What CRFsuite tells about a fit: a number for each pass, and how many features there are."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

from linguine.progress import Report

__all__ = ["TrainingLog"]


@dataclass
class TrainingLog:
    """The course of a fit, with the words of python-crfsuite's log.

    Parameters
    ----------
    iterations
        ``num``, ``loss`` (what is minimised, or the mean loss of a sentence before its step) and
        ``time`` in seconds of each.
    featgen_num_features
        Weights that were learned.
    training_seconds
        How long it took.

    Examples
    --------
    >>> log = TrainingLog()
    >>> log.listen(None)("lbfgs", 1, 100, 12.5)
    >>> log.last_iteration["num"], log.last_iteration["loss"]
    (1, 12.5)
    """

    iterations: list[dict[str, Any]] = field(default_factory=list)
    featgen_num_features: int | None = None
    training_seconds: float | None = None

    @property
    def last_iteration(self) -> dict[str, Any]:
        """The last iteration; nothing if there was none."""
        return self.iterations[-1] if self.iterations else {}

    def listen(self, forward: Report | None) -> Report:
        """Return what the core calls: it is written down, and told to who else wants to know."""
        start = time.perf_counter()

        def report(phase: str, step: int, total: int, value: float) -> None:
            nonlocal start
            now = time.perf_counter()
            seconds, start = round(now - start, 3), now
            # The last one may be told twice, when it ends.
            if self.iterations and self.iterations[-1]["num"] == step:
                self.iterations.pop()
            self.iterations.append({"num": step, "loss": value, "time": seconds, "scores": {}})
            if forward is not None:
                forward(phase, step, total, value)

        return report
