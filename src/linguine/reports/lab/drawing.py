"""Drawing: the look of all figures, and how they become files; colours that all eyes tell apart.

The colours are those of Okabe and Ito, two of them darker so that they stand out from white, too;
lines also differ in their dashes, points in their shapes.
"""

from __future__ import annotations

import io
import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec

from linguine.errors import ParameterError
from linguine.extras import needed_by
from linguine.model.file.atomic_write import write_atomically
from linguine.reports.page_style import LIGHT

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = [
    "CLASSES",
    "COLORS",
    "DASHES",
    "ENDINGS",
    "INK",
    "PAPER",
    "QUIET",
    "SHAPES",
    "check_ending",
    "in_style",
    "make_figure",
    "save_figure",
    "to_bytes",
]

P = ParamSpec("P")
INK, QUIET, PAPER = LIGHT["ink"], LIGHT["quiet"], LIGHT["card"]
_BLUE, _RED, _GREEN = "#0072b2", "#d55e00", "#009e73"
_PINK, _AMBER, _SKY = "#cc79a7", "#b8860b", "#3a9bd0"
#: Of lines, in this order, each with a dash of its own.
COLORS = (_BLUE, _RED, _GREEN, _PINK, _AMBER, _SKY)
DASHES: tuple[Any, ...] = ("-", (0, (6, 2)), (0, (2, 1.5)), (0, (8, 2, 2, 2)), (0, (4, 4)), "-.")
#: Of the points of each class: the colour; the shape to learn from, and to test on.
CLASSES = (_BLUE, _RED, _GREEN, _PINK, _AMBER, _SKY)
SHAPES = ("s", "o")
#: What files of figures are called.
ENDINGS = (".png", ".svg", ".pdf")

_STYLE: dict[str, Any] = {
    "font.family": "DejaVu Sans", "font.size": 10, "axes.titlesize": 11,
    "axes.titlelocation": "left", "axes.labelsize": 10, "legend.fontsize": 9,
    "legend.frameon": False, "axes.spines.top": False, "axes.spines.right": False,
    "axes.edgecolor": QUIET, "axes.labelcolor": INK, "xtick.color": QUIET, "ytick.color": QUIET,
    "text.color": INK, "axes.titlecolor": INK, "figure.facecolor": PAPER, "axes.facecolor": PAPER,
    "lines.linewidth": 1.8, "svg.hashsalt": "linguine", "figure.dpi": 100, "savefig.dpi": 150,
    "axes.unicode_minus": True,
}  # fmt: skip


@contextmanager
def _style() -> Iterator[None]:
    """Draw as the laboratory does, whatever the user's own settings are, which come back."""
    with needed_by("The laboratory"):
        import matplotlib

    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        style: Any = _STYLE  # stubs list every name
        matplotlib.rcParams.update(style)
        yield


def in_style(function: Callable[P, Figure]) -> Callable[P, Figure]:
    """Let a function draw in the style; what is missing for it is named."""

    @wraps(function)
    def styled(*args: P.args, **options: P.kwargs) -> Figure:
        with _style():
            return function(*args, **options)

    return styled


def make_figure(
    width: float, height: float, *, columns: int = 1, rows: int = 1, **settings: Any
) -> tuple[Figure, list[Axes]]:
    """Return a figure that no window knows of, and its axes row by row; sizes are in inches."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    axes = figure.subplots(rows, columns, squeeze=False, **settings)
    return figure, list(axes.ravel())


def check_ending(path: str | os.PathLike[str]) -> None:
    """Raise ParameterError unless a path ends as files of figures do."""
    ending = os.path.splitext(os.fspath(path))[1].lower()
    if ending not in ENDINGS:
        raise ParameterError(
            f"A figure must be saved as {', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}; got "
            f"{os.fspath(path)!r}. Give the file one of these endings."
        )


def save_figure(figure: Figure, path: str | os.PathLike[str]) -> None:
    """Save a figure; the same figure makes the same bytes.

    Parameters
    ----------
    figure
        What a function of the laboratory has returned.
    path
        Where to; its ending says what: .png, .svg or .pdf.
    """
    check_ending(path)
    kind = os.path.splitext(os.fspath(path))[1][1:].lower()
    write_atomically(path, [to_bytes(figure, kind)])


def to_bytes(figure: Figure, kind: str) -> bytes:
    """Return a figure as the content of a file of a kind, ``"png"``, ``"svg"`` or ``"pdf"``."""
    # whatever says when, or by which version, it was made
    unsaid: dict[str, Sequence[str]] = {
        "png": ("Software",),
        "svg": ("Date", "Creator"),
        "pdf": ("CreationDate", "Creator", "Producer"),
    }
    made = io.BytesIO()
    with _style():
        figure.savefig(made, format=kind, metadata=dict.fromkeys(unsaid[kind]))
    return _without_loose_names(made.getvalue()) if kind == "svg" else made.getvalue()


def _without_loose_names(svg: bytes) -> bytes:
    """Return a drawing without the names of parts that nothing in it refers to, nor metadata.

    What is drawn several times has one name several times, which a document must not have.
    """
    text = re.sub(r" *<metadata>.*?</metadata>\n", "", svg.decode("utf-8"), flags=re.DOTALL)
    used = set(re.findall(r'(?:href="#|url\(#)([^")]+)', text))
    kept = re.sub(r' id="([^"]*)"', lambda m: m[0] if m[1] in used else "", text)
    return kept.encode("utf-8")
