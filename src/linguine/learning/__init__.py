"""Learning: what is optimised (losses, penalties) and how (learners)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linguine.lazy import lazy_exports

if TYPE_CHECKING:
    from linguine.learning.chain_problem import ChainData, ChainProblem, ChainWeights
    from linguine.learning.label_problem import LabelProblem, LabelWeights
    from linguine.learning.learners.batch import Batch
    from linguine.learning.learners.counts import Counts
    from linguine.learning.learners.dual import Dual
    from linguine.learning.learners.exact import Exact
    from linguine.learning.learners.frank_wolfe import FrankWolfe
    from linguine.learning.learners.online import Online
    from linguine.learning.losses import (
        Hinge,
        JointLikelihood,
        Logistic,
        Loss,
        PerceptronLoss,
        SoftmaxMargin,
        Squared,
        SquaredHinge,
    )
    from linguine.learning.pairs import choose_learner
    from linguine.learning.problem import Fitted, Learner, Problem
    from linguine.learning.regularizers import Intercept, Penalty
    from linguine.learning.structure_problem import StructureProblem
    from linguine.learning.tree_problem import TreeData, TreeProblem, TreeWeights
else:
    __getattr__, __dir__ = lazy_exports(
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
            ".structure_problem": ["StructureProblem"],
            ".tree_problem": ["TreeData", "TreeProblem", "TreeWeights"],
        },
    )

__all__ = [
    "Batch",
    "ChainData",
    "ChainProblem",
    "ChainWeights",
    "Counts",
    "Dual",
    "Exact",
    "Fitted",
    "FrankWolfe",
    "Hinge",
    "Intercept",
    "JointLikelihood",
    "LabelProblem",
    "LabelWeights",
    "Learner",
    "Logistic",
    "Loss",
    "Online",
    "Penalty",
    "PerceptronLoss",
    "Problem",
    "SoftmaxMargin",
    "Squared",
    "SquaredHinge",
    "StructureProblem",
    "TreeData",
    "TreeProblem",
    "TreeWeights",
    "choose_learner",
]
