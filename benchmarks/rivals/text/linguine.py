"""linguine from its command line; from Python where the texts are in memory already.

In "default" training and evaluation are two processes, and both count; it also learns probabilities
on held-out folds, which none of the rivals does. "no-calibration" leaves them out, for like with
like, and measures in the process that has trained (`--dev`), as scikit-learn and fastText do;
"hashed" does the same with buckets instead of a vocabulary with names, as Vowpal Wabbit does. In
the memory suite training and evaluation are two processes for both, and nothing is calibrated.
"""

from __future__ import annotations

import json
from typing import Any

from benchmarks.rivals.trial import Command, Maker, Place, Trial, read_json, read_nothing


def _linguine(place: Place, *arguments: str) -> Command:
    script = place.python.with_name("linguine")
    start = (str(script),) if script.exists() else (str(place.python), "-m", "linguine")
    return (*start, *arguments)


def _train(place: Place, options: tuple[str, ...], model: str) -> Command:
    threads, seed = str(place.threads), str(place.seed)
    told = (*options, "--threads", threads, "--seed", seed)
    return _linguine(place, "train", place.train, *told, "--model", model)


def _read_evaluation(printed: str) -> dict[str, Any]:
    return {"accuracy": float(json.loads(printed)["accuracy"])}


def _train_and_evaluate(*options: str) -> Maker:
    def make(place: Place) -> Trial:
        model = str(place.scratch / "model.linguine")
        return Trial(
            steps=(
                _train(place, options, model),
                _linguine(place, "evaluate", model, place.test, "--json"),
            ),
            set_as=f"linguine train {' '.join(options)}; linguine evaluate",
            read=_read_evaluation,
        )

    return make


def _read_training(printed: str) -> dict[str, Any]:
    return {"accuracy": float(json.loads(printed)["dev"]["accuracy"])}


def _train_and_measure(*options: str) -> Maker:
    """One process: no probabilities, and the accuracy on the test file from the trained model."""

    def make(place: Place) -> Trial:
        told = (*options, *_PLAIN, "--dev", place.test, "--json")
        return Trial(
            steps=(_train(place, told, str(place.scratch / "model.linguine")),),
            set_as=f"linguine train {' '.join(options)} --calibration none --dev",
            read=_read_training,
        )

    return make


def _vectorise(high: int, *, hash_bits: int | None = None) -> Maker:
    def make(place: Place) -> Trial:
        hashed = "" if hash_bits is None else f", hash_bits={hash_bits}"
        words = f'WordNgrams(1, {high}, tokenizer="alphanumeric")'
        return Trial(
            steps=(
                place.program("linguine_vectorise", place.train, str(high), str(hash_bits or 0)),
            ),
            set_as=f'Extractor({words}, values="count", normalize=None{hashed}).fit_transform',
            read=read_json,
        )

    return make


_SVM = ("--algorithm", "svm", "--ngrams", "2")
_PLAIN = ("--calibration", "none")


def _latency(kind: str) -> Maker:
    def make(place: Place) -> Trial:
        model = place.kept / f"{place.data.name}.linguine"
        if kind == "cold":
            step = _linguine(place, "predict", str(model), str(place.data / "one.txt"))
            return Trial((step,), "linguine predict", read_nothing, _model(place, model))
        step = place.program("predict_in_memory", "linguine", str(model), place.test, kind)
        return Trial((step,), "TextClassifier.predict", read_json, _model(place, model))

    def _model(place: Place, model: Any) -> tuple[Any, Command]:
        return model, _train(place, _SVM, str(model))

    return make


TRIALS: dict[tuple[str, str], Maker] = {
    ("svm-bigrams", "default"): _train_and_evaluate(*_SVM),
    ("svm-bigrams", "no-calibration"): _train_and_measure(*_SVM),
    ("svm-bigrams", "hashed"): _train_and_measure(*_SVM, "--hash-bits", "22"),
    ("unigrams", "default"): _vectorise(1),
    ("uni+bigrams", "default"): _vectorise(2),
    ("unigrams-hashed", "default"): _vectorise(1, hash_bits=20),
    ("uni+bigrams-hashed", "default"): _vectorise(2, hash_bits=20),
    ("cold", "default"): _latency("cold"),
    ("single", "default"): _latency("single"),
    ("batch", "default"): _latency("batch"),
    ("hashed", "20-bits"): _train_and_evaluate(*_SVM, "--hash-bits", "20", *_PLAIN),
    ("hashed", "22-bits"): _train_and_evaluate(*_SVM, "--hash-bits", "22", *_PLAIN),
    ("auto", "default"): _train_and_evaluate("--algorithm", "auto"),
}
