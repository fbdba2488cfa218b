"""Random constituency trees in brackets, for tests of everything that takes them."""

from __future__ import annotations

from hypothesis import strategies as st

__all__ = ["bracketed_files", "bracketed_trees"]

LABELS = ("S", "NP", "VP", "NP-SBJ", "NP-SBJ-1", "NP=2", "PRT|ADVP", "ADVP", "PRT", "TOP", "X")
TAGS = ("NN", "VB", ",", ".", "``", "-LRB-", "-NONE-", "NN-HL", "JJ|VBG", "é")
WORDS = ("dog", "barks", "-LRB-", "*T*-1", "0", "naïve", "1\\/2", "--", "=", "|")
BLANKS = (" ", "\n", "  ", "\t", " \r\n ")


@st.composite
def bracketed_trees(
    draw: st.DrawFn, words: tuple[str, ...] = WORDS, tags: tuple[str, ...] = TAGS, depth: int = 4
) -> str:
    """Return a tree on a line, without an outer bracket."""
    if depth == 0 or draw(st.integers(0, 3)) == 0:
        return f"({draw(st.sampled_from(tags))} {draw(st.sampled_from(words))})"
    below = bracketed_trees(words=words, tags=tags, depth=depth - 1)
    children = draw(st.lists(below, min_size=1, max_size=3))
    return f"({draw(st.sampled_from(LABELS))} {' '.join(children)})"


@st.composite
def bracketed_files(draw: st.DrawFn) -> str:
    """Return trees with blanks in all places that allow them."""
    blank, few = st.sampled_from(BLANKS), st.sampled_from(("", *BLANKS))
    pieces = [draw(few)]
    for tree in draw(st.lists(bracketed_trees(), min_size=1, max_size=5)):
        spaced = tree.replace("(", f"{draw(few)}({draw(few)}").replace(" ", draw(blank))
        spaced = spaced.replace(")", f"{draw(few)})")
        pieces += [f"({draw(few)}{spaced})" if draw(st.booleans()) else spaced, draw(few)]
    return "".join(pieces)
