"""Label trees of texts with several labels: those above one threshold, among those found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from linguine.data import LabelSets
from linguine.model.beam_calibration import fit_beam_sigmoid
from linguine.model.candidates import Candidates
from linguine.model.concurrency import Resources
from linguine.model.label_tree import LabelTree
from linguine.tasks.multilabel.algorithms import MULTILABEL_ALGORITHMS
from linguine.tasks.multilabel.model import MultilabelModel
from linguine.tasks.multilabel.settings import ThresholdChoice
from linguine.tasks.multilabel.thresholds import choose_thresholds
from linguine.tasks.text.fitting.held_out import HeldOut, Plan
from linguine.tasks.text.label_tree.model import Along
from linguine.tasks.text.label_tree.training import assemble, fit_tree
from linguine.tasks.text.settings import TextSettings

if TYPE_CHECKING:
    from linguine.tasks.text.training import TrainingData

__all__ = ["SetTreeModel", "train_set_tree"]


@dataclass(eq=False, kw_only=True)
class SetTreeModel(Along, MultilabelModel):
    """Several labels per text, found along a tree."""

    tree: LabelTree
    threshold: float = 0.0  # the score above which a text gets a label

    def decide(self, scores: Candidates) -> LabelSets:
        """Return the labels that each text gets."""
        is_given = scores.is_there & (scores.values > self.threshold)
        offsets = np.concatenate([[0], np.cumsum(is_given.sum(axis=1))])
        return LabelSets.of(offsets, scores.labels[is_given], self.n_labels)

    def ranking(self, scores: Candidates, probabilities: Candidates | None) -> Any:
        """Return the candidates as they are: probabilities have the order of scores."""
        return scores if probabilities is None else probabilities

    def decide_by(self, held_out: HeldOut, scores: Candidates, choice: ThresholdChoice) -> None:
        """Find probabilities and the threshold on texts that it has not learned from."""
        assert held_out.sets is not None
        gold = held_out.sets
        right = scores.hits(gold.rows, gold.codes)
        self.calibrator = fit_beam_sigmoid(scores, right, held_out.weights)
        choice = choice.for_all_labels()
        found = scores.is_there
        probabilities = self.calibrator.probabilities(scores)
        p = probabilities.values[found]
        each = np.broadcast_to(held_out.weights[:, None], found.shape)[found]
        # Labels that were not found are missed whatever the threshold.
        missed = gold.sizes - right.sum(axis=1)
        no_p, lost = np.zeros(int(missed.sum())), np.repeat(held_out.weights, missed)
        limit = choose_thresholds(
            np.concatenate([p, no_p])[:, None],
            np.concatenate([right[found], no_p == 0])[:, None],
            np.concatenate([each, lost]),
            choice,
        )
        self.threshold = self.calibrator.score_at(float(limit[0]))
        self.info["threshold"] = str(choice)
        from linguine.tasks.multilabel.training import estimate_sets

        self.info |= estimate_sets(self, scores, gold, probabilities)


def train_set_tree(
    settings: TextSettings, data: TrainingData, use: Resources, plan: Plan | None
) -> SetTreeModel:
    """Learn a model of several labels per text."""
    from linguine.tasks.multilabel.training import describe_sets

    choice = ThresholdChoice.of(settings.threshold, settings.precision)
    if settings.threshold == "f1":
        settings.refuse(
            "'f1' chooses a threshold for each label, and of thousands most are too rare for one. "
            "Use 'common' or a probability.",
            "threshold",
        )
    trained = fit_tree(settings, data, use, plan, MULTILABEL_ALGORITHMS)
    model = assemble(SetTreeModel, settings, data, trained, is_table=data.sets_given_as_table)
    model.info |= describe_sets(data)
    if trained.held_out is None or trained.found is None:
        model.info["threshold"] = "0 of the scores"
    else:
        model.decide_by(trained.held_out, trained.found, choice)
        model.info["calibration"] = f"{model.calibrator.kind} on {plan}"
    return model
