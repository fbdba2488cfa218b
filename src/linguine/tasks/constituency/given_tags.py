"""Tags that are given, by a tagger or by a column of the file: the parser then finds no others."""

from __future__ import annotations

import warnings
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from linguine.data import Sentences
from linguine.data.constituents import FORM, GIVEN, TAG
from linguine.errors import DataError, DataWarning, OptionError
from linguine.tasks.sentences.tagging_first import TaggingFirst

if TYPE_CHECKING:
    from linguine.tasks.constituency.model import ConstituencyModel
    from linguine.tasks.task import Settings

__all__ = ["GivenTags"]

#: Tags that a message names.
_N_NAMED = 6


class _Looks(NamedTuple):
    """What a tagger that comes first is asked for."""

    needed: tuple[str, ...]
    columns: tuple[str, ...]
    n_threads: int | None


class GivenTags:
    """Gives sentences the tags that the options name; without such options the parser finds them.

    A tag that the parser does not know is left to be found, and told; if it knows none of them
    they are those of another treebank, which is an error.
    """

    def __init__(self, model: ConstituencyModel, settings: Settings) -> None:
        self.model = model
        self.column: str | None = settings.get("tags")
        self._taggers: TaggingFirst | None = None
        self._is_told = False
        if not settings.get("tagger"):
            return
        if self.column is not None:
            raise OptionError("--tagger or --tags, not both. Leave one of them out.")
        self.column = TAG
        looks = _Looks((FORM, TAG), (FORM, TAG), model.n_threads)
        self._taggers = TaggingFirst(settings["tagger"], looks, "parser")
        if self._taggers.missing:
            raise DataError(
                f"{settings['tagger'][0]}: a tagger that comes first must look at words only; this "
                f"one looks at {', '.join(self._taggers.missing)}, too. Train one with --columns "
                "form,tag."
            )

    def add(self, sentences: Sentences) -> Sentences:
        """Return sentences with their tags in the column ``GIVEN``, if any are given."""
        if self.column is None:
            return sentences
        if self._taggers is not None:
            sentences = self._taggers.tag(sentences)
        tags = sentences.column(self.column)
        codes = self.model.grammar.codes_of(tags)
        if n_unknown := int((codes < 0).sum()):
            self._tell(sentences, n_unknown, tags.values.tolist())
        return replace(sentences, columns={**sentences.columns, GIVEN: tags})

    def _tell(self, sentences: Sentences, n_unknown: int, names: list[str]) -> None:
        known = self.model.grammar.tags
        others = [repr(each) for each in names if each not in known][:_N_NAMED]
        if n_unknown == sentences.n_tokens:
            raise DataError(
                f"{sentences.source}: given tags must be those that the parser has learned, such "
                f"as {', '.join(map(repr, known[:_N_NAMED]))}; got {', '.join(others)}, and it "
                "knows none of them. Use a tagger or a column with the tags of its treebank, or "
                "leave the option out: the parser finds tags itself."
            )
        if not self._is_told:
            self._is_told = True
            share = np.round(100 * n_unknown / sentences.n_tokens, 1)
            warnings.warn(
                f"{sentences.source}: the parser does not know the tags {', '.join(others)} of "
                f"{n_unknown:,} words ({share:g} %) and finds others for these. Give tags of its "
                "treebank.",
                DataWarning,
                stacklevel=3,
            )
