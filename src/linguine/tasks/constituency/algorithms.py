"""Algorithms of constituency parsers by name: what ``ConstituencyParser("mira")`` means."""

from __future__ import annotations

from linguine.tasks.algorithm import Algorithm, Algorithms

__all__ = ["CONSTITUENCY_ALGORITHMS", "PCFG"]

PCFG = "pcfg"
#: Passes over the sentences: what held-out sentences of a small treebank want.
_EPOCHS = {"epochs": 8}
_ADAGRAD = {**_EPOCHS, "learning_rate": 0.1, "first_square": 0.01}
_PASSES = ("epochs", "averaged", "patience")
_SMOOTH = ("learner", "learning_rate", "l2", "l1", *_PASSES, "max_iterations", "tolerance")


def _smooth(summary: str, loss: str, *, has_probabilities: bool = False) -> Algorithm:
    return Algorithm(
        summary,
        loss,
        "adagrad",
        _SMOOTH,
        online="adagrad",
        defaults={"adagrad": _ADAGRAD, "sgd": _EPOCHS, "pegasos": _EPOCHS},
        has_probabilities=has_probabilities,
    )


CONSTITUENCY_ALGORITHMS = Algorithms(
    {
        PCFG: Algorithm(
            "probabilistic grammar, by counting; no features",
            options=("unlabelled_weight",),
            has_probabilities=True,
        ),
        "perceptron": Algorithm(
            "structured perceptron",
            "perceptron",
            "perceptron",
            _PASSES,
            defaults={"perceptron": _EPOCHS},
        ),
        "mira": Algorithm(
            "passive-aggressive, a margin for every wrong span",
            "hinge",
            "mira",
            ("C", "k_best", *_PASSES),
            defaults={"mira": {**_EPOCHS, "C": 0.1}},
        ),
        "svm": _smooth("structured SVM", "hinge"),
        "crf": _smooth("conditional likelihood of trees", "logistic", has_probabilities=True),
        "softmax-margin": _smooth(
            "likelihood of trees with a margin", "softmax-margin", has_probabilities=True
        ),
    }
)
