"""Evaluations of constituents as tables of plain text."""

from __future__ import annotations

from linguine.reports.constituents.scores import BracketScores, ConstituentEvaluation
from linguine.reports.evaluation import score_table
from linguine.reports.tables import format_table, percent, with_interval

__all__ = ["render_constituent_evaluation"]


def render_constituent_evaluation(evaluation: ConstituentEvaluation) -> str:
    """Return the summary, and the scores by length of sentence and by label.

    Parameters
    ----------
    evaluation
        What to show.

    Examples
    --------
    >>> from linguine.data import Constituents
    >>> from linguine.reports.constituents.metrics import evaluate_constituents
    >>> gold = Constituents.from_brackets(["(S (NP (DT a) (NN b)) (VP (VB c)) (. .))"])
    >>> answer = Constituents.from_brackets(["(S (NP (DT a)) (VP (NN b) (NN c) (. .)))"])
    >>> print(render_constituent_evaluation(evaluate_constituents(gold, answer)))
    3 words in 1 sentence, punctuation not counted: F1 33.33 % (95 %: 0.0 % to 100.0 %);
    precision 33.33 %, recall 33.33 %, tags 66.67 %
    <BLANKLINE>
    words in sentence       F1  precision   recall  exact match  crossing  no crossing  ...
    """
    tables = [_summary(evaluation), _lengths(evaluation)]
    if evaluation.by_label:
        tables.append(score_table("label", evaluation.by_label.items()))
    return "\n\n".join(tables)


def _summary(evaluation: ConstituentEvaluation) -> str:
    scores = evaluation.scores
    plural = "" if scores.n_sentences == 1 else "s"
    head = f"{scores.n_words:,} words in {scores.n_sentences:,} sentence{plural}"
    if evaluation.n_skipped:
        head += f" ({evaluation.n_skipped:,} more have none that count)"
    parts = [
        with_interval("F1", scores.f1, scores.f1_interval, 2),
        f"precision {percent(scores.precision, 2)}, recall {percent(scores.recall, 2)}, "
        f"tags {percent(scores.tag_accuracy, 2)}",
    ]
    return f"{head}, punctuation not counted: {'; '.join(parts)}"


def _lengths(evaluation: ConstituentEvaluation) -> str:
    header = [
        "words in sentence", "F1", "precision", "recall", "exact match", "crossing", "no crossing",
        "two or fewer", "tags", "sentences",
    ]  # fmt: skip
    rows = [_row(name, scores) for name, scores in evaluation.by_length.items()]
    return format_table(header, rows)


def _row(name: str, scores: BracketScores) -> list[str]:
    return [
        name,
        percent(scores.f1, 2),
        percent(scores.precision, 2),
        percent(scores.recall, 2),
        percent(scores.exact_match),
        f"{scores.average_crossing:.2f}",
        percent(scores.no_crossing),
        percent(scores.two_or_fewer_crossing),
        percent(scores.tag_accuracy, 2),
        f"{scores.n_sentences:,}",
    ]
