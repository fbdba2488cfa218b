"""UDPipe 1's transition-based parser (Parsito), trained from scratch through its Python package.

It is given gold tags, as linguine is: words and universal tags for `form-upos`, and what it looks
at by default, universal tags and morphology, for `all-columns`. Ten iterations are its default; it
keeps the one that is best on dev. One thread: it has no more.
"""

from __future__ import annotations

from benchmarks.rivals.parsing.judging import EVERYTHING, judge
from benchmarks.rivals.trial import Command, Maker, Place, Trial, read_json

PACKAGE = "ufal.udpipe"
REQUIREMENTS = ("ufal.udpipe>=1.4",)

_UPOS = "iterations=10;embedding_feats=0"
_MORPHOLOGY = "iterations=10"


def _fit(place: Place, model: str, options: str, parts: tuple[str, ...]) -> Command:
    return place.program(
        "udpipe_train", str(place.data), options, model, str(place.scratch), *parts
    )


def _train(options: str) -> Maker:
    def make(place: Place) -> Trial:
        step = _fit(place, str(place.scratch / "model"), options, EVERYTHING)
        return Trial((step,), f"Trainer.train(parser={options!r})", read_json, judge=judge(place))

    return make


def _parse(place: Place) -> Trial:
    model = place.kept / f"{place.data.name}.udpipe"
    step = place.program("udpipe_parse", str(model), str(place.data), str(place.scratch), "dev")
    once = model, _fit(place, str(model), _UPOS, ())
    return Trial((step,), "Model.parse", read_json, once, judge(place))


TRIALS: dict[tuple[str, str], Maker] = {
    ("form-upos", "gold-upos"): _train(_UPOS),
    ("all-columns", "gold-morphology"): _train(_MORPHOLOGY),
    ("sentences-to-trees", "gold-upos"): _parse,
}
