"""The row of tokenizing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from linguine.tasks.task import Hints, Settings, Task
from linguine.tasks.tokenizer.algorithms import AUTO, TOKENIZER_ALGORITHMS
from linguine.tasks.tokenizer.options import OPTIONS

if TYPE_CHECKING:
    from linguine.data.segmentation import Segmentation
    from linguine.reports.tokens.metrics import TokenEvaluation
    from linguine.tasks.tokenizer.estimator import Tokenizer
    from linguine.tasks.tokenizer.model import TokenizerModel

__all__ = ["ROW"]


class _Tokens(Task):
    name, in_files, learns = "tokenize", "tokenization", "Tokenizer"
    makes, makers, about, unit = "a tokenizer", "tokenizers", "raw text", "tokens"
    algorithms, auto = TOKENIZER_ALGORITHMS, f"is {AUTO}"
    options = OPTIONS
    prices: ClassVar[Mapping[str, str]] = {
        "words_f1": "F1 of words",
        "sentences_f1": "F1 of sentences",
        "tokens_changed": "{} of tokens changed, of {n:,}",
    }

    def claims(self, hints: Hints) -> int:
        return 9 * bool(hints.options)

    def facts(self, estimator: Tokenizer, data: Segmentation, settings: Settings) -> dict[str, Any]:
        model = estimator.model_
        assert model is not None
        return {
            "units": model.units,
            "n_splits": len(model.splits.words),
            "endings": list(model.splits.endings),
        }

    # --- judging ---------------------------------------------------------------------------------

    def weights(self, model: TokenizerModel) -> tuple[int, bool]:
        return model.info["n_weights"], model.has_probabilities

    def count(self, data: Segmentation) -> int:
        return data.n_tokens

    def answer(self, model: TokenizerModel, data: Segmentation) -> Segmentation:
        return model.segment(data.text)

    def sample(self, data: Segmentation, n: int) -> Segmentation:
        return data.first(n)

    def changes(
        self, model: TokenizerModel, data: Segmentation, first: Segmentation, second: Segmentation
    ) -> dict[str, float]:
        from linguine.reports.tokens.metrics import evaluate_segmentation

        judged = evaluate_segmentation(first, second)
        return {"tokens_changed": 1 - judged.tokens.f1, "n": first.n_tokens}

    def prices_of(self, evaluation: TokenEvaluation) -> dict[str, float | None]:
        return {"words_f1": evaluation.words.f1, "sentences_f1": evaluation.sentences.f1}


ROW = _Tokens()
