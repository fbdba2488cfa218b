"""Judge of brackets: evalb with the parameters of Collins, as its authors describe it.

Loops over every pair of brackets, sentence by sentence; matched brackets are crossed out.
"""

from __future__ import annotations

from dataclasses import dataclass

from .brackets import Node, read_trees, spans_of

__all__ = ["Counts", "judge", "total"]

DELETE = ("TOP", "-NONE-", ",", ":", "``", "''", ".")


@dataclass
class Counts:
    """What is counted in a sentence; ``is_valid`` is False where nothing is left to compare."""

    length: int  # words, with punctuation
    n_words: int = 0
    n_gold: int = 0
    n_predicted: int = 0
    n_right: int = 0
    n_crossing: int = 0
    n_right_tags: int = 0
    is_valid: bool = True

    @property
    def is_exact(self) -> bool:
        return self.n_gold == self.n_predicted == self.n_right


Bracket = tuple[str, int, int]


def is_same_label(one: str, other: str) -> bool:
    return one == other or {one, other} == {"ADVP", "PRT"}


def brackets_of(tree: Node, is_deleted: list[bool]) -> list[Bracket]:
    """Return the brackets that count, over the words that count."""
    found = []
    for label, first, last in spans_of(tree)[1]:
        label = label.split("-")[0].split("=")[0]
        new_first = first - sum(is_deleted[:first])
        new_last = last - sum(is_deleted[:last])
        if new_first < new_last and label not in DELETE:
            found.append((label, new_first, new_last))
    return found


def judge(gold: str, predicted: str) -> Counts:
    """Return the counts of one sentence; the trees are over the same words."""
    (tree,), (answer,) = read_trees(gold), read_trees(predicted)
    leaves, answered = spans_of(tree)[0], spans_of(answer)[0]
    assert [word for word, _, _ in leaves] == [word for word, _, _ in answered]
    is_deleted = [tag in DELETE for _, tag, _ in leaves]
    counts = Counts(length=sum(tag != "-NONE-" for _, tag, _ in leaves))
    counts.n_words = is_deleted.count(False)
    if not counts.n_words:
        counts.is_valid = False
        return counts
    right, found = brackets_of(tree, is_deleted), brackets_of(answer, is_deleted)
    counts.n_gold, counts.n_predicted = len(right), len(found)
    left = list(found)
    for label, first, last in right:
        for other in left:
            if other[1:] == (first, last) and is_same_label(label, other[0]):
                left.remove(other)
                counts.n_right += 1
                break
    for _, first, last in found:
        if any(begin < first < end < last or first < begin < last < end for _, begin, end in right):
            counts.n_crossing += 1
    for (_, tag, _), (_, other_tag, _), is_out in zip(leaves, answered, is_deleted, strict=True):
        counts.n_right_tags += not is_out and tag == other_tag
    return counts


def total(counts: list[Counts]) -> dict[str, float]:
    """Return the scores of all valid sentences."""
    valid = [each for each in counts if each.is_valid]
    n, n_right = len(valid), sum(each.n_right for each in valid)
    n_gold = sum(each.n_gold for each in valid)
    n_predicted = sum(each.n_predicted for each in valid)
    precision = n_right / n_predicted if n_predicted else 0.0
    recall = n_right / n_gold if n_gold else 0.0
    return {
        "n_sentences": n,
        "n_words": sum(each.n_words for each in valid),
        "precision": precision,
        "recall": recall,
        "f1": 2 * precision * recall / (precision + recall) if n_right else 0.0,
        "exact_match": sum(each.is_exact for each in valid) / n,
        "average_crossing": sum(each.n_crossing for each in valid) / n,
        "no_crossing": sum(each.n_crossing == 0 for each in valid) / n,
        "two_or_fewer_crossing": sum(each.n_crossing <= 2 for each in valid) / n,
        "tag_accuracy": sum(each.n_right_tags for each in valid)
        / sum(each.n_words for each in valid),
    }
