"""Algorithms of text classifiers by name: what ``TextClassifier("svm", C=2)`` means."""

from __future__ import annotations

from functools import partial

from linguine.tasks.algorithm import MISTAKES, PASSES, Algorithm, Algorithms

__all__ = ["DUAL_TOLERANCE", "TEXT_ALGORITHMS", "TREE_TOLERANCE"]

#: Relative duality gap of text models. On 20newsgroups and imdb held-out accuracy is the same as at
#: 1e-4 within 0.04 points, after 9 passes instead of 14 and 10.
DUAL_TOLERANCE = 1e-3

#: The same of a label tree and of several labels per text, which are many small problems. On
#: debian_tags F1 is the same as at 1e-3 within 0.3 points, in two thirds of the time.
TREE_TOLERANCE = 1e-2

_STOPS = ("max_iterations", "tolerance")
_PENALISED = ("C", "l2", "l1", *_STOPS, *PASSES, "learning_rate")
#: One problem for each label, solved in the dual.
_SVM = partial(
    Algorithm,
    loss="squared-hinge",
    learner="dual",
    C=1.0,
    sparse="owl-qn",
    defaults={"dual": {"tolerance": DUAL_TOLERANCE}},
    multiclass="one-versus-all",
)

TEXT_ALGORITHMS = Algorithms(
    {
        "auto": Algorithm("chooses features and the penalty of an SVM on held-out texts"),
        "naive-bayes": Algorithm(
            "multinomial naive Bayes",
            "joint-likelihood",
            "counts",
            ("alpha", "unlabelled_weight", "keywords"),
            values="count",
            normalize=None,
        ),
        "bernoulli-naive-bayes": Algorithm(
            "naive Bayes over the presence and absence of words",
            "joint-likelihood",
            "counts",
            ("alpha",),
            defaults={"counts": {"model": "bernoulli"}},
            values="binary",
            normalize=None,
        ),
        "perceptron": Algorithm("averaged perceptron", "perceptron", "perceptron", MISTAKES),
        "mira": Algorithm(
            "passive-aggressive, averaged", "hinge", "mira", ("C", "k_best", "update", *MISTAKES)
        ),
        "svm": _SVM("support vector machine, squared hinge", options=_PENALISED),
        # On rows of length 1 a weaker penalty than the SVM's is right.
        "logistic": Algorithm(
            "logistic regression (MaxEnt)", "logistic", "lbfgs", _PENALISED, C=10.0
        ),
        "ridge": Algorithm("least squares", "squared", "exact", ("C", "l2", *_STOPS), C=1.0),
        "nb-svm": _SVM("SVM on naive-Bayes weights", options=("C", "l2", "alpha", "beta", *_STOPS)),
        "label-tree": _SVM(
            "SVMs along a tree of labels, for thousands of labels",
            options=("C", "l2", *_STOPS, "branches", "beam", "prune"),
            defaults={"dual": {"tolerance": TREE_TOLERANCE}},
            is_tree=True,
        ),
        "lexicon": Algorithm("counts the words of your own lists", options=("lexicon",)),
    }
)
