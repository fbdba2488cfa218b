"""The laboratory: figures that show how linear models learn, drawn by linguine's own estimators.

Every function returns a figure of matplotlib, which ``pip install 'linguine[report]'`` installs;
the same seed draws the same figure. ``linguine lab`` is the same on the command line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from linguine.lazy import lazy_exports

if TYPE_CHECKING:
    from linguine.reports.lab.boundaries import boundaries as boundaries
    from linguine.reports.lab.convergence import convergence as convergence
    from linguine.reports.lab.data_size import data_size as data_size
    from linguine.reports.lab.drawing import save_figure as save_figure
    from linguine.reports.lab.gallery import write_gallery as write_gallery
    from linguine.reports.lab.imbalance import imbalance as imbalance
    from linguine.reports.lab.kernels import kernels as kernels
    from linguine.reports.lab.losses import losses as losses
    from linguine.reports.lab.margins import margins as margins
    from linguine.reports.lab.mixture import mixture as mixture
    from linguine.reports.lab.one_versus_all import one_versus_all as one_versus_all
    from linguine.reports.lab.perceptron_path import perceptron_path as perceptron_path
    from linguine.reports.lab.points import Clouds as Clouds
    from linguine.reports.lab.points import make_clouds as make_clouds
    from linguine.reports.lab.regularisation import regularisation as regularisation
    from linguine.reports.lab.table import FIGURES as FIGURES
    from linguine.reports.lab.table import draw as draw
    from linguine.reports.lab.variance import variance as variance
else:
    __getattr__, __dir__, __all__ = lazy_exports(
        __name__,
        {
            "linguine.reports.lab.boundaries": ["boundaries"],
            "linguine.reports.lab.convergence": ["convergence"],
            "linguine.reports.lab.data_size": ["data_size"],
            "linguine.reports.lab.drawing": ["save_figure"],
            "linguine.reports.lab.gallery": ["write_gallery"],
            "linguine.reports.lab.imbalance": ["imbalance"],
            "linguine.reports.lab.kernels": ["kernels"],
            "linguine.reports.lab.losses": ["losses"],
            "linguine.reports.lab.margins": ["margins"],
            "linguine.reports.lab.mixture": ["mixture"],
            "linguine.reports.lab.one_versus_all": ["one_versus_all"],
            "linguine.reports.lab.perceptron_path": ["perceptron_path"],
            "linguine.reports.lab.points": ["Clouds", "make_clouds"],
            "linguine.reports.lab.regularisation": ["regularisation"],
            "linguine.reports.lab.table": ["FIGURES", "draw"],
            "linguine.reports.lab.variance": ["variance"],
        },
    )
