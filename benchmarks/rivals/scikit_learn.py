"""scikit-learn: the library our estimators are measured against.

Defaults, except: iterations enough to converge, one epoch for the online learners, n_jobs = threads
where it is taken. Nobody shall be slow only because its default tolerance is tighter than ours:
"loose" is the largest tolerance tried (powers of ten; 2e-3 for Crammer-Singer) that came within
1e-4 of the optimal objective on 20newsgroups. "tight" is for a default that did not (logistic on
imdb).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from benchmarks.jobs import Run

PACKAGE = "scikit-learn"
REQUIREMENTS = ("scikit-learn>=1.6,<1.10", "scipy")  # 1.10 drops passive-aggressive


def _linear_svc(**options: Any) -> Callable[[Run], Any]:
    def make(run: Run) -> Any:
        from sklearn.svm import LinearSVC

        # dual=True is what "auto" takes when features outnumber rows.
        return LinearSVC(C=1 / run.l2, dual=True, max_iter=10_000, random_state=run.seed, **options)

    return make


def _logistic(**options: Any) -> Callable[[Run], Any]:
    def make(run: Run) -> Any:
        from sklearn.linear_model import LogisticRegression

        return LogisticRegression(C=1 / run.l2, solver="lbfgs", max_iter=10_000, **options)

    return make


def _ridge(**options: Any) -> Callable[[Run], Any]:
    def make(run: Run) -> Any:
        from sklearn.linear_model import RidgeClassifier

        return RidgeClassifier(alpha=run.l2, random_state=run.seed, **options)

    return make


def _perceptron(run: Run) -> Any:
    from sklearn.linear_model import Perceptron

    return Perceptron(max_iter=1, tol=None, n_jobs=run.n_threads, random_state=run.seed)


def _passive_aggressive(run: Run) -> Any:
    from sklearn.linear_model import PassiveAggressiveClassifier

    return PassiveAggressiveClassifier(
        C=1.0, max_iter=1, tol=None, n_jobs=run.n_threads, random_state=run.seed
    )


def _sgd(**options: Any) -> Callable[[Run], Any]:
    def make(run: Run) -> Any:
        from sklearn.linear_model import SGDClassifier

        return SGDClassifier(
            loss="hinge",
            alpha=run.job.l2_per_row,
            max_iter=1,
            tol=None,
            n_jobs=run.n_threads,
            random_state=run.seed,
            **options,
        )

    return make


def _naive_bayes(run: Run) -> Any:
    from sklearn.naive_bayes import MultinomialNB

    return MultinomialNB(alpha=1.0)


ESTIMATORS: dict[tuple[str, str], Callable[[Run], Any]] = {
    ("svm-ova", "default"): _linear_svc(),
    ("svm-ova", "loose"): _linear_svc(tol=1e-2),
    ("svm-hinge-ova", "default"): _linear_svc(loss="hinge"),
    ("svm-hinge-ova", "loose"): _linear_svc(loss="hinge", tol=1e-3),
    ("svm-crammer-singer", "default"): _linear_svc(multi_class="crammer_singer"),
    ("svm-crammer-singer", "loose"): _linear_svc(multi_class="crammer_singer", tol=2e-3),
    ("logistic", "default"): _logistic(),
    ("logistic", "tight"): _logistic(tol=1e-5),
    ("ridge", "default"): _ridge(),
    ("perceptron", "default"): _perceptron,
    ("mira", "default"): _passive_aggressive,
    ("sgd", "default"): _sgd(),
    ("sgd", "averaged"): _sgd(average=True),
    ("naive-bayes", "default"): _naive_bayes,
    ("logistic-l2", "default"): _logistic(),
}
