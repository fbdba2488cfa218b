"""Token templates: what a tagger looks at around each token."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from linguine.data.reading.column_names import find_name
from linguine.errors import DataError, LinguineError, ParameterError, said, show_value
from linguine.features.token.language import TokenTemplate, parse_templates
from linguine.features.token.patterns import TokenPattern
from linguine.registry import did_you_mean

__all__ = ["TokenTemplates", "resolve_column"]

#: Words, or words by class.
Words = Iterable[str] | Mapping[str, Iterable[str]]


@dataclass(frozen=True)
class TokenTemplates:
    """Window templates over the columns of a sentence.

    Parameters
    ----------
    templates
        Templates as :mod:`linguine.features.token.language` has them, one a string; or one
        string with a template a line.
    beyond
        What an atom is beyond the ends of the sentence: ``"value"``, a value of its own
        (``<s-1>``, ``<e+1>``), or ``"skip"``: the template is not there.
    transitions
        Whether labels know which label is before them, whatever the token.
    lexicons
        Word lists by name, or mappings from classes to word lists; capitals do not matter.
    functions
        Python functions by name: from a cell to a text, or None for nothing. Called once per
        distinct cell.
    patterns
        Regular expressions by name.

    Examples
    --------
    >>> TokenTemplates(["w[-1..1]", "w[0].suffix1-2"]).names
    ['w[-1]', 'w[0]', 'w[1]', 'w[0].suffix1', 'w[0].suffix2']
    """

    templates: Sequence[str] | str
    beyond: str = "value"
    transitions: bool = True
    lexicons: Mapping[str, Words] = field(default_factory=dict)
    functions: Mapping[str, Callable[[str], str | None]] = field(default_factory=dict)
    patterns: Mapping[str, TokenPattern] = field(default_factory=dict)
    parsed: tuple[TokenTemplate, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        lines = self.templates.splitlines() if isinstance(self.templates, str) else self.templates
        if not isinstance(lines, Iterable) or isinstance(lines, bytes | Mapping):
            raise ParameterError(
                f"must be a list of texts; got {show_value(lines)}. "
                f"Try {said('templates', ['w[-1..1]', 'w[0].suffix1-3'])}.",
                parameter="templates",
            )
        texts = [_checked(line) for line in lines]
        texts = [text for text in texts if text]
        if not texts:
            raise ParameterError(
                "must not be empty; got none. Try ['w[-1..1]'].",
                owner="TokenTemplates",
                parameter="templates",
            )
        if self.beyond not in ("value", "skip"):
            raise ParameterError(
                f"TokenTemplates: beyond must be 'value' or 'skip'; got {self.beyond!r}. "
                "Choose one of these."
            )
        # y[-1] alone is the transition that `transitions` is about
        parsed = [each for each in parse_templates(texts) if each.text != "y[-1]"]
        object.__setattr__(self, "templates", tuple(texts))
        object.__setattr__(self, "lexicons", {k: _classes(k, v) for k, v in self.lexicons.items()})
        object.__setattr__(self, "parsed", tuple(parsed))
        for kind in ("lexicon", "function", "pattern"):
            self._check_named(kind, getattr(self, kind + "s"))

    def _check_named(self, kind: str, there: Collection[str]) -> None:
        for template in self.parsed:
            for atom in template.atoms:
                for step, _, name in atom.form:
                    if step == kind and name not in there:
                        listed = ", ".join(map(repr, there)) or "none"
                        raise ParameterError(
                            f"Template {template.text!r}: every {kind} must be given with "
                            f"{kind}s={{...}}; got {name!r}, and there are {listed}. "
                            f"Add {name!r} there."
                        )

    @property
    def names(self) -> list[str]:
        """The templates, with ranges written out."""
        return [each.text for each in self.parsed]

    @property
    def columns(self) -> list[str]:
        """The columns that the templates look at."""
        atoms = [atom for each in self.parsed for atom in each.atoms if not atom.is_place]
        return list(dict.fromkeys(atom.column for atom in atoms))

    def check_columns(self, there: Sequence[str]) -> None:
        """Raise ParameterError unless the sentences have all columns."""
        for template in self.parsed:
            for atom in template.atoms:
                if atom.is_place or resolve_column(atom.column, there) is not None:
                    continue
                raise ParameterError(
                    f"Template {template.text!r}: the column {atom.column!r} must be one of "
                    f"{', '.join(map(repr, there))}; got {str(atom)!r}. "
                    + did_you_mean(atom.column, there, otherwise="Name the columns of your data.")
                )

    def column_of(self, name: str, there: Sequence[str]) -> str:
        """Return the column that an atom means: ``w`` is also the first one."""
        return resolve_column(name, there) or name

    def lexicon(self, name: str) -> tuple[list[str], list[str]]:
        """Return the words of a lexicon and their classes; a word of two has both: ``a+b``."""
        found: dict[str, list[str]] = {}
        for each, words in dict(self._classes())[name].items():
            for word in dict.fromkeys(word.lower() for word in words):
                found.setdefault(word, []).append(each)
        return list(found), ["+".join(classes) for classes in found.values()]

    def to_config(self) -> dict[str, Any]:
        """Return the templates as plain data, for the model file."""
        return {
            "templates": list(self.templates),
            "beyond": self.beyond,
            "transitions": self.transitions,
            "lexicons": {k: {c: list(w) for c, w in v.items()} for k, v in self._classes()},
            "functions": sorted(self.functions),
            "patterns": {name: each.to_config() for name, each in self.patterns.items()},
        }

    def _classes(self) -> Iterable[tuple[str, Mapping[str, Iterable[str]]]]:
        return self.lexicons.items()  # type: ignore[return-value]

    @staticmethod
    def from_config(
        config: Mapping[str, Any],
        functions: Mapping[str, Callable[[str], str | None]] | None = None,
    ) -> TokenTemplates:
        """Return the templates that ``to_config`` gave, from a model file.

        ``functions`` are the user's, by the names they were saved under.
        """
        functions = functions or {}
        try:
            for name in config["functions"]:
                if name not in functions:
                    raise DataError(
                        f"The model needs the Python function {name!r}, which is not stored in "
                        f"the file. Load it with functions={{{name!r}: your_function}}."
                    )
            patterns = {k: TokenPattern.from_config(v) for k, v in config["patterns"].items()}
            return TokenTemplates(
                [str(each) for each in config["templates"]],
                config["beyond"],
                bool(config["transitions"]),
                config["lexicons"],
                {name: functions[name] for name in config["functions"]},
                patterns,
            )
        except DataError:
            raise
        except (LinguineError, KeyError, TypeError, AttributeError, ValueError) as error:
            raise DataError(
                f"The model's templates must be plain data of this version; {error}. "
                "The file is damaged or from another version: save it again."
            ) from None


def _checked(line: object) -> str:
    if not isinstance(line, str):
        raise ParameterError(
            f"TokenTemplates: a template must be a str; got {show_value(line)}. Try 'w[0]'."
        )
    return line.strip()


def resolve_column(name: str, there: Sequence[str]) -> str | None:
    """Return the column that is meant: the words are ``w``, or ``form`` in CoNLL-U."""
    first = there[0] if name == "w" and there else None
    return find_name(name, there) or first


def _classes(name: str, words: Words) -> dict[str, list[str]]:
    """Return a lexicon as words by class; without classes its name is the only one."""
    if isinstance(words, str):
        raise ParameterError(
            f"TokenTemplates: a lexicon must be a list of words; got {words!r} for {name!r}. "
            "Give ['one', 'two'], or {'class': ['one', 'two']}."
        )
    by_class = words if isinstance(words, Mapping) else {name: words}
    return {str(each): [str(word) for word in found] for each, found in by_class.items()}
