"""Settings of a tagger: everything but the data, checked before any work."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from linguine.errors import check_flag, named, said, show_value
from linguine.features import (
    TokenExtractor,
    TokenTemplates,
    WordVectors,
    default_templates,
    read_template_file,
)
from linguine.inference.chain_rows import MOST_ORDER
from linguine.tasks.settings import TaskSettings
from linguine.tasks.tagger.algorithms import (
    AUTO,
    DECODINGS,
    TAGGER_ALGORITHMS,
    choose_algorithm,
)
from linguine.tasks.tagger.fitting import check_options
from linguine.tasks.tagger.gold.tags import SCHEMES
from linguine.tasks.tagger.model import TaggerModel

__all__ = ["TaggerSettings", "Templates"]

#: Templates, their texts, or a file of them.
Templates = TokenTemplates | Sequence[str] | os.PathLike[str]


@dataclass(frozen=True, eq=False, kw_only=True)
class TaggerSettings(TaskSettings):
    """What :class:`linguine.Tagger` was told; its docstring explains the fields."""

    owner = "Tagger"
    table = TAGGER_ALGORITHMS

    algorithm: str = AUTO
    templates: Templates | None = None
    order: int | None = None
    min_count: int | Mapping[str, int] = 1
    scheme: str = "auto"
    strict: bool = False
    unknown_tags: Sequence[str] = ()
    vectors: WordVectors | str | os.PathLike[str] | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        row = self.row
        check_options(self.row_name, row, self.options)
        _ = self.normalises  # a decoding that there is
        SCHEMES.get(self.scheme)
        check_flag(self.owner, "strict", self.strict)
        if self.order is not None:
            fix = f"A tag depends on as many tags before it; use {said('order', 1)}."
            self.check("order", low=1, high=MOST_ORDER, integer=True, fix=fix)
        if not row.has_features and (self.templates is not None or self.min_count != 1):
            self.refuse(
                f"{self.algorithm!r} must not be told what to look at, as it looks at words and "
                f"their endings; got {named('templates')} or {named('min_count')}. Leave them "
                "out, or use 'memm' or 'crf'.",
            )
        if not isinstance(self.unknown_tags, list | tuple | set | frozenset):
            wrapped = self.unknown_tags if isinstance(self.unknown_tags, str) else "?"
            self.refuse(
                f"must be a list of texts; got {show_value(self.unknown_tags)}. "
                f"Write {said('unknown_tags', [wrapped])}.",
                "unknown_tags",
            )
        if self.vectors is not None and (not row.has_features or row.learner == "counts"):
            self.refuse(
                f"{self.algorithm!r} counts words, and a vector is no count; got "
                f"{named('vectors')}. Leave it out, or use 'crf' or 'perceptron'."
            )
        if not isinstance(self.templates, os.PathLike):
            self.extractor(["w"], "plain")

    @staticmethod
    def _told_by(model: TaggerModel) -> dict[str, Any]:
        assert isinstance(model.extractor, TokenExtractor)
        algorithm = model.info.get("algorithm", "crf")
        has_templates = TAGGER_ALGORITHMS.get(algorithm).has_features
        return {
            "algorithm": algorithm,
            "templates": model.extractor.templates if has_templates else None,
            "order": model.order,
            "scheme": model.scheme.value,
            "vectors": model.extractor.vectors,
        }

    @property
    def row_name(self) -> str:
        """The algorithm; of ``"auto"`` one of those that it may become, which are alike."""
        return choose_algorithm(self.algorithm)

    def for_tags(self, kind: str) -> TaggerSettings:
        """Return the settings with an algorithm that suits the tags, if none was named."""
        return replace(self, algorithm=choose_algorithm(self.algorithm, kind))

    @property
    def normalises(self) -> bool:
        """True if scores are made probabilities at each token."""
        return self.row.is_local and DECODINGS.get(self.options.get("decoding", "probabilities"))

    @property
    def chosen_order(self) -> int:
        """The order given, or the algorithm's own."""
        return self.row.order if self.order is None else int(self.order)

    def extractor(self, columns: Sequence[str], kind: str) -> TokenExtractor:
        """Return an extractor for sentences with some columns, without that of the tags.

        ``kind`` is what the tags are about, as :func:`linguine.features.default_templates` has it.
        """
        templates = self.templates
        if isinstance(templates, os.PathLike):
            templates = read_template_file(templates, columns)
        elif templates is None:
            templates = self.row.templates or default_templates(columns, kind)
        vectors = self.vectors
        if vectors is not None and not isinstance(vectors, WordVectors):
            vectors = WordVectors(vectors)
        return TokenExtractor(
            templates, min_count=self.min_count, n_threads=self.n_threads, vectors=vectors
        )
