"""The frame of estimators: parameters, a model and its file, and scikit-learn's manners.

Nothing here loads scikit-learn; it is asked for only by what it calls itself, or a notebook.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from os import PathLike
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from numpy.typing import NDArray

from linguine.errors import NotFittedError, ParameterError, show_value
from linguine.model.file.container import load_model, model_bytes, save_model

if TYPE_CHECKING:
    from linguine.model.file.loaded_model import LoadedModel

__all__ = ["Estimator", "Functions"]

Self = TypeVar("Self", bound="Estimator")
#: Python functions of the user by name, which model files do not hold.
Functions = Mapping[str, Callable[[str], Any]]
Tensors = dict[str, NDArray[Any]]


class Estimator:
    """Parameters by name and a model: what ``clone``, ``GridSearchCV`` and pickles need.

    The parameters are those of the constructor, kept under the same names. Pickles and copies of
    what was learned go through the bytes of the model file.

    Examples
    --------
    >>> class Dice(Estimator):
    ...     def __init__(self, n_sides=6):
    ...         self.n_sides = n_sides
    >>> Dice().set_params(n_sides=8)
    Dice(n_sides=8)
    """

    #: How messages call it, and how it gets a model.
    _called: ClassVar[str] = "estimator"
    _how: ClassVar[str] = "fit(X, y)"
    #: Attributes that no pickle has: the model, and what can be made of it again.
    _of_model: ClassVar[tuple[str, ...]] = ("model_",)
    #: Whether y are numbers, and not labels.
    learns_numbers: ClassVar[bool] = False

    model_: Any = None
    seconds_: float | None = None  # not in the model file: its bytes are repeatable

    @staticmethod
    def _pack(model: Any, quantize: str | None) -> tuple[Tensors, dict[str, Any]]:
        """Return what a model file holds."""
        raise NotImplementedError

    @staticmethod
    def _build(loaded: LoadedModel, functions: Functions | None = None) -> Any:
        """Return the model of an opened file."""
        raise NotImplementedError

    def _model(self) -> Any:
        """Return what answers; raise NotFittedError if nothing was learned."""
        if self.model_ is None:
            raise NotFittedError(
                f"The {self._called} must be fitted first; it has no model yet. "
                f"Call {self._how} or {type(self).__name__}.load(path)."
            )
        return self.model_

    # --- keeping ----------------------------------------------------------------------------------

    def save(self, path: str | PathLike[str], *, quantize: str | None = None) -> None:
        """Write the model to a ``.linguine`` file, all or nothing.

        Parameters
        ----------
        path
            Where to.
        quantize
            ``"float16"`` or ``"int8"`` for a smaller file; None is exact.
        """
        save_model(path, *self._pack(self._model(), quantize))

    def to_bytes(self, *, quantize: str | None = None) -> bytes:
        """Return the bytes that ``save`` would write; ``load`` takes them."""
        return model_bytes(*self._pack(self._model(), quantize))

    def __getstate__(self) -> dict[str, Any]:
        """Return what a pickle keeps: the parameters and the bytes of the model file."""
        state = {name: each for name, each in self.__dict__.items() if name not in self._of_model}
        if self.model_ is None:
            return state
        functions = getattr(self.model_, "functions", {})
        return {**state, "model_bytes": self.to_bytes(), "functions": functions}

    def __setstate__(self, state: dict[str, Any]) -> None:
        data, functions = state.pop("model_bytes", None), state.pop("functions", None)
        self.__dict__.update(state)
        self.model_ = None if data is None else self._build(load_model(data), functions)

    # --- parameters -------------------------------------------------------------------------------

    @classmethod
    def parameter_names(cls) -> list[str]:
        """Return the names of the constructor's parameters."""
        of_all = inspect.signature(cls.__init__).parameters.values()
        return [each.name for each in of_all if each.kind is not each.VAR_KEYWORD][1:]

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

    def _usual(self) -> dict[str, Any]:
        """Return what the parameters are when nobody says."""
        of_all = inspect.signature(type(self).__init__).parameters
        return {name: each.default for name, each in of_all.items()}

    def __repr__(self) -> str:
        usual = self._usual()
        told = [
            f"{name}={show_value(value)}"
            for name, value in self.get_params().items()
            if repr(value) != repr(usual.get(name))
        ]
        return f"{type(self).__name__}({', '.join(told)})"

    # --- scikit-learn -----------------------------------------------------------------------------

    def _repr_html_(self) -> str:
        """Return scikit-learn's diagram, which notebooks show."""
        from sklearn.utils import estimator_html_repr

        return str(estimator_html_repr(self))

    def __sklearn_is_fitted__(self) -> bool:
        return self.model_ is not None

    def __sklearn_tags__(self) -> Any:
        from sklearn.base import BaseEstimator

        tags = BaseEstimator().__sklearn_tags__()
        tags.target_tags.required = True
        tags.input_tags.two_d_array = False
        return tags
