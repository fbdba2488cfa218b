"""linguine: its learners on CRFsuite's model, and its Tagger.

`lbfgs` and `averaged` give the learner the model of CRFsuite: the same features, the states and
transitions that were seen and no others, no weights for the ends of a sentence, no rules of tags.
Its c2 = 1 is our l2 = 2, since our penalty is l2 / 2 ||theta||^2. The tolerance 1e-5 ends within
1e-4 of its objective. Everything else goes through Tagger, as a user would.
"""

from __future__ import annotations

import json
from typing import Any

from benchmarks.rivals.trial import Command, Maker, Place, Trial, read_json

_BATCH = {"max_iterations": 100}
_ONLINE = {"epochs": 5}


def _judge(place: Place) -> Command:
    files = str(place.data / "test.conll"), str(place.scratch / "predicted")
    return place.program("judge", *files)


def _learn(kind: str, set_as: str) -> Maker:
    def make(place: Place) -> Trial:
        files = str(place.data / "train.conll"), str(place.data / "test.conll")
        predicted = str(place.scratch / "predicted")
        told = (kind, str(place.threads), str(place.seed), predicted)
        step = place.program("linguine_train", *files, *told)
        return Trial((step,), set_as, read_json, judge=_judge(place))

    return make


def _fit(place: Place, names: tuple[str, str], model: str, options: dict[str, Any]) -> Command:
    told = json.dumps({**options, "n_threads": place.threads, "seed": place.seed})
    files = (str(place.data / name) for name in names)
    return place.program("linguine_tagger", *files, told, model)


def _tagger(names: tuple[str, str], **options: Any) -> Maker:
    def make(place: Place) -> Trial:
        told = ", ".join(f"{name}={value!r}" for name, value in options.items())
        step = _fit(place, names, str(place.scratch / "model"), options)
        return Trial((step,), f"Tagger({told})", read_json)

    return make


def _tag(place: Place) -> Trial:
    model = place.kept / f"{place.data.name}.linguine"
    files = str(place.data / "test.conll"), str(place.scratch / "predicted")
    step = place.program("linguine_tag", str(model), *files)
    once = model, _fit(place, _CHUNKS, str(model), _CRF | {"l2": 2.0})
    return Trial((step,), "Tagger.predict", read_json, once, _judge(place))


_CHUNKS = ("train.conll", "test.conll")
_EWT = ("train.conllu", "dev.conllu")
_CRF: dict[str, Any] = {"algorithm": "crf", "templates": "crfsuite_chunking"}

_PAIRS: dict[str, dict[str, Any]] = {
    "hmm-order-1": {"algorithm": "hmm", "order": 1},
    "hmm-order-2": {"algorithm": "hmm", "order": 2},
    "memm": {"algorithm": "memm", **_BATCH},
    "local": {"algorithm": "local", **_BATCH},
    "perceptron": {"algorithm": "perceptron", **_ONLINE},
    "mira-1-best": {"algorithm": "mira", "k_best": 1, **_ONLINE},
    "mira-5-best": {"algorithm": "mira", "k_best": 5, **_ONLINE},
    "svm-frank-wolfe": {"algorithm": "svm", "learner": "frank-wolfe", "max_iterations": 10},
    "svm-pegasos": {"algorithm": "svm", "learner": "pegasos", **_ONLINE},
    "svm-sgd": {"algorithm": "svm", "learner": "sgd", **_ONLINE},
    "svm-adagrad": {"algorithm": "svm", "learner": "adagrad", **_ONLINE},
    "softmax-margin-lbfgs": {"algorithm": "softmax-margin", "learner": "lbfgs", **_BATCH},
    "softmax-margin-sgd": {"algorithm": "softmax-margin", "learner": "sgd", **_ONLINE},
    "softmax-margin-adagrad": {"algorithm": "softmax-margin", "learner": "adagrad", **_ONLINE},
    "crf-lbfgs": {"algorithm": "crf", "learner": "lbfgs", **_BATCH},
    "crf-owl-qn": {"algorithm": "crf", "learner": "owl-qn", "l1": 1.0, "l2": 0.0, **_BATCH},
    "crf-sgd": {"algorithm": "crf", "learner": "sgd", **_ONLINE},
    "crf-adagrad": {"algorithm": "crf", "learner": "adagrad", **_ONLINE},
}

TRIALS: dict[tuple[str, str], Maker] = {
    ("lbfgs", "default"): _learn("crf", 'Batch("lbfgs", tolerance=1e-5, memory=6), l2=2'),
    ("averaged", "default"): _learn("perceptron", 'Online("perceptron", epochs=10), seen cells'),
    ("lists-to-tags", "default"): _tag,
    **{("upos", name): _tagger(_EWT, **options) for name, options in _PAIRS.items()},
    ("sparsity", "l2=2"): _tagger(_CHUNKS, **_CRF, l2=2.0),
    ("sparsity", "l1=0.5"): _tagger(_CHUNKS, **_CRF, l1=0.5, l2=0.0),
    ("sparsity", "l1=1.0"): _tagger(_CHUNKS, **_CRF, l1=1.0, l2=0.0),
}
