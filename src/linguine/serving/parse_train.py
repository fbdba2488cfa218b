"""Training of parsers: what train, evaluate and compare share, and what they tell."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from linguine.data import Sentences, read_sentences
from linguine.data.trees import HEAD
from linguine.errors import DataError
from linguine.serving.console import note, write, write_json
from linguine.serving.failures import in_words_of_the_command_line
from linguine.serving.parse_options import parser_settings
from linguine.serving.token_files import is_universal
from linguine.serving.token_options import sentence_settings
from linguine.tasks import DependencyParser
from linguine.tasks.parser.evaluation import evaluate_parses
from linguine.tasks.parser.settings import filled_columns

if TYPE_CHECKING:
    from linguine.reports.trees.scores import TreeEvaluation
    from linguine.tasks.parser.model import ParserModel

__all__ = ["measure_parser", "read_treebank", "train_from_trees"]

#: Sentences on which the price of quantisation is measured when there is no other file.
_N_SAMPLE = 2_000
_NO_HEAD = {"_", ""}


def read_treebank(path: str, settings: Mapping[str, Any]) -> Sentences:
    """Read all sentences of a file, with their trees."""
    reading = sentence_settings(settings)
    if is_universal(path, settings):
        reading["columns"] = None  # there it says what to look at
    sentences = read_sentences(path, **reading)
    _require_heads(sentences)
    return sentences


def _require_heads(sentences: Sentences) -> None:
    """Raise DataError if the file has no trees at all; what is wrong with one is told later."""
    if HEAD not in sentences.columns:
        raise DataError(
            f"{sentences.source}: a parser learns from the head of each token; there is no column "
            f"of heads, only {', '.join(sentences.columns)}. Name it, for example --columns "
            f"w,pos,{HEAD},deprel, or train a tagger: --task tag."
        )
    if sentences.n_tokens and set(sentences.columns[HEAD].values.tolist()) <= _NO_HEAD:
        raise DataError(
            f"{sentences.place(0)}: a parser learns from the head of each token; here and in the "
            "whole file there is none. Give a treebank, or train a tagger of its parts of speech: "
            "--task tag."
        )


def train_from_trees(
    file: str,
    model: str,
    dev: str | None,
    quantize: str | None,
    quiet: bool,
    settings: Mapping[str, Any],
) -> None:
    """Learn a parser from a file, save it and tell about it."""
    from linguine.serving.parse_summary import summarize_parse_training

    made = parser_settings(settings, is_universal=is_universal(file, settings))
    DependencyParser(**made)  # complains about options before a long file is read
    sentences = read_treebank(file, settings)
    held_out = None if dev is None else read_treebank(dev, settings)
    is_watched = sys.stderr.isatty() and not quiet
    parser = DependencyParser(**made, progress=True if is_watched else None)
    n_folds = settings["jackknife"]
    if n_folds is None:
        parser.fit(sentences, dev=held_out)
    else:
        parser.fit(_jackknife(parser, sentences, n_folds, is_watched), dev=held_out)
        parser.info_["jackknife"] = n_folds
    parser.save(model, quantize=quantize)
    exact = parser.model_
    assert exact is not None
    facts: dict[str, Any] = {
        "model": model,
        "bytes": os.path.getsize(model),
        "relations": parser.labels_,
        "columns": list(exact.columns),
        "other_columns": _others(sentences, exact),
        "projective": exact.projective,
        "seconds": parser.seconds_,
        **parser.info_,
    }
    if quantize is not None:
        facts["quantization"] = _price(exact, model, quantize, held_out, sentences)
    if held_out is not None:
        rounded = exact if quantize is None else _load(model, exact)
        facts["dev"] = measure_parser(rounded, held_out).to_dict()
    if settings["json"]:
        write_json(facts)
    elif not quiet:
        write(summarize_parse_training(facts) + "\n")


def _others(sentences: Sentences, model: ParserModel) -> list[str]:
    """Return the columns that the file fills, and the parser does not look at."""
    return [each for each in filled_columns(sentences) if each not in model.columns]


def _jackknife(
    parser: DependencyParser, sentences: Sentences, n_folds: int, is_watched: bool
) -> Sentences:
    """Return the sentences with tags as they are predicted."""
    from linguine.features.arc.defaults import tag_column_of
    from linguine.features.threads import count_threads
    from linguine.model.concurrency import Resources
    from linguine.progress import resolve
    from linguine.tasks.parser.jackknife import jackknife_tags

    columns = parser.settings.chosen_columns(sentences)
    column = tag_column_of(columns)
    if column is None:
        raise DataError(
            f"{sentences.source}: --jackknife predicts parts of speech; the parser looks at "
            f"{', '.join(columns)} only. Leave it out, or name them in --columns."
        )
    with resolve(True if is_watched else None) as report:
        use = Resources(count_threads(parser.settings.n_threads), parser.settings.seed, report)
        return jackknife_tags(sentences, column, n_folds, use)


def measure_parser(
    model: ParserModel, sentences: Sentences, seen: Sentences | None = None
) -> TreeEvaluation:
    """Return what a parser's trees are worth, and tell what is odd about the file.

    Parameters
    ----------
    model
        The parser.
    sentences
        Sentences with the right trees.
    seen
        What the parser gets to see of them, if it is something else: tags of a tagger.
    """
    evaluation, notes = evaluate_parses(
        sentences,
        model.parse(sentences if seen is None else seen),
        relations=model.relations,
        allows_roots=not model.single_root,
    )
    for each in notes:
        place = "" if each.startswith(sentences.source) else f"{sentences.source}: "
        note(f"linguine: warning: {place}{in_words_of_the_command_line(each)}.")
    return evaluation


def _load(path: str, exact: ParserModel) -> ParserModel:
    from linguine.tasks.parser.file import load_parser

    rounded = load_parser(path)
    rounded.n_threads = exact.n_threads
    return rounded


def _price(
    exact: ParserModel, path: str, kind: str, held_out: Sentences | None, sentences: Sentences
) -> dict[str, Any]:
    """Return what quantisation changes: the scores on the other file, or heads on this one."""
    import numpy as np

    rounded = _load(path, exact)
    if held_out is not None:
        before, after = (
            evaluate_parses(held_out, each.parse(held_out))[0].scores for each in (exact, rounded)
        )
        return {
            "kind": kind,
            "uas_before": before.uas,
            "uas_after": after.uas,
            "las_before": before.las,
            "las_after": after.las,
        }
    sample = sentences.take(slice(_N_SAMPLE))
    first, second = (each.parse(sample) for each in (exact, rounded))
    changed = (first.heads != second.heads) | (first.relations != second.relations)
    return {"kind": kind, "arcs_changed": float(np.mean(changed)), "n": sample.n_tokens}
