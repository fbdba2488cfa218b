"""Texts: empty ones, broken ones, and those in another script than the rest."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import numpy as np

from linguine.reports.checks.evidence import Evidence
from linguine.reports.checks.finding import Finding

__all__ = ["find_odd_texts"]

_SCRIPTS = {
    "Latin": "A-Za-z\u00c0-\u024f",
    "Greek": "\u0370-\u03ff",
    "Cyrillic": "\u0400-\u052f",
    "Hebrew": "\u0590-\u05ff",
    "Arabic": "\u0600-\u06ff\u0750-\u077f",
    "Devanagari": "\u0900-\u097f",
    "Thai": "\u0e00-\u0e7f",
    "Hangul": "\uac00-\ud7a3\u1100-\u11ff",
    "Kana": "\u3040-\u30ff",
    "Han": "\u4e00-\u9fff",
}
_ONE = {name: re.compile(f"[{range_}]") for name, range_ in _SCRIPTS.items()}
#: A word of two alphabets whose letters look alike.
_MIXED = re.compile(r"[A-Za-z][\u0400-\u04ff\u0370-\u03ff]|[\u0400-\u04ff\u0370-\u03ff][A-Za-z]")
#: UTF-8 that was read as Latin-1, and what stands for bytes that could not be read.
_BROKEN = re.compile(
    "\ufffd|\u00c3[\u0080-\u00bf]|\u00e2\u20ac[\u0090-\u2122]|[\x00-\x08\x0e-\x1f]"
)
#: So many times the median is a long text; a script of fewer than this share is odd.
_LONG, _RARE = 50, 0.05
#: Characters that tell the script of a text.
_LOOKED_AT = 400


def find_odd_texts(seen: Evidence) -> Iterator[Finding]:
    """Yield texts that a person would want to look at."""
    lengths, scripts, mixed, broken = [], [], [], []
    for i in range(len(seen)):
        text = seen.text(i)
        lengths.append(len(text))
        if text.isascii() and "\x00" not in text:
            scripts.append("Latin" if text else "")
            continue
        scripts.append(_script(text[:_LOOKED_AT]))
        if _MIXED.search(text):
            mixed.append(i)
        if _BROKEN.search(text):
            broken.append(i)
    sizes = np.array(lengths)
    empty = np.flatnonzero(sizes == 0)
    if len(empty):
        yield Finding(
            "empty",
            "have no words",
            "Nothing can be learned from them; --fix leaves them out.",
            [seen.item(i, seen.answer(i)) for i in empty[:1_000].tolist()],
            len(empty),
            empty,
        )
    median = float(np.median(sizes[sizes > 0])) if (sizes > 0).any() else 0.0
    long = np.flatnonzero(sizes > max(_LONG * median, 1_000))
    if len(long):
        yield Finding(
            "long",
            f"are more than {_LONG} times as long as the median",
            "Perhaps a quotation mark was not closed, and several texts became one.",
            [seen.item(i, f"{sizes[i]:,} characters") for i in long[:1_000].tolist()],
            len(long),
        )
    yield from _places(
        seen,
        broken,
        "broken-characters",
        "have characters that were read in a wrong encoding, or control characters",
        "Write the file again as UTF-8, or say what it is in: --encoding NAME.",
    )
    yield from _places(
        seen,
        mixed,
        "mixed-alphabets",
        "have words of two alphabets whose letters look alike",
        "Spammers hide words so. Write them with one alphabet, or add features of characters "
        "(--chars 2-4).",
    )
    yield from _rare_scripts(seen, scripts)


def _places(
    seen: Evidence, rows: list[int], kind: str, said: str, advice: str
) -> Iterator[Finding]:
    if rows:
        yield Finding(kind, said, advice, [seen.item(i) for i in rows[:1_000]], len(rows))


def _script(text: str) -> str:
    found = {name: len(pattern.findall(text)) for name, pattern in _ONE.items()}
    best = max(found, key=lambda name: found[name])
    if not found[best]:
        return ""
    return "Han" if best == "Kana" else best  # Japanese is written with both


def _rare_scripts(seen: Evidence, scripts: list[str]) -> Iterator[Finding]:
    often = Counter(filter(None, scripts))
    rare = {name for name, n in often.items() if n < _RARE * len(scripts)}
    rows = [i for i, name in enumerate(scripts) if name in rare]
    if rows and len(often) > 1:
        usual = often.most_common(1)[0][0]
        yield Finding(
            "other-scripts",
            f"are not written in {usual} as most others are",
            "Too few to learn that language from. Take them out, or add more of them.",
            [seen.item(i, scripts[i]) for i in rows[:1_000]],
            len(rows),
        )
