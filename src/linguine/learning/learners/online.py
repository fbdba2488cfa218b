"""Online learners: one step per example (or mini-batch), in a seeded random order."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, replace
from typing import Any, ClassVar

from numpy.typing import NDArray

from linguine import _core
from linguine.errors import DataError, ParameterError, named, said
from linguine.learning.learners.online_options import UPDATES, check_options, schedule_of
from linguine.learning.learners.online_state import OnlineState, new_state
from linguine.learning.problem import Fitted, Problem, W, settle
from linguine.learning.standing import Standing

__all__ = ["Online", "usual_epochs"]

#: Rules that keep a number for every weight besides the weight.
_OWN_RATES = ("adagrad", "arow")


@dataclass(frozen=True)
class Online:
    r"""Learn from one example at a time.

    .. math:: \theta \leftarrow \theta + \tau\, (f(x, y) - \mathbb{E}_z[f(x, z)])

    =============  ===============================================================
    perceptron     tau = 1 on mistakes; Section 3.1 of [Eisenstein2014]
    mira           tau = min(C, loss / ||f(x,y) - f(x,z)||^2); Eq. (3.13) there, or, with
                   update="prediction", Alg. 3 of [LxMLS]
    sgd            tau = eta_t by the schedule; Alg. 5 of [LxMLS]
    pegasos        sgd with eta_t = 1 / (lambda t); Alg. 6 of [LxMLS]
    adagrad        eta over the root of squared gradients; Eq. (2.75) of [Eisenstein2018]
    arow           tau by the variance of each weight, which shrinks; Fig. 1 of [Crammer2009]
    =============  ===============================================================

    Parameters
    ----------
    rule
        The step.
    epochs
        Passes over the data; None is 10, and on fewer than 2,000 examples as many as make 20,000
        steps, at most 1,000: small data is not underfitted.
    learning_rate
        eta_0 of sgd and adagrad; None is 1 / (curvature of the loss x mean (||x||^2 + 1)) for
        sgd and 0.1 for adagrad. Of arow: the variance of each weight at the start; None is 1.
    schedule
        Of sgd: ``"constant"`` eta_0 (the default; the averaging converges), ``"power"``
        eta_0 t^-power, or ``"pegasos"`` 1 / (lambda t) with lambda = l2 / n.
    power
        Of the power schedule, 1/2 < power <= 1 so that it converges; None is 0.6.
    C
        Of mira: the largest step; infinity is allowed. Of arow: what an example weighs against
        what is known already. None is 1.
    k_best
        Of mira: constraints per example, one for each of the k best labels; None is 1.
    update
        Of mira: ``"max-loss"`` looks at the label that costs most, score and cost together, and
        asks for a margin everywhere; ``"prediction"`` looks at the label that is predicted, and
        does nothing when it is right. None is max-loss.
    averaged
        Return the mean of the weights over all steps; None is True unless l1 > 0 or the rule is
        arow, whose steps become small by themselves.
    batch_size
        Examples per step.
    shuffle
        Visit the examples in a new order in each epoch.
    with_replacement
        Draw examples at random instead: an epoch is as many draws as there are examples, some come
        twice and some not at all.
    first_square
        Of adagrad: what its sums of squared gradients begin with, so that a tiny first gradient
        is not a whole step; None is 0.
    tolerance
        Stop when an epoch moves the weights (the averaged ones, if they are) by a Euclidean
        distance of at most this; None never stops early.
    intercept_scaling
        The bias is the weight of a constant feature of this size, so it sets how fast the bias
        moves against the other weights. None is the root mean square of the non-zero numbers of
        X (at least 1 for the averaged perceptron): on rows of tf-idf a bias that moves like a
        whole row (1) drowns the words.
    stop_when_right
        Of perceptron and mira: stop after an epoch without a step, as every example was right (for
        max-loss by its margin). Data that are not separable never let it.
    patience
        With early stopping: epochs without a better held-out accuracy before it stops.
    measure_objective
        Work out the objective at the weights found, which costs one more pass.

    Examples
    --------
    >>> Online("mira", C=0.1).name
    'mira'
    """

    rule: str = "sgd"
    _: KW_ONLY
    epochs: int | None = None
    learning_rate: float | None = None
    schedule: str | None = None
    power: float | None = None
    C: float | None = None
    k_best: int | None = None
    update: str | None = None
    first_square: float | None = None
    averaged: bool | None = None
    batch_size: int = 1
    shuffle: bool = True
    with_replacement: bool = False
    tolerance: float | None = None
    intercept_scaling: float | None = None
    stop_when_right: bool = False
    patience: int = 3
    measure_objective: bool = False

    #: Rate of AdaGrad; sgd's follows from the data.
    ADAGRAD_RATE: ClassVar[float] = 0.1

    def __post_init__(self) -> None:
        check_options(self)

    @property
    def name(self) -> str:
        """The row of the table of pairs."""
        return self.rule

    def fit(self, problem: Problem[W]) -> Fitted[W]:
        """Run all epochs from zero weights."""
        state, epochs = self.begin(problem), self.count_epochs(len(problem.example_weights))
        return self._run(state, problem, epochs=epochs, is_last=True)

    def begin(
        self,
        problem: Problem[W],
        start: tuple[NDArray[Any], NDArray[Any]] | None = None,
        standing: Standing | None = None,
    ) -> OnlineState:
        """Return the state before the first pass, from given weights and bias or from zero.

        Given weights are the average of as many steps as ``standing`` says.
        """
        standing = standing or Standing(0, 0)
        if self.rule == "mira" and (self.k_best or 1) > 1:
            self._check_candidates(problem)
        learning_rate, intercept_scaling = self._resolve_rates(problem, standing)
        return new_state(
            problem,
            start,
            standing,
            averaged=self._is_averaged(problem),
            first_square=(self.first_square or 0.0) if self.rule in _OWN_RATES else None,
            learning_rate=learning_rate,
            intercept_scaling=intercept_scaling,
        )

    def _check_candidates(self, problem: Problem[W]) -> None:
        several, one = said("k_best", self.k_best), said("k_best", 1)
        if problem.one_versus_all:
            raise ParameterError(
                f"One-versus-all problems have one wrong answer each; got {several}. "
                f"Use {one}, or multiclass='joint'."
            )
        if not problem.is_complete:
            raise DataError(
                f"MIRA with several candidates needs every label; some are unknown, and {several}. "
                f"Use {one}, or leave these sentences out."
            )
        problem.require("k_best", f"MIRA with {several}", f"Use {one}, or")

    def advance(self, state: OnlineState, problem: Problem[W]) -> Fitted[W]:
        """Make one pass over the problem, changing ``state``.

        The penalty is shared by all examples so far: that is its share in an epoch over them.
        """
        return self._run(state, problem, epochs=1, is_last=False)

    def advance_part(self, state: OnlineState, part: Problem[W], n_examples: int) -> float:
        """Make one pass over some of n examples, which share the penalty; return the mean loss.

        Passes over all parts are one over all examples, in the order of the parts.
        """
        share = len(part.example_weights) / n_examples
        _, _, history = self._learn(state, part, 1, share)
        return history[0]

    def learn(self, state: OnlineState, problem: Problem[W]) -> None:
        """Make one pass without asking for an answer."""
        self.advance(state, problem)

    def answer(self, state: OnlineState) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return the weights and bias that a state stands for."""
        return state.answer()

    def moves_all_rows(self, problem: Problem[W]) -> bool:
        """Return whether a pass changes weights of features that its examples do not have.

        The decay by l2 is a factor of the whole; what l1 and AdaGrad's penalty take is not.
        """
        return problem.l1 > 0 or (self.rule == "adagrad" and problem.l2 > 0)

    def _run(
        self, state: OnlineState, problem: Problem[W], *, epochs: int, is_last: bool
    ) -> Fitted[W]:
        n_epochs, stopped, history = epochs, "epochs", [0.0] * epochs
        if problem.learns_nothing:  # only time passes
            n_steps = epochs * -(-len(problem.example_weights) // self.batch_size)
            state.steps_done += n_steps
            state.scale_sum += n_steps
        else:
            n_epochs, stopped, history = self._learn(state, problem, epochs)
        state.n_examples += len(problem.example_weights)
        weights, bias = state.answer(in_place=is_last)
        waits = self.tolerance is not None or self.stop_when_right
        missed = is_last and waits and stopped == "epochs"
        return Fitted(
            problem.unpack(weights),
            bias,
            n_epochs,
            not missed,
            tuple(history),
            problem.objective(weights, bias) if self.measure_objective and is_last else None,
            advice=self._advice(epochs) if missed else "",
            state=None if is_last else state,
            standing=state.standing(n_epochs if is_last else 1),
        )

    def _advice(self, epochs: int) -> str:
        if self.tolerance is None:
            return (
                f"There were still mistakes after {said('epochs', epochs)}. Raise "
                f"{named('epochs')}; data that are not separable always have some, so that "
                f"{named('stop_when_right')} is not for them."
            )
        return (
            f"The weights still changed by more than {said('tolerance', self.tolerance)} "
            f"after {said('epochs', epochs)}. Raise {named('epochs')} or {named('tolerance')}."
        )

    def _learn(
        self, state: OnlineState, problem: Problem[W], epochs: int, share: float | None = None
    ) -> tuple[int, str, list[float]]:
        """Let the core change ``state``; return the epochs made, why it stopped, the losses."""
        if self.update is not None:
            problem = replace(problem, loss=UPDATES.get(self.update)(problem.loss.rho))
        try:
            n_epochs, stopped, history, state.folds = _core.online(
                problem.native(),
                problem.native_held_out(),
                problem.support,
                state,
                self._options(state, problem, epochs, share),
                problem.report,
            )
        except RuntimeError as error:
            if "no longer finite" not in str(error):  # the user's progress function may raise too
                raise
            reason = str(error).partition(". ")[0]
            raise ParameterError(
                f"The online rule {self.rule!r} diverged: {reason}. "
                f"Lower {named('learning_rate')}, scale the features to about unit length, or give "
                "examples smaller weights."
            ) from None
        return n_epochs, stopped, history

    def _options(
        self, state: OnlineState, problem: Problem[W], epochs: int, share: float | None = None
    ) -> _core.OnlineOptions:
        """Return what the core takes: the learner's own options by name, and what goes before.

        ``share`` is how much of the penalty these examples pay; None is their part of all so far.
        """
        n = len(problem.example_weights)
        share = n / (state.n_examples + n) if share is None else share
        return settle(
            _core.OnlineOptions(),
            self,
            problem,
            schedule=schedule_of(self),
            learning_rate=state.learning_rate,
            k_best=min(self.k_best or 1, problem.most_candidates),
            epochs=epochs,
            l2=problem.l2 * share,
            l1=problem.l1 * share,
            bias_scale=state.intercept_scaling,
        )

    def count_epochs(self, n_examples: int) -> int:
        """Return how many passes are made over so many examples."""
        return usual_epochs(n_examples) if self.epochs is None else self.epochs

    def _is_averaged(self, problem: Problem[W]) -> bool:
        if problem.l1 > 0 and self.averaged:
            raise ParameterError(
                f"Averaging destroys the exact zeros that {named('l1')} is for; got "
                f"{said('averaged', True)} with {said('l1', problem.l1)}. "
                f"Use {said('averaged', False)}, or {said('l1', 0)}."
            )
        if self.averaged is None:
            return problem.l1 == 0 and self.rule != "arow"
        return self.averaged

    def _resolve_rates(self, problem: Problem[W], standing: Standing) -> tuple[float, float]:
        """Return the learning rate and the size of the bias's constant feature."""
        rate, scaling = self.learning_rate, self.intercept_scaling
        rate = standing.learning_rate if rate is None else rate
        scaling = standing.intercept_scaling if scaling is None else scaling
        if rate is None and self.rule != "sgd":
            rate = self.ADAGRAD_RATE if self.rule == "adagrad" else 1.0
        if rate is not None and scaling is not None:
            return rate, scaling
        mean_squared_norm, typical_value = problem.scale()
        if scaling is None:
            # The averaged perceptron has no margin of its own; a restless bias gives it one.
            restless = self.rule == "perceptron" and self._is_averaged(problem)
            scaling = max(1.0, typical_value) if restless else typical_value
        if rate is None:
            # One over a bound on the curvature of an example's share of the objective: with unit
            # rows and weights, about 1 for the hinge and 2 for the logistic loss.
            x_norm = mean_squared_norm + scaling**2 * problem.intercept.is_fitted
            bound = problem.loss.curvature * float(problem.example_weights.mean()) * x_norm
            bound += problem.l2 / (standing.n_examples + len(problem.example_weights))
            rate = 1.0 / bound if bound > 0 else 1.0
        return rate, scaling


def usual_epochs(n_examples: int) -> int:
    """Return how many passes are made when nobody says: more on small data."""
    return max(10, min(1000, 20_000 // n_examples))
