"""Algorithms of taggers by name: what ``Tagger("crf", l1=0.5)`` means.

A row says which options the algorithm has and how it learns; the command line, the error messages
and ``compare`` all read it.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from linguine.errors import ParameterError, check_number
from linguine.learning import (
    Batch,
    Counts,
    FrankWolfe,
    Hinge,
    JointLikelihood,
    Learner,
    Logistic,
    Loss,
    Online,
    Penalty,
    PerceptronLoss,
    SoftmaxMargin,
    SquaredHinge,
    choose_learner,
)
from linguine.learning.generative.hmm import FLOOR, LONGEST_SUFFIX, estimate_hmm
from linguine.learning.pairs import LEARNERS
from linguine.learning.regularizers import l2_from_c
from linguine.registry import Registry
from linguine.tasks.tagger.fitting import (
    Learned,
    Lesson,
    SequenceParts,
    learn_locally,
    learn_sequences,
)
from linguine.tasks.text.algorithms import DUAL_TOLERANCE

__all__ = ["AUTO", "TAGGER_ALGORITHMS", "TaggerAlgorithm", "choose_algorithm"]

Options = Mapping[str, Any]


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
    has_features
        False if it makes its own features, so that templates mean nothing to it.
    order
        The order where the user gives none.
    """

    learn: Callable[[Options, Lesson], Learned]
    check: Callable[[Options], object]
    options: tuple[str, ...]
    summary: str
    has_probabilities: bool = False
    is_local: bool = False
    has_features: bool = True
    order: int = 1


#: Options of learners that see one sentence at a time, and of those that see all.
_ONLINE = ("epochs", "learning_rate", "averaged", "patience")
_BATCH = ("max_iterations", "tolerance")
_PENALTY = ("C", "l2", "l1")
#: 1 / l2 where nobody says: best, or close to it, on the held-out parts of three English corpora.
_USUAL_C = 2.0
_COUNTED = ("alpha", "rare", "longest_suffix")
#: What counts as a parameter.
_SEEN = ("all_states", "all_transitions")


# --- whole sequences ----------------------------------------------------------------------------


def _crf(options: Options) -> SequenceParts:
    return _penalised("crf", Logistic(), options, "lbfgs")


def _softmax_margin(options: Options) -> SequenceParts:
    return _penalised("softmax-margin", SoftmaxMargin(), options, "lbfgs")


def _svm(options: Options) -> SequenceParts:
    return _penalised("svm", Hinge(), options, "frank-wolfe")


def _perceptron(options: Options) -> SequenceParts:
    learner = Online("perceptron", **_given(options, _ONLINE))
    return SequenceParts(PerceptronLoss(), learner, **_given(options, _SEEN))


def _mira(options: Options) -> SequenceParts:
    given = _given(options, (*_ONLINE, "C", "k_best"))
    return SequenceParts(Hinge(), Online("mira", **given), **_given(options, _SEEN))


# --- one tag after the other ----------------------------------------------------------------------


def _memm(options: Options) -> SequenceParts:
    return _penalised("memm", Logistic(), options, "lbfgs", structure="label")


def _local_svm(options: Options) -> SequenceParts:
    return _penalised("local-svm", SquaredHinge(), options, "dual", structure="label")


def _local_naive_bayes(options: Options) -> SequenceParts:
    return SequenceParts(JointLikelihood(), Counts("multinomial", alpha=options.get("alpha")))


# --- counting -------------------------------------------------------------------------------------


def _check_hmm(options: Options) -> None:
    for name, low, high in (("rare", 0, math.inf), ("longest_suffix", 1, LONGEST_SUFFIX)):
        if name in options:
            check_number(
                "hmm", name, options[name], low=low, high=high, integer=True, fix="Try 10."
            )
    if "alpha" in options:
        check_number("hmm", "alpha", options["alpha"], low=0, high_open=True, fix="Try 0.3.")


def _learn_hmm(options: Options, lesson: Lesson) -> Learned:
    assert lesson.sentences is not None
    assert lesson.gold is not None
    found = estimate_hmm(
        lesson.sentences,
        lesson.gold,
        lesson.rules.n_labels,
        order=lesson.rules.order,
        n_threads=lesson.use.n_threads,
        **_given(options, _COUNTED),
    )
    facts = {"lambdas": [float(f"{each:.4g}") for each in found.lambdas]}
    return Learned(found.weights, facts=facts, extractor=found.extractor, unseen=FLOOR)


# --- options --------------------------------------------------------------------------------------


def _penalised(
    name: str, loss: Loss, options: Options, usual: str, structure: str = "chain"
) -> SequenceParts:
    if "l2" in options and "C" in options:
        raise ParameterError(
            f"{name}: l2 is 1 / C, so one of them is enough; got l2={options['l2']} and "
            f"C={options['C']}. Leave one out."
        )
    l1 = options.get("l1")
    l1 = 0.0 if l1 is None else Penalty(None, l1).l1  # complains before it is compared
    usual_c = options.get("C", _USUAL_C)
    l2 = options["l2"] if "l2" in options else l2_from_c(name, usual_c, finite=False)
    penalty = Penalty(l2, l1)
    learner = _learner(name, options, usual, l1)
    one_versus_all = loss.name == "squared-hinge"
    choose_learner(  # complains about a pair that does not go together
        learner,
        loss,
        penalty,
        multiclass="one-versus-all" if one_versus_all else "joint",
        n_labels=3,
        structure=structure,
    )
    flags = _given(options, _SEEN)
    if flags and not isinstance(learner, Batch | Online):
        raise ParameterError(
            f"{name}: the learner {learner.name!r} gives weights to everything, so it has no "
            f"{' or '.join(flags)}. Leave them out, or use learner='lbfgs'."
        )
    # Frank-Wolfe makes as many passes as are worth it, unless the user asks for an exact result.
    is_exact = bool(_given(options, _BATCH)) or not isinstance(learner, FrankWolfe)
    return SequenceParts(
        loss, learner, penalty, is_exact=is_exact, one_versus_all=one_versus_all, **flags
    )


def _learner(name: str, options: Options, usual: str, l1: float) -> Learner:
    online, batch = _given(options, _ONLINE), _given(options, _BATCH)
    if online and batch:
        raise ParameterError(
            f"{name}: {' and '.join(online)} choose a learner that sees one sentence at a time, "
            f"{' and '.join(batch)} one that sees all; got both. Leave one of them out."
        )
    chosen = options.get("learner")
    if chosen is None:
        chosen = "adagrad" if online else usual
    LEARNERS.get(chosen)
    if chosen == "lbfgs" and l1 > 0:
        chosen = "owl-qn"  # the same with an orthant
    if chosen == "dual":
        batch = {"tolerance": DUAL_TOLERANCE, **batch}
    learner = LEARNERS.get(chosen)()
    given = {**online, **batch}
    known = {each.name for each in dataclasses.fields(learner)}  # type: ignore[arg-type]
    if unknown := [each for each in given if each not in known]:
        others = "'sgd' or 'adagrad'" if unknown[0] in _ONLINE else "'lbfgs'"
        raise ParameterError(
            f"{name}: the learner {learner.name!r} has no {unknown[0]}; got "
            f"{given[unknown[0]]!r}. Leave it out, or use learner={others}."
        )
    return dataclasses.replace(learner, **given) if given else learner  # type: ignore[type-var]


def _given(options: Options, names: tuple[str, ...]) -> dict[str, Any]:
    return {name: options[name] for name in names if options.get(name) is not None}


# --- the usual ones -------------------------------------------------------------------------------

#: Asks for what suits the tags.
AUTO = "auto"


def choose_algorithm(name: str, kind: str = "plain") -> str:
    """Return an algorithm: the one that is named, or what suits the tags.

    Softmax-margin is the better one for spans on held-out sentences (docs/design/0010); both
    have the same options.

    Parameters
    ----------
    name
        A name of the table, or ``"auto"``.
    kind
        ``"plain"``, ``"chunks"`` or ``"names"``.

    Examples
    --------
    >>> choose_algorithm("auto", "names"), choose_algorithm("auto"), choose_algorithm("hmm")
    ('softmax-margin', 'crf', 'hmm')
    """
    if name != AUTO:
        return name
    return "crf" if kind == "plain" else "softmax-margin"


# --- the table ------------------------------------------------------------------------------------


def _row(
    make: Callable[[Options], SequenceParts],
    options: tuple[str, ...],
    summary: str,
    *,
    is_local: bool = False,
    has_probabilities: bool = False,
) -> TaggerAlgorithm:
    learn_parts = learn_locally if is_local else learn_sequences

    def learn(given: Options, lesson: Lesson) -> Learned:
        return learn_parts(make(given), lesson)

    return TaggerAlgorithm(learn, make, options, summary, has_probabilities, is_local)


_SMOOTH = (*_PENALTY, "learner", *_BATCH, *_ONLINE)

#: The order is that of ``linguine compare``.
TAGGER_ALGORITHMS: Registry[TaggerAlgorithm] = Registry(
    "algorithm",
    {
        "hmm": TaggerAlgorithm(
            _learn_hmm,
            _check_hmm,
            _COUNTED,
            "hidden Markov model over words and their endings",
            has_probabilities=True,
            has_features=False,
            order=2,
        ),
        "local-naive-bayes": _row(
            _local_naive_bayes, ("alpha",), "naive Bayes at each token", is_local=True
        ),
        "local-perceptron": _row(
            _perceptron,
            ("epochs", "averaged", "patience"),
            "perceptron at each token",
            is_local=True,
        ),
        "local-mira": _row(
            _mira,
            ("C", "k_best", "epochs", "averaged", "patience"),
            "passive-aggressive at each token",
            is_local=True,
        ),
        "local-svm": _row(
            _local_svm, _SMOOTH, "support vector machine at each token", is_local=True
        ),
        "memm": _row(
            _memm,
            _SMOOTH,
            "maximum-entropy Markov model: logistic regression at each token",
            is_local=True,
            has_probabilities=True,
        ),
        "perceptron": _row(
            _perceptron,
            ("epochs", "averaged", "patience", *_SEEN),
            "structured perceptron, averaged",
        ),
        "mira": _row(
            _mira,
            ("C", "k_best", "epochs", "averaged", "patience", *_SEEN),
            "passive-aggressive on sequences, averaged",
        ),
        "svm": _row(_svm, (*_SMOOTH, *_SEEN), "structured support vector machine"),
        "softmax-margin": _row(
            _softmax_margin,
            (*_SMOOTH, *_SEEN),
            "conditional random field that knows the cost of errors",
            has_probabilities=True,
        ),
        "crf": _row(_crf, (*_SMOOTH, *_SEEN), "conditional random field", has_probabilities=True),
    },
)
