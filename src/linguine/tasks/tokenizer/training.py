"""Training of tokenizers: units of the text, what is behind each, and the words of tokens."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.data import Sentences, TokenColumn
from linguine.data.segmentation import Segmentation
from linguine.errors import DataError
from linguine.model.concurrency import Resources
from linguine.tasks.tagger.training import train_tagger
from linguine.tasks.tokenizer.model import INSIDE, SENTENCE, TOKEN, TokenizerModel
from linguine.tasks.tokenizer.settings import TokenizerSettings
from linguine.tasks.tokenizer.splits import Splits
from linguine.tasks.tokenizer.units import Units

__all__ = ["label_units", "train_tokenizer"]

#: The share of tokens that may end within a run of letters or digits; with more, characters decide.
_MOST_INSIDE = 0.005


def train_tokenizer(
    settings: TokenizerSettings,
    gold: Segmentation,
    use: Resources,
    *,
    dev: Segmentation | None = None,
) -> TokenizerModel:
    """Learn a tokenizer from a text whose tokens and sentences are known."""
    if not gold.n_tokens:
        raise DataError(
            "there must be text to learn from; there is no token in it. Give a treebank."
        )
    kind = _choose_units(gold) if settings.units == "auto" else settings.units
    held_out = None if dev is None else label_units(dev, Units(dev.text, kind))
    labelled = label_units(gold, Units(gold.text, kind))
    boundaries, _ = train_tagger(settings.boundaries, labelled, use, dev=held_out)
    boundaries.info |= {
        "algorithm": settings.algorithm,
        "n_sentences": gold.n_sentences,
        "n_tokens": gold.n_tokens,
    }
    return TokenizerModel(boundaries, Splits.learn(gold), kind, _has_spaces(gold))


def label_units(gold: Segmentation, units: Units) -> Sentences:
    """Return the units of a text with what is behind each as their tags."""
    codes = np.isin(units.ends, gold.ends).astype(np.int32)
    codes[np.isin(units.ends, gold.ends[gold.offsets[1:] - 1])] = 2
    column = TokenColumn(codes, _core.Texts([INSIDE, TOKEN, SENTENCE]))
    seen = units.sentences
    return replace(seen, columns={**seen.columns, "tag": column}, tag_column="tag")


def _choose_units(gold: Segmentation) -> str:
    lost = np.setdiff1d(gold.ends, Units(gold.text).ends)
    return "characters" if len(lost) > _MOST_INSIDE * gold.n_tokens else "runs"


def _has_spaces(gold: Segmentation) -> bool:
    spaces: NDArray[np.int64] = np.array(
        [i for i, each in enumerate(gold.text) if each.isspace()], np.int64
    )
    return bool((np.searchsorted(spaces, gold.begins) < np.searchsorted(spaces, gold.ends)).any())
