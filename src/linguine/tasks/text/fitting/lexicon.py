"""Weights by hand: a dictionary of words for each label, and no learning at all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from linguine import _core
from linguine.errors import ParameterError, check_number, named, said
from linguine.features import Weighting, WordNgrams, tokenize
from linguine.tasks.text.model import TextModel
from linguine.tasks.text.settings import TextSettings
from linguine.tasks.text.training import describe

__all__ = ["make_lexicon_model"]


def make_lexicon_model(settings: TextSettings) -> TextModel:
    r"""Return the classifier whose weights a person has written.

    .. math:: \hat y = \arg\max_y \sum_j \theta_{jy} x_j, \quad \theta_{jy} \text{ given}

    Section 2.1 of [Eisenstein2018]. The option ``lexicon`` has the words of each label, or their
    weights as well; a word may stand in several dictionaries.
    """
    _check(settings)
    lexicon = _read(settings.options.get("lexicon"))
    words = sorted({word for weights in lexicon.values() for word in weights})
    longest = max(len(word.split(" ")) for word in words)
    extractor = settings.extractor(Weighting("count", None), WordNgrams(1, longest))
    extractor.fit_counts(words)
    assert extractor.vocabulary_ is not None
    place = {name: i for i, name in enumerate(extractor.vocabulary_.names())}
    classes = np.array(sorted(lexicon))
    theta = np.zeros((len(place), len(classes)), np.float32)
    for k, label in enumerate(classes.tolist()):
        for word, weight in lexicon[label].items():
            theta[place[word], k] = weight
    if len(classes) == 2:
        theta = theta[:, 1:] - theta[:, :1]
    stride = _core.stride(theta.shape[1])
    padded = np.zeros((len(place), stride), np.float32)
    padded[:, : theta.shape[1]] = theta
    model = TextModel(
        extractor,
        padded,
        np.zeros(stride, np.float32),
        classes,
        n_threads=settings.n_threads,
        reads=settings.reads,
    )
    model.info = describe(settings, model, 0, 0)
    model.info["calibration"] = "none: weights by hand"
    return model


def _check(settings: TextSettings) -> None:
    """Refuse what would have no meaning for weights by hand."""
    given = {
        "features": settings.features,
        "text_columns": None if settings.reads.is_one_text else settings.text_columns,
        "values": settings.values,
        "min_df": settings.min_df,
        "max_features": settings.max_features,
        "hash_bits": settings.hash_bits,
        "class_weight": settings.class_weight,
        "reject_below": settings.reject_below,
        "max_df": None if settings.max_df == 1.0 else settings.max_df,
        "normalize": None if settings.normalize == "auto" else settings.normalize,
        "calibration": settings.calibration if isinstance(settings.calibration, int) else None,
    }
    for name, value in given.items():
        if value is not None:
            raise ParameterError(
                "The algorithm 'lexicon' counts the words of its dictionaries and learns nothing; "
                f"got {said(name, value)}. Leave {named(name)} out."
            )


def _read(lexicon: Any) -> dict[Any, dict[str, float]]:
    example = "Try lexicon={'good': ['great'], 'bad': ['awful']}."
    if not isinstance(lexicon, Mapping) or len(lexicon) < 2:
        raise ParameterError(
            "The algorithm 'lexicon' needs lexicon={label: words or {word: weight}} with at least "
            f"two labels; got {lexicon!r}. {example}"
        )
    if len({type(label) for label in lexicon}) > 1:
        raise ParameterError(
            f"The labels of a lexicon must have one type; got {list(lexicon)!r}. Use str for all."
        )
    read = {label: _weights(label, words, example) for label, words in lexicon.items()}
    if not any(read.values()):
        raise ParameterError(f"A lexicon must have at least one word; got {lexicon!r}. {example}")
    return read


def _weights(label: Any, words: Any, example: str) -> dict[str, float]:
    if isinstance(words, (str, bytes)) or not isinstance(words, Iterable):
        raise ParameterError(
            f"A dictionary is a list of words or a mapping to weights; the label {label!r} has "
            f"{words!r}. {example}"
        )
    entries = words.items() if isinstance(words, Mapping) else [(word, 1.0) for word in words]
    weights: dict[str, float] = {}
    for word, weight in entries:
        tokens = [token for token, _, _ in tokenize(word)] if isinstance(word, str) else []
        if not tokens:
            raise ParameterError(
                f"A lexicon holds words; {word!r} of the label {label!r} has none. Leave it out."
            )
        check_number(
            "lexicon", f"the weight of {word!r}", weight, high_open=True, fix="Use a number."
        )
        weights[" ".join(tokens)] = float(weight)
    return weights
