"""Settings: what an estimator of a task was told, checked before any work."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, NoReturn, TypeVar

from linguine.errors import LARGEST_SEED, ParameterError, check_number, said, show_value
from linguine.tasks.algorithm import Algorithm, Algorithms, Options

__all__ = ["TaskSettings", "check_seed"]

Self = TypeVar("Self", bound="TaskSettings")


def check_seed(owner: str, name: str, seed: int) -> int:
    """Return a seed as Python's integer, or raise ParameterError."""
    check_number(owner, name, seed, low=0, high=LARGEST_SEED, integer=True, fix="Use 0.")
    return int(seed)


@dataclass(frozen=True, eq=False, kw_only=True)
class TaskSettings:
    """What every task is told; the estimators' docstrings explain the fields.

    An option that is None was not given.
    """

    owner: ClassVar[str]
    table: ClassVar[Algorithms]

    algorithm: str
    n_threads: int | None = None
    seed: int = 0
    options: Options = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.table.check(self.row_name, self.options)
        given = {name: value for name, value in self.options.items() if value is not None}
        object.__setattr__(self, "options", given)
        check_seed(self.owner, "seed", self.seed)

    @classmethod
    def of(cls: type[Self], model: Any) -> Self:
        """Return the settings that a model out of a file was made with, as far as it tells."""
        info = model.info
        told = {name: info[name] for name in ("algorithm", "seed", "options") if name in info}
        return cls(n_threads=model.n_threads, **{**told, **cls._told_by(model)})

    @staticmethod
    def _told_by(model: Any) -> dict[str, Any]:
        """Return the task's own settings that a model tells."""
        raise NotImplementedError

    def check_order(self, order: int | None, meaning: str) -> None:
        """Raise ParameterError unless an order is 1 or 2."""
        if type(order) is not int or order not in (1, 2):
            self.refuse(
                f"must be {meaning}; got {show_value(order)}. Use {said('order', 1)}.", "order"
            )

    def refuse(self, message: str, parameter: str | None = None) -> NoReturn:
        """Complain about what was told."""
        raise ParameterError(message, owner=self.owner, parameter=parameter)

    @property
    def row_name(self) -> str:
        """The name of the row."""
        return self.algorithm

    @property
    def row(self) -> Algorithm:
        """The algorithm."""
        return self.table.get(self.row_name)

    @property
    def plain_options(self) -> dict[str, object]:
        """The options as a model file takes them: sorted, and without the types of NumPy."""
        return {
            name: value.item() if hasattr(value, "item") else value
            for name, value in sorted(self.options.items())
        }
