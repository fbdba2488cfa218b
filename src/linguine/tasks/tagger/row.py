"""The row of tagging."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from linguine.tasks.streaming.token_row import TokenRow
from linguine.tasks.tagger.algorithms import BAUM_WELCH, STREAMED, TAGGER_ALGORITHMS
from linguine.tasks.tagger.options import OPTIONS
from linguine.tasks.task import Hints, Settings

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from linguine.data import Sentences
    from linguine.reports.tags.span_metrics import TagEvaluation
    from linguine.tasks.tagger.estimator import Tagger
    from linguine.tasks.tagger.model import TaggerModel

    Codes = NDArray[np.int32]

__all__ = ["ROW"]


class _Tags(TokenRow):
    name, in_files, learns = "tag", "tagging", "Tagger"
    makes, makers, about, unit = "a tagger", "taggers", "tokens", "tokens"
    algorithms, auto = TAGGER_ALGORITHMS, "is softmax-margin for spans and crf for other tags"
    options = OPTIONS
    checks = True
    prices: ClassVar[Mapping[str, str]] = {
        "accuracy": "token accuracy",
        "span_f1": "span F1",
        "tags_changed": "another tag for {} of {n:,} tokens",
        "spans_changed": "{} of spans changed",
    }

    def claims(self, hints: Hints) -> int:
        from linguine.tasks.sentences.recognition import is_about_tokens

        if BAUM_WELCH in hints.algorithms:
            return 4
        if not is_about_tokens(hints.path, hints.settings):
            return 0
        return 4 if hints.options or hints.algorithms else 2

    @property
    def compared(self) -> Sequence[str]:
        return [each for each in self.algorithms.names if not self.algorithms.get(each).finds_tags]

    # --- learning --------------------------------------------------------------------------------

    @property
    def _per_byte(self) -> int:
        from linguine.tasks.tagger.gold.limits import PER_BYTE

        return PER_BYTE

    def _streams(self, settings: Settings) -> bool:
        return settings.get("algorithm") != BAUM_WELCH

    def _needs_all(self, settings: Settings) -> bool:
        return settings.get("algorithm") not in STREAMED

    def facts(self, estimator: Tagger, data: Sentences, settings: Settings) -> dict[str, Any]:
        from linguine.features.token.templates import resolve_column

        model = estimator.model_
        assert model is not None
        return {
            "tags": estimator.labels_,
            "columns": [resolve_column(each, model.columns) for each in model.needed],
            "other_columns": _others(model),
        }

    # --- judging ---------------------------------------------------------------------------------

    def count(self, data: Sentences) -> int:
        return data.n_tokens

    def answer(self, model: TaggerModel, data: Sentences) -> Codes:
        return model.tag(model.rows(data))

    def changes(
        self, model: TaggerModel, data: Sentences, first: Codes, second: Codes
    ) -> dict[str, float]:
        """Taggers of spans are also judged by these: most tokens lie outside, and hide the loss."""
        from linguine.reports.tags.span_metrics import evaluate_spans

        changed = float((first != second).mean())
        made = {"tags_changed": changed, "n": data.n_tokens}
        judged = evaluate_spans(first, second, model.tags, data.offsets, scheme=model.scheme)
        if judged.spans is not None:  # perhaps without any span
            made["spans_changed"] = 1 - judged.spans.f1 if changed else 0.0
        return made

    def prices_of(self, evaluation: TagEvaluation) -> dict[str, float | None]:
        spans = {} if evaluation.spans is None else {"span_f1": evaluation.spans.f1}
        return {"accuracy": evaluation.token_accuracy, **spans}

    # --- answering -------------------------------------------------------------------------------

    def files(self, settings: Settings) -> tuple[list[str], list[str]]:
        return list(settings["tagger"]), [settings["page"]] if settings["page"] else []


def _others(model: TaggerModel) -> list[str]:
    """Return the columns that the file has, but for the tags and what the tagger looks at."""
    from linguine.data.reading.column_names import word_column

    if "id" in model.columns and "form" in model.columns:
        return []  # CoNLL-U, whose analysis is looked at only if it is picked
    known = {*model.needed, model.tag_column, word_column(model.columns)}
    return [each for each in model.columns if each not in known]


ROW = _Tags()
