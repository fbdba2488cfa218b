"""compare: train every algorithm and put them in one table."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from typing import TYPE_CHECKING, Any

import click

from linguine.serving.bars import show_steps
from linguine.serving.console import write, write_json
from linguine.serving.options import (
    LEARNING,
    feature_options,
    output_options,
    reading_options,
    running_options,
)
from linguine.serving.token_options import refuse_options, token_feature_options
from linguine.serving.verb import make_verb, option

if TYPE_CHECKING:
    from linguine.data import Documents
    from linguine.model.text_model import TextModel
    from linguine.reports import ComparisonRow
    from linguine.tasks import TextClassifier

__all__ = ["command"]

#: Predictions are timed for at least so long; one batch of a small file is over too soon.
_SECONDS = 0.1

_EXAMPLES = (
    ("linguine compare train.tsv test.tsv", "every algorithm, measured"),
    ("linguine compare train.tsv test.tsv --algorithm svm --algorithm nb-svm", "only these"),
    ("linguine compare train.tsv test.tsv --chars 3-5 --json", "with characters, for machines"),
    ("linguine compare train.conll test.conll", "every tagger"),
)


@make_verb("compare", usage="TRAIN TEST [OPTIONS]", examples=_EXAMPLES)
@click.argument("train")
@click.argument("test")
@option(
    "--algorithm",
    "algorithms",
    group=LEARNING,
    multiple=True,
    metavar="NAME",
    help="Compare only this one; may be repeated.",
)
@option(
    "--lexicon",
    group=LEARNING,
    metavar="FILE",
    help="Also a model by hand: label, word and perhaps weight on each line.",
)
@output_options(with_quiet=True)
@feature_options
@reading_options(with_labels=True)
@token_feature_options
@running_options(with_seed=True)
def command(
    train: str, test: str, algorithms: tuple[str, ...], lexicon: str | None, **settings: Any
) -> None:
    """Train every algorithm on one file, test it on another, and print one table.

    Accuracy with its 95 % interval, macro-F1, seconds to train (from texts to calibrated
    probabilities), predictions per second, size of the model file, weights that are not 0. Of
    taggers: accuracy of all tokens and of unknown words, F1 of spans, tokens per second.
    """
    from linguine.serving.tokens import is_about_tokens

    is_tokens = is_about_tokens(train, settings)
    refuse_options(train, is_tokens=is_tokens)
    if is_tokens:
        from linguine.serving.tag_compare import compare_taggers

        compare_taggers(train, test, algorithms, settings)
    else:
        _compare_classifiers(train, test, algorithms, lexicon, settings)


def _compare_classifiers(
    train: str,
    test: str,
    algorithms: tuple[str, ...],
    lexicon: str | None,
    settings: dict[str, Any],
) -> None:
    from linguine.reports import Comparison
    from linguine.serving.learning import (
        LEXICON,
        check_columns,
        fit_classifier,
        fit_lexicon,
        read_labelled,
    )
    from linguine.serving.settings import feature_settings
    from linguine.tasks import ALL_ALGORITHMS, TextClassifier

    names = list(algorithms) or [name for name in ALL_ALGORITHMS.names if name != LEXICON]
    common = {**feature_settings(settings, is_bag=False), "seed": settings["seed"]}
    for name in names:  # complain about options before long files are read
        TextClassifier(name, **common)
    documents, questions = read_labelled(train, settings), read_labelled(test, settings)
    words = None if lexicon is None else read_labelled(lexicon, settings)
    check_columns(documents, settings)
    if documents.bags is not None:
        common |= feature_settings(settings, is_bag=True)
    rows = []
    with show_steps(len(names), is_shown=sys.stderr.isatty() and not settings["quiet"]) as begin:
        for name in names:
            begin(name)
            classifier = fit_classifier(TextClassifier(name, **common), documents)
            rows.append(_measure(name, classifier, questions))
    if words is not None:
        rows.append(_measure(LEXICON, fit_lexicon(words), questions))
    comparison = Comparison(tuple(rows), n_train=len(documents), n_test=len(questions))
    if settings["json"]:
        write_json(comparison.to_dict())
    else:
        write(comparison.to_text() + "\n")


def _measure(name: str, classifier: TextClassifier, questions: Documents) -> ComparisonRow:
    import numpy as np

    from linguine.reports import ComparisonRow
    from linguine.serving.evaluate import evaluate_documents

    model = classifier.model_
    assert model is not None
    evaluation = evaluate_documents(model, [questions])
    return ComparisonRow(
        algorithm=name,
        accuracy=evaluation.accuracy,
        accuracy_interval=evaluation.accuracy_interval,
        macro_f1=evaluation.macro_f1,
        train_seconds=classifier.seconds_ or 0.0,
        predictions_per_second=_speed(model, questions),
        model_bytes=_size(classifier),
        nonzero_weights=int(np.count_nonzero(model.weights[:, : model.n_columns])),
        has_probabilities=model.calibrator is not None,
    )


def _speed(model: TextModel, questions: Documents) -> float:
    from linguine.serving.answers import answer

    n_rounds, start = 0, time.perf_counter()
    while (seconds := time.perf_counter() - start) < _SECONDS or n_rounds == 0:
        answer(model, questions, with_probabilities=False)
        n_rounds += 1
    return n_rounds * len(questions) / seconds


def _size(classifier: TextClassifier) -> int:
    with tempfile.TemporaryDirectory(prefix="linguine-") as folder:
        path = os.path.join(folder, "model.linguine")
        classifier.save(path)
        return os.path.getsize(path)
