"""How the answers of all parsers are judged."""

from __future__ import annotations

from benchmarks.rivals.trial import Command, Place

#: What is parsed and judged where trees are counted too.
EVERYTHING = ("train", "dev", "test")


def judge(place: Place) -> Command:
    """Compare what is in ``place.scratch`` with the treebank."""
    folders = str(place.data), str(place.scratch)
    return (str(place.judge), str(place.programs / "judge.py"), *folders)
