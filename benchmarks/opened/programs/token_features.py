"""Features of tokens as sklearn-crfsuite's tutorial makes them: dictionaries of texts and flags."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def read_features(path: str) -> tuple[list[list[dict[str, Any]]], list[list[str]]]:
    """The features of all tokens of a file, by sentence, and their tags."""
    sentences, tags = [], []
    for block in Path(path).read_text(encoding="utf-8").split("\n\n"):
        rows = [line.split() for line in block.splitlines() if line.strip()]
        if rows:
            sentences.append([_features(rows, i) for i in range(len(rows))])
            tags.append([row[2] for row in rows])
    return sentences, tags


def _features(rows: list[list[str]], i: int) -> dict[str, Any]:
    word, pos = rows[i][:2]
    made: dict[str, Any] = {
        "bias": 1.0,
        "word.lower": word.lower(),
        "word[-3:]": word[-3:],
        "word.isupper": word.isupper(),
        "word.istitle": word.istitle(),
        "word.isdigit": word.isdigit(),
        "pos": pos,
    }
    for offset in (-1, 1):
        j = i + offset
        if 0 <= j < len(rows):
            made[f"{offset}:word.lower"] = rows[j][0].lower()
            made[f"{offset}:pos"] = rows[j][1]
        else:
            made["BOS" if offset < 0 else "EOS"] = True
    return made
