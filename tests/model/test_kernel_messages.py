"""What kernel estimators cannot do, they say in three parts; broken files are refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy.sparse import csr_array

from linguine import ConvergenceWarning, DataError, KernelPerceptron, KernelSVM, ParameterError
from linguine.errors import LinguineError
from linguine.kernels import RBF, Polynomial, Spectrum, SubsetTree

from ..forging import Config, Tensors, flip_a_byte, forge
from ..messages import assert_three_parts

X = np.array([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]])
Y = [0, 0, 1, 1]
ANY: Callable[..., dict[str, Any]] = dict  # values that the type checker would not let through
MACHINES: list[Any] = [KernelSVM, KernelPerceptron]
by_machine = pytest.mark.parametrize("machine", MACHINES)


@pytest.mark.parametrize(
    ("make", "rule", "got", "fix"),
    [
        (lambda: KernelPerceptron(budget=0), "budget must be an integer >= 1", "got 0", "Use None"),
        (lambda: KernelPerceptron(epochs=0), "epochs must be an integer >= 1", "got 0", "Use at"),
        (lambda: KernelSVM(C=0.0), "C must be a number > 0", "got 0", "positive C"),
        (lambda: KernelSVM(tolerance=-1.0), "tolerance must be", "got -1", "try 1e-3"),
        (lambda: KernelSVM(max_iterations=0), "max_iterations must be", "got 0", "More"),
        (lambda: KernelSVM(cache_mb=0.0), "cache_mb must be", "got 0", "Use 200"),
        (lambda: KernelSVM("rbf"), "kernel must be a kernel", "got 'rbf'", r"RBF\(\)"),
        (lambda: KernelSVM(RBF), "kernel must be a kernel", "RBF", r"RBF\(\)"),
        (lambda: KernelSVM(**ANY(shrinking=2)), "shrinking must be True or False", "got 2", "Give"),
    ],
)  # fmt: skip
def test_wrong_parameters(make: Callable[[], Any], rule: str, got: str, fix: str) -> None:
    with pytest.raises(ParameterError) as error:
        make().fit(X, Y)
    assert_three_parts(error.value, rule, got, fix)


def indefinite(A: Any, B: Any) -> Any:
    return -np.exp(-((np.asarray(A)[:, None] - np.asarray(B)[None]) ** 2).sum(axis=2))


def asymmetric(A: Any, B: Any) -> Any:
    return np.arange(len(A) * len(B), dtype=float).reshape(len(A), len(B))


@by_machine
@pytest.mark.parametrize(
    ("kernel", "rule", "got", "fix"),
    [
        (indefinite, "positive semi-definite", "smallest eigenvalue is -", "such as RBF"),
        (asymmetric, "symmetric", r"K\[0, 3\] is 3 and K\[3, 0\] is 12", "Use a kernel"),
        (lambda A, B: np.eye(2), r"must return shape \(4, 4\)", r"got \(2, 2\)", "Return a row"),
        (lambda A, B: np.full((4, 4), np.nan), "finite numbers", r"K\[0, 0\] is nan", "Scale"),
        (lambda A, B: "no", "matrix of numbers", "'no'", "Return an array"),
    ],
    ids=["indefinite", "asymmetric", "shape", "nan", "text"],
)
def test_functions_that_are_no_kernels(
    machine: Any, kernel: Any, rule: str, got: str, fix: str
) -> None:
    with pytest.raises(DataError) as error:
        machine(kernel).fit(X, Y)
    assert_three_parts(error.value, rule, got, fix)


@by_machine
def test_wrong_shapes(machine: Any) -> None:
    model = machine().fit(X, Y)
    with pytest.raises(DataError) as error:
        model.predict(np.ones((2, 3)))
    assert_three_parts(error.value, "expecting 2 features", "X has 3", "Transform X")
    with pytest.raises(DataError, match="X has 4 rows, y has 3"):
        machine().fit(X, Y[:3])
    with pytest.raises(DataError, match="one label per"):
        machine().fit(X, np.full((4, 2), 0.5))
    with pytest.raises(DataError, match="two classes"):
        machine().fit(X, [1, 1, 1, 1])
    with pytest.raises(DataError, match=r"explain takes one item; got 4"):
        model.explain(X)


@by_machine
def test_a_class_without_weight(machine: Any) -> None:
    with pytest.raises(DataError) as error:
        machine().fit(X, [0, 0, 1, 2], [1.0, 1.0, 1.0, 0.0])
    assert_three_parts(error.value, "every class needs an example", "2 has none", "Leave its rows")


@pytest.mark.parametrize(
    ("X", "y"),
    [
        (X, Y),
        ([[0.0], [0.0], [1.0]], [0, 1, 1]),
        (np.random.default_rng(0).normal(size=(400, 2)), np.arange(400) % 2),
    ],
    ids=["xor", "equal-points", "noise"],
)
def test_no_hard_margin_where_there_is_none(X: Any, y: Any) -> None:
    with pytest.raises(DataError) as error:
        KernelSVM(Polynomial(1), C=float("inf")).fit(X, y)
    assert_three_parts(error.value, "C=inf asks for a margin", "0 and 1 have none", "finite C")


def test_nothing_half_learned_is_left_behind() -> None:
    model = KernelSVM(Polynomial(1), C=float("inf"))
    with pytest.raises(DataError):
        model.fit(X, Y)
    assert not hasattr(model, "classes_")


def test_too_few_steps_are_a_warning() -> None:
    with pytest.warns(ConvergenceWarning) as told:
        KernelSVM(max_iterations=1).fit(X, Y)
    message = told[0].message
    assert isinstance(message, Warning)
    assert_three_parts(message, "stopped after 1 steps", "tolerance", "Scale the data")


@by_machine
def test_texts_for_vectors_and_vectors_for_texts(machine: Any) -> None:
    with pytest.raises(DataError, match="matrix of numbers"):
        machine(RBF()).fit(["a", "b"], [0, 1])
    with pytest.raises(DataError, match="texts must"):
        machine(Spectrum(2)).fit(X, Y)
    with pytest.raises(DataError, match="written in brackets"):
        machine(SubsetTree()).fit(["(A x)", "A x"], [0, 1])


def test_functions_are_not_saved() -> None:
    model = KernelSVM(lambda A, B: A @ B.T + 1.0).fit(X[:3], Y[:3])
    with pytest.raises(ParameterError) as error:
        model.to_bytes()
    assert_three_parts(error.value, "holds no code", "function", "pickle")


MODELS = {
    "dense": KernelSVM(RBF()).fit(X, Y).to_bytes(),
    "sparse": KernelSVM(RBF()).fit(csr_array(X), Y).to_bytes(),
    "texts": KernelPerceptron(Spectrum(1)).fit(["ab", "cd", "ae"], ["x", "y", "z"]).to_bytes(),
}


def drop(tensors: Tensors, config: Config) -> None:
    tensors.pop("bias")


FORGERIES: dict[str, tuple[str, Callable[[Tensors, Config], object]]] = {
    "no-bias": ("dense", drop),
    "nan": ("dense", lambda t, c: t["coefficients"].fill(np.nan)),
    "nan-vector": ("dense", lambda t, c: t["vectors.values"].fill(np.nan)),
    "counts": ("dense", lambda t, c: t["counts"].fill(9)),
    "kernel": ("dense", lambda t, c: c["kernel"].update(kernel="eval")),
    "sigma": ("dense", lambda t, c: c["kernel"].update(sigma=-1.0)),
    "field": ("dense", lambda t, c: c["kernel"].update(code="print()")),
    "parameter": ("dense", lambda t, c: c["parameters"].update(C=-1.0)),
    "parameter-name": ("dense", lambda t, c: c["parameters"].update(kernel=1)),
    "labels": ("dense", lambda t, c: c.update(labels=[1, 0])),
    "machine": ("dense", lambda t, c: c.update(machine="perceptron")),
    "task": ("dense", lambda t, c: c.update(task="tagging")),
    "indices": ("sparse", lambda t, c: t["vectors.indices"].fill(7)),
    "indptr": ("sparse", lambda t, c: t["vectors.indptr"].fill(10**9)),
    "shape": ("sparse", lambda t, c: t["vectors.shape"].fill(-1)),
    "wide": ("sparse", lambda t, c: t["vectors.shape"].__setitem__(1, 2**60)),
    "lengths": ("texts", lambda t, c: t["vectors.lengths"].fill(2**31)),
    "utf-8": ("texts", lambda t, c: t["vectors.bytes"].fill(255)),
}


@pytest.mark.parametrize(("name", "change"), FORGERIES.values(), ids=FORGERIES)
def test_forged_files_are_refused(name: str, change: Callable[[Tensors, Config], object]) -> None:
    reader: Any = KernelPerceptron if name == "texts" else KernelSVM
    with pytest.raises(LinguineError):
        reader.load(forge(MODELS[name], change))


@pytest.mark.parametrize("name", MODELS)
def test_any_changed_byte_is_an_answer_or_an_error(name: str) -> None:
    reader: Any = KernelPerceptron if name == "texts" else KernelSVM
    random = np.random.default_rng(0)
    for _ in range(200):
        data = forge(MODELS[name], lambda tensors, _: flip_a_byte(tensors, random))
        try:
            reader.load(data).predict(["abc"] if name == "texts" else X)
        except LinguineError:
            pass
