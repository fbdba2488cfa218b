"""Learners: what an algorithm's name and options mean as loss, learner and penalty."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

from linguine.errors import ParameterError, named, said
from linguine.learning import Learner, Loss, Online, Penalty, choose_learner
from linguine.learning.losses import read_loss
from linguine.learning.pairs import LEARNERS, Choice
from linguine.learning.regularizers import l2_from_c
from linguine.tasks.algorithm import PASSES, Algorithm, Options

__all__ = ["Composed", "compose", "give_passes", "given"]

#: Options of learners that see one example at a time, and of those that see all.
ONLINE = (*PASSES, "learning_rate")
BATCH = ("max_iterations", "tolerance")


@dataclass(frozen=True)
class Composed:
    """What to minimise, and how."""

    loss: Loss
    learner: Learner
    penalty: Penalty = dataclasses.field(default_factory=Penalty)

    def choose(self, structure: str, n_labels: int = 3, multiclass: str = "joint") -> Choice:
        """Return the learner and its penalty; raise ParameterError if it cannot minimise that."""
        return choose_learner(
            self.learner,
            self.loss,
            self.penalty,
            multiclass=multiclass,
            n_labels=n_labels,
            structure=structure,
        )


def compose(name: str, row: Algorithm, options: Options, loss: Loss | None = None) -> Composed:
    """Return loss, learner and penalty of an algorithm; an option that is None was not said.

    ``loss`` is that of the row, with settings of its own.

    Examples
    --------
    >>> row = Algorithm("SVM", "hinge", "frank-wolfe", ("C", "l2", "epochs"), C=2.0)
    >>> compose("svm", row, {}).penalty.l2, compose("svm", row, {"epochs": 3}).learner.name
    (0.5, 'sgd')
    """
    penalty = _penalty(name, row, options)
    return Composed(loss or read_loss(row.loss), _learner(name, row, options, penalty.l1), penalty)


def give_passes(learner: Learner, options: Options, epochs: int) -> Learner:
    """Return a learner with enough passes for held-out sentences to say when to stop."""
    if isinstance(learner, Online) and options.get("epochs") is None:
        return dataclasses.replace(learner, epochs=epochs)
    return learner


def given(options: Options, names: tuple[str, ...]) -> dict[str, Any]:
    """Return the options of these names that were given."""
    return {name: options[name] for name in names if options.get(name) is not None}


def _penalty(name: str, row: Algorithm, options: Options) -> Penalty:
    if "l2" not in row.options:
        return Penalty()
    told = given(options, ("l2", "C", "l1"))
    if "l2" in told and "C" in told:
        raise ParameterError(
            f"is 1 / {named('C')}, so one of them is enough; got {said('l2', told['l2'])} and "
            f"{said('C', told['C'])}. Leave one out.",
            owner=name,
            parameter="l2",
        )
    C = told.get("C", row.C)
    l2 = told.get("l2", None if C is None else l2_from_c(name, C))
    return Penalty(l2, told.get("l1", 0.0))


def _learner(name: str, row: Algorithm, options: Options, l1: float) -> Learner:
    online, batch = given(options, ONLINE), given(options, BATCH)
    asked = options.get("learner")
    chosen = row.learner if asked is None else asked
    is_online = isinstance(LEARNERS.get(chosen)(), Online)
    if asked is None and online and not is_online:
        if batch:
            raise ParameterError(
                f"{' and '.join(map(named, online))} choose a learner that sees one example at a "
                f"time, {' and '.join(map(named, batch))} one that sees all; got both. Leave one "
                "of them out.",
                owner=name,
            )
        chosen = row.online
    elif l1 > 0 and asked is None and row.sparse:
        chosen = row.sparse
    elif l1 > 0 and chosen == "lbfgs":
        chosen = "owl-qn"  # the same with an orthant
    learner = LEARNERS.get(chosen)()
    known = {each.name for each in dataclasses.fields(learner)}  # type: ignore[arg-type]
    told = {**online, **batch}
    if unknown := [each for each in told if each not in known]:
        others = ("sgd", "adagrad") if unknown[0] in ONLINE else ("lbfgs",)
        raise ParameterError(
            f"the learner {learner.name!r} has no {named(unknown[0])}; got "
            f"{told[unknown[0]]!r}. Leave it out, or use {said('learner', *others)}.",
            owner=name,
        )
    of_penalty = {"C", "l2", "l1"} if "l2" in row.options else set()
    own = given(options, tuple(known & set(row.options) - of_penalty))
    usual = {**row.defaults.get(chosen, {}), **(row.named.get(chosen, {}) if asked else {})}
    return dataclasses.replace(learner, **{**usual, **own})  # type: ignore[type-var]
