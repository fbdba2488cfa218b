"""Relaxed scores of spans by trying all pairings of a sentence: the judge of what earns most."""

from __future__ import annotations

from collections.abc import Callable

from .conlleval import chunks

Span = tuple[int, int, str]


def exact(gold: Span, predicted: Span) -> float:
    """The same boundaries."""
    return float(gold[:2] == predicted[:2])


def partial(gold: Span, predicted: Span) -> float:
    """The same boundaries, or half for a token in common."""
    return 1.0 if gold[:2] == predicted[:2] else 0.5 * overlaps(gold, predicted)


def same_type(gold: Span, predicted: Span) -> float:
    """The same type and a token in common."""
    return float(gold[2] == predicted[2] and overlaps(gold, predicted))


def overlaps(gold: Span, predicted: Span) -> bool:
    """Whether they have a token in common."""
    return bool(set(range(*gold[:2])) & set(range(*predicted[:2])))


WAYS = {"exact": exact, "partial": partial, "type": same_type}


def best(gold: list[Span], predicted: list[Span], worth: Callable[[Span, Span], float]) -> float:
    """Return what the best pairing earns: the first gold span alone, or with any of the others."""
    if not gold:
        return 0.0
    first, *rest = gold
    earned = [best(rest, predicted, worth)]
    for i, other in enumerate(predicted):
        if worth(first, other):
            left = predicted[:i] + predicted[i + 1 :]
            earned.append(worth(first, other) + best(rest, left, worth))
    return max(earned)


def credit(gold: list[list[str]], predicted: list[list[str]], way: str) -> float:
    """Return what all sentences earn."""
    pairs = zip(gold, predicted, strict=True)
    return sum(best(chunks(g), chunks(p), WAYS[way]) for g, p in pairs)
