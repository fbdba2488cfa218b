"""Training of taggers: what train and compare share, and what they tell."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from linguine.data import Sentences, read_sentences
from linguine.features.token.templates import resolve_column
from linguine.reports.tags.span_metrics import evaluate_spans
from linguine.serving.console import note, write, write_json
from linguine.serving.token_options import sentence_settings, tagger_settings
from linguine.tasks import Tagger
from linguine.tasks.tagger.evaluation import evaluate_tagger
from linguine.tasks.tagger.model import word_column

if TYPE_CHECKING:
    from linguine.reports.tags.span_metrics import TagEvaluation
    from linguine.tasks.tagger.model import TaggerModel

__all__ = ["measure", "read_training", "train_from_tokens"]

#: Sentences on which the price of quantisation is measured when there is no other file.
_N_SAMPLE = 2_000


def read_training(path: str, settings: Mapping[str, Any]) -> Sentences:
    """Read all sentences of a file, with their tags."""
    return read_sentences(path, **sentence_settings(settings))


def train_from_tokens(
    file: str,
    model: str,
    dev: str | None,
    quantize: str | None,
    quiet: bool,
    settings: Mapping[str, Any],
) -> None:
    """Learn a tagger from a file, save it and tell about it."""
    from linguine.serving.tag_summary import summarize_tag_training

    made = tagger_settings(settings)
    Tagger(**made)  # complains about options before a long file is read
    sentences = read_training(file, settings)
    held_out = None if dev is None else read_training(dev, settings)
    is_watched = sys.stderr.isatty() and not quiet
    tagger = Tagger(**made, progress=True if is_watched else None)
    tagger.fit(sentences, dev=held_out)
    tagger.save(model, quantize=quantize)
    exact = tagger.model_
    assert exact is not None
    facts: dict[str, Any] = {
        "model": model,
        "bytes": os.path.getsize(model),
        "tags": tagger.labels_,
        "columns": [resolve_column(each, exact.columns) for each in exact.needed],
        "other_columns": _others(exact),
        "seconds": tagger.seconds_,
        **tagger.info_,
    }
    if quantize is not None:
        facts["quantization"] = _price(exact, model, quantize, held_out, sentences)
    if held_out is not None:
        rounded = exact if quantize is None else _load(model, exact)
        facts["dev"] = measure(rounded, held_out).to_json()
    if settings["json"]:
        write_json(facts)
    elif not quiet:
        write(summarize_tag_training(facts) + "\n")


def _others(model: TaggerModel) -> list[str]:
    """Return the columns that the file has, but for the tags and what the tagger looks at."""
    if "id" in model.columns and "form" in model.columns:
        return []  # CoNLL-U, whose analysis is looked at only if it is picked
    known = {*model.needed, model.tag_column, word_column(model.columns)}
    return [each for each in model.columns if each not in known]


def measure(
    model: TaggerModel, sentences: Sentences, unknown: tuple[str, ...] = ()
) -> TagEvaluation:
    """Return what a tagger's answers are worth, and tell what is odd about the file."""
    evaluation, notes = evaluate_tagger(model, sentences, unknown=unknown)
    for each in notes:
        note(f"linguine: warning: {sentences.source}: {each}.")
    return evaluation


def _load(path: str, exact: TaggerModel) -> TaggerModel:
    from linguine.tasks.tagger.file import load_tagger

    rounded = load_tagger(path)
    rounded.n_threads = exact.n_threads
    return rounded


def _price(
    exact: TaggerModel, path: str, kind: str, held_out: Sentences | None, sentences: Sentences
) -> dict[str, Any]:
    """Return what quantisation changes: scores on the other file, or tags on this one.

    Taggers of spans are judged by their spans: most tokens lie outside of any and
    hide what is lost.
    """
    import numpy as np

    rounded = _load(path, exact)
    price: dict[str, Any] = {"kind": kind}
    if held_out is not None:
        before, after = (evaluate_tagger(each, held_out)[0] for each in (exact, rounded))
        price |= {"accuracy_before": before.token_accuracy, "accuracy_after": after.token_accuracy}
        if before.spans is not None and after.spans is not None:
            price |= {"span_f1_before": before.spans.f1, "span_f1_after": after.spans.f1}
        return price
    sample = sentences.take(slice(_N_SAMPLE))
    first, second = (each.tag(each.rows(sample)) for each in (exact, rounded))
    price |= {"tags_changed": float(np.mean(first != second)), "n": sample.n_tokens}
    judged = evaluate_spans(first, second, exact.tags, sample.offsets, scheme=exact.scheme)
    if judged.spans is not None:
        is_same = price["tags_changed"] == 0  # perhaps without any span
        price["spans_changed"] = 0.0 if is_same else 1 - judged.spans.f1
    return price
