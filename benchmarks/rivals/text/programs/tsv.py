"""Read `label<TAB>text` lines below a header; nothing else is imported, so a cold start is cold."""

from __future__ import annotations


def read(path: str) -> tuple[list[str], list[str]]:
    labels, texts = [], []
    with open(path, encoding="utf-8", newline="\n") as lines:
        next(lines)
        for line in lines:
            label, text = line.rstrip("\n").split("\t")
            labels.append(label)
            texts.append(text)
    return labels, texts
