"""Search: all settings on all folds, as far as time allows; what is hopeless is left early.

Successive halving is that of [Jamieson2016], with the number of examples as what is spent.
Folds come one after the other and settings within them, so that whatever ends the search, what is
compared was judged by the same examples.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.data.splitting.folds import Fold
from linguine.tasks.tuning.clock import Clock, OutOfTimeError
from linguine.tasks.tuning.trials import Judged

__all__ = ["ETA", "Found", "Trial", "halve", "parts", "search"]

#: Of how many settings one goes on, and by how much more it then learns from.
ETA = 3
#: A share of the examples that is smaller says nothing.
_FEWEST = 20
Score = Callable[[int, Fold], Judged]


@dataclass(eq=False)
class Trial:
    """What is known of a setting.

    Parameters
    ----------
    share
        Of the examples of a fold, how many it has learned from.
    folds
        What it is worth, by the number of the fold.
    seconds
        Of all its fits.
    """

    share: float = 0.0
    folds: dict[int, Judged] = field(default_factory=dict)
    seconds: float = 0.0

    def value(self, numbers: Sequence[int]) -> float:
        """Return the score over some folds, more being better; none is worst."""
        figure = self.folds[numbers[0]].figure
        total = sum(self.folds[number].held.sum(axis=0) for number in numbers)
        value = figure.sign * float(figure.measure(np.asarray(total)[None, :])[0])
        return value if value == value else -np.inf


@dataclass(eq=False)
class Found:
    """What a search has found.

    Parameters
    ----------
    trials
        One for each setting.
    numbers
        The folds that count: all settings that are left have been judged by them.
    left
        The settings that are left, the best first; ties go to the earlier.
    stopped
        ``"budget"``, ``"interrupted"``, or nothing.
    """

    trials: list[Trial]
    numbers: list[int] = field(default_factory=list)
    left: list[int] = field(default_factory=list)
    stopped: str = ""


def search(
    n_points: int,
    folds: Sequence[Fold],
    score: Score,
    clock: Clock,
    *,
    shares: Sequence[float] = (1.0,),
    part: Callable[[Fold, float], Fold] = lambda fold, share: fold,
) -> Found:
    """Try settings; after each share of the examples but the last, one in ETA goes on.

    Parameters
    ----------
    n_points
        How many settings there are.
    folds
        What is learned from, and what is held out.
    score
        Judges a setting on a fold.
    clock
        Says when to stop, and is told.
    shares
        Of the examples of a fold, ascending; the last is 1.
    part
        A fold that learns from a share of its examples.
    """
    found = Found([Trial() for _ in range(n_points)], left=list(range(n_points)))
    clock.n_fits += _n_fits(n_points, len(folds), len(shares))
    try:
        for share in shares:
            alive = list(found.left)
            trials = {i: Trial(share, seconds=found.trials[i].seconds) for i in alive}
            try:
                for fold in folds:
                    _try_all(trials, part(fold, share), score, clock)
            finally:
                _take(found, trials)
            if share < 1.0:
                found.left = found.left[: -(-len(found.left) // ETA)]
    except OutOfTimeError:
        found.stopped = "budget"
    except KeyboardInterrupt:
        found.stopped = "interrupted"
    return found


def _try_all(trials: dict[int, Trial], fold: Fold, score: Score, clock: Clock) -> None:
    for i, trial in sorted(trials.items()):
        begin = clock.spent
        with clock.fit():
            trial.folds[fold.number] = score(i, fold)
            trial.seconds += clock.spent - begin
            clock.best = max((each.value([fold.number]) for each in trials.values()
                              if fold.number in each.folds), default=0.0)  # fmt: skip


def _take(found: Found, trials: dict[int, Trial]) -> None:
    """Take over a round; of one that was broken off, the folds that all have, or those of some."""
    everywhere = set.intersection(*(set(trial.folds) for trial in trials.values()))
    if everywhere:
        chosen, numbers = list(trials), sorted(everywhere)
    elif not found.numbers:  # not even a fold is complete: what there is
        chosen = [i for i, trial in trials.items() if trial.folds]
        numbers = [min(each for i in chosen for each in trials[i].folds)] if chosen else []
    else:
        return
    for i in chosen:
        found.trials[i] = trials[i]
    found.numbers = numbers
    found.left = sorted(chosen, key=lambda i: (-trials[i].value(numbers), i))


def halve(n_points: int, n_examples: int) -> list[float]:
    """Return the shares of successive halving: each round learns from ETA times as much.

    As many rounds as it takes until one setting is left, if a share says anything at all.

    Examples
    --------
    >>> [round(share, 3) for share in halve(9, 9_000)], halve(9, 10), halve(2, 100)
    ([0.111, 0.333, 1.0], [1.0], [0.333..., 1.0])
    """
    n_rounds, left = 0, n_points
    while left > 1 and n_examples / ETA ** (n_rounds + 1) >= _FEWEST:
        left = -(-left // ETA)
        n_rounds += 1
    return [1.0 / ETA ** (n_rounds - i) for i in range(n_rounds + 1)]


def parts(strata: NDArray[Any] | None, n: int, seed: int) -> Callable[[Fold, float], Fold]:
    """Return what leaves a share of a fold to learn from: the same of each label, one at least."""
    order = np.random.default_rng(seed).permutation(n)
    label = np.zeros(n, np.int64) if strata is None else np.asarray(strata, np.int64)

    def part(fold: Fold, share: float) -> Fold:
        if share >= 1.0:
            return fold
        mine = order[np.isin(order, fold.train)]
        mine = mine[np.argsort(label[mine], kind="stable")]
        sizes = np.bincount(label[mine])
        place = np.arange(len(mine)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        kept = place < np.maximum(np.ceil(share * np.repeat(sizes, sizes)), 1)
        return replace(fold, train=np.sort(mine[kept]))

    return part


def _n_fits(n_points: int, n_folds: int, n_rounds: int) -> int:
    total, left = 0, n_points
    for _ in range(n_rounds):
        total += left * n_folds
        left = -(-left // ETA)
    return total
