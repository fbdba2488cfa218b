"""Grids of options: what --grid says, and the line that says one of its points."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import click
import numpy as np

from linguine.errors import whole_number
from linguine.registry import did_you_mean
from linguine.serving.options.command import Option

__all__ = ["read_grid", "write_line"]

_RANGE = re.compile(r"([0-9.eE+-]+)\.\.([0-9.eE+-]+):([0-9]+)")
_WORDS = {"yes": True, "no": False}
_MOST = 1_000


def read_grid(
    given: Sequence[str], verb: click.Command, not_these: Iterable[str]
) -> dict[str, Any]:
    """Return the values to try by the names of the library.

    Parameters
    ----------
    given
        ``NAME=VALUE,VALUE,...`` each, NAME being an option of ``train``; or ``NAME=LOW..HIGH:N``,
        N numbers whose ratios are equal.
    verb
        Its options are those that may be tried.
    not_these
        Its own.
    """
    options = {
        each.opts[0].lstrip("-"): each
        for each in verb.params
        if isinstance(each, Option) and each.name not in not_these
    }
    grid: dict[str, Any] = {}
    for text in given:
        name, sign, values = text.partition("=")
        name = name.strip().lstrip("-").replace("_", "-")
        if not sign or not values.strip():
            raise click.UsageError(
                f"--grid must be NAME=VALUE,VALUE,...; got {text!r}. Try --grid C=0.1,1,10."
            )
        if name not in options:
            advice = did_you_mean(name, options, otherwise="See linguine train --help.")
            raise click.UsageError(f"--grid tries options of train; {name!r} is none. {advice}")
        if options[name].name in grid:
            raise click.UsageError(
                f"--grid must name an option once; {name} is there twice. Join the values: "
                f"--grid {name}=VALUE,VALUE."
            )
        grid[options[name].name or ""] = _values(options[name], values)
    return grid


def _values(option: Option, text: str) -> list[Any]:
    found = _RANGE.fullmatch(text.strip())
    if found is not None:
        return _numbers(option, *found.groups())
    return [_value(option, each.strip()) for each in text.split(",")]


def _numbers(option: Option, low: str, high: str, count: str) -> list[Any]:
    n = whole_number(count) or 0
    try:
        ends = float(low), float(high)
    except ValueError:
        ends = 0.0, 0.0
    if not (0 < ends[0] < float("inf") and 0 < ends[1] < float("inf") and 2 <= n <= _MOST):
        raise click.UsageError(
            f"--grid NAME=LOW..HIGH:N must have two positive numbers, and N from 2 to {_MOST:,}; "
            f"got {low}..{high}:{count}. Try {option.opts[0].lstrip('-')}=0.01..100:10."
        )
    # To six digits, so that the line that makes a model again says what was tried.
    return [_value(option, f"{each:.6g}") for each in np.geomspace(*ends, n)]


def _value(option: Option, text: str) -> Any:
    """Return a value as the option itself would read it; none leaves the option out."""
    if option.is_flag:
        if text not in _WORDS:
            raise click.UsageError(
                f"--grid {option.opts[0].lstrip('-')} is yes or no; got {text!r}. Write yes,no."
            )
        return _WORDS[text]
    if text == "none" and not isinstance(option.type, click.types.StringParamType):
        return None
    value = option.type.convert(text, option, click.get_current_context())
    return (value,) if option.multiple else value


def write_line(
    verb: str, file: str, given: Mapping[str, Any], options: Sequence[click.Parameter]
) -> str:
    """Return the line that gives a file and some options to a verb.

    Parameters
    ----------
    verb, file
        The verb, and what it reads.
    given
        Values by the names of the library; what is None is left out.
    options
        Those that there are.
    """
    words = ["linguine", verb, shlex.quote(file)]
    for each in options:
        value = given.get(each.name or "")
        if isinstance(each, Option) and value is not None and value != ():
            words += _spell(each, value)
    return " ".join(words)


def _spell(option: Option, value: Any) -> list[str]:
    if option.is_flag:
        names = option.opts if value else option.secondary_opts
        return names[:1]
    values = value if isinstance(value, tuple | list) and option.multiple else [value]
    if isinstance(value, tuple) and not option.multiple:
        values = ["-".join(map(str, value))]  # a range of lengths
    return [word for each in values for word in (option.opts[0], shlex.quote(_write(each)))]


def _write(value: Any) -> str:
    if isinstance(value, float):
        short = f"{value:g}"
        return short if float(short) == value else repr(value)
    return str(value)
