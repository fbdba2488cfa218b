"""evaluate: measure a model on a file with the right labels, tags or trees."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from linguine.serving.console import note, write, write_json
from linguine.serving.options import output_options, reading_options, running_options
from linguine.serving.parse_options import tagging_options
from linguine.serving.settings import reading_settings
from linguine.serving.token_options import token_reading_options
from linguine.serving.verb import make_verb

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy as np
    from numpy.typing import NDArray

    from linguine.data import Documents
    from linguine.reports import Evaluation
    from linguine.tasks.parser.model import ParserModel
    from linguine.tasks.tagger.model import TaggerModel
    from linguine.tasks.text.model import TextModel

__all__ = ["command", "evaluate_documents", "unknown_labels", "warn_of_unknown"]

#: Unknown labels that a warning lists.
_N_SHOWN = 5

_EXAMPLES = (
    ("linguine evaluate reviews.linguine test.tsv", "accuracy, F1 per label, confusions"),
    ("zcat test.jsonl.gz | linguine evaluate reviews.linguine - --json", "from a pipe, as JSON"),
    ("linguine evaluate names.linguine test.conll", "token accuracy, span F1 as conlleval has it"),
    ("linguine evaluate parser.linguine test.conllu", "UAS, LAS, CLAS, by relation and length"),
)


@make_verb("evaluate", usage="MODEL FILE [OPTIONS]", examples=_EXAMPLES)
@click.argument("model")
@click.argument("file")
@tagging_options
@output_options()
@reading_options(with_labels=True)
@token_reading_options
@running_options(with_seed=False)
def command(model: str, file: str, **settings: Any) -> None:
    """Compare a model's answers with the right labels, tags or trees of a file.

    Prints the accuracy with its 95 % interval, precision, recall and F1 of each label, what was
    taken for what, and how far the probabilities can be trusted. Texts that the model rejects
    count as wrong; the share that was answered is printed beside it.

    Of a tagger it prints the token accuracy, that of unknown words, and where tags spell spans
    (B-LOC, I-LOC, O) precision, recall and F1 of whole spans, exactly as conlleval counts them.

    Of a parser it prints the shares of words with the right head (UAS), with the right head and
    relation (LAS), the same for content words (CLAS), as the CoNLL 2018 scorer counts them; and by
    relation, length and distance. --tagger gives it predicted tags instead of those of the file.
    """
    from linguine.serving.answers import read_blocks
    from linguine.serving.models import load_any
    from linguine.tasks.text.model import TextModel

    loaded = load_any(model, settings["threads"])
    if not isinstance(loaded, TextModel):
        from linguine.tasks.tagger.model import TaggerModel

        if isinstance(loaded, TaggerModel):
            _evaluate_tagger(loaded, file, settings)
        else:
            _evaluate_parser(loaded, file, settings)
        return
    blocks = read_blocks(file, reading_settings(settings, loaded.reads.names), need_labels=True)
    evaluation = evaluate_documents(loaded, blocks)
    warn_of_unknown(loaded, evaluation)
    if settings["json"]:
        write_json({**evaluation.to_dict(), "unknown_labels": unknown_labels(loaded, evaluation)})
    else:
        write(evaluation.to_text() + "\n")


def _evaluate_tagger(model: TaggerModel, file: str, settings: dict[str, Any]) -> None:
    from linguine.reports.tags.tables import render_tag_evaluation
    from linguine.serving.tag_input import TaggerInput
    from linguine.serving.tag_train import measure

    evaluation = measure(model, TaggerInput(model, settings).read(file), settings["unknown_tag"])
    if settings["json"]:
        write_json(evaluation.to_json())
    else:
        write(render_tag_evaluation(evaluation) + "\n")


def _evaluate_parser(model: ParserModel, file: str, settings: dict[str, Any]) -> None:
    from linguine.reports.trees.tables import render_tree_evaluation
    from linguine.serving.parse_input import ParserInput
    from linguine.serving.parse_train import measure_parser

    given = ParserInput(model, settings)
    gold = given.read(file)
    evaluation = measure_parser(model, gold, given.tag(gold))
    if settings["json"]:
        write_json(evaluation.to_dict())
    else:
        write(render_tree_evaluation(evaluation) + "\n")


def evaluate_documents(model: TextModel, blocks: Iterable[Documents]) -> Evaluation:
    """Return how a model does on documents with labels, block after block."""
    import numpy as np

    from linguine.reports import evaluate
    from linguine.serving.answers import answer

    labels = [str(label) for label in model.classes.tolist()]
    index = {label: code for code, label in enumerate(labels)}
    gold, predicted = [], []
    probabilities: list[NDArray[np.float64]] = []
    for documents in blocks:
        assert documents.label_set is not None
        for name in documents.label_set.names:  # labels that the model has never seen come last
            index.setdefault(name, len(index))
        codes = np.array([index[name] for name in documents.label_set.names], dtype=np.int64)
        answers = answer(model, documents, with_probabilities=model.calibrator is not None)
        gold.append(codes[documents.label_set.codes])
        predicted.append(answers.codes)
        if answers.probabilities is not None:
            probabilities.append(answers.probabilities)
    table = np.concatenate(probabilities) if probabilities else None
    return evaluate(np.concatenate(gold), np.concatenate(predicted), list(index), table)


def unknown_labels(model: TextModel, evaluation: Evaluation) -> dict[str, int]:
    """Return labels that the model has never seen, with the number of their texts."""
    n_known = model.n_labels
    counts = evaluation.support[n_known:].tolist()
    return dict(zip(map(str, evaluation.labels[n_known:]), counts, strict=True))


def warn_of_unknown(model: TextModel, evaluation: Evaluation) -> None:
    """Say how many texts cannot be right, because the model does not have their labels."""
    unknown = unknown_labels(model, evaluation)
    if not unknown:
        return
    known = [str(label) for label in model.classes.tolist()]
    most = sorted(unknown, key=lambda label: -unknown[label])[:_N_SHOWN]
    shown = [f"{label!r} ({unknown[label]:,}{_near(label, known)})" for label in most]
    more = f", and {len(unknown) - len(most):,} more" if len(unknown) > len(most) else ""
    note(
        f"linguine: warning: {sum(unknown.values()):,} of {evaluation.n:,} texts have labels that "
        f"the model has never seen, so it cannot be right on them: {', '.join(shown)}{more}. "
        "Spell labels as the model does, or say which column holds them (--label-column)."
    )


def _near(label: str, known: list[str]) -> str:
    """Return the label of the model that is spelled most like this one."""
    import difflib  # only mistakes pay for it

    folded = {each.strip().casefold(): each for each in reversed(known)}
    near = difflib.get_close_matches(label.strip().casefold(), folded, n=1)
    return f"; the model has {folded[near[0]]!r}" if near else ""
