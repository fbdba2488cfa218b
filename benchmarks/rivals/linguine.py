"""linguine itself. The first setting of a job is what a user gets; others show what a choice costs.

Online jobs: "one-versus-all" runs the algorithm of scikit-learn (one binary learner per label, last
weights); "joint" is our default for one pass (all labels at once, averaged weights). On sparse rows
scikit-learn moves the intercept by a hundredth of a step; "no-intercept" shows what that is worth.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from benchmarks.jobs import Run

PACKAGE = "linguine"
REQUIREMENTS = ("numpy", "scipy", "scikit-learn>=1.6", "rich>=13", "click>=8.1")
OVA = "one-versus-all"
_WITHOUT: dict[str, Any] = {"multiclass": OVA, "averaged": False, "fit_intercept": False}


def _svm(**options: Any) -> Callable[[Run], Any]:
    def make(run: Run) -> Any:
        from linguine import LinearSVM

        return LinearSVM(
            C=1 / run.l2,
            loss=run.job.loss,
            multiclass=run.job.multiclass,
            n_threads=run.n_threads,
            random_state=run.seed,
            **options,
        )

    return make


def _logistic(**options: Any) -> Callable[[Run], Any]:
    def make(run: Run) -> Any:
        from linguine import LogisticRegression

        return LogisticRegression(
            C=1 / run.l2 if run.l2 else float("inf"),
            l1=run.job.l1,
            multiclass=run.job.multiclass,
            regularize_intercept=run.job.regularize_intercept,
            n_threads=run.n_threads,
            random_state=run.seed,
            **options,
        )

    return make


def _ridge(**options: Any) -> Callable[[Run], Any]:
    def make(run: Run) -> Any:
        from linguine import RidgeClassifier

        return RidgeClassifier(l2=run.l2, n_threads=run.n_threads, **options)

    return make


def _one_epoch(name: str, **options: Any) -> Callable[[Run], Any]:
    def make(run: Run) -> Any:
        import linguine

        estimator = getattr(linguine, name)
        return estimator(epochs=1, n_threads=run.n_threads, random_state=run.seed, **options)

    return make


def _sgd(*, averaged: bool, **options: Any) -> Callable[[Run], Any]:
    def make(run: Run) -> Any:
        from linguine import LinearClassifier
        from linguine.learning import Online

        return LinearClassifier(
            "hinge",
            Online("sgd", epochs=1, averaged=averaged),
            multiclass=run.job.multiclass,
            l2=run.l2,
            n_threads=run.n_threads,
            random_state=run.seed,
            **options,
        )

    return make


def _online_l1(**options: Any) -> Callable[[Run], Any]:
    def make(run: Run) -> Any:
        from linguine import LinearClassifier
        from linguine.learning import Online

        return LinearClassifier(
            "logistic",
            Online(**options),
            l2=0.0,
            l1=run.job.l1,
            n_threads=run.n_threads,
            random_state=run.seed,
        )

    return make


def _naive_bayes(run: Run) -> Any:
    from linguine import NaiveBayes

    return NaiveBayes("multinomial", alpha=1.0, n_threads=run.n_threads)


ESTIMATORS: dict[tuple[str, str], Callable[[Run], Any]] = {
    ("svm-ova", "default"): _svm(),
    ("svm-ova", "tight"): _svm(tolerance=1e-7),
    ("svm-hinge-ova", "default"): _svm(),
    ("svm-hinge-ova", "tight"): _svm(tolerance=1e-5),
    ("svm-crammer-singer", "default"): _svm(),
    ("svm-crammer-singer", "tight"): _svm(tolerance=1e-5),
    ("logistic", "default"): _logistic(),
    ("logistic", "tight"): _logistic(tolerance=1e-7),
    ("logistic-ova", "default"): _logistic(learner="dual"),
    ("logistic-ova", "lbfgs"): _logistic(learner="lbfgs"),
    ("ridge", "default"): _ridge(),
    ("perceptron", "one-versus-all"): _one_epoch("Perceptron", multiclass=OVA, averaged=False),
    ("perceptron", "joint"): _one_epoch("Perceptron"),
    ("perceptron", "no-intercept"): _one_epoch("Perceptron", **_WITHOUT),
    ("mira", "one-versus-all"): _one_epoch("Mira", multiclass=OVA, averaged=False),
    ("mira", "joint"): _one_epoch("Mira"),
    ("mira", "no-intercept"): _one_epoch("Mira", **_WITHOUT),
    ("sgd", "one-versus-all"): _sgd(averaged=False),
    ("sgd", "averaged"): _sgd(averaged=True),
    ("sgd", "no-intercept"): _sgd(averaged=False, fit_intercept=False),
    ("naive-bayes", "default"): _naive_bayes,
    ("logistic-l2", "default"): _logistic(),
    ("logistic-l1", "owl-qn"): _logistic(),
    ("logistic-l1", "sgd"): _online_l1(rule="sgd"),
    ("logistic-l1", "adagrad"): _online_l1(rule="adagrad", learning_rate=1.0),
}
