"""fastText through its Python package: train and test in one process, two threads, pairs of words.

It gets a `__label__` file of lower-cased words, shuffled, since it learns in the order of the file.
"default" changes wordNgrams alone. "tuned" is the fewest epochs that came within half a
point of the best on a held-out fifth of the training file, over dim 10, lr 0.5 or 1.0, epoch 5, 10
(lr 0.5 only) or 25: 5 epochs on imdb (0.891; best 0.895 with 25), 25 on 20newsgroups (0.869; 0.80
with 10). It is not bit for bit the same twice: its threads write to one matrix without locks.
"""

from __future__ import annotations

import json
from typing import Any

from benchmarks.rivals.trial import Maker, Place, Trial, read_json

PACKAGE = "fasttext-wheel"
REQUIREMENTS = ("fasttext-wheel==0.9.2", "numpy<2")  # its predict() fails with NumPy 2

_TWO_LABELS = {"dim": 10, "lr": 0.5, "epoch": 5}
_MORE_LABELS = {"dim": 10, "lr": 1.0, "epoch": 25}


def _train(*, is_tuned: bool) -> Maker:
    def make(place: Place) -> Trial:
        options: dict[str, Any] = {"wordNgrams": 2, "thread": place.threads}
        if is_tuned:
            options |= _TWO_LABELS if place.n_labels == 2 else _MORE_LABELS
        files = (str(place.data / "train.words"), str(place.data / "test.words"))
        told = ", ".join(f"{name}={value}" for name, value in options.items())
        return Trial(
            steps=(place.program("fasttext_classify", *files, json.dumps(options)),),
            set_as=f"train_supervised({told})",
            read=read_json,
        )

    return make


TRIALS: dict[tuple[str, str], Maker] = {
    ("svm-bigrams", "tuned"): _train(is_tuned=True),
    ("svm-bigrams", "default"): _train(is_tuned=False),
}
