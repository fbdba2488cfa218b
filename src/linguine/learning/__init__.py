"""Learning: what is optimised (losses, penalties) and how (learners)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linguine.lazy import lazy_exports

if TYPE_CHECKING:
    from linguine.learning.chain_problem import ChainData as ChainData
    from linguine.learning.chain_problem import ChainProblem as ChainProblem
    from linguine.learning.chain_problem import ChainWeights as ChainWeights
    from linguine.learning.label_problem import LabelProblem as LabelProblem
    from linguine.learning.label_problem import LabelWeights as LabelWeights
    from linguine.learning.learners.batch import Batch as Batch
    from linguine.learning.learners.counts import Counts as Counts
    from linguine.learning.learners.dual import Dual as Dual
    from linguine.learning.learners.exact import Exact as Exact
    from linguine.learning.learners.frank_wolfe import FrankWolfe as FrankWolfe
    from linguine.learning.learners.online import Online as Online
    from linguine.learning.losses import Hinge as Hinge
    from linguine.learning.losses import JointLikelihood as JointLikelihood
    from linguine.learning.losses import Logistic as Logistic
    from linguine.learning.losses import Loss as Loss
    from linguine.learning.losses import PerceptronLoss as PerceptronLoss
    from linguine.learning.losses import SoftmaxMargin as SoftmaxMargin
    from linguine.learning.losses import Squared as Squared
    from linguine.learning.losses import SquaredHinge as SquaredHinge
    from linguine.learning.pairs import choose_learner as choose_learner
    from linguine.learning.problem import Fitted as Fitted
    from linguine.learning.problem import Learner as Learner
    from linguine.learning.problem import Problem as Problem
    from linguine.learning.regularizers import Intercept as Intercept
    from linguine.learning.regularizers import Penalty as Penalty
    from linguine.learning.score_losses import EpsilonInsensitive as EpsilonInsensitive
    from linguine.learning.score_losses import Huber as Huber
    from linguine.learning.score_losses import Ordinal as Ordinal
    from linguine.learning.score_losses import Poisson as Poisson
    from linguine.learning.score_losses import ScoreLoss as ScoreLoss
    from linguine.learning.score_problem import ScoreProblem as ScoreProblem
    from linguine.learning.structure_problem import GraphData as GraphData
    from linguine.learning.structure_problem import StructureProblem as StructureProblem
    from linguine.learning.tree_problem import TreeData as TreeData
    from linguine.learning.tree_problem import TreeProblem as TreeProblem
    from linguine.learning.tree_problem import TreeWeights as TreeWeights
else:
    __getattr__, __dir__, __all__ = lazy_exports(
        __name__,
        {
            ".chain_problem": ["ChainData", "ChainProblem", "ChainWeights"],
            ".label_problem": ["LabelProblem", "LabelWeights"],
            ".learners.batch": ["Batch"],
            ".learners.counts": ["Counts"],
            ".learners.dual": ["Dual"],
            ".learners.exact": ["Exact"],
            ".learners.frank_wolfe": ["FrankWolfe"],
            ".losses": [
                "Hinge",
                "JointLikelihood",
                "Logistic",
                "Loss",
                "PerceptronLoss",
                "SoftmaxMargin",
                "Squared",
                "SquaredHinge",
            ],
            ".learners.online": ["Online"],
            ".pairs": ["choose_learner"],
            ".problem": ["Fitted", "Learner", "Problem"],
            ".regularizers": ["Intercept", "Penalty"],
            ".score_losses": ["EpsilonInsensitive", "Huber", "Ordinal", "Poisson", "ScoreLoss"],
            ".score_problem": ["ScoreProblem"],
            ".structure_problem": ["GraphData", "StructureProblem"],
            ".tree_problem": ["TreeData", "TreeProblem", "TreeWeights"],
        },
    )
