"""Recognising brackets: whether a file holds constituency trees, by its name or its first bytes."""

from __future__ import annotations

import re

from linguine.data.formats.table import TREE_FORMATS, ending_of
from linguine.data.reading.options import Bytes

__all__ = ["is_bracketed"]

LOOK_AT = 1 << 16  # bytes that are enough to tell
_PART = re.compile(r"[()]|[^\s()]+")
# Up to the first bracket that closes: (S (NP (NNS Dogs) and what may follow it.
_BEGINNING = re.compile(r"\(w?(\(w)*\(ww\)[()]")


def is_bracketed(path: str, head: Bytes) -> bool:
    r"""Return True if a file holds trees in brackets.

    Where the name does not tell, it must begin with a bracket in which, after labels, there is
    one with a tag and a word.

    Parameters
    ----------
    path
        Name of the file.
    head
        The first bytes of its content.

    Examples
    --------
    >>> import numpy as np
    >>> head = np.frombuffer(b"\n( (S (NP (NNS Dogs))\n  (VP", dtype=np.uint8)
    >>> is_bracketed("dogs.txt", head), is_bracketed("dogs.txt", head[:10])
    (True, False)
    """
    if ending_of(path) in TREE_FORMATS["brackets"]:
        return True
    text = head[:LOOK_AT].tobytes().decode("utf-8", "replace").lstrip("\ufeff")
    if not text.lstrip().startswith("("):
        return False
    kinds = "".join(part if part in "()" else "w" for part in _PART.findall(text))
    return _BEGINNING.match(kinds) is not None
