"""The row of text classification."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from linguine.tasks.task import Asked, Hints, Settings
from linguine.tasks.text.algorithms import TEXT_ALGORITHMS
from linguine.tasks.text.options import OPTIONS, choose_features
from linguine.tasks.text.table_task import TableTask

if TYPE_CHECKING:
    from linguine.data import Documents, Files
    from linguine.reports.text.evaluation import LabelEvaluation
    from linguine.tasks.text.estimator import TextClassifier
    from linguine.tasks.text.model import TextModel
    from linguine.tasks.text.writing import Answers

__all__ = ["ROW"]

#: The algorithm that does not learn.
_LEXICON = "lexicon"


class _Texts(TableTask):
    name, in_files, in_demo = "classify", "text-classification", "text"
    learns = "TextClassifier"
    makes, makers, about = "a classifier", "texts", "texts"
    unit, rate, question = "texts", "predictions", "text"
    algorithms, auto = TEXT_ALGORITHMS, TEXT_ALGORITHMS.describe("auto")
    options = OPTIONS
    checks = True
    tuned = "svm"
    promises = True
    n_sample = 10_000
    prices: ClassVar[Mapping[str, str]] = {
        "accuracy": "accuracy",
        "labels_changed": "another label for {} of {n:,} texts",
    }

    def claims(self, hints: Hints) -> int:
        return 1  # what nobody else wants

    @property
    def compared(self) -> Sequence[str]:
        return [name for name in self.algorithms.names if name != _LEXICON]

    def read_training(self, paths: Sequence[str], settings: Settings) -> Documents | Files:
        from linguine.tasks.text.streaming.reading import read_training

        return read_training(paths, settings)

    def close(self, data: Documents | Files) -> None:
        from linguine.data import Files

        if isinstance(data, Files):
            data.forget()

    def foresee(
        self, estimator: TextClassifier, data: Files, settings: Settings
    ) -> tuple[dict[str, Any], list[tuple[str, str]]]:
        from linguine.tasks.streaming.plan import rows_of
        from linguine.tasks.text.streaming.plan import foresee

        found = foresee(self.prepare(estimator, data, settings).settings, data)
        return found.facts, rows_of(found)

    def fit(
        self,
        estimator: TextClassifier,
        data: Documents | Files,
        dev: Documents | None,
        settings: Settings,
    ) -> TextClassifier:
        if dev is not None:  # read, so that its faults are known before a long training
            for texts in (dev.texts, *(dev.columns[name] for name in dev.text_columns)):
                texts.drop_pages()
        fitted: TextClassifier = super().fit(estimator, data, dev, settings)
        return fitted

    def prepare(
        self, estimator: TextClassifier, data: Documents | Files, settings: Settings
    ) -> TextClassifier:
        from linguine.data import Files
        from linguine.tasks.text import reading
        from linguine.tasks.text.gold.labels import check_label_column, check_two_labels

        if isinstance(data, Files):
            from linguine.tasks.text.streaming.reading import told_by

            return estimator.set_params(**told_by(data, settings))
        told = reading.text_column_settings(data, settings)
        if data.bags is not None:
            algorithm = estimator.settings.algorithm
            told["features"] = choose_features(settings, is_bag=True, algorithm=algorithm)
        reading.check_columns(data, settings)
        if "keywords" not in estimator.settings.options:
            check_two_labels(data)
        if estimator.settings.algorithm == _LEXICON:
            told["lexicon"] = reading.read_lexicon(data)
        else:
            check_label_column(data, settings)
        return estimator.set_params(**told) if told else estimator

    def others(self, data: Documents, settings: Settings) -> Iterator[tuple[str, TextClassifier]]:
        from linguine.tasks.text import reading
        from linguine.tasks.text.estimator import TextClassifier

        if settings.get("lexicon") is None:
            return
        # one word a line, however many columns the texts have
        named = settings["text_column"] if len(settings["text_column"]) == 1 else ()
        plain = {"label_column": (), "votes": None, "weight_column": None}
        words = self.read(settings["lexicon"], {**settings, **plain, "text_column": named})
        columns = reading.text_column_settings(data, settings)
        if columns:
            columns["join_columns"] = True
        made = TextClassifier(_LEXICON, lexicon=reading.read_lexicon(words), **columns)
        yield _LEXICON, made.fit([])

    def facts(
        self, estimator: TextClassifier, data: Documents | Files, settings: Settings
    ) -> dict[str, Any]:
        from linguine.data import Files

        told = {
            "labels": [str(label) for label in estimator.labels_],
            "joined": bool(settings["join_columns"]),
            **({} if (made := estimator.promise_) is None else {"promise": made.to_config()}),
            **({} if made is None else {"reject_below": made.threshold}),
        }
        if isinstance(data, Files):
            from linguine.tasks.text.streaming.reading import facts_of

            return {**told, **facts_of(data)}
        return {
            **told,
            "text_columns": list(data.text_columns),
            "label_column": data.label_column,
            **({} if data.soft is None else {"n_shared": data.soft.n_shared}),
            **({} if data.votes is None else {"votes": data.votes.to_dict()}),
        }

    def tabulate(
        self, model: TextModel, asked: Asked, settings: Settings
    ) -> Iterator[tuple[Documents, Mapping[str, Any]]]:
        from linguine.tasks.text.writing import tabulate_answers

        return tabulate_answers(model, asked, settings)

    # --- judging ---------------------------------------------------------------------------------

    def weights(self, model: TextModel) -> tuple[int, bool]:
        return model.n_weights, model.has_probabilities

    def sample(self, data: Documents | Files, n: int) -> Documents:
        from linguine.data import Files

        if isinstance(data, Files):
            from linguine.tasks.text.streaming.reading import first_of

            data = first_of(data)
        found: Documents = super().sample(data, n)
        return found

    def answer(self, model: TextModel, data: Documents) -> Answers:
        from linguine.tasks.text.writing import answer

        return answer(model, data, with_probabilities=False)

    def changes(
        self, model: TextModel, data: Documents, first: Answers, second: Answers
    ) -> dict[str, float]:
        changed = float((first.codes != second.codes).mean())
        return {"labels_changed": changed, "n": len(data)}

    def prices_of(self, evaluation: LabelEvaluation) -> dict[str, float | None]:
        return {"accuracy": evaluation.accuracy}


ROW = _Texts()
