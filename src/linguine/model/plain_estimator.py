"""Plain estimator: what scikit-learn asks of an estimator, without loading scikit-learn."""

from __future__ import annotations

import inspect
from typing import Any, TypeVar

from linguine.errors import ParameterError

__all__ = ["PlainEstimator"]

Self = TypeVar("Self", bound="PlainEstimator")


class PlainEstimator:
    """Parameters by name: those of the constructor, kept under the same names.

    ``clone``, ``GridSearchCV`` and ``cross_validate`` need nothing else.

    Examples
    --------
    >>> class Dice(PlainEstimator):
    ...     def __init__(self, n_sides=6):
    ...         self.n_sides = n_sides
    >>> Dice().set_params(n_sides=8)
    Dice(n_sides=8)
    """

    @classmethod
    def parameter_names(cls) -> list[str]:
        """Return the names of the parameters."""
        return [name for name in inspect.signature(cls.__init__).parameters if name != "self"]

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Return the parameters by name."""
        return {name: getattr(self, name) for name in self.parameter_names()}

    def set_params(self: Self, **params: Any) -> Self:
        """Change parameters by name."""
        known = self.parameter_names()
        for name, value in params.items():
            if name not in known:
                raise ParameterError(
                    f"{type(self).__name__} has no parameter {name!r}; it has "
                    f"{', '.join(known)}. Choose one of them."
                )
            setattr(self, name, value)
        return self

    def __repr__(self) -> str:
        usual = inspect.signature(type(self).__init__).parameters
        told = [
            f"{name}={value!r}"
            for name, value in self.get_params().items()
            if value is not usual[name].default
        ]
        return f"{type(self).__name__}({', '.join(told)})"

    def __sklearn_tags__(self) -> Any:
        from sklearn.base import BaseEstimator  # only scikit-learn asks

        return BaseEstimator().__sklearn_tags__()
