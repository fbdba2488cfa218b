"""Suite 1: linear classification of a text matrix, every job beside the rivals that can do it."""

from __future__ import annotations

from benchmarks.jobs import Job, Suite

JOBS = (
    Job(
        "svm-ova",
        "squared-hinge SVM, one-versus-all, C=1, intercept as the weight of a constant",
        loss="squared-hinge",
        multiclass="one-versus-all",
        l2=1.0,
        regularize_intercept=True,
    ),
    Job(
        "svm-hinge-ova",
        "hinge SVM, one-versus-all, C=1, intercept as the weight of a constant",
        loss="hinge",
        multiclass="one-versus-all",
        l2=1.0,
        regularize_intercept=True,
    ),
    Job(
        "svm-crammer-singer",
        "multiclass hinge SVM of Crammer and Singer, C=1, intercept as the weight of a constant",
        loss="hinge",
        l2=1.0,
        regularize_intercept=True,
        least_labels=3,
    ),
    Job(
        "logistic",
        "multinomial (two labels: binary) logistic regression, C=1, free intercept",
        loss="logistic",
        l2=1.0,
    ),
    Job(
        "logistic-ova",
        "logistic regression, one-versus-all, C=1, intercept as the weight of a constant",
        loss="logistic",
        multiclass="one-versus-all",
        l2=1.0,
        regularize_intercept=True,
    ),
    Job("ridge", "ridge classifier, l2=1, free intercept", loss="squared", l2=1.0),
    Job("perceptron", "one epoch of the perceptron"),
    Job("mira", "one epoch of MIRA (passive-aggressive), C=1"),
    Job(
        "sgd",
        "one epoch of stochastic gradient descent, hinge loss, l2 = 1e-4 per row",
        loss="hinge",
        multiclass="one-versus-all",
        l2_per_row=1e-4,
    ),
    Job("naive-bayes", "multinomial naive Bayes, alpha=1"),
)

CLASSIFY = Suite(
    name="classify",
    about="time, memory and accuracy of a fit beside other libraries",
    jobs=JOBS,
    datasets=("20newsgroups", "imdb", "20newsgroups-float32", "imdb-float32"),
    rivals=("linguine", "scikit-learn", "liblinear"),
)
