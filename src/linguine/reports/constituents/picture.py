"""A constituency tree to be drawn: words, nodes and who holds whom, checked once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from linguine.data.constituents import FORM, TAG, Constituents
from linguine.data.formats.write_brackets import format_tree
from linguine.data.sentences import Sentences
from linguine.errors import DataError
from linguine.reports.trees.picture import check_confidences, drawn, is_improbable

__all__ = ["ConstituentPicture", "Outline"]

_WORD, _LABEL = 32, 24  # characters that are drawn


@dataclass(frozen=True)
class Outline:
    """Who holds whom: nodes are counted first, from the top down, and then the words.

    Parameters
    ----------
    parents
        Parent of each node and word; -1 for none : n_nodes + n_words.
    children
        Nodes and words in each node, from left to right : n_nodes.
    levels
        How far above its words each node stands, 1 or more; 0 for words : n_nodes + n_words.
    """

    parents: list[int]
    children: list[list[int]]
    levels: list[int]


@dataclass(frozen=True)
class ConstituentPicture:
    """One sentence and its tree.

    Parameters
    ----------
    forms, tags
        The words and their tags.
    nodes
        Label, first word and word behind the last of each node, from the top down and from left
        to right.
    confidences
        Probability of each node; None: unknown. Nodes below 0.5 are drawn as uncertain.
    title
        What the tree is called; None: its sentence.

    Examples
    --------
    >>> trees = Constituents.from_brackets(["(S (NP (NNS Dogs)) (VP (VBP bark)))"])
    >>> picture = ConstituentPicture.of(trees, 0, confidences=[1.0, 0.9, 0.4])
    >>> picture.name, picture.label(1), picture.label(2)
    ('Dogs bark', 'NP', 'VP 40 %')
    >>> picture.outline.parents, picture.outline.levels
    ([-1, 0, 0, 1, 2], [2, 1, 1, 0, 0])
    """

    forms: Sequence[str]
    tags: Sequence[str]
    nodes: Sequence[tuple[str, int, int]]
    confidences: Sequence[float | None] | None = None
    title: str | None = None
    outline: Outline = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        sentences = Sentences.from_python(
            [list(self.forms)], [list(self.tags)], columns=[FORM], tag_column=TAG
        )
        names = sorted({label for label, _, _ in self.nodes})
        code_of = {name: i for i, name in enumerate(names)}
        Constituents.from_arrays(
            sentences,
            [0, len(self.nodes)],
            [code_of[label] for label, _, _ in self.nodes],
            [first for _, first, _ in self.nodes],
            [last for _, _, last in self.nodes],
            names,
        )
        if self.confidences is not None and len(self.confidences) != self.n_nodes:
            raise DataError(
                f"a tree needs one of confidences for each of its {self.n_nodes} nodes; got "
                f"{len(self.confidences)}. Give those of these very nodes."
            )
        check_confidences(self.confidences)
        object.__setattr__(self, "outline", _outline(self.n_words, self.nodes))

    @classmethod
    def of(
        cls,
        trees: Constituents,
        sentence: int = 0,
        *,
        confidences: Sequence[float | None] | None = None,
        title: str | None = None,
    ) -> ConstituentPicture:
        """Return the picture of one of many trees."""
        tree = trees.take([sentence])
        labels = [tree.names[code] for code in tree.labels.tolist()]
        nodes = list(zip(labels, tree.first.tolist(), tree.last.tolist(), strict=True))
        words, tags = (tree.sentences.column(name).tolist() for name in (FORM, TAG))
        return cls(words, tags, nodes, confidences, title)

    @property
    def n_words(self) -> int:
        """Number of words."""
        return len(self.forms)

    @property
    def n_nodes(self) -> int:
        """Number of nodes; words and their tags are none."""
        return len(self.nodes)

    @property
    def name(self) -> str:
        """Title, or else the sentence."""
        return drawn(" ".join(self.forms) if self.title is None else self.title)

    @property
    def brackets(self) -> str:
        """The tree in brackets."""
        return drawn(format_tree(self.forms, self.tags, self.nodes))

    def word(self, i: int) -> str:
        """Return a word as it is drawn."""
        return drawn(self.forms[i], _WORD)

    def tag(self, i: int) -> str:
        """Return the tag of a word."""
        return drawn(self.tags[i], _LABEL)

    def label(self, node: int) -> str:
        """Return what stands at a node: its label and, if it is low, its confidence."""
        label = drawn(self.nodes[node][0], _LABEL)
        if self.confidences is None or not self.is_uncertain(node):
            return label
        return f"{label} {100 * (self.confidences[node] or 0):.0f} %"

    def is_uncertain(self, node: int) -> bool:
        """Whether a node is less probable than not."""
        return self.confidences is not None and is_improbable(self.confidences[node])

    def describe(self, node: int) -> str:
        """Return a node in words: ``NP: the … dog (40 %)``."""
        label, first, last = self.nodes[node]
        between = [] if last - first < 3 else ["…"]
        words = [self.word(i) for i in sorted({first, last - 1})]
        text = " ".join([words[0], *between, *words[1:]])
        sure = None if self.confidences is None else self.confidences[node]
        return f"{drawn(label, _LABEL)}: {text}" + (
            "" if sure is None else f" ({100 * sure:.0f} %)"
        )


def _outline(n_words: int, nodes: Sequence[tuple[str, int, int]]) -> Outline:
    n_nodes = len(nodes)
    parents, levels = [-1] * (n_nodes + n_words), [0] * (n_nodes + n_words)
    children: list[list[int]] = [[] for _ in nodes]
    open_nodes: list[int] = []

    def put(item: int) -> None:
        if open_nodes:
            parents[item] = open_nodes[-1]
            children[open_nodes[-1]].append(item)

    node = 0
    for word in range(n_words):
        while node < n_nodes and nodes[node][1] == word:
            put(node)
            open_nodes.append(node)
            node += 1
        put(n_nodes + word)
        while open_nodes and nodes[open_nodes[-1]][2] == word + 1:
            open_nodes.pop()
    for node in reversed(range(n_nodes)):
        levels[node] = 1 + max(levels[child] for child in children[node])
    return Outline(parents, children, levels)
