"""Algorithms that cluster texts."""

from __future__ import annotations

from linguine.tasks.algorithm import Algorithm, Algorithms

__all__ = ["AUTO", "CLUSTER_ALGORITHMS", "MIXTURE"]

#: Asks for what suits the texts; there is one so far.
AUTO, MIXTURE = "auto", "mixture"

CLUSTER_ALGORITHMS = Algorithms(
    {
        MIXTURE: Algorithm(
            "mixture of naive Bayes models, found by EM",
            options=("alpha", "restarts", "max_iterations", "tolerance"),
            values="count",
            normalize=None,
            has_probabilities=True,
        ),
    }
)
