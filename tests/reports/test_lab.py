"""The laboratory: every figure shows what it promises, and the same seed draws it again."""

from __future__ import annotations

import inspect
import math
import re
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any
from xml.dom.minidom import parseString

import numpy as np
import pytest

from linguine import lab
from linguine.errors import DataError, ParameterError
from linguine.reports.lab.drawing import to_bytes
from linguine.reports.lab.options import OPTIONS
from linguine.reports.lab.points import CLOUDS, MEANS
from linguine.reports.lab.table import FIGURES, Experiment

#: Options that make a figure fast; what it shows stays.
SMALL: dict[str, dict[str, Any]] = {
    "boundaries": {"sizes": (60, 60)},
    "perceptron-path": {"sizes": (40, 10)},
    "regularisation": {"repeats": 3, "sizes": (60, 200)},
    "convergence": {"sizes": (60, 30)},
    "data-size": {"repeats": 1},
    "variance": {"repeats": 1},
    "imbalance": {"repeats": 1},
    "kernels": {"sizes": (40, 40)},
}


def line(axes: Any, name: str) -> np.ndarray[Any, Any]:
    """The data of a line by its name : (n, 2)."""
    (found,) = [each for each in axes.lines if each.get_gid() == name]
    return np.column_stack([np.asarray(each, np.float64) for each in found.get_data()])


@pytest.mark.parametrize("name", FIGURES.names)
def test_every_figure_has_axes_with_names_and_a_title(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        figure = lab.draw(name, **SMALL.get(name, {}))
    for axes in figure.axes:
        assert axes.get_ylabel() or name == "kernels"
        if axes.get_label() != "<colorbar>":
            assert axes.get_title(loc="left")
            assert axes.lines
    assert any(axes.get_xlabel() for axes in figure.axes)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("perceptron-path", "png"),
        ("perceptron-path", "svg"),
        ("perceptron-path", "pdf"),
        ("kernels", "svg"),
    ],
)
def test_the_same_seed_draws_the_same_bytes_and_another_seed_others(name: str, kind: str) -> None:
    first, again, other = (
        to_bytes(lab.draw(name, seed=seed, **SMALL[name]), kind) for seed in (0, 0, 1)
    )
    assert first == again
    assert first != other


@pytest.mark.parametrize("name", FIGURES.names)
def test_a_row_names_the_options_of_its_function(name: str) -> None:
    row = FIGURES.get(name)
    assert set(inspect.signature(row.function).parameters) == {"seed", *row.options}
    assert set(row.options) <= set(OPTIONS)


def test_a_users_own_settings_are_left_alone_and_change_nothing() -> None:
    import matplotlib

    plain = to_bytes(lab.losses(), "svg")
    with matplotlib.rc_context({"font.size": 30.0, "lines.linewidth": 9.0}):
        assert to_bytes(lab.losses(), "svg") == plain
        assert matplotlib.rcParams["font.size"] == 30.0


# --- boundaries ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("balance", "variance"), [(0.5, 1.0), (0.2, 1.0), (0.7, 2.0)])
def test_the_best_boundary_is_where_the_formula_says(balance: float, variance: float) -> None:
    """Exercise 1.3 of [LxMLS]: w = (m2 - m1) / v, b = log p2/p1 - (|m2|^2 - |m1|^2) / 2v."""
    means = ((-1.0, 0.0), (2.0, 1.0))
    figure = lab.boundaries(means=means, variances=(variance, variance), balance=balance)
    ends = line(figure.axes[0], "best")
    w = (np.array(means[1]) - np.array(means[0])) / variance
    b = math.log(balance / (1 - balance)) - (5.0 - 1.0) / (2 * variance)
    assert ends.shape == (2, 2)
    assert np.abs(ends @ w + b).max() < 1e-9


def test_the_best_boundary_of_unequal_variances_is_a_curve_of_equal_densities() -> None:
    variances = (0.5, 2.0)
    figure = lab.boundaries(variances=variances, sizes=(50, 50))
    curve = line(figure.axes[0], "best")
    curve = curve[~np.isnan(curve[:, 0])]
    assert len(curve) > 20
    densities = [
        np.exp(-((curve - mean) ** 2).sum(axis=1) / (2 * v)) / v
        for mean, v in zip(MEANS, variances, strict=True)
    ]
    assert np.abs(np.log(densities[0] / densities[1])).max() < 0.02  # of a grid of 200 steps


def test_naive_bayes_comes_near_the_best_boundary_and_nobody_beats_it_by_much() -> None:
    figure = lab.boundaries(sizes=(4000, 4000))
    rows = [text.get_text() for text in figure.legends[0].get_texts()]
    rates = {row.split("  ")[0]: float(row.split("/")[1].strip(" %")) for row in rows if "/" in row}
    assert len(rates) == 7
    expected = 50 * (1 + math.erf(math.sqrt(8) / 2 / math.sqrt(2)))  # of equal variances 1
    assert rates["the best there is"] == pytest.approx(expected, abs=1.2)  # three sigma
    for name, rate in rates.items():
        assert rate == pytest.approx(rates["the best there is"], abs=0.5), name


def test_a_boundary_outside_the_picture_has_a_name_and_no_line() -> None:
    figure = lab.boundaries(means=((0.0, 0.0), (0.1, 0.0)), balance=0.01, variances=(0.01, 0.01))
    assert len(line(figure.axes[0], "best")) == 0


# --- the others ----------------------------------------------------------------------------------


def test_the_path_stops_after_every_few_updates_and_its_mean_moves_less() -> None:
    axes = lab.perceptron_path(every=4, sizes=(100, 10)).axes
    weights, mean = line(axes[1], "weight $w_1$"), line(axes[1], "mean $w_1$")
    assert (weights[:, 0] == 4 * np.arange(1, len(weights) + 1)).all()
    half = len(weights) // 2
    assert np.abs(np.diff(mean[half:, 1])).mean() < 0.2 * np.abs(np.diff(weights[half:, 1])).mean()
    stops = [each for each in axes[0].lines if each.get_gid() == "stop"]
    assert len(stops) == len(weights)


def test_the_path_is_that_of_the_textbook_perceptron() -> None:
    """A mistake on x adds x with the sign of its class; 002's algorithm 2 without its mean."""
    from linguine.reports.lab.perceptron_path import walk

    data = lab.make_clouds("perceptron-path", MEANS, (1.0, 1.0), sizes=(30, 2))
    path = walk(data, every=1, seed=0)
    generator, theta, found = np.random.default_rng(0), np.zeros(3), []
    for _ in range(8):
        for i in generator.permutation(30):
            x, sign = np.append(data.X[i], 1.0), 2.0 * data.y[i] - 3.0
            # equal scores go to the first class
            if (theta @ x > 0) != (sign > 0):
                theta = theta + sign * x
                found.append(theta)
    scale = path.weights[0] / found[0]  # of two labels theta_2 - theta_1 moves by one x or by two
    assert np.ptp(scale) < 1e-6
    assert np.allclose(path.weights, scale[0] * np.array(found), atol=1e-5)


def test_training_error_is_below_test_error_at_small_lambda_and_the_best_is_between() -> None:
    for axes in lab.regularisation(repeats=5).axes:
        training, test = line(axes, "training"), line(axes, "test")
        assert training[0, 1] < 0.5 * test[0, 1]
        best = int(test[:, 1].argmin())
        assert 0 < best < len(test) - 1
        assert test[best, 1] < 0.95 * min(test[0, 1], test[-1, 1])
        assert training[-1, 1] > training[0, 1]
    squared = line(lab.regularisation(repeats=2).axes[0], "training")
    assert (np.diff(squared[:, 1]) >= -1e-9).all()  # the error that is minimised only rises


def test_losses_are_their_formulas() -> None:
    axes = lab.losses().axes[0]
    m = line(axes, "hinge")[:, 0]
    wanted = {
        "perceptron": np.maximum(0, -m),
        "hinge": np.maximum(0, 1 - m),
        "logistic": np.log1p(np.exp(-m)),
        "squared-hinge": np.maximum(0, 1 - m) ** 2,
        "squared": (1 - m) ** 2 / 2,
    }
    for name, values in wanted.items():
        assert np.allclose(line(axes, name)[:, 1], values, atol=1e-6), name


def test_the_widest_margin_is_as_far_from_both_classes_and_wider_than_others() -> None:
    axes = lab.margins().axes[0]
    points = {1: axes.collections[0].get_offsets(), 2: axes.collections[1].get_offsets()}

    def reach(ends: np.ndarray[Any, Any]) -> dict[int, float]:
        way = ends[1] - ends[0]
        normal = np.array([-way[1], way[0]]) / np.linalg.norm(way)
        along = {k: (np.asarray(X) - ends[0]) @ normal for k, X in points.items()}
        sign = 1.0 if along[2].mean() > 0 else -1.0
        return {1: float(-(sign * along[1]).max()), 2: float((sign * along[2]).min())}

    widest = reach(line(axes, "widest"))
    assert widest[1] == pytest.approx(widest[2], rel=1e-3)  # the tolerance of the solver
    others = [each for each in axes.lines if each.get_gid() == "other"]
    assert len(others) == 8
    for each in others:
        found = min(reach(np.column_stack(each.get_data())).values())
        assert 0 < found < widest[1]
    (rings,) = [each for each in axes.collections if each.get_gid() == "support vectors"]
    for label, X in points.items():
        held = [p for p in np.asarray(rings.get_offsets()) if (np.asarray(X) == p).all(1).any()]
        assert held, f"class {label} has no support vector"


def test_em_finds_the_means_that_points_were_drawn_from_and_no_step_lowers_the_likelihood() -> None:
    figure = lab.mixture(sizes=(2000, 500))
    found = [each for each in figure.axes[0].lines if each.get_gid() == "found"]
    centres = sorted(
        [np.column_stack(each.get_data())[:-1].mean(axis=0).tolist() for each in found]
    )
    assert np.abs(np.array(centres) - [[-2.0, -1.0], [2.0, 1.0]]).max() < 0.12
    rises = line(figure.axes[1], "training")
    assert (np.diff(rises[:, 1]) >= -1e-9).all()
    assert len(lab.mixture(means=CLOUDS, variances=(0.5,)).axes[0].lines) == 9


def test_lbfgs_arrives_and_averaged_sgd_is_ahead_after_the_first_pass() -> None:
    axes = lab.convergence(sizes=(400, 100)).axes[0]
    lbfgs, sgd = line(axes, "lbfgs")[:, 1], line(axes, "sgd, averaged")[:, 1]
    assert sgd[0] < lbfgs[0]
    assert lbfgs[-1] < 1e-8 < sgd[-1]
    assert (np.diff(line(axes, "gradient-descent")[:, 1]) <= 0).all()


def test_more_data_bring_all_learners_near_the_best() -> None:
    axes = lab.data_size(repeats=3).axes[0]
    best = line(axes, "the best there is")
    for name in ("naive-bayes", "perceptron", "mira", "logistic", "svm", "ridge"):
        rate = line(axes, name)
        assert rate[-1, 1] == pytest.approx(best[-1, 1], abs=0.7)
        assert rate[-1, 1] > rate[0, 1]


def test_wider_classes_are_as_hard_as_the_normal_distribution_says() -> None:
    best = line(lab.variance(repeats=4).axes[0], "the best there is")
    wanted = [50 * (1 + math.erf(math.sqrt(8 / v) / 2 / math.sqrt(2))) for v in best[:, 0]]
    assert np.abs(best[:, 1] - wanted).max() < 2.5  # three sigma of 4,000 points


def test_a_rare_class_is_lost_while_accuracy_rises() -> None:
    accuracy, recall = lab.imbalance(repeats=3).axes
    for name in ("logistic", "svm", "ridge"):
        assert np.diff(line(accuracy, name)[:, 1])[0] > 0
        assert line(recall, name)[-1, 1] < line(recall, name)[0, 1] - 20


def test_boundaries_of_three_classes_meet_in_one_point() -> None:
    axes = lab.one_versus_all().axes[0]
    pieces = [line(axes, f"classes {a} and {b}") for a, b in ((1, 2), (1, 3), (2, 3))]
    ends = np.vstack(pieces)
    gaps = np.linalg.norm(ends[:, None] - ends[None], axis=2)
    assert (np.sort(gaps, axis=1)[:, 2] < 1e-6).sum() == 3  # one end of each line


def test_kernels_do_what_lines_cannot() -> None:
    axes = lab.kernels().axes
    right = [float(re.findall(r"([\d.]+) % right", each.get_title(loc="left"))[0]) for each in axes]
    assert max(right[0], right[4]) < 90
    assert min(right[2], right[3], right[6], right[7]) > 94


# --- what is asked wrongly -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "options", "told"),
    [
        ("boundaries", {"balance": 1.5}, "boundaries: balance must be a number > 0 and < 1"),
        ("boundaries", {"means": ((0, 0),)}, "must be two points of two coordinates"),
        ("boundaries", {"means": "here"}, "must be two points of two coordinates"),
        ("mixture", {"means": 3}, "must be two to six points of two coordinates"),
        ("boundaries", {"variances": (1, 2, 3)}, "one number for all 2 classes"),
        ("boundaries", {"variances": (1, -2)}, "variances must be a number > 0"),
        ("boundaries", {"sizes": (100,)}, "must be two numbers"),
        ("boundaries", {"sizes": (1, 100)}, "sizes must be an integer >= 2"),
        ("boundaries", {"seed": -1}, "seed must be an integer >= 0"),
        ("perceptron-path", {"every": 0}, "every must be an integer >= 1"),
        ("data-size", {"repeats": 0}, "repeats must be an integer >= 1"),
        ("one-versus-all", {"means": MEANS}, "must be three to six points"),
        ("losses", {"means": MEANS}, "has no 'means'. It has seed."),
        ("regularisation", {"repeat": 3}, "Did you mean 'repeats'?"),
        ("margin", {}, "Did you mean 'margins'?"),
    ],
)
def test_a_wrong_option_is_told_in_words(name: str, options: dict[str, Any], told: str) -> None:
    with pytest.raises(ParameterError, match=re.escape(told)):
        lab.draw(name, **options)


def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ParameterError, match=r"must be saved as \.png, \.svg or \.pdf"):
        lab.save_figure(lab.losses(), tmp_path / "losses.gif")


def test_the_laboratory_is_named_without_matplotlib_and_says_what_to_install() -> None:
    script = """
import sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] == "matplotlib":
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Missing())
from linguine.lab import *
try:
    losses()
except ImportError as error:
    print(error)
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout == (
        "The laboratory needs matplotlib; it is not installed here. Install it: "
        "pip install 'linguine[report]'.\n"
    )


# --- the gallery ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    seen: list[str] = []
    draw = Experiment.draw
    with pytest.MonkeyPatch.context() as patch:
        small = SMALL | {"convergence": {"sizes": (30, 20)}}
        patch.setattr(
            Experiment, "draw", lambda row, **told: draw(row, **small.get(row.name, {}), **told)
        )
        path = lab.write_gallery(tmp_path_factory.mktemp("gallery") / "new", progress=seen.append)
    assert tuple(seen) == FIGURES.names
    return Path(path).read_text("utf-8")


def test_the_gallery_has_every_figure_as_a_drawing_and_needs_no_other_file(page: str) -> None:
    drawings = re.findall(r"<svg.*?</svg>", page, flags=re.DOTALL)
    assert len(drawings) == len(FIGURES.names)
    for drawing in drawings:
        parseString(drawing)
        assert 'role="img" aria-label="' in drawing
    assert not re.search(r"<script|<image|<img|<link|@import", page)
    assert not re.search(r'(?:src|href)="(?!#|http://www\.w3\.org/)', page)
    assert len(page) < 4_000_000


def test_names_within_the_gallery_are_unique_and_lead_somewhere(page: str) -> None:
    names = re.findall(r'\bid="([^"]+)"', page)
    assert len(names) == len(set(names))
    assert set(re.findall(r'(?:url\(#|href="#)([^")]+)', page)) <= set(names)


def test_the_gallery_follows_the_scheme_of_the_reader(page: str) -> None:
    drawings = "".join(re.findall(r"<svg.*?</svg>", page, flags=re.DOTALL))
    assert "var(--ink)" in drawings
    assert "var(--card)" in drawings
    assert not re.search(r"#(?:1d2126|ffffff|000000)\b", drawings)
    assert "prefers-color-scheme: dark" in page


def test_a_gallery_needs_a_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(DataError, match="the gallery needs a folder to write to"):
        lab.write_gallery(tmp_path / "file")
