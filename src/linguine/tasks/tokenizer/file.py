"""Tokenizers in files: what goes into the ``.linguine`` container, and checks on the way out."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from linguine.model.estimator import Functions
from linguine.model.file.loaded_model import LoadedModel
from linguine.tasks.tagger import file as taggers
from linguine.tasks.tokenizer.model import INSIDE, SENTENCE, TOKEN, TokenizerModel
from linguine.tasks.tokenizer.schema import SCHEMA
from linguine.tasks.tokenizer.splits import Splits
from linguine.tasks.tokenizer.units import COLUMNS

__all__ = ["build_model", "pack_model"]

TASK = "tokenization"


def pack_model(
    model: TokenizerModel, quantize: str | None
) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """Return what the file holds."""
    tensors, config = taggers.pack_model(model.boundaries, quantize)
    return tensors, {
        **config,
        "task": TASK,
        "units": model.units,
        "joins_spaces": model.joins_spaces,
        "words": {form: list(words) for form, words in model.splits.words.items()},
        "endings": list(model.splits.endings),
    }


def build_model(loaded: LoadedModel, functions: Functions | None = None) -> TokenizerModel:
    """Return the tokenizer of an opened file."""
    loaded.check_task("Tokenizer", TASK, SCHEMA)
    with loaded.building():
        boundaries = taggers.rebuild(loaded, functions)
        _ = boundaries.native  # the core checks what only it can
        if {INSIDE, TOKEN, SENTENCE} - {*boundaries.tags}:
            raise ValueError(f"the tags must be {INSIDE}, {TOKEN} and {SENTENCE}")
        if {*boundaries.needed} - {*COLUMNS}:
            raise ValueError(f"what is looked at must be the columns {', '.join(COLUMNS)}")
        words = loaded.setting("words", dict)
        if not all(all(each) for each in (words, *words.values())):
            raise ValueError("tokens and words must not be empty")
        return TokenizerModel(
            boundaries,
            Splits(
                {form: tuple(each) for form, each in words.items()},
                tuple(each for each in loaded.setting("endings", list) if each),
            ),
            loaded.setting("units", str),
            loaded.setting("joins_spaces", bool),
        )
