"""Comparison of taggers: every algorithm on the same two files."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from linguine.errors import DataWarning
from linguine.reports.tags.comparison import TagComparison, TagComparisonRow
from linguine.serving.bars import show_steps
from linguine.serving.console import note, write, write_json
from linguine.serving.failures import in_words_of_the_command_line
from linguine.serving.tag_input import TaggerInput
from linguine.serving.tag_train import read_training
from linguine.serving.timing import measure_speed
from linguine.serving.token_options import tagger_settings
from linguine.tasks import TAGGER_ALGORITHMS, Tagger
from linguine.tasks.tagger.evaluation import evaluate_tagger
from linguine.tasks.tagger.file import tagger_bytes

if TYPE_CHECKING:
    from linguine.data import Sentences
    from linguine.tasks.tagger.model import TaggerModel

__all__ = ["compare_taggers", "told_once"]


def compare_taggers(
    train: str, test: str, algorithms: Sequence[str], settings: Mapping[str, Any]
) -> None:
    """Train taggers, measure them and write the table."""
    names = list(algorithms) or list(TAGGER_ALGORITHMS.names)
    for name in names:  # complain about options before long files are read
        Tagger(**tagger_settings(settings, name))
    sentences = read_training(train, settings)
    questions: Sentences | None = None
    rows, notes = [], dict[str, None]()
    with show_steps(len(names), is_shown=sys.stderr.isatty() and not settings["quiet"]) as begin:
        for name in names:
            begin(name)
            tagger = Tagger(**tagger_settings(settings, name))
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                tagger.fit(sentences)
            model = tagger.model_
            assert model is not None
            questions = questions or TaggerInput(model, settings).read(test)
            evaluation, found = evaluate_tagger(model, questions, unknown=settings["unknown_tag"])
            notes |= dict.fromkeys(told_once(name, each) for each in caught)
            notes |= dict.fromkeys(f"{questions.source}: {each}." for each in found)
            rows.append(
                TagComparisonRow(
                    name,
                    evaluation.token_accuracy,
                    evaluation.unknown_word_accuracy,
                    None if evaluation.spans is None else evaluation.spans.f1,
                    tagger.seconds_ or 0.0,
                    _speed(model, questions),
                    len(tagger_bytes(model)),
                    len(model.weights.values),
                    model.has_probabilities,
                )
            )
    for each in notes:
        note(f"linguine: warning: {in_words_of_the_command_line(each)}")
    assert questions is not None
    comparison = TagComparison(tuple(rows), n_train=sentences.n_tokens, n_test=questions.n_tokens)
    if settings["json"]:
        write_json(comparison.to_dict())
    else:
        write(comparison.to_text() + "\n")


def _speed(model: TaggerModel, questions: Sentences) -> float:
    return measure_speed(lambda: model.tag(model.rows(questions)), questions.n_tokens)


def told_once(name: str, caught: warnings.WarningMessage) -> str:
    """Return a warning; what is said about the data is said once."""
    text = str(caught.message)
    return text if issubclass(caught.category, DataWarning) else f"{name}: {text}"
