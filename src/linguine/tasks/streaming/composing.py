"""Composing: the learner that an algorithm has where its examples come part by part."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from linguine.errors import NotAvailableError, said
from linguine.learning import Counts, Learner, Online
from linguine.learning.learners.batch import Batch
from linguine.tasks.learner import BATCH, compose
from linguine.tasks.settings import TaskSettings

__all__ = ["check_algorithm", "check_options", "n_tables", "refuse", "streamed_learner"]

#: Tables of the size of the weights that a learner needs, besides two for each step that L-BFGS
#: remembers.
_ONLINE_TABLES, _BATCH_TABLES = 6, 9


def check_algorithm(settings: TaskSettings, able: Sequence[str], unit: str) -> None:
    """Raise NotAvailableError unless an algorithm is one of those that are able."""
    name = settings.algorithm
    if name not in able:
        raise NotAvailableError(
            f"{settings.owner}: learning part by part, as from files that are larger than memory, "
            f"is for some algorithms; {said('algorithm', name)} needs all {unit} at once. Use "
            f"{said('algorithm', *able)}, or allow more memory."
        )


def streamed_learner(settings: TaskSettings, learner: Learner, unit: str) -> Learner:
    """Return the learner for parts.

    What would look at all examples for every step takes the steps of an online learner, unless
    somebody has asked for it, or for an option that only it has. Options that need all examples
    are refused.
    """
    options = settings.options
    named = options.get("learner") is not None
    is_asked = named or any(options.get(each) is not None for each in (*BATCH, "l1"))
    if not isinstance(learner, Counts | Online) and not (isinstance(learner, Batch) and is_asked):
        if named:
            refuse(settings, said("learner", options["learner"]), unit)
        told = {**options, "learner": settings.row.online}
        learner = compose(settings.row_name, settings.row, told).learner
    if isinstance(learner, Online):
        check_options(settings, ("tolerance", "stop_when_right"), unit)
    return learner


def check_options(settings: TaskSettings, names: Sequence[str], unit: str) -> None:
    """Raise NotAvailableError if one of some options was given, which need all examples."""
    for option in names:
        value = settings.options.get(option)
        if value is not None:
            refuse(settings, said(option, value), unit)


def refuse(settings: TaskSettings, what: str, unit: str) -> NoReturn:
    """Complain about what needs all examples."""
    raise NotAvailableError(
        f"{settings.owner}: {what} asks for all {unit} at once, and these files are learned from "
        "part by part. Leave it out, or allow more memory."
    )


def n_tables(learner: Learner) -> int:
    """Return how many tables of the size of the weights a learner needs."""
    return _BATCH_TABLES + 2 * learner.memory if isinstance(learner, Batch) else _ONLINE_TABLES
