"""The gallery: all figures on one page that needs no other file, in light and dark schemes."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from html import escape

from linguine.errors import DataError
from linguine.model.file.atomic_write import write_atomically
from linguine.model.file.output import check_output
from linguine.reports.html import make_page
from linguine.reports.lab.drawing import INK, PAPER, QUIET, to_bytes
from linguine.reports.lab.table import FIGURES, Experiment

__all__ = ["render_gallery", "write_gallery"]

#: Ink and paper follow the scheme of the page.
_VARIABLES = {INK: "var(--ink)", QUIET: "var(--quiet)", PAPER: "var(--card)"}
_STYLE = """\
.card h2 { margin-bottom: .4rem; }
.card p { margin: 0 0 .6rem; }
.figure { overflow-x: auto; }
.figure svg { display: block; width: 100%; height: auto; min-width: 34rem; }
.source { color: var(--quiet); font-size: .88rem; }
main { max-width: 72rem; }
nav ul { display: flex; flex-wrap: wrap; gap: .3rem 1.1rem; list-style: none; padding: 0; }
nav a { color: rgb(var(--for-line)); }
"""


def write_gallery(
    folder: str | os.PathLike[str],
    *,
    seed: int = 0,
    progress: Callable[[str], object] | None = None,
) -> str:
    """Draw all figures and write a page of them; return its path.

    Parameters
    ----------
    folder
        Where to; it is made if it is not there.
    seed
        Of every figure; the same seed writes the same page.
    progress
        Called with the name of each figure before it is drawn.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:  # doctest: +SKIP
    ...     os.path.getsize(write_gallery(folder)) < 4_000_000
    True
    """
    path = os.path.join(os.fspath(folder), "index.html")
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise DataError(
            f"{os.fspath(folder)}: the gallery needs a folder to write to; got "
            f"'{error.strerror}'. Give another name."
        ) from None
    check_output(path)  # before the work
    page = render_gallery(seed=seed, progress=progress)
    write_atomically(path, [page.encode("utf-8")])
    return path


def render_gallery(*, seed: int = 0, progress: Callable[[str], object] | None = None) -> str:
    """Return the page."""
    names = FIGURES.names
    links = "".join(f'<li><a href="#{name}">{escape(name)}</a></li>' for name in names)
    cards = []
    for name in names:
        if progress is not None:
            progress(name)
        cards.append(_card(FIGURES.get(name), seed))
    told = (
        '<p class="legend">Every figure is made by linguine\'s own estimators on data that are '
        f"drawn from seed {seed}. The line below each draws it again.</p>"
    )
    nav = f'<nav aria-label="figures"><ul>{links}</ul></nav>'
    return make_page("The laboratory", "\n".join([told, nav, *cards]), style=_STYLE)


def _card(experiment: Experiment, seed: int) -> str:
    name = experiment.name
    drawing = _inline(to_bytes(experiment.draw(seed=seed), "svg").decode("utf-8"), experiment)
    asked = f" --seed {seed}" if seed else ""
    return (
        f'<article class="card" id="{name}"><h2>{escape(name)}</h2>'
        f"<p>{escape(experiment.about)}</p>"
        f'<div class="figure" tabindex="0" role="group" aria-label="figure {name}">{drawing}</div>'
        f'<p class="source">{escape(experiment.source)} &#183; '
        f"<code>linguine lab {name}{asked} -o {name}.svg</code></p></article>"
    )


def _inline(svg: str, experiment: Experiment) -> str:
    """Return a drawing as a part of a page: names of its own, and colours of the page."""
    drawing = svg[svg.index("<svg") :]
    # two drawings may call different parts by one name
    own = f"{experiment.name}-"
    drawing = re.sub(r'\bid="', f'id="{own}', drawing)
    drawing = re.sub(r'(href="#|url\(#)', rf"\g<1>{own}", drawing)
    for color, variable in _VARIABLES.items():
        drawing = drawing.replace(color, variable)
    title = f'role="img" aria-label="{escape(experiment.about)}" '
    return drawing.replace("<svg ", f"<svg {title}", 1)
