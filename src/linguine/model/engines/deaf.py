"""Deaf workers: Ctrl-C is for the process that started them, which then ends them in order."""

from __future__ import annotations

import signal
from typing import Any

__all__ = ["dask_setup"]


def dask_setup(worker: Any) -> None:
    """Leave Ctrl-C to others; Dask calls this when a worker starts."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
