"""CRFsuite's words: which of its algorithms and parameters are ours, under which name.

Its objective is the sum of the losses + c1 |w|_1 + c2 |w|^2, ours has l2/2 |w|^2, so l2 is 2 c2.
It has no weights for the first and the last tag of a sentence.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from linguine.errors import ParameterError, check_flag, check_number
from linguine.learning import Batch, Hinge, Logistic, Online, Penalty, PerceptronLoss
from linguine.registry import did_you_mean
from linguine.speech import Speech
from linguine.tasks.algorithm import Algorithm, Algorithms, Options
from linguine.tasks.learner import Composed

__all__ = ["CRFSUITE_ALGORITHMS", "CRFSUITE_SPEECH", "compose_crfsuite"]

#: What parameters of our learners are called there.
CRFSUITE_SPEECH = Speech({"l1": "c1", "l2": "c2", "learning_rate": "calibration_eta"})

#: Steps of searches of its own; ours needs no such numbers.
UNUSED = (
    "epsilon", "period", "linesearch", "max_linesearch", "calibration_rate", "calibration_samples",
    "calibration_candidates", "calibration_max_trials",
)  # fmt: skip
_SEARCH = ("epsilon", "period", "delta")
#: The parameters of each algorithm, besides those of all.
CRFSUITE_ALGORITHMS = Algorithms(
    {
        "lbfgs": Algorithm(
            "the conditional likelihood, by a batch learner",
            options=(
                *("c1", "c2", "max_iterations", "num_memories"),
                *(*_SEARCH, "linesearch", "max_linesearch"),
            ),
        ),
        "l2sgd": Algorithm(
            "the conditional likelihood, a sentence at a time",
            options=(
                *("c2", "max_iterations", *_SEARCH[1:], "calibration_eta"),
                *(n for n in UNUSED if n[:11] == "calibration"),
            ),
        ),
        "ap": Algorithm("averaged perceptron", options=("max_iterations", "epsilon")),
        "pa": Algorithm(
            "passive-aggressive",
            options=("max_iterations", "epsilon", "pa_type", "c", "error_sensitive", "averaging"),
        ),
        "arow": Algorithm(
            "adaptive regularization of weights",
            options=("max_iterations", "epsilon", "variance", "gamma"),
        ),
    }
)
#: Learning rate of "l2sgd", and passes of what sees a sentence at a time.
_RATE = 0.05
_PASSES = 100
_LINE_SEARCHES = ("MoreThuente", "Backtracking", "StrongBacktracking")
_OWNER = "CRF"


def compose_crfsuite(algorithm: str, given: Options) -> Composed:
    """Return what an algorithm of CRFsuite minimises, and how we do it, with the given parameters.

    Examples
    --------
    >>> compose_crfsuite("lbfgs", {"c2": 0.5}).penalty.l2
    1.0
    >>> compose_crfsuite("ap", {"c2": 1.0})
    Traceback (most recent call last):
        ...
    linguine.errors.ParameterError: ap has no option c2; it has max_iterations, epsilon.
    Leave it out, or use algorithm='lbfgs' or 'l2sgd'.
    """
    CRFSUITE_ALGORITHMS.check(algorithm, given)
    for name in ("c1", "c2", "epsilon", "delta"):
        if name in given:
            check_number(_OWNER, name, given[name], low=0, high_open=True, fix="Try 0.1.")
    for name in ("variance", "gamma"):
        if name in given:
            check_number(
                _OWNER, name, given[name], low=0, low_open=True, high_open=True, fix="Try 1.0."
            )
    for name in ("max_iterations", "num_memories", "period"):
        if name in given:
            check_number(_OWNER, name, given[name], low=1, integer=True, fix="Try 100.")
    _check_line_search(given.get("linesearch"))
    return _MAKERS[algorithm](given)


def _lbfgs(given: Options) -> Composed:
    c1 = given.get("c1", 0.0)
    learner = Batch(
        "owl-qn" if c1 > 0 else "lbfgs",
        max_iterations=given.get("max_iterations", 100_000),
        tolerance=given.get("delta") or 1e-5,
        memory=given.get("num_memories", 6),
    )
    return Composed(Logistic(), learner, Penalty(2.0 * given.get("c2", 1.0), c1))


def _l2sgd(given: Options) -> Composed:
    # Weights are averaged, so the rate need not fall; ours by itself is too large for one sentence.
    rate = given.get("calibration_eta", _RATE)
    check_number(
        _OWNER, "calibration_eta", rate, low=0, low_open=True, high_open=True, fix="Try 0.05."
    )
    learner = Online("sgd", epochs=_passes(given), learning_rate=rate)
    return Composed(Logistic(), learner, Penalty(2.0 * given.get("c2", 1.0)))


def _ap(given: Options) -> Composed:
    return Composed(PerceptronLoss(), Online("perceptron", epochs=_passes(given)))


def _arow(given: Options) -> Composed:
    learner = Online(
        "arow",
        C=1.0 / given.get("gamma", 1.0),
        learning_rate=given.get("variance", 1.0),
        epochs=_passes(given),
    )
    return Composed(Hinge(), learner)


def _passes(given: Options) -> int:
    return int(given.get("max_iterations", _PASSES))


def _pa(given: Options) -> Composed:
    kind = given.get("pa_type", 1)
    if kind not in (0, 1):
        raise ParameterError(
            f"CRF: pa_type must be 0 (no cap on steps) or 1 (PA-I); got {kind!r}. PA-II is not "
            "available: use pa_type=1 with another c."
        )
    for name in ("error_sensitive", "averaging"):
        if given.get(name, True) not in (0, 1):
            check_flag(_OWNER, name, given[name])
    if not given.get("error_sensitive", True):
        raise ParameterError(
            "CRF: error_sensitive must be True, as the margin grows with the number of wrong "
            "tags; got False. Leave it out."
        )
    C = math.inf if kind == 0 else given.get("c", 1.0)
    averaged = bool(given.get("averaging", True))
    learner = Online("mira", C=C, epochs=_passes(given), averaged=averaged)
    return Composed(Hinge(), learner)


_MAKERS: dict[str, Callable[[Options], Composed]] = {
    "lbfgs": _lbfgs,
    "l2sgd": _l2sgd,
    "ap": _ap,
    "pa": _pa,
    "arow": _arow,
}


def _check_line_search(name: str | None) -> None:
    if name is not None and not (isinstance(name, str) and name in _LINE_SEARCHES):
        advice = did_you_mean(
            str(name), _LINE_SEARCHES, otherwise="Leave it out: ours has its own."
        )
        raise ParameterError(
            f"CRF: linesearch must be one of {', '.join(_LINE_SEARCHES)}; got {name!r}. {advice}"
        )
