"""Evaluations of parsers as tables of plain text."""

from __future__ import annotations

from linguine.reports.score import SCORE_HEADER, score_row
from linguine.reports.tables import format_table, percent
from linguine.reports.trees.scores import TreeEvaluation, TreeScores

__all__ = ["render_tree_evaluation"]


def render_tree_evaluation(evaluation: TreeEvaluation) -> str:
    """Return the summary, and the scores by relation, length of sentence and distance.

    Parameters
    ----------
    evaluation
        What to show.

    Examples
    --------
    >>> import numpy as np
    >>> from linguine.data import Trees
    >>> from linguine.reports.trees.metrics import evaluate_trees
    >>> gold, answer = Trees.from_lists([[2, 0, 2], [0]]), Trees.from_lists([[2, 0, 1], [0]])
    >>> print(render_tree_evaluation(evaluate_trees(gold, answer, np.arange(4) == 2)))
    4 tokens in 2 sentences, punctuation counted: UAS 75.00 % (95 %: 30.1 % to 95.4 %)
    <BLANKLINE>
                              UAS  all heads right  right root  tokens
    ------------------------------------------------------------------
    all tokens            75.00 %           50.0 %     100.0 %       4
    without punctuation  100.00 %          100.0 %     100.0 %       3
    <BLANKLINE>
    words in sentence      UAS  all heads right  sentences  tokens
    --------------------------------------------------------------
    1-10               75.00 %           50.0 %          2       4
    <BLANKLINE>
    distance to head  precision  recall     f1  support
    ---------------------------------------------------
    root                  1.000   1.000  1.000        2
    1                     1.000   0.500  0.667        2
    2                     0.000   0.000  0.000        0
    """
    tables = [_summary(evaluation.scores), _scores(evaluation)]
    if evaluation.per_relation:
        rows = [score_row(name, score) for name, score in evaluation.per_relation.items()]
        tables.append(format_table(["relation", *SCORE_HEADER], rows))
    tables.append(_lengths(evaluation))
    rows = [score_row(name, score) for name, score in evaluation.per_distance.items()]
    tables.append(format_table(["distance to head", *SCORE_HEADER], rows))
    return "\n\n".join(tables)


def _summary(scores: TreeScores) -> str:
    low, high = scores.uas_interval
    parts = [f"UAS {percent(scores.uas, 2)} (95 %: {percent(low)} to {percent(high)})"]
    if scores.las is not None and scores.las_interval is not None:
        low, high = scores.las_interval
        parts.append(f"LAS {percent(scores.las, 2)} (95 %: {percent(low)} to {percent(high)})")
    if scores.clas is not None:
        parts.append(f"CLAS {percent(scores.clas, 2)}")
    head = f"{scores.n_tokens:,} tokens in {scores.n_sentences:,} sentences, punctuation counted"
    return f"{head}: {'; '.join(parts)}"


def _scores(evaluation: TreeEvaluation) -> str:
    has_relations = evaluation.scores.las is not None
    header = ["", "UAS", "all heads right", "right root", "tokens"]
    if has_relations:
        header[2:2] = ["LAS", "CLAS", "relation"]
        header.insert(6, "whole tree right")
    rows = []
    for name, scores in (
        ("all tokens", evaluation.scores),
        ("without punctuation", evaluation.without_punctuation),
    ):
        if scores is None:
            continue
        row = [name, percent(scores.uas, 2), percent(scores.complete_heads)]
        row += [percent(scores.root_accuracy), f"{scores.n_tokens:,}"]
        if has_relations:
            row[2:2] = [_share(scores.las), _share(scores.clas), _share(scores.relation_accuracy)]
            row.insert(6, _share(scores.complete_trees, 1))
        rows.append(row)
    return format_table(header, rows)


def _share(share: float | None, digits: int = 2) -> str:
    return "-" if share is None else percent(share, digits)


def _lengths(evaluation: TreeEvaluation) -> str:
    has_relations = evaluation.scores.las is not None
    header = ["words in sentence", "UAS", "LAS", "all heads right", "sentences", "tokens"]
    rows = [
        [
            name,
            percent(each.uas, 2),
            _share(each.las),
            percent(each.complete_heads),
            f"{each.n_sentences:,}",
            f"{each.n_tokens:,}",
        ]
        for name, each in evaluation.per_length.items()
    ]
    if not has_relations:
        header.remove("LAS")
        for row in rows:
            del row[2]
    return format_table(header, rows)
