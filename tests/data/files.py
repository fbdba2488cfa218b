"""Files for the tests of the readers."""

from __future__ import annotations

import gzip
import io
import sys
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

__all__ = ["as_bytes", "give_stdin", "write"]


def as_bytes(content: str | bytes) -> NDArray[np.uint8]:
    raw = content.encode() if isinstance(content, str) else content
    return np.frombuffer(raw, dtype=np.uint8)


def write(folder: Path, name: str, content: str | bytes) -> str:
    """Write a file, compressed if its name ends in .gz; return its path."""
    raw = content.encode() if isinstance(content, str) else content
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(raw) if name.endswith(".gz") else raw)
    return str(path)


def give_stdin(monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
