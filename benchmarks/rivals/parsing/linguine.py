"""linguine: DependencyParser as a user would call it, with its defaults but for what a row names.

Training gets two threads; parsing is timed on one. Epochs are the parser's own, and five for all
`pairs`. Pegasos and SGD, which have a penalty where AdaGrad has none, are given a small one.
"""

from __future__ import annotations

import json
from typing import Any

from benchmarks.rivals.parsing.judging import EVERYTHING, judge
from benchmarks.rivals.trial import Command, Maker, Place, Trial, read_json

Options = dict[str, Any]


def _fit(place: Place, model: str, options: Options, parts: tuple[str, ...]) -> Command:
    told = json.dumps({**options, "seed": place.seed})
    return place.program(
        "linguine_parser", str(place.data), told, model, str(place.scratch), *parts
    )


def _parser(parts: tuple[str, ...] = EVERYTHING, **options: Any) -> Maker:
    def make(place: Place) -> Trial:
        told = ", ".join(f"{name}={value!r}" for name, value in options.items())
        threads = {"n_threads": place.threads}
        step = _fit(place, str(place.scratch / "model"), options | threads, parts)
        return Trial((step,), f"DependencyParser({told})", read_json, judge=judge(place))

    return make


def _parse(place: Place) -> Trial:
    model = place.kept / f"{place.data.name}.linguine"
    step = place.program("linguine_parse", str(model), str(place.data), str(place.scratch), "dev")
    once = model, _fit(place, str(model), {"algorithm": "mira", **_UPOS}, ())
    return Trial((step,), "DependencyParser('mira').predict_trees", read_json, once, judge(place))


_UPOS: Options = {"columns": "form,upos"}
_ALGORITHMS = ("mira", "perceptron", "svm", "crf", "softmax-margin")
_FEW = {"epochs": 5, **_UPOS}
_SMALL_L2 = {"l2": 1e-3}

_PAIRS: dict[str, Options] = {
    "perceptron": {"algorithm": "perceptron"},
    "mira-1-best": {"algorithm": "mira", "k_best": 1},
    "mira-5-best": {"algorithm": "mira", "k_best": 5},
    **{
        f"{algorithm}-{learner}": {"algorithm": algorithm, "learner": learner, **more}
        for algorithm in ("svm", "softmax-margin", "crf")
        for learner, more in (("adagrad", {}), ("sgd", _SMALL_L2), ("pegasos", _SMALL_L2))
    },
}

TRIALS: dict[tuple[str, str], Maker] = {
    **{("form-upos", name): _parser(algorithm=name, **_UPOS) for name in _ALGORITHMS},
    **{
        ("form-upos", f"{name}-non-projective"): _parser(algorithm=name, projective=False, **_UPOS)
        for name in ("mira", "crf")
    },
    **{
        ("form-upos", f"{name}-order-2"): _parser(algorithm=name, order=2, **_UPOS)
        for name in ("mira", "svm")
    },
    ("all-columns", "mira"): _parser(algorithm="mira", columns=None),
    ("all-columns", "svm-order-2"): _parser(algorithm="svm", order=2, columns=None),
    ("sentences-to-trees", "mira"): _parse,
    **{
        ("losses-and-learners", name): _parser(("dev",), **options, **_FEW)
        for name, options in _PAIRS.items()
    },
    **{("form-xpos", name): _parser(algorithm=name) for name in _ALGORITHMS},
}
