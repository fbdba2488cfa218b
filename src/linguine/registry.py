"""Names of choices: a name gives its entry, a wrong name the nearest right one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Generic, TypeVar

from linguine.errors import ParameterError

__all__ = ["Registry", "closest", "did_you_mean"]

_LONGEST_NAME = 100  # characters
_ENOUGH_NAMES = 10_000  # a tenth of a second

Entry = TypeVar("Entry")


class Registry(Generic[Entry]):
    """A fixed table from names to entries of one kind.

    Parameters
    ----------
    kind
        What the entries are, in the singular, for messages: ``"loss"``.
    entries
        The table; its order is the order in which messages list the names.

    Examples
    --------
    >>> Registry("loss", {"hinge": 1, "logistic": 2}).get("logistics")
    Traceback (most recent call last):
        ...
    linguine.errors.ParameterError: Unknown loss 'logistics'; it must be one of 'hinge',
    'logistic'. Did you mean 'logistic'?
    >>> Registry("loss", {"hinge": 1, "logistic": 2}).get("hinge")
    1
    """

    def __init__(self, kind: str, entries: Mapping[str, Entry]) -> None:
        self._kind = kind
        self._entries = dict(entries)

    @property
    def names(self) -> tuple[str, ...]:
        """All valid names."""
        return tuple(self._entries)

    def get(self, name: object) -> Entry:
        """Return the entry called ``name``, or raise ParameterError with the nearest name."""
        if isinstance(name, str) and name in self._entries:
            return self._entries[name]
        # Users write "L-BFGS", "squared_hinge" or "Hinge"; compare as the registry spells.
        spelled = str(name).lower().replace("_", "-").replace(" ", "-")
        advice = did_you_mean(spelled, self._entries, otherwise="Choose one of these names.")
        valid = ", ".join(repr(each) for each in self._entries)
        raise ParameterError(f"Unknown {self._kind} {name!r}; it must be one of {valid}. {advice}")


def did_you_mean(name: str, known: Iterable[str], *, otherwise: str) -> str:
    """Return advice for a wrong name: the nearest of the known ones, or what else to do.

    Examples
    --------
    >>> did_you_mean("hinges", ["hinge", "logistic"], otherwise="Leave it out.")
    "Did you mean 'hinge'?"
    """
    near = closest(name, known)
    return otherwise if near is None else f"Did you mean {near!r}?"


def closest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that is nearest to a wrong one, or None if none is near.

    Nobody mistypes a name of hundreds of characters, and a file may have thousands of columns:
    only short names are compared, and not all of very many, so that a mistake is told at once.

    Examples
    --------
    >>> closest("lable", ["text", "label"])
    'label'
    """
    import difflib  # only mistakes pay for it: a millisecond at every start else

    if len(name) > _LONGEST_NAME:
        return None
    few = [each for each in islice(known, _ENOUGH_NAMES) if len(each) <= _LONGEST_NAME]
    near = difflib.get_close_matches(name, few, n=1)
    return near[0] if near else None
