"""spaCy's transition-based parser, trained from scratch by spaCy's own training loop.

The configuration is that of ``spacy init config --pipeline parser --optimize efficiency``: a small
convolutional network over hashed words, prefixes, suffixes and shapes, one thread. Changed are the
number of epochs, which is fixed, and where Docs come from: gold words, with the ends of sentences
known, as for linguine. "default" sees words alone, as its users have it; spaCy's parser takes no
tags by itself. "gold-upos" lets its network see the universal tags as one more attribute of a word,
so that both libraries are given the same.
"""

from __future__ import annotations

import json

from benchmarks.rivals.parsing.judging import EVERYTHING, judge
from benchmarks.rivals.trial import Command, Maker, Place, Trial, read_json

PACKAGE = "spacy"
REQUIREMENTS = ("spacy>=3.8,<3.9",)
EPOCHS = 10


def _fit(place: Place, model: str, tags: bool, parts: tuple[str, ...]) -> Command:
    told = json.dumps({"epochs": EPOCHS, "tags": tags, "seed": place.seed})
    return place.program("spacy_train", str(place.data), told, model, str(place.scratch), *parts)


def _train(*, tags: bool) -> Maker:
    def make(place: Place) -> Trial:
        step = _fit(place, str(place.scratch / "model"), tags, EVERYTHING)
        told = f"spacy train, parser, efficiency, max_epochs={EPOCHS}" + ", POS" * tags
        return Trial((step,), told, read_json, judge=judge(place))

    return make


def _parse(place: Place) -> Trial:
    model = place.kept / f"{place.data.name}.spacy"
    step = place.program("spacy_parse", str(model), str(place.data), str(place.scratch), "dev")
    once = model, _fit(place, str(model), False, ())
    return Trial((step,), "nlp.pipe(docs)", read_json, once, judge(place))


TRIALS: dict[tuple[str, str], Maker] = {
    ("form-upos", "default"): _train(tags=False),
    ("form-upos", "gold-upos"): _train(tags=True),
    ("sentences-to-trees", "default"): _parse,
}
