"""Settings of a parser: everything but the data, checked before any work."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from linguine.data import Sentences
from linguine.data.reading.column_names import read_names
from linguine.errors import check_flag, check_number, said
from linguine.features.arc.attributes import common_attributes, name_of_attribute
from linguine.features.arc.defaults import default_arc_templates, tag_column_of
from linguine.features.arc.extractor import ArcExtractor, check_bits
from linguine.features.arc.templates import ArcTemplates, read_arc_templates
from linguine.tasks.learner import Composed, compose
from linguine.tasks.parser.algorithms import PARSER_ALGORITHMS
from linguine.tasks.parser.model import ParserModel
from linguine.tasks.settings import TaskSettings

__all__ = ["ParserSettings", "filled_columns", "usual_columns"]

#: Columns of CoNLL-U that say something about a word, and nothing about its tree.
_MORPHOLOGY = ("form", "lemma", "upos", "xpos", "feats")
#: The column of bundles such as Case=Nom|Number=Sing, and how many of their attributes are looked
#: at one by one. More make parsing slower and, on English, trees no better.
_BUNDLES, _N_ATTRIBUTES = "feats", 9
_EMPTY = {"_", ""}
#: What nobody knows of a sentence that is still to be parsed.
_OF_TREES = ("id", "head", "deprel", "deps")


@dataclass(frozen=True, eq=False, kw_only=True)
class ParserSettings(TaskSettings):
    """What :class:`linguine.DependencyParser` was told; its docstring explains the fields."""

    owner = "DependencyParser"
    table = PARSER_ALGORITHMS

    algorithm: str = "mira"
    templates: ArcTemplates | os.PathLike[str] | None = None
    columns: str | Sequence[str] | None = None
    order: int = 1
    projective: bool = True
    single_root: bool = True
    relation_cost: float = 0.5
    shared_bits: int = 22
    relation_bits: int = 17

    def __post_init__(self) -> None:
        super().__post_init__()
        self.composed.choose("tree")
        check_flag(self.owner, "projective", self.projective)
        self.check_order(self.order, "1 (arcs) or 2 (arcs and siblings)")
        self._check_second_order()
        check_flag(self.owner, "single_root", self.single_root)
        cost = self.relation_cost
        check_number(self.owner, "relation_cost", cost, low=0, high_open=True, fix="Try 0.5.")
        check_bits(self.owner, self.shared_bits, self.relation_bits)
        if not isinstance(self.columns, (str, list, tuple, type(None))):
            self.refuse(
                f"must be names; got {self.columns!r}. Write 'form,upos' or ['form', 'upos'].",
                "columns",
            )
        for name in read_names(self.columns) or []:
            if name in _OF_TREES:
                self.refuse(
                    f"must name what is known before the tree is; {name!r} is a part of the tree. "
                    f"Name some of {', '.join(_MORPHOLOGY)}.",
                    "columns",
                )
        if not isinstance(self.templates, (ArcTemplates, os.PathLike, type(None))):
            self.refuse(
                "must be ArcTemplates(shared, relation) or a pathlib.Path; got "
                f"{self.templates!r}. Leave it out for the usual ones.",
                "templates",
            )

    @staticmethod
    def _told_by(model: ParserModel) -> dict[str, Any]:
        told = {"relation_cost": model.info.get("relation_cost", 0.5), "columns": [*model.columns]}
        told |= {name: getattr(model, name) for name in ("order", "projective", "single_root")}
        names = ("templates", "shared_bits", "relation_bits")
        return told | {name: getattr(model.extractor, name) for name in names}

    def _check_second_order(self) -> None:
        if self.order == 1:
            return
        if not self.projective:
            self.refuse(
                f"trees of order 2 must be projective; got {said('projective', False)}. "
                f"Use {said('order', 1)} for trees that cross.",
            )
        if self.row.has_probabilities:
            self.refuse(
                f"{self.algorithm!r} sums over trees, which is for order 1; got "
                f"{said('order', 2)}. Use 'mira', 'perceptron' or 'svm'.",
            )
        if (self.options.get("k_best") or 1) > 1:
            self.refuse(
                f"several candidates are for trees of order 1; got {said('order', 2)} and "
                f"{said('k_best', self.options['k_best'])}. Use {said('k_best', 1)}.",
            )

    @property
    def composed(self) -> Composed:
        """Loss, learner and penalty."""
        return compose(self.algorithm, self.row, self.options)

    def chosen_columns(self, sentences: Sentences) -> list[str]:
        """Return the columns to look at: those asked for, or what one tagger can fill."""
        if self.columns is None:
            return usual_columns(sentences)
        names = read_names(self.columns) or []
        for name in names:
            sentences.column(name)  # complains
        return names

    def extractor(self, sentences: Sentences) -> ArcExtractor:
        """Return what to look at in such sentences."""
        columns = self.chosen_columns(sentences)
        templates = self.templates
        if isinstance(templates, os.PathLike):
            templates = read_arc_templates(templates)
        if templates is None:
            templates = default_arc_templates(columns, self.order, _attributes(sentences, columns))
        elif bool(templates.sibling) != (self.order == 2):
            self.refuse(
                f"sibling templates are for {said('order', 2)}, which needs some; got "
                f"{len(templates.sibling)} of them and {said('order', self.order)}. Change one of "
                "the two.",
            )
        return ArcExtractor(
            templates,
            columns,
            self.shared_bits,
            self.relation_bits,
        )


def usual_columns(sentences: Sentences) -> list[str]:
    """Return the columns that a parser looks at when nobody says.

    Of a CoNLL-U file the words and one column of parts of speech, so that one tagger makes plain
    text ready for it; of other tokens all that the user has given.

    Examples
    --------
    >>> tokens = [[("1", "Dogs", "dog", "NOUN"), ("2", "bark", "bark", "VERB")]]
    >>> usual_columns(Sentences.from_python(tokens, columns="id,form,lemma,upos"))
    ['form', 'upos']
    """
    filled = filled_columns(sentences)
    if "form" not in filled or "id" not in sentences.columns:
        return filled
    tags = tag_column_of(filled)
    return ["form"] if tags is None else ["form", tags]


def _attributes(sentences: Sentences, columns: Sequence[str]) -> list[str]:
    """Return what is known of many words' morphology, each a column of its own."""
    if _BUNDLES not in columns:
        return []
    found = common_attributes(sentences.columns[_BUNDLES], share=0.02, at_most=_N_ATTRIBUTES)
    return [name_of_attribute(_BUNDLES, each) for each in found]


def filled_columns(sentences: Sentences) -> list[str]:
    """Return the columns that say something about the words.

    Examples
    --------
    >>> tokens = [[("Dogs", "_", "NOUN", "2"), ("bark", "_", "VERB", "0")]]
    >>> filled_columns(Sentences.from_python(tokens, columns="form,lemma,upos,head"))
    ['form', 'upos']
    """
    is_universal = "form" in sentences.columns
    names = _MORPHOLOGY if is_universal else tuple(sentences.columns)
    hidden = {"head", "deprel", "id", "deps", "misc"}
    return [
        name
        for name in names
        if name in sentences.columns
        and name not in hidden
        and name not in (sentences.hidden or ())
        and (name == "form" or set(sentences.columns[name].values.tolist()) - _EMPTY)
    ]
