"""Task: what the command line knows about a kind of work; each task is a row here and a room.

A row says how files are read, what learns from them and how answers are judged and explained, so
that verbs know no task by name. Rows are light: what they need is imported when it is asked for.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from linguine.errors import DataError, OptionError
from linguine.tasks.algorithm import Algorithms
from linguine.tasks.options import Table
from linguine.tasks.parted.options import told_engine

if TYPE_CHECKING:
    from linguine.model.file.loaded_model import LoadedModel
    from linguine.reports.checks.doubts import Doubts
    from linguine.reports.checks.evidence import Evidence
    from linguine.reports.comparison import Column
    from linguine.reports.evaluation import Evaluation
    from linguine.reports.explanation import Explanation
    from linguine.reports.overview import Overview
    from linguine.reports.page.material import Answered, Shown
    from linguine.reports.text.clusters import Findings

__all__ = ["BLOCK_BYTES", "TASKS", "Asked", "Hints", "Settings", "Task", "Tour", "Written",
           "task_of", "task_of_file", "tasks"]  # fmt: skip

#: How much of a file is held at a time.
BLOCK_BYTES = 8 << 20
#: What an overview tells about how a model was made.
_FACTS = {
    "algorithm": "algorithm",
    "n_documents": "texts",
    "n_sentences": "sentences",
    "n_features": "features",
}
#: The options of the command line, by the names that the library has for them.
Settings = Mapping[str, Any]


class Hints(NamedTuple):
    """What tells the task of a file to learn from."""

    path: str
    settings: Settings
    options: frozenset[str]  # that were given, and that only this task has
    algorithms: frozenset[str]  # that were asked for, and that only this task has


class Asked(NamedTuple):
    """What a model is to answer or to explain: a file, or texts of the command line."""

    file: str | None
    texts: tuple[str, ...] = ()
    lines: tuple[int, ...] = ()  # of the file
    part: Any = None  # the Partition of the file that is meant, if not all of it

    @property
    def clean_texts(self) -> list[str]:
        """The texts; bytes of them that are not UTF-8 arrive as lone surrogates."""
        return [
            each.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
            for each in self.texts
        ]

    @property
    def source(self) -> str:
        """The file, or standard input."""
        return self.file or "-"


class Written(NamedTuple):
    """A file that a verb is to write."""

    path: str
    content: str


class Tour(NamedTuple):
    """What ``demo`` shows of a task."""

    opening: str
    journey: Sequence[tuple[str, tuple[str, ...]]]  # (what is shown, the verb with its arguments)
    model: str
    advice: str
    yours: Sequence[tuple[str, str]]  # (a command for a file of the user's, what it does)


class Task(ABC):
    """One kind of work, from its files to its answers."""

    #: As ``--task`` calls it, as model files do, and ``demo`` if it does not call it by its name.
    name: ClassVar[str]
    in_files: ClassVar[str]
    in_demo: ClassVar[str | None] = None
    #: The class that learns.
    learns: ClassVar[str]
    #: For messages: what is made, several of them, what files are about, what is counted.
    makes: ClassVar[str]
    makers: ClassVar[str]
    about: ClassVar[str]
    unit: ClassVar[str]
    #: The algorithms, and what auto is among them.
    algorithms: ClassVar[Algorithms]
    auto: ClassVar[str]
    #: The options of each verb that only some tasks have: (heading, table).
    options: ClassVar[Mapping[str, Sequence[tuple[str, Table]]]]
    #: What is counted by the second, if it is not the unit; and what one asks about.
    rate: ClassVar[str | None] = None
    question: ClassVar[str] = "sentence"
    #: Examples that the price of quantisation is measured on without a file; what it is named by.
    n_sample: ClassVar[int] = 2_000
    prices: ClassVar[Mapping[str, str]]

    #: The algorithm that ``tune`` takes if nobody names one; auto may have nothing to try.
    tuned: ClassVar[str] = "auto"
    #: Whether a search may use the role called sharing of the estimator's room.
    shares: ClassVar[bool] = True
    #: Whether ``check`` can look at its data: then there is a role called checking.
    checks: ClassVar[bool] = False
    #: Whether it learns without right answers: what it finds in its data is shown by ``cluster``.
    finds: ClassVar[bool] = False
    #: Whether its models can promise how often they are right, which ``distil`` asks of them.
    promises: ClassVar[bool] = False

    # --- which task it is ------------------------------------------------------------------------

    @abstractmethod
    def claims(self, hints: Hints) -> int:
        """Return how sure it is that a file is to be learned from in this task; 0 is not at all."""

    @property
    def examples(self) -> str:
        """What can be learned from and judged one by one is called so: texts, sentences."""
        return f"{self.question}s"

    @property
    def compared(self) -> Sequence[str]:
        """The algorithms that ``compare`` compares if nobody says which."""
        return self.algorithms.names

    # --- learning --------------------------------------------------------------------------------

    def estimator(self, path: str, settings: Settings, algorithm: str | None = None) -> Any:
        """Return what learns, made of the options and checked, before a long file is read.

        ``compare`` names other algorithms than the options, with their own learners' settings.
        """
        told = self._role("options").estimator_settings(path, settings, algorithm)
        return getattr(self._role("estimator"), self.learns)(**told)

    def remade(self, model: Any) -> Any:
        """Return an estimator with the settings that a model tells, to learn again."""
        made = getattr(self._role("estimator"), self.learns)
        return made.of_model(model, n_threads=model.n_threads)

    def read(self, path: str, settings: Settings) -> Any:
        """Return all examples of a file, with the right answers."""
        return self._role("reading").read_examples(path, settings)

    def read_training(self, paths: Sequence[str], settings: Settings) -> Any:
        """Return all examples of the files to learn from; most tasks learn from one."""
        if len(paths) > 1:
            raise OptionError(
                f"{self.makes} learns from one FILE; got {len(paths)}, the second is {paths[1]}. "
                "Join them into one file."
            )
        return self.read(paths[0], settings)

    def close(self, data: Any) -> None:  # noqa: B027  # most have nothing to forget
        """Forget what was kept in case a training is killed: its model is saved."""

    def foresee(
        self, estimator: Any, data: Any, settings: Settings
    ) -> tuple[dict[str, Any], list[tuple[str, str]]]:
        """Return what a training would take, as data and as lines of a summary."""
        raise OptionError(f"--plan is not for {self.makers}. Leave it out.")

    def read_test(self, path: str, settings: Settings) -> Any:
        """Return all examples of a file to judge by, where each counts once."""
        return self.read(path, settings)

    def fit(self, estimator: Any, data: Any, dev: Any, settings: Settings) -> Any:
        """Learn, and return the estimator."""
        return self.learn(self.prepare(estimator, data, settings), data, dev, settings)

    def prepare(self, estimator: Any, data: Any, settings: Settings) -> Any:
        """Return the estimator with what only the file could tell; refuse data that do not fit."""
        return estimator

    def learn(self, estimator: Any, data: Any, dev: Any, settings: Settings) -> Any:
        """Learn from data that the estimator was prepared for, or from some of them."""
        with told_engine(settings) as told:
            return estimator.fit(data, dev=dev, **told)

    def recalled(self, model: Any, settings: Settings) -> Settings:
        """Return the options, with what a model remembers of how its own files were read."""
        return settings

    def carried(self, settings: Settings) -> bytes | None:
        """Return the file of a tokenizer that a model is to carry in its own, if that is asked."""
        return None

    def others(self, data: Any, settings: Settings) -> Iterator[tuple[str, Any]]:
        """Yield what is compared besides the algorithms: its name, and an estimator."""
        return iter(())

    @abstractmethod
    def facts(self, estimator: Any, data: Any, settings: Settings) -> dict[str, Any]:
        """Return what is told about a training."""

    def summarize(self, facts: Mapping[str, Any]) -> list[tuple[str, str]]:
        """Return the lines of a summary of a training: a name, and what belongs to it."""
        return self._role("report").summarize_training(facts)  # type: ignore[no-any-return]

    def brief(self, scores: Mapping[str, Any]) -> str:
        """Return what an evaluation says, in a line."""
        return self._role("report").brief(scores)  # type: ignore[no-any-return]

    def find(self, estimator: Any, data: Any, settings: Settings) -> Findings:
        """Return what was found in the data that was learned from, if they need no answers."""
        return self._role("report").find(estimator, data, settings)  # type: ignore[no-any-return]

    # --- models ----------------------------------------------------------------------------------

    def load(self, opened: LoadedModel, n_threads: int | None, *, for_answers: bool = True) -> Any:
        """Return the model of a file; if it need not answer, also one that only Python can ask."""
        model = self._role("file").build_model(opened)
        model.n_threads = n_threads
        return model

    def check(self, opened: LoadedModel) -> None:
        """Raise DataError unless a model file holds what the task's models hold."""
        opened.check_config(self._role("schema").SCHEMA)

    def describe(self, config: Mapping[str, Any]) -> list[tuple[str, str]]:
        """Return what is said about a model file: a name, and what belongs to it."""
        return self._role("report").describe_model(config)  # type: ignore[no-any-return]

    def overview(self, model: Any, k: int) -> Overview:
        """Return what a model has learned: the k largest weights of each label."""
        from linguine.reports.overview import Overview

        facts = {shown: model.info[name] for name, shown in _FACTS.items() if name in model.info}
        features, transitions = self._role("explanation").largest_weights(model, k)
        return Overview(features, transitions, facts)

    # --- judging ---------------------------------------------------------------------------------

    def questions(self, model: Any, path: str, settings: Settings) -> Any:
        """Return what ``evaluate`` asks a model: the examples of a file, as it needs them."""
        return self._role("evaluation").read_questions(model, path, settings)

    def measure(self, model: Any, questions: Any, settings: Settings) -> Evaluation:
        """Return what a model's answers are worth; what is odd about the data is warned of."""
        judge = self._role("evaluation").measure
        return judge(model, questions, settings)  # type: ignore[no-any-return]

    def answers(self, model: Any, path: str, settings: Settings) -> Answered:
        """Return what a model's answers to a file are worth, and what they are, one by one.

        A task without the role page has a report of the former alone.
        """
        from linguine.reports.page.material import Answered

        page = self._role("page", is_needed=False)
        if page is None:
            return Answered(self.measure(model, self.questions(model, path, settings), settings))
        return page.answer_all(model, path, settings)  # type: ignore[no-any-return]

    def show(
        self, model: Any, path: str, settings: Settings, answered: Answered, places: Sequence[int]
    ) -> Sequence[Shown]:
        """Return why a model gave some answers, by their places, and what they look like."""
        show = self._role("page").show_answers
        return show(model, path, settings, answered, places)  # type: ignore[no-any-return]

    @property
    def scores(self) -> Sequence[Column]:
        """The scores that ``compare`` shows."""
        return self._role("report").SCORES  # type: ignore[no-any-return]

    def weights(self, model: Any) -> tuple[int, bool]:
        """Return how many weights are not 0, and whether there are probabilities."""
        return model.info["n_weights"], model.has_probabilities

    def count(self, data: Any) -> int:
        """Return how many units some data have."""
        return len(data)

    @abstractmethod
    def answer(self, model: Any, data: Any) -> Any:
        """Answer without telling: to be timed, and to see what another model answers."""

    def sample(self, data: Any, n: int) -> Any:
        """Return the first examples, to see what quantisation changes."""
        import numpy as np

        return data.take(np.arange(min(len(data), n)))

    @abstractmethod
    def changes(self, model: Any, data: Any, first: Any, second: Any) -> dict[str, float]:
        """Return how much two answers differ, shares by their names, and of how many: n."""

    @abstractmethod
    def prices_of(self, evaluation: Any) -> dict[str, float | None]:
        """Return the scores that quantisation may lower, by the names of ``prices``."""

    # --- checking data ---------------------------------------------------------------------------

    def evidence(self, data: Any) -> Evidence:
        """Return examples with what is said about them, as checks look at them."""
        return self._role("checking").gather(data)  # type: ignore[no-any-return]

    def doubts(self, data: Any, settings: Settings, progress: Any) -> Doubts | None:
        """Return how far models of the other examples believe each answer; None: they cannot."""
        find = self._role("checking").find_doubts
        return find(data, settings, progress)  # type: ignore[no-any-return]

    # --- answering -------------------------------------------------------------------------------

    def predict(
        self, model: Any, asked: Asked, settings: Settings
    ) -> Iterator[tuple[int, str | Written]]:
        """Yield answers: how many there are, and how they are written."""
        write = self._role("writing").write_answers
        return write(model, asked, settings)  # type: ignore[no-any-return]

    def tabulate(
        self, model: Any, asked: Asked, settings: Settings
    ) -> Iterator[tuple[Any, Mapping[str, Any]]]:
        """Yield documents and the columns of answers to them, for a table with a row each."""
        raise OptionError(
            "--output of a Parquet or Arrow file takes a label beside each row, from a classifier "
            f"of one label a text; this model is {self.makes}. Give OUT another ending, such as "
            "answers.jsonl with --json."
        )

    def files(self, settings: Settings) -> tuple[list[str], list[str]]:
        """Return further files that answers are made of, and those that they are written to."""
        return [], []

    def explain(self, model: Any, asked: Asked, settings: Settings) -> Iterator[Explanation]:
        """Yield the explanations that were asked for."""
        explain = self._role("explanation").explain_asked
        return explain(model, asked, settings)  # type: ignore[no-any-return]

    def tour(self, put: Callable[[str, Sequence[str]], None]) -> Tour:
        """Return what ``demo`` shows; ``put`` writes lines into a file of the demo."""
        return self._role("demo").make_tour(put)  # type: ignore[no-any-return]

    def _role(self, name: str, *, is_needed: bool = True) -> Any:
        """Return a module of the task's room; in all rooms the same role has the same name."""
        module = f"{type(self).__module__.rpartition('.')[0]}.{name}"
        return import_module(module) if is_needed or find_spec(module) is not None else None


#: The rows, in the order in which they are shown: the room of each.
TASKS = {
    "classify": "linguine.tasks.text.row",
    "multilabel": "linguine.tasks.multilabel.row",
    "tag": "linguine.tasks.tagger.row",
    "parse": "linguine.tasks.parser.row",
    "bracket": "linguine.tasks.constituency.row",
    "cluster": "linguine.tasks.clusters.row",
    "tokenize": "linguine.tasks.tokenizer.row",
    "score": "linguine.tasks.scores.row",
}


def task_of(name: str) -> Task:
    """Return the row of a task."""
    row = import_module(TASKS[name]).ROW
    assert isinstance(row, Task)
    return row


def task_of_file(opened: LoadedModel) -> Task:
    """Return the row of a model file; what it holds is checked by whoever makes a model of it."""
    named, known = opened.setting("task", str), {row.in_files: row for row in tasks()}
    if named not in known:
        raise DataError(
            f"{opened.name}: the task of a model must be one of {', '.join(known)}; got "
            f"{named[:40]!r}. Use the program that saved it, or a later version of linguine."
        )
    return known[named]


def tasks() -> list[Task]:
    """Return all rows."""
    return [task_of(name) for name in TASKS]
