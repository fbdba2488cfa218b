"""Evaluations of taggers as tables of plain text."""

from __future__ import annotations

import numpy as np

from linguine.reports.score import SCORE_HEADER, Score, score_row
from linguine.reports.tables import format_table, percent, shorten
from linguine.reports.tags.span_metrics import TagEvaluation

__all__ = ["render_tag_evaluation"]

#: Confusions that are listed.
_N_CONFUSIONS = 10


def render_tag_evaluation(evaluation: TagEvaluation) -> str:
    """Return the summary, the scores of each type of span or tag, and the largest confusions.

    Parameters
    ----------
    evaluation
        What to show.

    Examples
    --------
    >>> from linguine.reports.tags.span_metrics import evaluate_spans
    >>> gold, predicted = np.array([0, 1, 2, 0]), np.array([0, 1, 2, 2])
    >>> tags, offsets = ["B-NP", "I-NP", "O"], np.array([0, 3, 4])
    >>> print(render_tag_evaluation(evaluate_spans(gold, predicted, tags, offsets)))
    4 tokens in 2 sentences: token accuracy 75.0 % (95 %: 30.1 % to 95.4 %); ...
    spans: precision 100.00 %, recall 50.00 %, F1 66.67 %; 1 of 2 found, 1 predicted
    <BLANKLINE>
    span   precision  recall     f1  support
    ----------------------------------------
    NP         1.000   0.500  0.667        2
    (all)      1.000   0.500  0.667        2
    <BLANKLINE>
    gold  predicted as  times
    -------------------------
    B-NP  O                 1
    """
    spans = evaluation.spans
    lines = [_summary(evaluation)]
    if spans is None:
        rows = [score_row(tag, score) for tag, score in evaluation.per_tag.items()]
        table = format_table(["tag", *SCORE_HEADER], rows)
    else:
        lines.append(  # as exactly as conlleval
            f"spans: precision {percent(spans.precision, 2)}, recall {percent(spans.recall, 2)}, "
            f"F1 {percent(spans.f1, 2)}; {spans.n_correct:,} of {spans.n_gold:,} found, "
            f"{spans.n_predicted:,} predicted"
        )
        total = Score(spans.precision, spans.recall, spans.f1, spans.n_gold)
        rows = [score_row(name, score) for name, score in spans.per_type.items()]
        rows.append(score_row("(all)", total))
        table = format_table(["span", *SCORE_HEADER], rows)
    return "\n\n".join(filter(None, ["\n".join(lines), table, _confusions(evaluation)]))


def _summary(evaluation: TagEvaluation) -> str:
    low, high = evaluation.token_accuracy_interval
    parts = [
        f"token accuracy {percent(evaluation.token_accuracy)} (95 %: {percent(low)} to "
        f"{percent(high)})",
        f"{percent(evaluation.sentence_accuracy)} of the sentences without a mistake",
    ]
    if evaluation.unknown_word_accuracy is not None and evaluation.unknown_word_share is not None:
        parts.append(
            f"unknown words ({percent(evaluation.unknown_word_share)} of the tokens) "
            f"{percent(evaluation.unknown_word_accuracy)}"
        )
    head = f"{evaluation.n_tokens:,} tokens in {evaluation.n_sentences:,} sentences"
    return f"{head}: {'; '.join(parts)}"


def _confusions(evaluation: TagEvaluation) -> str:
    table = evaluation.tokens.confusion
    wrong = table - np.diag(table.diagonal())
    worst = np.argsort(-wrong, axis=None, kind="stable")[:_N_CONFUSIONS]
    names = [shorten(str(tag), 24) for tag in evaluation.tokens.labels]
    places = [divmod(int(place), len(names)) for place in worst if wrong.flat[place]]
    rows = [[names[g], names[p], f"{wrong[g, p]:,}"] for g, p in places]
    return format_table(["gold", "predicted as", "times"], rows, n_left=2) if rows else ""
