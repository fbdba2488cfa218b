"""Algorithms of taggers by name: what ``Tagger("crf", l1=0.5)`` means.

A row says which options the algorithm has and how it learns; the command line, the error messages
and ``compare`` all read it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from linguine import _core
from linguine.errors import ParameterError
from linguine.learning import (
    Batch,
    FrankWolfe,
    Hinge,
    Learner,
    Logistic,
    Loss,
    Online,
    Penalty,
    PerceptronLoss,
    SequenceData,
    SequenceProblem,
    SequenceWeights,
    SoftmaxMargin,
    choose_learner,
)
from linguine.learning.pairs import LEARNERS
from linguine.learning.regularizers import l2_from_c
from linguine.model.side_by_side import Resources
from linguine.registry import Registry

__all__ = [
    "TAGGER_ALGORITHMS",
    "Learned",
    "Lesson",
    "SequenceParts",
    "TaggerAlgorithm",
    "learn_sequences",
]

Options = Mapping[str, Any]


@dataclass(frozen=True, eq=False)
class Lesson:
    """What an algorithm learns from.

    Parameters
    ----------
    data
        The sentences.
    rules
        Tags, order, and what may follow what.
    held_out
        Sentences for early stopping, or None.
    use
        Threads, seed and progress.
    """

    data: SequenceData
    rules: _core.ChainRules
    held_out: SequenceData | None
    use: Resources


@dataclass(frozen=True, eq=False)
class Learned:
    """What an algorithm has found.

    Parameters
    ----------
    weights
        theta.
    n_iterations, converged, advice
        As in :class:`linguine.learning.Fitted`.
    facts
        More for the model's info.
    """

    weights: SequenceWeights
    n_iterations: int = 1
    converged: bool = True
    advice: str = ""
    facts: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class TaggerAlgorithm:
    """One row of the table.

    Parameters
    ----------
    learn
        From options and a lesson to weights.
    check
        From options to nothing, or ParameterError: what can be said before there are data.
    options
        The names of the options it has.
    summary
        One line for ``--help``.
    has_probabilities
        Whether its scores are logarithms of probabilities.
    is_local
        Whether they are normalised at each token.
    orders
        The orders it has.
    """

    learn: Callable[[Options, Lesson], Learned]
    check: Callable[[Options], object]
    options: tuple[str, ...]
    summary: str
    has_probabilities: bool = True
    is_local: bool = False
    orders: tuple[int, ...] = (1, 2)


@dataclass(frozen=True)
class SequenceParts:
    """Loss, learner and penalty; and what batch learners count as parameters.

    Parameters
    ----------
    loss, learner, penalty
        What to minimise and how.
    all_states, all_transitions, has_ends
        As in :class:`linguine.learning.SequenceProblem`.
    is_exact
        True if a learner that stops before its tolerance is met has failed.
    """

    loss: Loss
    learner: str | Learner
    penalty: Penalty = field(default_factory=Penalty)
    all_states: bool = False
    all_transitions: bool = False
    has_ends: bool = True
    is_exact: bool = True


#: Options of learners that see one sentence at a time, and of those that see all.
_ONLINE = ("epochs", "learning_rate", "averaged", "patience")
_BATCH = ("max_iterations", "tolerance")
_PENALTY = ("C", "l2", "l1")
#: Epochs where the user gives none but held-out sentences say when to stop.
_EPOCHS_WITH_DEV = 50


def _crf(options: Options) -> SequenceParts:
    return _penalised("crf", Logistic(), options, "lbfgs")


def _softmax_margin(options: Options) -> SequenceParts:
    return _penalised("softmax-margin", SoftmaxMargin(), options, "lbfgs")


def _svm(options: Options) -> SequenceParts:
    return _penalised("svm", Hinge(), options, "frank-wolfe")


def _perceptron(options: Options) -> SequenceParts:
    return SequenceParts(PerceptronLoss(), Online("perceptron", **_given(options, _ONLINE)))


def _mira(options: Options) -> SequenceParts:
    given = _given(options, (*_ONLINE, "C", "k_best"))
    return SequenceParts(Hinge(), Online("mira", **given))


def _penalised(name: str, loss: Loss, options: Options, usual: str) -> SequenceParts:
    if "l2" in options and "C" in options:
        raise ParameterError(
            f"{name}: l2 is 1 / C, so one of them is enough; got l2={options['l2']} and "
            f"C={options['C']}. Leave one out."
        )
    l1 = options.get("l1") or 0.0
    l2 = options["l2"] if "l2" in options else l2_from_c(name, options.get("C", 1.0), finite=False)
    online, batch = _given(options, _ONLINE), _given(options, _BATCH)
    if online and batch:
        raise ParameterError(
            f"{name}: {' and '.join(online)} choose a learner that sees one sentence at a time, "
            f"{' and '.join(batch)} one that sees all; got both. Leave one of them out."
        )
    chosen = options.get("learner") or ("sgd" if online else "owl-qn" if l1 > 0 else usual)
    if chosen == "lbfgs" and l1 > 0:
        chosen = "owl-qn"  # the same with an orthant
    learner = _with_options(name, LEARNERS.get(chosen)(), {**online, **batch})
    penalty = Penalty(l2, l1)
    choose_learner(
        learner, loss, penalty, multiclass="joint", n_labels=3, structure="sequence"
    )  # complains about the pair
    flags = _given(options, ("all_states", "all_transitions"))
    if flags and not isinstance(learner, Batch):
        raise ParameterError(
            f"{name}: {' and '.join(flags)} are for batch learners; the learner {learner.name!r} "
            "gives weights to everything. Leave them out, or use learner='lbfgs'."
        )
    # Frank-Wolfe makes as many passes as are worth it, unless the user wants an exact result.
    is_exact = bool(batch) or not isinstance(learner, FrankWolfe)
    return SequenceParts(loss, learner, penalty, is_exact=is_exact, **flags)


def _with_options(name: str, learner: Learner, options: Options) -> Learner:
    known = {each.name for each in dataclasses.fields(learner)}  # type: ignore[arg-type]
    if unknown := [each for each in options if each not in known]:
        others = "'sgd' or 'adagrad'" if unknown[0] in _ONLINE else "'lbfgs'"
        raise ParameterError(
            f"{name}: the learner {learner.name!r} has no {unknown[0]}; got "
            f"{options[unknown[0]]!r}. Leave it out, or use learner={others}."
        )
    return dataclasses.replace(learner, **options) if options else learner  # type: ignore[type-var]


def _given(options: Options, names: tuple[str, ...]) -> dict[str, Any]:
    return {name: options[name] for name in names if options.get(name) is not None}


def learn_sequences(parts: SequenceParts, lesson: Lesson) -> Learned:
    """Minimise a loss over sequences: the way of all algorithms but those that count."""
    choice = choose_learner(
        parts.learner,
        parts.loss,
        parts.penalty,
        multiclass="joint",
        n_labels=lesson.rules.n_labels,
        structure="sequence",
    )
    learner, held_out = choice.learner, None
    if isinstance(learner, Online):
        held_out = lesson.held_out
        if held_out is not None and learner.epochs is None:
            learner = dataclasses.replace(learner, epochs=_EPOCHS_WITH_DEV)
    if isinstance(learner, FrankWolfe) and not parts.is_exact:
        n_passes = max(learner.max_iterations, min(1000, 20_000 // len(lesson.data.weights)))
        learner = dataclasses.replace(learner, max_iterations=n_passes)
    problem = SequenceProblem.of(
        lesson.data,
        lesson.rules,
        parts.loss,
        l2=choice.l2,
        l1=choice.l1,
        held_out_data=held_out,
        n_threads=lesson.use.n_threads,
        seed=lesson.use.seed,
        report=lesson.use.report,
        all_states=parts.all_states,
        all_transitions=parts.all_transitions,
        has_ends=parts.has_ends,
    )
    fitted = learner.fit(problem)
    weights = fitted.weights
    if not isinstance(weights, SequenceWeights):
        weights = SequenceWeights.of_table(weights, lesson.rules.n_labels)
    facts: dict[str, Any] = {"learner": learner.name}
    if fitted.objective is not None:
        facts["objective"] = float(f"{fitted.objective:.7g}")
    if fitted.gap is not None:
        facts["duality_gap"] = float(f"{fitted.gap:.3g}")
    converged = fitted.converged or not parts.is_exact
    return Learned(weights, fitted.n_iterations, converged, fitted.advice, facts)


def _row(
    make: Callable[[Options], SequenceParts], options: tuple[str, ...], summary: str, **rest: Any
) -> TaggerAlgorithm:
    def learn(given: Options, lesson: Lesson) -> Learned:
        return learn_sequences(make(given), lesson)

    return TaggerAlgorithm(learn, make, options, summary, **rest)


_SMOOTH = (*_PENALTY, "learner", *_BATCH, *_ONLINE, "all_states", "all_transitions")

#: The order is that of ``linguine compare``.
TAGGER_ALGORITHMS: Registry[TaggerAlgorithm] = Registry(
    "algorithm",
    {
        "perceptron": _row(
            _perceptron,
            ("epochs", "averaged", "patience"),
            "structured perceptron, averaged",
            has_probabilities=False,
        ),
        "mira": _row(
            _mira,
            ("C", "k_best", "epochs", "averaged", "patience"),
            "passive-aggressive on sequences, averaged",
            has_probabilities=False,
        ),
        "svm": _row(
            _svm,
            (*_PENALTY, "learner", *_BATCH, *_ONLINE),
            "structured support vector machine",
            has_probabilities=False,
        ),
        "softmax-margin": _row(
            _softmax_margin, _SMOOTH, "conditional random field that knows the cost of errors"
        ),
        "crf": _row(_crf, _SMOOTH, "conditional random field"),
    },
)
