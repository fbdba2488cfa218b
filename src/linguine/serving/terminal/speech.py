"""Speech of the command line: what Python calls parameters, users type as options."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from linguine.speech import Speech, either

if TYPE_CHECKING:
    import click

__all__ = ["OTHERWISE", "OptionSpeech"]

#: Parameters and features whose option has another name.
OTHERWISE = {
    "text": "text_column",
    "text_columns": "text_column",
    "label": "label_column",
    "weight": "weight_column",
    "n_threads": "threads",
    "templates": "template",
    "unknown_tags": "unknown_tag",
    "n_folds": "jackknife",
    "Numeric": "numeric",
    "Categorical": "categorical",
    "Vectors": "vector_column",
    "WordVectors": "vectors",
}
#: Parameters that are a part of an option.
_PARTS = {
    (owner, end): f"--{option}: the {length} length "
    for owner, option in (("WordNgrams", "ngrams"), ("CharNgrams", "chars"))
    for end, length in (("low", "shortest"), ("high", "longest"))
}


class OptionSpeech(Speech):
    """Spells parameters as ``linguine train`` takes them, which has nearly all that can be said.

    What only another verb has is spelled as that verb takes it, while it runs.
    """

    @cached_property
    def options(self) -> dict[str | None, click.Parameter]:
        """The options by their parameters; only who has something to say pays for them."""
        from linguine.serving.verbs.train import command

        return {each.name: each for each in command.params if each.param_type_name == "option"}

    def _option(self, parameter: str) -> click.Parameter | None:
        import click

        name = OTHERWISE.get(parameter, parameter)
        context = click.get_current_context(silent=True)
        own = () if context is None else context.command.params
        found = (each for each in own if each.name == name and each.param_type_name == "option")
        return self.options.get(name) or next(found, None)

    def name(self, parameter: str) -> str:
        """Return the option; what has none is called as in Python."""
        option = self._option(parameter)
        return parameter if option is None else option.opts[0]

    def value(self, parameter: str, values: tuple[object, ...]) -> str:
        """Return the option with its value, the option that is a flag, or the option repeated."""
        option = self._option(parameter)
        if option is None:
            return super().value(parameter, values)
        name, first = option.opts[0], values[0]
        if isinstance(first, bool):
            without = next(iter(option.secondary_opts), f"no {name}")
            return either(name if value else without for value in values)
        if isinstance(first, list):
            return " ".join(f"{name} {each}" for each in first)
        return f"{name} {either(map(str, values))}"

    def beginning(self, owner: str | None, parameter: str | None) -> str:
        """Return how a message begins: with an option, for nobody here knows whose it is."""
        if parameter is None:
            return ""
        return _PARTS.get((owner or "", parameter), f"{self.name(parameter)} ")
