"""DATA PREDICTED: what the trees are worth that a parser gave to parts of a treebank.

Scores are those of `linguine evaluate`, for all rivals. Whether an answer is a tree is found out
here, word by word.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
from treebank import Arc, read_arcs

from linguine.data import Trees, read_sentences
from linguine.tasks.parser.evaluation import evaluate_parses


def is_tree(heads: list[int]) -> bool:
    """Whether every word reaches the root by heads of its own sentence."""
    n = len(heads)
    if not all(0 <= head <= n for head in heads):
        return False
    for word in range(1, n + 1):
        n_steps = 0
        while word and n_steps <= n:
            word, n_steps = heads[word - 1], n_steps + 1
        if word:
            return False
    return True


def trees_of(answers: list[list[Arc]], offsets: Any) -> Trees:
    """Trees that nobody has checked: a rival may give what linguine refuses to read."""
    arcs = [arc for tree in answers for arc in tree]
    names = sorted({relation for _, relation in arcs})
    code = {name: i for i, name in enumerate(names)}
    heads = np.array([head for head, _ in arcs], np.int32)
    return Trees(offsets, heads, np.array([code[name] for _, name in arcs], np.int32), names)


data, predicted = map(Path, sys.argv[1:])
row = {"n_trees": 0, "n_invalid": 0, "n_without_one_root": 0}
for part, prefix in (("train", None), ("dev", "dev_"), ("test", "")):
    file = predicted / f"{part}.arcs"
    if not file.exists():
        continue
    answers = read_arcs(file)
    for tree in answers:
        heads = [head for head, _ in tree]
        row["n_trees"] += 1
        row["n_invalid"] += not is_tree(heads)
        row["n_without_one_root"] += heads.count(0) != 1
    if prefix is not None:
        sentences = read_sentences(data / f"{part}.conllu")
        evaluation, _ = evaluate_parses(sentences, trees_of(answers, sentences.offsets))
        row |= {f"{prefix}uas": evaluation.scores.uas, f"{prefix}las": evaluation.scores.las}
shown = [row.get(name) for name in ("dev_las", "dev_uas", "las", "uas")]
print(json.dumps({"accuracy": next(filter(None, shown), None), **row}))
