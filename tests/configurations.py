"""Every valid pair of loss and learner once, as a table that tests run through."""

from __future__ import annotations

from typing import Any

from linguine import LinearClassifier, NaiveBayes
from linguine.learning import Batch, Dual, Exact, Online

Configuration = dict[str, Any]

SMOOTH = ("logistic", "softmax-margin", "squared")
ALL = ("perceptron", "hinge", "squared-hinge", "logistic", "softmax-margin", "squared")


def _table() -> dict[str, Configuration]:
    table: dict[str, Configuration] = {}

    def add(loss: str, learner: Any, multiclass: str, **options: Any) -> None:
        name = getattr(learner, "rule", getattr(learner, "solver", type(learner).__name__.lower()))
        l1 = "-l1" if options.get("l1") else ""
        table[f"{name}{l1}-{loss}-{multiclass}"] = {
            "loss": loss, "learner": learner, "multiclass": multiclass, **options,
        }  # fmt: skip

    add("hinge", Online("arow", C=0.5, epochs=3), "joint")
    rate: dict[str, Any] = {"learning_rate": 0.01, "schedule": "constant"}
    for multiclass in ("joint", "one-versus-all"):
        add("perceptron", Online("perceptron", epochs=3), multiclass)
        add("hinge", Online("mira", C=0.5, epochs=3), multiclass)
        for loss in ALL:
            add(loss, Online("sgd", epochs=3, **rate), multiclass, l2=0.5)
            # 1/(lambda t) overshoots on losses that grow with the square unless lambda is large
            add(
                loss,
                Online("pegasos", epochs=3),
                multiclass,
                l2=500.0 if "squared" in loss else 5.0,
            )
            add(loss, Online("adagrad", epochs=3, learning_rate=0.1), multiclass, l2=0.5)
        add("logistic", Online("sgd", epochs=3, **rate), multiclass, l2=0.5, l1=0.5)
        add("logistic", Online("adagrad", epochs=3, learning_rate=0.1), multiclass, l2=0.5, l1=0.5)
        for loss in (*SMOOTH, *(("squared-hinge",) if multiclass == "one-versus-all" else ())):
            for solver in ("lbfgs", "conjugate-gradient", "gradient-descent"):
                add(loss, Batch(solver, max_iterations=3000), multiclass, l2=1.0)
            add(loss, Batch("owl-qn", max_iterations=3000), multiclass, l2=0.5, l1=1.0)
        add("hinge", Dual(max_iterations=20_000), multiclass, l2=1.0, regularize_intercept=True)
        add("squared", Exact(), multiclass, l2=1.0)
    for loss in ("squared-hinge", "logistic"):
        add(loss, Dual(max_iterations=20_000), "one-versus-all", l2=1.0, regularize_intercept=True)
    return table


#: name -> options of LinearClassifier, for three or more labels (all are valid for two as well)
CONFIGURATIONS = _table()
NAIVE_BAYES = ("multinomial", "bernoulli", "gaussian")


def make(name: str, **changes: Any) -> LinearClassifier:
    """A fresh classifier of the table, with some options changed."""
    return LinearClassifier(**{**CONFIGURATIONS[name], **changes})


def make_naive_bayes(model: str, **changes: Any) -> NaiveBayes:
    return NaiveBayes(model, **changes)
