"""Options of online learners: which rule and schedule has which, and their ranges."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from linguine.errors import (
    POSITIVE,
    ParameterError,
    check_flag,
    check_number,
    named,
    said,
    show_value,
)
from linguine.learning.losses import Hinge, Loss, PredictionHinge
from linguine.registry import Registry

if TYPE_CHECKING:
    from linguine.learning.learners.online import Online

__all__ = ["RULES", "SCHEDULES", "UPDATES", "check_options", "schedule_of"]

#: The options that a rule has besides those of all rules.
RULES: Registry[frozenset[str]] = Registry(
    "online rule",
    {
        "perceptron": frozenset({"stop_when_right"}),
        "mira": frozenset({"C", "k_best", "update", "stop_when_right"}),
        "sgd": frozenset({"learning_rate", "schedule", "power"}),
        "pegasos": frozenset(),
        "adagrad": frozenset({"learning_rate", "first_square"}),
        "arow": frozenset({"learning_rate", "C"}),
    },
)
#: The options that a schedule has.
SCHEDULES: Registry[frozenset[str]] = Registry(
    "schedule",
    {
        "power": frozenset({"learning_rate", "power"}),
        "constant": frozenset({"learning_rate"}),
        "pegasos": frozenset(),
    },
)
#: Of mira: what the constraint is about, by the weight of the cost.
UPDATES: Registry[Callable[[float], Loss]] = Registry(
    "update", {"max-loss": Hinge, "prediction": PredictionHinge}
)
_OPTIONS = ("learning_rate", "schedule", "power", "C", "k_best", "update", "first_square")
#: The options that are on or off.
_FLAGS = ("shuffle", "with_replacement", "stop_when_right", "measure_objective")
_COUNT = {"low": 1, "integer": True, "fix": "Use at least 1."}
#: What each number must be, and what to do otherwise; None is the learner's own choice.
_RANGES: dict[str, dict[str, Any]] = {
    "epochs": _COUNT,
    "batch_size": _COUNT,
    "patience": _COUNT,
    "learning_rate": {**POSITIVE, "fix": "Try 0.1."},
    "first_square": {"low": 0, "high_open": True, "fix": "Use 0 to begin with nothing."},
    "power": {
        **{"low": 0.5, "high": 1, "low_open": True},
        "fix": "Steps eta_0 t^-power converge only then; use 0.6.",
    },
    "intercept_scaling": {
        **POSITIVE,
        "fix": "Use 1.0 for a bias that moves like a feature of 1.",
    },
    "C": {"low": 0, "low_open": True, "fix": "Use 1.0, or inf for no cap."},
    "k_best": {"low": 1, "integer": True, "fix": "Use 1 for the usual MIRA."},
    "tolerance": {"low": 0, "high_open": True, "fix": "Use None to run all epochs."},
}
_REQUIRED = ("batch_size", "patience")


def check_options(online: Online) -> None:
    """Raise ParameterError if an option is out of range or does not belong to the rule."""
    for flag in _FLAGS:
        check_flag("Online", flag, getattr(online, flag))
    _check_belongs(online)
    if online.averaged is not None:
        check_flag("Online", "averaged", online.averaged)
    for name, bounds in _RANGES.items():
        value = getattr(online, name)
        if value is not None or name in _REQUIRED:
            check_number("Online", name, value, **bounds)
    if online.update is not None:
        UPDATES.get(online.update)
    if online.update == "prediction" and (online.k_best or 1) > 1:
        raise ParameterError(
            "is about the one label that is predicted; got "
            f"{said('update', 'prediction')} with {said('k_best', online.k_best)}. "
            f"Use {said('k_best', 1)}, or leave {named('update')} out.",
            owner="Online",
            parameter="update",
        )
    if online.rule == "arow":
        _check_arow(online)


def schedule_of(online: Online) -> str:
    """Return the schedule given, or the rule's own."""
    if online.schedule is not None:
        return online.schedule
    return "pegasos" if online.rule == "pegasos" else "constant"


def _check_belongs(online: Online) -> None:
    allowed, owner = RULES.get(online.rule), f"rule {online.rule!r}"
    if online.rule == "sgd" and (online.schedule is not None or online.power is not None):
        schedule = schedule_of(online)
        allowed, owner = SCHEDULES.get(schedule) | {"schedule"}, f"schedule {schedule!r}"
    for name in (*_OPTIONS, *(["stop_when_right"] if online.stop_when_right else [])):
        if getattr(online, name) is not None and name not in allowed:
            rules = " or ".join(repr(each) for each in RULES.names if name in RULES.get(each))
            with_power = " with schedule='power'" if name == "power" else ""
            raise ParameterError(
                f"the {owner} has no option {named(name)}; got "
                f"{show_value(getattr(online, name))}. "
                f"Leave it out, or use rule={rules}{with_power}.",
                owner="Online",
            )


def _check_arow(online: Online) -> None:
    if online.batch_size > 1:
        raise ParameterError(
            "the rule 'arow' takes one example at a time; got "
            f"batch_size={online.batch_size}. Use batch_size=1, or rule='adagrad'.",
            owner="Online",
        )
    if online.C == float("inf"):
        raise ParameterError(
            "of the rule 'arow' must be finite, or one example would settle a weight; got inf. "
            "Try 1.0.",
            owner="Online",
            parameter="C",
        )
