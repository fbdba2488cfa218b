"""KernelSVM and KernelPerceptron: right, repeatable, in scikit-learn's manners."""

from __future__ import annotations

import pickle
import sys
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.sparse import csr_array
from sklearn.base import clone
from sklearn.datasets import load_iris, make_moons
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler
from sklearn.svm import SVC

from linguine import KernelPerceptron, KernelSVM
from linguine.kernels import RBF, Polynomial, Spectrum, Subsequence, SubsetTree

from ..interrupts import interrupt
from ..reference import kernels as judge

XOR = np.array([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]])
XOR_LABELS = ["no", "no", "yes", "yes"]
MOONS = make_moons(600, noise=0.15, random_state=0)
IRIS = load_iris(return_X_y=True)
TEXTS = ["the cat sat on the mat", "a cat on a mat", "cats and mats", "buy pills now",
         "cheap pills online now", "pills and pills now"]  # fmt: skip
TEXT_LABELS = ["cat"] * 3 + ["spam"] * 3
TREES = ["(S (NP (D the) (N cat)) (V sat))", "(S (NP (D a) (N cat)) (V ran))", "(NP (N pills))",
         "(NP (A cheap) (N pills))"]  # fmt: skip
TREE_LABELS = ["sentence", "sentence", "phrase", "phrase"]
MACHINES: list[Any] = [KernelSVM, KernelPerceptron]
by_machine = pytest.mark.parametrize("machine", MACHINES)


def linear(X: Any, Y: Any) -> Any:
    """A kernel of the user's."""
    return np.asarray(X) @ np.asarray(Y).T


FITS: dict[str, tuple[Any, Any, Any]] = {
    "vectors": (RBF(0.5), *IRIS),
    "sparse": (Polynomial(2), csr_array(IRIS[0]), IRIS[1]),
    "two-labels": (RBF(0.5), *MOONS),
    "texts": (Subsequence(3), TEXTS, TEXT_LABELS),
    "trees": (SubsetTree(), TREES, TREE_LABELS),
}
by_fit = pytest.mark.parametrize("fit", FITS.values(), ids=FITS)


# --- learning -------------------------------------------------------------------------------------


@by_machine
@pytest.mark.parametrize("kernel", [RBF(), Polynomial(2)], ids=str)
def test_exclusive_or_is_learned(machine: Any, kernel: Any) -> None:
    options = {"C": 10.0} if machine is KernelSVM else {}
    assert machine(kernel, **options).fit(XOR, XOR_LABELS).score(XOR, XOR_LABELS) == 1


@by_machine
def test_two_moons_are_learned(machine: Any) -> None:
    X, y = MOONS
    assert machine(RBF(0.5)).fit(X[:300], y[:300]).score(X[300:], y[300:]) >= 0.97


@by_machine
def test_strings_and_trees_are_learned(machine: Any) -> None:
    texts = machine(Subsequence(3)).fit(TEXTS, TEXT_LABELS)
    assert texts.predict(["cats on mats", "pills online"]).tolist() == ["cat", "spam"]
    trees = machine(SubsetTree()).fit(TREES, TREE_LABELS)
    new = ["(S (NP (D the) (N dog)) (V sat))", "(NP (A cheap) (N dogs))"]
    assert trees.predict(new).tolist() == ["sentence", "phrase"]


@pytest.mark.parametrize("C", [0.1, 1.0, 100.0])
@pytest.mark.parametrize("data", [IRIS, MOONS], ids=["three-labels", "two-labels"])
def test_smo_finds_libsvms_optimum(data: Any, C: float) -> None:
    X, y = data
    ours = KernelSVM(RBF.from_gamma(0.5), C=C, tolerance=1e-6).fit(X, y)
    theirs = SVC(C=C, gamma=0.5, tol=1e-6).fit(X, y)
    assert (ours.predict(X) == theirs.predict(X)).all()
    # Both keep K in single precision, which an optimum that is flat in places lets through.
    assert np.allclose(ours.decision_function(X), theirs.decision_function(X), atol=2e-3)
    assert np.allclose(ours.intercept_, theirs.intercept_, atol=2e-3)
    assert ours.dual_coef_.shape[0] == theirs.dual_coef_.shape[0]
    assert abs(ours.n_support_ - theirs.n_support_).max() <= 2


def objective(model: Any, K: NDArray[Any], y: NDArray[Any]) -> float:
    beta = np.zeros(len(y))
    beta[model.support_] = model.dual_coef_[0]
    return judge.svm_objective(K, np.where(y == 1, 1.0, -1.0), beta)


def test_the_objective_is_that_of_the_dual() -> None:
    X, y = MOONS
    model = KernelSVM(RBF(0.5)).fit(X, y)
    assert model.objective_ == pytest.approx(objective(model, RBF(0.5)(X), y), rel=1e-6)


def test_the_conditions_of_the_optimum_hold() -> None:
    X, y = MOONS
    model = KernelSVM(RBF(0.5), C=2.0, tolerance=1e-4).fit(X, y)
    alpha = np.abs(model.dual_coef_[0])
    margin = np.where(y == 1, 1, -1) * model.decision_function(X)
    at = margin[model.support_]
    is_free = (alpha > 0) & (alpha < 2.0)
    assert abs(model.dual_coef_.sum()) < 1e-9
    assert (alpha <= 2.0).all()
    assert np.allclose(at[is_free], 1, atol=1e-3)
    assert (at[alpha == 2.0] <= 1 + 1e-3).all()
    assert (np.delete(margin, model.support_) >= 1 - 1e-3).all()


@pytest.mark.parametrize("cache_mb", [1e-6, 0.05, 200.0])
@pytest.mark.parametrize("shrinking", [True, False])
def test_cache_and_shrinking_do_not_change_the_optimum(cache_mb: float, shrinking: bool) -> None:
    X, y = make_moons(1500, noise=0.3, random_state=1)  # enough steps for shrinking
    options: dict[str, Any] = {"C": 50.0, "tolerance": 1e-4}
    usual = KernelSVM(RBF(0.3), **options).fit(X, y)
    model = KernelSVM(RBF(0.3), cache_mb=cache_mb, shrinking=shrinking, **options).fit(X, y)
    assert model.objective_ == pytest.approx(usual.objective_, rel=1e-6)


def test_sample_weights_scale_the_price_of_an_example() -> None:
    X, y = MOONS
    weights = np.where(np.arange(len(y)) % 3 == 0, 2.0, 0.5)
    ours = KernelSVM(RBF.from_gamma(1.0), tolerance=1e-5).fit(X, y, weights)
    theirs = SVC(gamma=1.0, tol=1e-5).fit(X, y, weights)
    assert np.allclose(ours.decision_function(X), theirs.decision_function(X), atol=1e-3)


@pytest.mark.parametrize("n_labels", [2, 3])
@pytest.mark.parametrize("averaged", [True, False])
@pytest.mark.parametrize("budget", [None, 5, 12])
def test_the_kernel_perceptron_agrees_with_the_judge(
    n_labels: int, averaged: bool, budget: int | None
) -> None:
    random = np.random.default_rng(1)
    X = random.integers(-2, 3, (40, 3)).astype(float)  # K is exact in single precision
    y = np.sort(np.arange(40) % n_labels)
    options: dict[str, Any] = {"epochs": 3, "shuffle": False}
    model = KernelPerceptron(Polynomial(2), averaged=averaged, budget=budget, **options).fit(X, y)
    K = (X @ X.T + 1) ** 2
    found = np.zeros((model.dual_coef_.shape[0], 40))
    found[:, model.support_] = model.dual_coef_
    alpha, bias = judge.kernel_perceptron(
        K, y.tolist(), n_labels, [range(40)] * 3, averaged=averaged, budget=budget
    )
    # Projections solve a system whose condition is about 1e6.
    assert np.allclose(found, alpha, rtol=0, atol=1e-7)
    assert np.allclose(model.intercept_, bias, rtol=0, atol=1e-7)


def test_a_budget_holds_and_costs_little() -> None:
    X, y = MOONS
    model = KernelPerceptron(RBF(0.5), budget=20).fit(X[:300], y[:300])
    assert len(model.support_) <= 20
    assert model.score(X[300:], y[300:]) >= 0.97


def test_perceptron_stops_when_all_is_right_and_averages_as_if_it_had_not() -> None:
    short, long = (KernelPerceptron(RBF(0.5), epochs=n).fit(XOR, XOR_LABELS) for n in (50, 5000))
    assert short.n_iter_ == long.n_iter_ == len(short.history_) < 50
    assert abs(long.dual_coef_).min() > abs(short.dual_coef_).min()


def test_hard_margins_leave_no_example_within() -> None:
    X, y = IRIS[0][:100], IRIS[1][:100]
    model = KernelSVM(Polynomial(1), C=float("inf"), tolerance=1e-5).fit(X, y)
    margin = np.where(y == 1, 1, -1) * model.decision_function(X)
    assert margin.min() == pytest.approx(1, abs=1e-4)
    soft = SVC(kernel="linear", C=1e6, tol=1e-5).fit(X, y)
    assert np.allclose(model.decision_function(X), soft.decision_function(X), atol=1e-3)


# --- the same bits --------------------------------------------------------------------------------


@by_machine
@by_fit
def test_threads_do_not_change_a_bit(machine: Any, fit: Any) -> None:
    kernel, X, y = fit
    one, three = (machine(kernel, n_threads=n).fit(X, y).to_bytes() for n in (1, 3))
    assert one == three


@by_machine
@by_fit
def test_a_saved_model_answers_the_same(machine: Any, fit: Any, tmp_path: Any) -> None:
    kernel, X, y = fit
    model = machine(kernel).fit(X, y)
    model.save(tmp_path / "model.linguine")
    loaded = machine.load(tmp_path / "model.linguine")
    for copy in (loaded, pickle.loads(pickle.dumps(model))):
        assert copy.kernel == kernel
        assert (copy.decision_function(X) == model.decision_function(X)).all()
        assert (copy.classes_ == model.classes_).all()
    assert loaded.to_bytes() == model.to_bytes()


def test_an_infinite_price_is_saved() -> None:
    model = KernelSVM(C=float("inf")).fit(XOR, XOR_LABELS)
    assert KernelSVM.load(model.to_bytes()).C == float("inf")


def test_seeds_are_repeatable() -> None:
    models = [KernelPerceptron(RBF(0.5), epochs=2, random_state=s).fit(*MOONS) for s in (0, 0, 1)]
    assert models[0].to_bytes() == models[1].to_bytes() != models[2].to_bytes()


# --- scikit-learn ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kernel", "X", "y"),
    [(Subsequence(3, decay=0.5), TEXTS, TEXT_LABELS), (Spectrum(2), TEXTS, TEXT_LABELS),
     (SubsetTree(), TREES, TREE_LABELS), (RBF(0.5), *IRIS)],
    ids=["subsequence", "spectrum", "subset-tree", "rbf"],
)  # fmt: skip
def test_a_kernel_is_a_kernel_of_scikit_learns(kernel: Any, X: Any, y: Any) -> None:
    theirs = clone(SVC(kernel=kernel)).fit(X, y)
    ours = KernelSVM(kernel).fit(X, y)
    assert (theirs.predict(X) == ours.predict(X)).all()
    precomputed = SVC(kernel="precomputed").fit(kernel(X), y)
    assert (precomputed.predict(kernel(X, X)) == theirs.predict(X)).all()


@pytest.mark.parametrize("last", [SVC(kernel=Subsequence(2)), KernelSVM(Subsequence(2))])
def test_texts_go_through_pipelines_and_searches(last: Any) -> None:
    shout = FunctionTransformer(lambda texts: [text.upper() for text in texts])
    pipeline = make_pipeline(shout, last).fit(TEXTS, TEXT_LABELS)
    assert pipeline.predict(["Cats on Mats"]).tolist() == ["cat"]
    grid = {"kernel": [Subsequence(2), Subsequence(2, decay=0.9), Spectrum(2)]}
    assert GridSearchCV(last, grid, cv=3).fit(TEXTS, TEXT_LABELS).best_score_ == 1


@by_machine
def test_matrices_go_through_pipelines(machine: Any) -> None:
    pipeline = make_pipeline(StandardScaler(), machine(RBF(1.0)))
    assert cross_val_score(pipeline, *IRIS, cv=3).mean() > 0.9
    assert cross_val_score(machine(RBF(1.0)), csr_array(IRIS[0]), IRIS[1], cv=3).mean() > 0.9


@by_machine
def test_parameters_can_be_asked_for_and_set(machine: Any) -> None:
    model = clone(machine(RBF(2.0), cache_mb=10.0))
    assert model.get_params()["kernel"] == RBF(2.0)
    assert repr(model.set_params(kernel=Spectrum(3), cache_mb=200.0)).startswith(
        f"{machine.__name__}(kernel=Spectrum(length=3"
    )


@by_machine
def test_a_function_of_the_users_is_a_kernel(machine: Any) -> None:
    X, y = IRIS
    ours, own = machine(Polynomial(1, offset=0.0)).fit(X, y), machine(linear).fit(X, y)
    assert np.allclose(ours.decision_function(X), own.decision_function(X), atol=1e-2)
    lists = [list(row) for row in X[:100].tolist()]
    assert machine(linear).fit(lists, y[:100]).score(lists, y[:100]) == 1


# --- explanations ---------------------------------------------------------------------------------


@by_machine
@by_fit
def test_an_explanation_adds_up_and_names_the_nearest(machine: Any, fit: Any) -> None:
    kernel, X, y = fit
    model = machine(kernel).fit(X, y)
    item = X[:1] if hasattr(X, "shape") else X[0]
    found = model.explain(item, top=3)
    terms = sum(each.contribution for each in found.neighbours)
    assert found.lead == pytest.approx(found.bias + terms + found.others)
    assert found.lead >= 0
    assert found.label == model.predict(X[:1]).item()
    similarities = [each.similarity for each in found.neighbours]
    assert similarities == sorted(similarities, reverse=True)
    assert all(np.asarray(y)[each.row] == each.label for each in found.neighbours)
    assert "bias" in str(found)


def test_an_explanation_shows_the_texts_themselves() -> None:
    model = KernelSVM(Subsequence(3)).fit(TEXTS, TEXT_LABELS)
    nearest = model.explain("a cat on the mat", top=1).neighbours[0]
    assert nearest.item == TEXTS[nearest.row]
    assert nearest.label == "cat"


def test_progress_is_told() -> None:
    seen: list[Any] = []
    KernelSVM(progress=seen.append).fit(*IRIS)
    assert [each.step for each in seen if each.phase == "smo"][-1] <= 3
    KernelPerceptron(progress=seen.append, epochs=4).fit(*IRIS)
    assert seen[-1].total == 4


LONG_FIT = """
    import sys, time
    from linguine import KernelPerceptron, KernelSVM
    from linguine.kernels import Subsequence
    texts = [chr(97 + i % 20) * 5000 + "abcdefgh" * 100 for i in range(400)]
    labels = [i % 3 for i in range(400)]
    tell_when_inside("")
    try:
        {fit}
    except KeyboardInterrupt:
        print("interrupted", time.time(), flush=True)
        sys.exit(0)
    sys.exit(3)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="SIGINT cannot be sent to one process there")
@pytest.mark.parametrize(
    "fit",
    [
        "Subsequence(4)(texts)",
        "KernelSVM(Subsequence(4), cache_mb=0.1).fit(texts, labels)",
        "KernelPerceptron(Subsequence(4, normalize=False), cache_mb=0.1).fit(texts, labels)",
    ],
    ids=["gram", "svm", "perceptron"],
)
def test_control_c_stops_long_comparisons(fit: str) -> None:
    out, sent = interrupt(LONG_FIT.format(fit=fit), timeout=30)
    # A piece is 16 pairs of texts of 5,800 characters here: a few seconds on a busy machine.
    assert float(out.split()[-1]) - sent < 10
