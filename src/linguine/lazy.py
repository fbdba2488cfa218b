"""Lazy: a package names all that it offers and imports a module when one of its names is used.

A text classifier then pays for no parser. PEP 562: ``__getattr__`` of a module is asked for what
the module does not have. A package writes each name once more, for type checkers, which do not run
it: imports under ``TYPE_CHECKING``, ``as`` themselves, for so they are exported. A test compares.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module

__all__ = ["lazy_exports"]


def lazy_exports(
    package: str, table: Mapping[str, Sequence[str]], *, loaded: Sequence[str] = ()
) -> tuple[Callable[[str], object], Callable[[], list[str]], list[str]]:
    """Return ``__getattr__``, ``__dir__`` and ``__all__`` of a package that loads names when used.

    Parameters
    ----------
    package
        ``__name__`` of the package.
    table
        The names of each module; ``.module`` is one of the package. A module must not be called
        as one of the names: whoever imports it would find the module under this name.
    loaded
        What the package offers besides, and has already.

    Examples
    --------
    >>> find, list_names, names = lazy_exports("linguine", {".tasks": ["TextClassifier"]})
    >>> find("TextClassifier").__name__, list_names(), names
    ('TextClassifier', ['TextClassifier'], ['TextClassifier'])
    """
    places = {name: module for module, names in table.items() for name in names}

    def find(name: str) -> object:
        if name not in places:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found = getattr(import_module(places[name], package), name)
        setattr(sys.modules[package], name, found)  # not asked again
        return found

    names = sorted([*places, *loaded])
    return find, names.copy, names
