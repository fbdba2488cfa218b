"""Attributes: ``feats:Case`` is what a bundle such as ``Case=Nom|Number=Sing`` says about the case.

A bundle as a whole is rare where a language has many of them, and two words that agree in number
have different ones. Attributes are columns that the extractor makes; round brackets stand for the
square ones of ``Number[psor]``, which in a template are for offsets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.data.token_lists import TokenColumn
from linguine.features.token.templates import resolve_column

__all__ = ["common_attributes", "name_of_attribute", "split_name", "values_of_attribute"]

_OF = ":"
_TO_ROUND = str.maketrans("[]", "()")


def name_of_attribute(column: str, attribute: str) -> str:
    """Return what an attribute is called in templates: ``feats:Number(psor)``."""
    return f"{column}{_OF}{attribute.translate(_TO_ROUND)}"


def split_name(name: str, there: Sequence[str]) -> tuple[str, str] | None:
    """Return column and attribute, or None if a name is not that of an attribute.

    Examples
    --------
    >>> split_name("feats:Case", ["form", "feats"]), split_name("form", ["form", "feats"])
    (('feats', 'Case'), None)
    """
    column, colon, attribute = name.partition(_OF)
    found = resolve_column(column, there) if colon else None  # no column has one in its name
    return (found, attribute) if found is not None and attribute else None


def values_of_attribute(
    column: TokenColumn, attribute: str
) -> tuple[NDArray[np.int32], _core.Texts]:
    """Return what each bundle says about an attribute, as codes and texts; mostly nothing."""
    texts, codes = {"": 0}, []
    for bundle in column.values.tolist():
        value = _attributes(bundle).get(attribute, "")
        codes.append(texts.setdefault(value, len(texts)))
    of_bundle = np.array(codes, np.int32)
    return np.ascontiguousarray(of_bundle[column.codes], np.int32), _core.Texts(list(texts))


def common_attributes(column: TokenColumn, *, share: float, at_most: int) -> list[str]:
    """Return the attributes that a share of all cells has, the most frequent first."""
    counts = np.bincount(column.codes, minlength=len(column.values)).tolist()
    found: Counter[str] = Counter()
    for bundle, count in zip(column.values.tolist(), counts, strict=True):
        for attribute in _attributes(bundle):
            found[attribute] += count
    enough = share * len(column.codes)
    ranked = sorted(found, key=lambda each: (-found[each], each))
    return [each for each in ranked if found[each] >= enough][:at_most]


def _attributes(bundle: str) -> dict[str, str]:
    pairs = (each.partition("=") for each in bundle.split("|"))
    return {name.translate(_TO_ROUND): value for name, equals, value in pairs if equals and name}
