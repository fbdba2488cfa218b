"""Summaries: what was trained and what a file holds, a line for each thing worth knowing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from linguine.reports.tables import format_table, percent, printable, shorten, size

__all__ = ["describe_file", "list_labels", "name_algorithm", "price_of_rounding", "write_paragraph"]

#: Letters of labels that fit into a line.
_WIDTH = 72


def list_labels(labels: Sequence[Any]) -> str:
    """Return how many labels there are, and the first of them.

    Examples
    --------
    >>> list_labels(["ham", "spam"])
    '2: ham, spam'
    """
    shown: list[str] = []
    for label in labels:
        shown.append(shorten(str(label), 30))
        if sum(map(len, shown)) + 2 * len(shown) > _WIDTH:
            break
    more = f", ... {len(labels) - len(shown):,} more" if len(labels) > len(shown) else ""
    return f"{len(labels):,}: {', '.join(shown)}{more}"


def name_algorithm(info: Mapping[str, Any]) -> str:
    """Return the algorithm of a model with the options that it was given."""
    options = "".join(f", {name}={value}" for name, value in info.get("options", {}).items())
    return f"{info.get('algorithm', 'unknown')}{options}"


def price_of_rounding(price: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """Return what it costs that a model was quantised.

    The price has scores before and after, or how many answers changed, and ``names`` says how to
    call them: the last score that there is, and all changes.

    Examples
    --------
    >>> price_of_rounding({"kind": "int8", "f1_before": 0.9, "f1_after": 0.8}, {"f1": "F1"})
    'to int8: F1 90.00 % before, 80.00 % after'
    """
    said = [
        text.format(percent(price[name]), n=price["n"])
        for name, text in names.items()
        if name in price
    ]
    for name, title in names.items():
        if price.get(f"{name}_before") is not None:
            ends = (f"{percent(price[f'{name}_{when}'], 2)} {when}" for when in ("before", "after"))
            said = [f"{title} {', '.join(ends)}"]
    return f"to {price['kind']}: {', '.join(said)}"


def describe_file(facts: Mapping[str, Any], rows: Sequence[tuple[str, str]]) -> str:
    """Return what is said about a model, its file, and the table of its tensors."""
    version = f"format {facts['format_version']}, written by linguine {facts['library_version']}"
    file = ("file", f"{size(facts['bytes'])}, {version}, {facts['checksum']}")
    tensors = [
        [each["name"], each["dtype"], " x ".join(map(str, each["shape"])), f"{each['bytes']:,}"]
        for each in facts["tensors"]
    ]
    table = format_table(["tensor", "type", "shape", "bytes"], tensors, n_left=3)
    return f"{write_paragraph(facts['file'], [*rows, file])}\n\n{table}"


def write_paragraph(head: str, rows: Sequence[tuple[str, str]]) -> str:
    """Return a heading and lines of a name and what belongs to it."""
    width = max(len(name) for name, _ in rows)
    lines = [f"  {name:<{width}}  {printable(text, one_line=True)}" for name, text in rows]
    return "\n".join([printable(head, one_line=True), *lines])
