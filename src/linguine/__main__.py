"""``python -m linguine`` is the command ``linguine``."""

from __future__ import annotations

from linguine.serving.program import run

if __name__ == "__main__":
    run()
