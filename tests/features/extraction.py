"""The library's features next to the judge's: the same templates, and matrices to compare."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine import _core, features

from ..reference.text_features import Template
from ..reference.vectorize import vectorize

KINDS: Mapping[str, Any] = {
    "words": features.WordNgrams,
    "characters": features.CharNgrams,
    "affixes": features.Affixes,
    "shape": features.Shape,
    "capitalisation": features.Capitalisation,
    "list": features.WordList,
    "lexicon": features.Lexicon,
    "numeric": features.Numeric,
    "categorical": features.Categorical,
    "function": features.Function,
}


def template(given: Template) -> Any:
    """Make the library's template from the judge's."""
    options = {name: value for name, value in given.items() if name != "kind"}
    places = [options.pop(name) for name in ("low", "high", "name", "column") if name in options]
    places += [options.pop(name) for name in ("words", "weights", "function") if name in options]
    if given["kind"] == "numeric":  # the judge takes numbers as they are
        options.setdefault("scale", "none")
    return KINDS[given["kind"]](*places, **options)


def counting(wanted: Any, **options: Any) -> features.Extractor:
    """Make an extractor that counts, unless it is told otherwise."""
    return features.Extractor(wanted, **{"values": "count", "normalize": None, **options})


def extractor(spec: Sequence[Template], **options: Any) -> features.Extractor:
    """Make the library's extractor from the judge's specification."""
    joined = template(spec[0])
    for each in spec[1:]:
        joined = joined + template(each)
    return counting(joined, **options)


def dense(sites: features.Sites) -> NDArray[np.float64]:
    """Return the matrix in full; a column must not come twice in a row."""
    assert sites.indptr is not None
    assert sites.indices is not None
    matrix = np.zeros((sites.n_rows, sites.n_features))
    values = np.ones(len(sites.indices)) if sites.values is None else sites.values
    for i in range(sites.n_rows):
        row = slice(int(sites.indptr[i]), int(sites.indptr[i + 1]))
        assert len(set(sites.indices[row].tolist())) == row.stop - row.start
        matrix[i, sites.indices[row]] = values[row]
    return matrix


def same_bits(a: features.Sites, b: features.Sites) -> bool:
    """Tell whether two matrices have the same rows, columns and bits."""
    for name in ("indptr", "indices", "values"):
        x, y = getattr(a, name), getattr(b, name)
        if (x is None) != (y is None):
            return False
        if x is not None and (x.dtype != y.dtype or x.tobytes() != y.tobytes()):
            return False
    return a.n_features == b.n_features


def columns_by_name(names: Sequence[str], matrix: NDArray[Any]) -> list[tuple[str, bytes]]:
    """Return the columns with their names, in an order that does not depend on ids."""
    columns = np.ascontiguousarray(matrix.T, dtype=np.float64)
    return sorted((name, column.tobytes()) for name, column in zip(names, columns, strict=True))


def assert_judge_agrees(
    texts: Sequence[str | bytes],
    spec: Sequence[Template],
    values: str = "count",
    normalize: str | None = None,
    **limits: Any,
) -> None:
    """Check names and numbers against the judge's; counts to the bit, weights to float32."""
    ours = extractor(spec, values=values, normalize=normalize, **limits)
    # broken bytes come from files only, where the reader has been told to let them through
    matrix = dense(ours.fit_transform(_core.Texts(list(texts))))
    judged, expected = vectorize(texts, spec, values, normalize, **limits)
    names = [name for _, name in judged]
    if values in ("count", "binary") and normalize is None:
        assert columns_by_name(ours.names(), matrix) == columns_by_name(names, expected)
        return
    place = {name: j for j, name in enumerate(ours.names())}
    assert sorted(place) == sorted(names)
    # float32 rounds by 6e-8 a step; a few steps make a weight
    np.testing.assert_allclose(matrix[:, [place[name] for name in names]], expected, rtol=1e-6)


def found_in(
    extractor: features.Extractor, text: str, columns: Mapping[str, Any] | None = None
) -> list[tuple[str, int, int, int, int]]:
    """Return (name, id or -1, first byte, last byte + 1, template) of everything in a text."""
    return [
        (each.name, each.id, each.begin, each.end, each.template)
        for each in extractor.evidence(text, columns)
    ]
