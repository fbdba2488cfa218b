"""The attributes of CRFsuite's chunking tutorial as strings: what its users' Python code makes."""

from __future__ import annotations

_WINDOW = (-2, -1, 0, 1, 2)


def attributes(sentence: list[tuple[str, str]]) -> list[list[str]]:
    """Of each token : (n_tokens,) lists."""
    n = len(sentence)
    w = [word for word, _ in sentence]
    p = [pos for _, pos in sentence]
    rows = []
    for i in range(n):
        near = [o for o in _WINDOW if 0 <= i + o < n]
        row = [f"w[{o}]={w[i + o]}" for o in near]
        if i >= 1:
            row.append(f"w[-1]|w[0]={w[i - 1]}|{w[i]}")
        if i + 1 < n:
            row.append(f"w[0]|w[1]={w[i]}|{w[i + 1]}")
        row += [f"pos[{o}]={p[i + o]}" for o in near]
        for o in (-2, -1, 0, 1):
            j = i + o
            if j >= 0 and j + 1 < n:
                row.append(f"pos[{o}]|pos[{o + 1}]={p[j]}|{p[j + 1]}")
        for o in (-2, -1, 0):
            j = i + o
            if j >= 0 and j + 2 < n:
                row.append(f"pos[{o}]|pos[{o + 1}]|pos[{o + 2}]={p[j]}|{p[j + 1]}|{p[j + 2]}")
        if i == 0:
            row.append("__BOS__")
        if i == n - 1:
            row.append("__EOS__")
        rows.append(row)
    return rows
