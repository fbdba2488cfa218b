"""Splits: the words of tokens that stand for several, such as don't, John's, French du.

What was seen is looked up; of what was not seen the longest ending decides that mostly was a word
of its own in the tokens that had it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from linguine.data.segmentation import Segmentation

__all__ = ["Splits"]

#: After how many different beginnings an ending must have been a word, and in which share.
_LEAST_STEMS, _LEAST_SHARE = 3, 0.7
#: How often a token must have been whole to be an exception; once may be a slip.
_LEAST_WHOLE = 2


@dataclass(frozen=True)
class Splits:
    """Tokens and their words, without regard to capitals; and endings that are words.

    Examples
    --------
    >>> Splits({"don't": ("do", "n't"), "du": ("de", "le")}, ("'s",)).of("Don't")
    ('Do', "n't")
    >>> Splits({}, ("'s",)).of("JOHN'S")
    ('JOHN', "'S")
    """

    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # one word: not to be split
    endings: tuple[str, ...] = ()  # the longest first

    @classmethod
    def learn(cls, gold: Segmentation) -> Splits:
        """Return what the tokens of a text show."""
        seen: dict[str, Counter[tuple[str, ...]]] = {}
        places = zip(gold.begins.tolist(), gold.ends.tolist(), strict=True)
        whole = Counter[str]()
        for i, (begin, end) in enumerate(places):
            form = gold.text[begin:end].lower()
            if i in gold.splits:
                words = tuple(each.lower() for each in gold.splits[i])
                seen.setdefault(form, Counter())[words] += 1
            else:
                whole[form] += 1
        for form, counts in seen.items():
            counts[(form,)] += whole[form]
        best = {form: max(c, key=lambda w: (c[w], w)) for form, c in seen.items()}
        endings = _learn_endings(seen, whole)
        rules = cls({}, endings)
        kept = {form: words for form, words in best.items() if rules.of(form) != words}
        unsplit = {
            form: (form,)
            for form, n in whole.items()
            if n >= _LEAST_WHOLE and form not in seen and len(rules.of(form)) > 1
        }
        return cls(dict(sorted((kept | unsplit).items())), endings)

    def of(self, token: str) -> tuple[str, ...]:
        """Return the words of a token; itself, if it is one."""
        lower = token.lower()
        words = self.words.get(lower)
        if words is None:
            ending = next((e for e in self.endings if lower.endswith(e) and lower != e), None)
            if ending is None or len(lower) != len(token):
                return (token,)
            return (token[: -len(ending)], token[-len(ending) :])
        if len(words) == 1:
            return (token,)
        if "".join(words) == lower and len(lower) == len(token):
            ends = [sum(map(len, words[: i + 1])) for i in range(len(words))]
            return tuple(token[e - len(w) : e] for w, e in zip(words, ends, strict=True))
        return (words[0].capitalize(), *words[1:]) if token[0].isupper() else words


def _learn_endings(
    seen: Mapping[str, Counter[tuple[str, ...]]], whole: Counter[str]
) -> tuple[str, ...]:
    split, stems = Counter[str](), dict[str, set[str]]()
    for form, counts in seen.items():
        for words, n in counts.items():
            if len(words) == 2 and "".join(words) == form:
                split[words[1]] += n
                stems.setdefault(words[1], set()).add(words[0])
    counted = {form: n for form, n in whole.items() if form not in seen}
    counted |= {form: counts.total() for form, counts in seen.items()}
    totals, longest = Counter[str](), max(map(len, split), default=0)
    for form, n in counted.items():
        for size in range(1, min(longest, len(form) - 1) + 1):
            if form[-size:] in split:
                totals[form[-size:]] += n
    chosen = [
        ending
        for ending, n in split.items()
        if len(stems[ending]) >= _LEAST_STEMS and n >= _LEAST_SHARE * totals[ending]
    ]
    return tuple(sorted(chosen, key=lambda e: (-len(e), e)))
