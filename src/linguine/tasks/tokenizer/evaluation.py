"""Evaluation of tokenizers: their words and sentences against those of a treebank."""

from __future__ import annotations

from collections.abc import Callable

from linguine.data.segmentation import Segmentation
from linguine.errors import DataError
from linguine.reports.tokens.metrics import TokenEvaluation, evaluate_segmentation
from linguine.tasks.task import Settings
from linguine.tasks.tokenizer.model import TokenizerModel
from linguine.tasks.tokenizer.reading import read_examples

__all__ = ["measure", "read_questions"]


def read_questions(model: TokenizerModel, path: str, settings: Settings) -> Segmentation:
    """Return the text of a treebank, and what is right."""
    return read_examples(path, settings)


def measure(
    model: TokenizerModel,
    questions: Segmentation,
    settings: Settings,
    keep: Callable[[Segmentation], object] | None = None,
) -> TokenEvaluation:
    """Return what the answers of a tokenizer are worth; ``keep`` is given them."""
    if not questions.n_tokens:
        raise DataError("there must be text to compare with; there is no token. Give a treebank.")
    found = model.segment(questions.text)
    if keep is not None:
        keep(found)
    return evaluate_segmentation(questions, found)
