"""Reports: metrics, significance, comparison, explanations and trees as text and as HTML."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linguine.lazy import lazy_exports

if TYPE_CHECKING:
    from linguine.reports.comparison import Comparison
    from linguine.reports.constituents.drawing import draw_constituents_svg, render_constituents
    from linguine.reports.constituents.metrics import evaluate_constituents
    from linguine.reports.constituents.picture import ConstituentPicture
    from linguine.reports.constituents.terminal import draw_constituents_text
    from linguine.reports.evaluation import Evaluation
    from linguine.reports.explanation import Contribution, Explanation, Segment
    from linguine.reports.html import render_explanations, render_model
    from linguine.reports.significance import paired_p_value, wilson_interval
    from linguine.reports.terminal import has_color, render_explanation, render_top_features
    from linguine.reports.text.evaluation import LabelEvaluation
    from linguine.reports.text.metrics import evaluate, evaluate_labels
    from linguine.reports.trees.drawing import draw_svg, render_trees
    from linguine.reports.trees.picture import TreePicture
    from linguine.reports.trees.terminal import draw_text
else:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            ".comparison": ["Comparison"],
            ".constituents.drawing": ["draw_constituents_svg", "render_constituents"],
            ".constituents.metrics": ["evaluate_constituents"],
            ".constituents.picture": ["ConstituentPicture"],
            ".constituents.terminal": ["draw_constituents_text"],
            ".evaluation": ["Evaluation"],
            ".text.evaluation": ["LabelEvaluation"],
            ".explanation": ["Contribution", "Explanation", "Segment"],
            ".html": ["render_explanations", "render_model"],
            ".text.metrics": ["evaluate", "evaluate_labels"],
            ".significance": ["paired_p_value", "wilson_interval"],
            ".terminal": ["has_color", "render_explanation", "render_top_features"],
            ".trees.drawing": ["draw_svg", "render_trees"],
            ".trees.picture": ["TreePicture"],
            ".trees.terminal": ["draw_text"],
        },
    )

__all__ = [
    "Comparison",
    "ConstituentPicture",
    "Contribution",
    "Evaluation",
    "Explanation",
    "LabelEvaluation",
    "Segment",
    "TreePicture",
    "draw_constituents_svg",
    "draw_constituents_text",
    "draw_svg",
    "draw_text",
    "evaluate",
    "evaluate_constituents",
    "evaluate_labels",
    "has_color",
    "paired_p_value",
    "render_constituents",
    "render_explanation",
    "render_explanations",
    "render_model",
    "render_top_features",
    "render_trees",
    "wilson_interval",
]
