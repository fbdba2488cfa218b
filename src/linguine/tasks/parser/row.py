"""The row of dependency parsing."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from linguine.errors import DataWarning, OptionError
from linguine.tasks.parser.algorithms import PARSER_ALGORITHMS
from linguine.tasks.parser.options import OPTIONS, parser_settings
from linguine.tasks.task import Asked, Hints, Settings, Task, Written

if TYPE_CHECKING:
    from linguine.data import Sentences, Trees
    from linguine.model.file.loaded_model import LoadedModel
    from linguine.reports.explanation import Explanation
    from linguine.reports.overview import Overview
    from linguine.reports.trees.scores import TreeEvaluation
    from linguine.tasks.parser.estimator import DependencyParser
    from linguine.tasks.parser.model import ParserModel

__all__ = ["ROW"]


class _Questions(NamedTuple):
    """Sentences with the right trees, and what the parser gets to see: tags of a tagger."""

    gold: Sentences
    seen: Sentences


class _Trees(Task):
    name, in_files = "parse", "parsing"
    makes, makers, about, unit = "a parser", "parsers", "tokens", "sentences"
    algorithms, auto = PARSER_ALGORITHMS, "is mira"
    options = OPTIONS
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

    def estimator(
        self, path: str, settings: Settings, algorithm: str | None = None
    ) -> DependencyParser:
        from linguine.tasks.parser.estimator import DependencyParser
        from linguine.tasks.sentences.recognition import is_universal

        universal = is_universal(path, settings)
        return DependencyParser(
            **parser_settings(settings, is_universal=universal, algorithm=algorithm)
        )

    def read(self, path: str, settings: Settings) -> Sentences:
        from linguine.tasks.parser.reading import read_treebank

        return read_treebank(path, settings)

    def fit(
        self,
        estimator: DependencyParser,
        data: Sentences,
        dev: Sentences | None,
        settings: Settings,
    ) -> DependencyParser:
        n_folds = settings.get("jackknife")
        if n_folds is None:
            return estimator.fit(data, dev=dev)
        from linguine.tasks.parser.jackknife import jackknife_for

        estimator.fit(jackknife_for(estimator, data, n_folds), dev=dev)
        estimator.info_["jackknife"] = n_folds
        return estimator

    def facts(
        self, estimator: DependencyParser, data: Sentences, settings: Settings
    ) -> dict[str, Any]:
        from linguine.tasks.parser.settings import filled_columns

        model = estimator.model_
        assert model is not None
        return {
            "relations": estimator.labels_,
            "columns": list(model.columns),
            "other_columns": [each for each in filled_columns(data) if each not in model.columns],
            "projective": model.projective,
        }

    # --- models ----------------------------------------------------------------------------------

    def load(
        self, opened: LoadedModel, n_threads: int | None, *, for_answers: bool = True
    ) -> ParserModel:
        from linguine.tasks.parser.file import build_parser

        parser = build_parser(opened)
        parser.n_threads = n_threads
        return parser

    def overview(self, model: ParserModel, k: int) -> Overview:
        raise OptionError(
            "the features of a parser have names only where there is a sentence. Use linguine "
            "explain with --text TEXT or FILE; linguine inspect shows what the model is."
        )

    # --- judging ---------------------------------------------------------------------------------

    def questions(self, model: ParserModel, path: str, settings: Settings) -> _Questions:
        from linguine.tasks.parser.reading import ParserReader

        reader = ParserReader(model, settings)
        gold = reader.read(path)
        return _Questions(gold, reader.tag(gold))

    def measure(
        self, model: ParserModel, questions: Sentences | _Questions, settings: Settings
    ) -> TreeEvaluation:
        from linguine.tasks.parser.evaluation import evaluate_parses

        gold, seen = _split(questions)
        evaluation, notes = evaluate_parses(
            gold,
            model.parse(seen),
            relations=model.relations,
            allows_roots=not model.single_root,
        )
        for each in notes:
            place = "" if each.startswith(gold.source) else f"{gold.source}: "
            warnings.warn(f"{place}{each}.", DataWarning, stacklevel=2)
        return evaluation

    def weights(self, model: ParserModel) -> tuple[int, bool]:
        return model.info["n_weights"], model.has_probabilities

    def count(self, data: Sentences | _Questions) -> int:
        return len(_split(data)[0])

    def answer(self, model: ParserModel, data: Sentences | _Questions) -> Trees:
        return model.parse(_split(data)[1])

    def sample(self, data: Sentences, n: int) -> Sentences:
        return data.take(slice(n))

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

    def predict(
        self, model: ParserModel, asked: Asked, settings: Settings
    ) -> Iterator[tuple[int, str | Written]]:
        from linguine.tasks.parser.writing import write_parses

        return write_parses(model, asked, settings)

    def explain(
        self, model: ParserModel, asked: Asked, settings: Settings
    ) -> Iterator[Explanation]:
        from linguine.tasks.parser.explanation import explain_arc, least_sure
        from linguine.tasks.parser.reading import ParserReader
        from linguine.tasks.sentences.finding import find_tokens

        for one, place in find_tokens(ParserReader(model, settings), asked):
            yield explain_arc(model, one, 1 + (least_sure(model, one) if place is None else place))


def _split(data: Sentences | _Questions) -> tuple[Sentences, Sentences]:
    return (data.gold, data.seen) if isinstance(data, _Questions) else (data, data)


ROW = _Trees()
