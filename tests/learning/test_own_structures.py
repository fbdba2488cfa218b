"""A structure that a user wrote learns what the core's own learns."""

from __future__ import annotations

import signal
import threading
import time
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from linguine.errors import ParameterError
from linguine.inference import Chain, Structure
from linguine.learning import (
    Batch,
    FrankWolfe,
    Hinge,
    Logistic,
    Loss,
    Online,
    PerceptronLoss,
    SoftmaxMargin,
    StructureProblem,
)

from ..chain_toys import ChainToy, chain_toy, written_out
from ..messages import assert_three_parts
from ..own_structures import Hidden, documented

Array = NDArray[np.float64]
#: Few epochs: MIRA makes margins equal, and after hundreds the last digit says which of them wins.
STEPS: dict[str, Any] = {"epochs": 8}
PAIRS: list[tuple[Any, Loss, dict[str, Any]]] = [
    (Online("perceptron", **STEPS), PerceptronLoss(), {}),
    (Online("mira", **STEPS), Hinge(), {}),
    (Online("mira", k_best=4, **STEPS), Hinge(), {}),
    (Online("sgd", batch_size=3, **STEPS), Logistic(), {"l2": 0.5}),
    (Online("sgd", **STEPS), SoftmaxMargin(), {"l1": 0.01}),
    (Online("pegasos", **STEPS), Hinge(cost=2.0), {"l2": 0.5}),
    (Online("adagrad", **STEPS), Logistic(), {"l2": 0.5}),
    (Online("arow", **STEPS), Hinge(), {}),
    (Batch("lbfgs"), Logistic(), {"l2": 0.5}),
    (Batch("conjugate-gradient"), SoftmaxMargin(cost=0.5), {"l2": 0.5}),
    (Batch("owl-qn"), Logistic(), {"l1": 0.1}),
    (FrankWolfe(), Hinge(), {"l2": 1.0}),
]
by_pair = pytest.mark.parametrize(
    ("learner", "loss", "penalty"), PAIRS, ids=[f"{a.name}-{b.name}" for a, b, _ in PAIRS]
)


def own_problem(toy: ChainToy, structure: Any, loss: Loss, **rest: Any) -> StructureProblem:
    data = toy.data()
    return StructureProblem(
        data=data, structure=structure, n_labels=toy.n_labels, loss=loss, **rest
    )


@by_pair
@pytest.mark.parametrize("order", [1, 2, 3])
def test_a_chain_asked_through_python_learns_the_weights_of_the_core(
    learner: Any, loss: Loss, penalty: dict[str, float], order: int
) -> None:
    toy = replace(chain_toy(0, n=25), weights=np.random.default_rng(3).uniform(0.5, 2.0, 25))
    # weights of all cells, as a structure of somebody else has them
    everything = {"all_states": True, "all_transitions": True}
    wanted = learner.fit(toy.problem(loss, order=order, **penalty, **everything))
    found = learner.fit(own_problem(toy, Hidden(Chain(order)), loss, **penalty))
    assert found.n_iterations == wanted.n_iterations
    np.testing.assert_allclose(found.weights, written_out(wanted.weights, 3), rtol=0, atol=1e-9)


@pytest.mark.parametrize(
    ("learner", "loss"),
    [
        (Online("perceptron", **STEPS), PerceptronLoss()),
        (Online("mira", **STEPS), Hinge()),
        (Batch("lbfgs"), Logistic()),
    ],
    ids=["perceptron", "mira", "lbfgs"],
)
@pytest.mark.parametrize("seed", range(3))
def test_the_chain_of_the_documentation_learns_the_weights_of_the_core(
    learner: Any, loss: Loss, seed: int
) -> None:
    toy = chain_toy(seed, n=30)
    l2: dict[str, Any] = {"l2": 1.0} if learner.name == "lbfgs" else {}
    everything = {"all_states": True, "all_transitions": True}
    wanted = learner.fit(toy.problem(loss, **l2, **everything))
    found = learner.fit(own_problem(toy, documented("MyChain")(), loss, **l2))
    assert np.abs(found.weights).max() > 0.1
    np.testing.assert_allclose(found.weights, written_out(wanted.weights, 3), rtol=0, atol=1e-9)


@pytest.mark.parametrize("loss", [PerceptronLoss(), Hinge(), Logistic(), SoftmaxMargin(2.0)])
def test_the_gradient_is_that_of_the_core(loss: Loss) -> None:
    toy = chain_toy(1, n=40)
    wanted, found = toy.problem(loss), own_problem(toy, documented("MyChain")(), loss)
    shape = wanted.n_weight_rows, 4
    assert (found.n_weight_rows, found.n_columns) == (shape[0], 3)
    weights = np.random.default_rng(0).normal(size=shape)
    weights[:, 3] = 0
    value, by_weights, _ = found.gradient(weights, np.zeros(4))
    judged, by_judge, _ = wanted.gradient(weights, np.zeros(4))
    assert value == pytest.approx(judged, rel=1e-9)
    np.testing.assert_allclose(by_weights, by_judge, rtol=1e-9, atol=1e-9)


def test_early_stopping_asks_the_structure_too() -> None:
    toy, other = chain_toy(0, n=40), chain_toy(1, n=15)
    problem = own_problem(toy, documented("MyChain")(), PerceptronLoss(), held_out=other.data())
    fitted = Online("perceptron", epochs=100, patience=2).fit(problem)
    native = toy.problem(PerceptronLoss(), held_out=other.data())
    assert fitted.n_iterations == Online("perceptron", epochs=100, patience=2).fit(
        native
    ).n_iterations < 100  # fmt: skip


class OneAtATime:
    """A structure that must not be asked twice at the same time, and would notice."""

    def __init__(self) -> None:
        self.chain, self.is_busy, self.threads = Chain(), False, set[int]()

    def __getattr__(self, name: str) -> Any:
        asked = getattr(self.chain, name)

        def ask(*arguments: Any) -> Any:
            assert not self.is_busy
            self.is_busy = True
            self.threads.add(threading.get_ident())
            time.sleep(0)  # lets go of the GIL
            answer = asked(*arguments)
            self.is_busy = False
            return answer

        return ask


def test_threads_ask_one_after_another_and_find_the_same_bytes() -> None:
    toy = chain_toy(0, n=1500, longest=2)
    structures = OneAtATime(), OneAtATime()
    found = [
        Batch("lbfgs", max_iterations=2)
        .fit(own_problem(toy, structure, Logistic(), l2=1.0, n_threads=n))
        .weights.tobytes()
        for structure, n in zip(structures, (1, 3), strict=True)
    ]
    assert found[0] == found[1]
    assert len(structures[0].threads) == 1
    assert len(structures[1].threads) > 1


class Broken(Chain):
    """A chain that answers one question in its own way."""

    def __init__(self, question: str, answer: Any) -> None:
        super().__init__()
        object.__setattr__(self, "broken", (question, answer))

    def __getattribute__(self, name: str) -> Any:
        question, answer = object.__getattribute__(self, "__dict__").get("broken", ("", None))
        if name != question:
            return object.__getattribute__(self, name)
        if isinstance(answer, BaseException):

            def fail(*_: Any) -> None:
                raise answer

            return fail
        return lambda *given: answer(*given) if callable(answer) else answer


def nan_shares(sites: Array, structural: Array) -> Any:
    log_z, shares, moves = Chain().marginals(sites, structural)
    shares[0, 0] = np.nan
    return log_z, shares, moves


@pytest.mark.parametrize(
    ("question", "answer", "got", "fix"),
    [
        ("argmax", lambda s, _: [0] * (len(s) + 1), r"\[0, 0", "as many labels"),
        ("argmax", lambda s, _: [0.5] * len(s), r"0\.5", "as many labels"),
        ("argmax", lambda s, _: [3] * len(s), r"got \[3", "as many labels"),
        ("argmax", lambda s, _: np.full(len(s), -2), "-2", "as many labels"),
        ("argmax", None, "got None", "as many labels"),
        ("argmax", [[0], [0, 1]], r"\[\[0\], \[0, 1\]\]", "as many labels"),
        ("argmax", "noun", "got 'noun'|got noun", "as many labels"),
        ("marginals", 1.0, "got 1.0", "Return 3 values"),
        ("marginals", lambda s, _: (0.0, s), "got", "Return 3 values"),
        ("marginals", lambda s, t: (np.inf, s, t), "got inf", "log space"),
        ("marginals", lambda s, t: (0.0, s[:, :2], t), r"shape \(\d, 2\)", "a row per site"),
        ("marginals", lambda s, t: (0.0, s, t[:1]), r"shape \(1, 3\)", "a row per site"),
        ("marginals", lambda s, t: ("z", s, t), "got 'z'|got z", "table of numbers"),
        ("marginals", nan_shares, r"nan at \[0, 0\]", "log space"),
        ("k_best", [], "got 0", "best first"),
        ("k_best", lambda s, *_: [[0] * len(s)] * 9, "got 9", "best first"),
        ("k_best", lambda s, *_: [[9] * len(s)], r"\[9", "as many labels"),
        ("cost", lambda *_: np.zeros(2), r"shape \(2,\)", "a row per site"),
        ("cost", lambda y, n: np.full((len(y), n), np.nan), "nan at", "log space|finite"),
        ("parts", lambda *_: np.zeros((1, 3)), r"shape \(1, 3\)", "a row per site, or weight"),
    ],
)
def test_answers_that_cannot_be_used_are_named(
    question: str, answer: Any, got: str, fix: str
) -> None:
    loss = Logistic() if question == "marginals" else Hinge()
    learner = Online("sgd", epochs=1) if question == "marginals" else Online("mira", k_best=3)
    if question == "argmax":
        learner = Online("mira")
    problem = own_problem(chain_toy(0), Broken(question, answer), loss)
    with pytest.raises(ParameterError) as caught:
        learner.fit(problem)
    assert_three_parts(caught.value, f"Broken.{question} must return", got, fix)


@pytest.mark.parametrize("n_threads", [1, 2])
@pytest.mark.parametrize("error", [ZeroDivisionError, KeyError, SystemExit])
def test_exceptions_of_the_users_class_come_out_as_they_are(
    error: type[BaseException], n_threads: int
) -> None:
    mine = error("mine")
    structure = Broken("marginals", mine)
    toy = chain_toy(0, n=1200, longest=2)
    problem = own_problem(toy, structure, Logistic(), l2=1.0, n_threads=n_threads)
    for learner in (Batch("lbfgs"), Online("sgd")):
        with pytest.raises(error) as caught:
            learner.fit(problem)
        assert caught.value is mine


def test_an_exception_stops_the_other_threads() -> None:
    calls = []

    def fail_once(sites: Array, structural: Array) -> Any:
        calls.append(threading.get_ident())
        if len(calls) == 10:
            raise ZeroDivisionError("mine")
        time.sleep(0.001)
        return Chain().marginals(sites, structural)

    toy = chain_toy(0, n=3000, longest=2)
    problem = own_problem(toy, Broken("marginals", fail_once), Logistic(), l2=1.0, n_threads=2)
    with pytest.raises(ZeroDivisionError, match="mine"):
        Batch("lbfgs").fit(problem)
    assert len(calls) < 30  # one more of each thread; without a stop it was the rest of a slice


def test_control_c_stops_learning_in_the_middle_of_a_question() -> None:
    calls = []
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # jobs of a shell ignore it

    def interrupted(sites: Array, structural: Array) -> Any:
        calls.append(1)
        if len(calls) == 5:
            signal.raise_signal(signal.SIGINT)
        return Chain().argmax(sites, structural)

    problem = own_problem(chain_toy(0), Broken("argmax", interrupted), PerceptronLoss())
    try:
        with pytest.raises(KeyboardInterrupt):
            Online("perceptron").fit(problem)
    finally:
        signal.signal(signal.SIGINT, before)
    assert len(calls) == 5


class Simple:
    """Each site for itself; nothing but argmax."""

    def argmax(self, sites: Array) -> Any:
        return sites.argmax(axis=1)


def test_argmax_is_enough_for_losses_of_the_maximum() -> None:
    toy = chain_toy(0, n=40)
    structure: Structure = Simple()
    fitted = Online("perceptron").fit(own_problem(toy, structure, PerceptronLoss()))
    found = (toy.X @ fitted.weights).argmax(axis=1)
    assert (found == toy.gold).mean() > 0.7


@pytest.mark.parametrize(
    ("structure", "loss", "learner", "rule", "got", "fix"),
    [
        (Simple(), Logistic(), Online(), "'logistic' asks a structure for marginals",
         "Simple has no marginals", "Use loss='perceptron' or 'hinge', or add marginals"),
        (Simple(), Hinge(), Online("mira", k_best=5), "MIRA with k_best=5 asks .* for k_best",
         "Simple has no k_best", "Use k_best=1, or add k_best"),
        (object(), Hinge(), Online("mira"), "asks a structure for argmax",
         "object has no argmax", "add argmax"),
        (Simple, Hinge(), Online("mira"), "structure must be an object",
         "got the class Simple", r"Write Simple\(\)"),
        (Hidden(Chain(), "parts"), Hinge(), Online("mira"), "weights of its own asks .* parts",
         "Hidden has no parts", "add parts"),
    ],
)  # fmt: skip
def test_what_a_structure_cannot_answer_is_refused_before_learning(
    structure: Any, loss: Loss, learner: Online, rule: str, got: str, fix: str
) -> None:
    with pytest.raises(ParameterError) as caught:
        learner.begin(own_problem(chain_toy(0), structure, loss))
    assert_three_parts(caught.value, rule, got, fix)


def test_a_structure_lives_as_long_as_its_problem() -> None:
    problem = own_problem(chain_toy(0), Hidden(Chain()), Hinge()).native()
    for _ in range(3):
        assert problem.n_examples == 12
