"""Suite 3: L1 beside L2. How many weights are exactly zero, and what that costs in accuracy."""

from __future__ import annotations

from benchmarks.jobs import Job, Suite

SPARSITY = Suite(
    name="sparsity",
    about="share of exact zeros and accuracy, L1 beside L2",
    jobs=(
        Job(
            "logistic-l2",
            "binary logistic regression, l2=1, free intercept",
            loss="logistic",
            l2=1.0,
            most_labels=2,
        ),
        Job(
            "logistic-l1",
            "binary logistic regression, l1=0.25, free intercept",
            loss="logistic",
            l1=0.25,
            most_labels=2,
        ),
    ),
    datasets=("imdb",),
    rivals=("linguine", "scikit-learn", "liblinear"),
)
