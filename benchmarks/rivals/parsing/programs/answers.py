"""Parse parts of a treebank, write the trees, and time one of the parts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from passes import speeds, time_passes
from treebank import Arc, write_arcs


def answer(
    data: str,
    out: str,
    parts: list[str],
    *,
    given: Callable[[Path], Callable[[], tuple[Any, ...]]],
    parse: Callable[..., Any],
    arcs: Callable[[Any], Iterable[Iterable[Arc]]],
) -> dict[str, float]:
    """Return fields of a row: the speed on dev, or on test where there is no dev.

    ``given(path)`` reads a part and returns what makes the arguments of ``parse``, the one function
    that is on the clock; ``arcs`` turns its answer into heads and relations.
    """
    row: dict[str, float] = {}
    present = [part for part in parts if Path(data, f"{part}.conllu").exists()]
    for part in present:
        arguments = given(Path(data, f"{part}.conllu"))
        if part == ("dev" if "dev" in present else "test"):
            answered, seconds = time_passes(parse, arguments)
        else:
            answered, seconds = parse(*arguments()), []
        trees = [list(tree) for tree in arcs(answered)]
        write_arcs(Path(out, f"{part}.arcs"), trees)
        if seconds:
            row = {"seconds": min(seconds), **speeds("sentences", len(trees), seconds)}
    return row
