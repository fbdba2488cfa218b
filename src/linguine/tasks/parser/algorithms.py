"""Algorithms of parsers by name: what ``DependencyParser("mira", C=0.1)`` means."""

from __future__ import annotations

from linguine.tasks.algorithm import MISTAKES, PASSES, Algorithm, Algorithms

__all__ = ["PARSER_ALGORITHMS"]

#: Passes over the sentences: what dev data of EWT want, and more do not harm.
_EPOCHS = {"epochs": 10}
#: The largest step of MIRA; smaller than for labels, as a tree has many arcs.
_MIRA = {"mira": {**_EPOCHS, "C": 0.1}}
#: Rates of SGD by what the loss asks of trees, and of AdaGrad: best on the dev part of EWT.
_SGD_RATES = {"hinge": 0.003, "logistic": 0.01, "softmax-margin": 0.01}
#: AdaGrad's sums of squares begin here: a share of a millionth is not to move a weight by a whole
#: step because it is the first that the weight sees.
_ADAGRAD = {**_EPOCHS, "learning_rate": 0.05, "first_square": 0.01}

_SMOOTH = ("learner", "learning_rate", "l2", "l1", *PASSES, "max_iterations", "tolerance")


def _smooth(summary: str, loss: str, *, has_probabilities: bool = False) -> Algorithm:
    return Algorithm(
        summary,
        loss,
        "sgd",
        _SMOOTH,
        defaults={"sgd": _EPOCHS, "pegasos": _EPOCHS, "adagrad": _ADAGRAD},
        named={"sgd": {"learning_rate": _SGD_RATES[loss]}},
        has_probabilities=has_probabilities,
    )


PARSER_ALGORITHMS = Algorithms(
    {
        "perceptron": Algorithm(
            "structured perceptron",
            "perceptron",
            "perceptron",
            MISTAKES,
            defaults={"perceptron": _EPOCHS},
        ),
        "mira": Algorithm(
            "passive-aggressive, a margin for every wrong word",
            "hinge",
            "mira",
            ("C", "k_best", "update", *MISTAKES),
            defaults=_MIRA,
        ),
        "svm": _smooth("structured SVM", "hinge"),
        "crf": _smooth("conditional likelihood of trees", "logistic", has_probabilities=True),
        "softmax-margin": _smooth(
            "likelihood of trees with a margin", "softmax-margin", has_probabilities=True
        ),
    }
)
