r"""Texts to a matrix: which features are kept, and what number each of them gets.

    count        c                      tfidf          c idf
    log          1 + ln c               log-tfidf      (1 + ln c) idf
    binary       1                      binary-tfidf   idf

    idf = ln((1 + n) / (1 + df)) + 1,   n texts, of which df hold the feature

normalize="l2" divides a row by the root of its sum of squares.

Decisions, where the wording leaves a choice:

 1. Raw features (lexicon, numeric, categorical, function) keep their values, do not count in
    the norm, and are kept whatever min_df, max_df and max_features say.
 2. min_df and max_df are counts of texts when they are int, shares of the texts when float
    (1 is one text, 1.0 is all of them); both bounds are allowed values, as in scikit-learn.
 3. max_features keeps the features of most texts, after min_df and max_df. Ties go to the
    lower key, which only the library knows: ``order`` lists the features by key.
 4. df and n are those of the texts that were fitted; features not seen there have no column.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .text_features import RAW, Feature, Template, features

Row = Mapping[str, Any]


def select(
    rows: Sequence[Mapping[Feature, float]],
    spec: Sequence[Template],
    min_df: float,
    max_df: float,
    max_features: int | None,
    order: Sequence[Feature],
) -> dict[Feature, int]:
    """Return the features that are kept, with the number of texts that hold them."""
    df = Counter(feature for row in rows for feature in row)
    low = min_df if isinstance(min_df, int) else min_df * len(rows)
    high = max_df if isinstance(max_df, int) else max_df * len(rows)
    is_raw = {place for place, template in enumerate(spec) if template["kind"] in RAW}
    kept = [f for f in df if f[0] not in is_raw and low <= df[f] <= high]
    if max_features is not None:
        rank = {feature: place for place, feature in enumerate(order)}
        kept = sorted(kept, key=lambda f: (-df[f], rank.get(f, 0)))[:max_features]
    return {f: df[f] for f in df if f[0] in is_raw or f in set(kept)}


def weigh(count: float, df: int, n: int, values: str) -> float:
    """Return the number of a feature that occurs ``count`` times in a text."""
    kind = values.removesuffix("tfidf").removesuffix("-") or "count"
    number = {
        **{"count": count, "log": 1 + math.log(count), "binary": 1.0},
        **{"square": count * count, "absolute": abs(count)},
    }[kind]
    return number * (math.log((1 + n) / (1 + df)) + 1) if values.endswith("tfidf") else number


def vectorize(
    texts: Sequence[str | bytes],
    spec: Sequence[Template],
    values: str = "count",
    normalize: str | None = None,
    min_df: float = 1,
    max_df: float = 1.0,
    max_features: int | None = None,
    *,
    columns: Sequence[Row] | None = None,
    order: Sequence[Feature] = (),
    new: Sequence[str | bytes] | None = None,
) -> tuple[list[Feature], NDArray[np.float64]]:
    """Return the features in the order of their names, and one row for each text.

    ``columns`` holds a mapping of column values for each text. ``new`` are other texts to be
    seen through the features of ``texts``; None means the same texts.
    """
    given = columns or [{}] * len(texts)
    rows = [features(text, spec, row) for text, row in zip(texts, given, strict=True)]
    df = select(rows, spec, min_df, max_df, max_features, order)
    names = sorted(df)
    seen = rows if new is None else [features(text, spec) for text in new]
    matrix = np.zeros((len(seen), len(names)))
    for i, row in enumerate(seen):
        for j, feature in enumerate(names):
            if feature in row:
                is_raw = spec[feature[0]]["kind"] in RAW
                number = row[feature]
                matrix[i, j] = number if is_raw else weigh(number, df[feature], len(rows), values)
    if normalize == "l2":
        counted = [j for j, f in enumerate(names) if spec[f[0]]["kind"] not in RAW]
        norm = np.sqrt((matrix[:, counted] ** 2).sum(axis=1, keepdims=True))
        matrix[:, counted] /= np.where(norm > 0, norm, 1.0)
    return names, matrix
