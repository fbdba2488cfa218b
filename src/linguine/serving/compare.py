"""compare: train every algorithm and put them in one table."""

from __future__ import annotations

import os
import sys
import tempfile
from typing import TYPE_CHECKING, Any

import click

from linguine.serving.bars import show_steps
from linguine.serving.console import write, write_json
from linguine.serving.option_kinds import refuse_options
from linguine.serving.options import (
    LEARNING,
    PARSE,
    TAG,
    feature_options,
    output_options,
    reading_options,
    running_options,
    task_option,
)
from linguine.serving.parse_options import tree_options
from linguine.serving.token_options import token_feature_options
from linguine.serving.verb import make_verb, option

if TYPE_CHECKING:
    from linguine.data import Documents
    from linguine.reports import ComparisonRow
    from linguine.tasks import TextClassifier

__all__ = ["command"]

_EXAMPLES = (
    ("linguine compare train.tsv test.tsv", "every algorithm, measured"),
    ("linguine compare train.tsv test.tsv --algorithm svm --algorithm nb-svm", "only these"),
    ("linguine compare train.conll test.conll", "every tagger"),
    ("linguine compare train.conllu test.conllu --columns form,upos", "every parser"),
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
@task_option
@output_options(with_quiet=True)
@feature_options
@reading_options(with_labels=True, with_join=True)
@token_feature_options
@tree_options
@running_options(with_seed=True)
def command(
    train: str, test: str, algorithms: tuple[str, ...], lexicon: str | None, **settings: Any
) -> None:
    """Train every algorithm on one file, test it on another, and print one table.

    Accuracy with its 95 % interval, macro-F1, seconds to train (from texts to calibrated
    probabilities), predictions per second, size of the model file, weights that are not 0. Of
    taggers: accuracy of all tokens and of unknown words, F1 of spans, tokens per second. Of
    parsers: shares of words with the right head (UAS) and relation (LAS), sentences per second.
    """
    from linguine.serving.task import choose_task

    task = choose_task(train, settings, algorithms)
    refuse_options(train, task)
    if task == PARSE:
        from linguine.serving.parse_compare import compare_parsers

        compare_parsers(train, test, algorithms, settings)
    elif task == TAG:
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
    from linguine.serving.label_column import check_label_column
    from linguine.serving.learning import (
        LEXICON,
        check_columns,
        fit_classifier,
        fit_lexicon,
        read_labelled,
        text_columns_of,
    )
    from linguine.serving.settings import feature_settings
    from linguine.tasks import TEXT_ALGORITHMS, TextClassifier

    names = list(algorithms) or [name for name in TEXT_ALGORITHMS.names if name != LEXICON]

    def make(name: str, *, is_bag: bool, **rest: Any) -> TextClassifier:
        chosen = feature_settings(settings, is_bag=is_bag, algorithm=name)
        return TextClassifier(name, **chosen, seed=settings["seed"], **rest)

    for name in names:  # complain about options before long files are read
        make(name, is_bag=False)
    documents, questions = read_labelled(train, settings), read_labelled(test, settings)
    words = None
    if lexicon is not None:  # one word a line, however many columns the texts have
        named = settings["text_column"] if len(settings["text_column"]) == 1 else ()
        words = read_labelled(lexicon, {**settings, "text_column": named})
    check_columns(documents, settings)
    check_label_column(documents, settings)
    reads = text_columns_of(documents, settings)
    rows: list[ComparisonRow] = []
    with show_steps(len(names), is_shown=sys.stderr.isatty() and not settings["quiet"]) as begin:
        for name in names:
            begin(name)
            classifier = make(name, is_bag=documents.bags is not None, **reads)
            fit_classifier(classifier, documents)
            rows.append(_measure(name, classifier, questions, is_first=not rows))
    if words is not None:
        joined = {**reads, "join_columns": True} if reads else {}
        rows.append(_measure(LEXICON, fit_lexicon(words, **joined), questions))
    comparison = Comparison(tuple(rows), n_train=len(documents), n_test=len(questions))
    if settings["json"]:
        write_json(comparison.to_dict())
    else:
        write(comparison.to_text() + "\n")


def _measure(
    name: str, classifier: TextClassifier, questions: Documents, *, is_first: bool = False
) -> ComparisonRow:
    import numpy as np

    from linguine.reports import ComparisonRow
    from linguine.serving.answers import answer
    from linguine.serving.evaluate import evaluate_documents, warn_of_unknown
    from linguine.serving.timing import measure_speed

    model = classifier.model_
    assert model is not None
    evaluation = evaluate_documents(model, [questions])
    if is_first:  # all have the same labels
        warn_of_unknown(model, evaluation)
    return ComparisonRow(
        algorithm=name,
        accuracy=evaluation.accuracy,
        accuracy_interval=evaluation.accuracy_interval,
        macro_f1=evaluation.macro_f1,
        train_seconds=classifier.seconds_ or 0.0,
        predictions_per_second=measure_speed(
            lambda: answer(model, questions, with_probabilities=False), len(questions)
        ),
        model_bytes=_size(classifier),
        nonzero_weights=int(np.count_nonzero(model.weights[:, : model.n_columns])),
        has_probabilities=model.calibrator is not None,
    )


def _size(classifier: TextClassifier) -> int:
    with tempfile.TemporaryDirectory(prefix="linguine-") as folder:
        path = os.path.join(folder, "model.linguine")
        classifier.save(path)
        return os.path.getsize(path)
