"""Branches: trees as indented lines of text, and the characters that lines are drawn with."""

from __future__ import annotations

from collections.abc import Sequence

from linguine.reports.tables import display_width, shorten

__all__ = ["DOWN", "LEFT", "LINES", "RIGHT", "UP", "indent"]

LEFT, RIGHT, UP, DOWN = 1, 2, 4, 8
#: The character that goes to these sides.
LINES = {
    LEFT | RIGHT: "─", UP | DOWN: "│", LEFT | DOWN: "┐", LEFT | UP: "┘", RIGHT | DOWN: "┌",
    RIGHT | UP: "└", LEFT | UP | DOWN: "┤", RIGHT | UP | DOWN: "├", LEFT | RIGHT | DOWN: "┬",
    LEFT | RIGHT | UP: "┴", LEFT | RIGHT | UP | DOWN: "┼",
}  # fmt: skip


def indent(texts: Sequence[str], parents: Sequence[int], width: int) -> list[str]:
    r"""Return a line for each text, below that of its parent and to the right of it.

    Parameters
    ----------
    texts
        One for each node of a tree, or of several.
    parents
        Index of the parent of each; -1 for a root. Those of one parent keep their order.
    width
        Columns. Where a text has no room, less is seen of what stands before it, but a third of
        the columns; what is longer then is cut.

    Examples
    --------
    >>> print("\n".join(indent(["saw", "dog", "the", "it"], [-1, 0, 1, 0], 80)))
    saw
    ├─ dog
    │  └─ the
    └─ it
    """
    children: list[list[int]] = [[] for _ in range(len(texts) + 1)]  # the last: of none
    for i, parent in enumerate(parents):
        children[parent].append(i)
    step = _widest_step(texts, children, width)
    lines = []
    # text, what stands before it, what stands before those below it; the next one is the last
    waiting = [(i, "", "") for i in reversed(children[-1])]
    while waiting:
        i, before, below = waiting.pop()
        n_kept = max(width // 3, width - display_width(texts[i]))
        before = before[max(len(before) - n_kept, 0) :]  # of a chain too deep for any step, the end
        lines.append(before + shorten(texts[i], width - len(before)))
        below = below[-width:]
        for place, child in enumerate(reversed(children[i])):
            corner, line = ("└", " ") if place == 0 else ("├", "│")
            branch = corner + ("─" * (step - 2) + " " if step > 1 else "")
            waiting.append((child, below + branch, below + line.ljust(step)))
    return lines


def _widest_step(texts: Sequence[str], children: Sequence[Sequence[int]], width: int) -> int:
    """Return the columns by which a child is indented: 3, unless texts would be cut."""
    rows = []
    waiting = [(i, 0) for i in children[-1]]
    while waiting:
        i, depth = waiting.pop()
        rows.append((display_width(texts[i]), depth))
        waiting += [(child, depth + 1) for child in children[i]]
    fitting = (step for step in (3, 2) if all(n + step * depth <= width for n, depth in rows))
    return next(fitting, 1)
