"""Table of a tuning: a row for each setting, and a paragraph about the choice."""

from __future__ import annotations

import shutil
import textwrap
from typing import TYPE_CHECKING, Any

from linguine.reports.tables import duration, format_table, percent, shorten

if TYPE_CHECKING:
    from linguine.reports.judging.figures import Figure
    from linguine.reports.tuning.result import Honest, Tried, Tuning

__all__ = ["describe_changes", "name_of", "write_tuning"]

_WIDEST = 28
#: The scores by name, as people call them.
_CALLED = {"f1": "F1", "las": "LAS", "uas": "UAS", "r2": "R²"}
_STOPPED = {
    "budget": "The budget was spent before all was tried",
    "interrupted": "Stopped before all was tried",
}


def write_tuning(found: Tuning) -> str:
    """Return all that a tuning has to say."""
    parts = [
        f"{found.n:,} {found.unit}, judged by {found.judged_by}; {found.n_fits:,} fits in "
        f"{duration(found.seconds)}",
        _write_table(found),
        _write_choice(found),
    ]
    if found.stopped == "refit":
        parts.append("Stopped while the model was learned from all of them; all was tried.")
    elif found.stopped:
        n_whole = sum(each.is_whole for each in found.tried)
        parts.append(
            f"{_STOPPED[found.stopped]}: {n_whole} of {len(found.tried)} settings have a score "
            f"that can be compared, over {len(found.winner.folds)} "
            f"{'fold' if len(found.winner.folds) == 1 else 'folds'}."
        )
    parts += [each for each in found.notes if each]
    if found.again:
        parts.append(f"The same model again:\n  {found.again}")
    return "\n\n".join(parts)


def describe_changes(changes: Any) -> str:
    """Return a setting as people write it.

    Examples
    --------
    >>> describe_changes({"C": 0.25, "ngrams": 2})
    'C=0.25 ngrams=2'
    """
    return " ".join(f"{name}={_show(value)}" for name, value in changes.items())


def _write_table(found: Tuning) -> str:
    figure, names = found.figure, list(dict.fromkeys(n for e in found.tried for n in e.changes))
    has_training = any(each.in_training is not None for each in found.tried)
    is_halved = any(each.share < 1.0 and each.ledger is not None for each in found.tried)
    header = [*names, name_of(figure), "95 % interval"]
    header += ["in training"] * has_training + ["p", "seconds"]
    header += ["learned from"] * is_halved + [""]
    rows = []
    for i, (each, p) in enumerate(zip(found.tried, found.p_values, strict=True)):
        row = [shorten(_show(each.changes.get(name)), _WIDEST) for name in names]
        row += [_value(figure, each.score), _ends(figure, each)]
        row += [_value(figure, each.in_training)] * has_training
        row += ["-" if p is None else f"{p:.3f}" if p >= 0.001 else "<.001"]
        row += [f"{each.seconds:.2f}"]
        row += [percent(each.share, 0) if each.ledger is not None else "-"] * is_halved
        rows.append([*row, _mark(found, i)])
    return format_table(header, rows, n_left=0)


def _mark(found: Tuning, i: int) -> str:
    marks = ["best"] * (i == found.best) + ["taken"] * (i == found.chosen != found.best)
    return ", ".join(marks)


def _write_choice(found: Tuning) -> str:
    winner, best, figure = found.winner, found.tried[found.best], found.figure
    told = (
        f"Best: {describe_changes(best.changes)}, {name_of(figure)} {_value(figure, best.score)}."
    )
    if winner is not best:
        told += (
            f" Taken: {describe_changes(winner.changes)}, {_value(figure, winner.score)}, the "
            "simplest that is not behind it by more than a standard error."
        )
    if len(found.tried) > 1:
        told += (
            " p: how often chance alone would set two equal settings so far apart. The best was "
            "chosen after looking, so that its score flatters a little"
        )
        told += "; nested folds say by how much." if found.honest is None else "."
    if found.honest is not None:
        told += f" {_write_honest(found.honest)}"
    return textwrap.fill(told, max(40, min(100, shutil.get_terminal_size().columns)))


def _write_honest(honest: Honest) -> str:
    ledger = honest.ledger
    figure = ledger.head
    ends = ledger.interval(figure.name)
    between = "" if ends is None else f" (95 %: {' to '.join(_value(figure, e) for e in ends)})"
    chosen = "; ".join(describe_changes(each) for each in honest.chosen)
    return (
        f"Nested folds, where nothing was chosen by what judges it: {name_of(figure)} "
        f"{_value(figure, ledger.values[figure.name])}{between}. Chosen there: {chosen}."
    )


def name_of(figure: Figure) -> str:
    """Return what people call a score."""
    return _CALLED.get(figure.name, figure.name.replace("_", " ").replace("f1", "F1"))


def _value(figure: Figure, value: float | None) -> str:
    if value is None or value != value:
        return "-"
    return percent(value, 2) if figure.is_share else f"{value:.4f}"


def _ends(figure: Figure, each: Tried) -> str:
    if each.interval is None:
        return "-"
    low, high = (_value(figure, end) for end in each.interval)
    return f"{low.removesuffix(' %')} to {high}"


def _show(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, tuple) and all(isinstance(each, int) for each in value):
        return "-".join(map(str, value))  # lengths from and to
    return f"{value:.6g}" if isinstance(value, float) else str(value)
