"""Judge of trees in brackets: nested lists, and one obvious function for each step."""

from __future__ import annotations

import re
from dataclasses import dataclass

__all__ = ["Node", "cut_label", "read_trees", "spans_of", "without_empty"]


@dataclass
class Node:
    """A label, and the nodes below it; of a tag, the word and its line."""

    label: str
    children: list[Node]
    word: str | None = None
    line: int = 0


def read_trees(content: str) -> list[Node]:
    """Return whole trees, each with its outer bracket or, if it has none, in one."""
    tops: list[Node] = []
    open_nodes: list[Node] = []
    parts = [
        (part, number)
        for number, line in enumerate(content.split("\n"), start=1)
        for part in re.findall(r"[()]|[^() \t\v\f\r]+", line)
    ]
    for place, (part, line) in enumerate(parts):
        if part == "(":
            node = Node("", [])
            if open_nodes:
                open_nodes[-1].children.append(node)
            open_nodes.append(node)
        elif part == ")":
            node = open_nodes.pop()
            if not open_nodes:
                tops.append(Node("", [node]) if node.label else node)
        elif parts[place - 1][0] == "(":
            open_nodes[-1].label = part
        else:
            open_nodes[-1].word, open_nodes[-1].line = part, line
    return tops


def without_empty(node: Node) -> Node | None:
    """Return a tree without traces and what holds nothing else; None if nothing is left."""
    if node.word is not None:
        return None if node.label == "-NONE-" else node
    children = [kept for child in node.children if (kept := without_empty(child)) is not None]
    return Node(node.label, children) if children or not node.label else None


def cut_label(label: str) -> str:
    """Return a label without function tags and indices."""
    return label if label.startswith("-") else label[0] + re.split("[-=|]", label[1:])[0]


def spans_of(top: Node) -> tuple[list[tuple[str, str, int]], list[tuple[str, int, int]]]:
    """Return the words with tags and lines, and the nodes as spans, the top first."""
    leaves: list[tuple[str, str, int]] = []
    spans: list[tuple[str, int, int]] = []

    def walk(node: Node) -> None:
        if node.word is not None:
            leaves.append((node.word, node.label, node.line))
            return
        place, first = len(spans), len(leaves)
        spans.append((node.label, first, first))
        for child in node.children:
            walk(child)
        spans[place] = (node.label, first, len(leaves))

    walk(top)
    return leaves, spans[1:]
