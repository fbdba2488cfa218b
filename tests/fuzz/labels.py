"""Targets: what is said of labels: a table of costs, and several labels for a text as a table."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from linguine import TextClassifier
from linguine.tasks.text.deciding.costs import read_costs

from .case import Case
from .json_mutations import mutate_json
from .mutations import mutate_lines

__all__ = ["CostTarget", "IndicatorTarget"]

_COSTS = b"right,ham,spam,(none)\nham,0,5,1\nspam,1,0,1e-3\n"
_TEXTS = ["cash now", "lunch now", "cash at lunch", "no"]
_TABLE = [[1, 0, 1], [0, 1, 1], [1, 1, 0], [0, 0, 0]]
_KINDS = ("list", "array", "sparse", "frame", "sets")


@dataclass(frozen=True)
class CostTarget:
    """A file of costs."""

    def make(self, random: Random, seeds: Path) -> tuple[bytes, dict[str, Any]]:
        return mutate_lines(_COSTS, random), {"ending": random.choice([".csv", ".tsv", ""])}

    def run(self, case: Case, folder: Path, seeds: Path) -> None:
        path = folder / f"costs{case.settings['ending']}"
        path.write_bytes(case.data)
        costs = read_costs(path, ["ham", "spam"])
        chosen = costs.choose(np.array([[0.5, 0.5], [0.0, 1.0]]))
        assert chosen.min() >= -1
        assert chosen.max() < 2


@dataclass(frozen=True)
class IndicatorTarget:
    """An indicator matrix, in any of the forms that people have them in."""

    def make(self, random: Random, seeds: Path) -> tuple[bytes, dict[str, Any]]:
        return b"", {"table": mutate_json(_TABLE, random), "kind": random.choice(_KINDS)}

    def run(self, case: Case, folder: Path, seeds: Path) -> None:
        labels = case.settings["table"]
        with suppress(ValueError, TypeError, OverflowError):  # what others refuse to make
            labels = _given(labels, case.settings["kind"])
        clf = TextClassifier("naive-bayes", calibration="none").fit(_TEXTS, labels)
        clf.predict(["cash"])
        TextClassifier.load(clf.to_bytes())


def _given(table: Any, kind: str) -> Any:
    if kind == "array":
        return np.array(table)
    if kind == "sparse":
        from scipy.sparse import csr_matrix  # not for every worker

        return csr_matrix(np.array(table, np.float64))
    if kind == "frame":
        return import_module("pandas").DataFrame(table)
    return [set(row) for row in table] if kind == "sets" else table
