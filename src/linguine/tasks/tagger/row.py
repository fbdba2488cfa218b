"""The row of tagging."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from linguine.errors import DataError, DataWarning
from linguine.tasks.tagger.algorithms import TAGGER_ALGORITHMS
from linguine.tasks.tagger.options import OPTIONS, tagger_settings
from linguine.tasks.task import Asked, Hints, Settings, Task

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from linguine.data import Sentences
    from linguine.model.file.loaded_model import LoadedModel
    from linguine.reports.explanation import Explanation
    from linguine.reports.overview import Overview
    from linguine.reports.tags.span_metrics import TagEvaluation
    from linguine.tasks.tagger.estimator import Tagger
    from linguine.tasks.tagger.model import TaggerModel

    Codes = NDArray[np.int32]

__all__ = ["ROW"]


class _Tags(Task):
    name, in_files = "tag", "tagging"
    makes, makers, about, unit = "a tagger", "taggers", "tokens", "tokens"
    algorithms, auto = TAGGER_ALGORITHMS, "is softmax-margin for spans and crf for other tags"
    options = OPTIONS
    prices: ClassVar[Mapping[str, str]] = {
        "accuracy": "token accuracy",
        "span_f1": "span F1",
        "tags_changed": "another tag for {} of {n:,} tokens",
        "spans_changed": "{} of spans changed",
    }

    def claims(self, hints: Hints) -> int:
        from linguine.tasks.sentences.recognition import is_about_tokens

        if not is_about_tokens(hints.path, hints.settings):
            return 0
        return 4 if hints.options or hints.algorithms else 2

    # --- learning --------------------------------------------------------------------------------

    def estimator(self, path: str, settings: Settings, algorithm: str | None = None) -> Tagger:
        from linguine.tasks.tagger.estimator import Tagger

        return Tagger(**tagger_settings(settings, algorithm))

    def read(self, path: str, settings: Settings) -> Sentences:
        from linguine.data import read_sentences
        from linguine.tasks.sentences.options import sentence_settings

        return read_sentences(path, **sentence_settings(settings))

    def facts(self, estimator: Tagger, data: Sentences, settings: Settings) -> dict[str, Any]:
        from linguine.features.token.templates import resolve_column

        model = estimator.model_
        assert model is not None
        return {
            "tags": estimator.labels_,
            "columns": [resolve_column(each, model.columns) for each in model.needed],
            "other_columns": _others(model),
        }

    # --- models ----------------------------------------------------------------------------------

    def load(
        self, opened: LoadedModel, n_threads: int | None, *, for_answers: bool = True
    ) -> TaggerModel:
        from linguine.tasks.tagger.file import build_tagger

        tagger = build_tagger(opened)
        if for_answers and not tagger.needed:
            raise DataError(
                f"{opened.name}: the command line needs a model with templates; this one takes "
                "features that Python makes. Use it in Python: linguine.CRF.load."
            )
        tagger.n_threads = n_threads
        return tagger

    def overview(self, model: TaggerModel, k: int) -> Overview:
        from linguine.reports.overview import Overview
        from linguine.tasks.tagger.explanation import top_tag_features, transition_weights

        names = {"algorithm": "algorithm", "n_sentences": "sentences", "n_features": "features"}
        facts = {shown: model.info[name] for name, shown in names.items() if name in model.info}
        moves = sorted(transition_weights(model).items(), key=lambda each: -each[1])
        transitions = [(*pair, weight) for pair, weight in moves]
        return Overview(top_tag_features(model, k), transitions, facts)

    # --- judging ---------------------------------------------------------------------------------

    def questions(self, model: TaggerModel, path: str, settings: Settings) -> Sentences:
        from linguine.tasks.tagger.reading import TaggerReader

        return TaggerReader(model, settings).read(path)

    def measure(
        self, model: TaggerModel, questions: Sentences, settings: Settings
    ) -> TagEvaluation:
        from linguine.tasks.tagger.evaluation import evaluate_tagger

        unknown = settings.get("unknown_tag", ())
        evaluation, notes = evaluate_tagger(model, questions, unknown=unknown)
        for each in notes:
            warnings.warn(f"{questions.source}: {each}.", DataWarning, stacklevel=2)
        return evaluation

    def weights(self, model: TaggerModel) -> tuple[int, bool]:
        return len(model.weights.values), model.has_probabilities

    def count(self, data: Sentences) -> int:
        return data.n_tokens

    def answer(self, model: TaggerModel, data: Sentences) -> Codes:
        return model.tag(model.rows(data))

    def sample(self, data: Sentences, n: int) -> Sentences:
        return data.take(slice(n))

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
        return list(settings["tagger"]), []

    def predict(
        self, model: TaggerModel, asked: Asked, settings: Settings
    ) -> Iterator[tuple[int, str]]:
        from linguine.tasks.tagger.writing import write_tags

        return write_tags(model, asked, settings)

    def explain(
        self, model: TaggerModel, asked: Asked, settings: Settings
    ) -> Iterator[Explanation]:
        from linguine.tasks.sentences.finding import find_tokens
        from linguine.tasks.tagger.explanation import explain_tag, least_sure
        from linguine.tasks.tagger.reading import TaggerReader

        for one, place in find_tokens(TaggerReader(model, settings), asked):
            yield explain_tag(model, one, least_sure(model, one) if place is None else place)


def _others(model: TaggerModel) -> list[str]:
    """Return the columns that the file has, but for the tags and what the tagger looks at."""
    from linguine.tasks.tagger.model import word_column

    if "id" in model.columns and "form" in model.columns:
        return []  # CoNLL-U, whose analysis is looked at only if it is picked
    known = {*model.needed, model.tag_column, word_column(model.columns)}
    return [each for each in model.columns if each not in known]


ROW = _Tags()
