"""Vowpal Wabbit from its command line, `python -m vowpalwabbit`: train, then predict; both count.

It gets its own format with lower-cased words, shuffled, since it learns in the order of the file.
Of five ways to write the text, words alone did best on a held-out fifth of imdb. More
than one pass needs its cache, whose making is a part of its first pass; --holdout_off lets it learn
from every row (better on both sets). Labels: -1 and 1, or 1 to K with --oaa K.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.rivals.trial import Maker, Place, Trial

PACKAGE = "vowpalwabbit"
REQUIREMENTS = ("vowpalwabbit>=9.11,<10",)


def _read_predictions(place: Place, predicted: Path) -> Callable[[str], dict[str, Any]]:
    def read(printed: str) -> dict[str, Any]:
        gold = (place.data / "test.numbers").read_text().split()
        found = predicted.read_text().split()
        if len(gold) != len(found):
            raise ValueError(f"expected {len(gold)} predictions; got {len(found)}")
        n_right = sum(float(g) == float(f) for g, f in zip(gold, found, strict=True))
        return {"accuracy": n_right / len(gold)}

    return read


def _train(*, loss: str = "logistic", passes: int = 1, bits: int = 22) -> Maker:
    def make(place: Place) -> Trial:
        model, predicted = place.scratch / "model.vw", place.scratch / "predicted"
        task = ["--binary"] if place.n_labels == 2 else ["--oaa", str(place.n_labels)]
        options = [*task, "--loss_function", loss, "--ngram", "2", "-b", str(bits)]
        if passes > 1:
            options += ["--passes", str(passes), "--holdout_off"]
        cache = ["--cache_file", str(place.scratch / "cache")] if passes > 1 else []
        vw = (str(place.python), "-m", "vowpalwabbit", "--quiet")
        files = str(place.data / "train.vw"), str(place.data / "test.vw")
        return Trial(
            steps=(
                (*vw, "-d", files[0], *options, *cache, "-f", str(model)),
                (*vw, "-t", "-i", str(model), "-d", files[1], "-p", str(predicted)),
            ),
            set_as=f"vw {' '.join(options)}",
            read=_read_predictions(place, predicted),
        )

    return make


TRIALS: dict[tuple[str, str], Maker] = {
    ("svm-bigrams", "one-pass"): _train(),
    ("svm-bigrams", "four-passes"): _train(passes=4),
    ("svm-bigrams", "one-pass-hinge"): _train(loss="hinge"),
    ("svm-bigrams", "four-passes-hinge"): _train(loss="hinge", passes=4),
    ("hashed", "20-bits"): _train(bits=20),
    ("hashed", "22-bits"): _train(bits=22),
}
