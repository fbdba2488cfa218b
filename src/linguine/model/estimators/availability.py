"""Methods that some configurations do not have, with a word about who has them."""

from __future__ import annotations

from collections.abc import Callable
from types import MethodType
from typing import Any, TypeVar, cast

from linguine.errors import LinguineError, NotAvailableError

__all__ = ["available_unless"]

Method = TypeVar("Method", bound=Callable[..., Any])


def available_unless(reason: Callable[[Any], str | None]) -> Callable[[Method], Method]:
    """Hide a method when ``reason(self)`` is a message; it is None when the method is there.

    Like scikit-learn's ``available_if``, but the AttributeError itself says what to use instead.

    Examples
    --------
    >>> class Cat:
    ...     @available_unless(lambda self: "A cat does not bark. Use Dog.")
    ...     def bark(self): ...
    >>> hasattr(Cat(), "bark")
    False
    """

    def decorate(method: Method) -> Method:
        return cast(Method, _Guarded(method, reason))

    return decorate


class _Guarded:
    def __init__(self, method: Callable[..., Any], reason: Callable[[Any], str | None]) -> None:
        self._method = method
        self._reason = reason
        self.__doc__ = method.__doc__

    def __get__(self, instance: object, owner: type) -> Callable[..., Any]:
        if instance is None:
            return self._method
        try:
            message = self._reason(instance)
        except LinguineError as error:  # wrong parameters; fit will say the same
            message = str(error)
        if message is not None:
            raise NotAvailableError(message)
        return MethodType(self._method, instance)
