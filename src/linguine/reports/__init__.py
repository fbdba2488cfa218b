"""Reports: metrics, significance, comparison, explanations and trees as text and as HTML."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linguine.lazy import lazy_exports

if TYPE_CHECKING:
    from linguine.reports.comparison import Comparison as Comparison
    from linguine.reports.constituents.drawing import draw_constituents_svg as draw_constituents_svg
    from linguine.reports.constituents.drawing import render_constituents as render_constituents
    from linguine.reports.constituents.metrics import evaluate_constituents as evaluate_constituents
    from linguine.reports.constituents.picture import ConstituentPicture as ConstituentPicture
    from linguine.reports.constituents.terminal import (
        draw_constituents_text as draw_constituents_text,
    )
    from linguine.reports.evaluation import Evaluation as Evaluation
    from linguine.reports.explanation import Contribution as Contribution
    from linguine.reports.explanation import Explanation as Explanation
    from linguine.reports.explanation import Segment as Segment
    from linguine.reports.html_cards import render_explanations as render_explanations
    from linguine.reports.html_cards import render_model as render_model
    from linguine.reports.judging.growing import learning_curve as learning_curve
    from linguine.reports.judging.slices import slice_by as slice_by
    from linguine.reports.scores.evaluation import ScoreEvaluation as ScoreEvaluation
    from linguine.reports.scores.metrics import evaluate_scores as evaluate_scores
    from linguine.reports.significance import paired_p_value as paired_p_value
    from linguine.reports.significance import wilson_interval as wilson_interval
    from linguine.reports.terminal import has_color as has_color
    from linguine.reports.terminal import render_explanation as render_explanation
    from linguine.reports.terminal import render_top_features as render_top_features
    from linguine.reports.text.evaluation import LabelEvaluation as LabelEvaluation
    from linguine.reports.text.metrics import evaluate as evaluate
    from linguine.reports.text.metrics import evaluate_labels as evaluate_labels
    from linguine.reports.trees.drawing import draw_svg as draw_svg
    from linguine.reports.trees.drawing import render_trees as render_trees
    from linguine.reports.trees.picture import TreePicture as TreePicture
    from linguine.reports.trees.terminal import draw_text as draw_text
else:
    __getattr__, __dir__, __all__ = lazy_exports(
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
            ".html_cards": ["render_explanations", "render_model"],
            ".judging.growing": ["learning_curve"],
            ".judging.slices": ["slice_by"],
            ".text.metrics": ["evaluate", "evaluate_labels"],
            ".scores.evaluation": ["ScoreEvaluation"],
            ".scores.metrics": ["evaluate_scores"],
            ".significance": ["paired_p_value", "wilson_interval"],
            ".terminal": ["has_color", "render_explanation", "render_top_features"],
            ".trees.drawing": ["draw_svg", "render_trees"],
            ".trees.picture": ["TreePicture"],
            ".trees.terminal": ["draw_text"],
        },
    )
