r"""Result of tuning: every setting that was tried, the one that was chosen, and how sure that is.

The best setting was chosen after looking, so its score flatters. What is not behind it by more than
a standard error may as well be taken [Breiman1984]; what the whole procedure is worth, choice
included, only nested folds say.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linguine.errors import DataError
from linguine.reports.judging.figures import Figure
from linguine.reports.judging.ledger import Ledger, plain_interval
from linguine.reports.judging.paired import swap_p_value
from linguine.reports.tuning.table import write_tuning

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Picture

    from linguine.reports.judging.ledger import Interval

__all__ = ["Honest", "Tried", "Tuning", "choose_simplest", "table_ledger"]

Table = NDArray[np.float64]
#: A 95 % interval is as wide as so many standard errors.
_WIDTH = 2 * 1.959963984540054
#: More examples are not compared one by one with the best.
_ROUNDING = 1e-12


def table_ledger(tables: Sequence[Table], figure: Figure) -> Ledger:
    """Return the ledger of what examples add to a figure, fold by fold."""
    whole = np.concatenate(tables)
    alike, kinds = np.unique(whole, axis=0, return_inverse=True)
    made = Ledger.of_table(alike, [figure])
    return Ledger(kinds.reshape(-1).astype(np.int64), made.rows, made.figures)


@dataclass(frozen=True, eq=False)
class Tried:
    """A setting, and what it is worth.

    Parameters
    ----------
    changes
        The setting, by name.
    ledger
        Of all examples it was judged by; None: time was over before.
    folds
        The score on each fold.
    in_training
        The score on examples that were learned from.
    seconds
        Of all its fits.
    share
        Of the examples that it may learn from, how many it has: less than 1, and it was left.
    """

    changes: Mapping[str, Any]
    ledger: Ledger | None = None
    folds: tuple[float, ...] = ()
    in_training: float | None = None
    seconds: float = 0.0
    share: float = 1.0

    @property
    def score(self) -> float | None:
        """The score on all held-out examples together."""
        return None if self.ledger is None else self.ledger.values[self.ledger.head.name]

    @cached_property
    def interval(self) -> Interval:
        """Where its 95 % interval ends."""
        return None if self.ledger is None else self.ledger.interval(self.ledger.head.name)

    @property
    def standard_error(self) -> float:
        """How far the score varies from one test set to another; 0 where nobody knows."""
        return 0.0 if self.interval is None else (self.interval[1] - self.interval[0]) / _WIDTH

    @property
    def is_whole(self) -> bool:
        """Whether it has learned from all that it may learn from."""
        return self.ledger is not None and self.share >= 1.0


@dataclass(frozen=True, eq=False)
class Honest:
    """What choosing and fitting are worth together: nested folds.

    Parameters
    ----------
    ledger
        Of all examples, each judged by what was chosen and learned without it.
    chosen
        What was chosen on each outer fold.
    """

    ledger: Ledger
    chosen: tuple[Mapping[str, Any], ...]

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        name = self.ledger.head.name
        return {
            "score": self.ledger.values[name],
            "interval": plain_interval(self.ledger.interval(name)),
            "chosen": [_plain(each) for each in self.chosen],
        }


@dataclass(frozen=True, eq=False)
class Tuning:
    """What :func:`linguine.tune` has found.

    Parameters
    ----------
    tried
        All settings, the simplest first.
    best
        The place of the one with the best score.
    chosen
        That of the one that was taken: the best, or the simplest that is as good.
    judged_by
        How settings were judged, for people.
    unit, n
        What was learned from, and how many.
    n_fits, seconds
        How many fits there were, and how long it took.
    stopped
        ``"budget"`` or ``"interrupted"`` if there was no time for all, ``"refit"`` if Ctrl-C came
        while the model was learned, else empty.
    estimator
        What was chosen, learned from all examples; None if that was not wanted.
    again
        The line that makes the same model.
    honest
        What nested folds say.

    Examples
    --------
    >>> import linguine
    >>> texts = ["free cash", "win cash now", "lunch at noon", "see you at noon"] * 5
    >>> found = linguine.tune(
    ...     linguine.TextClassifier("svm"), (texts, ["spam", "spam", "ham", "ham"] * 5),
    ...     {"C": [0.01, 1]})
    >>> found.best_params_, found.best_score_
    ({'C': 0.01}, 1.0)
    """

    tried: tuple[Tried, ...]
    best: int
    chosen: int
    judged_by: str
    unit: str
    n: int
    n_fits: int
    seconds: float
    stopped: str = ""
    estimator: Any = None
    again: str = ""
    honest: Honest | None = None
    notes: tuple[str, ...] = field(default=())

    @property
    def winner(self) -> Tried:
        """What was taken."""
        return self.tried[self.chosen]

    @property
    def figure(self) -> Figure:
        """The score."""
        ledger = self.winner.ledger
        assert ledger is not None
        return ledger.head

    @property
    def best_params_(self) -> dict[str, Any]:
        """What was taken, under scikit-learn's name."""
        return dict(self.winner.changes)

    @property
    def best_score_(self) -> float:
        """Its score, under scikit-learn's name."""
        score = self.winner.score
        assert score is not None
        return score

    @property
    def best_estimator_(self) -> Any:
        """What was learned, under scikit-learn's name."""
        return self.estimator

    @cached_property
    def p_values(self) -> list[float | None]:
        """How often chance alone would set each so far behind the best; None: not comparable."""
        best, found = self.tried[self.best].ledger, list[float | None]()
        for i, each in enumerate(self.tried):
            is_like = each.is_whole and each.ledger is not None and best is not None
            if i == self.best or not is_like or len(each.folds) != len(self.tried[self.best].folds):
                found.append(None)
            else:
                assert each.ledger is not None
                assert best is not None
                found.append(swap_p_value(each.ledger, best))
        return found

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        rows = [
            {
                "parameters": _plain(each.changes),
                "score": each.score,
                "interval": plain_interval(each.interval),
                "folds": list(each.folds),
                "in_training": each.in_training,
                "p_value": p,
                "seconds": round(each.seconds, 3),
                "share": each.share,
            }
            for each, p in zip(self.tried, self.p_values, strict=True)
        ]
        return {
            "score": self.figure.name,
            "best": self.best,
            "chosen": self.chosen,
            "parameters": _plain(self.winner.changes),
            "judged_by": self.judged_by,
            "n": self.n,
            "n_fits": self.n_fits,
            "seconds": round(self.seconds, 3),
            "stopped": self.stopped,
            "again": self.again,
            "nested": None if self.honest is None else self.honest.to_dict(),
            "notes": list(self.notes),
            "tried": rows,
        }

    def to_text(self) -> str:
        """Return the table, what was chosen, and the line to type."""
        return write_tuning(self)

    def plot(self, parameter: str | None = None) -> Picture:
        """Draw training and held-out error against a penalty, or another number.

        Fig. 1.1 of [Zhang2010]. Needs matplotlib: ``pip install 'linguine[report]'``.

        Parameters
        ----------
        parameter
            What to draw it against; None is the first that has several values. C is drawn as
            lambda = 1 / C. All other settings are those that were chosen.
        """
        from linguine.reports.tuning.picture import draw_tuning

        return draw_tuning(self, parameter)

    def save(self, path: Any) -> None:
        """Write the model to a ``.linguine`` file."""
        if self.estimator is None:
            raise DataError(
                f"There must be a model to save; none was learned from all {self.unit} "
                f"({self.stopped or 'refit=False'}). Learn it: {self.again}."
            )
        self.estimator.save(path)


def choose_simplest(tried: Sequence[Tried], best: int) -> int:
    """Return the first setting that is not behind the best by more than a standard error.

    The rule of [Breiman1984]; the first is the simplest.
    """
    top = tried[best]
    assert top.ledger is not None
    assert top.score is not None
    sign, margin = top.ledger.head.sign, top.standard_error + _ROUNDING
    for i, each in enumerate(tried):
        if each.is_whole >= top.is_whole and each.score is not None:
            if len(each.folds) == len(top.folds) and sign * (top.score - each.score) <= margin:
                return i
    return best


def _plain(changes: Mapping[str, Any]) -> dict[str, Any]:
    kinds = (str, int, float, bool, type(None))
    plain: Callable[[Any], Any] = lambda value: (  # noqa: E731
        value
        if isinstance(value, kinds)
        else value.item()
        if hasattr(value, "item")
        else str(value)
    )
    return {name: plain(value) for name, value in changes.items()}
