"""Evidence: which features a token has, what they are called, and which tokens they look at."""

from __future__ import annotations

from typing import NamedTuple

from linguine import _core
from linguine.data import Sentences
from linguine.features import TokenExtractor
from linguine.features.token.plan import CompiledTemplates, visible_columns

__all__ = ["TokenEvidence", "find_token_evidence"]


class TokenEvidence(NamedTuple):
    """A feature at a token; ``offsets`` are the tokens it looks at, counted from there."""

    name: str
    id: int
    offsets: tuple[int, ...]


def find_token_evidence(
    extractor: TokenExtractor, sentences: Sentences, token: int, *, edges: bool = False
) -> list[TokenEvidence]:
    """Return the known features at a token, in the order of templates.

    Tokens are counted through all sentences. Edges are the features of the one that leads there.
    """
    compiled = CompiledTemplates(extractor.templates, visible_columns(sentences))
    templates = [each for each in extractor.templates.parsed if each.is_edge == edges]
    vocabulary = extractor.edge_vocabulary_ if edges else extractor.vocabulary_
    assert vocabulary is not None
    taken: set[int] = set()
    found = []
    for name, key, template, group in _core.token_occurrences(
        compiled.plan, compiled.feed(sentences), token, edges=edges
    ):
        number = -1 if group in taken else vocabulary.native.find(key)
        if number < 0:
            continue
        if group:  # of alternatives the first that is known counts
            taken.add(group)
        atoms = templates[template].atoms
        offsets = tuple(sorted({0 if atom.is_place else atom.offset for atom in atoms}))
        found.append(TokenEvidence(name, number, offsets))
    return found
