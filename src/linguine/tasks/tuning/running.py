"""Running: a plan carried out, settings tried on folds, and what was chosen learned from all."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from linguine.data.splitting.folds import LEAVE_ONE_OUT, Fold, read_folds
from linguine.errors import DataError, DataWarning, ParameterError, named, said, show_value
from linguine.features.threads import count_threads
from linguine.model.concurrency import Resources
from linguine.progress import ProgressOption, Report, resolve
from linguine.reports.tuning.result import Honest, Tried, Tuning, choose_simplest, table_ledger
from linguine.tasks.settings import check_seed
from linguine.tasks.tuning.clock import Clock, OutOfTimeError, read_seconds
from linguine.tasks.tuning.grid import Point, fresh
from linguine.tasks.tuning.search import Found, Trial, halve, parts, search
from linguine.tasks.tuning.trials import Judged, Plain, Sharing, Subject, role_of

__all__ = ["Plan", "tune_points"]


@dataclass(frozen=True)
class Plan:
    """How settings are tried; :func:`linguine.tune` explains the fields."""

    folds: Any = 5
    nested: int | None = None
    halving: bool = False
    simplest: bool = False
    budget: float | str | None = None
    refit: bool = True
    seed: int = 0
    shares: bool = True

    def __post_init__(self) -> None:
        check_seed("tune", "seed", self.seed)
        if self.budget is not None:
            read_seconds(self.budget)
        if self.nested is not None and (type(self.nested) is not int or self.nested < 2):
            raise ParameterError(
                f"must be 2 or more folds; got {show_value(self.nested)}. Use 5, or leave it out.",
                owner="tune",
                parameter="nested",
            )


def tune_points(
    points: Sequence[Point],
    subject: Subject,
    plan: Plan,
    *,
    unit: str = "examples",
    progress: ProgressOption = None,
) -> Tuning:
    """Try points of a grid on a subject; :func:`linguine.tune` explains the rest."""
    folds = _folds(subject, plan)
    with resolve(progress) as report:
        budget = None if plan.budget is None else read_seconds(plan.budget)
        clock = Clock(budget, report)
        found = _search(points, subject, folds, plan, clock)
        if not found.left:
            raise _nothing_done(found, clock)
        tried = _results(points, found)
        best = found.left[0]
        chosen = choose_simplest(tried, best) if plan.simplest else best
        honest, stopped = None, found.stopped
        notes: tuple[str, ...] = ()
        if plan.nested is not None and not stopped:
            honest, stopped = _nest(points, subject, plan, clock)
            if honest is None:
                notes = ("There was no time for the nested folds.",)
    estimator = None
    if plan.refit and stopped != "interrupted":
        try:
            estimator = _learn(points[chosen].estimator, subject, progress)
        except KeyboardInterrupt:
            stopped = "refit"
    return Tuning(
        tuple(tried),
        best,
        chosen,
        _describe(folds, plan),
        unit,
        subject.n,
        clock.n_done,
        clock.spent,
        stopped,
        estimator,
        honest=honest,
        notes=notes,
    )


def _learn(chosen: Any, subject: Subject, progress: ProgressOption) -> Any:
    """Return what was chosen, learned from all examples."""
    estimator = fresh(chosen)
    if "progress" in estimator.get_params():
        estimator.progress = progress
    return subject.learn(estimator, *subject.given)


# --- searching --------------------------------------------------------------------------------


def _search(
    points: Sequence[Point], subject: Subject, folds: list[Fold], plan: Plan, clock: Clock
) -> Found:
    plain = Plain(points, subject, clock)
    shared: list[Sharing | None] = []
    use = _resources(points, plan, clock.watch)

    def sharing() -> Sharing | None:  # made inside of the search, so that a budget ends it as well
        if not shared:
            role = role_of(points[0].estimator, "sharing") if plan.shares else None
            dev = () if subject.dev is None else subject.dev
            made = role and role.share([each.estimator for each in points], subject.given, dev, use)
            shared.append(made)
        return shared[0]

    def score(point: int, fold: Fold) -> Judged:
        fast = sharing()
        judged = fast.score(point, fold, use) if fast is not None and fast.knows(point) else None
        return plain.score(point, fold) if judged is None else judged

    if plan.folds == LEAVE_ONE_OUT and isinstance(plan.folds, str) and not plan.halving:
        return _leave_one_out(len(points), folds, score, sharing, clock)
    part = parts(subject.strata, subject.n, plan.seed)
    shares = halve(len(points), min(len(each.train) for each in folds)) if plan.halving else [1.0]
    return search(len(points), folds, score, clock, shares=shares, part=part)


def _leave_one_out(
    n_points: int,
    folds: list[Fold],
    score: Callable[[int, Fold], Judged],
    sharing: Callable[[], Sharing | None],
    clock: Clock,
) -> Found:
    """Do in one step what has a closed form, and fit the others without each example in turn."""
    found = Found([Trial() for _ in range(n_points)])
    clock.n_fits = n_points * len(folds)
    try:
        for i in range(n_points):
            begin, fast = clock.spent, sharing()
            with clock.fit():
                closed = None if fast is None else fast.leave_one_out(i)
            if closed is not None:
                found.trials[i] = Trial(1.0, {0: closed}, clock.spent - begin)
                continue
            clock.n_done -= 1
            trial = Trial(1.0)
            for fold in folds:
                with clock.fit():
                    trial.folds[fold.number] = score(i, fold)
            trial.seconds = clock.spent - begin
            found.trials[i] = trial
    except OutOfTimeError:
        found.stopped = "budget"
    except KeyboardInterrupt:
        found.stopped = "interrupted"
    whole = [i for i, trial in enumerate(found.trials) if trial.folds]
    values = {i: found.trials[i].value(list(found.trials[i].folds)) for i in whole}
    found.left = sorted(whole, key=lambda i: (-values[i], i))
    return found


def _nest(
    points: Sequence[Point], subject: Subject, plan: Plan, clock: Clock
) -> tuple[Honest | None, str]:
    """Choose without each outer fold in turn, learn, and judge by that fold."""
    assert plan.nested is not None
    inner = replace(plan, nested=None)
    tables, figure, chosen = [], None, list[Mapping[str, Any]]()
    for fold in read_folds(plan.nested, subject.n, subject.strata):
        without = subject.cut(fold.train)
        found = _search(points, without, _folds(without, inner, warns=False), inner, clock)
        if found.stopped or not found.left:
            return None, found.stopped
        best = found.left[0]
        if plan.simplest:
            best = choose_simplest(_results(points, found), best)
        try:
            judged = Plain(points, subject, clock).score(best, fold)
        except OutOfTimeError:
            return None, "budget"
        except KeyboardInterrupt:
            return None, "interrupted"
        figure = judged.figure
        tables.append(judged.held)
        chosen.append(points[best].changes)
    assert figure is not None
    return Honest(table_ledger(tables, figure), tuple(chosen)), ""


def _results(points: Sequence[Point], found: Found) -> list[Tried]:
    """Return what every setting is worth, over the folds that count for it."""
    left, tried = set(found.left), []
    for i, (point, trial) in enumerate(zip(points, found.trials, strict=True)):
        if not trial.folds:
            tried.append(Tried(point.changes, seconds=trial.seconds))
            continue
        numbers = found.numbers if i in left and found.numbers else sorted(trial.folds)
        judged = [trial.folds[number] for number in numbers if number in trial.folds]
        figure = judged[0].figure
        known = np.asarray(sum(each.known.sum(axis=0) for each in judged))
        tried.append(
            Tried(
                point.changes,
                table_ledger([each.held for each in judged], figure),
                tuple(float(figure.measure(e.held.sum(axis=0)[None, :])[0]) for e in judged),
                float(figure.measure(known[None, :])[0]),
                trial.seconds,
                trial.share,
            )
        )
    return tried


def _nothing_done(found: Found, clock: Clock) -> BaseException:
    if found.stopped == "interrupted":
        return KeyboardInterrupt()
    assert clock.budget is not None
    return DataError(
        f"A budget must be long enough for one fit; {clock.budget:g} s were over before the first "
        f"was done. Give more, such as {said('budget', f'{max(60, 5 * clock.budget):g}s')}, or "
        f"fewer {named('folds')}."
    )


# --- what there is ------------------------------------------------------------------------------


def _resources(points: Sequence[Point], plan: Plan, report: Report) -> Resources:
    n_threads = points[0].estimator.get_params().get("n_threads")
    seed = points[0].estimator.get_params().get("seed") or 0
    return Resources(count_threads(n_threads), seed, report)


def _folds(subject: Subject, plan: Plan, *, warns: bool = True) -> list[Fold]:
    if subject.dev is not None:
        if plan.nested is not None:
            raise ParameterError(
                f"deals the examples anew, and a file to judge by is not dealt; got "
                f"{said('nested', plan.nested)} and {named('dev')}. Leave one of them out.",
                owner="tune",
                parameter="nested",
            )
        n = replace(subject, given=subject.dev).n
        return [Fold(0, np.arange(subject.n), np.arange(n), is_dev=True)]
    strata = subject.strata
    folds = read_folds(plan.folds, subject.n, strata)
    is_number = isinstance(plan.folds, int) and not isinstance(plan.folds, bool)
    if warns and is_number and subject.labels is not None and not subject.learns_numbers:
        _warn_of_rare(*subject.labels, len(folds))
    return folds


def _warn_of_rare(names: list[str], codes: Any, n_folds: int) -> None:
    sizes = np.bincount(codes)
    rare = np.flatnonzero((sizes > 0) & (sizes < n_folds))
    if not len(rare):
        return
    least = int(rare[np.argmin(sizes[rare])])
    more = f", and {len(rare) - 1:,} more labels" if len(rare) > 1 else ""
    warnings.warn(
        f"Every fold should have an example of each label; {names[least]!r} has "
        f"{sizes[least]:,} for {n_folds} folds{more}: some folds judge without it, or learn "
        f"without it. Add examples, or use fewer {named('folds')}.",
        DataWarning,
        stacklevel=5,
    )


def _describe(folds: list[Fold], plan: Plan) -> str:
    if folds[0].is_dev:
        return f"{len(folds[0].held):,} of another file"
    if plan.folds == LEAVE_ONE_OUT and isinstance(plan.folds, str):
        return "leaving one out"
    told = f"{len(folds)} folds" if len(folds) > 1 else "one fold"
    return f"{told}, by successive halving" if plan.halving else told
