"""Algorithms of parsers by name: what ``DependencyParser("mira", C=0.1)`` means.

A row says which options the algorithm has and how it learns; the command line, the error messages
and ``compare`` all read it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from linguine.errors import ParameterError
from linguine.learning import (
    Hinge,
    Learner,
    Logistic,
    Loss,
    Online,
    Penalty,
    PerceptronLoss,
    SoftmaxMargin,
    choose_learner,
)
from linguine.learning.pairs import LEARNERS
from linguine.registry import Registry

__all__ = ["PARSER_ALGORITHMS", "ParserAlgorithm", "TreeParts"]

Options = Mapping[str, Any]

#: Passes over the sentences: what dev data of EWT want, and more do not harm.
EPOCHS = 10
#: The largest step of MIRA; smaller than for labels, as a tree has many arcs.
MIRA_C = 0.1
#: Rates of SGD by what the loss asks of trees, and of AdaGrad: best on the dev part of EWT.
SGD_RATES = {"hinge": 0.003, "logistic": 0.01, "softmax-margin": 0.01}
ADAGRAD_RATE = 0.05
#: AdaGrad's sums of squares begin here: a share of a millionth is not to move a weight by a whole
#: step because it is the first that the weight sees.
FIRST_SQUARE = 0.01


@dataclass(frozen=True)
class TreeParts:
    """Loss, learner and penalty."""

    loss: Loss
    learner: Learner
    penalty: Penalty = field(default_factory=Penalty)


@dataclass(frozen=True)
class ParserAlgorithm:
    """One row of the table.

    Parameters
    ----------
    make
        From options to loss, learner and penalty.
    options
        The names of the options it has.
    summary
        One line for ``--help``.
    has_probabilities
        Whether its scores are logarithms of probabilities.
    """

    make: Callable[[Options], TreeParts]
    options: tuple[str, ...]
    summary: str
    has_probabilities: bool = False


_ONLINE = ("epochs", "averaged", "patience")
_BATCH = ("max_iterations", "tolerance")
_SMOOTH = ("learner", "learning_rate", "l2", "l1", *_ONLINE, *_BATCH)


def _mira(options: Options) -> TreeParts:
    given = {"C": MIRA_C, "epochs": EPOCHS, **_given(options, (*_ONLINE, "C", "k_best"))}
    return TreeParts(Hinge(), Online("mira", **given))


def _perceptron(options: Options) -> TreeParts:
    given = {"epochs": EPOCHS, **_given(options, _ONLINE)}
    return TreeParts(PerceptronLoss(), Online("perceptron", **given))


def _smooth(name: str, loss: Loss) -> Callable[[Options], TreeParts]:
    def make(options: Options) -> TreeParts:
        chosen = options.get("learner")
        learner = LEARNERS.get("sgd" if chosen is None else chosen)()
        l1 = options.get("l1")
        penalty = Penalty(options.get("l2"), 0.0 if l1 is None else l1)
        choose_learner(learner, loss, penalty, multiclass="joint", n_labels=3, structure="tree")
        return TreeParts(loss, _with_options(name, learner, loss, chosen, options), penalty)

    return make


def _with_options(
    name: str, learner: Learner, loss: Loss, chosen: str | None, options: Options
) -> Learner:
    given = _given(options, ("learning_rate", *_ONLINE, *_BATCH))
    known = {each.name for each in dataclasses.fields(learner)}  # type: ignore[arg-type]
    if foreign := [each for each in given if each not in known]:
        raise ParameterError(
            f"{name}: the learner {learner.name!r} has no {foreign[0]}; got {given[foreign[0]]!r}. "
            "Leave it out, or use another learner."
        )
    if isinstance(learner, Online):
        given = {"epochs": EPOCHS, **given}
    if chosen == "adagrad":
        given = {"learning_rate": ADAGRAD_RATE, "first_square": FIRST_SQUARE, **given}
    elif chosen == "sgd":
        given = {"learning_rate": SGD_RATES[loss.name], **given}
    return dataclasses.replace(learner, **given)  # type: ignore[type-var]


def _given(options: Options, names: tuple[str, ...]) -> dict[str, Any]:
    return {name: options[name] for name in names if options.get(name) is not None}


#: The order is that of ``linguine compare``.
PARSER_ALGORITHMS: Registry[ParserAlgorithm] = Registry(
    "algorithm",
    {
        "perceptron": ParserAlgorithm(_perceptron, _ONLINE, "structured perceptron"),
        "mira": ParserAlgorithm(
            _mira, ("C", "k_best", *_ONLINE), "passive-aggressive, a margin for every wrong word"
        ),
        "svm": ParserAlgorithm(_smooth("svm", Hinge()), _SMOOTH, "structured SVM"),
        "crf": ParserAlgorithm(
            _smooth("crf", Logistic()),
            _SMOOTH,
            "conditional likelihood of trees",
            has_probabilities=True,
        ),
        "softmax-margin": ParserAlgorithm(
            _smooth("softmax-margin", SoftmaxMargin()),
            _SMOOTH,
            "the same with a margin",
            has_probabilities=True,
        ),
    },
)
