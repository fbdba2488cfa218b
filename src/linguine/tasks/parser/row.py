"""The row of dependency parsing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from linguine.errors import OptionError
from linguine.tasks.parser.algorithms import PARSER_ALGORITHMS
from linguine.tasks.parser.options import OPTIONS
from linguine.tasks.streaming.token_row import TokenRow
from linguine.tasks.task import Hints, Settings

if TYPE_CHECKING:
    from linguine.data import Sentences, Trees
    from linguine.data.reading.sentence_files import SentenceFiles
    from linguine.reports.overview import Overview
    from linguine.reports.trees.scores import TreeEvaluation
    from linguine.tasks.parser.estimator import DependencyParser
    from linguine.tasks.parser.model import ParserModel

__all__ = ["ROW"]


class _Trees(TokenRow):
    name, in_files, learns = "parse", "parsing", "DependencyParser"
    makes, makers, about, unit = "a parser", "parsers", "tokens", "sentences"
    algorithms, auto = PARSER_ALGORITHMS, "is mira"
    options = OPTIONS
    checks = True
    prices: ClassVar[Mapping[str, str]] = {
        "uas": "UAS",
        "las": "LAS",
        "arcs_changed": "another head or relation for {} of {n:,} tokens",
    }

    def claims(self, hints: Hints) -> int:
        from linguine.tasks.sentences.recognition import is_about_tokens, is_universal

        if hints.options:
            return 3
        if not is_about_tokens(hints.path, hints.settings):
            return 0
        names = [name.strip() for name in (hints.settings["columns"] or "").split(",")]
        return 3 * ("head" in names or is_universal(hints.path, hints.settings))

    # --- learning --------------------------------------------------------------------------------

    @property
    def _per_byte(self) -> int:
        return 8  # sentences; the weights are as many as they are

    def _reading(self, path: str, settings: Settings) -> Mapping[str, Any]:
        from linguine.tasks.parser.reading import reading_of

        return reading_of(path, settings)

    def _streams(self, settings: Settings) -> bool:
        return settings.get("jackknife") is None  # which tags every part by the others

    def learn(
        self,
        estimator: DependencyParser,
        data: Sentences | SentenceFiles,
        dev: Sentences | None,
        settings: Settings,
    ) -> DependencyParser:
        n_folds = settings.get("jackknife")
        if n_folds is None:
            return estimator.fit(data, dev=dev)
        from linguine.data import Sentences
        from linguine.tasks.parser.jackknife import jackknife_for

        assert isinstance(data, Sentences)  # as this is not learned part by part
        estimator.fit(jackknife_for(estimator, data, n_folds), dev=dev)
        estimator.info_["jackknife"] = n_folds
        return estimator

    def facts(
        self, estimator: DependencyParser, data: Sentences | SentenceFiles, settings: Settings
    ) -> dict[str, Any]:
        from linguine.tasks.parser.settings import filled_columns

        model = estimator.model_
        assert model is not None
        filled = filled_columns(self._first_of(data)) if self._can_look_at(data) else []
        return {
            "relations": estimator.labels_,
            "columns": list(model.columns),
            "other_columns": [each for each in filled if each not in model.columns],
            "projective": model.projective,
        }

    # --- models ----------------------------------------------------------------------------------

    def overview(self, model: ParserModel, k: int) -> Overview:
        raise OptionError(
            "the features of a parser have names only where there is a sentence. Use linguine "
            "explain with --text TEXT or FILE; linguine inspect shows what the model is."
        )

    # --- judging ---------------------------------------------------------------------------------

    def answer(self, model: ParserModel, data: Sentences) -> Trees:
        return model.parse(data)

    def changes(
        self, model: ParserModel, data: Sentences, first: Trees, second: Trees
    ) -> dict[str, float]:
        changed = (first.heads != second.heads) | (first.relations != second.relations)
        return {"arcs_changed": float(changed.mean()), "n": data.n_tokens}

    def prices_of(self, evaluation: TreeEvaluation) -> dict[str, float | None]:
        return {"uas": evaluation.scores.uas, "las": evaluation.scores.las}

    # --- answering -------------------------------------------------------------------------------

    def files(self, settings: Settings) -> tuple[list[str], list[str]]:
        drawn = [settings[each] for each in ("svg", "page") if settings[each] is not None]
        return list(settings["tagger"]), drawn


ROW = _Trees()
