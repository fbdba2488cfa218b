r"""Words: the terms of an explanation added up for people, one row for each word of the text.

.. math:: c_w = \sum_j c_j |w \cap j| / |j|

c_j is the contribution of feature j, |j| the visible characters that it covers and |w ∩ j| those of
them in word w: a feature is shared evenly by its characters, so a run of
characters goes to the words that it touches and a pair of words to its two words. Nothing is lost:
the words and the features that no word shows add up to the same lead.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING

from linguine.reports.explanation import VECTOR, Contribution
from linguine.reports.segmentation import find_word_ends

if TYPE_CHECKING:
    from linguine.reports.explanation import Explanation

__all__ = ["add_up_words", "join_vectors"]


def add_up_words(explanation: Explanation) -> tuple[Contribution, ...]:
    """Return a row for each different word, and one for each feature that the text does not show.

    The value of a word is how often the text has it, its weight what one of them adds on average.
    """
    text, shares = explanation.text, explanation.characters()
    places: dict[str, list[tuple[int, int]]] = {}
    begin = 0
    for end in find_word_ends(text):
        word = text[begin:end]
        if shares[begin:end].any():
            places.setdefault(word.casefold(), []).append((begin, end))
        begin = end
    rows = []
    for folded, spans in places.items():
        forms = {text[begin:end] for begin, end in spans}
        total = float(sum(shares[begin:end].sum() for begin, end in spans))
        name = forms.pop() if len(forms) == 1 else folded
        n = len(spans)
        rows.append(Contribution(name, float(n), total / n, total, tuple(spans), kind="word"))
    rows += [each for each in explanation.contributions if not _is_shown(each, text)]
    return join_vectors(rows)


def join_vectors(terms: Iterable[Contribution]) -> tuple[Contribution, ...]:
    """Return terms with one for all numbers of a vector, the largest first.

    Its value is the length of the vector.

    Examples
    --------
    >>> parts = [Contribution(f"v[{k}]", 3.0 + k, 2.0, 6.0 + 2 * k, (), None, "vector", "v")
    ...     for k in (0, 1)]
    >>> [(each.name, each.value, each.contribution) for each in join_vectors(parts)]
    [('v', 5.0, 14.0)]
    """
    rows, vectors = [], dict[str, list[Contribution]]()
    for each in terms:
        if each.part_of is None:
            rows.append(each)
        else:
            vectors.setdefault(each.part_of, []).append(each)
    for name, parts in vectors.items():
        total = math.fsum(each.contribution for each in parts)
        length = math.sqrt(math.fsum(each.value**2 for each in parts))
        spans = tuple(sorted({span for each in parts for span in each.spans}))
        rows.append(
            Contribution(
                name, length, total / length if length else 0.0, total, spans, None, VECTOR
            )
        )
    return tuple(sorted(rows, key=lambda each: -abs(each.contribution)))


def _is_shown(contribution: Contribution, text: str) -> bool:
    """Return True if the text has a character for it that can be seen."""
    return any(not text[begin:end].isspace() for begin, end in contribution.spans)
