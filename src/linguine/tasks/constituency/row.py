"""The row of constituency parsing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from linguine.errors import OptionError
from linguine.tasks.constituency.algorithms import CONSTITUENCY_ALGORITHMS
from linguine.tasks.constituency.options import OPTIONS
from linguine.tasks.task import Hints, Settings, Task

if TYPE_CHECKING:
    from linguine.data import Constituents
    from linguine.reports.constituents.scores import ConstituentEvaluation
    from linguine.reports.overview import Overview
    from linguine.tasks.constituency.estimator import ConstituencyParser
    from linguine.tasks.constituency.model import ConstituencyModel

__all__ = ["ROW"]


class _Brackets(Task):
    name, in_files, learns = "bracket", "constituency", "ConstituencyParser"
    makes, makers, about, unit = (
        "a constituency parser", "constituency parsers", "brackets", "sentences",
    )  # fmt: skip
    algorithms, auto = CONSTITUENCY_ALGORITHMS, "is mira"
    options = OPTIONS
    checks = True
    n_sample = 300
    prices: ClassVar[Mapping[str, str]] = {
        "f1": "bracket F1",
        "nodes_changed": "another node for {} of {n:,}",
    }

    def claims(self, hints: Hints) -> int:
        from linguine.tasks.sentences.recognition import holds_brackets

        return 5 * (bool(hints.options) or holds_brackets(hints.path, hints.settings))

    def learn(
        self,
        estimator: ConstituencyParser,
        data: Constituents,
        dev: Constituents | None,
        settings: Settings,
    ) -> ConstituencyParser:
        unlabelled = settings.get("unlabelled")
        if unlabelled is not None:
            from linguine.tasks.constituency.reading import read_asked

            unlabelled = read_asked(unlabelled, settings)
        return estimator.fit(data, dev=dev, unlabelled=unlabelled)

    def carried(self, settings: Settings) -> bytes | None:
        from linguine.tasks.sentences.plain_text import read_tokenizer

        return read_tokenizer(settings["tokenizer"])

    def facts(
        self, estimator: ConstituencyParser, data: Constituents, settings: Settings
    ) -> dict[str, Any]:
        info = estimator.info_
        told = {name: info[name] for name in ("n_rules", "markovisation")}
        return {"labels": estimator.labels_, **told}

    def overview(self, model: ConstituencyModel, k: int) -> Overview:
        raise OptionError(
            "the features of a parser have names only where there is a sentence. Use linguine "
            "explain with --text TEXT or FILE; linguine inspect shows what the model is."
        )

    def answer(self, model: ConstituencyModel, data: Constituents) -> Constituents:
        return model.parse(data.sentences)

    def changes(
        self,
        model: ConstituencyModel,
        data: Constituents,
        first: Constituents,
        second: Constituents,
    ) -> dict[str, float]:
        from linguine.reports.constituents.metrics import evaluate_constituents

        n = first.n_nodes
        changed = 1 - evaluate_constituents(first, second, deleted=()).scores.f1
        return {"nodes_changed": float(changed), "n": n}

    def prices_of(self, evaluation: ConstituentEvaluation) -> dict[str, float | None]:
        return {"f1": evaluation.scores.f1}

    def files(self, settings: Settings) -> tuple[list[str], list[str]]:
        drawn = [settings[each] for each in ("svg", "page") if settings[each] is not None]
        return list(settings["tagger"]), drawn


ROW = _Brackets()
