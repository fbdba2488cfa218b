"""Algorithms of taggers by name: what ``Tagger("crf", l1=0.5)`` means."""

from __future__ import annotations

from functools import partial

from linguine.registry import Registry
from linguine.tasks.algorithm import MISTAKES, PASSES, Algorithm, Algorithms
from linguine.tasks.text.algorithms import DUAL_TOLERANCE

__all__ = [
    "AUTO",
    "BAUM_WELCH",
    "DECODINGS",
    "SEEN",
    "STREAMED",
    "TAGGER_ALGORITHMS",
    "choose_algorithm",
]

#: Asks for what suits the tags; and needs none.
AUTO, BAUM_WELCH = "auto", "baum-welch"

_SMOOTH = (
    *("C", "l2", "l1", "learner", "max_iterations", "tolerance"),
    *PASSES,
    "learning_rate",
)
#: Those that learn from files larger than memory, part by part.
STREAMED = (AUTO, "crf", "softmax-margin", "perceptron", "mira", "svm", "hmm")
#: What counts as a parameter.
SEEN = ("all_states", "all_transitions")

#: Of local models: whether scores are made probabilities, given the tags before, and so compared.
DECODINGS: Registry[bool] = Registry("decoding", {"probabilities": True, "scores": False})
_LOCALLY = ("decoding",)

#: 1 / l2 where nobody says: best, or close to it, on the held-out parts of three English corpora.
_PENALISED = partial(Algorithm, C=2.0, online="adagrad")
_WHOLE = partial(_PENALISED, options=(*_SMOOTH, *SEEN))
_LOCAL = partial(_PENALISED, options=(*_SMOOTH, *_LOCALLY), is_local=True)
_MIRA = ("C", "k_best", "update", *MISTAKES)

TAGGER_ALGORITHMS = Algorithms(
    {
        "hmm": Algorithm(
            "hidden Markov model over words and their endings",
            options=("alpha", "rare", "longest_suffix"),
            has_probabilities=True,
            has_features=False,
            order=2,
        ),
        "textbook-hmm": Algorithm(
            "hidden Markov model by plain counting, naive Bayes over features",
            "joint-likelihood",
            "counts",
            ("alpha", "unlabelled_weight", "max_iterations"),
            defaults={"counts": {"alpha": 0.0}},
            has_probabilities=True,
            templates=("w[0]",),
        ),
        BAUM_WELCH: Algorithm(
            "hidden Markov model of words alone: states that nobody has named",
            "joint-likelihood",
            "counts",
            ("states", "restarts", "alpha", "max_iterations", "tolerance"),
            has_probabilities=True,
            templates=("w[0]",),
            finds_tags=True,
        ),
        "local-naive-bayes": Algorithm(
            "naive Bayes at each token",
            "joint-likelihood",
            "counts",
            ("alpha", *_LOCALLY),
            is_local=True,
        ),
        "local-perceptron": Algorithm(
            "perceptron at each token",
            "perceptron",
            "perceptron",
            (*MISTAKES, *_LOCALLY),
            is_local=True,
        ),
        "local-mira": Algorithm(
            "passive-aggressive at each token", "hinge", "mira", (*_MIRA, *_LOCALLY), is_local=True
        ),
        "local-svm": _LOCAL(
            "support vector machine at each token",
            "squared-hinge",
            "dual",
            defaults={"dual": {"tolerance": DUAL_TOLERANCE}},
            multiclass="one-versus-all",
        ),
        "memm": _LOCAL(
            "maximum-entropy Markov model: logistic regression at each token",
            "logistic",
            "lbfgs",
            has_probabilities=True,
        ),
        "perceptron": Algorithm(
            "structured perceptron, averaged", "perceptron", "perceptron", (*MISTAKES, *SEEN)
        ),
        "mira": Algorithm(
            "passive-aggressive on sequences, averaged", "hinge", "mira", (*_MIRA, *SEEN)
        ),
        "svm": _WHOLE("structured support vector machine", "hinge", "frank-wolfe"),
        "softmax-margin": _WHOLE(
            "conditional random field that knows the cost of errors",
            "softmax-margin",
            "lbfgs",
            has_probabilities=True,
        ),
        "crf": _WHOLE("conditional random field", "logistic", "lbfgs", has_probabilities=True),
    }
)


def choose_algorithm(name: str, kind: str = "plain") -> str:
    """Return an algorithm: the one that is named, or what suits ``"plain"`` tags, chunks or names.

    Softmax-margin is the better one for spans on held-out sentences (docs/design/0010); both
    have the same options.

    Examples
    --------
    >>> choose_algorithm("auto", "names"), choose_algorithm("auto"), choose_algorithm("hmm")
    ('softmax-margin', 'crf', 'hmm')
    """
    if name != AUTO:
        return name
    return "crf" if kind == "plain" else "softmax-margin"
