"""The rivals, by name.

A rival's file must load without its library, which is imported when an estimator is made.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from benchmarks.jobs import Run
from benchmarks.rivals import liblinear, linguine, scikit_learn


@dataclass(frozen=True)
class Rival:
    """One library and what it is set to.

    ``estimators`` maps (job, setting) to a function that makes an unfitted estimator with ``fit``,
    ``predict`` and, where the job has an objective, ``coef_`` and ``intercept_``. An
    estimator may have ``prepare(X, y)``, which runs before the clock starts.
    """

    name: str
    package: str
    requirements: tuple[str, ...]
    estimators: Mapping[tuple[str, str], Callable[[Run], Any]]

    def settings(self, job: str) -> tuple[str, ...]:
        return tuple(setting for name, setting in self.estimators if name == job)


RIVALS: dict[str, Rival] = {
    name: Rival(name, module.PACKAGE, module.REQUIREMENTS, module.ESTIMATORS)
    for name, module in (
        ("linguine", linguine),
        ("scikit-learn", scikit_learn),
        ("liblinear", liblinear),
    )
}
