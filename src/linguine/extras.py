"""Extras: packages that most of linguine does without, and what is said where they are missing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from linguine.errors import MissingPackageError

__all__ = ["needed_by"]

#: The package, what people call it, and the extra of pyproject.toml that installs it.
_EXTRAS = {
    "scipy": ("SciPy", "sklearn"),
    "sklearn": ("scikit-learn", "sklearn"),
    "pyarrow": ("pyarrow", "arrow"),
    "matplotlib": ("matplotlib", "report"),
    "dask": ("Dask", "dask"),
    "distributed": ("Dask", "dask"),
}


@contextmanager
def needed_by(what: str) -> Iterator[None]:
    """Import packages of an extra inside; one that is missing is told in three parts.

    Parameters
    ----------
    what
        What needs them, as the beginning of a sentence.

    Examples
    --------
    >>> with needed_by("This"):
    ...     raise ModuleNotFoundError("No module named 'scipy'", name="scipy")
    Traceback (most recent call last):
        ...
    linguine.errors.MissingPackageError: This needs SciPy; it is not installed here.
    Install it: pip install 'linguine[sklearn]'.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").split(".")[0]
        if package not in _EXTRAS:
            raise
        name, extra = _EXTRAS[package]
        raise MissingPackageError(
            f"{what} needs {name}; it is not installed here. "
            f"Install it: pip install 'linguine[{extra}]'."
        ) from None
