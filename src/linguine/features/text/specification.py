"""Specification: templates to and from plain data, and to the core's plan."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from linguine import _core
from linguine.data.texts import as_texts
from linguine.errors import DataError, LinguineError, ParameterError, said
from linguine.features.columns import BagTemplate, Categorical, Function, Given
from linguine.features.numeric import Numeric
from linguine.features.text.templates import (
    Affixes,
    Capitalisation,
    CharNgrams,
    Features,
    Lexicon,
    Shape,
    Template,
    TextTemplate,
    WordList,
    WordNgrams,
)
from linguine.features.vectors import Vectors
from linguine.features.word_vectors import WordVectors
from linguine.registry import Registry

__all__ = ["CompiledFeatures", "as_features", "features_from_config", "features_to_config"]

_TEMPLATES: Registry[type[Template]] = Registry(
    "feature template",
    {
        each.kind: each
        for each in (
            WordNgrams,
            CharNgrams,
            Affixes,
            Shape,
            Capitalisation,
            WordList,
            Lexicon,
            Numeric,
            Categorical,
            Given,
            Vectors,
            WordVectors,
        )
    },
)


def as_features(features: object) -> Features:
    """Return one template or several as Features."""
    if isinstance(features, Template):
        return Features((features,))
    if isinstance(features, Features) and features.templates:
        return features
    raise ParameterError(
        f"features must be a template or a sum of templates; got {features!r}. "
        "Try WordNgrams(1, 2) + CharNgrams(3, 5)."
    )


def features_to_config(features: Features) -> list[dict[str, Any]]:
    """Return the templates as plain data, for the model file."""
    return [each.to_config() for each in features.templates]


def features_from_config(
    config: Sequence[Mapping[str, Any]],
    functions: Mapping[str, Callable[[str], Any]] | None = None,
) -> Features:
    """Return the templates that ``features_to_config`` gave, from a model file.

    ``functions`` are the user's, by the names they were saved under.
    """
    return Features(tuple(_from_config(each, functions or {}) for each in config))


def _from_config(config: Mapping[str, Any], functions: Mapping[str, Callable[[str], Any]]) -> Any:
    options = dict(config)
    kind = options.pop("template", None)
    if kind == Function.kind:
        name = str(options.get("name"))
        if name not in functions:
            raise DataError(
                f"The model needs the Python function {name!r}, which is not stored in the file. "
                f"Load it with functions={{{name!r}: your_function}}."
            )
        return Function(functions[name], name)
    if kind == Numeric.kind:
        options.setdefault("scale", "none")  # what files before there were scales mean
    try:
        return _TEMPLATES.get(kind)(**options)
    except LinguineError as error:
        raise DataError(f"The model's features are broken: {error}") from None
    except (TypeError, AttributeError) as error:
        raise DataError(
            f"The model's features must be templates with their options; {error} in {kind!r}. "
            "The file is damaged or from another version: save it again."
        ) from None


@dataclass(eq=False)
class CompiledFeatures:
    """The core's plan for some templates, and how to feed it."""

    features: Features
    plan: _core.Plan = field(init=False)
    columns: list[str | None] = field(init=False)
    bags: list[BagTemplate] = field(init=False)

    def __post_init__(self) -> None:
        self.plan, self.columns, self.bags = _core.Plan(), [], []
        self._origins: list[int] = []  # of each template of the plan; affixes make two
        try:
            self._compile()
        except ValueError as error:
            if isinstance(error, LinguineError):
                raise
            raise ParameterError(
                f"The {error}. Leave some lengths or columns out, or join text columns "
                f"({said('join_columns', True)})."
            ) from None

    def _compile(self) -> None:
        for i, each in enumerate(self.features.templates):
            if isinstance(each, TextTemplate):
                if each.column not in self.columns:
                    self.columns.append(each.column)
                    if each.column is not None:  # "title: free" is not the "free" of the body
                        self.plan.name_field(len(self.columns) - 1, f"{each.column}: ")
                before = self.plan.n_templates
                each.add_to(self.plan, self.columns.index(each.column))
                self._origins += [i] * (self.plan.n_templates - before)
        for each in self.features.templates:
            if isinstance(each, BagTemplate):
                self.bags.append(each)
                self.plan.add_bag(each.is_raw)

    @property
    def reads_text_alone(self) -> bool:
        """True if no other column is needed."""
        return not self.bags and self.columns in ([], [None])

    def origin_of(self, native: int, field: int) -> tuple[int, bool, str | None]:
        """Return where a feature of the plan comes from.

        That is the place of its template, negative for a bag; if it is in the text itself; and in
        which other column it is.
        """
        template = native if native < 0 else self._origins[native]
        column = self.columns[field] if field >= 0 else None
        return template, field >= 0 and column is None, column

    def kinds_of(self, is_wanted: Callable[[BagTemplate], bool]) -> list[int]:
        """Return the kinds of the features of some templates of columns."""
        wanted = {-1 - i for i, each in enumerate(self.bags) if is_wanted(each)}
        return [kind for kind, owner in enumerate(self.plan.owners) if owner in wanted]

    def documents(self, texts: _core.Texts, columns: Mapping[str, Any]) -> _core.Documents:
        """Return what the plan reads: columns of texts, and named features."""
        n = len(texts)
        fields = [
            texts if each is None else self._text_column(each, columns, n) for each in self.columns
        ]
        bags = [each.bag(texts, columns) for each in self.bags]
        return _core.Documents(self.plan, fields, bags, n)

    def learn(self, texts: _core.Texts, columns: Mapping[str, Any]) -> Features:
        """Return the templates with what they have to learn from some documents."""
        return Features(
            tuple(
                each.learn(texts, columns) if isinstance(each, BagTemplate) else each
                for each in self.features.templates
            )
        )

    @staticmethod
    def _text_column(name: str, columns: Mapping[str, Any], n: int) -> _core.Texts:
        found = columns.get(name)
        texts = None if found is None else as_texts(found, f"The column {name!r}")
        if texts is None or len(texts) != n:
            raise DataError(
                f"The features need the column {name!r} with one text per document; got "
                f"{'none' if texts is None else len(texts)} for {n}. Add it to the columns."
            )
        return texts
