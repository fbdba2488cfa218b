"""fastText: its supervised models, ``.bin`` and ``.ftz``, as classifiers of linguine."""

from __future__ import annotations

from linguine.compat.fasttext.opening import load

__all__ = ["load"]
