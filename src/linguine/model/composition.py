"""Composition: an algorithm as a choice of loss, learner, penalty and intercept."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.data import Examples, split_held_out
from linguine.errors import POSITIVE, ParameterError, Verbatim, check_flag, check_number, said
from linguine.features import Sites
from linguine.inference import Label
from linguine.learning import (
    Counts,
    Intercept,
    LabelProblem,
    Learner,
    Loss,
    Online,
    Penalty,
    choose_learner,
)
from linguine.learning.label_problem import ColumnScales, Scored
from linguine.learning.pairs import INCREMENTAL, LEARNERS, MULTICLASS
from linguine.progress import Report

__all__ = ["Composition"]


@dataclass(frozen=True, eq=False)
class Composition:
    """What an estimator's parameters mean, checked as far as possible without data.

    Parameters
    ----------
    structure
        Costs between labels.
    regularize_intercept
        None does so where the learner can.
    learner_options
        Options for a learner that was given by name.
    preferred
        What ``"auto"`` tries; None is the loss's own list.

    The other parameters are those of :class:`linguine.LinearClassifier`.
    """

    loss: Loss
    learner: str | Learner = "auto"
    penalty: Penalty = field(default_factory=Penalty)
    multiclass: str = "joint"
    structure: Label = field(default_factory=Label)
    fit_intercept: bool = True
    regularize_intercept: bool | None = False
    intercept_scaling: float = 1.0
    learner_options: Mapping[str, Any] = field(default_factory=dict)
    preferred: tuple[str, ...] | None = None
    early_stopping: bool = False
    validation_fraction: float = 0.1

    def __post_init__(self) -> None:
        MULTICLASS.get(self.multiclass)
        check_flag("estimator", "early_stopping", self.early_stopping)
        check_flag("estimator", "fit_intercept", self.fit_intercept)
        if self.regularize_intercept is not None:
            check_flag("estimator", "regularize_intercept", self.regularize_intercept)
        share, fix = self.validation_fraction, "Use 0.1 to hold out a tenth."
        check_number("estimator", "validation_fraction", share, **POSITIVE, high=1, fix=fix)
        if isinstance(self.learner, str) and self.learner != "auto":
            LEARNERS.get(self.learner)

    @property
    def is_one_versus_all(self) -> bool:
        """True for one binary problem per label."""
        return MULTICLASS.get(self.multiclass)

    @property
    def is_binary(self) -> bool:
        """True if the model sees only whether a feature is positive."""
        return isinstance(self.learner, Counts) and self.learner.is_binary

    @property
    def counts_features(self) -> bool:
        """True if features must be counts, so not negative."""
        if isinstance(self.learner, Counts):
            return self.learner.model == "multinomial"
        return self.learner == "counts" or (
            self.learner == "auto" and self.loss.name == "joint-likelihood"
        )

    @property
    def is_incremental(self) -> bool:
        """True if the learner has ``partial_fit``."""
        if isinstance(self.learner, str):
            return self.learner == "auto" or isinstance(LEARNERS.get(self.learner)(), Incremental)
        return isinstance(self.learner, Incremental)

    def compose(
        self,
        sites: Sites,
        examples: Examples,
        n_labels: int,
        *,
        n_threads: int,
        seed: int,
        report: Report | None,
        incremental: bool = False,
        multipliers: NDArray[np.float64] | None = None,
        scales: ColumnScales | None = None,
        judged_by: tuple[Sites, Examples] | None = None,
        scored: Scored | None = None,
    ) -> tuple[Learner, LabelProblem]:
        """Choose the learner and state its problem.

        ``judged_by`` are rows of their own that say when an online learner stops; others do not
        look at them.
        """
        choice = choose_learner(
            self.learner,
            self.loss,
            self.penalty,
            multiclass=self.multiclass,
            n_labels=n_labels,
            intercept=self._intercept_wish(),
            preferred=INCREMENTAL if incremental else self.preferred,
        )
        # partial_fit makes one pass: options about when to stop are for fit.
        learner = choice.learner if incremental else self._with_options(choice.learner)
        held_out_sites, held_out = None, None
        if judged_by is not None and isinstance(learner, Online):
            held_out_sites, held_out = judged_by
        if self.early_stopping:
            self._check_early_stopping(learner, incremental)
            examples, held_out = split_held_out(
                examples, fraction=self.validation_fraction, seed=seed
            )
        problem = LabelProblem(
            sites=sites,
            data=examples,
            n_labels=n_labels,
            structure=self.structure,
            held_out=held_out,
            held_out_sites=held_out_sites,
            multipliers=multipliers,
            scales=scales,
            scored=scored,
            loss=self.loss,
            l2=choice.l2,
            l1=choice.l1,
            intercept=self._intercept(learner),
            one_versus_all=self.is_one_versus_all,
            n_threads=n_threads,
            seed=seed,
            report=report,
        )
        return learner, problem

    def _intercept_wish(self) -> str:
        if not self.fit_intercept or self.regularize_intercept is None:
            return "any"
        return "regularized" if self.regularize_intercept else "free"

    def _intercept(self, learner: Learner) -> Intercept:
        is_regularized = self.regularize_intercept
        if is_regularized is None:
            is_regularized = self.fit_intercept and not isinstance(learner, Incremental)
        return Intercept(self.fit_intercept, is_regularized, self.intercept_scaling)

    def _with_options(self, learner: Learner) -> Learner:
        options = {name: value for name, value in self.learner_options.items() if value is not None}
        if not options:
            return learner
        if not isinstance(self.learner, str):
            raise ParameterError(
                f"{', '.join(options)} must be given once; got a learner with options of its own, "
                f"{self.learner!r}. Set it there."
            )
        known = {each.name for each in dataclasses.fields(learner)}  # type: ignore[arg-type]
        if unknown := [name for name in options if name not in known]:
            raise ParameterError(
                f"The learner {learner.name!r} has no {unknown[0]}; got {options[unknown[0]]!r}. "
                f"Its options are {', '.join(sorted(known))}; give it as an object, "
                f"{said('learner', Verbatim(f'{type(learner).__name__}(...)'))}."
            )
        return dataclasses.replace(learner, **options)  # type: ignore[type-var]

    def _check_early_stopping(self, learner: Learner, incremental: bool) -> None:
        if incremental:
            raise ParameterError(
                "partial_fit makes one pass and never stops early; got early_stopping=True. "
                "Use early_stopping=False, or fit."
            )
        if not isinstance(learner, Online):
            raise ParameterError(
                f"early_stopping is for online learners; got learner {learner.name!r}, which stops "
                f"at its tolerance. Use early_stopping=False, or {said('learner', 'sgd')}."
            )


#: The learners that can go on from where they stopped.
Incremental = Counts | Online
