"""The row of text classification."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from linguine.tasks.task import Asked, Hints, Settings, Task
from linguine.tasks.text.algorithms import TEXT_ALGORITHMS
from linguine.tasks.text.options import OPTIONS, choose_features, classifier_settings

if TYPE_CHECKING:
    from linguine.data import Documents
    from linguine.model.file.loaded_model import LoadedModel
    from linguine.reports.explanation import Explanation
    from linguine.reports.overview import Overview
    from linguine.reports.text.evaluation import LabelEvaluation
    from linguine.tasks.text.estimator import TextClassifier
    from linguine.tasks.text.model import TextModel
    from linguine.tasks.text.writing import Answers

__all__ = ["ROW"]

#: The algorithm that does not learn.
_LEXICON = "lexicon"


class _Texts(Task):
    name, in_files = "classify", "text-classification"
    makes, makers, about = "a classifier", "texts", "texts"
    unit, rate, question = "texts", "predictions", "text"
    algorithms, auto = TEXT_ALGORITHMS, TEXT_ALGORITHMS.describe("auto")
    options = OPTIONS
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

    # --- learning --------------------------------------------------------------------------------

    def estimator(
        self, path: str, settings: Settings, algorithm: str | None = None
    ) -> TextClassifier:
        from linguine.tasks.text.estimator import TextClassifier

        return TextClassifier(**classifier_settings(settings, algorithm))

    def read(self, path: str, settings: Settings) -> Documents:
        from linguine.data import read_documents
        from linguine.tasks.text.options import reading_settings

        return read_documents(path, **reading_settings(settings))

    def fit(
        self, estimator: TextClassifier, data: Documents, dev: Documents | None, settings: Settings
    ) -> TextClassifier:
        from linguine.tasks.text import reading
        from linguine.tasks.text.label_column import check_label_column, check_two_labels

        if dev is not None:  # read, so that its faults are known before a long training
            for texts in (dev.texts, *(dev.columns[name] for name in dev.text_columns)):
                texts.drop_pages()
        # What only the file could tell.
        told = reading.text_column_settings(data, settings)
        if data.bags is not None:
            algorithm = estimator.settings.algorithm
            told["features"] = choose_features(settings, is_bag=True, algorithm=algorithm)
        reading.check_columns(data, settings)
        check_two_labels(data)
        if estimator.settings.algorithm == _LEXICON:
            told["lexicon"] = reading.read_lexicon(data)
        else:
            check_label_column(data, settings)
        return (estimator.set_params(**told) if told else estimator).fit(data)

    def others(self, data: Documents, settings: Settings) -> Iterator[tuple[str, TextClassifier]]:
        from linguine.tasks.text import reading
        from linguine.tasks.text.estimator import TextClassifier

        if settings.get("lexicon") is None:
            return
        # one word a line, however many columns the texts have
        named = settings["text_column"] if len(settings["text_column"]) == 1 else ()
        words = self.read(settings["lexicon"], {**settings, "text_column": named})
        columns = reading.text_column_settings(data, settings)
        if columns:
            columns["join_columns"] = True
        made = TextClassifier(_LEXICON, lexicon=reading.read_lexicon(words), **columns)
        yield _LEXICON, made.fit([])

    def facts(
        self, estimator: TextClassifier, data: Documents, settings: Settings
    ) -> dict[str, Any]:
        return {
            "labels": [str(label) for label in estimator.labels_],
            "text_columns": list(data.text_columns),
            "label_column": data.label_column,
            "joined": bool(settings["join_columns"]),
        }

    # --- models ----------------------------------------------------------------------------------

    def load(
        self, opened: LoadedModel, n_threads: int | None, *, for_answers: bool = True
    ) -> TextModel:
        from linguine.tasks.text.file import build_text_model

        model = build_text_model(opened)
        model.n_threads = model.extractor.n_threads = n_threads
        return model

    def overview(self, model: TextModel, k: int) -> Overview:
        from linguine.reports.overview import Overview
        from linguine.tasks.text.explanation import top_features

        names = {"algorithm": "algorithm", "n_documents": "texts", "n_features": "features"}
        facts = {shown: model.info[name] for name, shown in names.items() if name in model.info}
        return Overview(top_features(model, k), facts=facts)

    # --- judging ---------------------------------------------------------------------------------

    def questions(self, model: TextModel, path: str, settings: Settings) -> Iterable[Documents]:
        from linguine.tasks.text.reading import read_blocks

        return read_blocks(model, Asked(path), settings, need_labels=True)

    def measure(
        self, model: TextModel, questions: Documents | Iterable[Documents], settings: Settings
    ) -> LabelEvaluation:
        from linguine.data import Documents
        from linguine.tasks.text.evaluation import evaluate_documents

        blocks = [questions] if isinstance(questions, Documents) else questions
        return evaluate_documents(model, blocks)

    def weights(self, model: TextModel) -> tuple[int, bool]:
        import numpy as np

        n_weights = int(np.count_nonzero(model.weights[:, : model.n_columns]))
        return n_weights, model.calibrator is not None

    def count(self, data: Documents) -> int:
        return len(data)

    def answer(self, model: TextModel, data: Documents) -> Answers:
        from linguine.tasks.text.writing import answer

        return answer(model, data, with_probabilities=False)

    def sample(self, data: Documents, n: int) -> Documents:
        import numpy as np

        return data.take(np.arange(min(len(data), n)))

    def changes(
        self, model: TextModel, data: Documents, first: Answers, second: Answers
    ) -> dict[str, float]:
        changed = float((first.codes != second.codes).mean())
        return {"labels_changed": changed, "n": len(data)}

    def prices_of(self, evaluation: LabelEvaluation) -> dict[str, float | None]:
        return {"accuracy": evaluation.accuracy}

    # --- answering -------------------------------------------------------------------------------

    def predict(
        self, model: TextModel, asked: Asked, settings: Settings
    ) -> Iterator[tuple[int, str]]:
        from linguine.tasks.text.reading import read_blocks
        from linguine.tasks.text.writing import answer, choose_form

        one, every, as_json = settings["proba"], settings["every"], settings["json"]
        wanted = one or every or (as_json and model.calibrator is not None)
        form = choose_form(model.classes.tolist(), one=one, every=every, as_json=as_json)
        for documents in read_blocks(model, asked, settings):
            yield len(documents), form(answer(model, documents, with_probabilities=wanted))

    def explain(self, model: TextModel, asked: Asked, settings: Settings) -> Iterator[Explanation]:
        from linguine.reports.tables import shorten
        from linguine.tasks.text.explanation import explain_text
        from linguine.tasks.text.reading import ask_of, find_documents

        for one in find_documents(model, asked, settings):
            texts, columns = ask_of(model, one)
            # Counted words are no text to be read; the table names those that matter.
            text: Any = one.texts[0] if one.bags is None else shorten(one.texts[0], 200)
            if isinstance(texts, Mapping):
                text = {name: column[0] for name, column in texts.items()}
            yield explain_text(model, text, columns)


ROW = _Texts()
