"""The tables of algorithms are one kind of thing: rows of data that say what a name means."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from linguine.compat.crfsuite.parameters import CRFSUITE_ALGORITHMS
from linguine.errors import ParameterError
from linguine.learning.losses import LOSSES
from linguine.learning.pairs import LEARNERS
from linguine.learning.score_losses import SCORE_LOSSES
from linguine.tasks import (
    PARSER_ALGORITHMS,
    SCORE_ALGORITHMS,
    TAGGER_ALGORITHMS,
    TEXT_ALGORITHMS,
)
from linguine.tasks.algorithm import Algorithms
from linguine.tasks.learner import compose

from ..messages import assert_three_parts

TABLES: dict[str, Algorithms] = {
    "text": TEXT_ALGORITHMS,
    "tagger": TAGGER_ALGORITHMS,
    "parser": PARSER_ALGORITHMS,
    "crfsuite": CRFSUITE_ALGORITHMS,
    "score": SCORE_ALGORITHMS,
}
ROWS = [(task, name) for task, table in TABLES.items() for name in table.names]
LEARNING = [(task, name) for task, name in ROWS if TABLES[task].get(name).loss]
EXAMPLES: dict[str, Any] = {
    "alpha": 0.5, "C": 2.0, "l2": 0.5, "l1": 0.1, "epochs": 3, "max_iterations": 50, "k_best": 2,
    "tolerance": 1e-3, "learning_rate": 0.1, "averaged": False, "patience": 2, "learner": "sgd",
    "update": "prediction", "stop_when_right": True, "with_replacement": True,
}  # fmt: skip


@pytest.mark.parametrize(("task", "name"), ROWS)
def test_every_row_says_in_one_line_what_it_is(task: str, name: str) -> None:
    assert 5 < len(TABLES[task].describe(name)) < 72


@pytest.mark.parametrize(("task", "name"), LEARNING)
def test_every_row_names_a_loss_and_learners_that_there_are(task: str, name: str) -> None:
    row = TABLES[task].get(name)
    assert row.loss in (*LOSSES.names, *SCORE_LOSSES.names)
    for learner in (row.learner, row.online, row.sparse or "owl-qn", *row.defaults, *row.named):
        assert learner in LEARNERS.names
    composed = compose(name, row, {})
    assert (composed.loss.name, composed.learner.name) == (row.loss, row.learner)


@pytest.mark.parametrize(("task", "name"), LEARNING)
def test_every_option_of_a_learner_reaches_it(task: str, name: str) -> None:
    row = TABLES[task].get(name)
    for option in set(row.options) & set(EXAMPLES):
        options = {option: EXAMPLES[option]}
        if option in ("max_iterations", "tolerance") and row.learner == "counts":
            continue  # of EM, where tags are hidden
        if option in ("max_iterations", "tolerance") and row.learner == "sgd":
            options["learner"] = "lbfgs"
        composed = compose(name, row, options)
        if option in ("C", "l2", "l1") and "l2" in row.options:
            got = {"C": composed.penalty.l2, "l2": composed.penalty.l2, "l1": composed.penalty.l1}
            assert got[option] == (0.5 if option == "C" else EXAMPLES[option])
        elif option == "learner":
            assert composed.learner.name == "sgd"
        elif hasattr(composed.learner, option):
            assert getattr(composed.learner, option) == EXAMPLES[option]
        else:
            assert (name, option) == ("nb-svm", "alpha")  # of the weights, not of the learner


@pytest.mark.parametrize("task", TABLES)
def test_a_wrong_option_gets_the_one_message(task: str) -> None:
    table = TABLES[task]
    name = next(name for name in table.names if table.get(name).options)
    with pytest.raises(ParameterError) as caught:
        table.check(name, {"nonsense": 1})
    assert_three_parts(caught.value, f"{name} has no option nonsense", "it has ", "Leave it out")


def test_an_option_of_another_algorithm_is_told_with_its_name() -> None:
    """The nearest spelling was told instead: 'Did you mean C2?' of an option that exists."""
    with pytest.raises(ParameterError, match=r"Leave it out, or use algorithm='pa'\.$"):
        CRFSUITE_ALGORITHMS.check("lbfgs", {"c": 1.0})


def test_reading_the_tables_loads_neither_numpy_nor_the_core() -> None:
    code = (
        "import sys; from linguine.tasks import PARSER_ALGORITHMS, TAGGER_ALGORITHMS, "
        "TEXT_ALGORITHMS; TEXT_ALGORITHMS.describe('svm'); "
        "loaded = {each.split('.')[0] for each in sys.modules} | set(sys.modules); "
        "sys.exit(bool(loaded & {'numpy', 'sklearn', 'scipy', 'linguine._core'}))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
