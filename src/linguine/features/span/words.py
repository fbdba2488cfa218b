"""What is known about words: frequent ones by themselves, others by their spelling."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from linguine.data.sentences import Sentences
from linguine.data.token_lists import TokenColumn

__all__ = ["WordClasses", "first_words", "signature", "signature_backoffs"]

_FORM, _TAG = "form", "tag"
#: Seen less often than this, a word is known by its spelling, as words will be that are new.
_FREQUENT, _COMMON = 3, 2
_RARE = "_"


def signature(word: str, *, is_first: bool = False) -> str:
    """Return what the spelling of a word says: capitals, digits, a hyphen, its ending.

    Examples
    --------
    >>> signature("Tomatoes"), signature("T-1000"), signature("walking", is_first=True)
    ('unknown-capital-es', 'unknown-capital-digit-hyphen', 'unknown-ng')
    """
    parts = ["unknown"]
    if word[:1].isupper():
        parts.append("first" if is_first else "capital")
    if any(each.isdigit() for each in word):
        parts.append("digit")
    if "-" in word[1:]:
        parts.append("hyphen")
    if len(word) > 3 and word[1:].isalpha() and word[1:].islower():
        parts.append(word[-2:])
    return "-".join(parts)


def signature_backoffs(text: str) -> list[str]:
    """Return a signature and what is left of it part by part, the whole one last.

    Examples
    --------
    >>> signature_backoffs("unknown-capital-es")
    ['unknown', 'unknown-capital', 'unknown-capital-es']
    """
    parts = text.split("-")
    return ["-".join(parts[: i + 1]) for i in range(len(parts))]


def first_words(sentences: Sentences) -> NDArray[np.bool_]:
    """Return which tokens begin a sentence : (n_tokens,)."""
    is_first = np.zeros(sentences.n_tokens, np.bool_)
    is_first[sentences.offsets[:-1][np.diff(sentences.offsets) > 0]] = True
    return is_first


@dataclass(frozen=True, eq=False)
class WordClasses:
    """Two columns beside words: ``common`` is the word unless it is rare, ``class`` its usual tag.

    Parameters
    ----------
    common
        Words that stand for themselves.
    frequent, classes
        Words that are known well, and the most frequent tag of each; others have their signature.

    Examples
    --------
    >>> from linguine.data.constituents import Constituents
    >>> trees = Constituents.from_brackets(["(NP (DT the) (NN dog))"] * 3)
    >>> words = WordClasses.of(trees.sentences)
    >>> columns = words.columns(Sentences.from_python([["the", "fox"]], columns="form"))
    >>> [columns[name].tolist() for name in ("common", "class")]
    [['the', '_'], ['DT', 'unknown']]
    """

    common: Sequence[str]
    frequent: Sequence[str]
    classes: Sequence[str]

    @classmethod
    def of(cls, sentences: Sentences) -> WordClasses:
        """Learn them from sentences with the columns ``form`` and ``tag``."""
        words, tags = sentences.columns[_FORM], sentences.columns[_TAG]
        names, n_tags = words.values.tolist(), len(tags.values)
        counts = np.bincount(
            words.codes.astype(np.int64) * n_tags + tags.codes, minlength=len(names) * n_tags
        ).reshape(len(names), n_tags)
        totals, best = counts.sum(axis=1), counts.argmax(axis=1)
        known_tags = tags.values.tolist()
        order = sorted(range(len(names)), key=lambda i: names[i])
        frequent = [i for i in order if totals[i] >= _FREQUENT]
        return cls(
            tuple(names[i] for i in order if totals[i] >= _COMMON),
            tuple(names[i] for i in frequent),
            tuple(known_tags[best[i]] for i in frequent),
        )

    def columns(self, sentences: Sentences) -> dict[str, TokenColumn]:
        """Return the columns ``form``, ``common`` and ``class`` of sentences."""
        words = sentences.columns[_FORM]
        names, is_common = words.values.tolist(), set(self.common)
        own = np.array([i if name in is_common else -1 for i, name in enumerate(names)], np.int32)
        of_common = np.where(own < 0, len(names), own).astype(np.int32)[words.codes]
        known = dict(zip(self.frequent, self.classes, strict=True))
        # A class for each word, and one more for those whose first letter is that of a sentence.
        texts = [known.get(name) or signature(name) for name in names]
        texts += [known.get(name) or signature(name, is_first=True) for name in names]
        of_class = np.where(first_words(sentences), words.codes + len(names), words.codes)
        return {
            _FORM: words,
            "common": _column(of_common, [*names, _RARE]),
            "class": _column(of_class.astype(np.int32), texts),
        }


def _column(codes: NDArray[np.int32], texts: list[str]) -> TokenColumn:
    from linguine import _core

    return TokenColumn(np.ascontiguousarray(codes), _core.Texts(texts))
