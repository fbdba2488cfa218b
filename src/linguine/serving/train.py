"""train: learn from a file of labelled texts, tagged tokens or trees and save a model."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from linguine.serving.console import write, write_json
from linguine.serving.files import check_output
from linguine.serving.option_kinds import refuse_options
from linguine.serving.options import (
    OUTPUT,
    PARSE,
    TAG,
    feature_options,
    learner_options,
    output_options,
    reading_options,
    running_options,
    task_option,
)
from linguine.serving.parse_options import jackknife_option, tree_options
from linguine.serving.token_options import token_training_options
from linguine.serving.verb import make_verb, option

if TYPE_CHECKING:
    from linguine.data import Documents
    from linguine.tasks import TextClassifier

__all__ = ["command"]

#: Texts on which the price of quantisation is measured when there is no other file.
_N_SAMPLE = 10_000

_EXAMPLES = (
    ("linguine train reviews.tsv --model reviews.linguine", "finds the columns, tunes itself"),
    (
        "linguine train m.csv --text-column title --text-column body --label-column folder "
        "--model m.linguine",
        "names the columns; each text column has features of its own",
    ),
    (
        "linguine train names.conll --columns w,pos,tag --dev dev.conll --model names.linguine",
        "a tagger: one token per line, tags in the last column",
    ),
    (
        "linguine train trees.conllu --columns form,upos --dev dev.conllu --model parser.linguine",
        "a parser: CoNLL-U has trees; --task tag would learn its parts of speech",
    ),
)


@make_verb("train", usage="FILE --model OUT [OPTIONS]", examples=_EXAMPLES)
@click.argument("file")
@option("--model", group=OUTPUT, required=True, metavar="OUT", help="Where to save the model.")
@option(
    "--dev",
    group=OUTPUT,
    metavar="FILE",
    help="Measure the model on this file, too; online taggers and parsers stop when they get no "
    "better on it.",
)
@option(
    "--quantize",
    group=OUTPUT,
    type=click.Choice(["float16", "int8"]),
    help="Smaller weights; what it costs is measured.",
)
@output_options(with_quiet=True)
@task_option
@learner_options
@feature_options
@reading_options(with_labels=True, with_join=True)
@token_training_options
@tree_options
@jackknife_option
@running_options(with_seed=True)
def command(
    file: str, model: str, dev: str | None, quantize: str | None, quiet: bool, **settings: Any
) -> None:
    """Learn to label texts, to tag the tokens of sentences or to parse them, and save it.

    A file of texts needs a column of labels and a column of texts; .tsv and .csv without a header
    have the label first. A file of tokens (.conll, .conllu, .iob, ...) has one token per line, its
    columns beside it, and an empty line after each sentence. CoNLL-U with heads trains a parser,
    or a tagger if something is said that only taggers have (--tag-column upos, --algorithm hmm,
    --task tag). FILE may be - for standard input.
    """
    from linguine.serving.task import choose_task

    check_output(model, inputs=(file, *([dev] if dev else [])))
    task = choose_task(file, settings, [settings["algorithm"]])
    refuse_options(file, task)
    if settings["patience"] is not None and dev is None:
        raise click.UsageError("--patience waits for a better result on --dev FILE. Give one.")
    if task == PARSE:
        from linguine.serving.parse_train import train_from_trees

        train_from_trees(file, model, dev, quantize, quiet, settings)
    elif task == TAG:
        from linguine.serving.tag_train import train_from_tokens

        train_from_tokens(file, model, dev, quantize, quiet, settings)
    else:
        _train_from_texts(file, model, dev, quantize, quiet, settings)


def _train_from_texts(
    file: str,
    model: str,
    dev: str | None,
    quantize: str | None,
    quiet: bool,
    settings: Mapping[str, Any],
) -> None:
    from linguine.serving.learning import fit, make_classifier, read_labelled
    from linguine.serving.summary import summarize_training

    make_classifier(settings)  # complains about options before a long file is read
    documents = read_labelled(file, settings)
    held_out = None if dev is None else read_labelled(dev, settings)
    if held_out is not None:  # read now, so that its faults are known before a long training
        for texts in (held_out.texts, *(held_out.columns[n] for n in held_out.text_columns)):
            texts.drop_pages()
    is_watched = sys.stderr.isatty() and not quiet
    classifier = fit(documents, settings, progress=True if is_watched else None)
    classifier.save(model, quantize=quantize)
    facts: dict[str, Any] = {
        "model": model,
        "bytes": os.path.getsize(model),
        "labels": [str(label) for label in classifier.labels_],
        "seconds": classifier.seconds_,
        "text_columns": list(documents.text_columns),
        "label_column": documents.label_column,
        "joined": bool(settings["join_columns"]),
        **classifier.info_,
    }
    if quantize is not None:
        facts["quantization"] = _price(classifier, model, quantize, held_out, documents)
    if held_out is not None:
        from linguine.serving.answers import load
        from linguine.serving.evaluate import evaluate_documents, unknown_labels, warn_of_unknown

        saved = classifier.model_ if quantize is None else load(model, settings["threads"])
        assert saved is not None
        measured = evaluate_documents(saved, [held_out])
        warn_of_unknown(saved, measured)
        facts["dev"] = {**measured.to_dict(), "unknown_labels": unknown_labels(saved, measured)}
    if settings["json"]:
        write_json(facts)
    elif not quiet:
        write(summarize_training(facts) + "\n")


def _price(
    classifier: TextClassifier,
    path: str,
    kind: str,
    held_out: Documents | None,
    documents: Documents,
) -> dict[str, Any]:
    """Return what quantisation changes: accuracy on the other file, or labels on this one."""
    import numpy as np

    from linguine.serving.answers import answer, load, take
    from linguine.serving.evaluate import evaluate_documents

    exact, rounded = classifier.model_, load(path, classifier.settings.n_threads)
    assert exact is not None
    if held_out is not None:
        before, after = (evaluate_documents(each, [held_out]) for each in (exact, rounded))
        return {"kind": kind, "accuracy_before": before.accuracy, "accuracy_after": after.accuracy}
    sample = take(documents, np.arange(min(len(documents), _N_SAMPLE)))
    first, second = (answer(each, sample, with_probabilities=False) for each in (exact, rounded))
    changed = float(np.mean(first.codes != second.codes))
    return {"kind": kind, "labels_changed": changed, "n": len(sample)}
