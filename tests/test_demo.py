"""The demo is the first thing that a stranger runs."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import numpy as np

from linguine import demo

from .problems import dense


def test_the_demo_compares_every_algorithm_without_a_terminal() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "linguine.demo"],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
        env={**os.environ, "PYTHONWARNINGS": "error"},
    )
    assert "\x1b[" not in run.stdout  # no colour in a pipe
    for word in ("perceptron", "MIRA", "lbfgs", "owl-qn", "Crammer-Singer", "naive Bayes"):
        assert word.lower() in run.stdout.lower()


def test_the_lines_that_the_demo_prints_work_on_a_matrix_of_ones_own() -> None:
    toy = dense(3)
    names: dict[str, Any] = {"X_train": toy.X, "y_train": toy.y, "X_test": toy.X, "y_test": toy.y}
    exec(demo.YOUR_OWN_MATRIX, names)  # our own constant, as a user would paste it
    assert np.shape(names["model"].coef_) == (3, toy.d)
