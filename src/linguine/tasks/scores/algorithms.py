"""Algorithms of text regressors by name: what ``TextRegressor("huber", delta=2)`` means."""

from __future__ import annotations

from linguine.tasks.algorithm import Algorithm, Algorithms

__all__ = ["SCORE_ALGORITHMS"]

_STOPS = ("max_iterations", "tolerance")
_STEPS = ("epochs", "averaged", "with_replacement", "learning_rate")
_PENALISED = ("C", "l2", "l1", *_STOPS)

SCORE_ALGORITHMS = Algorithms(
    {
        "auto": Algorithm("chooses features, penalty and loss on held-out texts"),
        "ridge": Algorithm(
            "least squares", "squared", "exact", (*_PENALISED, *_STEPS), C=1.0, sparse="owl-qn"
        ),
        "huber": Algorithm(
            "squared for small misses, absolute for large ones: outliers pull less",
            "huber",
            "lbfgs",
            ("delta", *_PENALISED, *_STEPS),
            C=1.0,
        ),
        "epsilon-insensitive": Algorithm(
            "support vector regression: small misses cost nothing",
            "epsilon-insensitive",
            "dual",
            ("epsilon", "C", "l2", *_STOPS, *_STEPS),
            C=1.0,
            defaults={"dual": {"tolerance": 1e-3}},
        ),
        "poisson": Algorithm(
            "counts: the logarithm of their mean is a sum", "poisson", "lbfgs", _PENALISED, C=1.0
        ),
        # As strong as that of logistic regression on texts, which it is for two values.
        "ordinal": Algorithm(
            "ordered values, such as 1 to 5 stars: thresholds on one scale",
            "ordinal",
            "lbfgs",
            _PENALISED,
            C=10.0,
            has_probabilities=True,
        ),
    }
)
