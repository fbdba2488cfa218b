"""Faults of trees in brackets, in words."""

from __future__ import annotations

from linguine.data.reading.column_names import show
from linguine.errors import DataError

__all__ = ["EXAMPLE", "describe_fault"]

EXAMPLE = "(S (NP (NNS Dogs)) (VP (VBP bark)))"


def describe_fault(source: str, kind: str, line: int, tree: int, text: bytes) -> DataError:
    """Return what is wrong with a tree.

    Parameters
    ----------
    source
        Name of the file.
    kind
        What the core calls the fault.
    line, tree
        Lines of the fault, and of the beginning of its tree.
    text
        From the fault to the end of its line.

    Examples
    --------
    >>> print(describe_fault("x.mrg", "hollow", 7, 5, b"(NP)"))
    x.mrg:7: a bracket must hold a word or other brackets; got '(NP)'. Write a tag and a word, or
    remove it: (S (NP (NNS Dogs)) (VP (VBP bark))).
    """
    got = show(text.decode("utf-8", "replace").rstrip("\r"))
    inside = f"in the tree that begins on line {tree}"
    rule, came, fix = {
        "outside": (
            "expected a tree, which begins with '('",
            f"got {got}",
            "Remove what stands between the trees.",
        ),
        "not-opened": (
            "every ')' must close a '('",
            f"this one closes none: {got}",
            "Remove it, or add the '(' that is missing before it.",
        ),
        "not-closed": (
            "every '(' must be closed by a ')'",
            f"in the tree that begins here some are still open at the end of the file: {got}",
            "Add what is missing; perhaps the file was cut.",
        ),
        "no-label": (
            "a bracket inside a tree must have a label",
            f"got {got} {inside}",
            "Write the label behind '(', or close the tree before if another one begins here.",
        ),
        "hollow": (
            "a bracket must hold a word or other brackets",
            f"got {got}",
            f"Write a tag and a word, or remove it: {EXAMPLE}.",
        ),
        "no-tag": (
            "a word must have a bracket of its own, with its tag",
            f"got {got} beside brackets {inside}",
            f"Write (tag word): {EXAMPLE}.",
        ),
        "two-words": (
            "a bracket without brackets must hold a tag and one word",
            f"got {got}",
            "Give each word a bracket and a tag, or join the words by '_'.",
        ),
    }[kind]
    return DataError(f"{source}:{line}: {rule}; {came}. {fix}")
