"""Speech of the command line: what Python calls parameters, users type as options."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from linguine.speech import Speech, either

if TYPE_CHECKING:
    import click

__all__ = ["OptionSpeech"]

#: Parameters whose option has another name.
_OTHERWISE = {
    "text": "text_column",
    "text_columns": "text_column",
    "label": "label_column",
    "n_threads": "threads",
    "templates": "template",
    "unknown_tags": "unknown_tag",
    "n_folds": "jackknife",
    "Numeric": "numeric",
    "Categorical": "categorical",
}
#: Parameters that are a part of an option.
_OF_OWNERS = {
    (owner, end): f"--{option}: the {length} length"
    for owner, option in (("WordNgrams", "ngrams"), ("CharNgrams", "chars"))
    for end, length in (("low", "shortest"), ("high", "longest"))
}


class OptionSpeech(Speech):
    """Spells parameters as ``linguine train`` takes them, which has all that can be said."""

    def name(self, parameter: str) -> str:
        """Return the option; what has none is called as in Python."""
        option = self._option(parameter)
        return parameter if option is None else option.opts[0]

    def value(self, parameter: str, values: tuple[object, ...]) -> str:
        """Return the option with its value: a flag, or one of several."""
        option = self._option(parameter)
        if option is None:
            return super().value(parameter, values)
        name, first = option.opts[0], values[0]
        if isinstance(first, bool):
            without = next(iter(option.secondary_opts), f"no {name}")
            return either(name if value else without for value in values)
        if option.multiple and isinstance(first, list):
            return " ".join(f"{name} {each}" for each in first)
        return f"{name} {either(map(_plain, values))}"

    def beginning(self, owner: str | None, parameter: str | None) -> str:
        """Return how a message begins: with an option, for nobody here knows whose it is."""
        if parameter is None:
            return ""
        part = _OF_OWNERS.get((owner or "", parameter), self.name(parameter))
        return f"{part} "

    def _option(self, parameter: str) -> click.Option | None:
        return self._options.get(_OTHERWISE.get(parameter, parameter))

    @cached_property
    def _options(self) -> dict[str | None, click.Option]:
        # Only who has something to say pays for the options of another verb.
        import click

        from linguine.serving.verbs.train import command

        return {each.name: each for each in command.params if isinstance(each, click.Option)}


def _plain(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
