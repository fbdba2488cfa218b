"""LIBLINEAR through its own Python package.

It has one thread. The copy into its node format is not timed. Its stopping tolerance of 0.1 is
"default"; "tight" is one that came within 1e-4 of the optimal objective on 20newsgroups.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks.jobs import Run

PACKAGE = "liblinear-official"
REQUIREMENTS = ("liblinear-official>=2.47", "scipy")


class _Liblinear:
    def __init__(self, options: str) -> None:
        self.options = options

    def __repr__(self) -> str:
        return f"train(problem, {self.options!r})"

    def prepare(self, X: Any, y: Any) -> None:
        from liblinear.liblinearutil import problem

        self._problem = problem(y, X, bias=1.0)

    def fit(self, X: Any, y: Any) -> _Liblinear:
        from liblinear.liblinearutil import train

        self._model = train(self._problem, f"{self.options} -B 1 -q")
        return self

    def _weights(self) -> np.ndarray[Any, Any]:
        """(n_columns, n_features + 1), columns in label order; of two labels, the second's."""
        model = self._model
        labels = np.array(model.get_labels())
        n_features = model.get_nr_feature() + 1
        n_columns = 1 if len(labels) == 2 else len(labels)
        flat = np.ctypeslib.as_array(model.w, (n_features * n_columns,))
        weights = flat.reshape(n_features, n_columns).T.copy()
        if n_columns == 1:
            return weights if labels[0] == 1 else -weights
        return weights[np.argsort(labels)]

    @property
    def coef_(self) -> np.ndarray[Any, Any]:
        return self._weights()[:, :-1]

    @property
    def intercept_(self) -> np.ndarray[Any, Any]:
        return self._weights()[:, -1]

    def predict(self, X: Any) -> np.ndarray[Any, Any]:
        weights = self._weights()
        scores = X @ weights[:, :-1].T + weights[:, -1]
        if weights.shape[0] == 1:
            return np.asarray(scores[:, 0] > 0, dtype=np.int64)
        return np.asarray(scores.argmax(axis=1), dtype=np.int64)


def _train(options: str) -> Callable[[Run], Any]:
    def make(run: Run) -> Any:
        strength = run.job.l1 or run.l2
        return _Liblinear(f"-c {1 / strength:g} {options}")

    return make


ESTIMATORS: dict[tuple[str, str], Callable[[Run], Any]] = {
    ("svm-ova", "default"): _train("-s 1"),
    ("svm-ova", "tight"): _train("-s 1 -e 1e-4"),
    ("svm-hinge-ova", "default"): _train("-s 3"),
    ("svm-hinge-ova", "tight"): _train("-s 3 -e 1e-3"),
    ("svm-crammer-singer", "default"): _train("-s 4"),
    ("svm-crammer-singer", "tight"): _train("-s 4 -e 2e-3"),
    ("logistic-ova", "default"): _train("-s 7"),
    ("logistic-ova", "tight"): _train("-s 7 -e 1e-4"),
    ("logistic-ova", "primal"): _train("-s 0 -e 1e-4"),
    # -R leaves the intercept without a penalty, as our L1 does.
    ("logistic-l1", "default"): _train("-s 6 -R"),
    ("logistic-l1", "tight"): _train("-s 6 -R -e 1e-4"),
}
