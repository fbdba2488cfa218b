"""Fitting texts in parts: what is learned from a stream, learned by many workers."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.data import Examples
from linguine.data.reading.files import Files
from linguine.features import Weighting
from linguine.features.text.counted import CountedRows
from linguine.features.weighting import WeighedAs
from linguine.learning import Fitted, LabelProblem, LabelWeights
from linguine.model.composition import Composition
from linguine.model.concurrency import Resources
from linguine.model.engines.engine import Engine, Handle
from linguine.model.prediction import finite_bias, score_rows
from linguine.tasks.parted.learning import InParts, PartedFit
from linguine.tasks.text.model import TextModel
from linguine.tasks.text.parted.texts import Chosen, PartedTexts, Rows, read_parts
from linguine.tasks.text.settings import TextSettings
from linguine.tasks.text.streaming.fitting import Training, streamed_recipe
from linguine.tasks.text.streaming.learning import SomeTexts

__all__ = ["train_parted_model"]


@dataclass(frozen=True, eq=False)
class Frame:
    """What all parts are told before they can state their problems."""

    composition: Composition
    how: WeighedAs | None
    weighting: Weighting
    n_features: int
    n_labels: int
    seed: int

    def problem(self, counts: CountedRows, examples: Examples) -> LabelProblem:
        """Return the problem of some rows."""
        sites = counts.weighed(self.how, self.weighting, self.n_features, 1, in_place=True)
        _, problem = self.composition.compose(
            sites, examples, self.n_labels, n_threads=1, seed=self.seed, report=None
        )
        return problem


@dataclass(frozen=True, eq=False)
class TextPart:
    """Some rows of a worker, some of which are learned from."""

    frame: Frame
    rows: Rows
    chosen: Chosen

    def __sizeof__(self) -> int:
        """Return how much it will be: weighed rows besides the packed ones, another value's."""
        return self.chosen.bits.nbytes + 8 * sum(each.n_entries for each in self.rows.cache.blocks)

    def __getstate__(self) -> dict[str, Any]:
        """Leave the weighed rows behind: they can be made again."""
        return {name: value for name, value in vars(self).items() if name != "_problem"}

    def problem(self) -> LabelProblem:
        """Return the problem of the part, which stays in memory for the next pass."""
        return self._problem

    @cached_property
    def _problem(self) -> LabelProblem:
        return self.frame.problem(self.counts, self.chosen.examples(self.rows.gold))

    @property
    def counts(self) -> CountedRows:
        """The rows, not weighted yet."""
        cache = self.rows.cache
        return cache.read(range(len(cache.blocks)), self.rows.ids, 1)


def _make_part(rows: Rows, chosen: Chosen, frame: Frame) -> TextPart:
    return TextPart(frame, rows, chosen)


def _scores(part: TextPart, weights: NDArray[Any], bias: NDArray[Any]) -> NDArray[np.float32]:
    problem = part.problem()
    table = score_rows(problem.sites, weights, bias, problem.n_labels, 1)
    return table[problem.data.rows]


class TextParts(SomeTexts[PartedTexts]):
    """Texts whose rows workers hold."""

    def fit(self) -> Fitted[LabelWeights]:
        """Find theta."""
        data = InParts(self.texts.engine, self._parts(self.examples), self)
        return PartedFit(self.learner, data, self.use, self.judge).run()

    def scores(self, fitted: Fitted[LabelWeights], examples: Examples) -> NDArray[np.float32]:
        """Return the scores of examples : (n_examples, n_columns)."""
        engine = self.texts.engine
        told = [fitted.weights, finite_bias(fitted.bias)]
        shared = [engine.share("weights", each) for each in told]
        found = engine.map("score", _scores, [self._parts(examples)], shared)
        return np.concatenate(engine.gather(found))

    @property
    def frame(self) -> Frame:
        """What all parts are told."""
        extractor = self.texts.extractor
        told = extractor.weighting, extractor.n_features, self.n_labels, self.use.seed
        return Frame(self.composition, self.how, *told)

    def _parts(self, examples: Examples) -> list[Handle]:
        engine, chosen = self.texts.engine, self.texts.cut(examples)
        frame = engine.share("frame", self.frame)
        return engine.map("choose", _make_part, [self.texts.parts, chosen], [frame])

    def shape(self) -> LabelProblem:
        """Return the problem of no text."""
        none = np.zeros(0, np.int64)
        counts = CountedRows(np.zeros(1, np.int64), np.zeros(0, np.int32), np.zeros(0, np.float32))
        return self.frame.problem(counts, Examples(none, none.astype(np.int32), np.zeros(0)))


class _PartedTraining(Training[PartedTexts]):
    def blocks(self, examples: Examples, how: Any, *, is_last: bool = False) -> TextParts:
        return TextParts(self.recipe.composition, self.texts, how, examples, self.use)


def train_parted_model(
    settings: TextSettings, files: Files, use: Resources, engine: Engine, read_dev: Any = None
) -> TextModel:
    """Learn a model from files whose parts the workers of an engine read and keep.

    ``read_dev`` gives texts with the labels of a model, which tell online learners when to stop.
    """
    recipe = streamed_recipe(settings)
    extractor = settings.extractor(recipe.weighting)
    told = dataclasses.replace(settings, n_threads=1)
    texts = read_parts(told, files, extractor, engine, use)
    return _PartedTraining(settings, files, recipe, texts, use, read_dev).run()
