"""A corpus of the size and the tags of Brown, made of EWT: 1 million tokens, about 450 tags.

Brown's tags are parts of speech with inflection, marked again in headlines (``NN-HL``); so are
these: the treebank's tag, its features, and ``-HL`` in short sentences. EWT is repeated five times.
Words that occur once or twice get other vowels each time, so that the vocabulary grows as in a text
that goes on, with the endings that words of this tag have.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from linguine.data import Sentences

__all__ = ["brown_like"]

_N_COPIES = 5
_LONGEST_HEADLINE = 6
_VOWELS = "aeiou"

Tagged = list[tuple[str, str]]


def brown_like(treebank: Sentences, *, n_copies: int = _N_COPIES) -> list[Tagged]:
    """Return tagged sentences; one copy is the treebank itself with the finer tags."""
    sentences = list(_read(treebank))
    frequency = Counter(word for sentence in sentences for word, _ in sentence)
    out = []
    for copy in range(n_copies):
        for sentence in sentences:
            out.append([(_vary(w, copy) if frequency[w] < 3 else w, tag) for w, tag in sentence])
    return out


def _read(treebank: Sentences) -> Iterator[Tagged]:
    words, tags, feats = (treebank.column(name).tolist() for name in ("form", "xpos", "feats"))
    offsets = treebank.offsets.tolist()
    for begin, end in pairwise(offsets):
        mark = "-HL" if end - begin <= _LONGEST_HEADLINE else ""
        yield [(words[i], f"{tags[i]}|{feats[i]}{mark}") for i in range(begin, end)]


def _vary(word: str, copy: int) -> str:
    """Return a word with other vowels before its last three letters."""
    stem = [
        _VOWELS[(_VOWELS.index(letter) + copy) % 5] if letter in _VOWELS else letter
        for letter in word[:-3]
    ]
    return "".join(stem) + word[-3:]
